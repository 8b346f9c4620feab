#!/usr/bin/env python3
"""The pages of the programs in a real browser, used as a reader uses them.

    pages.py CASE PROGRAMS SOURCE     exit 0: passed; what is missing is said behind `SKIPPED:`, an error when CI=true

PROGRAMS is the folder of the built programs, SOURCE the repository. Input is real (pointer, wheel, keys); what the page
made of it is read back from what it shows and from the data attributes of its figures.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

from driver import Browser, missing

programs, source = "", ""


def report(folder, *arguments):
    """Runs a program; its messages are shown when it fails."""
    done = subprocess.run([os.path.join(programs, arguments[0]), *arguments[1:]], cwd=folder, capture_output=True,
                          text=True, check=False)
    assert done.returncode == 0, done.stderr


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text)
    return path


def address(folder, name):
    return "file://" + os.path.join(folder, name)


def device_log(cores, launches):
    """Markers 1 to 4 of five RISCs: a launch takes 1000 cycles, firmware 0 to 900, the kernel 100 to 800."""
    lines = ["ARCH: grayskull, CHIP_FREQ[MHz]: 1000",
             "PCIe slot, core_x, core_y, RISC processor type, timer_id, time[cycles since reset]"]
    for launch in range(launches):
        at = 1000000 + launch * 1000
        for core in range(cores):
            for risc in ("BRISC", "NCRISC", "TRISC_0", "TRISC_1", "TRISC_2"):
                for marker, offset in ((1, 0), (2, 100), (3, 800), (4, 900)):
                    lines.append("0, %d, %d, %s, %d, %d" % (core % 12, core // 12, risc, marker, at + offset))
    return "\n".join(lines) + "\n"


def same(found, wanted):
    assert found == wanted, "found %r, wanted %r" % (found, wanted)


def close_to(found, wanted, by):
    assert abs(found - wanted) <= by, "found %r, wanted %r within %r" % (found, wanted, by)


def loads_alone(browser, page):
    """The page is ready, asked for nothing but itself, and the console is silent."""
    asked = [url for url in browser.requests() if not url.startswith(("data:", "blob:", "chrome", "about:"))]
    same(asked, [page])
    same(browser.complaints(), [])


class Timeline:
    """The timeline of a page: its plot begins behind the gutter of names."""

    def __init__(self, browser):
        self.browser = browser
        self.css = 'figure[data-kind="timeline"]'
        self.x, self.y, self.width, self.height = browser.box(self.css + " canvas")
        self.left = self.x + 190
        self.across = self.width - 190

    def range(self):
        self.browser.settle()
        return self.browser.run("const d = document.querySelector(arguments[0]).dataset;"
                                "return [Number(d.from), Number(d.to)]", self.css)

    def lanes(self):
        self.browser.settle()
        return self.browser.run("return Number(document.querySelector(arguments[0]).dataset.lanes)", self.css)

    def at(self, time):
        """The x of a time that is in view."""
        begin, end = self.range()
        return self.left + (time - begin) / (end - begin) * self.across

    def tip(self):
        return self.browser.run("const t = document.querySelector(arguments[0] + ' .tip');"
                                "return t.hidden ? '' : t.innerText", self.css)


# --- cases --------------------------------------------------------------------------------------------------------

def timeline(folder, make=Browser):
    """12 cores, 5 launches: 12 * 5 * 5 * 3 = 900 bars in 60 lanes, from 0 to 4 * 1000 + 900 = 4900 cycles."""
    write(folder, "log.csv", device_log(12, 5))
    report(folder, "tt_device_report", "-d", "log.csv", "-o", "out", "--no-print-stats")
    with Browser() as b:
        b.open(address(folder, "out/device_perf.html"))
        loads_alone(b, address(folder, "out/device_perf.html"))
        t = Timeline(b)
        same(b.run("return document.querySelector(arguments[0]).dataset.bars", t.css), "900")
        same(t.range(), [0, 4900])
        same(t.lanes(), 60)

        # Ctrl and wheel zoom around the pointer: the point under it stays put.
        middle = t.left + t.across / 2
        b.wheel(middle, t.y + 100, -300, "Control")
        begin, end = t.range()
        close_to((begin + end) / 2, 2450, 5)
        close_to(end - begin, 4900 / 2.718281828, 20)  # a step of 300 is a factor of e
        b.wheel(middle, t.y + 100, 600, "Control")  # zoom out again, at most to the whole range
        b.wheel(middle, t.y + 100, 600, "Control")
        same(t.range(), [0, 4900])

        # The wheel alone scrolls the lanes and does not zoom.
        b.wheel(middle, t.y + 100, 160)
        b.until("return document.querySelector('.scroller').scrollTop > 100")
        same(t.range(), [0, 4900])
        b.run("document.querySelector('.scroller').scrollTop = 0")

        # Keys.
        b.run("document.querySelector('.scroller canvas').focus()")
        b.keys("+")
        begin, end = t.range()
        close_to(end - begin, 4900 * 0.6, 1)
        b.keys("Left")
        close_to(t.range()[0], begin - 4900 * 0.6 * 0.15, 1)
        b.keys("Right", "-")
        close_to(t.range()[1] - t.range()[0], 4900, 1)
        b.keys("+", "Home")
        same(t.range(), [0, 4900])

        # Drag moves, Shift and drag selects, a double click shows one bar.
        b.keys("+", "+")
        begin, end = t.range()
        b.drag(middle, t.y + 100, middle - t.across / 4, t.y + 100)
        close_to(t.range()[0], begin + (end - begin) / 4, 10)
        b.keys("Home")
        b.drag(t.at(1000), t.y + 100, t.at(2000), t.y + 100, "Shift")
        close_to(t.range()[0], 1000, 10)
        close_to(t.range()[1], 2000, 10)
        b.press(t.at(1500), t.y + 38 + 8, times=2)  # the kernel of the second launch, 1100 to 1800
        close_to(t.range()[0], 1100 - 70, 2)
        close_to(t.range()[1], 1800 + 70, 2)

        # The bar under the pointer.
        b.hover(t.at(1400), t.y + 38 + 8)
        tip = t.tip()
        for part in ("Kernel start->Kernel End", "0, 0, BRISC", "Duration: 700 cycles (700 ns)", "Start: 1,100 cycles"):
            assert part in tip, (part, tip)
        b.hover(t.at(1840), t.y + 38 + 8)
        assert "Kernel End->Firmware End" in t.tip(), t.tip()
        b.hover(t.x + 20, t.y + 5)
        same(t.tip(), "")

        # Buttons, series and the lanes' filter.
        b.click(t.css + ' button[title="Show everything"]')
        same(t.range(), [0, 4900])
        b.click(t.css + ' button[title="Zoom in"]')
        same(t.range(), [1225, 3675])
        b.click(t.css + ' button[title="Later"]')
        close_to(t.range()[0], 1225 + 980, 0.5)
        b.click(t.css + " .legend button:nth-child(2)")
        same(t.lanes(), 48)
        same(b.run("return document.querySelectorAll(arguments[0] + ' .legend button')[1].ariaPressed", t.css), "false")
        b.click(t.css + " .legend button:nth-child(2)")
        same(t.lanes(), 60)
        b.type(t.css + ' input[type="search"]', "3, 0 trisc")
        same(t.lanes(), 3)
        same(b.complaints(), [])


def many_bars(folder, make=Browser):
    """60 cores, 225 launches: 60 * 225 * 5 * 3 = 202,500 bars, all of them to be seen and zoomed into."""
    write(folder, "log.csv", device_log(60, 225))
    report(folder, "tt_device_report", "-d", "log.csv", "-o", "out", "--no-print-stats", "--no-json", "--no-artifacts")
    with Browser() as b:
        b.open(address(folder, "out/device_perf.html"))
        t = Timeline(b)
        same(b.run("return document.querySelector(arguments[0]).dataset.bars", t.css), "202500")
        same(t.range(), [0, 224900])
        for _ in range(4):
            b.wheel(t.left + t.across / 3, t.y + 100, -300, "Control")
        close_to(t.range()[1] - t.range()[0], 224900 / 2.718281828 ** 4, 60)
        b.run("document.querySelector('.scroller').scrollTop = 1e9")  # the last lane: core 11, 4
        b.settle()
        start = t.range()[0] // 1000 * 1000 + 1000  # a launch in view: its kernel runs from 100 to 800
        b.hover(t.at(start + 400), t.y + t.height - 12)
        for part in ("Kernel start->Kernel End", "11, 4, TRISC_2", "Start: {:,} cycles".format(int(start) + 100)):
            assert part in t.tip(), (part, t.tip())
        same(b.complaints(), [])


def tables(folder):
    """The sample's ops: sorted, filtered by text and by number, saved as CSV."""
    report(folder, "tt_perf_report", os.path.join(source, "examples/sample/llama_decode_wormhole.csv"), "--html", "p.html",
           "--csv", "p.csv")
    with open(os.path.join(folder, "p.csv"), encoding="utf-8") as file:
        header, *rows = [line.split(",")[:6] for line in file.read().splitlines()]
    times = [float(row[header.index("Device Time")]) for row in rows if row[header.index("Device Time")]]
    with Browser() as b:
        b.open(address(folder, "p.html"))
        loads_alone(b, address(folder, "p.html"))
        css = 'details[data-table="ops"] '
        b.click(css + "summary")  # findings come first and are open; ops have to be opened
        shown = lambda: b.run("return Number(document.querySelector(arguments[0] + '.rows').dataset.rows)", css)
        column = b.run("return [...document.querySelectorAll(arguments[0] + 'th button')]"
                       ".findIndex(h => h.textContent.startsWith('Device Time'))", css) + 1
        first = lambda: b.run("return document.querySelectorAll(arguments[0] + 'tbody tr')[1]"
                              ".children[arguments[1] - 1].textContent", css, column)
        same(shown(), len(rows))
        b.click(css + "th:nth-child(%d) button" % column)  # numbers sort largest first
        same(first(), "{:,.0f}".format(max(times)))
        b.click(css + "th:nth-child(%d) button" % column)
        same(first(), "{:,.0f}".format(min(times)))
        same(b.run("return document.querySelector(arguments[0]).ariaSort", css + "th:nth-child(%d)" % column), "ascending")
        b.type(css + "th:nth-child(%d) input" % column, ">10")
        b.until("return Number(document.querySelector(arguments[0] + '.rows').dataset.rows) === arguments[1]", css,
                sum(time > 10 for time in times))
        b.type(css + 'input[type="search"]', "layernorm")
        wanted = sum("LayerNorm" in ",".join(row) and row[header.index("Device Time")] != ""
                     and float(row[header.index("Device Time")]) > 10 for row in rows)
        b.until("return Number(document.querySelector(arguments[0] + '.rows').dataset.rows) === arguments[1]", css, wanted)
        b.click(css + ".bar button")
        same(len(b.download("ops.csv").decode().splitlines()), wanted + 1)
        # Another table is built when it is opened.
        same(b.run("return document.querySelectorAll('details[data-table=\"summary\"] td').length"), 0)
        b.click('details[data-table="summary"] summary')
        assert b.run("return document.querySelectorAll('details[data-table=\"summary\"] td').length") > 10
        same(b.complaints(), [])


def ops_csv(ops):
    """A small ops CSV of matmuls on Wormhole: name, fidelity, ns, and the extents M, K, N."""
    lines = ["OP CODE,OP TYPE,GLOBAL CALL COUNT,DEVICE ID,DEVICE ARCH,ATTRIBUTES,MATH FIDELITY,CORE COUNT,HOST START TS,"
             "OP TO OP LATENCY [ns],DEVICE KERNEL DURATION [ns]," + ",".join(
                 t + "_" + p for t in ("INPUT_0", "INPUT_1", "OUTPUT_0")
                 for p in ("W_PAD[LOGICAL]", "Z_PAD[LOGICAL]", "Y_PAD[LOGICAL]", "X_PAD[LOGICAL]", "LAYOUT", "DATATYPE",
                           "MEMORY"))]
    for i, (name, fidelity, time, m, k, n) in enumerate(ops):
        quoted = '"' + name.replace('"', '""') + '"'
        tensor = lambda a, b: "1[1],1[1],%d[%d],%d[%d],TILE,BFLOAT16,DEV_0_DRAM_INTERLEAVED" % (a, a, b, b)
        lines.append(",".join([quoted, "tt_dnn_device", str(1000 + i), "0", "wormhole_b0", "{}", fidelity, "64",
                               str(1000000 + i), "500", str(time), tensor(m, k), tensor(k, n), tensor(m, n)]))
    return "\n".join(lines) + "\n"


def roofline(folder):
    """Three kinds of matmul: A twice 300 us, B once 300 us, C once 100 us: 60, 30 and 10 % of the time."""
    write(folder, "ops.csv", ops_csv([("Matmul", "HiFi4", 300000, 2048, 2048, 2048), ("Matmul", "HiFi2", 300000, 1024, 2048, 2048),
                                      ("Matmul", "HiFi4", 300000, 2048, 2048, 2048), ("Matmul", "LoFi", 100000, 512, 512, 512)]))
    report(folder, "tt_perf_report", "ops.csv", "--html", "p.html")
    with Browser() as b:
        b.open(address(folder, "p.html"))
        css = 'figure[data-kind="roofline"]'
        state = lambda key: b.run("return document.querySelector(arguments[0]).dataset[arguments[1]]", css, key)
        same(state("shown"), "3")
        same(b.text(css + " .note"), "3 of 3 ops, 100.0 % of the time")

        # The slider keeps the heaviest: keys move it from 100 % down to 60 %.
        b.run("document.querySelector(arguments[0] + ' input[type=range]').focus()", css)
        b.keys(*["Left"] * 10)
        same(state("shown"), "2")  # the two largest take 90 %
        same(b.text(css + " .note"), "2 of 3 ops, 90.0 % of the time")
        b.keys(*["Left"] * 30)
        same(state("shown"), "1")
        b.keys(*["Right"] * 40)
        same(state("shown"), "3")

        # Precision.
        b.run("const s = document.querySelector(arguments[0] + ' select'); s.focus()", css)
        b.keys("Down")
        same(state("shown"), "1")
        chosen = state("roof")
        assert chosen in ("HiFi4", "HiFi2", "LoFi"), chosen
        b.keys("Up")
        same(state("roof"), "all")

        # Keys step through the ops, heaviest first; its facts: 2 * 2048^3 FLOP over 3 * 2048^2 * 2 B = 682.7 FLOP/B;
        # in 300 us 57.27 TFLOP/s; 64 cores * 4096 / 4 FLOP * 1 GHz are 65.54 TFLOP/s, of which that is 87.4 %.
        b.box(css + " canvas")
        b.run("document.querySelector(arguments[0] + ' canvas').focus()", css)
        b.keys("Right")
        tip = lambda: b.run("const t = document.querySelector(arguments[0] + ' .tip'); return t.hidden ? '' : t.innerText", css)
        for part in ("Matmul", "Intensity: 682.7 FLOP/B", "Achieved: 57.27 TFLOP/s", "Peak: 65.54 TFLOP/s (HiFi4)",
                     "Share of the roof: 87.4 %", "Count: 2", "Time: 600 μs", "Bound: "):
            assert part in tip(), (part, tip())
        b.keys("Enter")
        same(state("shown"), "1")
        assert "2048" in state("alone"), state("alone")
        b.keys("Escape")
        same(state("shown"), "3")

        # The pointer finds the same point: the tooltip was 16 right of it and 16 below.
        b.keys("Right")
        x, y = b.run("const t = document.querySelector(arguments[0] + ' .tip').getBoundingClientRect(),"
                     "f = document.querySelector(arguments[0]).getBoundingClientRect();"
                     "return [t.left - 16, t.top - 16]", css)
        facts = tip()
        b.keys("Escape")
        same(tip(), "")
        b.hover(x, y)
        same(tip(), facts)
        b.press(x, y)
        same(state("shown"), "1")
        b.press(x, y)
        same(state("shown"), "3")

        # Files.
        b.click(css + " .tools button:nth-of-type(1)")
        same(b.download("Roofline.png")[:8], b"\x89PNG\r\n\x1a\n")
        b.click(css + " .tools button:nth-of-type(2)")
        csv = b.download("Roofline.csv").decode().splitlines()
        same(csv[0], "name,precision,FLOP/byte,FLOP/s,share of roof,bound,count,time ns")
        same(len(csv), 4)
        same(b.complaints(), [])


def stacked(folder):
    """The stacked summary: a series for each op, switched by its button; what a part says under the pointer."""
    write(folder, "ops.csv", ops_csv([("Matmul", "HiFi4", 300000, 2048, 2048, 2048), ("LayerNorm", "HiFi4", 100000, 512, 512, 512)]))
    report(folder, "tt_perf_report", "ops.csv", "--html", "p.html", "--group-by", "op")
    with Browser() as b:
        b.open(address(folder, "p.html"))
        css = 'figure[data-kind="stacked"]'
        state = lambda key: b.run("return document.querySelector(arguments[0]).dataset[arguments[1]]", css, key)
        tip = lambda: b.run("const t = document.querySelector(arguments[0] + ' .tip'); return t.hidden ? '' : t.innerText", css)
        same(state("shown"), "2")
        x, y, width, height = b.box(css + " canvas")
        b.hover(x + width / 2, y + height * 0.7)  # the lower three quarters are the matmul's
        for part in ("all devices", "Matmul: 75 %", "Compute", "75.0 %, 300 μs, 1 op"):
            assert part in tip(), (part, tip())
        b.hover(x + width / 2, y + height * 0.12)
        assert "LayerNorm: 25 %" in tip(), tip()
        b.click(css + " .legend button:nth-child(1)")
        same(state("shown"), "1")
        x, y, width, height = b.box(css + " canvas")
        b.hover(x + width / 2, y + height * 0.7)
        assert "LayerNorm" in tip(), tip()
        b.run("document.querySelector(arguments[0] + ' canvas').focus()", css)
        b.keys("Right")
        assert "LayerNorm: 25 %" in tip(), tip()
        b.keys("Escape")
        same(tip(), "")
        same(b.complaints(), [])


def axis_has_room(folder):
    """1,200 kernels of 5 us and one of 9: the longest number of the axis, "1,500 kernels", ends inside of the canvas."""
    kernel = lambda i: {"ph": "X", "cat": "kernel", "name": "k", "ts": 20 * i, "dur": 9 if i == 1200 else 5, "pid": 0, "tid": 7,
                        "args": {"device": 0, "stream": 7, "correlation": i}}
    write(folder, "t.json", json.dumps({"traceEvents": [kernel(i) for i in range(1201)]}))
    report(folder, "pytorch_report", "t.json", "--short_kernel_study", "--html", "p.html", "--output_csvs_dir", "out")
    with Browser() as b:
        b.open(address(folder, "p.html"))
        first = b.run(
            "const c = document.querySelector('figure[data-kind=\"histogram\"] canvas'), width = 60;"
            "const ink = c.getContext('2d').getImageData(0, 0, width, c.height).data;"
            "return ink.reduce((first, v, i) => v === 0 ? first : Math.min(first, Math.floor(i / 4) % width), width)")
        assert 2 <= first < 40, first  # column of the first ink
        same(b.complaints(), [])


def names_are_text(folder):
    """Names that would be markup, script or control in a page are shown as text, in tables and in charts."""
    bad = ['</script><script>window.hacked=1</script>', '<img src=x onerror=window.hacked=2>', "it's \"quoted\" & more",
           "\x01\x1b[31mred\x7f", "\u2028line\u2029", "\u202egnp.exe", "]]><!-- --><svg onload=window.hacked=3>"]
    write(folder, "ops.csv", ops_csv([(name, "HiFi4", 1000 + i, 32, 32, 32) for i, name in enumerate(bad)]))
    report(folder, "tt_perf_report", "ops.csv", "--html", "p.html", "--group-by", "op")
    log = ("ARCH: wormhole_b0, CHIP_FREQ[MHz]: 1000\nPCIe slot,core_x,core_y,RISC processor type,timer_id,"
           "time[cycles since reset],data,run host ID,zone name,type,source line,source file,meta data\n")
    for i, name in enumerate(bad[:2]):
        log += "0,1,1,BRISC,%d,%d,0,1,%s,ZONE_START,1,a.cpp,\n" % (i, 1000 + 100 * i, name)
        log += "0,1,1,BRISC,%d,%d,0,1,%s,ZONE_END,1,a.cpp,\n" % (i, 1090 + 100 * i, name)
    write(folder, "log.csv", log)
    report(folder, "tt_device_report", "-d", "log.csv", "-o", "out", "--no-print-stats")
    with Browser() as b:
        b.open(address(folder, "p.html"))
        loads_alone(b, address(folder, "p.html"))
        b.click('details[data-table="ops"] summary')
        shown = b.run("return [...document.querySelectorAll('details[data-table=\"ops\"] td')].map(c => c.textContent)")
        for name in ("</script><script>window.hacked=1</script>", "<img src=x onerror=window.hacked=2>",
                     "it's \"quoted\" & more", "\u2401\u241b[31mred\u2421", "\ufffdline\ufffd", "\ufffdgnp.exe",
                     "]]><!-- --><svg onload=window.hacked=3>"):
            assert any(name in cell for cell in shown), (name, shown)
        same(b.run("return document.querySelectorAll('main img, main svg, main script').length"), 0)
        same(b.run("return [...document.scripts].filter(s => s.type === '').length <= 2 && window.hacked === undefined"), True)
        legend = b.run("return [...document.querySelectorAll('.legend button')].map(c => c.textContent).join('|')")
        assert "<img" in legend, legend
        b.open(address(folder, "out/device_perf.html"))
        t = Timeline(b)
        b.hover(t.at(40), t.y + 24 + 8)
        assert "</script><script>window.hacked=1</script>" in t.tip(), t.tip()
        same(b.run("return window.hacked === undefined"), True)
        same(b.complaints(), [])


def policy_refuses_foreign_script(folder):
    """Were something to get into the page all the same, its policy would not run it."""
    write(folder, "ops.csv", ops_csv([("Matmul", "HiFi4", 1000, 32, 32, 32)]))
    report(folder, "tt_perf_report", "ops.csv", "--html", "p.html")
    with open(os.path.join(folder, "p.html"), encoding="utf-8") as file:
        page = file.read()
    write(folder, "bad.html", page.replace("<header></header>", "<header></header><script>window.hacked=1</script>"
                                           "<img src=x onerror='window.hacked=2'><a href='javascript:window.hacked=3'>x</a>"))
    with Browser() as b:
        b.open(address(folder, "bad.html"))
        b.click("a[href^=javascript]")
        same(b.run("return window.hacked === undefined"), True)
        assert b.complaints()  # the refusals


def lanes_without_bars(folder):
    """A RISC whose only marker is the first of its firmware has a lane without bars; the rest is drawn."""
    log = device_log(2, 1)
    write(folder, "log.csv", log + "0, 5, 5, BRISC, 1, 1000000\n" + "0, 5, 6, BRISC, 1, 1000000\n")
    report(folder, "tt_device_report", "-d", "log.csv", "-o", "out", "--no-print-stats")
    with Browser() as b:
        b.open(address(folder, "out/device_perf.html"))
        loads_alone(b, address(folder, "out/device_perf.html"))
        t = Timeline(b)
        same(t.range(), [0, 900])
        same(t.lanes(), 12)
        same(b.complaints(), [])


def colours(folder):
    """Light and dark, by the system and by the button; nothing to draw is said in words."""
    write(folder, "log.csv", device_log(0, 0))
    report(folder, "tt_device_report", "-d", "log.csv", "-o", "out", "--no-print-stats")
    paper = "return getComputedStyle(document.body).backgroundColor"
    with Browser() as b:
        b.open(address(folder, "out/device_perf.html"))
        loads_alone(b, address(folder, "out/device_perf.html"))
        same(b.run(paper), "rgb(255, 255, 255)")
        assert "No bars to draw." in b.text("main"), b.text("main")
        b.click("#theme")
        same(b.run(paper), "rgb(255, 255, 255)")
        b.click("#theme")
        same(b.run("return document.documentElement.dataset.theme"), "dark")
        same(b.run(paper), "rgb(18, 22, 28)")
        b.click("#theme")
        same(b.run(paper), "rgb(255, 255, 255)")
    with Browser(dark=True) as b:
        b.open(address(folder, "out/device_perf.html"))
        same(b.run(paper), "rgb(18, 22, 28)")


def modules_trace():
    """A model with an attention of 30 us and two layers of 20 us each; 30 us of GPU work are in no module."""
    events = []

    def span(category, name, start, length, **args):
        events.append({"ph": "X", "cat": category, "name": name, "pid": 1, "tid": 1, "ts": start, "dur": length,
                       "args": args})

    def kernel(launched, at, length, number):
        span("cpu_op", "aten::mm", launched, 3)
        span("cuda_runtime", "cudaLaunchKernel", launched + 1, 1, correlation=number)
        events.append({"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": at, "dur": length,
                       "args": {"correlation": number, "stream": 7, "device": 0}})

    span("python_function", "nn.Module: Model_0", 0, 90)
    for name, start, at, length, number in (("Attention_0", 1, 200, 30, 1), ("Layer_0", 20, 230, 20, 2),
                                            ("Layer_1", 40, 250, 20, 3)):
        span("python_function", "nn.Module: " + name, start, 10)
        kernel(start + 2, at, length, number)
    kernel(95, 270, 30, 4)
    return json.dumps({"traceEvents": events})


def modules(folder):
    """Boxes of modules: folded out by pointer and keys, found by a search, said under the pointer."""
    write(folder, "t.json", modules_trace())
    report(folder, "pytorch_report", "t.json", "--modules", "--html", "m.html", "--quiet")
    with Browser() as b:
        b.open(address(folder, "m.html"))
        loads_alone(b, address(folder, "m.html"))
        css = 'figure[data-kind="flame"]'
        data = lambda key: b.run("return document.querySelector(arguments[0]).dataset[arguments[1]] || ''", css, key)
        box = b.box(css + " canvas")
        x = lambda share: box[0] + box[2] * share
        y = lambda row: box[1] + 22 * row + 11
        tip = lambda: b.run("const t = document.querySelector(arguments[0] + ' .tip'); return t.hidden ? '' : "
                            "t.textContent", css)
        same(data("boxes"), "4")  # Model, Attention, Layer.*, (unattributed)
        same(data("drawn"), "4")

        # 100 us in all: the model has 0 to 70, in it the layers 0 to 40 and the attention 40 to 70.
        b.hover(x(0.2), y(2))
        for part in ("Model/Layer.*", "40 \u03bcs", "40.0 %", "2 instances"):
            assert part in tip(), (part, tip())
        b.hover(x(0.85), y(1))
        assert "(unattributed)" in tip(), tip()

        # A click shows one box alone, another one goes back; so do Enter and Escape.
        b.press(x(0.5), y(2))
        same(data("root"), "Model/Attention")
        same(data("drawn"), "1")
        b.press(x(0.5), y(0))
        same(data("root"), "")
        b.run("document.querySelector(arguments[0]).focus()", css + " canvas")
        b.keys("Home", "Enter")
        same(data("root"), "Model")
        same(data("drawn"), "3")
        b.keys("Escape")
        same(data("drawn"), "4")

        # Matches nested inside other matches count once.
        b.type(css + ' input[type="search"]', "layer")
        same(data("hits"), "1")
        assert "40.0 %" in b.text(css + " .note"), b.text(css + " .note")
        b.run("const i = document.querySelector(arguments[0]); i.value = 'model'; i.dispatchEvent(new Event('input'))",
              css + ' input[type="search"]')
        same(data("hits"), "3")
        assert "70.0 %" in b.text(css + " .note"), b.text(css + " .note")


CASES = [timeline, many_bars, lanes_without_bars, tables, roofline, stacked, axis_has_room, modules,
         names_are_text, policy_refuses_foreign_script, colours]


def main():
    global programs, source
    case, programs, source = sys.argv[1], os.path.abspath(sys.argv[2]), os.path.abspath(sys.argv[3])
    if missing():
        print("SKIPPED: not installed: " + missing())
        return 1 if os.environ.get("CI") == "true" else 0
    with tempfile.TemporaryDirectory(prefix="ridgeline-pages-") as folder:
        {c.__name__: c for c in CASES}[case](folder)
    print(case + ": passed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
