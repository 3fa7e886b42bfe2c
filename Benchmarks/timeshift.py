"""Memory of the sound that is kept, beside `--timeshift 0`, and what a radio receives that is paused for longer than that.

All daemons play at the same time, each a station of its own, so that one wait serves all.
"""
import collections
import contextlib
import json
import math
import os
import time

import music
from processes import expect_alive, memory, run_to_end, wait_until
from serve import daemon, get, metric
from stations import Listener, send_paced, serving
from table import Row, mebibytes

MEBIBYTE = 2**20
MOST_MEMORY = {128: 16 * MEBIBYTE, 320: 34 * MEBIBYTE}
"""Bytes that the sound kept by default may take, by the station's kilobits a second."""
MOST_CHANGE = MEBIBYTE
PAUSED, PAUSED_PATH = 128, "/paused"
"""The station of the radio that is paused, and the path that only this one asks for."""
BURST_SECONDS = 4
AHEAD_SECONDS = 120
"""The station has so much more sound than is played while measuring."""
QUICK_SHARE = 10
"""The quick benchmark has so much shorter windows, and keeps so much less."""

Times = collections.namedtuple("Times", "kept full flat silent sample")
TIMES = Times(kept=600, full=660, flat=600, silent=60, sample=10)
"""Seconds: what is kept; until memory is read; for which it must be flat then; at the end of which a paused radio receives
nothing; and from one look at the memory to the next."""


class _Station:
    """Sends music at the pace of its sound, and counts what it sends by the path that is asked for."""

    def __init__(self, path, kilobits, length):
        with open(path, "rb") as file:
            piece = file.read()
        bytes_per_second = kilobits * 1000 // 8
        content = piece * -(-length * bytes_per_second // len(piece))
        self.sent = collections.Counter()
        """Bytes by path."""
        self.last = {}
        """The moment of the last of them (monotonic)."""
        station = self

        class MusicListener(Listener):
            def do_GET(self):
                self.begin("audio/mpeg")
                with contextlib.suppress(OSError):
                    send_paced(self._write, content, bytes_per_second, burst=BURST_SECONDS * bytes_per_second)

            def _write(self, piece):
                self.wfile.write(piece)
                station.count(self.path, len(piece))

        self.listener = MusicListener

    def count(self, path, sent):
        """Adds to what was sent. A path is that of one listener."""
        self.sent[path] += sent
        self.last[path] = time.monotonic()


class _Radio:
    """A daemon that plays."""

    def __init__(self, process, sockets):
        self.pid = process.pid
        self._socket = os.path.join(sockets, "radiod.sock")
        self.residents = []

    def state(self):
        """What it does, as its status says."""
        return json.loads(get(self._socket, "/api/status")[1].partition("\r\n\r\n")[2])["state"]

    def look(self):
        """Notes its resident memory."""
        expect_alive(self.pid, "radiod serve")
        self.residents.append(memory(self.pid).resident)

    def kept(self):
        """Seconds of sound that it keeps."""
        return metric(get(self._socket, "/metrics")[1], "springradio_timeshift_seconds")

    def pause(self, bench):
        """Pauses it."""
        run_to_end([bench.radiod, "ctl", "pause", "--socket", self._socket], bench.environment)


def _start(stack, bench, times, url, is_kept):
    kept = () if is_kept and not bench.is_quick else ("--timeshift", f"{times.kept}s" if is_kept else "0")
    folder = os.path.join(bench.folder, f"timeshift-{url.rpartition('/')[2]}")
    return _Radio(*stack.enter_context(daemon(bench, folder, "--station", url, *kept)))


def _rest(until):
    time.sleep(max(0, until - time.monotonic()))


def _watch(radios, began, times):
    """Looks at the memory of all from the moment at which everything is kept to the end."""
    for number in range(int(times.flat / times.sample) + 1):
        _rest(began + times.full + number * times.sample)
        for radio in radios:
            radio.look()
        yield time.monotonic() - began


def _minutes(seconds_):
    return f"{seconds_ / 60:.0f} min" if seconds_ % 60 == 0 else f"{seconds_:.0f} s"


def _rows(kilobits, with_, without, kept, times, share):
    above = with_.residents[0] - without.residents[0]
    change = max(with_.residents) - min(with_.residents)
    most = MOST_MEMORY[kilobits] / share
    return [
        Row(f"memory after {_minutes(times.full)} of {kilobits} kbit/s above --timeshift 0, {kept:.0f} s kept",
            f"{mebibytes(above)}: {mebibytes(with_.residents[0])} − {mebibytes(without.residents[0])}", value=above,
            limit=most, target=f"≤ {mebibytes(most)}"),
        Row(f"… greatest less least in the {_minutes(times.flat)} after that", mebibytes(change), value=change,
            limit=MOST_CHANGE, target="flat: ≤ 1 MiB"),
    ]


def _paused_row(station, radio, before, began, times):
    received = station.sent[PAUSED_PATH] - before
    age = (station.last[PAUSED_PATH] - began) / 60
    state = radio.state()
    return Row(f"paused for {_minutes(times.full + times.flat)}: bytes received in the last {_minutes(times.silent)}",
               f"{received} ({state}; {before / 1e6:.1f} MB before, the last of them after {age:.1f} min)",
               value=received if state == "paused" else math.inf, limit=0, target="none")


def _stations(stack, bench, length):
    """A station and its address by kilobits a second."""
    for kilobits in MOST_MEMORY:
        path = os.path.join(bench.folder, f"timeshift-{kilobits}.mp3")
        music.make(path, kilobits=kilobits)
        station = _Station(path, kilobits, length)
        yield kilobits, (station, stack.enter_context(serving(station.listener)))


def measure(bench):
    """Rows of the table."""
    share = bench.rounds(1, QUICK_SHARE)
    times = Times(*(value // share for value in TIMES))
    end = times.full + times.flat
    with contextlib.ExitStack() as stack:
        stations = dict(_stations(stack, bench, end + AHEAD_SECONDS))
        bench.say(f"time shift: five radios, {_minutes(end)}")
        pairs = {kilobits: [_start(stack, bench, times, f"{address}/{kilobits}-{word}", word == "kept")
                            for word in ("kept", "none")] for kilobits, (_, address) in stations.items()}
        station, address = stations[PAUSED]
        paused = _start(stack, bench, times, address + PAUSED_PATH, True)
        radios = [paused, *(radio for pair in pairs.values() for radio in pair)]
        wait_until(lambda: all(radio.state() == "playing" for radio in radios), "all radios play", seconds=30)
        began = time.monotonic()
        paused.pause(bench)
        before = None
        for age in _watch(radios, began, times):
            if before is None and age >= end - times.silent:
                before = station.sent[PAUSED_PATH]
        last = _paused_row(station, paused, before, began, times)
        return [row for kilobits, (with_, without) in pairs.items()
                for row in _rows(kilobits, with_, without, with_.kept(), times, share)] + [last]
