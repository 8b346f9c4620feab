// Runs one report: files in, files out, nothing else. The text of the module stands before this one.
'use strict';
onmessage = async ({data}) => {
  const {wasm, program, files, options} = data;
  let out = '', errors = '', code = 1;
  const text = {out: new TextDecoder(), err: new TextDecoder()};
  const say = line => {
    const bar = /\[#* *\] +(\d+) %/.exec(line);
    if (bar) postMessage({progress: Number(bar[1]), what: line.trim().split(' ')[0]});
    else errors += line;
  };
  let line = [];
  try {
    const started = performance.now();
    const module = await ridgeline({
      noInitialRun: true,
      instantiateWasm: (imports, done) => {
        WebAssembly.instantiate(wasm, imports).then(instance => done(instance, wasm));
        return {};
      },
      preRun: [m => {
        m.ENV.NO_COLOR = '1';
        m.ENV.COLUMNS = '120';
        m.FS.init(() => null, c => { if (c !== null) out += text.out.decode(Uint8Array.of(c), {stream: true}); },
                  c => {
                    if (c === null) return;
                    line.push(c);
                    if (c === 10 || (c === 13 && line.length > 1)) say(text.err.decode(Uint8Array.from(line))), line = [];
                  });
      }],
      print: () => {}, printErr: t => { errors += t + '\n'; },
    });
    module.FS.mkdir('/in');
    module.FS.mkdir('/out');
    module.FS.mount(module.WORKERFS, {files}, '/in');
    const inputs = files.map(f => '/in/' + f.name);
    const csvs = program === 'tt_perf_report' ? ['--csv', '/out/report.csv'] : ['--output_csvs_dir', '/out/csv'];
    const words = [program, ...inputs, '--html', '/out/report.html', '--json', '/out/report.json', '--xlsx',
                   '/out/report.xlsx', ...csvs, ...options];
    try {
      code = module.callMain(words);
    } catch (e) {
      if (e && typeof e.status === 'number') code = e.status;
      else if (e instanceof RangeError || /memory/i.test(String(e))) errors += 'there is not enough memory\n';
      else throw e;
    }
    if (line.length) say(text.err.decode(Uint8Array.from(line)));
    const made = [];
    const collect = folder => {
      for (const name of module.FS.readdir(folder)) {
        if (name === '.' || name === '..') continue;
        const path = folder + '/' + name;
        if (module.FS.isDir(module.FS.stat(path).mode)) collect(path);
        else made.push({name: path.slice('/out/'.length), bytes: module.FS.readFile(path)});
      }
    };
    collect('/out');
    postMessage({done: true, code, out, errors, made, seconds: (performance.now() - started) / 1000},
                made.map(m => m.bytes.buffer));
  } catch (e) {
    const memory = e instanceof RangeError || /memory|allocat/i.test(String(e));
    postMessage({done: true, code: 1, out, made: [], seconds: 0,
                 errors: errors + (memory ? 'there is not enough memory in this browser for the trace\n' : String(e) + '\n')});
  }
};
