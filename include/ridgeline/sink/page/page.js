/** Builds the page; runs after all other files. Tables are built when they are opened, charts one by one, so the
    first ones appear at once. */
const kinds = {bars: bar_chart, stacked: bar_chart, histogram: bar_chart, spans: span_chart, roofline: roofline,
               timeline: timeline, flame: flame};
const begin = async () => {
  const about = read("page");
  document.title = show(about.title);
  const themes = ["auto", "light", "dark"];
  const theme = make("button", {type: "button", title: "Colours: system, light or dark", onclick() {
    const next = themes[(themes.indexOf(document.documentElement.dataset.theme || "auto") + 1) % themes.length];
    if (next === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    theme.textContent = "Theme: " + next;
    redraw_all();
  }}, "Theme: auto");
  theme.id = "theme";
  const tools = make("div", {class: "tools"});
  for (const link of about.links) tools.append(make("a", {class: "button", href: link.to, download: ""}, link.text));
  tools.append(make("button", {type: "button", onclick: () => print()}, "Print"), theme);
  const facts = about.facts.map(([name, value]) =>
    make("div", {}, make("dt", {}, show(name) + ":"), make("dd", {}, show(value))));
  document.querySelector("header").append(make("h1", {}, show(about.title)), tools,
                                          make("dl", {class: "facts"}, ...facts));
  const main = document.querySelector("main");
  main.replaceChildren();
  document.querySelector("footer").append(show(about.program + " (ridgeline) " + about.version));
  if (about.charts + about.tables === 0) main.append(empty_note("This report is empty."));
  const rest = () => new Promise(go => setTimeout(go, 0));
  for (let i = 0; i < about.charts; ++i) {
    const data = read("chart-" + i);
    await kinds[data.kind](data, main);
    await rest();
  }
  for (let i = 0; i < about.tables; ++i) {
    table_section(about.sections[i], "table-" + i, main, i === 0);
    await rest();
  }
  document.documentElement.dataset.ready = "yes";
  performance.mark("ready");
};
begin();
