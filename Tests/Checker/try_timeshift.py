#!/usr/bin/env python3
"""Opens the page with a stand-in for the radio, and moves in the sound that it keeps.

    try_timeshift.py CHROMIUM PROFILE SCENARIO      tries one of the functions below

Exit status 1 when something is not as it should be, which standard error then names.
"""

from browser import run_scenario
from page_radio import Radio
from try_page import NO_WORKER, ON_THE_AIR, check, eventually
from try_visual import NOTE_AUDIO, hears

TITLES = [(0, "A - First"), (200, "B - Second"), (400, "C - Third")]
BUTTONS = ("back", "ahead", "live")
LEFT, RIGHT = ("ArrowLeft", 37), ("ArrowRight", 39)
SEEN = "[...document.querySelectorAll('#kept li')].map((one) => one.querySelector('span').textContent)"
FOCUSED = "document.querySelector('#kept :focus')?.textContent"
MARKED = "[...document.querySelectorAll('#kept [aria-current=true] span')].map((one) => one.textContent)"


def seen(tab):
    """The buttons that are seen."""
    return [name for name in BUTTONS if tab.value(f"document.getElementById('{name}').checkVisibility()")]


def moves(browser):
    """Buttons and keys move in the sound that is kept, by the steps of the terminal, and only where some is kept."""
    radio = Radio()
    tab = browser.open(radio.url)
    tab.wait(ON_THE_AIR)

    def posts():
        return [one for one in list(radio.requests) if one[0] == "POST"]

    def press(key, body):
        count = len(radio.sent("/api/seek"))
        tab.press(*key) if isinstance(key, tuple) else tab.press(key)
        eventually(lambda: len(radio.sent("/api/seek")) == count + 1, f"the key {key} does nothing")
        check(radio.sent("/api/seek")[-1] == body, f"the key {key} sends {radio.sent('/api/seek')[-1]}")

    check(seen(tab) == [], f"without sound that is kept one sees {seen(tab)}")
    for key in (LEFT, RIGHT, ("[",), ("]",), (",",), (".",), ("L",)):
        tab.press(*key)
    tab.press("m")
    eventually(lambda: radio.sent("/api/volume"), "the key m does nothing")
    check(len(posts()) == 1, f"keys move where nothing is kept: {posts()}")
    radio.keep(TITLES, 600)
    tab.wait("!document.getElementById('back').hidden")
    check(seen(tab) == ["back", "ahead"], f"at live one sees {seen(tab)}")
    tab.click("#back")
    tab.wait_text("state", "0:10 behind live")
    check(radio.sent("/api/seek") == [{"by": -10}], f"it sends {radio.sent('/api/seek')}")
    check(tab.text("now-state") == "0:10 behind live", f"Now says {tab.text('now-state')!r}")
    check(seen(tab) == ["back", "ahead", "live"], f"behind live one sees {seen(tab)}")
    tab.click("#ahead")
    tab.wait(ON_THE_AIR)
    check(radio.sent("/api/seek")[-1] == {"by": 10} and seen(tab) == ["back", "ahead"], "it is not live again")
    tab.value("document.activeElement.blur()")
    press(LEFT, {"by": -10})
    press("[", {"by": -60})
    tab.wait_text("state", "1:10 behind live")
    press("]", {"by": 60})
    press(RIGHT, {"by": 10})
    tab.wait(ON_THE_AIR)
    press(",", {"title": -1})
    tab.wait_text("state", "3:20 behind live")
    press(",", {"title": -1})
    tab.wait_text("title", "B - Second")
    press(".", {"title": 1})
    tab.wait_text("title", "C - Third")
    press("L", {"live": True})
    tab.wait(ON_THE_AIR)
    # A lower-case l is another key, and a held one moves once.
    count = len(posts())
    tab.press("l")
    tab.call("Input.dispatchKeyEvent", type="keyDown", key="ArrowLeft", windowsVirtualKeyCode=37)
    tab.call("Input.dispatchKeyEvent", type="keyDown", key="ArrowLeft", windowsVirtualKeyCode=37, autoRepeat=True)
    tab.call("Input.dispatchKeyEvent", type="keyUp", key="ArrowLeft", windowsVirtualKeyCode=37)
    tab.wait_text("state", "0:10 behind live")
    check(len(posts()) == count + 1, f"a held key sends {posts()[count:]}")
    # Live has the focus when it goes: the focus stays in the player.
    tab.value("document.getElementById('live').focus()")
    tab.click("#live")
    tab.wait(ON_THE_AIR)
    check(radio.sent("/api/seek")[-1] == {"live": True}, f"Live sends {radio.sent('/api/seek')[-1]}")
    tab.wait("document.activeElement.id === 'toggle'")
    # The arrows of a slider, of a field and of a list with columns are their own; behind a dialog none moves.
    count = len(radio.sent("/api/seek"))
    tab.value("document.getElementById('volume').focus()")
    volumes = len(radio.sent("/api/volume"))
    tab.press(*RIGHT)
    eventually(lambda: len(radio.sent("/api/volume")) == volumes + 1, "the arrow does not move the slider")
    tab.click("#filter")
    for key in (LEFT, ("[",), (",",), ("L",)):
        tab.press(*key)
    check(tab.value("document.getElementById('filter').value") == "[,L", "a field does not get what is typed")
    tab.press("Escape", 27)
    tab.value("document.activeElement.blur()")
    tab.press("?")
    tab.wait("document.getElementById('help').open")
    tab.press(*LEFT)
    tab.press("Escape", 27)
    tab.wait("!document.getElementById('help').open")
    tab.call("Emulation.setDeviceMetricsOverride", width=880, height=800, deviceScaleFactor=1, mobile=False)
    tab.wait("innerWidth === 880")
    tab.let_pass(100)
    tab.value("document.querySelector('#stations [data-id=s0] .pick').focus()")
    tab.press(*RIGHT)
    tab.wait("document.activeElement.textContent.includes('Station 1')")
    check(len(radio.sent("/api/seek")) == count, f"arrows of others move: {radio.sent('/api/seek')[count:]}")
    # A file has no live position.
    radio.status.pop("behindLive")
    radio.change()
    tab.press(*LEFT)
    radio.keep_none()
    tab.wait("document.getElementById('back').hidden")
    check(seen(tab) == [], f"without sound that is kept one sees {seen(tab)}")


def holds(browser):
    """A paused radio keeps title and picture, says how far it falls behind, and goes on; "Listen here" is live."""
    radio = Radio()
    tab = browser.open(radio.url, script=NO_WORKER + NOTE_AUDIO)
    tab.wait(ON_THE_AIR)
    radio.keep(TITLES, 600)
    tab.wait_text("title", "C - Third")
    tab.click("#listen")
    hears(tab)
    tab.value("document.activeElement.blur()")
    tab.press(" ")
    tab.wait_text("state", "paused")
    tab.wait("document.getElementById('toggle').getAttribute('aria-label') === 'Play'")
    check(tab.value("document.getElementById('state').getAttribute('aria-live')") is None, "the pause is not read out")
    picture = tab.value("document.getElementById('picture').getAttribute('src')")
    check(tab.text("title") == "C - Third" and tab.text("now-song") == "Third", "a pause takes the title away")
    check(picture and "/s0/" in picture, f"a paused radio shows {picture}")
    check(seen(tab) == ["back", "ahead"], f"just paused one sees {seen(tab)}")
    tab.let_pass(5000)
    tab.wait_text("state", "paused · 0:05 behind live")
    check(tab.value("document.getElementById('state').getAttribute('aria-live')") == "off", "each second is read out")
    check(seen(tab) == list(BUTTONS), f"paused and behind one sees {seen(tab)}")
    # What the radio says counts, also of more than an hour.
    radio.change(behindLive=3719.6)
    tab.wait_text("state", "paused · 1:01:59 behind live")
    tab.press("4")
    tab.wait("document.getElementById('connection').textContent.includes('10 min')")
    radio.change(behindLive=320.2)
    tab.wait_text("state", "paused · 5:20 behind live")
    hears(tab)
    check(radio.opened["/stream"] == 1, "a pause that is held ends the sound in the browser")
    tab.value("document.activeElement.blur()")
    tab.press(" ")
    tab.wait_text("state", "5:20 behind live")
    tab.let_pass(3000)
    check(tab.text("state") == "5:20 behind live", f"sound that plays says {tab.text('state')!r}")
    check(len(radio.sent("/api/toggle")) == 2, f"space sends {radio.requests}")
    radio.change(state="buffering")
    tab.wait_text("state", "buffering… · 5:20 behind live")
    # Less than a second is live.
    radio.change(state="playing", behindLive=0.9)
    tab.wait(ON_THE_AIR)
    # A pause without a place ends the sound, as before.
    radio.keep_none()
    radio.change(state="paused")
    tab.wait_text("state", "paused")
    eventually(lambda: radio.count("/stream") == 0, "a paused radio keeps its connection")
    tab.let_pass(3000)
    check(tab.text("state") == "paused", f"a pause without a place says {tab.text('state')!r}")


def again(browser):
    """The titles in the sound that is kept are listed while they are seen; a click jumps, and the heard one is marked."""
    radio = Radio()
    tab = browser.open(radio.url)
    tab.call("Emulation.setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=1, mobile=True)
    tab.wait(ON_THE_AIR)

    def asked():
        return sum(one[1] == "/api/timeshift" for one in list(radio.requests))

    def settled(number, text):
        """Several seconds later so many questions were asked."""
        tab.let_pass(3000)
        check(asked() == number, f"{text}: {asked()} questions, not {number}")

    tab.press("3")
    tab.wait("document.body.dataset.view === 'titles'")
    settled(0, "a radio that keeps nothing")
    check(not tab.value("document.getElementById('moments').checkVisibility()"), "an empty list is shown")
    tab.press("1")
    radio.keep(TITLES, 600)
    tab.wait_text("title", "C - Third")
    settled(0, "while it is not seen")
    tab.press("3")
    tab.wait(f"{SEEN}.join() === 'C - Third,B - Second,A - First'")
    check(tab.value(MARKED) == ["C - Third"], f"the heard one is {tab.value(MARKED)}")
    settled(1, "once it is seen")
    # What has nothing to do with titles asks for nothing.
    radio.change(volume=20)
    tab.wait("document.getElementById('volume').value === '20'")
    settled(1, "another volume")
    tab.click("#kept li:last-child button")
    eventually(lambda: radio.sent("/api/seek") == [{"to": 0}], f"a click sends {radio.sent('/api/seek')}")
    tab.wait_text("title", "A - First")
    tab.let_pass(1000)
    tab.wait(f"{MARKED}.join() === 'A - First'")
    check(tab.value(f"{FOCUSED}?.includes('A - First')"), "the focus is lost")
    check(tab.text("state") == "10:00 behind live", f"it says {tab.text('state')!r}")
    settled(2, "after a jump")
    # By keyboard, as in the other list.
    tab.press("ArrowUp", 38)
    tab.wait(f"{FOCUSED}?.includes('B - Second')")
    tab.press("Enter", 13)
    eventually(lambda: radio.sent("/api/seek")[-1] == {"to": 200}, f"Enter sends {radio.sent('/api/seek')[1:]}")
    tab.let_pass(1000)
    tab.wait(f"{MARKED}.join() === 'B - Second'")
    # Many changes within a second are one question.
    tab.let_pass(1000)
    before = asked()
    for number in range(8):
        radio.kept.titles = [*TITLES, (500 + number, f"D - {number}")]
        radio.kept.move({"live": True})
        radio.change(**radio.kept.status())
        tab.wait_text("title", f"D - {number}")
    check(asked() <= before + 1, f"{asked() - before} questions within a second")
    tab.let_pass(1000)
    tab.wait(f"{SEEN}[0] === 'D - 7'")
    settled(before + 2, "eight titles in a second")
    # A title that is heard for the first time comes by its own event.
    radio.kept.titles = [*TITLES, (590, "E - New")]
    radio.status.update(titleElapsed=10)
    radio.say_title("E - New")
    tab.wait(f"{MARKED}.join() === 'E - New'")
    reached = tab.value("[...document.querySelectorAll('#kept [tabindex=\"0\"]')].map((one) => one.closest('li') === one."
                        "parentElement && one.ariaLabel || one.querySelector('span').textContent)")
    check(reached == ["B - Second", "Keep B - Second"], f"Tab goes through {reached}")
    # A refusal shows nothing, and is not asked again; nor is a radio that keeps nothing any more.
    tab.let_pass(1000)
    radio.failing.add("/api/timeshift")
    before = asked()
    radio.change(title="F - Other")
    tab.wait("!document.getElementById('moments').checkVisibility()")
    settled(before + 1, "after a refusal")
    radio.failing.clear()
    radio.keep_none()
    tab.wait("document.getElementById('back').hidden")
    radio.change(title="G - Other")
    tab.wait_text("title", "G - Other")
    settled(before + 1, "where nothing is kept")
    radio.keep(TITLES, 600)
    tab.wait(f"{SEEN}[0] === 'C - Third' && document.getElementById('moments').checkVisibility()")
    settled(before + 2, "where sound is kept again")
    # Another connection may bring other titles.
    radio.kept.titles = TITLES[:2]
    radio.stop()
    tab.wait_text("state", "no connection")
    radio.start()
    tab.skip(2000)
    tab.wait(f"{SEEN}[0] === 'B - Second'")


if __name__ == "__main__":
    run_scenario((moves, holds, again), "--window-size=1280,900")
