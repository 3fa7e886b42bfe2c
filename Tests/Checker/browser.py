"""Chromium without a screen, driven over a pipe (Chrome DevTools Protocol), so that nothing else is needed."""

import json
import os
import subprocess
import sys
import time


# How far a page has come: its state, whether it is seen, and the files that were loaded whole.
PAGE_STATE = """[document.readyState, document.visibilityState, ...performance.getEntriesByType("resource")
  .map(({ name, responseEnd }) => new URL(name).pathname + (responseEnd ? "" : " in part"))].join(" ")"""


class Failure(Exception):
    """What was waited for did not come, or is not so."""


class Browser:
    """A browser with a profile in the folder `profile`. Arguments of the program can be added. `script` runs before those
    of every page."""

    script = ""

    def __init__(self, program, profile, *arguments):
        to_read, self._to = os.pipe()
        self._from, from_write = os.pipe()

        def descriptors():
            os.dup2(to_read, 3)
            os.dup2(from_write, 4)

        # High numbers, so that neither is 3 or 4 when it is put there.
        to_read, from_write = [os.dup2(fd, fd + 50) for fd in (to_read, from_write)]
        self._process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
             "--disable-background-networking", "--user-data-dir=" + profile, "--remote-debugging-pipe", *arguments,
             "about:blank"],
            preexec_fn=descriptors, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(from_write)
        self._number, self._rest = 0, b""

    def call(self, method, session=None, **parameters):
        """The result of a call; empty for what cannot be asked yet."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self._rest:
                piece = os.read(self._from, 1 << 16)
                if not piece:
                    raise Failure("the browser has gone")
                self._rest += piece
            text, self._rest = self._rest.split(b"\0", 1)
            answer = json.loads(text)
            if answer.get("id") == self._number:
                return answer.get("result", {})

    def open(self, url, window=False, script=None, media=()):
        """A new tab, in front of the others of its window; with `window` in one of its own. `script` runs before the
        page's; `media` are features such as ("prefers-reduced-motion", "reduce")."""
        return Tab(self, url, window, self.script + (script or ""), media)

    def close(self):
        self._process.kill()
        self._process.wait()


class Tab:
    """A tab and its page."""

    LIMIT = 20

    def __init__(self, browser, url, window, script, media):
        self._browser = browser
        self._target = browser.call("Target.createTarget", url="about:blank", newWindow=window)["targetId"]
        self._session = browser.call("Target.attachToTarget", targetId=self._target, flatten=True)["sessionId"]
        self.call("Page.enable")
        if script:
            self.call("Page.addScriptToEvaluateOnNewDocument", source=script)
        if media:
            self.call("Emulation.setEmulatedMedia", features=[{"name": name, "value": value} for name, value in media])
        self.call("Page.navigate", url=url)

    def call(self, method, **parameters):
        return self._browser.call(method, self._session, **parameters)

    def close(self):
        self._browser.call("Target.closeTarget", targetId=self._target)

    def show(self):
        """Brings it to the front: the others of its window are hidden then."""
        self.call("Page.bringToFront")

    def value(self, expression):
        """What `expression` is; promises are waited for."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        return result.get("result", {}).get("value")

    def text(self, identifier):
        """The text of an element."""
        return self.value(f"document.getElementById('{identifier}').textContent")

    def wait(self, expression, limit=LIMIT):
        """Waits until `expression` is true."""
        end = time.monotonic() + limit
        while not self.value(expression):
            if time.monotonic() > end:
                raise Failure(f"this did not come to be: {expression}; the page ({self.value(PAGE_STATE)}) says:\n"
                              + str(self.value("document.body.innerText"))[:600])
            time.sleep(0.02)

    def wait_text(self, identifier, text, limit=LIMIT):
        """Waits until an element has just this text."""
        self.wait(f"document.getElementById('{identifier}')?.textContent === {json.dumps(text)}", limit)

    def let_pass(self, milliseconds, hanging=0):
        """Lets time pass by the clock of the page (page_clock.js): what is to happen within it happens. All requests but
        `hanging` ones are answered. A worker answers nothing meanwhile, and is given up after 4 s."""
        if self.value(f"clock.pass({milliseconds}, {hanging})") is False:
            raise Failure(f"there is no answer to some of {self.value('clock.asked')}")

    def skip(self, milliseconds):
        """Waits until something is to happen in so many milliseconds, and lets just these pass."""
        self.wait(f"clock.waits({milliseconds})")
        self.let_pass(milliseconds)

    def click(self, selector):
        """A click of the mouse in the middle of an element."""
        x, y = self.middle(selector)
        for kind in ("mousePressed", "mouseReleased"):
            self.mouse(kind, x, y)

    def middle(self, selector):
        """The middle of an element, when it stays where it is for 50 ms: what comes late moves what stands below it."""
        return self.value(
            f"(async () => {{ const one = document.querySelector({json.dumps(selector)});"
            "one.scrollIntoView({ block: 'center' });"
            "for (let last = ''; ;) { const box = one.getBoundingClientRect(), now = JSON.stringify(box);"
            "if (now === last) return [box.x + box.width / 2, box.y + box.height / 2];"
            "last = now; await new Promise((done) => setTimeout(done, 50)); } })()")

    def mouse(self, kind, x, y):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=int(kind != "mouseReleased"),
                  clickCount=1)

    def press(self, key, code=None):
        """A key: a character, or a name such as Escape with its number."""
        text = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
        number = {"windowsVirtualKeyCode": code} if code else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, **text, **number)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, **number)


def run_scenario(scenarios, *arguments):
    """The main function of a script SCRIPT CHROMIUM PROFILE SCENARIO: calls the function of that name among
    `scenarios` with a browser that gets `arguments`, whose pages have the clock of page_clock.js. Exit status 1 with the
    failure on standard error."""
    _, program, profile, name, *_ = sys.argv
    browser = Browser(program, profile, *arguments)
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "page_clock.js"), encoding="utf-8") as file:
        browser.script = file.read()
    try:
        {one.__name__: one for one in scenarios}[name](browser)
    except Failure as failure:
        sys.exit(f"{name}: {failure}")
    finally:
        browser.close()
