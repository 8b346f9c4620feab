/** The colours of the style sheet, and shades of them. */
const colour = name => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
const series_colour = i => colour("c" + i % 8);
const with_strength = (hex, towards, share) => {
  const part = (text, at) => parseInt(text.slice(at, at + 2), 16);
  return "#" + [1, 3, 5].map(at => Math.round(part(hex, at) * (1 - share) + part(towards, at) * share)
    .toString(16).padStart(2, "0")).join("");
};
/** Black or white, whichever is readable on that colour. */
const ink_on = hex => {
  const [r, g, b] = [1, 3, 5].map(at => parseInt(hex.slice(at, at + 2), 16));
  return r * 0.299 + g * 0.587 + b * 0.114 > 140 ? "#10151b" : "#ffffff";
};
const redraws = new Set();
const redraw_all = () => redraws.forEach(draw => draw());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw_all);
