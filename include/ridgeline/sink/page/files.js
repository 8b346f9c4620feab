/** Downloads: CSV and PNG. */
const save = (name, blob) => {
  const link = make("a", {href: URL.createObjectURL(blob), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};
/** Text that a spreadsheet would read as a formula gets a leading apostrophe, as in the programs' CSVs. */
const is_formula = text => /^[=+\-@\t\r\n]./s.test(text) && !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text);
const csv_cell = value => {
  const plain = value === null || value === undefined ? "" : String(value);
  const text = typeof value === "string" && is_formula(value) ? "'" + plain : plain;
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
