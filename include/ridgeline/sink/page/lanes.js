/** Unpacks, searches and paints the bars of a timeline. Each lane is painted as a row of pixels, one step per pixel
    however many bars fall into it, so frame time depends on the screen, not on the data. */
/** The first index at or after `from` whose value is above `limit`: galloping, then binary search. */
const above = (sorted, limit, from) => {
  let low = from, step = 1;
  while (low + step < sorted.length && sorted[low + step] <= limit) {
    low += step;
    step *= 2;
  }
  let high = Math.min(sorted.length, low + step);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Starts are delta-encoded. */
const unpack = ([steps, lengths, names]) => {
  const n = steps.length, starts = new Float64Array(n), ends = new Float64Array(n);
  let at = 0;
  for (let i = 0; i < n; ++i) {
    at += steps[i];
    starts[i] = at;
    ends[i] = at + lengths[i];
  }
  return {starts, ends, names: Uint32Array.from(names)};
};

/** Paints the bars between `from` and `to` into a row of pixels. */
const paint_row = (row, width, level, from, to, tones, edges) => {
  const {starts, ends, names} = level, per_unit = width / (to - from), n = starts.length;
  for (let i = above(ends, from, 0); i < n && starts[i] < to;) {
    const x = (starts[i] - from) * per_unit, end = (ends[i] - from) * per_unit;
    const first = Math.max(0, Math.floor(x)), last = Math.min(width, Math.max(first + 1, Math.round(end)));
    row.fill(tones[names[i]], first, last);
    if (end - x > 4 && last < width) row[last - 1] = edges[names[i]];
    // Skip bars that end within the pixel just painted.
    i = end - x >= 1 ? i + 1 : Math.max(i + 1, above(ends, from + last / per_unit, i));
  }
};

const packed_colour = hex => {
  const part = at => parseInt(hex.slice(at, at + 2), 16);
  return (0xff000000 | part(5) << 16 | part(3) << 8 | part(1)) >>> 0;  // as a little-endian pixel
};
