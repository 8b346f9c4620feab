#ifndef RIDGELINE_SINK_HTML_SCRIPT_HPP
#define RIDGELINE_SINK_HTML_SCRIPT_HPP

#include <string_view>

namespace ridgeline::sink_detail {

/// What the other parts of the page's script stand on: elements, numbers, colours, tooltips, files. Text from the data
/// becomes text nodes and never markup.
inline constexpr std::string_view html_script_base = R"js(
const show = text => String(text).replace(
  /[\u0000-\u001f\u007f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
  c => c < " " ? String.fromCharCode(0x2400 + c.charCodeAt(0)) : c === "\u007f" ? "\u2421" : "\ufffd");

const make = (tag, properties = {}, ...inside) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "class") element.className = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name.startsWith("aria-") || name === "role" || name === "for") element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...inside);
  return element;
};

const read = id => {
  const element = document.getElementById(id);
  const value = JSON.parse(element.textContent);
  element.remove();
  return value;
};

const formats = new Map();
const number = (value, digits, separators = true) => {
  const key = digits * 2 + (separators ? 1 : 0);
  if (!formats.has(key))
    formats.set(key, new Intl.NumberFormat("en-US", {
      minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: separators}));
  return formats.get(key).format(value);
};
const brief = value => {
  if (value === 0) return "0";
  const size = Math.abs(value);
  return size >= 1e15 || size < 1e-4 ? value.toExponential(2)
    : number(value, size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : size >= 1 ? 3 : 6)
      .replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
};
const scaled = (value, unit) => {
  if (!(value > 0)) return "0 " + unit;
  const steps = ["", "k", "M", "G", "T", "P", "E"];
  const step = Math.max(0, Math.min(steps.length - 1, Math.floor(Math.log10(value) / 3)));
  return brief(Number((value / 1000 ** step).toPrecision(4))) + " " + steps[step] + unit;
};
const time_text = ns => {
  const size = Math.abs(ns);
  return size >= 1e9 ? brief(ns / 1e9) + " s" : size >= 1e6 ? brief(ns / 1e6) + " ms"
    : size >= 1e3 ? brief(ns / 1e3) + " \u03bcs" : brief(ns) + " ns";
};

const colour = name => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
const series_colour = i => colour("c" + i % 8);
const with_strength = (hex, towards, share) => {
  const part = (text, at) => parseInt(text.slice(at, at + 2), 16);
  return "#" + [1, 3, 5].map(at => Math.round(part(hex, at) * (1 - share) + part(towards, at) * share)
    .toString(16).padStart(2, "0")).join("");
};
const redraws = new Set();
const redraw_all = () => redraws.forEach(draw => draw());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw_all);

const canvas_of = (canvas, width, height) => {
  const scale = Math.min(2, devicePixelRatio || 1);
  const across = Math.max(1, Math.round(width * scale)), tall = Math.max(1, Math.round(height * scale));
  if (canvas.width !== across || canvas.height !== tall) {  // a new size costs a new picture
    canvas.width = across;
    canvas.height = tall;
    canvas.style.width = width + "px";
    canvas.style.height = height + "px";
  }
  const pen = canvas.getContext("2d");
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.font = "12px system-ui, sans-serif";
  return pen;
};

const cut = (pen, text, width) => {
  if (pen.measureText(text).width <= width) return text;
  let low = 0, high = Math.min(text.length, 400);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (pen.measureText(text.slice(0, middle) + "\u2026").width <= width) low = middle;
    else high = middle - 1;
  }
  return low > 0 ? text.slice(0, low) + "\u2026" : "";
};

const tooltip = figure => {
  const box = make("div", {class: "tip", hidden: true, role: "status"});
  figure.append(box);
  return {
    hide() { box.hidden = true; },
    at(x, y, title, lines) {
      box.replaceChildren(make("b", {}, show(title)), lines.map(show).join("\n"));
      box.hidden = false;
      const right = x + 16 + box.offsetWidth > figure.clientWidth;
      box.style.left = Math.max(4, right ? x - box.offsetWidth - 12 : x + 16) + "px";
      box.style.top = Math.max(4, y + 16) + "px";
    }
  };
};
/** Where an event is inside an element. */
const place = (event, element) => {
  const box = element.getBoundingClientRect();
  return {x: event.clientX - box.left, y: event.clientY - box.top};
};

const save = (name, blob) => {
  const link = make("a", {href: URL.createObjectURL(blob), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};
const csv_cell = value => {
  const text = value === null || value === undefined ? "" : String(value);
  return /[",\r\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
};
const save_csv = (name, titles, rows) =>
  save(name, new Blob([[titles, ...rows].map(row => row.map(csv_cell).join(",")).join("\r\n") + "\r\n"],
                      {type: "text/csv"}));
const file_name = title => title.replace(/[^A-Za-z0-9_-]+/g, "_").slice(0, 60) || "chart";
const save_png = (name, canvas) => {
  const copy = make("canvas", {width: canvas.width, height: canvas.height});
  const pen = copy.getContext("2d");
  pen.fillStyle = colour("paper");
  pen.fillRect(0, 0, copy.width, copy.height);
  pen.drawImage(canvas, 0, 0);
  copy.toBlob(blob => save(name, blob), "image/png");
};

/** A figure with a title, its tools, and a tooltip. */
const figure_of = data => {
  const tools = make("div", {class: "tools"});
  const figure = make("figure", {}, make("div", {class: "head"}, make("h2", {}, show(data.title)), tools));
  figure.dataset.kind = data.kind;
  if (data.about) figure.append(make("p", {class: "about"}, show(data.about)));
  return {figure, tools, tip: tooltip(figure)};
};
const empty_note = text => make("div", {class: "empty"}, text);
/** Draws when the element's width changes, when the theme does, and now. */
const keep_drawn = (element, draw) => {
  let width = 0;
  redraws.add(draw);
  new ResizeObserver(() => {
    if (element.clientWidth === width) return;
    width = element.clientWidth;
    draw();
  }).observe(element);
};
)js";

/// Puts the page together. Tables are built when they are opened, charts one after the other, so that the reader sees
/// the first ones at once.
inline constexpr std::string_view html_script_page = R"js(
const kinds = {bars: bar_chart, stacked: bar_chart, histogram: bar_chart, roofline: roofline, timeline: timeline};
const begin = async () => {
  const about = read("page");
  document.title = show(about.title);
  const themes = ["auto", "light", "dark"];
  const theme = make("button", {type: "button", title: "Colours: as the system, light, dark", onclick() {
    const next = themes[(themes.indexOf(document.documentElement.dataset.theme || "auto") + 1) % themes.length];
    if (next === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    theme.textContent = "Theme: " + next;
    redraw_all();
  }}, "Theme: auto");
  theme.id = "theme";
  const tools = make("div", {class: "tools"});
  for (const link of about.links) tools.append(make("a", {class: "button", href: link.to, download: ""}, link.text));
  tools.append(make("button", {type: "button", onclick: () => print()}, "Print"), theme);
  const facts = about.facts.map(([name, value]) =>
    make("div", {}, make("dt", {}, show(name) + ":"), make("dd", {}, show(value))));
  document.querySelector("header").append(make("h1", {}, show(about.title)), tools,
                                          make("dl", {class: "facts"}, ...facts));
  const main = document.querySelector("main");
  main.replaceChildren();
  document.querySelector("footer").append(show(about.program + " (ridgeline) " + about.version));
  if (about.charts + about.tables === 0) main.append(empty_note("This report is empty."));
  const rest = () => new Promise(go => setTimeout(go, 0));
  for (let i = 0; i < about.charts; ++i) {
    const data = read("chart-" + i);
    await kinds[data.kind](data, main);
    await rest();
  }
  for (let i = 0; i < about.tables; ++i) {
    table_section(about.sections[i], "table-" + i, main, i === 0);
    await rest();
  }
  document.documentElement.dataset.ready = "yes";
  performance.mark("ready");
};
begin();
)js";

}  // namespace ridgeline::sink_detail

#endif  // RIDGELINE_SINK_HTML_SCRIPT_HPP
