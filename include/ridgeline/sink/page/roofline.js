/** Ops by arithmetic intensity and achieved rate, under the chip's roofs. */
const roofline = async (data, main) => {
  const {figure, tools, tip} = figure_of(data);
  main.append(figure);
  // Heaviest first: the slider keeps a prefix of this list.
  const points = data.points.map(([name, roof, intensity, rate, share, bound, count, ns]) =>
    ({name, roof, intensity, rate, share, bound, count, ns})).sort((a, b) => b.ns - a.ns);
  const whole = points.reduce((sum, p) => sum + p.ns, 0);
  let sum = 0;
  for (const point of points) {
    point.before = whole > 0 ? sum / whole : 0;
    sum += point.ns;
  }
  let chosen_roof = -1, kept = 1, alone = null, at_key = -1;
  const height = 480;
  const plot = make("div", {class: "plot"});
  plot.style.height = height + "px";
  const canvas = make("canvas", {tabIndex: 0, role: "img", "aria-label": show(data.title) +
    ": achieved rate over arithmetic intensity. Arrow keys move between ops, Enter isolates one, Escape shows all."});
  plot.append(canvas);
  const roofs = () => data.roofs.map((roof, i) => ({...roof, i}))
    .filter(roof => roof.rate > 0 && (chosen_roof < 0 || roof.i === chosen_roof));
  const shown = () => points.filter(p => (chosen_roof < 0 || p.roof === chosen_roof) &&
    (kept >= 1 || p.before < kept) && (alone === null || p === alone));

  /** Axis ranges: from all points and the roofs' ridge points, whatever is selected. */
  const range = (() => {
    const xs = points.map(p => p.intensity), ys = points.map(p => p.rate);
    for (const roof of data.roofs)
      if (data.memory > 0 && roof.rate > 0) {
        xs.push(roof.rate / data.memory);
        ys.push(roof.rate);
      }
    const span = values => {
      const low = values.reduce((a, b) => Math.min(a, b), Infinity);
      const high = values.reduce((a, b) => Math.max(a, b), 0);
      if (!(high > 0)) return [0.1, 1000];
      return [10 ** Math.floor(Math.log10(low) - 0.1), 10 ** Math.ceil(Math.log10(high) + 0.1)];
    };
    return {x: span(xs), y: span(ys)};
  })();
  const radius = p => whole > 0 ? 3.5 + 12 * Math.sqrt(p.ns / whole) : 4;
  const tone = p => series_colour(p.roof < 0 ? 7 : p.roof);
  const roof_line = roof => {
    const [low, high] = range.x;
    if (!(data.memory > 0)) return [[low, roof.rate], [high, roof.rate]];
    const ridge = roof.rate / data.memory;
    return ridge <= low ? [[low, roof.rate], [high, roof.rate]]
      : [[low, low * data.memory], [Math.min(ridge, high), Math.min(roof.rate, high * data.memory)],
         [high, Math.min(roof.rate, high * data.memory)]];
  };

  let to_x = null, to_y = null;  // scales of the last drawing
  const paint = () => {
    const width = plot.clientWidth, pen = canvas_of(canvas, width, height);
    const left = 104, right = 30, top = 12, bottom = 46;
    const log = (value, [low, high]) => Math.log(value / low) / Math.log(high / low);
    to_x = value => left + log(value, range.x) * (width - left - right);
    to_y = value => height - bottom - log(value, range.y) * (height - top - bottom);
    pen.clearRect(0, 0, width, height);
    pen.textBaseline = "middle";
    const steps = (v, end) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map(n => n * v).filter(line => line <= end * 1.001);
    for (let v = range.x[0]; v <= range.x[1] * 1.001; v *= 10) {
      pen.fillStyle = colour("grid");
      for (const line of steps(v, range.x[1])) pen.fillRect(to_x(line), top, 1, height - top - bottom);
      pen.fillStyle = colour("soft");
      pen.textAlign = "center";
      pen.fillText(brief(v), to_x(v), height - bottom + 12);
    }
    for (let v = range.y[0]; v <= range.y[1] * 1.001; v *= 10) {
      pen.fillStyle = colour("grid");
      for (const line of steps(v, range.y[1])) pen.fillRect(left, to_y(line), width - left - right, 1);
      pen.fillStyle = colour("soft");
      pen.textAlign = "right";
      pen.fillText(scaled(v, "FLOP/s"), left - 6, to_y(v));
    }
    pen.textAlign = "center";
    pen.fillText("FLOP per byte of memory traffic", (left + width - right) / 2, height - 10);
    pen.save();
    pen.translate(8, (top + height - bottom) / 2);
    pen.rotate(-Math.PI / 2);
    pen.fillText("achieved rate", 0, 0);
    pen.restore();
    pen.save();
    pen.beginPath();
    pen.rect(left, top, width - left - right, height - top - bottom);
    pen.clip();
    for (const roof of roofs()) {
      pen.strokeStyle = series_colour(roof.i);
      pen.lineWidth = 2;
      pen.beginPath();
      roof_line(roof).forEach(([x, y], i) => i === 0 ? pen.moveTo(to_x(x), to_y(y)) : pen.lineTo(to_x(x), to_y(y)));
      pen.stroke();
    }
    for (const p of shown()) {
      pen.fillStyle = tone(p) + "b0";
      pen.strokeStyle = colour("ink");
      pen.lineWidth = points[at_key] === p ? 2.5 : 0.7;
      pen.beginPath();
      pen.arc(to_x(p.intensity), to_y(p.rate), radius(p), 0, 7);
      pen.fill();
      pen.stroke();
    }
    pen.restore();
    label_roofs(pen, width - right);
  };
  const label_roofs = (pen, right) => {
    pen.font = "11px system-ui, sans-serif";
    pen.textAlign = "right";
    pen.textBaseline = "bottom";
    const lines = [];  // roofs of equal rate share a label
    for (const roof of roofs().sort((a, b) => b.rate - a.rate)) {
      const last = lines[lines.length - 1];
      if (last && last.rate === roof.rate) last.names.push(show(roof.name));
      else lines.push({rate: roof.rate, i: roof.i, names: [show(roof.name)]});
    }
    let above = -Infinity, roof_above = -Infinity;
    for (const line of lines) {
      const own = to_y(line.rate), clear = own - 14 > roof_above;  // the roof above must not strike it through
      const y = Math.max(own + (clear ? -3 : 14), above + 12);  // labels of close roofs must not overlap
      roof_above = own;
      pen.fillStyle = line.names.length > 1 ? colour("ink") : series_colour(line.i);
      pen.fillText(line.names.join(", ") + "  " + scaled(line.rate, "FLOP/s"), right - 6, y);
      above = y;
    }
  };
  const status = make("span", {class: "note", role: "status"});
  const draw = () => {
    paint();
    const ops = shown(), time = ops.reduce((total, p) => total + p.ns, 0);
    status.textContent = ops.length + " of " + points.length + " ops, " +
      (whole > 0 ? number(time / whole * 100, 1) : "0") + " % of the time";
    figure.dataset.shown = ops.length;
    figure.dataset.alone = alone ? show(alone.name) : "";
    figure.dataset.roof = chosen_roof < 0 ? "all" : data.roofs[chosen_roof].name;
  };
  const say = p => {
    const roof = p.roof < 0 ? null : data.roofs[p.roof];
    const attainable = roof ? Math.min(roof.rate, data.memory > 0 ? p.intensity * data.memory : Infinity) : NaN;
    const at = place({clientX: 0, clientY: 0}, figure), from = place({clientX: 0, clientY: 0}, canvas);
    tip.at(to_x(p.intensity) + at.x - from.x, to_y(p.rate) + at.y - from.y, p.name, [
      "Intensity: " + brief(p.intensity) + " FLOP/B", "Achieved: " + scaled(p.rate, "FLOP/s"),
      ...roof && roof.rate > 0
        ? ["Peak: " + scaled(roof.rate, "FLOP/s") + " (" + roof.name + ")",
           "Attainable: " + scaled(attainable, "FLOP/s")]
        : ["Peak: unknown" + (roof ? " (" + roof.name + ")" : "")],
      ...p.share !== null ? ["Share of the roof: " + number(p.share * 100, 1) + " %"] : [],
      ...p.bound ? ["Bound: " + p.bound] : [], "Count: " + number(p.count, 0), "Time: " + time_text(p.ns)]);
  };
  const near = event => {
    const at = place(event, canvas);
    let best = null, least = Infinity;
    for (const p of shown()) {
      const far = Math.hypot(to_x(p.intensity) - at.x, to_y(p.rate) - at.y) - radius(p);
      if (far < least) [best, least] = [p, far];
    }
    return least < 6 ? best : null;
  };
  const isolate = p => {
    alone = alone === p ? null : p;
    draw();
  };
  canvas.addEventListener("pointermove", event => {
    const p = near(event);
    canvas.style.cursor = p ? "pointer" : "";
    if (p) say(p);
    else tip.hide();
  });
  canvas.addEventListener("pointerleave", () => tip.hide());
  canvas.addEventListener("click", event => {
    const p = near(event);
    if (p) isolate(p);
    else if (alone) isolate(alone);
  });
  canvas.addEventListener("keydown", event => {
    const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
    const ops = shown();
    if (step && ops.length > 0) {
      const now = ops.indexOf(points[at_key]);
      const next = ops[now < 0 ? 0 : (now + step + ops.length) % ops.length];
      at_key = points.indexOf(next);
      draw();
      say(next);
    } else if (event.key === "Enter" && at_key >= 0) {
      isolate(points[at_key]);
    } else if (event.key === "Escape") {
      alone = null;
      tip.hide();
      draw();
    } else {
      return;
    }
    event.preventDefault();
  });
  if (points.length === 0 && data.roofs.length === 0) {
    figure.append(empty_note("No op in this report has both FLOP and memory traffic."));
    return;
  }
  const precision = make("select", {"aria-label": "Precision", onchange(event) {
    chosen_roof = Number(event.target.value);
    alone = null;
    draw();
  }}, make("option", {value: "-1"}, "all precisions"),
    ...data.roofs.map((roof, i) => make("option", {value: String(i)}, show(roof.name))));
  const slider = make("input", {type: "range", min: "1", max: "100", value: "100", "aria-label":
    "Show the heaviest ops, up to this percentage of cumulative time", oninput(event) {
      kept = Number(event.target.value) / 100;
      amount.textContent = event.target.value + " %";
      draw();
    }});
  const amount = make("span", {}, "100 %");
  tools.append(make("label", {}, "Precision ", precision), make("label", {}, "Heaviest ops ", slider, " ", amount),
    make("button", {type: "button", onclick: () => save_png(file_name(data.title) + ".png", canvas)}, "PNG"),
    make("button", {type: "button", onclick: () => save_csv(file_name(data.title) + ".csv",
      ["name", "precision", "FLOP/byte", "FLOP/s", "share of roof", "bound", "count", "time ns"],
      shown().map(p => [p.name, p.roof < 0 ? "" : data.roofs[p.roof].name, p.intensity, p.rate, p.share, p.bound,
                        p.count, p.ns]))}, "CSV"));
  figure.append(plot, status);
  keep_drawn(plot, draw);
  draw();
};
