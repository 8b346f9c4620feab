/** A canvas at the screen's pixel density, and text cut to a width. */
const canvas_of = (canvas, width, height) => {
  const scale = Math.min(2, devicePixelRatio || 1);
  const across = Math.max(1, Math.round(width * scale)), tall = Math.max(1, Math.round(height * scale));
  if (canvas.width !== across || canvas.height !== tall) {  // setting the size allocates a new bitmap
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
