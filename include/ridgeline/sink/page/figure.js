/** A figure with a title, its tools, and a tooltip. */
const figure_of = data => {
  const tools = make("div", {class: "tools"});
  const figure = make("figure", {}, make("div", {class: "head"}, make("h2", {}, show(data.title)), tools));
  figure.dataset.kind = data.kind;
  if (data.about) figure.append(make("p", {class: "about"}, show(data.about)));
  return {figure, tools, tip: tooltip(figure)};
};
const empty_note = text => make("div", {class: "empty"}, text);
/** Redraws when the element's width or the theme changes; the observer also draws once at the start. */
const keep_drawn = (element, draw) => {
  let width = 0;
  redraws.add(draw);
  new ResizeObserver(() => {
    if (element.clientWidth === width) return;
    width = element.clientWidth;
    draw();
  }).observe(element);
};
