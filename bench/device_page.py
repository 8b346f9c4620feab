#!/usr/bin/env python3
"""Opens a page with a timeline, zooms and moves in it, and says how long it took and stalled.

    device_page.py PAGE STALL_BUDGET_MS
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "browser"))
from driver import Browser, missing  # noqa: E402

# A task that the page posts to itself repeatedly: the time between two of them shows how long the page was busy.
WATCH = """
window.longest = 0;
let last = performance.now();
const channel = new MessageChannel();
channel.port1.onmessage = () => {
  const now = performance.now();
  window.longest = Math.max(window.longest, now - last);
  last = now;
  channel.port2.postMessage(0);
};
channel.port2.postMessage(0);
"""


def main():
    page, budget = sys.argv[1], float(sys.argv[2])
    if missing():
        print("device_page.py: not installed: " + missing(), file=sys.stderr)
        return 2
    with Browser() as b:
        b.open("file://" + os.path.abspath(page))
        load = b.run("return performance.timing.domComplete - performance.timing.navigationStart")
        ready = b.run("const t = performance.getEntriesByName('ready'); return t.length ? t[0].startTime : -1")
        bars = b.run("return Number(document.querySelector('figure[data-kind=\"timeline\"]').dataset.bars)")
        x, y, width, height = b.box('figure[data-kind="timeline"] canvas')
        b.run(WATCH)
        b.run("document.querySelector('.scroller canvas').focus()")
        for i in range(12):
            b.wheel(x + 190 + (width - 190) * (0.2 + 0.05 * i), y + height / 2, -200, "Control")
        for _ in range(6):
            b.drag(x + width * 0.7, y + height / 2, x + width * 0.4, y + height / 2)
        for _ in range(12):
            b.wheel(x + width / 2, y + height / 2, 200, "Control")
        b.keys(*["+", "Right", "+", "Left", "Down", "PageDown", "-", "Home"] * 3)
        stall = b.run("return window.longest")
        frame = float(b.run("return document.querySelector('figure[data-kind=\"timeline\"]').dataset.frame"))
    print("%d bars, a page of %.1f MB" % (bars, os.path.getsize(page) / 1e6))
    print("loaded after                       %7.0f ms" % load)
    print("all of it ready after              %7.0f ms" % ready)
    print("longest frame drawn                %7.1f ms" % frame)
    print("longest stall while zooming        %7.1f ms" % stall)
    good = stall < budget
    print("budget: longest stall %.0f ms: %s" % (budget, "kept" if good else "EXCEEDED"))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
