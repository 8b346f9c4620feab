#!/usr/bin/env python3
"""The page that `./run web` makes, in a real browser: a file is given to it, what it lets the reader save is compared
with what the programs write, to the byte.

    web.py                            the names of the cases
    web.py CASE PROGRAMS SOURCE       exit 0: passed; what is missing is said behind `SKIPPED:`, an error when CI=true

The page is docs/try/index.html of SOURCE, or what RIDGELINE_PAGE names.
"""

import io
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile

from driver import Browser, missing

programs, source, page = "", "", ""

SAMPLES = (("pytorch_report", "transformer_step.json"), ("jax_report", "jax_step.xplane.pb"),
           ("tt_perf_report", "llama_decode_wormhole.csv"))


def opened(browser):
    browser.open("file://" + page)
    return browser


def state(browser):
    return browser.until("const s = document.documentElement.dataset.state;"
                         "return ['done', 'remarks', 'failed'].includes(s) && s")


def give(browser, *paths):
    """Gives files to the page, as the dialog of the browser does."""
    browser.run("document.documentElement.dataset.state = ''")
    browser.type("#files", "\n".join(paths))
    return state(browser)


def expected(folder, program, names, stem, *options):
    """What the program writes: {name: bytes}, as in the archive of the page."""
    out = tempfile.mkdtemp(dir=folder)
    outputs = [w for kind in ("html", "xlsx", "json") for w in ("--" + kind, os.path.join(out, stem + "." + kind))]
    csvs, inputs = os.path.join(out, "csvs"), names
    if program == "tt_perf_report":
        os.mkdir(csvs)
        outputs += ["--csv", os.path.join(csvs, stem + ".csv")]
    elif program == "tt_device_report":
        inputs = ["--device-input-log", *names]
        outputs += ["--output-folder", csvs, "--no-plots", "--no-artifacts"]
    else:
        outputs += ["--output_csvs_dir", csvs]
    done = subprocess.run([os.path.join(programs, program), *inputs, *outputs, *options], cwd=folder,
                          capture_output=True, check=False)
    assert done.returncode in (0, 3), done.stderr.decode()
    return {os.path.relpath(os.path.join(at, name), out): open(os.path.join(at, name), "rb").read()
            for at, _, files in os.walk(out) for name in files}


def saved(browser, stem):
    """What the page lets the reader save: {name: bytes}."""
    browser.click('#saves a[download$="_report.zip"]')
    archive = browser.download(stem + "_report.zip")
    os.remove(os.path.join(browser.downloads, stem + "_report.zip"))
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        assert files.testzip() is None
        return {name: files.read(name) for name in files.namelist()}


def same_files(found, wanted):
    assert sorted(found) == sorted(wanted), (sorted(set(found) ^ set(wanted)))
    other = [name for name in wanted if found[name] != wanted[name]]
    if other:
        keep = os.environ.get("RIDGELINE_KEEP")
        for name in other if keep else []:
            for side, files in (("page", found), ("program", wanted)):
                os.makedirs(os.path.join(keep, side, os.path.dirname(name)), exist_ok=True)
                with open(os.path.join(keep, side, name), "wb") as file:
                    file.write(files[name])
        raise AssertionError("not what the program writes: " + ", ".join(other))


def samples(folder):
    """The buttons of the page, and the report in its frame."""
    with opened(Browser()) as b:
        for program, name in SAMPLES:
            shutil.copy(os.path.join(source, "examples/sample", name), folder)
            b.run("document.documentElement.dataset.state = ''")
            b.click('button[data-sample="%s"]' % name)
            assert state(b) in ("done", "remarks"), b.text("#messages")
            stem = name.split(".")[0]
            same_files(saved(b, stem), expected(folder, program, [name], stem))
            with b.frame("#page"):
                b.until("return document.documentElement.dataset.ready === 'yes'")
        asked = [url for url in b.requests() if not url.startswith(("data:", "blob:", "chrome", "about:"))]
        assert asked == ["file://" + page], asked
        assert b.complaints() == [], b.complaints()


def real_traces(folder):
    """Traces of real runs, where they are."""
    data = os.environ.get("RIDGELINE_SHARED_DATA") or os.path.join(source, "../shared/data")
    traces = (("pytorch_report", "pytorch/mi300_qwen05/trace.json.gz"),
              ("pytorch_report", "pytorch/h100_owlv2/trace.json.gz"),
              ("pytorch_report", "pftrace/torch_h100_bert_small_plain/trace.pftrace.gz"),
              ("gpu_report", "pftrace/rocprof_a/trace.pftrace"), ("jax_report", "jax/te_fused_attn/trace.xplane.pb"),
              ("gpu_report", "nsys/h100_2gpu_1s/trace.sqlite.gz"), ("gpu_report", "rocpd/mi350_908/trace.json.gz"),
              ("gpu_report", "rocpd/v4_one_gpu_a/trace.db.gz"),
              ("tt_device_report", "tt/device-profiler/inputs/large_a/profile_log_device.csv"))
    traces = [(program, os.path.join(data, path)) for program, path in traces]
    traces = [(program, path) for program, path in traces if os.path.exists(path)]
    if not traces:
        print("SKIPPED: there are no traces in " + data)
        return os.environ.get("CI") != "true"
    with opened(Browser()) as b:
        for program, path in traces:
            name = os.path.basename(path)
            shutil.copy(path, folder)
            assert give(b, os.path.join(folder, name)) in ("done", "remarks"), (path, b.text("#messages"))
            try:
                stem = name.split(".")[0]
                same_files(saved(b, stem), expected(folder, program, [name], stem))
            except AssertionError as error:
                raise AssertionError(path + ": " + str(error)) from None
    return True


def compared(folder):
    """Two files are held against each other, in their order; options are the program's."""
    name = "transformer_step.json"
    shutil.copy(os.path.join(source, "examples/sample", name), os.path.join(folder, "before.json"))
    with open(os.path.join(folder, "before.json"), encoding="utf-8") as file:
        text = file.read()
    with open(os.path.join(folder, "later.json"), "w", encoding="utf-8") as file:
        file.write(text.replace('"dur": 1', '"dur": 2').replace('"dur":1', '"dur":2'))
    with opened(Browser()) as b:
        b.type("#options", "--min-effect 0.5 --step 'ProfilerStep.*'")
        told = give(b, os.path.join(folder, "before.json"), os.path.join(folder, "later.json"))
        assert told != "failed", b.text("#messages")
        same_files(saved(b, "comparison"), expected(folder, "compare_report", ["before.json", "later.json"],
                                                    "comparison", "--min-effect", "0.5", "--step", "ProfilerStep.*"))


def refuses(folder):
    """What cannot be read is told in a line, and the next file is read all the same."""
    def write(name, data):
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)
        return os.path.join(folder, name)

    with open(write("huge.json", b"{"), "r+b") as file:
        file.truncate(1 << 31)  # sparse, takes no disk space
    with opened(Browser()) as b:
        for path, word in ((write("empty.json", b""), "empty"),
                           (write("a.sqlite", b"SQLite format 3\0" + bytes(99)), "a.sqlite"),
                           (write("a.json.zst", b"\x28\xb5\x2f\xfd" + bytes(99)), "zstd"),
                           (write("x.bin", b"no trace at all\n"), "expected"),
                           (write("none.json", b'{"name": "x"}'), "traceEvents"),
                           (write("cut.json.gz", b"\x1f\x8b\x08\0\0"), "cut.json.gz"),
                           (write("none.csv", b"a,b\n1,2\n"), "OP CODE"),
                           (os.path.join(folder, "huge.json"), "4 GB")):
            assert give(b, path) == "failed", path
            assert word in b.text("#messages"), (path, b.text("#messages"))
        b.type("#options", "--no-such-option")
        assert give(b, os.path.join(source, "examples/sample/transformer_step.json")) == "failed"
        assert "--no-such-option" in b.text("#messages"), b.text("#messages")
        b.run("document.querySelector('#options').value = ''")
        assert give(b, os.path.join(source, "examples/sample/transformer_step.json")) in ("done", "remarks")


def out_of_memory(folder):
    """Where a browser gives a module less than a report takes, the page says so, and the next file is read."""
    event = (b'{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":%d,"dur":1,"args":{"device":0,"stream":7,'
             b'"correlation":%d}}')
    path = os.path.join(folder, "large.json")
    with open(path, "wb") as file:
        file.write(b'{"traceEvents":[' + b",".join(event % (2 * i, i) for i in range(600000)) + b"]}")
    with opened(Browser(flags=["--js-flags=--wasm-max-mem-pages=1200"])) as b:  # 79 MB
        assert give(b, path) == "failed", b.text("#title")
        assert "not enough memory" in b.text("#messages"), b.text("#messages")
        assert not b.run("return document.querySelector('#page').checkVisibility()")
        assert give(b, os.path.join(source, "examples/sample/transformer_step.json")) in ("done", "remarks")


def stays_here(folder):
    """The policy of the page lets nothing out."""
    with opened(Browser()) as b:
        refused = b.wait_for("const done = arguments[0]; Promise.allSettled([fetch('https://example.com/'), "
                             "new Promise((_, no) => { const i = new Image(); i.onerror = no; "
                             "i.src = 'https://example.com/x'; })])"
                             ".then(all => done(all.map(one => one.status)))")
        assert refused == ["rejected", "rejected"], refused
        assert any("Content Security Policy" in line for line in b.complaints())


CASES = [samples, real_traces, compared, refuses, out_of_memory, stays_here]


def main():
    global programs, source, page
    if len(sys.argv) == 1:
        print("\n".join(case.__name__ for case in CASES))
        return 0
    case, programs, source = sys.argv[1], os.path.abspath(sys.argv[2]), os.path.abspath(sys.argv[3])
    page = os.environ.get("RIDGELINE_PAGE") or os.path.join(source, "docs/try/index.html")
    why = "not installed: " + missing() if missing() else ""
    if not why and not os.path.exists(page):
        why = page + " was not made: ./run web"
    if why:
        print("SKIPPED: " + why)
        return 1 if os.environ.get("CI") == "true" else 0
    with tempfile.TemporaryDirectory(prefix="ridgeline-web-") as folder:
        return 1 if {c.__name__: c for c in CASES}[case](folder) is False else 0


if __name__ == "__main__":
    sys.exit(main())
