#!/usr/bin/env python3
"""Opens the page of a real radio that plays, and listens to it in the browser.

    listen_page.py CHROMIUM PROFILE URL [TOKEN]

Exit status 1 when something is not as it should be, which standard error then names.
"""

import json
import sys

from browser import Browser, Failure
from try_page import ON_THE_AIR, check, eventually, moves
from try_visual import NOTE_AUDIO, hears

MODE = "document.getElementById('bars').dataset.mode"


def listen(browser, url, token):
    tab = browser.open(url, script=NOTE_AUDIO)
    if token:
        tab.wait("document.getElementById('ask')?.open")
        tab.value(f"document.getElementById('token').value = {json.dumps(token)}")
        tab.click("#enter")
    tab.wait(ON_THE_AIR + " && !document.getElementById('ask').open && document.getElementById('locked').hidden")
    for mode in ("bars", "waterfall", "oscilloscope"):
        tab.wait(f"{MODE} === '{mode}'")
        moves(tab)
        tab.click("#visual-mode")
    tab.click("#listen")
    hears(tab)
    check(tab.value("navigator.mediaSession.metadata?.title") not in (None, ""), "the lock screen has no title")
    tab.click("#next")
    tab.wait(ON_THE_AIR)
    hears(tab)
    tab.click("#listen")
    eventually(lambda: tab.value("audios[0].networkState") == 0, "the browser keeps its connection")


def main():
    browser = Browser(sys.argv[1], sys.argv[2], "--window-size=1280,900")
    try:
        listen(browser, sys.argv[3], sys.argv[4] if len(sys.argv) > 4 else "")
    except Failure as failure:
        sys.exit(str(failure))
    finally:
        browser.close()


if __name__ == "__main__":
    main()
