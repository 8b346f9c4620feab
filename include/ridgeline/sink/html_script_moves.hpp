#ifndef RIDGELINE_SINK_HTML_SCRIPT_MOVES_HPP
#define RIDGELINE_SINK_HTML_SCRIPT_MOVES_HPP

#include <string_view>

namespace ridgeline::sink_detail {

/// The second half of the timeline's function: what wheel, pointer, keys and buttons do.
inline constexpr std::string_view html_script_moves = R"js(
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
    tip.at(at.x + box.x - own.x, at.y + box.y - own.y, bar.name, [bar.lane.group + ", " + bar.lane.name,
      "Duration: " + unit_text(bar.end - bar.start), "Start: " + unit_text(bar.start - first)]);
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
    make("input", {type: "search", placeholder: "Core or lane", "aria-label": "Show lanes whose name has",
                   oninput(event) { wanted = event.target.value.trim().toLowerCase(); choose(); }}),
    button("+", "Zoom in", () => zoom(0.5, (from + to) / 2)),
    button("\u2212", "Zoom out", () => zoom(2, (from + to) / 2)),
    button("\u25c0", "Earlier", () => pan(-0.4)), button("\u25b6", "Later", () => pan(0.4)),
    button("All", "Show everything", () => show_range(first, last)),
    button("PNG", "Save what is drawn as PNG", () => save_png(file_name(data.title) + ".png", visible)));
  const help = make("p", {class: "about"}, number(bars, 0) + " bars in " + number(lanes.length, 0) + " lanes. " +
    "Ctrl and wheel, + and \u2212 zoom; drag, Shift and wheel, \u2190 and \u2192 move; Shift and drag selects a " +
    "range; a double click shows one bar; Home shows all.");
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
)js";

}  // namespace ridgeline::sink_detail

#endif  // RIDGELINE_SINK_HTML_SCRIPT_MOVES_HPP
