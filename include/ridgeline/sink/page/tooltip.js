/** The tooltip for the item under the pointer. */
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
/** The position of an event relative to an element. */
const place = (event, element) => {
  const box = element.getBoundingClientRect();
  return {x: event.clientX - box.left, y: event.clientY - box.top};
};
