#!/usr/bin/env python3
"""Makes the pictures of the cookbook: runs the programs on the samples and takes screenshots in headless Chromium.

    pictures.py PROGRAMS SOURCE [FOLDER]    FOLDER: default docs/pictures in SOURCE
    pictures.py                             prints the names of the pictures
"""

import base64
import html
import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tests", "browser"))

from driver import Browser, missing  # noqa: E402: found in the folder above

TORCH, JAX, TT = "transformer_step.json", "jax_step.xplane.pb", "llama_decode_wormhole.csv"
AGAINST = "compare_report before=%s after=after.json" % TORCH

# Picture, command, what to show: the chart or table with this heading, "" for the top of the page, None for the command's
# output.
PICTURES = (
    ("gpu_time", "pytorch_report " + TORCH, "GPU time"),
    ("ops", "pytorch_report " + TORCH, "Ops that take longest"),
    ("short_kernels", "pytorch_report %s --short_kernel_study --short_kernel_threshold_us 20" % TORCH,
     "short_kernels_all_details"),
    ("findings", "pytorch_report " + TORCH, "findings"),
    ("trace_health", "pytorch_report " + TORCH, "trace_health"),
    ("roofline", "pytorch_report %s --arch h100" % TORCH, "Roofline"),
    ("op_model", "op_model aten::mm 4096x4096 4096x4096 --dtype bf16 --arch mi300x", None),
    ("communication", "pytorch_report " + TORCH, "gpu_timeline"),
    ("critical_path", "pytorch_report %s --critical_path" % TORCH, "critical_path_summary"),
    ("what_if", "pytorch_report %s --critical_path --what_if kernels:nvjet*0.5" % TORCH, "what_if"),
    ("ranks", "multi_rank_report --trace_glob ranks/*.json", "Ranks by steps"),
    ("compare", AGAINST, "From before to after: what makes up the difference"),
    ("gate", AGAINST + " --gate default", None),
    ("baseline", AGAINST + " --save-baseline base.json", "verdicts"),
    ("jax", "jax_report " + JAX, "GPU time, mean of all GPUs"),
    ("fallback", "tt_perf_report " + TT, "findings"),
    ("stacked", "tt_perf_report %s --group-by category" % TT, "Device time by op"),
    ("page", "pytorch_report " + TORCH, ""),
    ("questions", "pytorch_report " + TORCH, "ops_all"),
    ("custom_op", "custom_op " + TORCH, None),
)

TERMINAL = """<!DOCTYPE html><meta charset="utf-8"><body style="margin:0;width:max-content"><figure style="margin:0;background:#16181d;
color:#d8dbe2;padding:14px 18px;font:12px/1.45 ui-monospace,'DejaVu Sans Mono',monospace"><pre style="margin:0;font:inherit;white-space:pre">
<b>$ %s</b>
%s</pre></figure><script>document.documentElement.dataset.ready='yes'</script>"""

# Finds the chart, or opens the table, with that heading and returns its rectangle: x, y, width, height.
FIND = """
const what = arguments[0], most = arguments[1];
const title = e => ((e.querySelector(e.tagName === "DETAILS" ? "summary" : "figcaption, h2, h3") || e).textContent || "").trim();
let at = document.body;
if (what) {
  at = [...document.querySelectorAll("figure, details")].find(e => e.tagName === "FIGURE" ? title(e) === what || title(e).startsWith(what)
    : e.querySelector("summary") && e.querySelector("summary").firstChild.textContent.trim() === what);
  if (!at) return null;
  if (at.tagName === "DETAILS") at.open = true;
}
const b = at.getBoundingClientRect();
return [b.x + scrollX, b.y + scrollY, b.width, Math.min(b.height, most)];
"""


def faster(text):
    """The sample with matrix products a tenth faster: the clock skips a tenth of their time, nothing else changes."""
    trace = json.loads(text)
    products = sorted((e["ts"], e["ts"] + e["dur"]) for e in trace["traceEvents"]
                      if e.get("cat") == "kernel" and "nvjet" in e["name"])

    def moved(at):
        return at - 0.1 * sum(min(at, end) - begin for begin, end in products if begin < at)

    for event in trace["traceEvents"]:
        if "ts" in event:
            end = moved(event["ts"] + event.get("dur", 0))
            event["ts"] = round(moved(event["ts"]), 3)
            if "dur" in event:
                event["dur"] = round(end - event["ts"], 3)
    return json.dumps(trace)


def prepare(source, folder):
    for name in (TORCH, JAX, TT):
        shutil.copy(os.path.join(source, "examples/sample", name), folder)
    with open(os.path.join(folder, TORCH), encoding="utf-8") as file:
        text = file.read()
    os.mkdir(os.path.join(folder, "ranks"))
    for name, content in (("after.json", faster(text)), ("ranks/rank_0.json", text),
                          ("ranks/rank_1.json", text.replace('"rank":0', '"rank":1'))):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(content)


def page_for(programs, folder, command, shown):
    """The page that a command writes, or its output as a page that looks like a terminal."""
    words = command.split()
    extra = [] if shown is None else ["--html", "page.html"]
    done = subprocess.run([os.path.join(programs, words[0]), *words[1:], *extra], cwd=folder, check=False, text=True,
                          env={**os.environ, "COLUMNS": "100", "NO_COLOR": "1"}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if done.returncode not in (0, 3, 4, 5):
        raise SystemExit("%s: exit code %d" % (command, done.returncode))
    path = os.path.join(folder, "page.html")
    if shown is None:
        lines = [line[:150] for line in done.stdout.rstrip().split("\n")[:26]]
        with open(path, "w", encoding="utf-8") as file:
            file.write(TERMINAL % (html.escape(command), html.escape("\n".join(lines))))
    return path


def taken(browser, path, shown):
    """The screenshot as WebP."""
    browser.open("file://" + path)
    place = None
    for _ in range(2):  # opening a table moves what is below it
        place = browser.run(FIND, "" if shown == "" else shown or "", 900 if shown == "" else 620)
        if place is None:
            raise SystemExit("its page has no %s" % shown)
        browser.settle()
    x, y, width, height = place
    answer = browser.devtools("Page.captureScreenshot", format="webp", quality=82,
                              clip={"x": x, "y": y, "width": width, "height": height, "scale": 1})
    return base64.b64decode(answer["data"])


def main():
    if len(sys.argv) == 1:
        print("\n".join(name for name, _, _ in PICTURES))
        return 0
    programs, source = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    out = sys.argv[3] if len(sys.argv) > 3 else os.path.join(source, "docs/pictures")
    if missing():
        print("SKIPPED: not installed: " + missing())
        return 1 if os.environ.get("CI") == "true" else 0
    os.makedirs(out, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="ridgeline-pictures-") as folder, Browser(width=1100, height=5000) as browser:
        prepare(source, folder)
        for name, command, shown in PICTURES:
            picture = taken(browser, page_for(programs, folder, command, shown), shown)
            with open(os.path.join(out, name + ".webp"), "wb") as file:
                file.write(picture)
    print("%d pictures" % len(PICTURES))
    return 0


if __name__ == "__main__":
    sys.exit(main())
