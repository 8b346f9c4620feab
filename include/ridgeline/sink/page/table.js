/** Tables that can be sorted and filtered. Only the rows in view are in the DOM. */
const table_section = (section, id, main, open) => {
  const count = number(section.rows, 0) + (section.rows === 1 ? " row" : " rows") +
    (section.shown < section.rows ? ", the first " + number(section.shown, 0) + " are on this page" : "");
  const box = make("details", {class: "table"}, make("summary", {}, make("h2", {}, show(section.name)),
                                                     make("span", {class: "note"}, count)));
  box.dataset.table = section.name;
  let built = false;
  const build = () => {
    if (built) return;
    built = true;
    box.append(...table_view(read(id), section));
  };
  box.addEventListener("toggle", () => box.open && build());
  addEventListener("beforeprint", () => { if (box.open) build(); });
  if (open && section.shown > 0) {
    box.open = true;
    build();
  }
  main.append(box);
};

/** The predicate of a column's filter: `>5`, `<= 3` and `=0` compare numbers, other text matches part of the cell. */
const asked = text => {
  const wanted = text.trim();
  if (wanted === "") return null;
  const compared = /^(<=|>=|<|>|=)\s*(-?[\d.,]+(?:e[+-]?\d+)?)$/i.exec(wanted);
  if (compared) {
    const limit = Number(compared[2].replaceAll(",", ""));
    const by = {"<": v => v < limit, ">": v => v > limit, "<=": v => v <= limit, ">=": v => v >= limit,
                "=": v => v === limit}[compared[1]];
    return value => typeof value === "number" && by(value);
  }
  const part = wanted.toLowerCase();
  return (value, text_of) => text_of(value).toLowerCase().includes(part);
};

const table_view = (data, section) => {
  const {columns, rows} = data;
  const row_height = 24;
  const text_of = (value, column) => value === null ? "" : value === true ? "yes" : value === false ? "no"
    : typeof value === "number"
      ? number(value, Number.isInteger(value) && column.whole ? 0 : column.digits, column.separators) : show(value);
  columns.forEach((column, c) => {
    column.whole = rows.every(row => row[c] === null || Number.isInteger(row[c]));
    column.numeric = rows.every(row => row[c] === null || typeof row[c] === "number");
    column.left = column.left || !column.numeric && rows.some(row => typeof row[c] === "string");
  });
  const texts = columns.map(column => value => text_of(value, column));

  let order = rows.map((_, i) => i), sorted = -1, rising = true, any = "";
  const filters = columns.map(() => null);
  const body = make("tbody");
  const above = make("td", {class: "gap", colSpan: columns.length});
  const below = make("td", {class: "gap", colSpan: columns.length});
  const colour_at = (r, c) => {
    const of = data.colors && data.colors[r];
    return of ? of["*"] || of[c] || "" : "";
  };
  const line = r => make("tr", {}, ...columns.map((column, c) => {
    const value = rows[r][c];
    const text = value === null ? "" : texts[c](value);
    const cell = make("td", {class: (column.left ? "left " : "") + (colour_at(r, c) && "k-" + colour_at(r, c))}, text);
    if (text.length > 24) cell.title = text.slice(0, 4000);
    return cell;
  }));
  const status = make("span", {class: "note", role: "status"});
  const view = make("div", {class: "rows", tabIndex: 0, role: "region", "aria-label": section.name});
  let from = -1, to = -1;
  const fill = whole => {
    const height = Math.max(view.clientHeight, 400);
    const first = whole ? 0 : Math.max(0, Math.floor(view.scrollTop / row_height) - 10) & ~1;
    const last = whole ? Math.min(order.length, 2000)
      : Math.min(order.length, first + Math.ceil(height / row_height) + 20);
    if (first === from && last === to) return;
    from = first;
    to = last;
    above.style.height = first * row_height + "px";
    below.style.height = (order.length - last) * row_height + "px";
    body.replaceChildren(make("tr", {hidden: first === 0}, above), ...order.slice(first, last).map(line),
                         make("tr", {hidden: last === order.length}, below));
  };
  const refresh = () => {
    from = to = -1;
    fill(false);
    status.textContent = number(order.length, 0) + " of " + number(rows.length, 0) + " rows";
    view.dataset.rows = order.length;
  };
  const compare = (a, b) => {
    const x = rows[a][sorted], y = rows[b][sorted];
    if (x === null || y === null) return x === y ? a - b : x === null ? 1 : -1;  // empty cells come last
    const side = typeof x === "string" || typeof y === "string"
      ? String(x).localeCompare(String(y), "en", {numeric: true}) : x - y;
    return (rising ? side : -side) || a - b;
  };
  const choose = () => {
    const words = any.toLowerCase().split(/\s+/).filter(word => word !== "");
    order = [];
    for (let r = 0; r < rows.length; ++r) {
      const row = rows[r];
      if (!filters.every((filter, c) => filter === null || row[c] !== null && filter(row[c], texts[c]))) continue;
      if (words.length > 0) {
        const all = row.map((value, c) => value === null ? "" : texts[c](value)).join("\n").toLowerCase();
        if (!words.every(word => all.includes(word))) continue;
      }
      order.push(r);
    }
    if (sorted >= 0) order.sort(compare);
    view.scrollTop = 0;
    refresh();
  };
  let waiting = 0;
  const later = () => {
    clearTimeout(waiting);
    waiting = setTimeout(choose, rows.length > 5000 ? 150 : 0);
  };

  const heads = columns.map((column, c) => {
    const head = make("th", {class: column.left ? "left" : "", scope: "col"});
    head.append(
      make("button", {type: "button", title: "Sort by " + show(column.title), onclick() {
        rising = sorted === c ? !rising : !columns[c].numeric;
        sorted = c;
        heads.forEach((other, i) => {
          other.setAttribute("aria-sort", i !== c ? "none" : rising ? "ascending" : "descending");
          other.querySelector("small.way").textContent = i !== c ? "" : rising ? " \u25b2" : " \u25bc";
        });
        choose();
      }}, show(column.title), make("small", {}, column.unit ? " " + column.unit : ""), make("small", {class: "way"})),
      make("input", {type: "text", placeholder: column.numeric ? ">" : "\u2026",
                     "aria-label": "Filter " + show(column.title) + ": part of the text, or >5, <5, =5",
                     oninput(event) { filters[c] = asked(event.target.value); later(); }}));
    return head;
  });
  const widths = make("colgroup", {}, ...columns.map((column, c) => {
    let most = column.title.length + (column.unit ? column.unit.length + 1 : 0) + 2;
    for (let r = 0; r < Math.min(rows.length, 300); ++r)
      if (rows[r][c] !== null) most = Math.max(most, texts[c](rows[r][c]).length);
    const col = make("col");
    col.style.width = Math.min(Math.max(most, 6), 60) * 7.4 + 26 + "px";
    return col;
  }));
  const table = make("table", {}, widths, make("thead", {}, make("tr", {}, ...heads)), body);
  view.append(table);
  view.addEventListener("scroll", () => fill(false), {passive: true});
  addEventListener("beforeprint", () => fill(true));
  addEventListener("afterprint", refresh);
  const bar = make("div", {class: "bar"},
    make("input", {type: "search", placeholder: "Filter rows", "aria-label": "Filter rows of " + section.name,
                   oninput(event) { any = event.target.value; later(); }}),
    status,
    make("button", {type: "button", onclick: () => save_csv(file_name(section.name) + ".csv",
      columns.map(column => column.title), order.map(r => rows[r]))}, "CSV"));
  requestAnimationFrame(refresh);
  refresh();
  return [bar, view];
};
