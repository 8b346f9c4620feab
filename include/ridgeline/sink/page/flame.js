/** Nested boxes, each as wide as its value. A click or Enter zooms in on a box, Escape goes back; a search highlights
    boxes and shows their total. */
const flame = async (data, main) => {
  const {figure, tools, tip} = figure_of(data);
  main.append(figure);
  const boxes = data.boxes.map(([depth, name, value, note]) =>
    ({depth, name, value, note, parent: -1, start: 0, inside: 0, hit: false}));
  figure.dataset.boxes = boxes.length;
  if (boxes.length === 0) {
    figure.append(empty_note("Nothing to draw."));
    return;
  }
  const around = [];  // the latest box at each depth
  let all = 0;
  boxes.forEach((box, i) => {
    box.parent = box.depth > 0 && around.length >= box.depth ? around[box.depth - 1] : -1;
    const holder = box.parent < 0 ? null : boxes[box.parent];
    box.start = holder ? holder.start + holder.inside : all;
    if (holder) holder.inside += box.value;
    else all += box.value;
    around.length = Math.min(around.length, box.depth);
    around[box.depth] = i;
  });
  const row = 22, deepest = boxes.reduce((most, box) => Math.max(most, box.depth), 0);
  const tall = Math.min(660, (deepest + 2) * row + 8);
  const value_text = value => data.unit === "ns" ? time_text(value) : brief(value) + (data.unit ? " " + data.unit : "");
  const share_text = value => number(all > 0 ? 100 * value / all : 0, 1) + " %";
  const path_of = i => i < 0 ? "all" : (boxes[i].parent < 0 ? "" : path_of(boxes[i].parent) + "/") + boxes[i].name;
  let root = -1, chosen = -1, words = "", drawn = [];
  const plot = make("div", {class: "plot"});
  plot.style.height = tall + "px";
  const canvas = make("canvas", {tabIndex: 0, role: "img", "aria-label": show(data.title) + ": " + boxes.length +
    " boxes. Arrow keys move between boxes, Enter zooms in on one, Escape goes back."});
  plot.append(canvas);
  const status = make("span", {class: "note", role: "status"});
  const is_below = (i, top) => {
    for (; i >= 0; i = boxes[i].parent)
      if (i === top) return true;
    return top < 0;
  };
  const draw = () => {
    const width = plot.clientWidth, pen = canvas_of(canvas, width, tall);
    const from = root < 0 ? 0 : boxes[root].start, span = (root < 0 ? all : boxes[root].value) || 1;
    const top = root < 0 ? 0 : boxes[root].depth;
    const holders = new Set();
    for (let i = root < 0 ? -1 : boxes[root].parent; i >= 0; i = boxes[i].parent) holders.add(i);
    pen.fillStyle = colour("card");
    pen.fillRect(0, 0, width, tall);
    pen.font = "12px system-ui, sans-serif";
    pen.textBaseline = "middle";
    pen.textAlign = "left";
    drawn = [{i: -1, x: 0, y: 0, width, height: row - 1}];
    boxes.forEach((box, i) => {
      if (holders.has(i) || !is_below(i, root)) return;
      const x = (box.start - from) / span * width, wide = box.value / span * width;
      const y = (box.depth - top + 1) * row;
      if (wide < 0.5 || y > tall) return;
      drawn.push({i, x, y, width: wide, height: row - 1});
    });
    for (const part of drawn) {
      const box = part.i < 0 ? null : boxes[part.i];
      const tone = box ? series_colour(box.depth) : colour("mark");
      const dim = words !== "" && box && !box.hit;
      pen.fillStyle = dim ? with_strength(tone, colour("paper"), 0.75) : tone;
      pen.fillRect(part.x, part.y, Math.max(1, part.width - 1), part.height);
      if (part.i === chosen && document.activeElement === canvas) {
        pen.strokeStyle = colour("ink");
        pen.lineWidth = 2;
        pen.strokeRect(part.x + 1, part.y + 1, Math.max(1, part.width - 3), part.height - 2);
      }
      if (part.width < 30) continue;
      pen.fillStyle = box && !dim ? ink_on(tone) : colour("ink");
      const text = box ? box.name + "  " + value_text(box.value)
        : root < 0 ? "all  " + value_text(all) : "back to all from " + path_of(root);
      pen.fillText(cut(pen, show(text), part.width - 10), part.x + 5, part.y + row / 2);
    }
    figure.dataset.drawn = drawn.length - 1;
  };
  const say = (part, x, y) => {
    if (part.i < 0) return tip.hide();
    const box = boxes[part.i];
    tip.at(x, y, path_of(part.i), [value_text(box.value) + ", " + share_text(box.value),
      "self: " + value_text(Math.max(0, box.value - box.inside)), box.note].filter(line => line !== ""));
  };
  const at = event => {
    const {x, y} = place(event, canvas);
    return drawn.find(part => x >= part.x && x < part.x + part.width && y >= part.y && y < part.y + row);
  };
  const open = i => {
    root = i;
    chosen = i;
    figure.dataset.root = i < 0 ? "" : path_of(i);
    tip.hide();
    draw();
  };
  canvas.addEventListener("pointermove", event => {
    const part = at(event), spot = place(event, figure);
    canvas.style.cursor = part ? "pointer" : "default";
    if (part) say(part, spot.x, spot.y);
    else tip.hide();
  });
  canvas.addEventListener("pointerleave", () => tip.hide());
  canvas.addEventListener("click", event => {
    const part = at(event);
    if (part) open(part.i === root && part.i >= 0 ? boxes[part.i].parent : part.i);
  });
  canvas.addEventListener("keydown", event => {
    const shown = drawn.map(part => part.i).filter(i => i >= 0);
    const now = shown.indexOf(chosen);
    const next = {ArrowRight: now + 1, ArrowDown: now + 1, ArrowLeft: now - 1, ArrowUp: now - 1, Home: 0}[event.key];
    if (event.key === "Enter" && chosen >= 0) open(chosen);
    else if (event.key === "Escape") open(root < 0 ? -1 : boxes[root].parent);
    else if (next !== undefined && shown.length > 0) {
      chosen = shown[Math.max(0, Math.min(shown.length - 1, next))];
      draw();
      const part = drawn.find(one => one.i === chosen), left = place({clientX: 0, clientY: 0}, figure);
      const mine = place({clientX: 0, clientY: 0}, canvas);
      say(part, part.x + left.x - mine.x, part.y + left.y - mine.y + row);
    } else return;
    event.preventDefault();
  });
  canvas.addEventListener("focus", draw);
  canvas.addEventListener("blur", () => { tip.hide(); draw(); });
  const search = value => {
    words = value.trim().toLowerCase();
    let sum = 0, hits = 0;
    boxes.forEach((box, i) => {
      box.hit = words !== "" && path_of(i).toLowerCase().includes(words);
      if (!box.hit) return;
      ++hits;
      if (box.parent < 0 || !boxes[box.parent].hit) sum += box.value;  // nested hits count once
    });
    status.textContent = words === "" ? "" : number(hits, 0) + " boxes, " + value_text(sum) + ", " + share_text(sum);
    figure.dataset.hits = hits;
    draw();
  };
  tools.append(make("input", {type: "search", placeholder: "Find", "aria-label": "Find boxes of " + show(data.title),
                              oninput(event) { search(event.target.value); }}), status,
               make("button", {type: "button", onclick: () => open(-1)}, "All"));
  figure.append(plot);
  keep_drawn(plot, draw);
  draw();
};
