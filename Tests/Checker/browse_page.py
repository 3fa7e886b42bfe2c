#!/usr/bin/env python3
"""Opens the page of a running radio in a real browser, in four windows, looks at them, and presses Stop in the last.

    browse_page.py CHROMIUM URL PROFILE [TOKEN]

Gives the token when it is asked for, and writes what was seen as JSON: title, state, station, stations, tops, notice.
Exit status 1 when what is waited for does not come.
"""

import json
import sys
import time

from browser import Browser, Failure

FRAMES = "Number(document.getElementById('bars').dataset.frames || 0)"
WINDOWS = 4


def look(browser, url, token):
    windows = [browser.open(url, window=True)]
    first = windows[0]
    if token:
        first.wait("document.readyState === 'complete' && document.getElementById('ask').open")
        first.value("document.getElementById('token').value = " + json.dumps("not " + token))
        first.click("#enter")
        first.wait_text("refused", "This token is wrong.")
        first.value("document.getElementById('token').value = " + json.dumps(token))
        first.click("#enter")
    first.wait_text("state", "on the air")
    # One login holds for all, and no window takes the connections that another needs.
    windows += [browser.open(url, window=True) for _ in range(WINDOWS - 1)]
    for tab in windows:
        tab.wait_text("state", "on the air")
        frames = tab.value(FRAMES)
        tab.wait(f"{FRAMES} >= {frames} + 3")
        if tab.value("document.getElementById('ask').open"):
            raise Failure("a second window asks for the token")
    tops = set()
    end = time.monotonic() + 20
    while len(tops) < 5 and time.monotonic() < end:
        tops.add(first.value("document.getElementById('bars').dataset.top"))
    seen = {name: first.text(name) for name in ("title", "state", "station", "notice")}
    seen["stations"] = first.value("document.querySelectorAll('#stations li').length")
    seen["tops"] = len(tops)
    windows[-1].click("#stop")
    for tab in windows:
        tab.wait_text("state", "stopped")
        tab.wait("document.getElementById('bars').dataset.top === '0.000'")
    return seen


def main():
    browser = Browser(sys.argv[1], sys.argv[3], "--window-size=1280,900")
    try:
        print(json.dumps(look(browser, sys.argv[2], sys.argv[4] if len(sys.argv) > 4 else None)))
    except Failure as failure:
        sys.exit(f"browse_page: {failure}")
    finally:
        browser.close()


main()
