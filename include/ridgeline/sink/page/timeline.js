/** A timeline in lanes, zoomed and moved by wheel, pointer and keys. */
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
      if (performance.now() - slice > 30) {  // keep the page responsive while a long log is unpacked
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
  const place_text = at => data.unit + " " + data.numbers[at];
  const axis_text = data.numbers ? at => at < data.numbers.length ? place_text(at) : ""
    : data.nanoseconds > 0 ? value => time_text((value - first) * data.nanoseconds) : value => brief(value - first) + " " + data.unit;

  let tones, edges, inks, colours, image = null;
  const shorter = new Map();  // cut names, cached: there are far fewer names than bars
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
      if (!level) continue;  // nothing ran there
      let texts = 0;
      for (let i = above(level.ends, from, 0); i < level.starts.length && level.starts[i] < to && texts < 40; ++i) {
        const x = Math.max(0, (level.starts[i] - from) * per_unit);
        const end = Math.min(across, (level.ends[i] - from) * per_unit);
        if (end - x < 36) {  // skip to the first bar that may have room for text
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
    const scale = data.nanoseconds || 1, least = data.numbers ? 1 : 0;
    const step = Math.max(least, round_step(110 / per_unit * scale) / scale);
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
    let free = 0;  // where the next mark's text may start
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
  const show_range = (a, b) => {
    const least = 4 * (data.least || 1), most = last - first;
    let size = Math.min(most, Math.max(Math.min(least, most), b - a));
    from = Math.min(Math.max(first, a), last - size);
    to = from + size;
    tip.hide();
    draw();
  };
  const zoom = (factor, at) => show_range(at - (at - from) * factor, at + (to - at) * factor);
  const pan = share => show_range(from + (to - from) * share, to + (to - from) * share);
  const time_at = x => from + (x - gutter) / plot_width() * (to - from);
  const bar_at = ({x, y}) => {
    const r = Math.floor((y - head + view.scrollTop) / row_height), t = time_at(x);
    if (x < gutter || y < head || r < 0 || r >= rows.length) return null;
    const lane = rows[r], near = (to - from) / plot_width();
    for (let depth = lane.levels.length; depth-- > 0;) {
      const {starts, ends, names} = lane.levels[depth];
      const i = above(ends, t - near, 0);
      if (i < starts.length && starts[i] <= t + near)
        return {lane, name: data.names[names[i]], start: starts[i], end: ends[i]};
    }
    return null;
  };
  const in_view = event => place(event, visible);
  visible.addEventListener("wheel", event => {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      zoom(Math.exp(Math.max(-1, Math.min(1, event.deltaY / 300))), time_at(Math.max(gutter, in_view(event).x)));
    } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      pan((event.deltaX || event.deltaY) / 1000);
    }
  }, {passive: false});
  visible.addEventListener("pointerdown", event => {
    if (event.button !== 0 || event.pointerType === "touch" && !event.isPrimary) return;
    const {x} = in_view(event);
    visible.setPointerCapture(event.pointerId);
    dragging = {x, now: x, from, to, selects: event.shiftKey};
  });
  visible.addEventListener("pointermove", event => {
    const at = in_view(event);
    if (dragging) {
      dragging.now = at.x;
      if (dragging.selects) {
        draw();
      } else {
        const moved = (dragging.x - at.x) / plot_width() * (dragging.to - dragging.from);
        show_range(dragging.from + moved, dragging.to + moved);
      }
      return;
    }
    const bar = bar_at(at);
    if (!bar) return tip.hide();
    const box = place({clientX: 0, clientY: 0}, figure), own = place({clientX: 0, clientY: 0}, visible);
    const when = data.numbers ? [place_text(bar.start)]
      : ["Duration: " + unit_text(bar.end - bar.start), "Start: " + unit_text(bar.start - first)];
    tip.at(at.x + box.x - own.x, at.y + box.y - own.y, bar.name, [bar.lane.group + ", " + bar.lane.name, ...when]);
  });
  const drop = () => {
    const was = dragging;
    dragging = null;
    if (was && was.selects && Math.abs(was.now - was.x) > 3)
      show_range(time_at(Math.max(gutter, Math.min(was.x, was.now))), time_at(Math.max(was.x, was.now)));
    else draw();
  };
  visible.addEventListener("pointerup", drop);
  visible.addEventListener("pointercancel", drop);
  visible.addEventListener("pointerleave", () => tip.hide());
  visible.addEventListener("dblclick", event => {
    const bar = bar_at(in_view(event));
    if (bar) show_range(bar.start - (bar.end - bar.start) * 0.1, bar.end + (bar.end - bar.start) * 0.1);
  });
  visible.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const middle = (from + to) / 2;
    const moves = {
      "+": () => zoom(0.6, middle), "=": () => zoom(0.6, middle), w: () => zoom(0.6, middle),
      "-": () => zoom(1 / 0.6, middle), s: () => zoom(1 / 0.6, middle),
      ArrowLeft: () => pan(-0.15), a: () => pan(-0.15), ArrowRight: () => pan(0.15), d: () => pan(0.15),
      ArrowUp: () => view.scrollBy(0, -4 * row_height), ArrowDown: () => view.scrollBy(0, 4 * row_height),
      PageUp: () => view.scrollBy(0, -view.clientHeight), PageDown: () => view.scrollBy(0, view.clientHeight),
      Home: () => show_range(first, last), 0: () => show_range(first, last), Escape: () => tip.hide()};
    if (!moves[event.key]) return;
    event.preventDefault();
    moves[event.key]();
  });
  view.addEventListener("scroll", () => { tip.hide(); draw(); }, {passive: true});

  const choose = () => {
    rows = lanes.filter(lane => on.has(lane.series) && (wanted === "" ||
      (lane.group + " " + lane.name).toLowerCase().includes(wanted)));
    draw();
  };
  const legend = make("div", {class: "legend"}, ...series.length < 2 ? [] : series.map(name =>
    make("button", {type: "button", "aria-pressed": "true", onclick(event) {
      if (on.has(name)) on.delete(name);
      else on.add(name);
      event.currentTarget.setAttribute("aria-pressed", on.has(name));
      choose();
    }}, show(name))));
  const button = (text, title, onclick) => make("button", {type: "button", title, "aria-label": title, onclick}, text);
  tools.append(
    make("input", {type: "search", placeholder: "Name of a lane", "aria-label": "Show lanes whose name contains",
                   oninput(event) { wanted = event.target.value.trim().toLowerCase(); choose(); }}),
    button("+", "Zoom in", () => zoom(0.5, (from + to) / 2)),
    button("\u2212", "Zoom out", () => zoom(2, (from + to) / 2)),
    button("\u25c0", "Earlier", () => pan(-0.4)), button("\u25b6", "Later", () => pan(0.4)),
    button("All", "Show everything", () => show_range(first, last)),
    button("PNG", "Save the current view as PNG", () => save_png(file_name(data.title) + ".png", visible)));
  const help = make("p", {class: "about"}, number(bars, 0) + " bars in " + number(lanes.length, 0) + " lanes. " +
    "Zoom: Ctrl + wheel, + or \u2212. Move: drag, Shift + wheel, \u2190 or \u2192. Zoom to a range: Shift + drag. " +
    "Zoom to a bar: double-click. Show all: Home.");
  figure.append(help, legend, view);
  const keys = [...new Set(data.tones)].length > 1 && data.names.length <= 24
    ? make("div", {class: "legend keys"}, ...data.names.map(name =>
        make("span", {}, make("i"), show(name)))) : null;
  const recolour = () => {
    mix();
    if (keys) keys.querySelectorAll("i").forEach((mark, i) => { mark.style.background = colours[i]; });
    draw();
  };
  if (keys) figure.append(keys);
  keep_drawn(view, recolour);
  recolour();
};
