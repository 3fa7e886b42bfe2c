"""What the daemon costs without clients, and how soon it answers with as many as it takes, beside MPD."""
import contextlib
import os
import subprocess
import sys
import time

import one_client
from icecast import free_port
from processes import Failure, cpu_seconds, end, expect_alive, is_installed, memory, running, start, wait_until
from serve import asked, daemon, get, metric
from table import Row, mebibytes, median, seconds

IDLERS, READERS, LISTENERS = 200, 100, 50
FRAMES_PER_SECOND = 30
MEBIBYTE = 2**20
SETTLING_SECONDS = 3.0
# What the web page asks for (visualizer/*.js), and the most that it may cost, in shares of a core.
BARS = "fps=30&bands=48&channels=stereo&levels=b64"
PAGES = [
    ("a page with bars", 1, BARS, 0.006), ("ten pages with bars", 10, BARS, 0.02),
    ("a page with the waterfall", 1, "fps=20&bands=256&channels=mono&levels=b64", None),
    ("a page with the oscilloscope", 1, "fps=30&bands=1&channels=stereo&wave=1&levels=b64", None),
]
ASK_EVERY = 0.02
"""Seconds between two questions for the status."""

MPD_CONFIGURATION = """\
music_directory "{folder}"
state_file "{folder}/state"
bind_to_address "{folder}/mpd.sock"
max_connections "1000"
audio_output {{
  type "alsa"
  name "alsa"
}}
"""


def _mpd_status(socket_path):
    """The time of MPD's `status`, connecting included."""
    return asked(socket_path, b"status\n", lambda answer: answer.count(b"OK") == 2)[0]


def _centile(values, share):
    """The value that so many of all are below or at."""
    values = sorted(values)
    return values[min(len(values) - 1, int(share * len(values)))]


@contextlib.contextmanager
def _crowd(*arguments):
    """The clients that crowd.py makes of its arguments; gives the process that plays them."""
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "crowd.py")
    process = start([sys.executable, script, *map(str, arguments)], dict(os.environ), stdout=subprocess.PIPE, stderr=None)
    try:
        if process.stdout.readline() != b"ready\n":
            raise Failure("not everyone was let in")
        yield process
    finally:
        end(process)


def _idle(bench, folder):
    """Rows of a daemon that plays nothing and has no client."""
    window = 60.0 if not bench.is_quick else 20.0
    bench.say(f"radiod serve, idle for {window:.0f} s")
    with daemon(bench, folder) as (process, _):
        time.sleep(SETTLING_SECONDS)
        before = cpu_seconds(process.pid)
        time.sleep(window)
        expect_alive(process.pid, "radiod serve")
        share = (cpu_seconds(process.pid) - before) / window
        held = memory(process.pid)
    return [
        Row("daemon, nothing played: share of a core", f"{100 * share:.3f} %", value=share, limit=0.001, target="< 0.1 %"),
        Row("daemon, nothing played: resident memory",
            f"{mebibytes(held.resident)}: {mebibytes(held.anonymous)} own, {mebibytes(held.file)} mapped files",
            value=held.resident, limit=25e6, target="< 25 MB"),
    ]


def _full(bench, folder, window):
    """Latencies, underruns and costs of radiod with as many clients as it takes."""
    with daemon(bench, folder, "--station", bench.url) as (process, sockets):
        socket_path = os.path.join(sockets, "radiod.sock")
        wait_until(lambda: '"playing"' in get(socket_path, "/api/status")[1], "radiod serve plays")
        quiet = [get(socket_path, "/api/status")[0] for _ in range(100)]
        with _crowd(sockets, IDLERS, READERS, LISTENERS) as crowd:
            time.sleep(SETTLING_SECONDS)
            before = get(socket_path, "/metrics")[1]
            cpu, begin, times = cpu_seconds(process.pid), time.monotonic(), []
            while time.monotonic() - begin < window:
                times.append(get(socket_path, "/api/status")[0])
                time.sleep(ASK_EVERY)
            cpu = (cpu_seconds(process.pid) - cpu) / (time.monotonic() - begin)
            after = get(socket_path, "/metrics")[1]
            held = memory(process.pid)
            span = time.monotonic() - begin + SETTLING_SECONDS
            crowd.terminate()
            words = crowd.stdout.readline().split()
        faults = sum(metric(after, name) - metric(before, name)
                     for name in ("springradio_device_faults_total", "springradio_dry_spells_total"))
    frames, lost = int(words[3]), int(words[5])
    return quiet, times, faults, cpu, held, frames / span / READERS, lost


def _pages(bench, folder, window):
    """Rows of what web pages cost a daemon that plays, above playing alone."""
    port, rounds = free_port(), []
    with daemon(bench, folder, "--station", bench.url, "--http", "--http-port", str(port)) as (process, sockets):
        socket_path = os.path.join(sockets, "radiod.sock")
        wait_until(lambda: '"playing"' in get(socket_path, "/api/status")[1], "radiod serve plays")

        def share():
            time.sleep(SETTLING_SECONDS)
            before, begin = cpu_seconds(process.pid), time.monotonic()
            time.sleep(window)
            return (cpu_seconds(process.pid) - before) / (time.monotonic() - begin)

        for number in range(bench.rounds(3, 1)):
            bench.say(f"radiod serve with web pages, round {number + 1}")
            alone, shares = share(), []
            for _, count, query, _ in PAGES:
                with _crowd("pages", port, count, query):
                    shares.append(share() - alone)
            rounds.append(shares)
    rows = []
    for (what, _, _, limit), shares in zip(PAGES, zip(*rounds)):
        target = {"value": median(shares), "limit": limit, "target": f"≤ {100 * limit:.1f} %"} if limit else {}
        rows.append(Row(f"daemon, {what}: share of a core above playing alone", f"{100 * median(shares):.2f} %", **target))
    return rows


def _mpd(bench, folder, window):
    """Times of MPD's `status` with as many clients in `idle`, and no other."""
    os.mkdir(folder)
    configuration = os.path.join(folder, "mpd.conf")
    with open(configuration, "w") as file:
        file.write(MPD_CONFIGURATION.format(folder=folder))
    with running(["mpd", "--no-daemon", configuration], bench.device.environment):
        socket_path = os.path.join(folder, "mpd.sock")
        wait_until(lambda: os.path.exists(socket_path), "MPD answers")
        asked(socket_path, f"add {bench.url}\nplay\n".encode(), lambda answer: answer.count(b"OK") == 3)
        with _crowd(folder, IDLERS, 0, 0):
            begin, times = time.monotonic(), []
            while time.monotonic() - begin < window:
                times.append(_mpd_status(socket_path))
                time.sleep(ASK_EVERY)
    return times


def measure(bench):
    """Rows of the table."""
    rows = _idle(bench, f"{bench.folder}/serve-idle")
    window = bench.window_seconds
    rows += _pages(bench, f"{bench.folder}/serve-pages", window / 2)
    bench.say(f"radiod serve, {IDLERS} clients in idle, {READERS} spectrum readers, {LISTENERS} listeners, {window:.0f} s")
    quiet, times, faults, cpu, held, pace, lost = _full(bench, f"{bench.folder}/serve-full", window)
    what = f"daemon, {IDLERS} MPD + {READERS} spectrum + {LISTENERS} stream clients"
    rows += [
        Row("daemon, no other client: status, 99 of 100 within", seconds(_centile(quiet, 0.99))),
        Row(f"{what}: status, 99 of 100 within", seconds(_centile(times, 0.99)), value=_centile(times, 0.99), limit=0.05,
            target="≤ 50 ms"),
        Row("… half of them within", seconds(_centile(times, 0.5))),
        Row("… underruns and dry spells", f"{faults:.0f}", value=faults, limit=0, target="none"),
        Row("… clients sent away", str(lost), value=lost, limit=0, target="none"),
        Row("… spectrum frames a second and reader", f"{pace:.1f} of {FRAMES_PER_SECOND}"),
        Row("… share of a core", f"{100 * cpu:.1f} %"),
        Row("… resident memory", mebibytes(held.resident)),
    ]
    rows += one_client.measure(daemon, bench, f"{bench.folder}/serve-one")
    if is_installed("mpd"):
        rival = _mpd(bench, f"{bench.folder}/mpd-full", window / 3)
        rows.append(Row(f"… MPD's status with {IDLERS} clients in idle alone, 99 of 100 within", "",
                        seconds(_centile(rival, 0.99))))
    else:
        bench.skip("mpd", "not compared")
    return rows
