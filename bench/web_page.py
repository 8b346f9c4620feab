#!/usr/bin/env python3
"""The page of `./run web` against pytorch_report on one thread: web_page.py BUILD [MB]

Prints the size of the page, how long a browser takes until it is ready, and how long both take for a made Kineto trace
with all outputs, and the processor time of the page's worker and of the program. Medians of three."""

import glob
import os
import resource
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


def worker_seconds(browser):
    """Processor time of the page's worker; nothing where it has ended."""
    parents = {}
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(path, encoding="utf-8") as file:
                parents[int(path.split("/")[2])] = int(file.read().rsplit(")", 1)[1].split()[1])
        except OSError:
            pass
    family = {browser.driver.pid}
    while more := {p for p, parent in parents.items() if parent in family} - family:
        family |= more
    for path in (t for p in family for t in glob.glob("/proc/%d/task/*/stat" % p)):
        try:
            with open(path, encoding="utf-8") as file:
                name, _, rest = file.read().rpartition(")")
        except OSError:
            continue
        if name.endswith("(DedicatedWorker"):
            return sum(map(int, rest.split()[11:13])) / os.sysconf("SC_CLK_TCK")
    return None


def program_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    before = used.ru_utime + used.ru_stime
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime - before


with tempfile.TemporaryDirectory(prefix="ridgeline-web-") as folder:
    trace = os.path.join(folder, "made.json")
    subprocess.run([os.path.join(build, "bench/bench_generate_kineto"), megabytes, trace], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    command = [os.path.join(build, "examples/pytorch_report"), trace, "--threads", "1", "--html", "made.html",
               "--xlsx", "made.xlsx", "--json", "made.out.json", "--output_csvs_dir", "csvs"]
    program = statistics.median(
        seconds(lambda: subprocess.run(command, cwd=folder, check=True, capture_output=True)) for _ in range(3))
    busy = statistics.median(program_seconds() for _ in range(3))
    loads, reports, workers = [], [], []
    for _ in range(3):
        with Browser() as browser:
            loads.append(seconds(lambda: browser.open("file://" + page)))
            browser.type("#files", trace)
            used = 0
            while not browser.run("return ['done', 'remarks', 'failed'].includes(document.documentElement.dataset.state)"):
                used = worker_seconds(browser) or used
                time.sleep(0.1)
            workers.append(used)
            told = browser.run("return document.documentElement.dataset.seconds || ''")
            assert told, browser.text("#messages")
            reports.append(float(told.split()[0]))
    print("page %.1f MB, ready in %.2f s; %.0f MB trace: page %.2f s, program on one thread %.2f s, factor %.2f"
          % (os.path.getsize(page) / 1e6, statistics.median(loads), os.path.getsize(trace) / 1e6,
             statistics.median(reports), program, statistics.median(reports) / program))
    print("processor time: worker %.2f s, program %.2f s" % (statistics.median(workers), busy))
