#!/usr/bin/env python3
"""Uses the page of a real daemon on a phone: finds a station, makes it a favourite, adds and removes one; ends the daemon
and starts it again; starts it without a sound device.

    use_page.py CHROMIUM PROFILE PORT RADIOD

RADIOD is the program; the folders of its settings come from the environment. Exit status 1 when something is not as it
should be, which standard error then names.
"""

import subprocess
import sys

from browser import Browser, Failure
from try_page import NAMES, ON_THE_AIR, check, eventually, find, moves

PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}


class Daemon:
    """A daemon that plays the demo."""

    def __init__(self, program, port):
        self._command = [program, "serve", "--station", "demo", "--no-mpris", "--no-mpd", "--http", "--http-port", port]
        self._process = None

    def start(self, *arguments):
        self._process = subprocess.Popen([*self._command, *arguments], stderr=subprocess.PIPE)

    def stop(self):
        if self._process:
            self._process.terminate()
            self._process.communicate(timeout=20)
            self._process = None


def tap(tab, selector):
    x, y = tab.middle(selector)
    tab.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
    tab.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])


def open_page(browser, url):
    tab = browser.open("about:blank")
    tab.call("Emulation.setDeviceMetricsOverride", **PHONE)
    tab.call("Emulation.setTouchEmulationEnabled", enabled=True)
    tab.call("Page.navigate", url=url)
    return tab


def bars_move(tab):
    """The bars move where a phone shows them; then the stations are shown again."""
    tap(tab, "nav [data-view=now]")
    moves(tab)
    tap(tab, "nav [data-view=stations]")
    tab.wait("document.body.dataset.view === 'stations'")


def use(browser, daemon, url):
    daemon.start("--output", "silent")
    tab = open_page(browser, url)
    # The daemon may need longer to start than the browser.
    eventually(lambda: tab.value("document.getElementById('state') !== null") or not tab.call("Page.reload"),
               "there is no page", limit=20)
    tab.wait(ON_THE_AIR)
    tab.wait("document.querySelectorAll('#stations li').length > 10")
    bars_move(tab)
    check(find(tab, "salad groove") == ["SomaFM Groove Salad"], f"it finds {tab.value(NAMES)[:4]}")
    star = "#stations .star"
    tap(tab, star)
    tab.wait(f"document.querySelector('{star}').ariaPressed === 'true'")
    find(tab, "")
    tap(tab, "#groups [data-group=favourites]")
    tab.wait(f"{NAMES}.join() === 'SomaFM Groove Salad'")
    tap(tab, "#groups [data-group=all]")
    tap(tab, "#list-menu")
    tab.wait("document.getElementById('sheet').open")
    tap(tab, "#sheet .menu button")
    tab.wait("document.getElementById('editor').open")
    for field, text in (("name", "Nachtradio Ö"), ("url", "http://127.0.0.1:9/nacht"), ("tags", "jazz, nacht")):
        tab.value(f"document.querySelector('#editor [name={field}]').value = '{text}'")
    tap(tab, "#editor .main")
    tab.wait("!document.getElementById('editor').open")
    tab.wait(f"{NAMES}.includes('Nachtradio Ö')")
    picture = "document.querySelector('#stations img').naturalWidth"
    tab.wait(f"{picture} > 0")
    tab.wait("document.getElementById('picture').naturalWidth > 0")
    # The daemon ends and is started again: the page comes back by itself, and the list is what it became.
    daemon.stop()
    tab.wait_text("state", "no connection")
    daemon.start("--output", "silent")
    tab.wait(ON_THE_AIR)
    bars_move(tab)
    check(find(tab, "nacht oe") == [] and find(tab, "nachtradio o") == ["Nachtradio Ö"], "the added station is lost")
    tap(tab, "#stations .more")
    tab.wait("document.getElementById('sheet').open")
    tab.value("[...document.querySelectorAll('#sheet .menu button')].at(-1).dataset.last = ''")
    tap(tab, "#sheet [data-last]")
    tab.wait("document.querySelectorAll('#stations li').length === 0")
    find(tab, "")
    check("Nachtradio Ö" not in tab.value(NAMES), "the station is still there")
    order = tab.value(NAMES)
    tab.wait("!document.getElementById('undo').hidden")
    tap(tab, "#undo")
    tab.wait(f"{NAMES}.includes('Nachtradio Ö')")
    check([one for one in tab.value(NAMES) if one != "Nachtradio Ö"] == order, "undo changes other stations")
    # Without a sound device the radio goes on silently, and the page says so.
    daemon.stop()
    daemon.start("--device", "plughw:31,0")
    tab.wait(ON_THE_AIR)
    tab.wait("document.getElementById('notice').textContent.length > 10")
    bars_move(tab)
    tab.close()


def main():
    program, profile, port, radiod = sys.argv[1:]
    daemon, browser = Daemon(radiod, port), Browser(program, profile)
    try:
        use(browser, daemon, f"http://localhost:{port}/")
    except Failure as failure:
        sys.exit(f"use_page: {failure}")
    finally:
        browser.close()
        daemon.stop()


main()
