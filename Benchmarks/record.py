"""What recording costs: a station recorded alone, beside FFmpeg and streamripper; a log of it with loudness and silences; and
recordings in a daemon that plays, beside a daemon that only plays.
"""
import contextlib
import os
import time

from processes import Failure, cpu_seconds, expect_alive, is_installed, memory, run_to_end, start, end, wait_until
from serve import daemon, get, metric
from table import Row, mebibytes, median, seconds, spread

MEBIBYTE = 2**20
RECORDERS = 4
MOST_SHARE = 0.0005
"""Share of a core that a recording may add to a daemon that plays."""
MOST_MEMORY = 2 * MEBIBYTE
SETTLING_SECONDS = 3.0
ASK_EVERY = 0.1


def _recorders(bench, folder, length):
    """Commands that receive the station for `length` seconds, by what they do. All end by a signal."""
    ours = [bench.radiod, "record", bench.url, "--to"]
    ffmpeg = ["ffmpeg", "-v", "error", "-nostdin", "-i", bench.url]
    commands = {
        "record": [*ours, os.path.join(folder, "record")],
        "log": [*ours, os.path.join(folder, "log"), "--every", "5m"],
        "copy": [*ffmpeg, "-c", "copy", os.path.join(folder, "copy.mp3")],
        "analysis": [*ffmpeg, "-map", "0:a", "-c", "copy", os.path.join(folder, "analysis.mp3"),
                     "-map", "0:a", "-af", "ebur128,silencedetect", "-f", "null", "-"],
    }
    if is_installed("streamripper"):
        commands["streamripper"] = ["streamripper", bench.url, "-d", os.path.join(folder, "streamripper"), "--quiet"]
    return commands


def _alone(bench, folder, length):
    """CPU time of each program that receives the station for `length` seconds, all at the same time, start included."""
    os.makedirs(folder)
    processes = {name: start(command, bench.environment) for name, command in _recorders(bench, folder, length).items()}
    try:
        time.sleep(length)
        for name, process in processes.items():
            expect_alive(process.pid, name)
        return {name: cpu_seconds(process.pid) for name, process in processes.items()}
    finally:
        for process in processes.values():
            end(process)


def _alone_rows(bench):
    length = 10 if bench.is_quick else 60
    rounds = []
    for number in range(bench.rounds(3, 1)):
        bench.say(f"recording alone: {length} s, round {number + 1}")
        rounds.append(_alone(bench, os.path.join(bench.folder, f"recorded-{number}"), length))
    times = {name: [each[name] for each in rounds] for name in rounds[0]}
    if "streamripper" in times:
        bench.note(f"record: streamripper took {spread(times['streamripper'], seconds)}")
    else:
        bench.skip("streamripper", "its time is not printed")

    def row(what, ours, rival, name, most):
        ratio = median([mine / other for mine, other in zip(times[ours], times[rival])])
        return Row(f"{what}: CPU in {length} s of 128 kbit/s, start included", spread(times[ours], seconds),
                   f"{spread(times[rival], seconds)} {name}", ratio, limit=most, target=f"≤ {most}")

    return [row("radiod record", "record", "copy", "ffmpeg -c copy", 1.0),
            row("radiod record --every", "log", "analysis", "ffmpeg -c copy and ebur128, silencedetect", 0.4)]


class _Radio:
    """A daemon that plays the station."""

    def __init__(self, bench, process, sockets):
        self.pid = process.pid
        self._bench = bench
        self.socket = os.path.join(sockets, "radiod.sock")

    def plays(self):
        """Whether sound is heard."""
        return '"playing"' in get(self.socket, "/api/status")[1]

    def record(self, *options):
        """Begins a recording."""
        run_to_end([self._bench.radiod, "ctl", "record", "start", *options, "--socket", self.socket],
                   self._bench.environment)

    def faults(self):
        """How often the device had no sound."""
        text = get(self.socket, "/metrics")[1]
        return sum(metric(text, name) for name in ("springradio_device_faults_total", "springradio_dry_spells_total"))

    def active(self):
        """How many recordings are being written."""
        return metric(get(self.socket, "/metrics")[1], "springradio_recordings")


def _start(stack, bench, name):
    folder = os.path.join(bench.folder, f"recording-{name}")
    return _Radio(bench, *stack.enter_context(daemon(bench, folder, "--station", bench.url)))


def _watched(radios, window):
    """The share of a core of each radio in `window` seconds, and the times of their answers, all at the same time."""
    began, before = time.monotonic(), [cpu_seconds(radio.pid) for radio in radios]
    while time.monotonic() - began < window:
        time.sleep(ASK_EVERY)
    span = time.monotonic() - began
    for radio in radios:
        expect_alive(radio.pid, "radiod serve")
    return [(cpu_seconds(radio.pid) - cpu) / span for radio, cpu in zip(radios, before)]


def _answers(radio):
    return [get(radio.socket, "/api/status")[0] for _ in range(100)]


def _daemon_rows(bench):
    window = 20.0 if bench.is_quick else 120.0
    with contextlib.ExitStack() as stack:
        radios = [_start(stack, bench, name) for name in ("none", "one", "four")]
        none, one, four = radios
        wait_until(lambda: all(radio.plays() for radio in radios), "all radios play", seconds=30)
        bench.say(f"recordings in a daemon: none, one and four, {window:.0f} s")
        one.record()
        for number in range(RECORDERS):
            four.record(*(["--split"] if number % 2 else []))
        time.sleep(SETTLING_SECONDS)
        if [radio.active() for radio in radios] != [0, 1, RECORDERS]:
            raise Failure("not every recording is being written")
        faults = four.faults()
        shares = _watched(radios, window)
        faults = four.faults() - faults
        held = [memory(radio.pid) for radio in radios]
        answers = {name: _answers(radio) for name, radio in (("none", none), ("four", four))}
        if four.active() != RECORDERS:
            raise Failure("a recording has ended")
    added = held[2].resident - held[0].resident
    return [
        Row("a recording in a daemon that plays: share of a core above none", f"{100 * (shares[1] - shares[0]):.3f} %",
            value=shares[1] - shares[0], limit=MOST_SHARE, target="≤ 0.05 %"),
        Row(f"{RECORDERS} recordings: share of a core above none", f"{100 * (shares[2] - shares[0]):.3f} %"),
        Row(f"{RECORDERS} recordings: resident memory above none", mebibytes(added), value=added, limit=MOST_MEMORY,
            target="≤ 2 MiB"),
        Row(f"{RECORDERS} recordings: faults of the sound", f"{faults:.0f}", value=faults, limit=0, target="none"),
        Row(f"{RECORDERS} recordings: the daemon answers, beside none", spread(answers["four"], seconds),
            f"{spread(answers['none'], seconds)} none", median(answers["four"]) / median(answers["none"])),
    ]


def measure(bench):
    """Rows of the table."""
    return _alone_rows(bench) + _daemon_rows(bench)
