#!/usr/bin/env python3
"""Opens the page with a stand-in for the radio, and keeps titles, records, and downloads the files.

    try_recordings.py CHROMIUM PROFILE SCENARIO      tries one of the functions below

Exit status 1 when something is not as it should be, which standard error then names.
"""

import json
import os
import sys
import threading

from browser import run_scenario
from page_radio import Radio
from try_library import closed, press_text
from try_page import NO_WORKER, ON_THE_AIR, check, eventually

TITLES = [(0, "A - First"), (200, "B - Second"), (400, "C - Third")]
CONTROLS = ("keep", "record", "recorded")
NAMES = "[...document.querySelectorAll('#recordings li span')].map((one) => one.textContent)"
FACTS = "[...document.querySelectorAll('#recordings li small')].map((one) => one.textContent)"
WAITS = "document.getElementById('bar').matches('.waits')"
DONE = "document.querySelector('#done span').textContent"
# What has the focus in the list, with its line.
FOCUSED = "(({ activeElement: one }) => one.closest('#recordings') ? one.ariaLabel ?? one.querySelector('span').textContent : '')(document)"


def open_page(browser, radio, window=False):
    """The page on a wide screen, with streams of its own: much time passes by its clock."""
    tab = load(browser, radio, window)
    tab.wait(ON_THE_AIR)
    return tab


def load(browser, radio, window=False):
    """The page, which may be locked."""
    tab = browser.open("about:blank", window=window, script=NO_WORKER)
    tab.call("Emulation.setDeviceMetricsOverride", width=1280, height=800, deviceScaleFactor=1, mobile=False)
    tab.call("Page.navigate", url=radio.url)
    return tab


def seen(tab):
    """The controls that are seen, whatever the view is."""
    return [name for name in CONTROLS if tab.value(f"!document.getElementById('{name}').closest('[hidden]')")]


def asked(radio):
    """How often the list was asked for."""
    return sum(one[:2] == ("GET", "/api/recordings") for one in list(radio.requests))


def offered(tab):
    tab.wait("!document.getElementById('keep').hidden")


def keeps(browser):
    """A title is kept by click and key, the one with the focus, too; refusals are said; nothing is offered without sound."""
    radio = Radio()
    tab = open_page(browser, radio)
    tab.wait("clock.open === 0")
    check(seen(tab) == [], f"without sound that is kept one sees {seen(tab)}")
    tab.press("w")
    tab.press("m")
    eventually(lambda: radio.sent("/api/volume"), "the key m does nothing")
    check(not radio.sent("/api/keep"), "the key w keeps where nothing is kept")
    radio.keep(TITLES, 600)
    offered(tab)
    check(seen(tab) == list(CONTROLS), f"with sound that is kept one sees {seen(tab)}")
    tab.click("#keep")
    tab.wait(f"{DONE} === 'Keeping “C - Third”'")
    check(radio.sent("/api/keep") == [{}], f"a click sends {radio.sent('/api/keep')}")
    # The answer is that of a recording, not the status.
    check(tab.text("state") == "on the air", f"the radio seems to be {tab.text('state')!r}")
    tab.wait(f"{NAMES}.join() === 'C - Third'")
    # A second time it is the same recording.
    tab.value("document.activeElement.blur()")
    tab.press("w")
    eventually(lambda: radio.sent("/api/keep") == [{}, {}], f"the key sends {radio.sent('/api/keep')}")
    tab.let_pass(1200)
    check(tab.value(NAMES) == ["C - Third"], f"kept twice it lists {tab.value(NAMES)}")
    check(tab.text("recording") == "", "a title that is kept is said to be a recording of the station")
    # Its end is said, in whichever view.
    for members, word in (({}, "Kept: C - Third.mp3"), ({"complete": False}, "Kept, but not whole: C - Third.mp3"),
                          ({"state": "failed", "files": [], "reason": "the disk is full"},
                           "“C - Third” is not kept: the disk is full")):
        tab.press("4")
        radio.recorded.end(radio.recorded.listed[0], **members)
        radio.show_recordings()
        tab.let_pass(1200)
        tab.wait(f"{DONE} === {json.dumps(word)}")
        radio.recorded.listed = []
        tab.press("w")
        tab.wait(f"{DONE} === 'Keeping “C - Third”'")
        tab.let_pass(1200)
    # Among the titles to play from, the one with the focus is kept; its button does the same.
    tab.press("3")
    tab.wait("document.querySelectorAll('#kept li').length === 3")
    tab.value("document.querySelector('#kept li:last-child button').focus()")
    tab.press("w")
    eventually(lambda: radio.sent("/api/keep")[-1] == {"title": 0}, f"w sends {radio.sent('/api/keep')[-1]}")
    tab.press("ArrowUp", 38)
    tab.press("\t", 9)
    tab.wait("document.activeElement.ariaLabel === 'Keep B - Second'")
    tab.press("Enter", 13)
    eventually(lambda: radio.sent("/api/keep")[-1] == {"title": 1}, f"Enter sends {radio.sent('/api/keep')[-1]}")
    check(not radio.sent("/api/seek"), "a title that is kept is played")
    # The arrows stay in the column, and so does the focus when there is another title.
    tab.press("ArrowUp", 38)
    tab.wait("document.activeElement.ariaLabel === 'Keep C - Third'")
    tab.let_pass(1200)
    radio.kept.titles = [*TITLES, (590, "D - Fourth")]
    radio.change(**radio.kept.status())
    tab.wait("document.querySelectorAll('#kept li').length === 4")
    check(tab.value("document.activeElement.ariaLabel") == "Keep C - Third", "the focus is lost")
    # One that is no longer kept, and a fifth recording: the radio's sentence.
    radio.kept.titles = TITLES[:1]
    tab.click("#kept li:first-child .icon")
    tab.wait_text("notice", "The radio refused: the title is no longer kept.")
    radio.kept.titles = TITLES
    while len(radio.recorded.running) < 4:
        radio.recorded.add("record", "", "Station 0")
    radio.recorded.listed = [one for one in radio.recorded.listed if one["title"] != "C - Third"]
    radio.recorded.add("record", "", "Station 0")
    tab.click("#keep")
    tab.wait_text("notice", "The radio refused: four recordings are being written already.")
    # Without sound the button with the focus goes: the focus stays in the player.
    tab.value("document.getElementById('keep').focus()")
    radio.keep_none()
    tab.wait("document.getElementById('keep').hidden && document.activeElement.id === 'toggle'")
    check(seen(tab) == ["recorded"], f"with recordings alone one sees {seen(tab)}")


def refused(browser):
    """A radio without recordings, and a token that does not open them, show no control; a slow answer is awaited in sight."""
    radio = Radio(token="a token of sixteen")
    radio.forbidden.add("/api/stations")
    tab = open_page_locked(browser, radio)
    tab.value(f"fetch('/api/session', {{ method: 'POST', body: JSON.stringify({{ token: '{radio.token}' }}) }}).then(() => 1)")
    radio.keep(TITLES, 600)
    tab.value("dispatchEvent(new Event('focus')), 1")
    # The status alone may be read.
    tab.wait("document.getElementById('title').textContent === 'C - Third'")
    check(seen(tab) == [], f"who may only listen sees {seen(tab)}")
    tab.press("w")
    tab.press("m")
    eventually(lambda: radio.sent("/api/volume"), "the key m does nothing")
    check(not radio.sent("/api/keep") and not asked(radio), "who may only listen asks for recordings")
    tab.close()
    for number in range(2):
        radio = Radio()
        radio.keep(TITLES, 600)
        if number:
            radio.forbidden.add("/api/recordings")
        else:
            radio.status.pop("recordings")
        tab = open_page(browser, radio)
        tab.wait("!document.getElementById('back').hidden && document.querySelectorAll('#kept li').length === 3")
        tab.wait("clock.open === 0 && document.getElementById('keep').hidden")
        check(seen(tab) == [], f"a radio without recordings shows {seen(tab)}")
        tab.let_pass(3000)
        check(asked(radio) == number, f"a radio that refuses is asked {asked(radio)} times")
        tab.close()
    radio = Radio()
    radio.keep(TITLES, 600)
    tab = open_page(browser, radio)
    offered(tab)
    tab.wait("clock.open === 0")
    radio.hanging.add("/api/keep")
    tab.click("#keep")
    tab.wait(WAITS)
    tab.let_pass(8000, hanging=1)
    tab.wait(f"!{WAITS}")
    tab.wait_text("notice", "The radio did not answer within 8 seconds.")
    radio.stop()
    tab.wait_text("state", "no connection")
    tab.value("document.getElementById('keep').click()")
    tab.wait_text("notice", "The radio cannot be reached.")


def open_page_locked(browser, radio):
    tab = load(browser, radio)
    tab.wait("document.getElementById('ask')?.open")
    return tab


def records(browser):
    """What is played is recorded whole or split, for a time, until it is stopped; how long is seen and counted."""
    radio = Radio()
    radio.keep(TITLES, 600)
    tab = open_page(browser, radio)
    offered(tab)
    tab.wait("clock.open === 0")
    for text, ends, body in (("In one file", "", {}), ("A file for each title", "", {"split": True}),
                             ("A file for each song, without news and jingles", "7200",
                              {"split": True, "songsOnly": True, "duration": 7200})):
        tab.click("#record")
        tab.wait("document.getElementById('sheet').open")
        tab.value(f"document.querySelector('#sheet select').value = '{ends}'")
        press_text(tab, text)
        closed(tab)
        eventually(lambda: radio.sent("/api/recordings")[-1:] == [body], f"it sends {radio.sent('/api/recordings')}")
        tab.wait(f"{DONE} === 'Recording Station 0'")
    tab.let_pass(1200)
    # Whole, it has the name of the station alone; split, that of its title.
    tab.wait(f"{NAMES}.join() === 'C - Third,C - Third,Station 0'")
    tab.wait("document.getElementById('recording').textContent.startsWith('3 recordings 0:0')")
    one = radio.recorded.listed[-1]
    radio.recorded.listed = [one]
    one["seconds"] = 754
    radio.show_recordings()
    tab.let_pass(1200)
    tab.wait("document.getElementById('recording').textContent.startsWith('recording 12:3')")
    check(tab.value("document.getElementById('recording').closest('[aria-live], [role=status]')") is None,
          "each second is read out")
    cover = "document.getElementById('cover')"
    check(tab.value(f"{cover}.ariaLabel") == "Show what is on the air, which is recorded", "the bar says nothing")
    check(tab.value(f"getComputedStyle({cover}, '::after').content") == '""', "the bar has no mark")
    # Not seen, the list is not asked for, and the time goes on; it stands while nothing is received.
    tab.press("4")
    tab.let_pass(2000)
    count = asked(radio)
    one["seconds"] = 3000
    radio.change(volume=30)
    tab.let_pass(9000)
    text = tab.text("recording")
    check(text.startswith("recording 12:4"), f"10 s later it says {text!r}")
    check(asked(radio) == count, f"{asked(radio) - count} questions while the list is not seen")
    radio.change(state="retrying", reason="the network is away")
    tab.wait_text("recording", "recording 50:00")
    tab.let_pass(5000)
    check(tab.text("recording") == "recording 50:00", f"without reception it counts to {tab.text('recording')}")
    radio.change(state="playing", reason=None)
    tab.wait(ON_THE_AIR)
    eventually(lambda: asked(radio) == count + 2, f"two states are {asked(radio) - count} questions")
    tab.let_pass(3000)
    check(asked(radio) == count + 2, f"two states are {asked(radio) - count} questions")
    one["seconds"] = 90061
    radio.change(title="D - Fourth")
    tab.let_pass(1200)
    tab.wait("document.getElementById('recording').textContent.startsWith('recording 25:01:0')")
    # A page that is not seen asks for nothing.
    count = asked(radio)
    tab.press("3")
    other = browser.open("about:blank")
    check(tab.value("document.visibilityState") == "hidden", "this browser hides no tabs")
    eventually(lambda: radio.count("/api/events") == 0, "a hidden tab follows the events")
    hidden = asked(radio)
    tab.let_pass(5000)
    check(asked(radio) == hidden, f"a hidden page asks {asked(radio) - hidden} times")
    other.close()
    tab.show()
    tab.wait(f"{FACTS}[0].startsWith('recording · 25:01:0')")
    # It is stopped by its button, of which the focus goes to what takes its place.
    tab.wait("document.querySelector('#recordings .icon').ariaLabel === 'Stop: Station 0'")
    tab.value("document.querySelector('#recordings .icon').focus()")
    tab.press("Enter", 13)
    path = f"/api/recordings/{one['id']}/stop"
    eventually(lambda: radio.sent(path) == [{}], "it is not stopped")
    tab.wait(f"{FOCUSED} === 'Download recording.mp3'")
    tab.wait("document.getElementById('recording').textContent === '' && !document.getElementById('cover').matches('.records')")
    # Without a connection nothing is counted.
    tab.click("#record")
    press_text(tab, "In one file")
    closed(tab)
    tab.wait("document.getElementById('recording').textContent !== ''")
    tab.close()
    tab = open_page(browser, radio)
    tab.wait("document.getElementById('recording').textContent !== ''")
    radio.stop()
    tab.wait_text("state", "no connection")
    tab.wait_text("recording", "")
    # A refusal is said.
    radio.start()
    tab.skip(2000)
    tab.wait("document.getElementById('recording').textContent !== ''")
    while len(radio.recorded.running) < 4:
        radio.recorded.add("record", "", "Station 0")
    tab.click("#record")
    press_text(tab, "In one file")
    closed(tab)
    tab.wait_text("notice", "The radio refused: four recordings are being written already.")


def follows(browser):
    """The list follows the radio in all tabs, at most once a second, with 100 recordings; focus and place in it stay."""
    radio = Radio()
    radio.keep(TITLES, 600)
    for number in range(100):
        radio.recorded.end(radio.recorded.add("keep", f"Title {number}", "Station 0"))
    tab = open_page(browser, radio)
    tab.wait("document.querySelectorAll('#recordings li').length === 100")
    check(tab.value(NAMES)[0] == "Title 99", "the newest is not the first")
    check(tab.value(FACTS)[0] == "complete · Station 0 · 4:05 · 3.9 MB", f"it says {tab.value(FACTS)[0]!r}")
    check(asked(radio) == 1, f"at the beginning it is asked for {asked(radio)} times")
    tab.let_pass(5000)
    check(asked(radio) == 1, f"while nothing is written it is asked for {asked(radio)} times")
    check(tab.value("document.querySelectorAll('#recordings [tabindex=\"0\"]').length") == 2, "Tab goes through all recordings")
    # A second window sees the same, and begins another.
    other = open_page(browser, radio, window=True)
    other.wait("document.querySelectorAll('#recordings li').length === 100")
    other.let_pass(1200)
    # In the first one the focus is in the middle.
    tab.value("document.querySelector('#recordings li:nth-child(50) .icon').focus()")
    place = "document.querySelector('#recordings li[data-key=\"51\"]').getBoundingClientRect().top"
    before = tab.value(place)
    check(tab.value(FOCUSED) == "Download Title 50.mp3", f"the focus is on {tab.value(FOCUSED)!r}")
    other.click("#keep")
    other.wait(f"{DONE} === 'Keeping “C - Third”'")
    tab.wait(f"{NAMES}[0] === 'C - Third'")
    check(tab.value("document.querySelectorAll('#recordings li').length") == 100, "more than 100 are shown")
    check(tab.value(FOCUSED) == "Download Title 50.mp3", "the focus is taken away")
    check(abs(tab.value(place) - before) < 2, f"the list moves by {tab.value(place) - before} px")
    # While it is written it is asked for once a second, also when much happens; its line stays the same element.
    tab.value("window.line = document.querySelector('#recordings li'), 1")
    tab.let_pass(1200)
    count, one = asked(radio), radio.recorded.listed[0]
    one.update(seconds=61.2, bytes=980_000)
    for number in range(6):
        radio.change(title=f"Title - {number}")
        tab.wait_text("title", f"Title - {number}")
    check(asked(radio) <= count + 2, f"{asked(radio) - count} questions of two windows within a second")
    tab.let_pass(1200)
    tab.wait(f"{FACTS}[0] === 'being kept · Station 0 · 1:01 · 980 kB'")
    check(tab.value("line === document.querySelector('#recordings li')"), "the line is another element")
    check(tab.value(FOCUSED) == "Download Title 50.mp3" and abs(tab.value(place) - before) < 2, "a look moves the list")
    # What ends says how.
    radio.recorded.end(one, complete=False, reason="the station stopped")
    radio.show_recordings()
    tab.let_pass(1200)
    tab.wait(f"{FACTS}[0] === 'incomplete · Station 0 · 4:05 · 3.9 MB · the station stopped'")
    other.let_pass(1200)
    other.wait(f"{DONE} === 'Kept, but not whole: C - Third.mp3'")
    check(tab.value(DONE) == "", "the other window says what it did not do")
    tab.let_pass(3000)
    other.let_pass(3000)
    count = asked(radio)
    tab.let_pass(5000)
    check(asked(radio) == count, f"when nothing is written any more it is asked for {asked(radio) - count} times")
    other.close()
    # By keyboard: arrows from line to line, in their column, and Enter for what can be done.
    tab.press("ArrowUp", 38)
    tab.wait(f"{FOCUSED} === 'Download Title 51.mp3'")
    tab.value("document.querySelector('#recordings li:nth-child(2) button').focus()")
    tab.press("ArrowUp", 38)
    tab.wait(f"{FOCUSED} === 'C - Third'")
    tab.press("Enter", 13)
    tab.wait("document.getElementById('sheet').open && document.getElementById('sheet-title').textContent === 'C - Third'")
    check(tab.value("document.querySelector('#sheet a').textContent") == "Station 0/C - Third.mp3", "the sheet has no link")
    tab.press("Escape", 27)
    closed(tab)
    tab.wait(f"{FOCUSED} === 'C - Third'")
    # A late answer does not replace a newer one: what was begun meanwhile stays.
    radio.late["/api/recordings"] = threading.Event()
    released = radio.late["/api/recordings"]
    radio.recorded.add("record", "First", "Station 0")
    radio.kept.titles = [*TITLES, (590, "D - Late")]
    radio.show_recordings()
    eventually(lambda: not radio.late, "it is not asked for")
    tab.press("w")
    tab.wait(f"{NAMES}[0] === 'D - Late'")
    released.set()
    tab.let_pass(100)
    check(tab.value(NAMES)[0] == "D - Late", "an older answer takes a recording out of the list")
    tab.let_pass(1200)
    tab.wait(f"{NAMES}.slice(0, 2).join() === 'D - Late,First'")
    tab.let_pass(1200)
    # The radio was started again: the focus stays in the page.
    tab.value("document.querySelector('#recordings li:nth-child(3) button').focus()")
    radio.recorded.listed = []
    radio.recorded.number = 0
    radio.stop()
    tab.wait_text("state", "no connection")
    radio.start()
    tab.skip(2000)
    tab.wait("document.querySelectorAll('#recordings li').length === 0")
    check(tab.value("document.activeElement.id") == "toggle", "the focus is lost with the list")


def downloads(browser):
    """Files are downloaded under their names, one by one, also of a recording that has many; for that the cookie serves."""
    folder = os.path.join(sys.argv[2], "downloads")
    os.makedirs(folder)
    browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder)
    radio = Radio(token="a token of sixteen")
    name = "Björk - \"100 %\"; it's; so (2).mp3"
    one = radio.recorded.add("keep", "Björk", "Station 0")
    radio.recorded.end(one, files=[f"incomplete/{name}"], complete=False)
    whole = radio.recorded.add("record", "", "Station 0")
    radio.recorded.end(whole, files=["Station 0/recording.cue", "Station 0/recording.mp3"])
    many = radio.recorded.add("record", "Many", "Station 0", files=["Station 0/First.mp3", "Station 0/Zweiter – 日本.ogg"])
    tab = open_page_locked(browser, radio)
    tab.value(f"document.getElementById('token').value = {json.dumps(radio.token)}")
    tab.click("#enter")
    tab.wait("document.querySelectorAll('#recordings li').length === 3")

    def comes(file):
        path = os.path.join(folder, file)
        eventually(lambda: os.path.exists(path), f"{file!r} is not downloaded; there is {os.listdir(folder)}")
        eventually(lambda: os.path.getsize(path) == len(radio.recorded.content), f"{file!r} is not whole")

    links = tab.value("[...document.querySelectorAll('#recordings a')].map((one) => one.ariaLabel)")
    check(links == ["Download recording.mp3", "Download " + name], f"the links are {links}")
    tab.click("#recordings li:last-child a")
    # The browser writes another character for those that file systems do not take.
    comes(name.replace('"', "_"))
    # The list of titles beside a whole recording is in the sheet alone.
    tab.click("#recordings a")
    comes("recording.mp3")
    tab.click("#recordings li:nth-child(2) button")
    tab.wait("document.querySelectorAll('#sheet a').length === 2")
    press_text(tab, "Close")
    closed(tab)
    tab.click("#recordings li:first-child button")
    tab.wait("document.querySelectorAll('#sheet a').length === 2")
    tab.click("#sheet a:last-child")
    comes("Zweiter – 日本.ogg")
    tab.click("#sheet a")
    comes("First.mp3")
    check(len(os.listdir(folder)) == 4, f"there are {os.listdir(folder)}")
    check(tab.value("location.pathname + document.querySelectorAll('#recordings li').length") == "/3", "the page is left")
    # In the sheet a recording that goes on can be stopped, too.
    press_text(tab, "Stop")
    eventually(lambda: radio.sent(f"/api/recordings/{many['id']}/stop") == [{}], "Stop does nothing")


if __name__ == "__main__":
    run_scenario((keeps, refused, records, follows, downloads), "--hide-scrollbars")
