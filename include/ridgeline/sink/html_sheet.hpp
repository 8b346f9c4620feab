#ifndef RIDGELINE_SINK_HTML_SHEET_HPP
#define RIDGELINE_SINK_HTML_SHEET_HPP

#include <string_view>

namespace ridgeline::sink_detail {

/// The style of a page: light and dark by the reader's system or choice, and for paper.
inline constexpr std::string_view html_sheet = R"css(
:root {
  color-scheme: light;
  --paper: #ffffff; --card: #f7f8fa; --ink: #1b2430; --soft: #5a6675; --line: #d5dae1; --mark: #e6eef8;
  --accent: #1f5fa8; --grid: #e4e8ee; --bad: #b3261e;
  --c0: #2f6fb3; --c1: #d07b1f; --c2: #2e8b62; --c3: #b4475f; --c4: #7757a8; --c5: #876a2f; --c6: #2f93a6;
  --c7: #808a96; --t-grey: #6b7683; --t-red: #b3261e; --t-green: #1c7a47; --t-yellow: #8a6500; --t-blue: #1f5fa8;
  --t-magenta: #97338f; --t-cyan: #0b7285; --t-white: #1b2430; --t-orange: #b35309;
}
@media (prefers-color-scheme: dark) {
  :root:not([data-theme="light"]) {
    color-scheme: dark;
    --paper: #12161c; --card: #1a2029; --ink: #e4e9f0; --soft: #9aa7b6; --line: #323c49; --mark: #22324a;
    --accent: #7db4f0; --grid: #28313c; --bad: #ff8a80;
    --c0: #6ea8e6; --c1: #eea454; --c2: #5fc092; --c3: #e58398; --c4: #b096dd; --c5: #c7a765; --c6: #6cc6d6;
    --c7: #98a2ae; --t-grey: #8b97a5; --t-red: #ff8a80; --t-green: #6fd39c; --t-yellow: #e5c454; --t-blue: #7db4f0;
    --t-magenta: #e59add; --t-cyan: #6cd0e0; --t-white: #e4e9f0; --t-orange: #f3a45e;
  }
}
:root[data-theme="dark"] {
  color-scheme: dark;
  --paper: #12161c; --card: #1a2029; --ink: #e4e9f0; --soft: #9aa7b6; --line: #323c49; --mark: #22324a;
  --accent: #7db4f0; --grid: #28313c; --bad: #ff8a80;
  --c0: #6ea8e6; --c1: #eea454; --c2: #5fc092; --c3: #e58398; --c4: #b096dd; --c5: #c7a765; --c6: #6cc6d6;
  --c7: #98a2ae; --t-grey: #8b97a5; --t-red: #ff8a80; --t-green: #6fd39c; --t-yellow: #e5c454; --t-blue: #7db4f0;
  --t-magenta: #e59add; --t-cyan: #6cd0e0; --t-white: #e4e9f0; --t-orange: #f3a45e;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 14px/1.45 system-ui, sans-serif; }
header, main, footer { max-width: 1500px; margin: 0 auto; padding: 0 24px; }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 6px 20px; padding-top: 20px; padding-bottom: 8px; }
h1 { font-size: 22px; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 16px; margin: 0; overflow-wrap: anywhere; }
header .tools { margin-left: auto; display: flex; gap: 8px; align-items: center; }
dl.facts { flex-basis: 100%; display: flex; flex-wrap: wrap; gap: 2px 24px; margin: 0; color: var(--soft); }
dl.facts div { display: flex; gap: 6px; }
dl.facts dd { margin: 0; color: var(--ink); overflow-wrap: anywhere; }
button, select, input, a.button { font: inherit; color: var(--ink); background: var(--paper);
  border: 1px solid var(--line); border-radius: 6px; padding: 3px 10px; text-decoration: none; }
button, select, a.button { cursor: pointer; }
button:hover, a.button:hover, select:hover { border-color: var(--accent); }
button[aria-pressed="false"] { opacity: 0.5; text-decoration: line-through; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
figure, details.table { margin: 0; min-width: 0; background: var(--card); border: 1px solid var(--line);
  border-radius: 10px; padding: 14px 16px; position: relative; }
figure header, details summary { padding: 0; max-width: none; }
figure > .head { display: flex; flex-wrap: wrap; gap: 6px 14px; align-items: center; margin-bottom: 8px; }
figure > .head .tools { margin-left: auto; display: flex; flex-wrap: wrap; gap: 6px; align-items: center; }
figure p.about, p.note { color: var(--soft); margin: 4px 0 8px; }
figure .legend { display: flex; flex-wrap: wrap; gap: 4px 6px; margin-bottom: 8px; max-height: 118px; overflow: auto; }
figure .legend button { display: inline-flex; align-items: center; gap: 6px; font-size: 12px; padding: 1px 8px; }
figure .legend i { width: 10px; height: 10px; border-radius: 2px; flex: none; }
figure .keys { margin: 8px 0 0; gap: 4px 14px; font-size: 12px; }
figure .keys span { display: inline-flex; align-items: center; gap: 6px; color: var(--soft); }
main { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 18px; padding-top: 8px;
  grid-auto-flow: dense; padding-bottom: 18px; }
main > * { grid-column: 1 / -1; }
main > figure[data-kind="bars"], main > figure[data-kind="histogram"] { grid-column: auto; }
@media (max-width: 900px) { main { grid-template-columns: minmax(0, 1fr); } main > figure { grid-column: 1 / -1; } }
.plot { position: relative; width: 100%; }
.plot canvas { display: block; width: 100%; }
.scroller { position: relative; overflow-x: hidden; overflow-y: auto; border: 1px solid var(--line); }
.scroller canvas { position: sticky; top: 0; display: block; touch-action: pan-y; }
.empty { padding: 40px 0; text-align: center; color: var(--soft); }
.tip { position: absolute; z-index: 5; pointer-events: none; max-width: min(520px, 90%); background: var(--paper);
  border: 1px solid var(--line); border-radius: 6px; padding: 6px 10px; box-shadow: 0 4px 14px rgb(0 0 0 / 20%);
  font-size: 12px; white-space: pre-wrap; overflow-wrap: anywhere; }
.tip b { display: block; }
details.table summary { cursor: pointer; display: flex; gap: 10px; align-items: baseline; }
details.table summary::before { content: "▸"; color: var(--soft); }
details.table[open] summary::before { content: "▾"; }
details.table summary .note { color: var(--soft); }
.bar { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin: 10px 0; }
.bar input[type="search"] { min-width: 240px; }
.rows { overflow: auto; max-height: 70vh; border: 1px solid var(--line); border-radius: 6px; background: var(--paper); }
.rows table { border-collapse: separate; border-spacing: 0; table-layout: fixed; font-size: 13px; }
.rows th, .rows td { padding: 0 10px; height: 24px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
  text-align: right; font-variant-numeric: tabular-nums; }
.rows .left { text-align: left; }
.rows th { position: sticky; top: 0; z-index: 1; background: var(--card); border-bottom: 1px solid var(--line);
  height: auto; padding: 4px 10px; font-weight: 600; }
.rows th button { border: 0; background: none; padding: 0; font-weight: 600; max-width: 100%; overflow: hidden;
  text-overflow: ellipsis; }
.rows th small { color: var(--soft); font-weight: 400; }
.rows th input { display: block; width: 100%; min-width: 4em; margin-top: 3px; padding: 1px 5px; font-size: 12px; }
.rows tbody tr:nth-child(even) td { background: color-mix(in srgb, var(--card) 60%, var(--paper)); }
.rows tbody tr:hover td { background: var(--mark); }
.rows td.gap { padding: 0; border: 0; }
.k-grey { color: var(--t-grey); } .k-red { color: var(--t-red); } .k-green { color: var(--t-green); }
.k-yellow { color: var(--t-yellow); } .k-blue { color: var(--t-blue); } .k-magenta { color: var(--t-magenta); }
.k-cyan { color: var(--t-cyan); } .k-white { color: var(--t-white); } .k-orange { color: var(--t-orange); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
footer { color: var(--soft); padding-top: 4px; padding-bottom: 24px; }
@media print {
  :root, :root[data-theme] { color-scheme: light; --paper: #fff; --card: #fff; --ink: #000; --soft: #444;
    --line: #bbb; --grid: #ddd; }
  header .tools, figure .tools, .bar, .rows th input, .tip { display: none !important; }
  header, main, footer { max-width: none; padding: 0; }
  figure, details.table { break-inside: avoid; border-color: #bbb; }
  details.table { break-inside: auto; }
  .rows, .scroller { max-height: none !important; overflow: visible; }
  .rows th { position: static; }
}
)css";

}  // namespace ridgeline::sink_detail

#endif  // RIDGELINE_SINK_HTML_SHEET_HPP
