# SPDX-License-Identifier: Apache-2.0
"""A headless Chromium with one page, driven over the DevTools protocol through a pipe."""

import base64
import fcntl
import json
import os
import select
import shutil
import signal
import struct
import subprocess
import tempfile
import time
import zlib

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-extensions",
         "--disable-sync", "--mute-audio", "--force-color-profile=srgb", "--hide-scrollbars",
         "--host-resolver-rules=MAP * ~NOTFOUND", "--remote-debugging-pipe")
FIRST_FREE_FD = 20  # the child's 3 and 4 must not be ours
KEY_CODES = {"Enter": 13, "Escape": 27, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38,
             "ArrowRight": 39, "ArrowDown": 40, "Tab": 9, " ": 32}
SHIFT = 8


class BrowserError(Exception):
    """The browser is missing, does not answer, or a script in the page threw."""


def _high(descriptor):
    high = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, FIRST_FREE_FD)
    os.close(descriptor)
    return high


class Chromium:
    """`with Chromium() as page:` gives an empty page; everything it complains of is in `problems`."""

    def __init__(self, timeout=30.0):
        self.timeout = timeout
        self.problems = []
        self.requests = []
        self._buffer = b""
        self._last_id = 0
        self._events = []
        self._session = None

    def __enter__(self):
        program = next(filter(None, map(shutil.which, PROGRAMS)), None)
        if program is None:
            raise BrowserError("no chromium; scripts/setup test installs it")
        self._folder = tempfile.TemporaryDirectory(prefix="pmusim-page-")
        commands, self._write = map(_high, os.pipe())
        self._read, answers = map(_high, os.pipe())

        def give_pipes():
            os.dup2(commands, 3)
            os.dup2(answers, 4)

        self._process = subprocess.Popen(
            [program, *FLAGS, f"--user-data-dir={self._folder.name}", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=give_pipes, pass_fds=(3, 4), start_new_session=True,
            env={**os.environ, "HOME": self._folder.name})
        os.close(commands)
        os.close(answers)
        try:
            self._attach()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        os.close(self._write)
        os.close(self._read)
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        shutil.rmtree(self._folder.name, ignore_errors=True)
        self._folder.cleanup()

    # --- protocol ---

    def call(self, method, **parameters):
        self._last_id += 1
        message = {"id": self._last_id, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._write, data):]
        while True:
            answer = self._receive()
            if answer.get("id") == self._last_id:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error']}")
                return answer["result"]

    def _receive(self):
        deadline = time.monotonic() + self.timeout
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._read], [], [], max(0.0, deadline - time.monotonic()))
            data = os.read(self._read, 1 << 20) if ready else b""
            if not data:
                raise BrowserError("chromium does not answer")
            self._buffer += data
        text, _, self._buffer = self._buffer.partition(b"\0")
        message = json.loads(text)
        if "method" in message:
            self._note(message["method"], message["params"])
        return message

    def _note(self, method, parameters):
        self._events.append(method)
        if method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.problems.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
            self.problems.append(str([argument.get("value") for argument in parameters["args"]]))
        elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
            self.problems.append(parameters["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])

    def _attach(self):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    # --- what tests do ---

    def open(self, file, width=1280, height=900, scheme="light", ratio=1, reduced_motion=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=ratio, mobile=False)
        motion = "reduce" if reduced_motion else "no-preference"
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": motion}])
        self._events.clear()
        self.call("Page.navigate", url=f"file://{os.path.abspath(file)}")
        while "Page.loadEventFired" not in self._events:
            self._receive()
        self.settle()

    def evaluate(self, expression):
        """The value of an expression, which may be a promise."""
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True,
                           returnByValue=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description", details["text"]))
        return result["result"].get("value")

    def settle(self):
        """Waits until what was asked for is drawn."""
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def press(self, key, shift=False):
        code = KEY_CODES.get(key, 0)
        text = {} if code and key != " " and key != "Enter" else {"text": "\r" if key == "Enter" else key}
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code,
                      modifiers=SHIFT if shift else 0, **(text if kind == "keyDown" else {}))
        self.settle()

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def move(self, x, y):
        self.mouse("mouseMoved", x, y)
        self.settle()

    def click(self, x, y):
        self.mouse("mouseMoved", x, y)
        self.mouse("mousePressed", x, y, button="left", clickCount=1)
        self.mouse("mouseReleased", x, y, button="left", clickCount=1)
        self.settle()

    def drag(self, x, y, to_x):
        self.mouse("mouseMoved", x, y)
        self.mouse("mousePressed", x, y, button="left", clickCount=1)
        self.mouse("mouseMoved", (x + to_x) / 2, y, button="left", buttons=1)
        self.mouse("mouseMoved", to_x, y, button="left", buttons=1)
        self.mouse("mouseReleased", to_x, y, button="left", clickCount=1)
        self.settle()

    def wheel(self, x, y, delta_y, shift=False):
        self.mouse("mouseWheel", x, y, deltaX=0, deltaY=delta_y, modifiers=SHIFT if shift else 0)
        self.settle()

    def screenshot(self, clip=None):
        """A PNG of the window, or of clip = (x, y, width, height)."""
        box = {"clip": dict(zip(("x", "y", "width", "height"), clip), scale=1)} if clip else {}
        return base64.b64decode(self.call("Page.captureScreenshot", format="png", **box)["data"])


def pixels_of(png):
    """Rows of (red, green, blue) of a PNG with 8 bits a channel, which is what Chromium writes."""
    at, data, header = 8, b"", None
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at:at + 8])
        body = png[at + 8:at + 8 + length]
        at += length + 12
        if kind == b"IHDR":
            header = struct.unpack(">IIBB", body[:10])
        elif kind == b"IDAT":
            data += body
    width, height, depth, colour = header
    if depth != 8 or colour not in (2, 6):
        raise BrowserError(f"PNG of depth {depth}, colour type {colour}")
    channels = 3 if colour == 2 else 4
    raw, stride = zlib.decompress(data), width * channels
    rows, before = [], bytearray(stride)
    for y in range(height):
        start = y * (stride + 1)
        line = _unfiltered(raw[start], bytearray(raw[start + 1:start + 1 + stride]), before, channels)
        rows.append([tuple(line[x:x + 3]) for x in range(0, stride, channels)])
        before = line
    return rows


def _unfiltered(kind, line, before, channels):
    for i in range(len(line)):
        left = line[i - channels] if i >= channels else 0
        above, corner = before[i], before[i - channels] if i >= channels else 0
        line[i] = (line[i] + (0, left, above, (left + above) // 2, _paeth(left, above, corner))[kind]) & 255
    return line


def _paeth(left, above, corner):
    guess = left + above - corner
    return min((left, above, corner), key=lambda value: abs(guess - value))
