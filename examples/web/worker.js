/** One run of one program, in a worker that is then discarded: its memory starts empty and is freed at the end. */

/** A terminal's operations: `tell` gets each line, `progress` each state of a bar, ended by a carriage return. */
const terminal = (tell, progress) => {
  let bytes = [];
  const flush = () => {
    const text = new TextDecoder().decode(Uint8Array.from(bytes)).replace(/\u001b\[\w/g, "");
    const bar = /^(.*) \[[# ]*\] +(\d+) %$/.exec(text);
    if (bar) progress(bar[1], bar[2] / 100);
    else tell(text);
    bytes = [];
  };
  return {
    flush: () => bytes.length && flush(),
    put_char: (_, byte) => {
      if (byte === 10) flush();
      else if (byte !== 13) bytes.push(byte);
      else if (bytes.length) flush();
    },
  };
};

/** The files below a folder, [{name, bytes}], sorted by name. */
const files_below = (FS, folder, prefix = "") => FS.readdir(folder).filter(name => !/^\.\.?$/.test(name)).sort()
  .flatMap(name => {
    const path = folder + "/" + name;
    if (FS.isDir(FS.stat(path).mode)) return files_below(FS, path, prefix + name + "/");
    return [{name: prefix + name, bytes: FS.readFile(path)}];
  });

/** Lets WORKERFS read in blocks: a read asks other browser processes, which costs more than the bytes. */
const read_in_blocks = (WORKERFS, size) => {
  let file = null, begin = 0, block = new Uint8Array();
  WORKERFS.stream_ops.read = ({node}, buffer, offset, length, position) => {
    const end = Math.min(position + length, node.size);
    let done = 0;
    while (position < end) {
      if (file !== node.contents || position < begin || position >= begin + block.length) {
        file = node.contents, begin = position;
        block = new Uint8Array(WORKERFS.reader.readAsArrayBuffer(file.slice(begin, begin + size)));
        if (block.length === 0) break;
      }
      const part = block.subarray(position - begin, end - begin);
      buffer.set(part, offset + done);
      position += part.length, done += part.length;
    }
    return done;
  };
};

self.onmessage = async ({data: {module, files, args}}) => {
  const text = [], messages = [];
  const progress = (what, share) => self.postMessage({what, share});
  try {
    progress("starting");
    const {FS, ENV, TTY, WORKERFS, callMain} = await ridgeline_module({
      instantiateWasm: (imports, done) => {
        WebAssembly.instantiate(module, imports).then(instance => done(instance, module));
        return {};
      },
      preRun: [({ENV}) => Object.assign(ENV, {NO_COLOR: "1", COLUMNS: "100", TZ: "UTC"})],
    });
    Object.assign(TTY.default_tty_ops, terminal(line => text.push(line), progress));
    Object.assign(TTY.default_tty1_ops, terminal(line => line && messages.push(line), progress));
    read_in_blocks(WORKERFS, 16 * 2 ** 20);
    FS.mkdir("/in");
    FS.mkdirTree("/out/csvs");
    FS.mount(WORKERFS, {blobs: files}, "/in");
    FS.chdir("/in");
    progress("reading", 0);
    const code = callMain(args);
    const made = files_below(FS, "/out");
    self.postMessage({code, text, messages, made}, made.map(file => file.bytes.buffer));
  } catch (error) {
    self.postMessage({code: -1, text, messages: [...messages, String(error && error.message || error)], made: []});
  }
};
