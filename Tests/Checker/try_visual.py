#!/usr/bin/env python3
"""Opens the page in a real browser, with a stand-in for the radio, and tries what moves and sounds on it.

    try_visual.py CHROMIUM PROFILE SCENARIO     tries one of the functions below

Exit status 1 when something is not as it should be, which standard error then names.
"""

import base64
import contextlib
import json
import os
import subprocess
import sys

from browser import Failure, run_scenario
from page_radio import PAGE, Radio
from try_page import FRAMES, NO_WORKER, ON_THE_AIR, TOP, check, eventually, moves

MODES = ("bars", "waterfall", "oscilloscope")
MODE = "document.getElementById('bars').dataset.mode"


def constants():
    """The numbers of visualizer/constants.js."""
    with open(os.path.join(PAGE, "visualizer/constants.js"), encoding="utf-8") as file:
        text = file.read()
    return json.loads(text[text.index("{"):text.rindex("}") + 1])


def modes(browser):
    """The key and the button step through the modes; each asks for what it draws, moves, and rests in silence."""
    radio = Radio()
    tab = browser.open(radio.url, script=NO_WORKER)
    tab.wait(ON_THE_AIR)
    asked = {"bars": "channels=stereo&levels=b64", "waterfall": "fps=20&bands=256&channels=mono&levels=b64",
             "oscilloscope": "wave=1"}
    for number, mode in enumerate(MODES):
        tab.wait(f"{MODE} === '{mode}' && {TOP} > .5")
        moves(tab)
        tab.wait("""(() => { const one = document.getElementById('bars');
            return new Set(one.getContext('2d').getImageData(0, 0, one.width, one.height).data).size > 8; })()""")
        last = [path for _, path, _ in radio.requests if path.startswith("/api/spectrum")][-1]
        check(asked[mode] in last, f"{mode} asks for {last}")
        # The levels that the radio sends are 80 % of the height at most.
        check(mode != "bars" or tab.value(TOP) < 0.82, f"the bars are {tab.value(TOP)} high")
        radio.sounds = False
        tab.wait(f"{TOP} === 0")
        # Until the last bright row has left the screen.
        tab.let_pass(30_000)
        tab.wait("clock.isStill()")
        radio.sounds = True
        tab.wait(f"{TOP} > .5")
        # By the key, by the button.
        if number % 2:
            tab.click("#visual-mode")
        else:
            tab.press("v")
    tab.wait(f"{MODE} === 'bars'")


def unseen(browser):
    """What is not seen is not drawn, from the beginning on: on a phone's list, behind the letters, and while it is silent."""
    radio = Radio()
    tab = browser.open("about:blank", script=NO_WORKER)
    tab.call("Emulation.setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=2, mobile=True)
    tab.call("Page.navigate", url=radio.url)
    tab.wait(ON_THE_AIR)
    tab.wait("clock.isStill()")
    check(not radio.opened.get("/api/spectrum"), "a spectrum that is not seen is asked for")
    check(tab.value(FRAMES) == 0, f"{tab.value(FRAMES)} pictures are drawn that are not seen")
    tab.press("2")
    moves(tab)
    tab.press("o")
    tab.wait("document.getElementById('detail').open")
    eventually(lambda: radio.count("/api/spectrum") == 0, "behind the letters a spectrum is measured")
    tab.wait("clock.isStill()")
    drawn = tab.value(FRAMES)
    radio.change(title="Another - Song")
    tab.wait("document.querySelector('.lane-title p').textContent === 'Another - Song'")
    check(tab.value(FRAMES) == drawn, "pictures are drawn behind the letters")
    tab.press("o")
    moves(tab)
    radio.sounds = False
    radio.change(state="stopped")
    tab.wait(f"{TOP} === 0 && clock.isStill()")
    tab.value("location.reload()")
    tab.wait("document.getElementById('state')?.textContent === 'stopped'")
    tab.press("2")
    tab.wait("clock.isStill()")


def memory(browser):
    """The mode is remembered, and is that of all tabs; two tabs share one spectrum."""
    radio = Radio()
    tab, other = browser.open(radio.url, window=True), browser.open(radio.url, window=True)
    for one in (tab, other):
        one.wait(ON_THE_AIR)
        moves(one)
    tab.click("#visual-mode")
    for one in (tab, other):
        one.wait(f"{MODE} === 'waterfall' && {TOP} > .5")
        moves(one)
    check(radio.count("/api/spectrum") == 1, f"two tabs have {radio.count('/api/spectrum')} spectra")
    tab.value("location.reload()")
    tab.wait(f"{MODE} === 'waterfall'")
    tab.value("localStorage.setItem('springradio-visualizer', 'constructor'); location.reload()")
    tab.wait(f"{MODE} === 'bars'")


def sharp(browser):
    """The canvas has the pixels of the screen, also after its size has changed."""
    radio = Radio()
    tab = browser.open(radio.url)
    tab.wait(ON_THE_AIR)
    for width, ratio in [(1280, 1), (390, 3), (3840, 2), (320, 2)]:
        tab.press("2")
        tab.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=ratio, mobile=False)
        tab.wait(f"""(() => {{ const one = document.getElementById('bars'), box = one.getBoundingClientRect();
            return devicePixelRatio === {ratio} && one.width === Math.round(box.width * {ratio})
              && one.height === Math.round(box.height * {ratio}) && box.width <= innerWidth && box.width > 200; }})()""")
    moves(tab)
    # What is not on the screen is not asked for.
    tab.press("1")
    eventually(lambda: radio.count("/api/spectrum") == 0, "a spectrum that is not seen is measured")
    tab.press("2")
    moves(tab)


def ballistics(browser):
    """Bars and caps are where the formula says, however many pictures a second there are."""
    tab = browser.open(Radio().url)
    tab.wait(ON_THE_AIR)
    tab.value("""import("/visualizer/bars.js").then(({ Bars }) => {
        window.barsAt = (fps, frames, times) => {
          const bars = new Bars(false), seen = [];
          for (let picture = 0, next = 0; seen.length < times.length; picture += 1) {
            const now = 10 + picture / fps;
            while (next < frames.length && frames[next][0] <= now) bars.feed({ levels: [[frames[next++][1]]] }, now);
            bars.advance(now);
            if (now >= times[seen.length] - 1e-9) seen.push([bars.bars[0], bars.caps[0]]);
          }
          return seen;
        }; })""")
    number = constants()
    times = [10.25, 10.5, 10.75, 11, 11.25, 11.5]
    top = 0.8
    peak = number["liveBottomDecibels"] + top * number["liveSpanDecibels"]
    for fps in (60, 20, 4):
        # A peak in one frame, then nothing: interpolation is over after the second frame.
        frames = [[10, peak]] + [[10 + (step + 1) / fps, -120] for step in range(2 * fps)]
        seen = tab.value(f"barsAt({fps}, {frames}, {times})")
        for (bar, cap), time in zip(seen, times):
            # The bar is at its peak until the frame after it.
            early, late = (max(0, top - number["capGravity"] / 2 * max(0, time - since - number["capHoldSeconds"]) ** 2)
                           for since in (10, 10 + 1 / fps))
            check(early - 1e-6 <= cap <= late + 1e-6, f"at {fps} a second the cap is at {cap} after {time - 10} s")
            fallen = max(0, top - (time - 10) * number["liveFallPerSecond"])
            late = number["liveFallPerSecond"] / fps  # the frame after the peak begins the fall
            check(fallen - 1e-6 <= bar <= fallen + late + 1e-6, f"at {fps} a second the bar is at {bar}, not {fallen}")
    # The lowest bands of both channels meet in the middle, the left one at its left. What is new in the waterfall is at
    # the top.
    tab.value("""Promise.all(["bars", "waterfall", "theme"].map((name) => import(`/visualizer/${name}.js`))).then(
        ([{ Bars }, { Waterfall }, { theme }]) => {
          const canvas = (width, height) => new OffscreenCanvas(width, height).getContext("2d");
          const surface = (context) => ({ context, k: 1, theme: theme(), text: "#fff", range: [40, 18000],
            box: { x: 0, y: 0, width: 200, height: 100 }, scratch: canvas });
          window.tallBars = (levels, gain) => {
            const bars = new Bars(true), context = canvas(200, 130), tall = [];
            context.fillRect = (x, y, width, height) => { if (height > 50) tall.push(x); };
            bars.feed({ levels, gain }, 1);
            bars.advance(1.1);
            bars.paint(surface(context));
            return tall;
          };
          window.rowsOf = (levels, gain = 0) => {
            const one = new Waterfall(false), context = canvas(200, 130);
            levels.forEach((level, row) => one.feed({ levels: [Array(256).fill(level)], gain }, 1 + row / 20));
            one.paint(surface(context));
            return levels.map((_, row) => context.getImageData(100, 2 * row, 1, 1).data.slice(0, 3).join());
          };
        })""")
    silent, low, high = [-120] * 4, [-10, -120, -120, -120], [-120, -120, -120, -10]
    cases = [low, silent], [silent, low], [high, silent], [silent, high]
    tall = [tab.value(f"tallBars({levels})") for levels in cases]
    check(tall == [[74], [101], [0], [175]], f"left low, right low, left high and right high are at {tall}")
    rows = tab.value("rowsOf([-20, -20, -20, -120, -120])")
    check(rows[0] == rows[1] != rows[2] == rows[3] == rows[4], f"the rows of the waterfall are {rows}")
    # The radio's gain is added to every level.
    soft = [[-40, -120, -120, -120], silent]
    check(tab.value(f"tallBars({soft})") == [] and tab.value(f"tallBars({soft}, 30)") == [74], "the bars leave out the gain")
    check(tab.value("rowsOf([-50], 30)") == tab.value("rowsOf([-20])") != tab.value("rowsOf([-50])"),
          "the waterfall leaves out the gain")


def calm(browser):
    """With reduced motion the pictures are few, and the letters stand still."""
    radio = Radio()
    tab = browser.open(radio.url, media=[("prefers-reduced-motion", "reduce")])
    tab.wait(f"{TOP} > .5")
    for mode in MODES:
        tab.wait(f"{MODE} === '{mode}' && {TOP} > .5")
        sent, drawn = radio.frames, tab.value(FRAMES)
        eventually(lambda: radio.frames >= sent + 10, "the radio sends nothing")
        drawn = tab.value(FRAMES) - drawn
        # Some that were sent before may be drawn late.
        check(drawn <= radio.frames - sent + 4, f"{mode} draws {drawn} pictures of {radio.frames - sent} frames")
        tab.click("#visual-mode")
    asked = [path for _, path, _ in radio.requests if path.startswith("/api/spectrum")]
    check(len(asked) >= 3 and all("fps=4&" in path for path in asked), f"it asks for {asked}")
    tab.press("o")
    tab.wait("document.getElementById('detail').open")
    check(tab.value("document.getElementById('detail').getAnimations({ subtree: true }).length") == 0, "the letters move")
    check(tab.value(INSIDE), "the letters that stand still are not all seen")


# Whether both texts lie within the window.
INSIDE = """[...document.querySelectorAll('.lane p')].every((one) => { const box = one.getBoundingClientRect();
    return box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight; })"""
# For both texts: how far each is moved, in pixels to the right and down, between two times of the pass.
WAYS = """(() => { const places = (time) => [...document.querySelectorAll('.lane p')].map((one) => {
      for (const animation of one.getAnimations()) { animation.pause(); animation.currentTime = time; }
      const box = one.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; });
    const [early, late] = [places(2000), places(4000)];
    return early.map(([x, y], place) => [late[place][0] - x, late[place][1] - y]); })()"""


def detail(browser):
    """Station and title pass in opposite directions, in 20 s, in each of four orientations; and can be read."""
    radio = Radio()
    tab = browser.open(radio.url)
    tab.wait(ON_THE_AIR)
    data = "document.getElementById('detail').dataset"
    expected = {"horizontal": (True, 0), "vertical": (False, 1), "tilted-up": (True, -1), "tilted-down": (True, 1)}
    for number, (orientation, (isAcross, fall)) in enumerate(expected.items()):
        tab.value(f"Math.random = () => {number} / 4 + .01, 1")
        if number == 0:
            tab.press("o")
            tab.wait("document.getElementById('detail').open")
        # The pass before ends; a browser notices that only when it has drawn something of it. Time that is set again before
        # it has drawn keeps it from noticing, so that a busy browser gets more time after each try.
        for seconds in (0.5, 1, 2, 4, 8, 16):
            if tab.value(f"{data}.orientation === '{orientation}'"):
                break
            tab.value("""(() => { const [one] = document.querySelector('.lane-name p').getAnimations(),
                { delay, duration } = one.effect.getTiming();
                one.currentTime = delay + duration * (one.effect.getComputedTiming().currentIteration + 1) + 1; })(), 1""")
            with contextlib.suppress(Failure):
                tab.wait(f"{data}.orientation === '{orientation}'", seconds)
        tab.wait(f"{data}.orientation === '{orientation}'")
        times = tab.value("document.getElementById('detail').getAnimations({ subtree: true }).map((one) => one.effect.getTiming().duration)")
        check(times == [20000, 20000], f"{orientation}: the passes take {times} ms")
        name, title = tab.value(WAYS)
        check(abs(name[0] + title[0]) > -1 and name[0] * title[0] + name[1] * title[1] < 0,
              f"{orientation}: they move by {name} and {title}")
        check((abs(name[0]) > 20) == isAcross, f"{orientation}: the name moves by {name}")
        slope = name[1] * (1 if name[0] >= 0 else -1)
        check(not isAcross or (abs(slope) < 1 if fall == 0 else slope * fall > 5), f"{orientation}: {name}")
        tab.value("document.getElementById('detail').getAnimations({ subtree: true }).forEach((one) => one.play()), 1")
    # Long, from right to left, East Asian, hostile: as text, and never too fast.
    for text in ("W" * 200, "إذاعة القرآن الكريم من القاهرة", "日本放送協会 第一放送 東京", "<img src=x onerror=alert(1)>", "x"):
        radio.change(title=text)
        tab.wait(f"document.querySelector('.lane-title p').textContent === {json.dumps(text)}")
        for number in (0, 1):  # one line, and several
            tab.value(f"Math.random = () => {number} / 4 + .01, 1")
            tab.value("document.querySelector('.lane-name p').dispatchEvent(new Event('animationiteration', { bubbles: true })), 1")
            width, size = tab.value("""(() => { const one = document.querySelector('.lane-title p');
                return [one.scrollWidth / innerWidth, parseFloat(getComputedStyle(one).fontSize)]; })()""")
            check(width < 20 and size >= 24, f"{text[:9]!r} is {width:.1f} widths of the screen, letters of {size} px")
    check(tab.value("document.querySelectorAll('#detail img').length") == 0, "a title became markup")
    tab.press("Escape", 27)
    tab.wait("!document.getElementById('detail').open && !document.querySelector('.lane')")
    for selector in ("#detail-button", "#bars"):
        tab.click(selector)
        tab.wait("document.getElementById('detail').open")
        tab.press("n")
        tab.click("#detail-close")
        tab.wait("!document.getElementById('detail').open")
    eventually(lambda: len(radio.sent("/api/next")) == 2, "the radio's keys do not work over the letters")


def colors(browser):
    """On every colour of a picture, dark and light, the letters have a contrast of at least 4.5."""
    radio = Radio()
    tab = browser.open(radio.url)
    tab.wait(ON_THE_AIR)
    tab.press("o")
    tab.wait("document.getElementById('detail').open")
    for scheme in ("dark", "light"):
        tab.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        for color in ("#000000", "#ffffff", "#777777", "#ff0000", "#00ff00", "#0000ff", "#ffee00", "#123456", "junk"):
            radio.send("picture", {"station": "s0", "url": "/icon.svg", "color": color, "isPlaceholder": False})
            radio.change(title=color + scheme)
            tab.wait(f"document.querySelector('.lane-title p').textContent === {json.dumps(color + scheme)}")
            contrast = tab.value("""(() => { const { color, backgroundColor } = getComputedStyle(byId('detail'));
                const light = (text) => text.match(/[\\d.]+/g).slice(0, 3).map((one) => one / 255)
                  .map((one) => one <= .04045 ? one / 12.92 : ((one + .055) / 1.055) ** 2.4)
                  .reduce((sum, one, place) => sum + one * [.2126, .7152, .0722][place], 0);
                const [a, b] = [light(color), light(backgroundColor)];
                return (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
                function byId(id) { return document.getElementById(id); } })()""")
            check(contrast >= 4.5, f"{color} in a {scheme} scheme: a contrast of {contrast}")


def phone(browser):
    """The QR code is that of an address that a phone reaches; a radio for this machine alone says so."""
    radio = Radio()
    radio.addresses = {"addresses": ["http://192.168.178.123:8600/", "http://[2001:db8::7]:8600/"], "isOpen": True, "hasToken": True}
    tab = browser.open(radio.url)
    tab.wait(ON_THE_AIR)
    picture = os.path.join(sys.argv[2], "code.png")
    for width, height, scale in ((360, 640, 1), (390, 844, 1), (390, 844, 2), (844, 390, 1), (800, 480, 1), (1024, 600, 1),
                                 (1280, 800, 1), (2560, 1440, 1)):
        tab.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)
        tab.press("2")
        tab.click("#qr-button")
        tab.wait("document.getElementById('sheet').open")
        check("access token" in tab.text("sheet"), f"the dialog says {tab.text('sheet')!r}")
        side = tab.value("document.querySelector('.qr').getBoundingClientRect().height")
        check(side >= min(200, height / 2 - 1), f"on {width} x {height} the code is {side} px high")
        with open(picture, "wb") as file:
            file.write(base64.b64decode(tab.call("Page.captureScreenshot", format="png")["data"]))
        read = subprocess.run(["zbarimg", "-q", "--raw", "-Sdisable", "-Sqrcode.enable", picture], capture_output=True,
                              text=True, env={**os.environ, "DBUS_SYSTEM_BUS_ADDRESS": "disabled:"}, check=False)
        check(read.stdout.strip() == radio.addresses["addresses"][0], f"on {width} x {height} the code says {read.stdout!r}")
        tab.press("Escape", 27)
        tab.wait("!document.getElementById('sheet').open")
    radio.addresses = {"addresses": [], "isOpen": False, "hasToken": False}
    tab.click("#qr-button")
    tab.wait("document.getElementById('sheet').open && document.getElementById('sheet').textContent.includes('httpHost')")
    check(tab.value("document.querySelectorAll('.qr').length") == 0, "there is a code that leads nowhere")
    tab.click("#sheet [data-close]")
    tab.wait("!document.getElementById('sheet').open")
    # A code of each length of text is read.
    tab.value("""import("/modules/qr.js").then((qr) => { window.qr = qr; })""")
    text = "http://radio.example:8600/" + "abcÄ€123" * 12
    for count in (1, 14, 15, 26, 27, 42, 60, 61, 80, 83):
        modules = tab.value(f"qr.qrCode({json.dumps(text[:count])})")
        side, scale = len(modules) + 8, 4
        rows = [[0 if 0 <= x - 4 < len(modules) and 0 <= y - 4 < len(modules) and modules[y - 4][x - 4] else 255
                 for x in range(side)] for y in range(side)]
        with open(picture + ".pgm", "wb") as file:
            file.write(f"P5\n{side * scale} {side * scale}\n255\n".encode()
                       + b"".join(bytes(one for one in row for _ in range(scale)) * scale for row in rows))
        read = subprocess.run(["zbarimg", "-q", "--raw", "-Sdisable", "-Sqrcode.enable", picture + ".pgm"],
                              capture_output=True, text=True,
                              env={**os.environ, "DBUS_SYSTEM_BUS_ADDRESS": "disabled:"}, check=False)
        check(read.stdout.rstrip("\n") == text[:count], f"{count} letters are read as {read.stdout!r}")
    check(tab.value("qr.qrCode('x'.repeat(107))") is None, "a text that is too long has a code")


def installed(browser):
    """Browsers find the manifest without fault, and the icons."""
    radio = Radio()
    tab = browser.open(radio.url)
    tab.wait(ON_THE_AIR)
    manifest = tab.call("Page.getAppManifest")
    check(not manifest.get("errors") and manifest.get("url", "").endswith("/manifest.webmanifest"),
          f"the manifest: {manifest.get('errors')}, {manifest.get('url')}")
    parsed = json.loads(manifest["data"])
    check(parsed["id"] == parsed["start_url"] and parsed["background_color"] == "#eff3f1", f"the manifest: {parsed}")
    for one in parsed["icons"] + [{"src": "/favicon.ico", "sizes": "32x32", "type": "image/x-icon"}]:
        side = tab.value(f"""fetch('{one["src"]}').then((answer) => answer.ok && answer.headers.get('Content-Type'))
            .then((type) => new Promise((done) => {{ const image = new Image(); image.src = '{one["src"]}';
              image.onload = () => done([type, image.naturalWidth]); image.onerror = () => done(null); }}))""")
        check(side and side[0] == one["type"], f"{one['src']} is {side}")
        check(one["sizes"] == "any" or one["sizes"] == f"{side[1]}x{side[1]}", f"{one['src']} has {side[1]} pixels")


# Notes the page's audio elements, how often it plays, and what it does for the keys of a lock screen.
NOTE_AUDIO = """window.audios = []; window.plays = 0; window.pressed = {}; const Own = window.Audio;
    navigator.mediaSession.setActionHandler = (name, run) => { pressed[name] = run; };
    window.Audio = class extends Own { constructor(...all) { super(...all); audios.push(this); }
      play() { plays += 1; return super.play(); } };"""
# The loudest sample that the page's audio element gives within half a second.
HEARD = """(async () => { window.heard ??= new AudioContext(); await heard.resume();
    window.source ??= heard.createMediaElementSource(audios[0]);
    window.meter ??= source.connect(heard.createAnalyser()); meter.connect(heard.destination);
    let top = 0; const samples = new Float32Array(meter.fftSize), end = performance.now() + 500;
    while (performance.now() < end) { meter.getFloatTimeDomainData(samples);
      top = samples.reduce((most, one) => Math.max(most, Math.abs(one)), top);
      await new Promise((done) => setTimeout(done, 20)); }
    return top; })()"""
PLAYED = "(audios[0]?.currentTime ?? 0)"


def hears(tab):
    """The sound goes on, and is none of silence."""
    played = tab.value(PLAYED)
    tab.wait(f"{PLAYED} > {played} + .2")
    eventually(lambda: tab.value(HEARD) > 0.02, "nothing is heard")


def listen(browser):
    """The sound is heard in the browser; it follows the station, comes back when it ended, and stops at once."""
    radio = Radio(token="a token of sixteen")
    tab = browser.open(radio.url, script=NO_WORKER + NOTE_AUDIO)
    tab.wait("document.getElementById('ask')?.open")
    tab.value(f"document.getElementById('token').value = {json.dumps(radio.token)}")
    tab.click("#enter")
    tab.wait(ON_THE_AIR + " && !document.getElementById('ask').open && document.getElementById('locked').hidden")
    check(radio.opened.get("/stream") is None, "the page plays without being asked")
    tab.click("#listen")
    hears(tab)
    check(tab.value("document.getElementById('listen').getAttribute('aria-pressed')") == "true", "the button is not pressed")
    check(radio.opened["/stream"] == 1, f"there were {radio.opened['/stream']} connections")
    # Another title changes nothing; another station is played at once.
    radio.change(title="Other - Song")
    tab.wait("navigator.mediaSession.metadata.title === 'Other - Song'")
    radio.change(station="s1", name="Station 1", title="Third - Song")
    eventually(lambda: radio.opened["/stream"] == 2 and radio.count("/stream") == 1, "it does not follow the station")
    hears(tab)
    radio.sound_ends = True
    eventually(lambda: radio.count("/stream") == 0, "the stream does not end")
    radio.sound_ends = False
    tab.skip(1000)
    eventually(lambda: radio.count("/stream") == 1, "it does not come back")
    hears(tab)
    # Paused and stopped at the radio, and played again.
    radio.change(state="paused")
    eventually(lambda: radio.count("/stream") == 0, "a paused radio keeps its connection")
    check("silent" in tab.text("listen-note"), f"it says {tab.text('listen-note')!r}")
    radio.change(state="playing")
    hears(tab)
    # The radio is gone, and comes back. The longer it is gone, the less often the page tries.
    radio.stop()
    fails = "document.getElementById('listen-note').textContent.includes('trying again')"
    for pause in (1000, 2000, 4000):
        tab.wait(fails)
        plays = tab.value("plays")
        tab.let_pass(pause - 1)
        check(tab.value("plays") == plays, f"it tries again after less than {pause} ms")
        tab.let_pass(1)
        check(tab.value("plays") == plays + 1, f"it does not try again after {pause} ms")
    tab.wait(fails)
    radio.start()
    tab.let_pass(8000)
    tab.wait(ON_THE_AIR)
    eventually(lambda: radio.count("/stream") == 1, "it does not come back after the radio was gone")
    hears(tab)
    tab.click("#listen")
    eventually(lambda: radio.count("/stream") == 0, "stopping does not free the connection")
    radio.change(station="s2", title="Fourth - Song")
    tab.wait_text("title", "Fourth - Song")
    tab.let_pass(4000)
    check(not tab.value("audios[0].hasAttribute('src')"), "it plays again without being asked")


def unplayable(browser):
    """What this browser cannot play is said, once; another station is tried again. The lock screen has keys."""
    radio = Radio()
    radio.sound_type = "audio/x-nothing"
    radio.change(codec="speex")
    tab = browser.open(radio.url, script=NO_WORKER + NOTE_AUDIO)
    tab.wait(ON_THE_AIR)
    # A browser that does not go by the content.
    tab.value("audios[0].load(); Object.defineProperty(audios[0], 'src', { set(text) {"
              "this.setAttribute('src', text.replace('/stream', '/api/status')); }, configurable: true }), 1")
    tab.click("#listen")
    tab.wait("document.getElementById('listen-note').textContent.includes('cannot play this station (SPEEX)')")
    tab.let_pass(16_000)
    check(not tab.value("audios[0].hasAttribute('src')"), "it tries what cannot be played")
    tab.value("delete audios[0].src, 1")
    radio.sound_type = "audio/wav"
    radio.change(station="s1", codec="pcm")
    hears(tab)
    for key, path in (("nexttrack", "/api/next"), ("previoustrack", "/api/previous")):
        tab.value(f"pressed.{key}(), 1")
        eventually(lambda: radio.sent(path) == [{}], f"{key} does not ask for {path}")
    # What is paused keeps its connection for a minute.
    tab.value("pressed.pause(), 1")
    tab.wait_text("listen-note", "paused here")
    tab.let_pass(59_999)
    check(tab.value("audios[0].hasAttribute('src')"), "a pause ends the connection at once")
    tab.let_pass(1)
    eventually(lambda: radio.count("/stream") == 0, "a long pause keeps its connection")
    tab.value("pressed.play(), 1")
    hears(tab)
    tab.value("navigator.mediaSession.metadata.title, document.getElementById('listen-volume').value = 30,"
              "document.getElementById('listen-volume').dispatchEvent(new Event('input')), 1")
    check(abs(tab.value("audios[0].volume") - 0.3) < 0.01, "the volume does nothing")
    tab.value("location.reload()")
    tab.wait("audios[0]?.volume < .31")
    eventually(lambda: radio.count("/stream") == 0, "a page that was left keeps its connection")


def second(browser):
    """A second tab plays only when it is asked to, and then alone; a hidden one shows titles on the lock screen."""
    radio = Radio()
    first, other = (browser.open(radio.url, window=True, script=NOTE_AUDIO) for _ in range(2))
    for tab in (first, other):
        tab.wait(ON_THE_AIR)
    first.click("#listen")
    hears(first)
    check(radio.count("/stream") == 1, "the second tab plays without being asked")
    other.click("#listen")
    hears(other)
    eventually(lambda: radio.count("/stream") == 1, "both tabs play")
    first.wait("document.getElementById('listen-note').textContent.includes('Another tab')")
    first.close()
    # In the background it goes on, and shows what is heard.
    blank = browser.open("about:blank")
    other.wait("document.visibilityState === 'hidden'")
    eventually(lambda: radio.count("/api/spectrum") == 0, "a hidden tab has a spectrum")
    radio.change(title="In the - Background", name="Station 0")
    other.wait("navigator.mediaSession.metadata.title === 'In the - Background'")
    check(other.value("document.title") == "In the - Background ♪", f"the hidden tab is called {other.value('document.title')}")
    hears(other)
    blank.close()


if __name__ == "__main__":
    run_scenario((modes, unseen, memory, sharp, ballistics, calm, detail, colors, phone, installed, listen, unplayable, second),
                 "--window-size=1280,900")
