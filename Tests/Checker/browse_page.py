#!/usr/bin/env python3
"""Opens the page of a running radio in a real browser, looks at it, and presses Stop.

    browse_page.py CHROMIUM URL PROFILE [TOKEN]     gives the token when it is asked for, and writes what was seen as JSON: title, state, station, frames, tops, and the state afterwards

The browser is spoken to over a pipe (Chrome DevTools Protocol), so that nothing else has to be installed. Exit status 1 when what is
waited for does not come.
"""

import json
import os
import subprocess
import sys
import time

LIMIT = 20
# Keeps the page's event streams at hand.
SPY = """
const Original = EventSource;
window.streams = [];
window.EventSource = class extends Original { constructor(url) { super(url); streams.push(this); } };
"""


class Browser:
    def __init__(self, program, profile):
        to_read, self.to = os.pipe()
        self.fro, fro_write = os.pipe()

        def descriptors():
            os.dup2(to_read, 3)
            os.dup2(fro_write, 4)

        # High numbers, so that neither is 3 or 4 when it is put there.
        to_read, fro_write = [os.dup2(fd, fd + 50) for fd in (to_read, fro_write)]
        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
             "--user-data-dir=" + profile, "--remote-debugging-pipe", "about:blank"],
            preexec_fn=descriptors, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(fro_write)
        self.number, self.rest, self.session = 0, b"", None

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.rest:
                piece = os.read(self.fro, 1 << 16)
                if not piece:
                    sys.exit("browse_page: the browser has gone")
                self.rest += piece
            text, self.rest = self.rest.split(b"\0", 1)
            answer = json.loads(text)
            if answer.get("id") == self.number:
                return answer.get("result", {})  # what cannot be asked yet is asked again

    def open(self, url):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")
        self.call("Page.addScriptToEvaluateOnNewDocument", source=SPY)
        self.call("Page.navigate", url=url)

    def value(self, expression):
        return self.call("Runtime.evaluate", expression=expression, returnByValue=True).get("result", {}).get("value")

    def wait(self, expression):
        end = time.monotonic() + LIMIT
        while not self.value(expression):
            if time.monotonic() > end:
                sys.exit(f"browse_page: this did not come to be: {expression}\n" + str(self.value("document.body.innerText")))
            time.sleep(0.02)


def main():
    browser = Browser(sys.argv[1], sys.argv[3])
    try:
        browser.open(sys.argv[2])
        if len(sys.argv) > 4:
            browser.wait("document.readyState === 'complete' && document.getElementById('ask').open")
            browser.value("document.getElementById('token').value = " + json.dumps(sys.argv[4]))
            browser.value("document.getElementById('enter').click()")
        browser.wait("document.readyState === 'complete' && document.getElementById('state').textContent === 'on the air'")
        browser.wait("Number(document.getElementById('bars').dataset.frames || 0) >= 3")
        if len(sys.argv) <= 4:
            # A stream that was lost and is there again has nothing to tell when nothing happened meanwhile.
            browser.value("streams[0].onerror()")
            if browser.value("document.getElementById('state').textContent") != "not connected":
                sys.exit("browse_page: a lost stream is not told of")
            if browser.value("typeof streams[0].onopen") != "function":
                sys.exit("browse_page: nothing is asked anew when the stream is there again")
            browser.value("streams[0].onopen()")
            browser.wait("document.getElementById('state').textContent === 'on the air'")
            browser.value("streams[1].onerror()")
            if browser.value("document.getElementById('state').textContent") != "on the air":
                sys.exit("browse_page: without bars the radio is not lost")
        tops = set()
        end = time.monotonic() + LIMIT
        while len(tops) < 5 and time.monotonic() < end:
            tops.add(browser.value("document.getElementById('bars').dataset.top"))
        seen = {name: browser.value(f"document.getElementById('{name}').textContent") for name in ("title", "state", "station")}
        seen["stations"] = browser.value("document.querySelectorAll('#stations button').length")
        seen["tops"] = len(tops)
        seen["notice"] = browser.value("document.getElementById('notice').textContent")
        browser.value("document.getElementById('stop').click()")
        browser.wait("document.getElementById('state').textContent === 'stopped'")
        print(json.dumps(seen))
    finally:
        browser.process.kill()
        browser.process.wait()


main()
