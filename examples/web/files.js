/** What a file is, and files into an archive. */

/** The first bytes of a file, unpacked. */
const first_bytes = async (file, most = 65536) => {
  const front = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (front[0] !== 0x1f || front[1] !== 0x8b) return new Uint8Array(await file.slice(0, most).arrayBuffer());
  const reader = file.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const bytes = new Uint8Array(most);
  let filled = 0;
  try {
    while (filled < most) {
      const {done, value} = await reader.read();
      if (done) break;
      const part = value.subarray(0, most - filled);
      bytes.set(part, filled);
      filled += part.length;
    }
  } catch {
    // what could be unpacked; the program says what is wrong with it
  }
  reader.cancel().catch(() => {});
  return bytes.subarray(0, filled);
};

/** The program for a file, by how it begins, as `./run report` picks it: {program} or {why} not. */
const program_for = async file => {
  const name = file.name.toLowerCase(), bytes = await first_bytes(file);
  if (bytes.length === 0) return {why: "an empty file"};
  if (/\.xplane\.pb(\.gz)?$/.test(name)) return {program: "jax_report"};
  const text = new TextDecoder("latin1").decode(bytes), has = word => text.includes(word);
  if (text.startsWith("SQLite format 3") || has('"rocprofiler-sdk-tool"')) return {program: "gpu_report"};
  const packets = bytes[0] === 0x0a && !/^\n[ \t\r\n]*[{["]/.test(text);
  if (packets && /\.pb(\.gz)?$/.test(name)) return {program: "jax_report"};
  if (packets) {
    const of_rocprof = ["kernel_dispatch", "hip_api", "hsa_api", "memory_copy", "COMPUTE GPU [", "COPY to AGENT ["];
    return {program: of_rocprof.some(has) ? "gpu_report" : "pytorch_report"};
  }
  const line = text.replace(/^\u00ef\u00bb\u00bf/, "").split("\n", 1)[0];
  if (/^\s*[{[]/.test(text.replace(/^\u00ef\u00bb\u00bf/, "")) || /\.json(\.gz)?$/.test(name))
    return {program: "pytorch_report"};
  if (/^(ARCH:|Chip clock is at)/.test(line)) return {program: "tt_device_report"};
  if (/(^|,)"?OP CODE"?(,|\r|$)/.test(line) || name.endsWith(".csv")) return {program: "tt_perf_report"};
  if (/[\0-\x08]/.test(text)) return {program: "pytorch_report"};  // it names other packings
  return {why: "expected a trace of PyTorch, JAX, Nsight Systems, rocprofv3 or Perfetto, an ops CSV or a device log, " +
    "found " + JSON.stringify(line.slice(0, 40))};
};

/** The words of a command line: blanks divide, quotes hold together. */
const words_of = text => (text.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) || []).map(word => word.replace(/["']/g, ""));

const crc_table = Uint32Array.from({length: 256}, (_, n) => {
  for (let bit = 0; bit < 8; ++bit) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
  return n;
});
const crc_of = bytes => {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ crc_table[(crc ^ byte) & 255];
  return (crc ^ 0xffffffff) >>> 0;
};

/** An archive of [{name, bytes}], not compressed. The date is fixed: equal files give equal bytes. */
const zip_of = files => {
  const parts = [], list = [], names = new TextEncoder();
  let at = 0, list_size = 0;
  const record = (size, fill) => {
    const view = new DataView(new ArrayBuffer(size));
    fill(view);
    return view.buffer;
  };
  for (const {name, bytes} of files) {
    const text = names.encode(name), crc = crc_of(bytes);
    /** From `from` on, the fields that the file and the list have in common. */
    const facts = (view, from) => {
      view.setUint16(from, 20, true);
      view.setUint16(from + 2, 0x0800, true);  // names are UTF-8
      view.setUint16(from + 8, 0x21, true);  // 1980-01-01
      view.setUint32(from + 10, crc, true);
      view.setUint32(from + 14, bytes.length, true);
      view.setUint32(from + 18, bytes.length, true);
      view.setUint16(from + 22, text.length, true);
    };
    const begin = at;
    parts.push(record(30, view => { view.setUint32(0, 0x04034b50, true); facts(view, 4); }), text, bytes);
    list.push(record(46, view => {
      view.setUint32(0, 0x02014b50, true);
      view.setUint16(4, 20, true);
      facts(view, 6);
      view.setUint32(42, begin, true);
    }), text);
    at += 30 + text.length + bytes.length;
    list_size += 46 + text.length;
  }
  const end = record(22, view => {
    view.setUint32(0, 0x06054b50, true);
    view.setUint16(8, files.length, true);
    view.setUint16(10, files.length, true);
    view.setUint32(12, list_size, true);
    view.setUint32(16, at, true);
  });
  return new Blob([...parts, ...list, end], {type: "application/zip"});
};
