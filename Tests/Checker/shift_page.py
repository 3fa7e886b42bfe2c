#!/usr/bin/env python3
"""Opens the page of a running radio that is live, and goes back by its button: what it says, its title, its list of titles
and its bars follow.

    shift_page.py CHROMIUM PROFILE URL

Exit status 1 when something is not as it should be, which standard error then names.
"""

import sys

from browser import Browser, Failure
from try_page import ON_THE_AIR, moves

BEHIND = "/^0:(09|10|11) behind live$/.test(document.getElementById('state').textContent)"
# The title is that of the radio's status; at a change of titles one of them may be the next one already.
SAME_TITLE = ("fetch('/api/status').then((answer) => answer.json())"
              ".then((one) => one.title !== undefined && document.getElementById('title').textContent === one.title)")
MARKED = "document.querySelector('#kept [aria-current=true] span')?.textContent"


def go_back(tab):
    tab.wait(ON_THE_AIR)
    tab.wait("document.getElementById('back').checkVisibility()")
    tab.click("#back")
    tab.wait(BEHIND)
    tab.wait(SAME_TITLE)
    moves(tab)
    tab.press("3")
    tab.wait(f"document.querySelectorAll('#kept li').length > 2 && {MARKED} === document.getElementById('title').textContent")
    tab.wait(BEHIND)


def main():
    program, profile, url = sys.argv[1:]
    browser = Browser(program, profile, "--window-size=1280,900")
    try:
        go_back(browser.open(url))
    except Failure as failure:
        sys.exit(f"shift_page: {failure}")
    finally:
        browser.close()


main()
