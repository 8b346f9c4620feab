/** Human-readable numbers and times. */
const formats = new Map();
const number = (value, digits, separators = true) => {
  const key = digits * 2 + (separators ? 1 : 0);
  if (!formats.has(key))
    formats.set(key, new Intl.NumberFormat("en-US", {
      minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: separators}));
  return formats.get(key).format(value);
};
const brief = value => {
  if (value === 0) return "0";
  const size = Math.abs(value);
  return size >= 1e15 || size < 1e-4 ? value.toExponential(2)
    : number(value, size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : size >= 1 ? 3 : 6)
      .replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
};
const scaled = (value, unit) => {
  if (!(value > 0)) return "0 " + unit;
  const steps = ["", "k", "M", "G", "T", "P", "E"];
  const step = Math.max(0, Math.min(steps.length - 1, Math.floor(Math.log10(value) / 3)));
  return brief(Number((value / 1000 ** step).toPrecision(4))) + " " + steps[step] + unit;
};
const time_text = ns => {
  const size = Math.abs(ns);
  return size >= 1e9 ? brief(ns / 1e9) + " s" : size >= 1e6 ? brief(ns / 1e6) + " ms"
    : size >= 1e3 ? brief(ns / 1e3) + " \u03bcs" : brief(ns) + " ns";
};
/** The smallest 1, 2 or 5 times a power of ten that is at least `least`: the step between ticks of an axis. */
const round_step = least => {
  const ten = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map(n => n * ten).find(n => n >= least * (1 - 1e-9));
};
