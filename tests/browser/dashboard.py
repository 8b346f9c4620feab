#!/usr/bin/env python3
"""The dashboard of tt_device_report: what it serves, what it refuses, and how it bears crowds and slow clients.

    dashboard.py CASE PROGRAMS SOURCE
"""

import json
import os
import re
import resource
import select
import signal
import socket
import subprocess
import sys
import tempfile

import pages
from driver import Browser, missing


class Dashboard:
    """The program while it serves."""

    def __init__(self, folder, *options):
        pages.write(folder, "log.csv", pages.device_log(12, 5))
        self.process = subprocess.Popen(
            [os.path.join(pages.programs, "tt_device_report"), "-d", "log.csv", "-o", "out", "--no-print-stats", "--webapp",
             "--port", "0", *options], cwd=folder, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        for line in self.process.stderr:
            found = re.search(r"http://([\d.]+):(\d+)/", line)
            if found:
                self.host, self.port = found.group(1), int(found.group(2))
                return
        raise AssertionError("no dashboard")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stderr.close()

    def connect(self):
        s = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        return s

    def raw(self, text):
        """All that is answered to these bytes."""
        with self.connect() as s:
            try:
                s.sendall(text)
            except OSError:
                pass  # it need not read everything
            answer = b""
            while True:
                try:
                    part = s.recv(65536)
                except ConnectionResetError:
                    break
                if not part:
                    break
                answer += part
            return answer

    def ask(self, target, method="GET", host="127.0.0.1", more=""):
        answer = self.raw(("%s %s HTTP/1.1\r\nHost: %s\r\n%s\r\n" % (method, target, host, more)).encode("latin-1"))
        head, _, body = answer.partition(b"\r\n\r\n")
        found = re.match(rb"HTTP/1.1 (\d+)", head)
        assert found, answer[:200]
        return int(found.group(1)), head.decode("latin-1").lower(), body


def serves_and_refuses(folder):
    with Dashboard(folder) as d:
        code, head, body = d.ask("/")
        pages.same(code, 200)
        assert "text/html; charset=utf-8" in head and "nosniff" in head and "no-store" in head, head
        assert b"Content-Security-Policy" in body and b"Download artifacts" in body
        code, head, body = d.ask("/tables.json")
        pages.same((code, [t["name"] for t in json.loads(body)["tables"]]),
                   (200, ["trace_health", "statistics", "core_statistics", "data_quality", "trace_health_sheets"]))
        code, head, body = d.ask("/artifacts")
        with open(os.path.join(folder, "out/device_perf_results.tgz"), "rb") as file:
            pages.same((code, body), (200, file.read()))
        assert re.search(r'attachment; filename="\d{4}(_\d\d){5}_device_perf_results.tgz"', head), head
        code, head, body = d.ask("/", "HEAD")
        pages.same((code, body), (200, b""))

        # Only these: no file of the output folder by name, and none outside by any spelling.
        for target, wanted in (("/nothing", 404), ("/device_stats.txt", 404), ("/out/device_stats.txt", 404),
                               ("/../log.csv", 400), ("/..", 400), ("/%2e%2e/log.csv", 400), ("/..%2flog.csv", 400),
                               ("/%2Ftables.json", 400), ("//etc/passwd", 400), ("/etc/passwd", 404), ("/\\..\\x", 400),
                               ("http://127.0.0.1/", 400), ("etc/passwd", 400), ("*", 400), ("/tables.json/", 404),
                               ("/tables.json%00", 400), ("/?x=../../etc/passwd", 400)):
            pages.same((target, d.ask(target)[0]), (target, wanted))
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "BREW"):
            code = d.ask("/", method)[0]
            assert code in (400, 405), (method, code)
        pages.same(d.ask("/", "POST", more="Content-Length: 100000\r\n")[0] in (405, 413), True)
        pages.same(d.ask("/", more="X: " + "y" * 20000 + "\r\n")[0], 431)
        pages.same(d.ask("/" + "x" * 20000)[0], 431)
        pages.same(d.ask("/", host="evil.example")[0], 403)  # a foreign name that resolves to this address
        pages.same(d.ask("/", host="localhost:%d" % d.port)[0], 200)
        assert d.raw(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n").startswith(b"HTTP/1.1 400")
        pages.same(d.ask("/")[0], 200)

        # Bound to the loopback address only.
        pages.same(d.host, "127.0.0.1")
        with open("/proc/net/tcp", encoding="ascii") as file:
            pages.same([line.split()[1] for line in file if line.split()[1].endswith(":%04X" % d.port)
                        and line.split()[3] == "0A"], ["0100007F:%04X" % d.port])

        # Ctrl-C is a clean end.
        d.process.send_signal(signal.SIGINT)
        pages.same(d.process.wait(timeout=60), 0)
        assert "dashboard: ended" in d.process.stderr.read()


def thousand_at_once(folder):
    """1,000 requests are under way at the same time, and each is answered whole."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    with Dashboard(folder) as d:  # the request limit is its own; we need a socket for each request
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        wanted = d.ask("/tables.json")[2]
        waiting, answers, asked = {}, {}, set()
        for i in range(1000):
            s = socket.socket()
            s.setblocking(False)
            s.connect_ex(("127.0.0.1", d.port))
            waiting[s.fileno()] = s
            answers[s.fileno()] = b""
        poll = select.poll()
        for fd in waiting:
            poll.register(fd, select.POLLOUT)
        good = 0
        while waiting:
            events = poll.poll(60000)
            assert events, "%d were never answered" % len(waiting)
            for fd, _ in events:
                s = waiting[fd]
                if fd not in asked:
                    s.send(b"GET /tables.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    asked.add(fd)
                    poll.modify(fd, select.POLLIN)
                    continue
                part = s.recv(65536)
                answers[fd] += part
                if not part:
                    good += answers[fd].partition(b"\r\n\r\n")[2] == wanted
                    poll.unregister(fd)
                    waiting.pop(fd).close()
        pages.same(good, 1000)
        pages.same(d.ask("/")[0], 200)


def slow_clients(folder):
    """More clients than there is room for send half a request and wait: they are let go, and others are served."""
    with Dashboard(folder) as d:
        slow = [d.connect() for _ in range(300)]
        for s in slow:
            s.sendall(b"GET / HTTP/1.1\r\nHos")
        pages.same(d.ask("/")[0], 200)
        for s in slow:
            s.settimeout(60)
            try:
                assert s.recv(1) == b""  # closed without an answer
            except ConnectionResetError:
                pass
            s.close()
        pages.same(d.ask("/")[0], 200)


def in_the_browser(folder):
    """The page as it is served: it loads alone, zooms, and saves the archive."""
    with Dashboard(folder) as d, Browser() as b:
        page = "http://127.0.0.1:%d/" % d.port
        b.open(page)
        asked = [url for url in b.requests() if url.startswith("http") and not url.endswith("favicon.ico")]
        pages.same(asked, [page])
        t = pages.Timeline(b)
        pages.same(t.range(), [0, 4900])
        b.wheel(t.left + t.across / 2, t.y + 100, -300, "Control")
        pages.close_to(t.range()[1] - t.range()[0], 4900 / 2.718281828, 20)
        name = d.ask("/artifacts")[1].split('filename="')[1].split('"')[0]
        b.click('header a[href="artifacts"]')
        with open(os.path.join(folder, "out/device_perf_results.tgz"), "rb") as file:
            pages.same(b.download(name), file.read())


CASES = [serves_and_refuses, thousand_at_once, slow_clients, in_the_browser]


def main():
    case, pages.programs, pages.source = sys.argv[1], os.path.abspath(sys.argv[2]), os.path.abspath(sys.argv[3])
    if case == "in_the_browser" and missing():
        print("SKIPPED: not installed: " + missing())
        return 1 if os.environ.get("CI") == "true" else 0
    with tempfile.TemporaryDirectory(prefix="ridgeline-dashboard-") as folder:
        {c.__name__: c for c in CASES}[case](folder)
    print(case + ": passed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
