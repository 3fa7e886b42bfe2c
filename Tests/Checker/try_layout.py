#!/usr/bin/env python3
"""Opens the page on screens of several sizes, in light and dark, and checks how it is laid out.

    try_layout.py CHROMIUM PROFILE SCENARIO              tries one of the functions below
    try_layout.py CHROMIUM PROFILE axe SIZE SCHEME AXE   SIZE is phone or wide, SCHEME light or dark

AXE is the file axe.min.js of axe-core. Where PAGE_PICTURES names a folder, pictures of the screens are written into it.
Exit status 1 when something is not as it should be, which standard error then names.
"""

import base64
import json
import os
import sys
import time

from browser import run_scenario
from page_radio import Radio
from try_page import NO_WORKER, ON_THE_AIR, check, eventually

PHONE, WIDE = (390, 844), (1280, 800)
SCREENS = [(320, 568), (360, 640), PHONE, (768, 1024), (844, 390), (800, 480), (1024, 600), WIDE, (1920, 1080), (2560, 1440),
           (3840, 2160)]
# Phones on which all of Now is seen at once.
FITTING = ((360, 740), PHONE)
# The least screen of which the height is enough for four stations.
LOW = 500
VIEWS = ("stations", "find", "now", "titles", "status")
NAMES = ("SomaFM Groove Salad", "FIP", "Radio Paradise", "NTS 1", "BBC Radio 6 Music", "Deutschlandfunk Kultur",
         "KEXP 90.3 Seattle", "Rádio Comercial", "Worldwide FM", "A station with a very long name that fits no row at all")
COUNTRIES = ("US", "FR", "US", "GB", "GB", "DE", "US", "PT", "GB", "SE")
# What opens each dialog.
DIALOGS = {
    "help": "document.getElementById('help-button').click()",
    "menu": "document.getElementById('list-menu').click()",
    "station": "document.querySelector('#stations .more').click()",
    "editor": "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))",
    "title": "document.getElementById('now-song').click()",
    "token": "document.getElementById('ask').showModal()",
    "letters": "document.getElementById('detail-button').click()",
    "phone": "document.getElementById('qr-button').click()",
    "record": "document.getElementById('record').click()",
    "recording": "document.querySelector('#recordings li:nth-child(3) button').click()",
}


def full_radio(stations=40):
    """A radio with much to show."""
    radio = Radio(stations=stations)
    for number, (one, name, country) in enumerate(zip(radio.stations, NAMES, COUNTRIES)):
        one.update(name=name, country=country, favourite=number in (0, 3),
                   tags=["ambient", "downtempo"] if number % 2 else ["public radio", "news"])
    radio.status.update(
        name=NAMES[0], title="Boards of Canada - Dayvan Cowboy", artist="Boards of Canada", song="Dayvan Cowboy",
        url="https://ice.example/groovesalad", codec="mp3", bitRate=128000, sampleRate=44100, channels=2, buffered=9.5,
        bufferCapacity=12, elapsed=3725)
    record(radio)
    radio.library.titles = [
        {"time": time.time() - number * 240, "title": f"Artist {number} - A song", "name": NAMES[0]}
        for number in range(30)]
    return radio


def record(radio):
    """The radio has kept and recorded much, and does."""
    recorded, song = radio.recorded, "Boards of Canada - Dayvan Cowboy, in a version of some length"
    for number in range(8):
        recorded.end(recorded.add("keep", f"Artist {number} - A song", NAMES[0]))
    recorded.end(recorded.add("keep", song, NAMES[9]), complete=False, reason="the station stopped in the middle of it")
    recorded.end(recorded.add("record", "", NAMES[2]), state="failed", files=[], complete=False,
                 reason="less than 500 MB are free in /home/me/Music/SpringRadio")
    split = recorded.add("record", song, NAMES[0], seconds=7300, bytes=116_800_000)
    split["files"] = [f"{NAMES[0]}/Artist {number} - A song.mp3" for number in range(20)]
    recorded.end(recorded.add("record", "", NAMES[0]), seconds=86_500, size=1_384_000_000)
    recorded.add("keep", "Artist 9 - A song", NAMES[0], state="waiting", begin=None)
    radio.status["recordings"] = len(recorded.running)


BEHIND = [(60 * number, f"Artist {number} - A song of some length") for number in range(12)]


def go_back(tab, radio, tuned=None):
    """The radio is behind live, with many titles in the sound that it keeps. It tuned in at `tuned`."""
    radio.keep(BEHIND, 700, tuned=tuned)
    radio.kept.move({"to": 380})
    radio.change(**radio.kept.status())
    tab.wait_text("state", "5:20 behind live")


def overlaps(tab):
    """Parts of the player that are seen and touch each other, or are cut off."""
    return tab.value("""(() => { const parts = [...document.querySelectorAll('#bar button, #bar input, #words, #percent')]
        .filter((one) => one.checkVisibility() && getComputedStyle(one).position !== 'absolute')
        .map((one) => [one.id, one.getBoundingClientRect()]).filter(([, box]) => box.width);
      const bar = document.getElementById('bar').getBoundingClientRect();
      return [...parts.filter(([, box]) => box.left < 0 || box.right > bar.right + 1 || box.bottom > bar.bottom + 1)
          .map(([id]) => id + ' is cut'),
        ...parts.flatMap(([id, one], place) => parts.slice(place + 1).filter(([, other]) => one.left < other.right - 1
          && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1)
          .map(([other]) => id + ' touches ' + other))]; })()""")


def screen(browser, radio, size, scheme="light"):
    """The page on a screen of this size."""
    tab = browser.open("about:blank", media=[("prefers-color-scheme", scheme)])
    tab.call("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1,
             mobile=size[0] < 600)
    tab.call("Page.navigate", url=radio.url)
    tab.wait(ON_THE_AIR)
    tab.wait("document.querySelectorAll('#stations li').length > 5")
    return tab


def show(tab, view):
    """Goes to a view."""
    tab.value(f"document.querySelector('#views [data-view={view}]').click()")
    if view == "find":
        tab.value("document.getElementById('search-words').value = 'found';"
                  "document.getElementById('search').requestSubmit()")
        tab.wait("document.querySelectorAll('#results li').length === 3")
    if view == "titles":
        tab.wait("document.querySelectorAll('#recordings li').length > 0")
    if view == "status":
        tab.wait("document.querySelectorAll('#log li').length > 0")


def save(tab, name):
    """Writes a picture of a tab, if pictures are wanted."""
    folder = os.environ.get("PAGE_PICTURES")
    if folder:
        with open(os.path.join(folder, name + ".png"), "wb") as file:
            file.write(base64.b64decode(tab.call("Page.captureScreenshot")["data"]))


def violations(tab, program):
    """What axe finds wrong, in words."""
    if not tab.value("Boolean(window.axe)"):
        tab.value(program + "; 1")
    text = tab.value("axe.run(document, { resultTypes: ['violations'] }).then((result) => JSON.stringify("
                     "result.violations.map((one) => [one.id, one.help, one.nodes.map((node) => node.html.slice(0, 200)"
                     " + ' ' + node.failureSummary.slice(0, 200))])))")
    return json.loads(text)


def axe(browser):
    """axe-core has no objection to any view or dialog."""
    size, scheme = {"phone": PHONE, "wide": WIDE}[sys.argv[4]], sys.argv[5]
    with open(sys.argv[6], encoding="utf-8") as file:
        program = file.read()
    # As many stations as differ from each other: axe-core looks at each row.
    radio = full_radio(stations=len(NAMES))
    tab = screen(browser, radio, size, scheme)
    go_back(tab, radio)

    def judge(name):
        found = violations(tab, program)
        check(not found, f"{name}: {json.dumps(found, indent=1)[:3000]}")
        save(tab, f"{name}-{size[0]}-{scheme}")

    for view in VIEWS:
        show(tab, view)
        judge(view)
    show(tab, "stations")
    for name, opening in DIALOGS.items():
        tab.value(opening + ", 1")
        tab.wait("Boolean(document.querySelector('dialog[open]'))")
        if name != "letters":
            wide = tab.value("(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector("
                             "'dialog[open]'))")
            check(wide <= 0, f"the dialog {name} is {wide} px wider than it is seen")
        judge("dialog-" + name)
        tab.value("document.querySelector('dialog[open]').close(), 1")
    tab.value("document.querySelector('.pick').focus()")
    tab.press("d")
    tab.wait("document.getElementById('undo').checkVisibility()")
    judge("undo")
    radio.change(state="failed", reason=SENTENCE)
    tab.wait_text("reason", SENTENCE)
    judge("fails")
    show(tab, "now")
    tab.wait("document.getElementById('retry').checkVisibility()")
    judge("fails-now")
    # It finds what is wrong.
    tab.value("document.getElementById('help-button').removeAttribute('aria-label'), 1")
    check(violations(tab, program), "axe has no objection to a button without a name")


def sizes(browser):
    """Nothing is cut off from 320 px to 4K, stations are seen at once, and what is pressed has 44 px."""
    radio = full_radio(stations=300)
    for size in SCREENS:
        tab = screen(browser, radio, size)
        go_back(tab, radio)
        for view in VIEWS:
            show(tab, view)
            check(not (found := overlaps(tab)), f"{view} on {size}: {found}")
            width = tab.value("document.documentElement.scrollWidth")
            check(width <= size[0], f"{view} on {size} is {width} px wide")
            small = tab.value("""[...document.querySelectorAll('button, select, a, input:not([type=file])')]
                .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width)
                .filter((one) => { const box = one.getBoundingClientRect(); return box.width < 44 || box.height < 44; })
                .map((one) => (one.id || one.className) + ' ' + Math.round(one.getBoundingClientRect().width) + ' x '
                  + Math.round(one.getBoundingClientRect().height))""")
            check(not small, f"{view} on {size} has small targets: {small}")
        show(tab, "stations")
        seen = tab.value("""(() => { const bar = document.getElementById('player').getBoundingClientRect().top;
            return [...document.querySelectorAll('#stations li')].filter((one) => {
              const box = one.getBoundingClientRect(); return box.top >= 0 && box.bottom <= bar; }).length; })()""")
        check(seen >= (4 if size[1] > LOW else 1), f"only {seen} stations are seen on {size} without scrolling")
        check(tab.value("document.getElementById('player').getBoundingClientRect().bottom") <= size[1] + 1,
              f"the player is not seen on {size}")
        columns = tab.value("new Set([...document.querySelectorAll('.view')].filter((one) => one.checkVisibility())"
                            ".map((one) => Math.round(one.getBoundingClientRect().left))).size")
        wanted = 1 if size[0] < 900 else 2 if size[0] < 1400 and size[1] > 640 else 3
        check(columns == wanted, f"{columns} columns on {size}, not {wanted}")
        # On low screens only the player stays in sight, and on wide ones no panel is pressed flat.
        height = tab.value("document.getElementById('player').offsetHeight")
        check(height <= (66 if size[0] < 900 else 110), f"the player is {height} px high on {size}")
        if size[1] <= LOW:
            check(tab.value("getComputedStyle(document.getElementById('top')).position") == "static",
                  f"the views take part of {size} for ever")
        if wanted > 1:
            flat = tab.value("[...document.querySelectorAll('.view')].filter((one) => one.checkVisibility()"
                             " && one.offsetHeight < 190).map((one) => one.id + ' ' + one.offsetHeight)")
            check(not flat, f"on {size} these are pressed flat: {flat}")
        save(tab, f"screen-{size[0]}")
        tab.close()
        radio.keep_none()


def behind(browser):
    """How far the sound is behind live is seen whole on every screen, and the buttons that move stay in their places."""
    radio = full_radio(stations=len(NAMES))
    for size in ((320, 568), (360, 640), PHONE, (640, 360), (844, 390), (768, 1024), (1024, 600), WIDE, (2560, 1440)):
        for scheme in ("light", "dark"):
            tab = screen(browser, radio, size, scheme)
            show(tab, "now")
            place = "Math.round(document.getElementById('back').getBoundingClientRect().left)"
            radio.keep(BEHIND, 700)
            tab.wait("document.getElementById('back').checkVisibility()")
            before = tab.value(place)
            go_back(tab, radio)
            check(tab.value(place) == before, f"{size}: with Live the buttons are elsewhere")
            check([name for name in ("back", "ahead", "live") if tab.value(
                f"document.getElementById('{name}').checkVisibility()")] == ["back", "ahead", "live"],
                f"{size}: a button is missing in Now")
            radio.change(state="paused", behindLive=3920)
            tab.wait_text("now-state", "paused · 1:05:20 behind live")
            check(not (found := overlaps(tab)), f"{size}: {found}")
            check(tab.value(f"({WHOLE})('now-state')"), f"{size}: the state is cut in Now")
            save(tab, f"behind-now-{size[0]}-{scheme}")
            show(tab, "stations")
            check(tab.value(f"({WHOLE})('state')"), f"{size}: the state is cut in the bar")
            check(tab.value("""(() => { const one = document.getElementById('state').getBoundingClientRect(),
                words = document.getElementById('words').getBoundingClientRect();
                return one.right <= words.right + 1 && one.bottom <= words.bottom + 1; })()"""),
                f"{size}: the state is longer than its place")
            save(tab, f"behind-stations-{size[0]}-{scheme}")
            show(tab, "titles")
            tab.let_pass(1000)
            tab.wait("document.querySelectorAll('#kept li').length === 12")
            save(tab, f"behind-titles-{size[0]}-{scheme}")
            tab.close()
            radio.keep_none()
            radio.change(state="playing")


def recorded(browser):
    """What keeps and records is seen whole on every screen, and says its state without colours, too."""
    radio = full_radio(stations=len(NAMES))
    for size in (*SCREENS, (360, 740)):
        for scheme in ("light", "dark") if size in (PHONE, WIDE) else ("light",):
            tab = screen(browser, radio, size, scheme)
            go_back(tab, radio)
            show(tab, "now")
            tab.wait("document.getElementById('recording').textContent.startsWith('recording 2:01:4')")
            for name in ("keep", "recording"):
                check(tab.value(f"({WHOLE})('{name}')") or size[1] <= LOW, f"{size}: {name} is cut in Now")
            check(not (cut := tab.value(f"({CUT})('#now-song')")), f"{size}: beside Keep the title {cut} is cut")
            if size in FITTING:
                over = tab.value("document.documentElement.scrollHeight - innerHeight")
                check(over <= 0, f"{size}: the page goes on {over} px below Now")
            # Its mark is in the other views, and in Now beside the time.
            save(tab, f"recorded-now-{size[0]}-{scheme}")
            show(tab, "titles")
            tab.let_pass(1000)
            tab.value("document.getElementById('recorded').scrollIntoView(), 1")
            save(tab, f"recorded-titles-{size[0]}-{scheme}")
            check(tab.value("document.getElementById('cover').checkVisibility() && getComputedStyle(document.getElementById("
                            "'cover'), '::after').width !== 'auto'") or size[1] <= LOW, f"{size}: the bar has no mark")
            for part in ("#recordings small", "#recordings a", "#recordings button"):
                check(not (cut := tab.value(f"({CUT})('{part}')")), f"{size}: Recordings cuts {cut} of {part}")
            wide = tab.value("(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.getElementById("
                             "'recordings'))")
            check(wide <= 0, f"{size}: the list is {wide} px wider than it is seen")
            lefts = tab.value("new Set([...document.querySelectorAll('#recordings span')].map((one) => one.offsetLeft)).size")
            check(lefts == 1, f"{size}: titles begin at {lefts} places")
            ends = tab.value("new Set([...document.querySelectorAll('#recordings .icon, #kept .icon')].map((one) => Math.round("
                             "one.getBoundingClientRect().right))).size")
            check(ends == 1, f"{size}: what is pressed ends at {ends} places")
            tab.call("Emulation.setEmulatedMedia", features=[{"name": "forced-colors", "value": "active"}])
            colors = tab.value("""[['cover', '::after'], ['recording', '::before']].map(([id, part]) => {
                const style = getComputedStyle(document.getElementById(id), part);
                return parseFloat(style.borderTopWidth) > 2
                  && style.borderTopColor !== getComputedStyle(document.body).backgroundColor; })""")
            check(colors == [True, True], f"{size}: with forced colours the mark is not seen")
            tab.close()
            radio.keep_none()


# The elements of a text that is seen whole: nothing of it is cut off or covered.
WHOLE = """(id) => { const one = document.getElementById(id), box = one.getBoundingClientRect();
    const bottom = id.startsWith('now') ? document.getElementById('player').getBoundingClientRect().top : innerHeight;
    return one.checkVisibility() && one.scrollWidth <= one.clientWidth + 1 && box.left >= 0 && box.right <= innerWidth
      && box.top >= 0 && box.bottom <= bottom; }"""
SENTENCE = "127.0.0.1 says 404: there is no such stream, or it is off the air"


def reasons(browser):
    """Why a station does not play is seen whole on a phone, with what can be done; never an address."""
    radio = full_radio(stations=len(NAMES))
    for size in ((320, 568), (360, 640), (360, 740), PHONE, (844, 390), (1024, 600), WIDE):
        for scheme in ("light", "dark"):
            radio.change(state="failed", reason=SENTENCE, title=None, artist=None, song=None, station="s2", name=NAMES[2],
                         url="http://127.0.0.1:1/x.mp3")
            tab = browser.open("about:blank", media=[("prefers-color-scheme", scheme)])
            tab.call("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1,
                     mobile=size[0] < 600)
            tab.call("Page.navigate", url=radio.url)
            tab.wait("document.getElementById('reason')?.textContent")
            check(tab.text("reason") == SENTENCE and tab.value(f"({WHOLE})('reason')"), f"{size}: the reason is cut in the bar")
            check(tab.text("state") == "does not play", f"the state is {tab.text('state')!r}")
            tab.wait("document.querySelector('#stations li.fails')?.dataset.id === 's2'")
            # Beside a station with a long name, too.
            radio.change(state="retrying", retryIn=30, name=NAMES[-1], title="Song")
            tab.wait("document.getElementById('state').textContent.startsWith('retry in')")
            check(tab.value(f"({WHOLE})('state')"), f"{size}: the state is cut")
            radio.change(state="failed", retryIn=None, name=NAMES[2], title=None)
            tab.wait_text("state", "does not play")
            save(tab, f"fails-{size[0]}-{scheme}")
            show(tab, "now")
            check(tab.text("now-reason") == SENTENCE and tab.value(f"({WHOLE})('now-reason')"), f"{size}: it is cut in Now")
            if size in FITTING:
                over = tab.value("document.documentElement.scrollHeight - innerHeight")
                check(over <= 0, f"{size}: the page goes on {over} px below Now")
            check("127.0.0.1:1" not in tab.text("view-now") + tab.text("bar"), "the address is shown")
            save(tab, f"fails-now-{size[0]}-{scheme}")
            count = len(radio.sent("/api/toggle"))
            tab.click("#retry")
            eventually(lambda: len(radio.sent("/api/toggle")) == count + 1, "Try again does nothing")
            radio.change(state="failed")
            tab.wait("document.getElementById('skip').checkVisibility()")
            count = len(radio.sent("/api/next"))
            tab.click("#skip")
            eventually(lambda: len(radio.sent("/api/next")) == count + 1, "Next does nothing")
            radio.change(state="playing", reason=None)
            tab.wait("!document.getElementById('retry').checkVisibility()")
            tab.close()
    # A retry is counted down, without being read out each second.
    tab = screen(browser, radio, PHONE)
    show(tab, "now")
    radio.change(state="retrying", retryIn=3, reason="the network is away")
    for text in ("retry in 3 s", "retry in 2 s", "retry in 1 s", "trying again…"):
        tab.wait_text("state", text)
        check(tab.value("document.getElementById('state').getAttribute('aria-live')") == "off", "each second is read out")
        tab.let_pass(1000)
    # While it tries, the reason and what can be done stay.
    radio.change(state="connecting", retryIn=None, reason=None)
    tab.wait_text("now-state", "connecting…")
    check(tab.text("now-reason") == "the network is away", "the reason blinks")
    check(tab.value("document.getElementById('retry').checkVisibility()"), "the buttons blink")
    # What waits is tried at once: the radio leaves the station, and joins it again.
    count = len(radio.sent("/api/toggle"))
    tab.click("#retry")
    eventually(lambda: len(radio.sent("/api/toggle")) == count + 1, "Try again does nothing during a pause")
    check(radio.sent("/api/stop") == [{}], "the pause goes on")
    tab.value("document.getElementById('skip').focus()")
    radio.change(state="playing", retryIn=None, reason=None)
    tab.wait(ON_THE_AIR)
    check(tab.value("document.getElementById('state').getAttribute('aria-live')") is None, "the state is not read out")
    check(tab.value("document.activeElement.id") == "toggle", "the focus is lost with the buttons")
    # A connection that is lost ends the countdown, in Now, too.
    tab.close()
    tab = browser.open(radio.url, script=NO_WORKER)
    tab.wait(ON_THE_AIR)
    radio.change(state="retrying", retryIn=30, reason="the network is away")
    tab.wait_text("state", "retry in 30 s")
    radio.stop()
    tab.wait_text("state", "no connection")
    tab.let_pass(1000)
    check([tab.text("state"), tab.text("now-state")] == ["no connection"] * 2, "it counts without a connection")
    check(tab.value("document.getElementById('state').getAttribute('aria-live')") is None, "the loss is not read out")


# Elements of which a part is not seen, by their texts.
CUT = """(selector) => [...document.querySelectorAll(selector)].filter((one) => one.scrollWidth > one.clientWidth + 1
    || one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent)"""
SONG = "A Rather Long Song Title Number 19 of jazz"


def whole(browser):
    """Names, verdicts and titles are seen whole, in as many lines as they need, and what is cut is in `title`."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../stations.json"), encoding="utf-8") as file:
        listed = json.load(file)["stations"]
    radio = full_radio(stations=len(listed))
    for one, other in zip(radio.stations, listed):
        one.update(name=other["name"], country=other.get("country"), tags=other["tags"])
    radio.status.update(name=listed[0]["name"], title="Artist 19 - " + SONG, song=SONG)
    radio.library.found[0]["name"] = "A Station That Was Found in the Directory (320k AAC) - Jazz and Soul"
    radio.library.plays["d1"] = {"plays": False, "reason": SENTENCE}
    for size in ((360, 740), PHONE, (844, 390), (1024, 600), WIDE):
        for scheme in ("light", "dark"):
            tab = screen(browser, radio, size, scheme)
            # The times of the titles have different lengths: they pass ten o'clock, or begin on the day before.
            tuned = tab.value("new Date().setHours(0, 0, 0, 0) / 1000") - 300 + (36000 if scheme == "light" else 0)
            check(not (cut := tab.value(f"({CUT})('#stations .name')")), f"{size}: the list cuts {cut}")
            high = tab.value("[...document.querySelectorAll('#stations .text')].filter((one) => one.offsetHeight > 64)"
                             ".map((one) => one.textContent)")
            check(not high, f"{size}: these are higher than their rows: {high}")
            other = tab.value("[...document.querySelectorAll('#stations .text > *')].filter((one) => one.title !== "
                              "one.textContent).map((one) => one.textContent)")
            check(not other, f"{size}: without a title are {other}")
            save(tab, f"whole-stations-{size[0]}-{scheme}")
            show(tab, "now")
            check(not (cut := tab.value(f"({CUT})('#now-song')")), f"{size}: Now cuts {cut}")
            check(tab.value("document.getElementById('title').title") == "Artist 19 - " + SONG, "the bar has no whole title")
            for _ in range(3):
                tab.click("#visual-mode")
                rows = tab.value("new Set([...document.querySelectorAll('#now-actions button')].map((one) => one.offsetTop)).size")
                check(rows == 1 or size[0] > 390, f"{size}: the buttons of Now have {rows} rows")
            save(tab, f"whole-now-{size[0]}-{scheme}")
            show(tab, "find")
            for number in (0, 1):
                tab.click(f"#results [data-id=d{number}] .check")
            tab.wait(f"document.querySelector('#results .bad')?.textContent === 'Does not play: {SENTENCE}'")
            tab.wait("document.querySelector('#results [data-id=d0] small').textContent.startsWith('Plays from here')")
            check(not (cut := tab.value(f"({CUT})('#results .text > *, #results .row')")), f"{size}: Find cuts {cut}")
            over = tab.value("""(() => { const boxes = [...document.querySelectorAll('#results .row')].map((one) =>
                [one.getBoundingClientRect(), one.querySelector('.text').getBoundingClientRect()]);
              return boxes.filter(([row, text], place) => text.top < row.top || text.bottom > row.bottom || boxes.some(
                ([next], other) => other > place && next.left === row.left && next.top < row.bottom)).length; })()""")
            check(over == 0, f"{size}: {over} rows of Find touch others")
            save(tab, f"whole-find-{size[0]}-{scheme}")
            go_back(tab, radio, tuned)
            show(tab, "titles")
            tab.let_pass(1000)
            tab.wait("document.querySelectorAll('#kept li').length === 12")
            save(tab, f"whole-titles-{size[0]}-{scheme}")
            lefts = tab.value("[...new Set([...document.querySelectorAll('#kept span')].map((one) => one.offsetLeft))].length")
            check(lefts == 1, f"{size}: the titles that are kept begin at {lefts} places")
            times = tab.value("new Set([...document.querySelectorAll('#kept time')].map((one) => one.textContent.length)).size")
            check(times == 2, f"{size}: the times have {times} lengths")
            check(not (cut := tab.value(f"({CUT})('#kept button')")), f"{size}: Titles cuts {cut}")
            parts = tab.value("""(() => { const list = document.getElementById('kept').getBoundingClientRect();
                return [...document.querySelectorAll('#kept li')].map((one) => one.getBoundingClientRect()).filter((one) =>
                  one.top < list.bottom - 1 && one.bottom > list.bottom + 1 || one.top < list.top - 1
                  && one.bottom > list.top + 1).length; })()""")
            check(parts == 0, f"{size}: {parts} titles that are kept are seen in part")
            tab.close()
            radio.keep_none()
            radio.change(title="Artist 19 - " + SONG, song=SONG)


def steady(browser):
    """The transport stays where it is, whatever the title is; a long one is shortened, and in Now it has four lines."""
    radio = full_radio(stations=len(NAMES))
    for size in ((700, 900), WIDE, (1920, 1080), (2560, 1440)):
        tab, places = screen(browser, radio, size), set()
        for title in ("Air", "Air - La Femme d'Argent", "Four Tet - Two Thousand and Seventeen", "W" * 300):
            radio.change(title=title, song=title)
            tab.wait_text("title", title)
            places.add(tab.value("document.getElementById('toggle').getBoundingClientRect().left"))
        check(len(places) == 1, f"on {size} the button is at {places}")
        height = tab.value("document.getElementById('now-song').offsetHeight / parseFloat(getComputedStyle("
                           "document.getElementById('now-song')).lineHeight)")
        check(height < 4.5, f"a long title has {height} lines")
        tab.close()
        radio.change(title="Song", song="Song")


def first(browser):
    """Before anything was played the page is in the program's colour, and Play begins with the first favourite."""
    radio = full_radio(stations=len(NAMES))
    for key in ("name", "title", "artist", "song", "station", "url"):
        radio.status.pop(key)
    radio.status["state"], radio.sounds = "stopped", False
    radio.stations[0]["name"] = name = "The First Station, Which Has a Long Name"
    for scheme, ground in (("light", "rgb(176, 226, 200)"), ("dark", "rgb(16, 61, 43)")):
        tab = browser.open("about:blank", media=[("prefers-color-scheme", scheme)])
        tab.call("Emulation.setDeviceMetricsOverride", width=PHONE[0], height=PHONE[1], deviceScaleFactor=1, mobile=True)
        tab.call("Page.navigate", url=radio.url)
        tab.wait("document.getElementById('title')?.textContent === 'Choose a station'")
        tab.wait(f"document.getElementById('state').textContent === 'Play begins with {name}'")
        for size in ((320, 568), (360, 640), PHONE):
            tab.call("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1, mobile=True)
            tab.wait(f"innerWidth === {size[0]}")
            check(tab.value(f"({WHOLE})('state')"), f"{size}: what Play begins with is cut")
        tab.wait("getComputedStyle(document.getElementById('bar')).backgroundColor === " + json.dumps(ground))
        show(tab, "now")
        tab.wait("getComputedStyle(document.getElementById('visual')).opacity === '0'")
        save(tab, f"first-{scheme}")
    radio.stations[0]["favourite"] = False
    radio.library.version += 1
    radio.send("stations", {"version": radio.library.version})
    tab.wait(f"document.getElementById('toggle').ariaLabel === 'Play {NAMES[3]}'")
    tab.click("#toggle")
    eventually(lambda: radio.sent("/api/play") == [{"station": "s3"}], f"it sends {radio.sent('/api/play')}")
    tab.wait_text("now-state", "on the air")
    tab.wait("getComputedStyle(document.getElementById('visual')).opacity === '1'")
    check(tab.text("toggle") == "" and tab.value("document.getElementById('toggle').ariaLabel") == "Pause", "it cannot pause")


def forced(browser):
    """With forced colours, what is chosen and what is on the air have an outline, and the slider has its track."""
    tab = screen(browser, full_radio(), WIDE)
    for active, wanted in (("active", "solid"), ("none", "none")):
        tab.call("Emulation.setEmulatedMedia", features=[{"name": "forced-colors", "value": active}])
        for chosen in (".row.current", ".chips [aria-pressed=true]", "#views [aria-current]"):
            style = tab.value(f"getComputedStyle(document.querySelector('{chosen}')).outlineStyle")
            check(style == wanted, f"with forced colours {active} {chosen} has the outline {style}")
        adjusted = tab.value("getComputedStyle(document.getElementById('volume')).forcedColorAdjust")
        check(adjusted == ("none" if active == "active" else "auto"), f"the slider's colours are adjusted: {adjusted}")


def contrast(browser):
    """Text on the player can be read, whatever colour a picture has, in light and dark."""
    tab = screen(browser, full_radio(), PHONE)
    worst = tab.value("""import("/modules/color.js").then(({ barColors, contrast }) => {
        const numbers = (css) => css.match(/\\d+/g).map(Number);
        let worst = 21;
        for (let red = 0; red < 256; red += 15) for (let green = 0; green < 256; green += 15)
          for (let blue = 0; blue < 256; blue += 15) for (const isDark of [true, false]) {
            const hex = "#" + [red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("");
            const { ground, text } = barColors(hex, isDark);
            worst = Math.min(worst, contrast(numbers(ground), numbers(text)));
          }
        return worst;
      })""")
    check(worst >= 4.5, f"the worst contrast is {worst}")
    most, turned = tab.value("""import("/modules/color.js").then(({ barColors, lab }) => {
        let most = 0, turned = 0;
        for (const hex of ["#ff0000", "#00ff00", "#0000ff", "#ffee00", "#00ffff", "#ff00ff", "#c2185b", "#ff8800"])
          for (const isDark of [true, false]) {
            const [, a, b] = lab(barColors(hex, isDark).ground.match(/\d+/g).map(Number));
            const [, c, d] = lab([1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)));
            most = Math.max(most, Math.hypot(a, b));
            turned = Math.max(turned, Math.abs(Math.atan2(a * d - b * c, a * c + b * d)) * 180 / Math.PI);
          }
        return [most, turned];
      })""")
    check(most < 0.08, f"the bar has a chroma of {most:.3f}")
    check(turned < 15, f"the bar's hue is {turned:.0f} degrees from the picture's")
    check(abs(tab.value("import('/modules/color.js').then(({ contrast }) => contrast([0, 0, 0], [255, 255, 255]))") - 21)
          < 1e-6, "contrast is computed wrongly")


if __name__ == "__main__":
    run_scenario((axe, sizes, behind, recorded, forced, reasons, whole, steady, first, contrast), "--hide-scrollbars")
