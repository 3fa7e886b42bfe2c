#!/usr/bin/env python3
"""Opens the page in a real browser, with a stand-in for the radio, and does with it what people do.

    try_page.py CHROMIUM PROFILE SCENARIO     tries one of the functions below

Exit status 1 when something is not as it should be, which standard error then names.
"""

import json
import os
import time

from browser import Failure, run_scenario
from page_radio import Radio

ON_THE_AIR = "document.getElementById('state')?.textContent === 'on the air'"
TOP = "Number(document.getElementById('bars').dataset.top || 0)"
FRAMES = "Number(document.getElementById('bars').dataset.frames || 0)"
# For a page that has its own streams, by the page's clock.
NO_WORKER = "delete window.SharedWorker;"


def check(is_so, text):
    if not is_so:
        raise Failure(text)


def eventually(condition, text, limit=20):
    """Waits until `condition` gives true."""
    end = time.monotonic() + limit
    while not condition():
        check(time.monotonic() < end, text)
        time.sleep(0.02)


def moves(tab):
    """Bars move in a tab."""
    frames = tab.value(FRAMES)
    tab.wait(f"{FRAMES} > {frames} + 3")


def streams(radio):
    return radio.count("/api/events"), radio.count("/api/spectrum")


def tabs(browser):
    """Four windows side by side: one stream of each kind, and each answers at once."""
    radio = Radio()
    windows = [browser.open(radio.url, window=True) for _ in range(4)]
    for number, tab in enumerate(windows):
        try:
            tab.wait(ON_THE_AIR)
        except Failure as failure:
            raise Failure(f"tab {number + 1} of 4: {failure}") from None
        moves(tab)
    check(streams(radio) == (1, 1), f"four tabs have {streams(radio)} streams of events and spectra, not one of each")
    for number, tab in enumerate(windows):
        # The streams do not end: a request that waits for a connection of theirs has no answer at all.
        answer = tab.value("fetch('/api/status').then((answer) => answer.json())")
        check(answer["state"] == "playing", f"tab {number + 1}: a request got {answer}")
        tab.click("#mute")
        eventually(lambda: len(radio.sent("/api/volume")) > number, f"tab {number + 1}: the click did not arrive")
    radio.change(title="Another - Song")
    for tab in windows:
        tab.wait_text("title", "Another - Song")
    # Whichever leaves, the streams stay, and are those they were.
    for number, tab in enumerate(windows[:3]):
        tab.close()
        moves(windows[-1])
        radio.change(title=f"Song {number}")
        windows[-1].wait_text("title", f"Song {number}")
    check(streams(radio) == (1, 1) and radio.opened["/api/events"] == 1,
          f"{radio.opened['/api/events']} streams of events were opened for four tabs, of which three were closed")


def hidden(browser):
    """A hidden tab has no stream, and shows what is so when it is seen again."""
    radio = Radio()
    tab = browser.open(radio.url)
    tab.wait(ON_THE_AIR)
    moves(tab)
    other = browser.open("about:blank")
    check(tab.value("document.visibilityState") == "hidden", "this browser hides no tabs")
    eventually(lambda: streams(radio) == (0, 0), f"a hidden tab keeps streams: {streams(radio)}")
    check(tab.value("document.title") == "SpringRadio", "the title of a hidden tab names a song that may be over")
    radio.change(state="retrying", reason="the network is away")
    tab.call("Page.setWebLifecycleState", state="frozen")
    third = browser.open(radio.url)
    third.wait_text("state", "trying again…")
    third.wait_text("reason", "the network is away")
    moves(third)
    third.close()
    tab.call("Page.setWebLifecycleState", state="active")
    tab.show()
    tab.wait_text("state", "trying again…")
    moves(tab)
    check(streams(radio) == (1, 1), f"a tab that is seen again has {streams(radio)} streams")
    other.close()


def own(browser):
    """Without SharedWorker, or with one that is broken, each tab has its own streams while it is visible."""
    radio = Radio()
    broken = "window.SharedWorker = class { constructor() { this.port = new MessageChannel().port1; } };"
    for script in [NO_WORKER, broken]:
        tab = browser.open(radio.url, script=script)
        tab.wait(ON_THE_AIR)
        if script == broken:
            tab.skip(2000)
            check(streams(radio) == (0, 0), "a worker that may only be slow is given up")
            tab.skip(2000)
        moves(tab)
        radio.change(title=script)
        tab.wait_text("title", script)
        check(streams(radio) == (1, 1), f"one tab has {streams(radio)} streams")
        blank = browser.open("about:blank")
        eventually(lambda: streams(radio) == (0, 0), f"a hidden tab keeps streams: {streams(radio)}")
        tab.show()
        moves(tab)
        tab.close()
        eventually(lambda: streams(radio) == (0, 0), f"a closed tab keeps streams: {streams(radio)}")
        blank.close()


def died(browser):
    """A worker that is ended behind a tab's back is replaced within seconds."""
    radio = Radio()
    tab = browser.open(radio.url)
    tab.wait(ON_THE_AIR)
    moves(tab)
    worker = [one for one in browser.call("Target.getTargets")["targetInfos"] if one["type"] == "shared_worker"]
    check(len(worker) == 1, f"there are {len(worker)} shared workers")
    browser.call("Target.closeTarget", targetId=worker[0]["targetId"])
    eventually(lambda: streams(radio) == (0, 0), "the worker is still there")
    tab.show()
    tab.value("dispatchEvent(new Event('focus')), 1")
    for _ in range(2):
        tab.skip(2000)
    eventually(lambda: streams(radio) == (1, 1), "the streams do not come back")
    moves(tab)


def silent(browser):
    """A request without an answer is given up in our own words, which go away; silent events are given up, too."""
    radio = Radio()
    radio.hanging.add("/api/next")
    tab = browser.open(radio.url, script=NO_WORKER)
    tab.wait(ON_THE_AIR)
    tab.click("#next")
    eventually(lambda: radio.sent("/api/next"), "a click does nothing")
    tab.let_pass(7999, hanging=1)
    check(tab.text("notice") == "", f"after less than 8 s the notice is {tab.text('notice')!r}")
    tab.let_pass(1, hanging=1)
    tab.wait_text("notice", "The radio did not answer within 8 seconds.")
    tab.click("#mute")
    tab.wait_text("notice", "")
    # As long as something comes within 40 s, the stream is the same.
    for title in ("First Song", "Second Song"):
        tab.let_pass(39_999)
        radio.change(title=title)
        tab.wait_text("title", title)
    check(radio.opened["/api/events"] == 1, f"{radio.opened['/api/events']} streams of events were opened")
    # As after a change of the network, which ends no connection.
    radio.silence("/api/events", ("status", {**radio.status, "title": "Last Song"}))
    tab.wait_text("title", "Last Song")
    radio.change(title="Not Heard Of")
    tab.let_pass(39_999)
    check(tab.value(ON_THE_AIR) and radio.opened["/api/events"] == 1, "the events are given up after less than 40 s")
    tab.let_pass(1)
    tab.wait_text("state", "no connection")
    tab.skip(2000)
    tab.wait_text("title", "Not Heard Of")
    tab.wait(ON_THE_AIR)
    eventually(lambda: radio.count("/api/events") == 1, "the silent connection is kept")


IS_RED = """(() => { const one = document.createElement('i'); one.style.color = 'var(--bad)'; document.body.append(one);
    const { color } = getComputedStyle(one); one.remove();
    return getComputedStyle(document.getElementById('notice')).color === color; })()"""


def notices(browser):
    """Notices are in our own words, and go when what they say is over."""
    radio = Radio()
    tab = browser.open(radio.url, script=NO_WORKER)
    tab.wait(ON_THE_AIR)
    radio.change(notice="no sound device: playing silently")
    tab.wait_text("notice", "no sound device: playing silently")
    check(tab.value(IS_RED), "a device that is lost is not red")
    radio.change(notice=None, state="stopped")
    tab.wait_text("notice", "")
    radio.change(state="playing")
    tab.wait(ON_THE_AIR)
    radio.stop()
    tab.wait_text("state", "no connection")
    tab.click("#mute")
    tab.wait("document.getElementById('notice').textContent")
    check(tab.text("notice") == "The radio cannot be reached.", f"the notice is {tab.text('notice')!r}")
    check(tab.value(IS_RED), "a fault is not red")
    radio.start()
    tab.skip(2000)
    tab.wait(ON_THE_AIR)
    tab.wait_text("notice", "")
    radio.send("notice", {"text": "joining the station again"})
    tab.wait_text("notice", "joining the station again")
    tab.let_pass(9999)
    check(tab.text("notice") == "joining the station again", "a notice is gone before it is read")
    tab.let_pass(1)
    check(tab.text("notice") == "", "a notice stays after what it says is over")
    # It is not a fault, and is over with the next move, here or elsewhere; not with the state that it belongs to.
    radio.keep([(0, "A - First")], 600)
    tab.wait("document.getElementById('back').checkVisibility()")
    tab.let_pass(1000)
    radio.send("notice", {"text": "this is live"})
    tab.wait_text("notice", "this is live")
    check(not tab.value(IS_RED), "a notice is red like a fault")
    tab.click("#back")
    tab.wait_text("state", "0:10 behind live")
    check(tab.text("notice") == "", "a notice stays after the next move")
    radio.send("notice", {"text": "this is live"})
    tab.wait_text("notice", "this is live")
    radio.change(behindLive=0)
    tab.wait_text("state", "on the air")
    check(tab.text("notice") == "this is live", "a notice is gone with what it says")
    tab.let_pass(1000)
    radio.change(behindLive=10)
    tab.wait_text("state", "0:10 behind live")
    check(tab.text("notice") == "", "a notice stays after another remote has moved")


def begin(browser):
    """A page whose first requests fail tries them again."""
    radio = Radio()
    radio.failing.update({"/api/status", "/api/stations", "/api/spectrum"})
    tab = browser.open(radio.url, script=NO_WORKER)
    tab.wait("document.getElementById('notice')?.textContent === 'The radio refused: not now.'")
    radio.failing.remove("/api/status")
    tab.skip(3000)
    tab.wait("document.getElementById('title').textContent === 'Artist - Song'")
    radio.failing.clear()
    tab.skip(3000)
    tab.wait("document.querySelectorAll('#stations li').length === 3")
    tab.wait(ON_THE_AIR)
    tab.wait_text("notice", "")
    eventually(lambda: "/api/spectrum" in radio.opened, "the bars do not come")
    # Without its bars the radio is not lost.
    radio.failing.add("/api/spectrum")
    with_bars = radio.opened["/api/spectrum"]
    for number, (path, _) in list(radio.streams.items()):
        if path == "/api/spectrum":
            radio.leave(number)
    tab.wait(f"{TOP} === 0")
    check(tab.value(ON_THE_AIR), f"without bars the state is {tab.text('state')}")
    radio.failing.clear()
    tab.skip(2000)
    eventually(lambda: radio.opened["/api/spectrum"] > with_bars, "the bars do not come back")


def older(browser):
    """The page needs nothing that browsers of 2022 lack; without scripts it says what it needs."""
    radio = Radio(token="a token of sixteen")
    gone = ("delete Element.prototype.checkVisibility; delete AbortSignal.timeout; delete AbortSignal.any;"
            "window.faults = []; addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)));"
            "addEventListener('error', ({ message }) => faults.push(message));")
    tab = browser.open(radio.url, script=NO_WORKER + gone)
    tab.wait("document.getElementById('ask')?.open")
    tab.value(f"document.getElementById('token').value = {json.dumps(radio.token)}")
    tab.click("#enter")
    tab.wait(ON_THE_AIR + " && !document.getElementById('ask').open")
    for view in ("2", "4"):
        tab.press(view)
    tab.wait("document.querySelectorAll('#log li').length > 1")
    tab.press("S")
    tab.call("Input.insertText", text="Found")
    tab.press("Enter", 13)
    tab.wait("document.querySelectorAll('#results li').length === 3")
    tab.click("#cover")
    tab.click("#cover")
    moves(tab)
    check(tab.value("faults") == [], f"the page fails: {tab.value('faults')}")
    bare = browser.open("about:blank")
    bare.call("Emulation.setScriptExecutionDisabled", value=True)
    bare.call("Page.navigate", url=radio.url)
    end = time.monotonic() + 20
    while "JavaScript" not in seen_text(bare):
        check(time.monotonic() < end, f"without scripts the page says {seen_text(bare)!r}")
    check("connecting" not in seen_text(bare), f"without scripts the page says {seen_text(bare)!r}")


def seen_text(tab):
    """The texts of a page that are laid out, also where no script runs."""
    snapshot = tab.call("DOMSnapshot.captureSnapshot", computedStyles=[])
    return " ".join(snapshot["strings"][one] for one in snapshot["documents"][0]["layout"]["text"] if one >= 0)


def awaited(browser):
    """An answer that takes its time is awaited in sight."""
    radio = Radio()
    tab = browser.open(radio.url, script=NO_WORKER)
    tab.wait(ON_THE_AIR)
    waits = "document.getElementById('bar').matches('.waits')"
    check(not tab.value(waits), "the bar waits for nothing")
    radio.hanging.add("/api/next")
    tab.click("#next")
    tab.wait(waits)
    tab.let_pass(8000, hanging=1)
    tab.wait(f"!{waits}")
    tab.wait_text("notice", "The radio did not answer within 8 seconds.")
    # A change of the list, too.
    radio.hanging.add("/api/stations/s1")
    tab.click("#stations li[data-id=s1] .star")
    tab.wait(waits)
    tab.let_pass(8000, hanging=1)
    tab.wait(f"!{waits}")
    tab.click("#previous")
    eventually(lambda: radio.sent("/api/previous"), "the click did not arrive")
    tab.wait("clock.open === 0")
    check(not tab.value(waits), "the bar waits for an answer that has come")


def files(browser):
    """A page of which a file could not be loaded is loaded again, as soon as the radio answers."""
    # A browser asks again by itself when a connection that it had used before ends; else the page does, after 2 s.
    again = "(async () => { if (clock.waits(2000)) await clock.pass(2000); return %s; })()"
    for path in ("/modules/main.js", "/modules/virtual.js", "/app.css"):
        radio = Radio()
        radio.cut += [path] * 2
        tab = browser.open(radio.url)
        eventually(lambda: tab.value(again % "true") and not radio.cut, f"{path} was not asked for twice")
        try:
            tab.wait(again % ON_THE_AIR)
        except Failure as failure:
            raise Failure(f"without {path}: {failure}") from None
        tab.close()
    # The radio is gone before the page is loaded again: the page stays until the radio is back.
    radio = Radio()
    radio.cut += ["/modules/radio.js"] * 2
    tab = browser.open(radio.url)
    eventually(lambda: not radio.cut, "the module was not asked for twice")
    radio.stop()
    tab.skip(2000)
    tab.wait("performance.getEntriesByType('resource').some((one) => one.name === location.origin + '/')")
    check(tab.text("state") == "connecting…", f"without the radio the state is {tab.text('state')}")
    radio.start()
    tab.skip(2000)
    tab.wait(ON_THE_AIR)


def slider(browser):
    """The volume follows a drag at a bounded rate, and other remotes after it."""
    radio = Radio()
    tab = browser.open(radio.url)
    tab.wait(ON_THE_AIR)
    x, y = tab.middle("#volume")
    tab.mouse("mousePressed", x, y)
    begun = time.monotonic()
    for step in list(range(40)) + list(range(40, -1, -1)):
        tab.mouse("mouseMoved", x + step, y)
    tab.wait("document.getElementById('volume').value !== ''")
    during = len(radio.sent("/api/volume"))
    tab.mouse("mouseReleased", x, y)
    took = time.monotonic() - begun
    value = tab.value("Number(document.getElementById('volume').value)")
    check(during > 0, "the volume does not follow while the slider is dragged")
    eventually(lambda: radio.status["volume"] == value, f"the radio has {radio.status['volume']}, the slider {value}")
    count = len(radio.sent("/api/volume"))
    check(count <= took * 10 + 3, f"{count} requests in {took:.1f} s")
    radio.change(volume=20)
    tab.wait("document.getElementById('volume').value === '20'")
    check(tab.text("percent") == "20", f"the number says {tab.text('percent')}")
    # With the mouse held still the slider stays where it is.
    tab.mouse("mousePressed", *tab.middle("#volume"))
    tab.wait("document.getElementById('percent').textContent === '50'")
    eventually(lambda: radio.status["volume"] == 50, "a press does not set the volume")
    radio.change(volume=30, title="Other Song")
    tab.wait_text("title", "Other Song")
    check(tab.value("document.getElementById('volume').value") == "50", "the slider is taken out of the hand")
    tab.mouse("mouseReleased", *tab.middle("#volume"))
    tab.wait("document.getElementById('volume').value === '30'")


def documented_keys():
    """The table of keys in docs/page.md, as the help shows it."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/page.md"), encoding="utf-8") as file:
        text = file.read().split("\n## Keys\n")[1].split("\n## ")[0]
    lines = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("| `")]
    return [[names.strip().replace("`", ""), effect.strip()] for names, effect in lines]


def keys(browser):
    """Keys work after a click, and are those of the terminal."""
    radio = Radio()
    tab = browser.open(radio.url)
    tab.wait(ON_THE_AIR)

    def does(key, path, body=None, code=None):
        before = len(radio.sent(path))
        tab.press(key, code)
        eventually(lambda: len(radio.sent(path)) == before + 1, f"the key {key!r} does nothing")
        check(body is None or radio.sent(path)[-1] == body, f"the key {key!r} sends {radio.sent(path)[-1]}")

    tab.click("#next")
    eventually(lambda: len(radio.sent("/api/next")) == 1, "a click does nothing")
    does("n", "/api/next")
    does("b", "/api/previous")
    does("m", "/api/volume", {"muted": True})
    tab.wait_text("percent", "off")
    does("m", "/api/volume", {"muted": False})
    does("+", "/api/volume", {"volume": 55})
    tab.wait("document.getElementById('volume').value === '55'")
    does("-", "/api/volume", {"volume": 50})
    # Those that other programs have.
    does("0", "/api/volume", {"volume": 55})
    does("9", "/api/volume", {"volume": 50})
    does(">", "/api/next")
    does("<", "/api/previous")
    for state in ("paused", "playing"):
        does("p", "/api/toggle")
        eventually(lambda: radio.status["state"] == state, "the key p does not pause")
    radio.requests[:] = [one for one in radio.requests if one[1] != "/api/toggle"]
    radio.change(volume=98)
    tab.wait_text("percent", "98")
    does("+", "/api/volume", {"volume": 100})
    radio.change(volume=50)
    tab.wait_text("percent", "50")
    # No other key does anything: those in hidden places are pressed by mistake.
    count = len(radio.requests)
    for key, code in (("ArrowRight", 39), ("ArrowLeft", 37), ("_", None), ("h", None)):
        tab.press(key, code)
    does("n", "/api/next")
    check(len([one for one in radio.requests[count:] if one[0] == "POST"]) == 1, f"hidden keys: {radio.requests[count:]}")
    # Space is the focused button's own: it presses that one, and nothing else.
    does(" ", "/api/next")
    check(not radio.sent("/api/toggle"), "a space presses two buttons")
    # The range has its own arrows.
    tab.value("document.getElementById('volume').focus()")
    does("ArrowRight", "/api/volume", {"volume": 51}, code=39)
    does("n", "/api/next")
    # A field takes all that is typed.
    count = len(radio.requests)
    tab.click("#filter")
    for key in "mnpb 9?":
        tab.press(key)
    check(tab.value("document.getElementById('filter').value") == "mnpb 9?", "a field does not get what is typed")
    check(not [one for one in radio.requests[count:] if one[0] == "POST"], "typing in a field controls the radio")
    tab.value("document.activeElement.blur()")
    does(" ", "/api/toggle")
    # They are shown, and the dialog gives the focus back.
    check(tab.value("document.getElementById('help').open") is False, "the keys are shown unasked")
    tab.press("?")
    tab.wait("document.getElementById('help').open")
    shown = tab.value("""[...document.querySelectorAll('#keys div')].map((line) => [...line.children].map((one) =>
        one.textContent))""")
    check(shown == documented_keys(), f"the keys are {shown}, in docs/page.md {documented_keys()}")
    count = len(radio.sent("/api/next"))
    tab.press("n")
    tab.press("Escape", 27)
    tab.wait("!document.getElementById('help').open")
    check(len(radio.sent("/api/next")) == count, "a key controls the radio behind a dialog")
    # They can be switched off, in all tabs and for good.
    tab.press("?")
    tab.click("#keys-on")
    tab.press("Escape", 27)
    tab.wait("!document.getElementById('help').open")
    for _ in range(2):
        count = len(radio.requests)
        for key in "nbm+-2?":
            tab.press(key)
        check(not [one for one in radio.requests[count:] if one[0] == "POST"], "keys that are off control the radio")
        check(tab.value("document.getElementById('help').open") is False, "a key that is off shows the keys")
        tab.value("window.isOld = true, location.reload()")
        tab.wait("!window.isOld && document.getElementById('state')?.textContent === 'paused'")
    tab.click("#help-button")
    check(tab.value("document.getElementById('keys-on').checked") is False, "the switch does not say that keys are off")
    tab.click("#keys-on")
    tab.press("Escape", 27)
    tab.wait("!document.getElementById('help').open")
    does("n", "/api/next")


def token(browser):
    """A wrong token says so, Escape leaves a page that can be used, and one login holds for all tabs."""
    radio = Radio(token="Schlüssel “№ 7” €")
    # Who was refused does not ask again without a token.
    locked = browser.open(radio.url, window=True, script=NO_WORKER)
    locked.wait("document.getElementById('ask')?.open && clock.answered.includes('/api/events')")
    asked = locked.value("clock.asked")
    locked.let_pass(60_000)
    again = locked.value("clock.asked")[len(asked):]
    check(asked.count("/api/events") == 1 and not again, f"it asks for {asked}, and without a token again for {again}")
    radio.keeps_sessions = False
    locked.value("document.getElementById('token').value = " + json.dumps(radio.token))
    locked.click("#enter")
    locked.wait_text("refused", "The token is right, but this browser keeps no cookie for the radio.")
    radio.keeps_sessions = True
    locked.close()
    tab = browser.open(radio.url, window=True)
    tab.wait("document.getElementById('ask')?.open")
    second = browser.open(radio.url, window=True)
    second.wait("document.getElementById('ask')?.open")

    def enter(text):
        tab.value("document.getElementById('token').value = " + json.dumps(text))
        tab.click("#enter")

    for wrong in ["nonsense nonsense", "“€”"]:
        enter(wrong)
        tab.wait_text("refused", "This token is wrong.")
        check(tab.value("document.getElementById('refused').checkVisibility()"), "the refusal is not seen")
        check(tab.value("document.getElementById('ask').open"), "the dialog is closed")
        tab.value("document.getElementById('refused').textContent = ''")
    tab.press("Escape", 27)
    tab.wait("!document.getElementById('ask').open")
    check(tab.text("state") == "locked", f"after Escape the state is {tab.text('state')!r}")
    tab.wait("document.getElementById('unlock').checkVisibility()")
    tab.click("#unlock")
    tab.wait("document.getElementById('ask').open")
    tab.press("Escape", 27)
    tab.wait("!document.getElementById('ask').open")
    tab.press("n")
    tab.wait("document.getElementById('ask').open")
    enter(radio.token)
    for one in (tab, second):
        one.wait(ON_THE_AIR)
        one.wait("!document.getElementById('ask').open")
        moves(one)
    third = browser.open(radio.url, window=True)
    third.wait(ON_THE_AIR)
    check(not third.value("document.getElementById('ask').open"), "each tab asks for the token")
    kept = third.value("JSON.stringify([{...sessionStorage}, {...localStorage}, document.cookie])")
    check(kept == '[{},{},""]', f"scripts can read {kept}")
    # The radio starts again, with another token and without its sessions.
    radio.stop()
    radio.token, radio.sessions = "another token of 16", set()
    radio.start()
    for one in (tab, second, third):
        one.wait("document.getElementById('ask').open")
    enter(radio.token)
    for one in (tab, second, third):
        one.wait(ON_THE_AIR)
        moves(one)


NAMES = "[...document.querySelectorAll('#stations .name')].map((one) => one.textContent)"


def find(tab, words):
    """Enters words in the filter; gives the names of the stations in the document."""
    tab.value("document.getElementById('filter').value = " + json.dumps(words))
    tab.value("document.getElementById('filter').dispatchEvent(new Event('input'))")
    return tab.value(NAMES)


def stations(browser):
    """A long list has in the document what is seen of it, and is found in by words, tags and countries."""
    radio = Radio(stations=450)
    radio.stations[300].update(name="Tone Radio Bø", tags=["drone", "ambient"], country="DE", language="de")
    radio.stations[420].update(name="Élan", country="FR")
    tab = browser.open(radio.url)
    # One view, whose list has two columns.
    tab.call("Emulation.setDeviceMetricsOverride", width=800, height=600, deviceScaleFactor=1, mobile=False)
    tab.wait(ON_THE_AIR)
    tab.wait("document.querySelectorAll('#stations li').length > 5")
    check(tab.value("document.querySelectorAll('#stations li').length") < 80, "the whole of a long list is in the document")
    first = "document.querySelector('#stations li')"
    place = tab.value(f"[{first}.ariaPosInSet, {first}.ariaSetSize]")
    check(place == ["1", "450"], f"the first row says that it is that of {place}")
    check(tab.value("""[...document.querySelectorAll('#stations li')].some((one) => one.getBoundingClientRect().bottom
        >= document.getElementById('player').getBoundingClientRect().top)"""), "the rows end above the player")
    for words in ["tone bø", "BØ  tone", "germany", "DE drone", "tone b", "german ambient tone"]:
        check(find(tab, words) == ["Tone Radio Bø"], f"{words!r} finds {find(tab, words)[:3]}")
    check(tab.text("found") == "1 of 450 stations", f"it says {tab.text('found')!r}")
    check(find(tab, "elan") == ["Élan"] == find(tab, "france"), "a name with an accent, or its country, is not found")
    check(find(tab, "nothing such") == [], "something is found by nonsense")
    check(find(tab, "tone élan") == [], f"the words of two stations find {find(tab, 'tone élan')}")
    find(tab, "nothing such")
    check(tab.text("found") == "No station fits “nothing such”.", f"it says {tab.text('found')!r}")
    check("Station 0" in find(tab, ""), "the list does not come back")
    # The station that was clicked keeps the focus when it begins to play, and is marked.
    tab.click("#stations [data-id=s7] .pick")
    tab.wait("Boolean(document.querySelector('#stations [data-id=s7] [aria-current]'))")

    def lists():
        return len([one for one in list(radio.requests) if one[1] == "/api/stations"])

    before = lists()
    radio.stations[7]["name"] = "Seven"
    radio.library.version += 1
    radio.send("stations", {"version": radio.library.version})
    eventually(lambda: lists() > before, "the list is not asked for again")
    tab.wait("document.activeElement.textContent.includes('Seven')")
    check(tab.value("document.querySelectorAll('#stations [aria-current]').length") == 1, "two stations play")
    # The keys of a list go through all of it; the row with the focus stays in the document, however far it is scrolled.
    tab.press("End", 35)
    tab.wait("document.activeElement.textContent.includes('Station 449')")
    tab.press("ArrowLeft", 37)
    tab.wait("document.activeElement.textContent.includes('Station 448')")
    tab.value("(document.scrollingElement.scrollTop = 0, document.getElementById('view-stations').scrollTop = 0, 1)")
    tab.wait("Boolean(document.querySelector('#stations [data-id=s0]'))")
    check(tab.value("document.activeElement.textContent.includes('Station 448')"), "scrolling takes the focus")
    tab.press("Home", 36)
    tab.wait("document.activeElement.textContent.includes('Station 0')")
    check(tab.value("document.querySelectorAll('#stations [tabindex=\"0\"]').length") <= 5, "Tab goes through all rows")


def bars(browser):
    """Bars fall when nothing sounds any more, and when the radio is gone."""
    radio = Radio()
    tab = browser.open(radio.url)
    tab.wait(f"{TOP} > .5")
    radio.sounds = False
    radio.change(state="paused")
    tab.wait(f"{TOP} === 0")
    # Caps have fallen as well some time later, and then nothing is drawn.
    tab.let_pass(3000)
    tab.wait("clock.isStill()")
    radio.sounds = True
    radio.change(state="playing")
    tab.wait(f"{TOP} > .5")
    radio.stop()
    tab.wait(f"{TOP} === 0")


def calm(browser):
    """Who asked for less motion gets four pictures a second, and nothing that falls by itself."""
    radio = Radio()
    tab = browser.open(radio.url, media=[("prefers-reduced-motion", "reduce")])
    tab.wait(f"{TOP} > .5")
    asked = [path for _, path, _ in radio.requests if path.startswith("/api/spectrum")]
    check(asked and all("fps=4&" in path for path in asked), f"it asks for {asked}")
    tab.value("window.tops = []; new MutationObserver(() => tops.push(document.getElementById('bars').dataset.top))"
              ".observe(document.getElementById('bars'), { attributeFilter: ['data-top'] }), 1")
    radio.sounds = False
    tab.wait(f"{TOP} === 0")
    tops = [float(top) for top in tab.value("tops")]
    check(not [top for top in tops if 0 < top < .6], f"bars fall slowly: {tops[-8:]}")


if __name__ == "__main__":
    run_scenario((tabs, hidden, own, died, silent, notices, begin, older, awaited, files, slider, keys, token, stations, bars, calm),
                 "--window-size=1280,900")
