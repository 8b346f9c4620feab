/** Bars, stacked bars and histograms. Buttons show and hide series; hovering or arrow keys show a bar's value. */
const bar_colours = data => {
  const groups = [...new Set(data.series.map(series => series.group))];
  const used = new Map();
  return data.series.map((series, i) => {
    if (groups.length < 2 && data.kind !== "stacked") return series_colour(i);
    if (groups.length < 2) return i < 8 ? series_colour(i) : with_strength(series_colour(i), "#808080", 0.5);
    const nth = used.get(series.group) || 0;  // shades of one colour for each group
    used.set(series.group, nth + 1);
    const tone = with_strength(series_colour(groups.indexOf(series.group)), "#ffffff", (nth % 4) * 0.13);
    return with_strength(tone, "#000000", (nth % 2) * 0.12);
  });
};
const bar_chart = async (data, main) => {
  const {figure, tools, tip} = figure_of(data);
  main.append(figure);
  if (data.series.length === 0 || data.labels.length === 0) {
    figure.append(empty_note("Nothing to draw."));
    return;
  }
  const stacked = data.kind === "stacked", lying = data.kind === "bars" && !data.upright;
  const shown = data.series.map(() => true);
  figure.dataset.shown = data.series.length;
  const plot = make("div", {class: "plot"});
  const canvas = make("canvas", {tabIndex: 0, role: "img", "aria-label":
    show(data.title) + ": " + data.series.length + " series, " + data.labels.length +
    " labels. Arrow keys move between bars."});
  plot.append(canvas);
  const tall = stacked ? 620 : lying ? Math.max(120, 60 + data.labels.length * Math.max(22, 12 * data.series.length))
    : 320;
  plot.style.height = tall + "px";
  const value_text = value => data.unit === "ns" ? time_text(value)
    : brief(value) + (data.unit ? " " + data.unit : "");
  const whole = data.unit !== "ns" && data.series.every(series => series.values.every(Number.isInteger));
  const say = (s, i, x, y) => {
    const series = data.series[s], value = series.values[i];
    const lines = [(series.name ? series.name + ": " : "") + value_text(value)];
    if (series.group && series.group !== series.name) lines.push(series.group);
    if (series.notes && series.notes[i]) lines.push(series.notes[i]);
    if (data.series.length > 1 && !stacked) lines.push("");
    const box = place({clientX: 0, clientY: 0}, figure), at = place({clientX: 0, clientY: 0}, canvas);
    tip.at(x + box.x - at.x, y + box.y - at.y, data.labels[i] || series.name, lines.filter(line => line !== ""));
  };

  /** The rectangles of the bars, for labels, tooltip and keyboard: [{s, i, x, y, width, height}]. */
  let boxes = [], chosen = -1, colours = [];
  const label_boxes = pen => {
    if (!stacked) return;
    pen.font = "11px system-ui, sans-serif";
    pen.textBaseline = "middle";
    pen.textAlign = "left";
    for (const box of boxes) {
      const series = data.series[box.s];
      if (box.height < 12 || box.width < 40) continue;
      pen.fillStyle = ink_on(colours[box.s]);
      const note = series.notes && series.notes[box.i] ? "  " + series.notes[box.i] : "";
      pen.fillText(cut(pen, show(series.name + note), box.width - 12), box.x + 6, box.y + box.height / 2);
    }
    const sides = new Map();  // beside each bar: the total of each group in it
    for (const box of boxes) {
      const series = data.series[box.s], key = box.i + " " + series.group;
      if (series.group === "" || !(box.height > 0)) continue;
      const side = sides.get(key) || {group: series.group, x: box.x + box.width + 8, top: Infinity, end: 0, sum: 0};
      side.top = Math.min(side.top, box.y);
      side.end = Math.max(side.end, box.y + box.height);
      side.sum += series.values[box.i];
      sides.set(key, side);
    }
    pen.fillStyle = colour("ink");
    for (const side of sides.values())
      if (side.end - side.top >= 12)
        pen.fillText(show(side.group) + "  " + number(side.sum, 1) + " " + data.unit, side.x,
                     (side.top + side.end) / 2);
  };
  const draw = () => {
    colours = bar_colours(data);
    legend.querySelectorAll("i").forEach((mark, s) => { mark.style.background = colours[s]; });
    const width = plot.clientWidth, pen = canvas_of(canvas, width, tall);
    const bottom = 26, right = lying ? 30 : 14, top = 10, up = tall - top - bottom;
    const side = Math.min(300, width * 0.35), length_of_axis = lying ? width - side - right : up;
    const of_label = i => data.series.map((series, s) => shown[s] ? Math.max(0, series.values[i] || 0) : 0);
    const most = data.labels.reduce((high, _, i) =>
      Math.max(high, of_label(i).reduce((a, b) => stacked ? a + b : Math.max(a, b), 0)), 0) || 1;
    const ticks_fit = Math.max(2, Math.floor(length_of_axis / (lying ? 110 : 50)));
    const step = Math.max(round_step(most / ticks_fit), whole ? 1 : 0), ticks = Math.ceil(most / step - 1e-9);
    const per_value = length_of_axis / (ticks * step);
    let left = lying ? side : 40;
    for (let tick = 0; tick <= ticks && !lying; ++tick)  // room for the longest number of the axis
      left = Math.max(left, Math.ceil(pen.measureText(value_text(tick * step)).width) + 12);
    const across = width - left - right;
    boxes = [];
    pen.clearRect(0, 0, width, tall);
    pen.textBaseline = "middle";
    for (let tick = 0; tick <= ticks; ++tick) {
      const at = tick * step * per_value;
      pen.fillStyle = colour("grid");
      if (lying) pen.fillRect(left + at, top, 1, up);
      else pen.fillRect(left, top + up - at, across, 1);
      pen.fillStyle = colour("soft");
      pen.textAlign = lying ? "center" : "right";
      pen.fillText(value_text(tick * step), lying ? left + at : left - 6, lying ? tall - 12 : top + up - at);
    }
    const pitch = (lying ? up : across) / data.labels.length, visible = shown.filter(Boolean).length || 1;
    data.labels.forEach((label, i) => {
      const values = of_label(i), at = (lying ? top : left) + pitch * i;
      const band = Math.min(pitch * (data.kind === "histogram" ? 0.98 : 0.8), stacked ? 860 : pitch);
      let from = 0, nth = 0;
      values.forEach((value, s) => {
        if (!shown[s]) return;
        const length = value * per_value, thick = stacked ? band : band / visible;
        const start = at + (pitch - band) / 2 + (stacked ? 0 : thick * nth++);
        const box = lying ? {s, i, x: left, y: start, width: length, height: thick}
          : {s, i, x: start, y: top + up - from - length, width: thick, height: length};
        if (stacked) from += length;
        pen.fillStyle = colours[s];
        pen.fillRect(box.x, box.y, box.width, box.height);
        boxes.push(box);
      });
      pen.fillStyle = colour("soft");
      pen.textAlign = lying ? "right" : "center";
      if (lying) pen.fillText(cut(pen, show(label), left - 12), left - 6, at + pitch / 2);
      else if (i % Math.ceil(data.labels.length * 70 / across) === 0)
        pen.fillText(cut(pen, show(label), Math.max(60, pitch - 4)), at + pitch / 2, tall - 12);
    });
    label_boxes(pen);
  };

  const legend = make("div", {class: "legend"}, ...data.series.length < 2 ? [] : data.series.map((series, s) =>
    make("button", {type: "button", "aria-pressed": "true", onclick(event) {
      shown[s] = !shown[s];
      event.currentTarget.setAttribute("aria-pressed", shown[s]);
      figure.dataset.shown = shown.filter(Boolean).length;
      tip.hide();
      draw();
    }}, make("i"), show(series.name))));
  const hit = event => {
    const at = place(event, canvas);
    const box = boxes.find(b => at.x >= b.x && at.x <= b.x + b.width && at.y >= b.y && at.y <= b.y + b.height);
    if (box) say(box.s, box.i, at.x, at.y);
    else tip.hide();
  };
  canvas.addEventListener("pointermove", hit);
  canvas.addEventListener("pointerleave", () => tip.hide());
  canvas.addEventListener("keydown", event => {
    const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
    if (event.key === "Escape") tip.hide();
    if (!step || boxes.length === 0) return;
    event.preventDefault();
    chosen = (chosen + step + boxes.length) % boxes.length;
    const box = boxes[chosen];
    say(box.s, box.i, box.x + box.width / 2, box.y + box.height / 2);
  });
  tools.append(
    make("button", {type: "button", onclick: () => save_png(file_name(data.title) + ".png", canvas)}, "PNG"),
    make("button", {type: "button", onclick: () => save_csv(file_name(data.title) + ".csv",
      ["label", ...data.series.map(series => series.name || data.unit || "value")],
      data.labels.map((label, i) => [label, ...data.series.map(series => series.values[i])]))}, "CSV"));
  figure.append(legend, plot);
  keep_drawn(plot, draw);
  draw();
};
