/** Ranges on an axis with both signs, one per row: intervals around a value, or steps from one value to the next. */
const span_chart = async (data, main) => {
  const {figure, tools, tip} = figure_of(data);
  main.append(figure);
  const rows = data.rows.map(([label, note, series, at, from, to]) => ({label, note, series, at, from, to}));
  if (rows.length === 0) {
    figure.append(empty_note("Nothing to draw."));
    return;
  }
  const shown = data.series.map(() => true);
  const plot = make("div", {class: "plot"});
  const canvas = make("canvas", {tabIndex: 0, role: "img", "aria-label":
    show(data.title) + ": " + rows.length + " rows. Arrow keys move between rows."});
  plot.append(canvas);
  const value_text = value => data.unit === "ns" ? time_text(value)
    : brief(value) + (data.unit ? " " + data.unit : "");
  const signed = value => (value > 0 ? "+" : "") + value_text(value);
  const is_number = value => typeof value === "number";
  let boxes = [], chosen = -1;
  const say = (box, x, y) => {
    const row = rows[box.i], lines = [];
    if (is_number(row.at)) lines.push(signed(row.at));
    if (is_number(row.from) && is_number(row.to)) lines.push(signed(row.from) + " to " + signed(row.to));
    if (data.series.length > 1) lines.push(data.series[row.series]);
    if (row.note) lines.push(row.note);
    const frame = place({clientX: 0, clientY: 0}, figure), at = place({clientX: 0, clientY: 0}, canvas);
    tip.at(x + frame.x - at.x, y + frame.y - at.y, row.label, lines);
  };
  const draw = () => {
    legend.querySelectorAll("i").forEach((mark, s) => { mark.style.background = series_colour(s); });
    const drawn = rows.map((row, i) => ({row, i})).filter(({row}) => shown[row.series]);
    const tall = Math.max(120, 60 + drawn.length * 24);
    plot.style.height = tall + "px";
    const width = plot.clientWidth, pen = canvas_of(canvas, width, tall);
    const left = Math.min(340, width * 0.38), right = 30, top = 10, bottom = 26;
    const across = width - left - right, up = tall - top - bottom;
    const ends = drawn.flatMap(({row}) => [row.at, row.from, row.to]).filter(is_number);
    const low = Math.min(0, -data.band, ...ends), high = Math.max(0, data.band, ...ends);
    const step = round_step(((high - low) || 1) / Math.max(2, Math.floor(across / 110)));
    const first = Math.floor(low / step + 1e-9), last = Math.max(first + 1, Math.ceil(high / step - 1e-9));
    const x_of = value => left + (value - first * step) / ((last - first) * step) * across;
    pen.clearRect(0, 0, width, tall);
    pen.textBaseline = "middle";
    if (data.band > 0) {
      pen.globalAlpha = 0.5;
      pen.fillStyle = colour("grid");
      pen.fillRect(x_of(-data.band), top, x_of(data.band) - x_of(-data.band), up);
      pen.globalAlpha = 1;
    }
    for (let tick = first; tick <= last; ++tick) {
      pen.fillStyle = colour(tick === 0 ? "soft" : "grid");
      pen.fillRect(x_of(tick * step), top, 1, up);
      pen.fillStyle = colour("soft");
      pen.textAlign = "center";
      pen.fillText(value_text(tick * step), x_of(tick * step), tall - 12);
    }
    const pitch = up / Math.max(1, drawn.length);
    boxes = [];
    drawn.forEach(({row, i}, nth) => {
      const middle = top + pitch * (nth + 0.5), thick = Math.min(14, pitch * 0.6);
      pen.fillStyle = colour("soft");
      pen.textAlign = "right";
      pen.fillText(cut(pen, show(row.label), left - 14), left - 8, middle);
      pen.fillStyle = series_colour(row.series);
      if (is_number(row.from) && is_number(row.to)) {
        const a = x_of(Math.min(row.from, row.to)), b = x_of(Math.max(row.from, row.to));
        pen.globalAlpha = is_number(row.at) ? 0.45 : 1;
        pen.fillRect(a, middle - thick / 2, Math.max(1, b - a), thick);
        pen.globalAlpha = 1;
      }
      if (is_number(row.at)) pen.fillRect(x_of(row.at) - 2, middle - thick / 2 - 2, 4, thick + 4);
      boxes.push({i, x: left, y: middle - pitch / 2, width: across, height: pitch});
    });
  };
  const legend = make("div", {class: "legend"}, ...data.series.length < 2 ? [] : data.series.map((name, s) =>
    make("button", {type: "button", "aria-pressed": "true", onclick(event) {
      shown[s] = !shown[s];
      event.currentTarget.setAttribute("aria-pressed", shown[s]);
      tip.hide();
      draw();
    }}, make("i"), show(name))));
  canvas.addEventListener("pointermove", event => {
    const at = place(event, canvas);
    const box = boxes.find(b => at.x >= b.x && at.x <= b.x + b.width && at.y >= b.y && at.y <= b.y + b.height);
    if (box) say(box, at.x, at.y);
    else tip.hide();
  });
  canvas.addEventListener("pointerleave", () => tip.hide());
  canvas.addEventListener("keydown", event => {
    const step = {ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1}[event.key];
    if (event.key === "Escape") tip.hide();
    if (!step || boxes.length === 0) return;
    event.preventDefault();
    chosen = (chosen + step + boxes.length) % boxes.length;
    say(boxes[chosen], boxes[chosen].x + 12, boxes[chosen].y + boxes[chosen].height / 2);
  });
  tools.append(
    make("button", {type: "button", onclick: () => save_png(file_name(data.title) + ".png", canvas)}, "PNG"),
    make("button", {type: "button", onclick: () => save_csv(file_name(data.title) + ".csv",
      ["label", "value", "from", "to", "series", "note"],
      rows.map(row => [row.label, row.at, row.from, row.to, data.series[row.series], row.note]))}, "CSV"));
  figure.append(legend, plot);
  keep_drawn(plot, draw);
  draw();
};
