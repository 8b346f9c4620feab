#!/usr/bin/env python3
"""The page of `./run web` against pytorch_report on one thread: web_page.py BUILD [MB]

Prints the size of the page, how long a browser takes until it is ready, and how long both take for a made Kineto trace
with all outputs. Medians of three."""

import os
import statistics
import subprocess
import sys
import tempfile
import time

source = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(source, "tests", "browser"))

from driver import Browser, missing  # noqa: E402: found in the folder above

build, megabytes = os.path.abspath(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "200"
page = os.environ.get("RIDGELINE_PAGE") or os.path.join(source, "docs/try/index.html")
if missing() or not os.path.exists(page):
    print("nothing measured: " + (missing() or page + " was not made: ./run web"))
    sys.exit(2)


def seconds(work):
    begin = time.monotonic()
    work()
    return time.monotonic() - begin


with tempfile.TemporaryDirectory(prefix="ridgeline-web-") as folder:
    trace = os.path.join(folder, "made.json")
    subprocess.run([os.path.join(build, "bench/bench_generate_kineto"), megabytes, trace], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    command = [os.path.join(build, "examples/pytorch_report"), trace, "--threads", "1", "--html", "made.html",
               "--xlsx", "made.xlsx", "--json", "made.out.json", "--output_csvs_dir", "csvs"]
    program = statistics.median(
        seconds(lambda: subprocess.run(command, cwd=folder, check=True, capture_output=True)) for _ in range(3))
    loads, reports = [], []
    for _ in range(3):
        with Browser() as browser:
            loads.append(seconds(lambda: browser.open("file://" + page)))
            browser.type("#files", trace)
            browser.until("return ['done', 'remarks', 'failed'].includes(document.documentElement.dataset.state)")
            told = browser.run("return document.documentElement.dataset.seconds || ''")
            assert told, browser.text("#messages")
            reports.append(float(told.split()[0]))
    print("page %.1f MB, ready in %.2f s; %.0f MB trace: page %.2f s, program on one thread %.2f s, factor %.2f"
          % (os.path.getsize(page) / 1e6, statistics.median(loads), os.path.getsize(trace) / 1e6,
             statistics.median(reports), program, statistics.median(reports) / program))
