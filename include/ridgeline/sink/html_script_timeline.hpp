#ifndef RIDGELINE_SINK_HTML_SCRIPT_TIMELINE_HPP
#define RIDGELINE_SINK_HTML_SCRIPT_TIMELINE_HPP

#include <string_view>

namespace ridgeline::sink_detail {

/// The bars of a timeline: unpacked, found by time, and painted. A lane is painted as one row of pixels, a step a pixel
/// however many bars lie in it, so that the time of a frame follows the screen and not the data.
inline constexpr std::string_view html_script_lanes = R"js(
/** The first position whose value is above `limit`, from `from` on; doubling steps, then halves. */
const above = (sorted, limit, from) => {
  let low = from, step = 1;
  while (low + step < sorted.length && sorted[low + step] <= limit) {
    low += step;
    step *= 2;
  }
  let high = Math.min(sorted.length, low + step);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Starts are written as steps from one to the next. */
const unpack = ([steps, lengths, names]) => {
  const n = steps.length, starts = new Float64Array(n), ends = new Float64Array(n);
  let at = 0;
  for (let i = 0; i < n; ++i) {
    at += steps[i];
    starts[i] = at;
    ends[i] = at + lengths[i];
  }
  return {starts, ends, names: Uint32Array.from(names)};
};

/** Paints what lies between `from` and `to` into a row of pixels. */
const paint_row = (row, width, level, from, to, tones, edges) => {
  const {starts, ends, names} = level, per_unit = width / (to - from), n = starts.length;
  for (let i = above(ends, from, 0); i < n && starts[i] < to;) {
    const x = (starts[i] - from) * per_unit, end = (ends[i] - from) * per_unit;
    const first = Math.max(0, Math.floor(x)), last = Math.min(width, Math.max(first + 1, Math.round(end)));
    row.fill(tones[names[i]], first, last);
    if (end - x > 4 && last < width) row[last - 1] = edges[names[i]];
    // What ends within the pixel that is painted needs no look.
    i = end - x >= 1 ? i + 1 : Math.max(i + 1, above(ends, from + last / per_unit, i));
  }
};

const packed_colour = hex => {
  const part = at => parseInt(hex.slice(at, at + 2), 16);
  return (0xff000000 | part(5) << 16 | part(3) << 8 | part(1)) >>> 0;  // as a little-endian pixel
};
)js";

/// The timeline: lanes by core and RISC, zoom and pan by wheel, pointer and keys, what a bar is under the pointer.
inline constexpr std::string_view html_script_timeline = R"js(
const timeline = async (data, main) => {
  const {figure, tools, tip} = figure_of(data);
  main.append(figure);
  const lanes = [];
  let first = Infinity, last = -Infinity, bars = 0, slice = performance.now();
  for (const group of data.groups)
    for (const lane of group.lanes) {
      const levels = lane.levels.map(unpack).filter(level => level.starts.length > 0);
      for (const {starts, ends} of levels) {
        first = Math.min(first, starts[0]);
        last = Math.max(last, ends[ends.length - 1]);
        bars += starts.length;
      }
      lanes.push({group: group.name, name: lane.name, series: lane.series, levels});
      lane.levels = null;
      if (performance.now() - slice > 30) {  // the page stays alive while a long log is unpacked
        await new Promise(go => setTimeout(go, 0));
        slice = performance.now();
      }
    }
  if (bars === 0) {
    figure.append(empty_note("No bars to draw."));
    return;
  }
  if (last <= first) last = first + 1;
  figure.dataset.bars = bars;
  const series = [...new Set(lanes.map(lane => lane.series))];
  const on = new Set(series);
  let wanted = "", from = first, to = last, rows = lanes, pending = false, dragging = null, slowest = 0;
  const row_height = 16, head = data.marks.length > 0 ? 38 : 24, gutter = 190;
  const visible = make("canvas", {tabIndex: 0, role: "img", "aria-label": show(data.title) +
    ". Plus and minus zoom, arrow keys move, Home shows everything."});
  const inner = make("div"), view = make("div", {class: "scroller"}, inner);
  inner.append(visible);
  const width_of = () => view.clientWidth;
  const tall_of = () => Math.min(rows.length * row_height + head + 6, 580);
  const plot_width = () => Math.max(50, width_of() - gutter);
  const unit_text = value => number(value, Math.abs(value) < 10 && value % 1 !== 0 ? 2 : 0) +
    (data.unit ? " " + data.unit : "") + (data.nanoseconds > 0 ? " (" + time_text(value * data.nanoseconds) + ")" : "");
  const axis_text = data.nanoseconds > 0 ? value => time_text((value - first) * data.nanoseconds)
    : value => brief(value - first) + " " + data.unit;

  let tones, edges, inks, colours, image = null;
  const shorter = new Map();  // names as they fit: they are few, bars are many
  const fitting = (pen, name, width) => {
    const step = Math.min(64, width >> 3), key = name * 65 + step;
    if (!shorter.has(key)) shorter.set(key, cut(pen, show(data.names[name]), step * 8));
    return shorter.get(key);
  };
  const mix = () => {
    const paper = colour("paper");
    colours = data.tones.map(tone => tone < 8 ? series_colour(tone)
      : with_strength(series_colour(tone % 8), tone % 16 < 8 ? paper : "#808080", 0.35));
    tones = Uint32Array.from(colours, packed_colour);
    edges = Uint32Array.from(colours, hex => packed_colour(with_strength(hex, paper, 0.7)));
    inks = colours.map(ink_on);
  };
  mix();

  const paint = () => {
    pending = false;
    const start = performance.now();
    const width = width_of(), tall = tall_of(), across = plot_width();
    view.style.height = tall + 2 + "px";
    inner.style.height = rows.length * row_height + head + "px";
    const pen = canvas_of(visible, width, tall), scale = visible.width / width;
    pen.fillStyle = colour("paper");
    pen.fillRect(0, 0, width, tall);
    const top = Math.floor(view.scrollTop / row_height), shift = view.scrollTop - top * row_height;
    const on_screen = Math.min(rows.length - top, Math.ceil((tall - head) / row_height) + 1);
    const wide = Math.max(1, Math.round(across * scale)), high = Math.round(row_height * scale);
    if (!image || image.width !== wide || image.height !== Math.max(1, on_screen * high))
      image = pen.createImageData(wide, Math.max(1, on_screen * high));
    const pixels = new Uint32Array(image.data.buffer).fill(0), row = new Uint32Array(wide);
    for (let r = 0; r < on_screen; ++r) {
      row.fill(0);
      rows[top + r].levels.forEach((level, depth) => {
        paint_row(row, wide, level, from, to, tones, edges);
        const inset = Math.round((1 + 2 * Math.min(depth, 2)) * scale);
        for (let y = inset; y < high - inset; ++y) pixels.set(row, (r * high + y) * wide);
      });
    }
    pen.putImageData(image, Math.round(gutter * scale), Math.round((head - shift) * scale));
    words(pen, top, shift, on_screen, across, tall);
    axis(pen, width, across, tall);
    slowest = Math.max(slowest, performance.now() - start);
    figure.dataset.from = from;
    figure.dataset.to = to;
    figure.dataset.lanes = rows.length;
    figure.dataset.frame = slowest.toFixed(1);
  };
  const words = (pen, top, shift, on_screen, across, tall) => {
    pen.save();
    pen.beginPath();
    pen.rect(0, head, width_of(), tall - head);
    pen.clip();
    pen.textBaseline = "middle";
    pen.textAlign = "left";
    pen.font = "10px system-ui, sans-serif";
    const per_unit = across / (to - from);
    for (let r = 0; r < on_screen; ++r) {
      const lane = rows[top + r], y = head - shift + r * row_height;
      const level = lane.levels[lane.levels.length - 1];
      let texts = 0;
      for (let i = above(level.ends, from, 0); i < level.starts.length && level.starts[i] < to && texts < 40; ++i) {
        const x = Math.max(0, (level.starts[i] - from) * per_unit);
        const end = Math.min(across, (level.ends[i] - from) * per_unit);
        if (end - x < 36) {  // on to the first bar that ends where a text could
          i = Math.max(i, above(level.ends, from + (x + 36) / per_unit, i) - 1);
          continue;
        }
        ++texts;
        pen.fillStyle = inks[level.names[i]];
        pen.fillText(fitting(pen, level.names[i], end - x - 6), gutter + x + 3, y + row_height / 2);
      }
    }
    pen.font = "11px system-ui, sans-serif";
    pen.fillStyle = colour("paper");
    pen.fillRect(0, head, gutter - 1, tall);
    for (let r = 0; r < on_screen; ++r) {
      const lane = rows[top + r], y = head - shift + (r + 0.5) * row_height;
      const names_group = r === 0 || rows[top + r - 1].group !== lane.group;
      pen.fillStyle = colour("ink");
      if (names_group) {
        pen.fillText(cut(pen, show(lane.group), gutter - 84), 6, Math.max(y, head + row_height / 2));
        pen.fillStyle = colour("line");
        pen.fillRect(0, y - row_height / 2, width_of(), 1);
      }
      pen.fillStyle = colour("soft");
      pen.fillText(cut(pen, show(lane.name), 72), gutter - 76, y);
    }
    pen.restore();
  };
  const axis = (pen, width, across, tall) => {
    const per_unit = across / (to - from);
    pen.fillStyle = colour("card");
    pen.fillRect(0, 0, width, head);
    pen.font = "11px system-ui, sans-serif";
    pen.textBaseline = "middle";
    const scale = data.nanoseconds || 1, least = 110 / per_unit * scale, ten = 10 ** Math.floor(Math.log10(least));
    const step = [1, 2, 5, 10].map(n => n * ten).find(n => n >= least) / scale;
    const begin = first + Math.ceil((from - first) / step) * step;
    for (let t = begin, n = 0; t <= to && n < 200; t += step, ++n) {
      const x = gutter + (t - from) * per_unit;
      pen.fillStyle = colour("grid");
      pen.fillRect(x, 0, 1, 24);
      pen.fillStyle = colour("soft");
      pen.textAlign = "left";
      if (x + 60 < width) pen.fillText(axis_text(t), x + 4, 12);
    }
    pen.textAlign = "left";
    pen.fillStyle = colour("bad");
    let free = 0;  // where the next mark's text has room
    for (const [at, text] of data.marks) {
      if (at < from || at > to) continue;
      const x = gutter + (at - from) * per_unit, label = cut(pen, show(text), 120);
      pen.fillRect(x, 24, 1, tall);
      if (x < free) continue;
      pen.fillText(label, x + 4, 31);
      free = x + pen.measureText(label).width + 12;
    }
    if (!dragging || !dragging.selects) return;
    pen.fillStyle = colour("accent") + "40";
    pen.fillRect(Math.min(dragging.x, dragging.now), head, Math.abs(dragging.now - dragging.x), tall);
  };
  const draw = () => {
    if (pending) return;
    pending = true;
    requestAnimationFrame(paint);
  };
)js";

}  // namespace ridgeline::sink_detail

#endif  // RIDGELINE_SINK_HTML_SCRIPT_TIMELINE_HPP
