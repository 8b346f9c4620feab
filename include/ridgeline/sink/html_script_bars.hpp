#ifndef RIDGELINE_SINK_HTML_SCRIPT_BARS_HPP
#define RIDGELINE_SINK_HTML_SCRIPT_BARS_HPP

#include <string_view>

namespace ridgeline::sink_detail {

/// Bars, stacked bars and histograms: drawn by Chart.js where the page holds it, else on a canvas of our own. Series
/// are switched by buttons, and what a bar says stands in the page's tooltip, whoever draws.
inline constexpr std::string_view html_script_bars = R"js(
const bar_colours = data => {
  const groups = [...new Set(data.series.map(series => series.group))];
  const used = new Map();
  return data.series.map((series, i) => {
    if (groups.length < 2 && data.kind !== "stacked") return series_colour(i);
    if (groups.length < 2) return i < 8 ? series_colour(i) : with_strength(series_colour(i), "#808080", 0.5);
    const nth = used.get(series.group) || 0;  // a family of tones for each group
    used.set(series.group, nth + 1);
    const tone = with_strength(series_colour(groups.indexOf(series.group)), "#ffffff", (nth % 4) * 0.13);
    return with_strength(tone, "#000000", (nth % 2) * 0.12);
  });
};
const ink_on = hex => {
  const [r, g, b] = [1, 3, 5].map(at => parseInt(hex.slice(at, at + 2), 16));
  return r * 0.299 + g * 0.587 + b * 0.114 > 140 ? "#10151b" : "#ffffff";
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
    " labels. Arrow keys go over the bars."});
  plot.append(canvas);
  const tall = stacked ? 620 : lying ? Math.max(120, 60 + data.labels.length * Math.max(22, 12 * data.series.length))
    : 320;
  plot.style.height = tall + "px";
  const value_text = value => data.unit === "ns" ? time_text(value)
    : brief(value) + (data.unit ? " " + data.unit : "");
  const say = (s, i, x, y) => {
    const series = data.series[s], value = series.values[i];
    const lines = [(series.name ? series.name + ": " : "") + value_text(value)];
    if (series.group && series.group !== series.name) lines.push(series.group);
    if (series.notes && series.notes[i]) lines.push(series.notes[i]);
    if (data.series.length > 1 && !stacked) lines.push("");
    const box = place({clientX: 0, clientY: 0}, figure), at = place({clientX: 0, clientY: 0}, canvas);
    tip.at(x + box.x - at.x, y + box.y - at.y, data.labels[i] || series.name, lines.filter(line => line !== ""));
  };

  /** Where the bars are, for labels, the tooltip and the keyboard: [{s, i, x, y, width, height}]. */
  let boxes = [], drawer = null, chosen = -1, colours = bar_colours(data);
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
    const sides = new Map();  // beside each bar, how much each group has of it
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
  const with_library = () => {
    const texts = data.labels.map(label => show(label));
    const axis = stack => ({stacked: stack, grid: {color: colour("grid")}, ticks: {color: colour("soft")},
                            border: {color: colour("line")}});
    const values = {...axis(stacked), beginAtZero: true,
                    title: {display: data.unit !== "" && data.unit !== "ns", text: data.unit, color: colour("soft")}};
    const whole = data.series.every(series => series.values.every(Number.isInteger)) && data.unit !== "ns";
    values.ticks = {...values.ticks, precision: whole ? 0 : undefined,
                    callback: value => data.unit === "ns" ? time_text(value) : brief(value)};
    const names = {...axis(stacked), grid: {display: false}};
    names.ticks = {...names.ticks, autoSkip: !lying,
      callback(_, i) { const text = texts[i]; return text.length > 42 ? text.slice(0, 41) + "\u2026" : text; }};
    const collect = chart => {
      boxes = [];
      chart.data.datasets.forEach((_, s) => chart.getDatasetMeta(s).data.forEach((bar, i) => {
        if (!chart.isDatasetVisible(s)) return;
        const b = bar.getProps(["x", "y", "base", "width", "height"], true);
        const x = lying ? Math.min(b.x, b.base) : b.x - b.width / 2;
        const y = lying ? b.y - b.height / 2 : Math.min(b.y, b.base);
        boxes.push({s, i, x, y, width: lying ? Math.abs(b.x - b.base) : b.width,
                    height: lying ? b.height : Math.abs(b.base - b.y)});
      }));
      label_boxes(chart.ctx);
    };
    const chart = new Chart(canvas, {
      type: "bar",
      data: {labels: texts, datasets: data.series.map((series, s) => ({
        label: show(series.name), data: series.values, backgroundColor: colours[s], hidden: !shown[s],
        barPercentage: data.kind === "histogram" ? 1 : 0.85,
        categoryPercentage: data.kind === "histogram" ? 0.98 : 0.85,
        maxBarThickness: stacked ? 860 : undefined}))},
      options: {animation: false, responsive: true, maintainAspectRatio: false, events: [],
                indexAxis: lying ? "y" : "x",
                plugins: {legend: {display: false}, tooltip: {enabled: false}},
                scales: lying ? {x: values, y: names} : {x: names, y: values}},
      plugins: [{id: "labels", afterDatasetsDraw: collect}]});
    return {redraw: () => chart.update("none"), end: () => chart.destroy()};
  };
  const by_hand = () => {
    const draw = () => {
      const width = plot.clientWidth, pen = canvas_of(canvas, width, tall);
      const left = lying ? Math.min(300, width * 0.35) : 64, bottom = 26, right = 14, top = 10;
      const across = width - left - right, up = tall - top - bottom;
      const of_label = i => data.series.map((series, s) => shown[s] ? Math.max(0, series.values[i] || 0) : 0);
      const most = data.labels.reduce((high, _, i) =>
        Math.max(high, of_label(i).reduce((a, b) => stacked ? a + b : Math.max(a, b), 0)), 0) || 1;
      boxes = [];
      pen.clearRect(0, 0, width, tall);
      pen.textBaseline = "middle";
      for (let tick = 0; tick <= 4; ++tick) {
        const share = tick / 4, text = value_text(most * share);
        pen.fillStyle = colour("grid");
        if (lying) pen.fillRect(left + across * share, top, 1, up);
        else pen.fillRect(left, top + up * (1 - share), across, 1);
        pen.fillStyle = colour("soft");
        pen.textAlign = lying ? "center" : "right";
        pen.fillText(text, lying ? left + across * share : left - 6, lying ? tall - 12 : top + up * (1 - share));
      }
      const step = (lying ? up : across) / data.labels.length, visible = shown.filter(Boolean).length || 1;
      data.labels.forEach((label, i) => {
        const values = of_label(i), at = (lying ? top : left) + step * i;
        const band = Math.min(step * (data.kind === "histogram" ? 0.98 : 0.8), stacked ? 860 : step);
        let from = 0, nth = 0;
        values.forEach((value, s) => {
          if (!shown[s]) return;
          const length = value / most * (lying ? across : up), thick = stacked ? band : band / visible;
          const start = at + (step - band) / 2 + (stacked ? 0 : thick * nth++);
          const box = lying ? {s, i, x: left, y: start, width: length, height: thick}
            : {s, i, x: start, y: top + up - from - length, width: thick, height: length};
          if (stacked) from += length;
          pen.fillStyle = colours[s];
          pen.fillRect(box.x, box.y, box.width, box.height);
          boxes.push(box);
        });
        pen.fillStyle = colour("soft");
        pen.textAlign = lying ? "right" : "center";
        if (lying) pen.fillText(cut(pen, show(label), left - 12), left - 6, at + step / 2);
        else if (i % Math.ceil(data.labels.length * 70 / across) === 0)
          pen.fillText(cut(pen, show(label), Math.max(60, step - 4)), at + step / 2, tall - 12);
      });
      label_boxes(pen);
    };
    return {redraw: draw, end() {}};
  };
  const start = () => {
    if (drawer) drawer.end();
    colours = bar_colours(data);
    legend.querySelectorAll("i").forEach((mark, s) => { mark.style.background = colours[s]; });
    drawer = globalThis.Chart ? with_library() : by_hand();
    if (!globalThis.Chart) drawer.redraw();
  };

  const legend = make("div", {class: "legend"}, ...data.series.length < 2 ? [] : data.series.map((series, s) =>
    make("button", {type: "button", "aria-pressed": "true", onclick(event) {
      shown[s] = !shown[s];
      event.currentTarget.setAttribute("aria-pressed", shown[s]);
      figure.dataset.shown = shown.filter(Boolean).length;
      tip.hide();
      start();
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
  figure.dataset.drawn = globalThis.Chart ? "Chart.js" : "canvas";
  if (globalThis.Chart) redraws.add(start);  // it follows its element's size by itself
  else keep_drawn(plot, start);
  start();
};
)js";

}  // namespace ridgeline::sink_detail

#endif  // RIDGELINE_SINK_HTML_SCRIPT_BARS_HPP
