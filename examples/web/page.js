/** The page: takes files, runs a program on them in a worker, shows the output. */

const at = id => document.getElementById(id);
const show = (element, on) => { element.hidden = !on; };

/** The bytes of a text in the page: base64 of gzip. */
const packed = text => new Blob([Uint8Array.from(atob(text), c => c.charCodeAt(0))]).stream()
  .pipeThrough(new DecompressionStream("gzip"));

/** The programs, compiled once, before they are needed. */
const compiled = WebAssembly.compileStreaming(new Response(packed(at("module").textContent.trim()),
  {headers: {"Content-Type": "application/wasm"}}));
const worker_source = URL.createObjectURL(new Blob([at("worker").textContent], {type: "text/javascript"}));

const most = 2 ** 31 - 2 ** 20;  // bytes: a view in a 32-bit module cannot be longer
const too_large = "is larger than a page can hold: its programs have 4 GB of memory, and half of it for one file. " +
  "The program on the machine has no such limit.";
const without_memory = "There is not enough memory: a page's programs have 4 GB of it, and less where the browser " +
  "gives less. The program on the machine has no such limit.";

let running = null, addresses = [];

const address_of = blob => {
  addresses.push(URL.createObjectURL(blob));
  return addresses.at(-1);
};
const forget = () => {
  addresses.forEach(address => URL.revokeObjectURL(address));
  addresses = [];
  at("page").removeAttribute("src");
  for (const id of ["page", "result", "messages"]) show(at(id), false);
  at("saves").replaceChildren();
  at("messages").classList.remove("failed");
};

const fail = (title, lines) => {
  at("title").textContent = title;
  at("messages").textContent = lines.join("\n");
  at("messages").classList.add("failed");
  show(at("console"), false);
  for (const id of ["messages", "result"]) show(at(id), true);
  document.documentElement.dataset.state = "failed";
};

const save = (label, name, blob) => {
  const link = document.createElement("a");
  Object.assign(link, {className: "button", download: name, href: address_of(blob), textContent: label});
  at("saves").append(link);
  return link.href;
};

/** A program's output for the reader: the page in a frame, everything else to save. */
const present = (title, stem, {code, text, messages, made}) => {
  const type = {html: "text/html", json: "application/json", csv: "text/csv"};
  const blob_of = file =>
    new Blob([file.bytes], {type: type[file.name.split(".").pop()] || "application/octet-stream"});
  const page = made.find(file => file.name.endsWith(".html"));
  const sheets = made.filter(file => file.name.endsWith(".csv"));
  at("title").textContent = title;
  at("messages").textContent = messages.filter(line => !line.includes(": written: ")).join("\n");
  show(at("messages"), at("messages").textContent !== "");
  at("text").textContent = text.join("\n");
  show(at("console"), text.length > 0);
  at("console").open = !page;
  for (const file of made) {
    if (sheets.includes(file)) continue;
    const kinds = {html: "Page", xlsx: "Workbook", json: "JSON"}, name = file.name.split("/").pop();
    const label = name !== file.name ? name : kinds[name.split(".").pop()] || name;
    const address = save(label, name, blob_of(file));
    if (file === page) at("page").src = address;
  }
  if (sheets.length) save(sheets.length + " CSVs", stem + "_csvs.zip",
    zip_of(sheets.map(file => ({name: file.name.split("/").pop(), bytes: file.bytes}))));
  if (made.length > 1) save("All", stem + "_report.zip", zip_of(made));
  show(at("page"), Boolean(page));
  show(at("result"), true);
  at("result").scrollIntoView();
  document.documentElement.dataset.state = code === 0 ? "done" : "remarks";
};

/** The command line of a program on these names, as typed in the folder of the files. */
const command = (program, names, stem, options) => {
  const outputs = ["html", "xlsx", "json"].flatMap(kind => ["--" + kind, "/out/" + stem + "." + kind]);
  const csvs = {
    tt_perf_report: ["--csv", "/out/csvs/" + stem + ".csv"],
    tt_device_report: ["--output-folder", "/out/csvs", "--no-plots", "--no-artifacts"],
  }[program] || ["--output_csvs_dir", "/out/csvs"];
  const inputs = program === "tt_device_report" ? ["--device-input-log", ...names] : names;
  return [program, ...inputs, ...(options.includes("--help") ? [] : [...outputs, ...csvs]), ...options];
};

const stop = () => {
  if (running) running.worker.terminate(), clearInterval(running.clock);
  running = null;
  show(at("work"), false);
};

/** Runs the program for these files. */
const report = async files => {
  stop();
  forget();
  if (files.length === 0) return;
  document.documentElement.dataset.state = "working";
  const title = files.map(file => file.name).join(" against ");
  for (const file of files) if (file.size > most) return fail(title, [file.name + " " + too_large]);
  let program = "compare_report";
  if (files.length === 1) {
    const found = await program_for(files[0]).catch(error => ({why: "cannot be read: " + error.message}));
    if (found.why) return fail(title, [files[0].name + ": " + found.why]);
    program = found.program;
  }
  const same = new Set(files.map(file => file.name)).size < files.length;
  const names = files.map((file, i) => (same ? i + 1 + "/" : "") + file.name);
  const stem = files.length > 1 ? "comparison" : files[0].name.replace(/(\.xplane)?\.\w+(\.gz)?$/, "") || "report";
  const worker = new Worker(worker_source), begin = performance.now();
  const seconds = () => ((performance.now() - begin) / 1000).toFixed(1) + " s";
  let phase = "starting";
  const tell = share => {
    at("phase").textContent = phase + ", " + seconds();
    if (share > 0) at("share").value = share;
    else if (share === 0) at("share").removeAttribute("value");
  };
  running = {worker, clock: setInterval(tell, 100)};
  at("what").textContent = program + " on " + title;
  show(at("work"), true);
  tell(0);
  worker.onmessage = ({data}) => {
    if (data.what) {
      phase = data.share === 1 ? "working" : data.what;
      return tell(data.share || 0);
    }
    stop();
    if (data.code === -1 || data.messages.some(line => line.endsWith("there is not enough memory")))
      return fail(title, /memory|allocation|out of bounds/i.test(data.messages.join()) ? [without_memory]
        : [...data.messages, "The program ended before its time."]);
    if (data.made.length === 0 && data.text.length === 0) return fail(title, data.messages);
    document.documentElement.dataset.seconds = seconds();
    present(title + ": " + program + ", " + seconds(), stem, data);
  };
  worker.onerror = event => {
    stop();
    fail(title, [event.message || without_memory]);
  };
  try {
    const blobs = files.map((file, i) => ({name: names[i], data: file}));
    const args = command(program, names, stem, words_of(at("options").value));
    worker.postMessage({module: await compiled, files: blobs, args});
  } catch (error) {
    stop();
    fail(title, ["This browser cannot run the programs: " + error.message]);
  }
};

let chosen = [];
const take = files => {
  chosen = [...files];
  report(chosen);
};

at("files").onchange = event => {
  take(event.target.files);
  event.target.value = "";
};
at("stop").onclick = () => {
  stop();
  document.documentElement.dataset.state = "stopped";
};
at("options").onkeydown = event => {
  if (event.key === "Enter") report(chosen);
};
at("drop").onkeydown = event => {
  if (event.key === "Enter" || event.key === " ") at("files").click();
};
for (const button of document.querySelectorAll("button[data-sample]")) {
  button.onclick = async () => {
    const name = button.dataset.sample, text = document.querySelector(`script[data-file="${name}"]`).textContent.trim();
    take([new File([await new Response(packed(text)).blob()], name)]);
  };
}
addEventListener("dragover", event => {
  event.preventDefault();
  at("drop").classList.add("over");
});
for (const name of ["dragleave", "drop"]) addEventListener(name, () => at("drop").classList.remove("over"));
addEventListener("drop", event => {
  event.preventDefault();
  if (event.dataTransfer.files.length) take(event.dataTransfer.files);
});
compiled.then(() => { document.documentElement.dataset.ready = "yes"; },
  error => fail("This browser cannot run the programs", [error.message]));
