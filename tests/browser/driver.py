"""A small client of chromedriver's HTTP interface (W3C WebDriver), on Python's standard library alone."""

import base64
import contextlib
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the key that the protocol gives elements
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Shift": "\ue008", "Control": "\ue009", "Home": "\ue011",
        "Left": "\ue012", "Up": "\ue013", "Right": "\ue014", "Down": "\ue015", "PageDown": "\ue00f"}


def missing():
    """Which of the two programs is not installed; empty when both are."""
    return ", ".join(name for name in ("chromium", "chromedriver") if shutil.which(name) is None)


class Browser:
    """A headless browser with a profile and a download folder of its own."""

    def __init__(self, width=1400, height=1000, dark=False, flags=()):
        self.folder = tempfile.mkdtemp(prefix="ridgeline-browser-")
        self.downloads = os.path.join(self.folder, "downloads")
        os.mkdir(self.downloads)
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL, text=True)
        self.base, self.session = None, None
        try:
            for line in self.driver.stdout:
                found = re.search(r"started successfully on port (\d+)", line)
                if found:
                    self.base = "http://127.0.0.1:" + found.group(1)
                    break
            if self.base is None:
                raise RuntimeError("chromedriver did not start")
            arguments = ["--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                         "--user-data-dir=" + os.path.join(self.folder, "profile"),
                         "--window-size=%d,%d" % (width, height), *flags]
            if os.geteuid() == 0:
                arguments.append("--no-sandbox")
            if dark:
                arguments.append("--force-dark-mode")
            options = {"args": arguments, "binary": shutil.which("chromium"),
                       "prefs": {"download.default_directory": self.downloads, "download.prompt_for_download": False}}
            answer = self._post("/session", {"capabilities": {"alwaysMatch": {
                "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}}})
            self.session = "/session/" + answer["sessionId"]
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        try:
            if self.session:
                self._call("DELETE", self.session)
        except Exception:  # it is killed below in any case
            pass
        self.driver.terminate()
        self.driver.wait()
        self.driver.stdout.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _call(self, method, path, body=None):
        request = urllib.request.Request(self.base + path, method=method,
                                         data=None if body is None else json.dumps(body).encode(),
                                         headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(method + " " + path + ": " + error.read().decode()[:600]) from None

    def _post(self, path, body):
        return self._call("POST", path, body)

    # --- pages ------------------------------------------------------------------------------------------------------
    def open(self, address, ready=True):
        self._post(self.session + "/url", {"url": address})
        if ready:
            self.until("return document.documentElement.dataset.ready === 'yes'")

    def run(self, script, *arguments):
        return self._post(self.session + "/execute/sync", {"script": script, "args": list(arguments)})

    def wait_for(self, script, *arguments):
        """Runs a script that hands its result to its last argument."""
        return self._post(self.session + "/execute/async", {"script": script, "args": list(arguments)})

    def settle(self):
        """Waits until what was asked for has been drawn."""
        self.wait_for("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => "
                      "setTimeout(done, 0)));")

    def until(self, script, *arguments):
        """Waits for a condition; the limit is far away and only ends what would never end."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            value = self.run(script, *arguments)
            if value:
                return value
            time.sleep(0.02)
        raise AssertionError("never true: " + script)

    def find(self, css):
        return self._post(self.session + "/element", {"using": "css selector", "value": css})[ELEMENT]

    def click(self, css):
        self._post(self.session + "/element/" + self.find(css) + "/click", {})
        self.settle()

    def type(self, css, text):
        element = self.find(css)
        self._post(self.session + "/element/" + element + "/value", {"text": text})
        self.settle()

    @contextlib.contextmanager
    def frame(self, css):
        """What is run inside is run in the document of a frame."""
        self._post(self.session + "/frame", {"id": {ELEMENT: self.find(css)}})
        yield
        self._post(self.session + "/frame", {"id": None})

    def text(self, css):
        return self.run("return document.querySelector(arguments[0]).textContent", css)

    def box(self, css):
        """Where an element is in the window: x, y, width, height; it is scrolled into view first."""
        self.run("document.querySelector(arguments[0]).scrollIntoView({block: 'center', behavior: 'instant'})", css)
        self.settle()
        return self.run("const b = document.querySelector(arguments[0]).getBoundingClientRect();"
                        "return [b.x, b.y, b.width, b.height]", css)

    # --- real input -------------------------------------------------------------------------------------------------
    def act(self, *sources):
        self._post(self.session + "/actions", {"actions": list(sources)})
        self.settle()

    @staticmethod
    def _pointer(*actions):
        return {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": list(actions)}

    @staticmethod
    def _move(x, y, ms=0):
        return {"type": "pointerMove", "duration": ms, "x": round(x), "y": round(y), "origin": "viewport"}

    def hover(self, x, y):
        self.act(self._pointer(self._move(x, y)))

    def press(self, x, y, times=1):
        buttons = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}] * times
        self.act(self._pointer(self._move(x, y), *buttons))

    def drag(self, x, y, to_x, to_y, key=None):
        held = []
        if key:
            wait = [{"type": "pause"}] * 4
            held = [{"type": "key", "id": "keys", "actions":
                     [{"type": "keyDown", "value": KEYS[key]}, *wait, {"type": "keyUp", "value": KEYS[key]}]}]
        pause = [{"type": "pause"}] if key else []
        self.act(*held, self._pointer(*pause, self._move(x, y), {"type": "pointerDown", "button": 0},
                                      self._move(to_x, to_y, 80), {"type": "pointerUp", "button": 0}))

    def wheel(self, x, y, down, key=None):
        scroll = {"type": "scroll", "x": round(x), "y": round(y), "deltaX": 0, "deltaY": down, "duration": 0,
                  "origin": "viewport"}
        if not key:
            self.act({"type": "wheel", "id": "wheel", "actions": [scroll]})
            return
        self.act({"type": "key", "id": "keys", "actions": [{"type": "keyDown", "value": KEYS[key]}, {"type": "pause"},
                                                           {"type": "keyUp", "value": KEYS[key]}]},
                 {"type": "wheel", "id": "wheel", "actions": [{"type": "pause"}, scroll]})

    def keys(self, *names):
        actions = []
        for name in names:
            value = KEYS.get(name, name)
            actions += [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        self.act({"type": "key", "id": "keys", "actions": actions})

    # --- what the browser reports -----------------------------------------------------------------------------------
    def complaints(self):
        """Warnings and errors of the console, refusals of the page's policy among them."""
        entries = self._post(self.session + "/se/log", {"type": "browser"})
        return [entry["message"] for entry in entries if entry["level"] in ("WARNING", "SEVERE")]

    def requests(self):
        """Addresses that were asked for since the last call."""
        entries = self._post(self.session + "/se/log", {"type": "performance"})
        messages = [json.loads(entry["message"])["message"] for entry in entries]
        return [m["params"]["request"]["url"] for m in messages if m["method"] == "Network.requestWillBeSent"]

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self._call("GET", self.session + "/screenshot")))

    def devtools(self, command, **parameters):
        """A command of Chromium's own protocol."""
        return self._post(self.session + "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def download(self, name):
        """The bytes of a file that the page saved.

        Chromium takes the name with an empty file, which the whole download then replaces.
        """
        path = os.path.join(self.downloads, name)
        end = time.monotonic() + 60
        while not os.path.exists(path) or os.path.getsize(path) == 0:
            if time.monotonic() > end:
                raise AssertionError("never saved: " + name + "; there are " + str(os.listdir(self.downloads)))
            time.sleep(0.02)
        with open(path, "rb") as file:
            return file.read()
