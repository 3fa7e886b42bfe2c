#!/usr/bin/env python3
"""Puts radiod and its rivals in front of what odd and hostile stations send, and prints one table.

Everything is local: a station for each row and player that follows a script (quirk_rows.py), and a sound device for
each player whose monitor is recorded. The cells say what was measured: sound heard, requests that came, texts, memory.
Exit code: 0 all was measured; 1 something could not be; 64 usage.
"""
import argparse
import concurrent.futures
import contextlib
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True

import monitor
import quirk_players
from processes import Failure, end_on_signals, is_installed, memory
from quirk_rows import ROWS, Sounds
from quirk_station import scripted_station
from quirk_verdicts import SECRET_TONE, TONE, Case
from sound_device import sound_device

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".build", "release", "radiod")
LOOK_SECONDS = 0.03
ENDED_SECONDS = 1.5
"""A player that has ended is listened to for so long: what the device still holds."""


def _tone(path, rate, frequency=TONE, seconds=60):
    source = f"aevalsrc='0.3*sin(2*PI*{frequency}*t)+0.003*(2*random(0)-1)':s={rate}:d={seconds}"
    command = ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", source, "-ac", "2", "-c:a", "libmp3lame",
               "-b:a", "128k", "-write_xing", "0", "-id3v2_version", "0", path]
    if subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode != 0:
        raise Failure("ffmpeg makes no tone")
    with open(path, "rb") as file:
        return file.read()


class _Bench:
    """Takes measurements, several at a time, each on a device of its own."""

    def __init__(self, radiod, folder, device, side_by_side):
        self._radiod = radiod
        self._folder = folder
        self._device = device
        self._sinks = queue.SimpleQueue()
        self.is_over = threading.Event()
        for number in range(side_by_side):
            sink = f"quirk{number}"
            self._sinks.put((sink, monitor.add_sink(device, sink)))
        self.sounds = Sounds(
            tone=_tone(os.path.join(folder, "tone.mp3"), 44100),
            tone_48k=_tone(os.path.join(folder, "tone48.mp3"), 48000),
            secret=os.path.join(folder, "secret.mp3"))
        _tone(self.sounds.secret, 44100, SECRET_TONE, 5)

    def measure(self, row, name):
        """One player in front of one quirk."""
        if self.is_over.is_set():
            raise Failure("interrupted")
        sink, environment = self._sinks.get()
        try:
            return self._measure(row, name, sink, environment)
        finally:
            self._sinks.put((sink, environment))

    def _measure(self, row, name, sink, environment):
        folder = tempfile.mkdtemp(prefix=f"{row.name}-{name}-", dir=self._folder)
        with contextlib.ExitStack() as stack:
            station = stack.enter_context(scripted_station(lambda exchange: row.answer(exchange, self.sounds)))
            recording = stack.enter_context(monitor.recording(self._device, sink))
            url = f"http://127.0.0.1:{station.port}{row.path}"
            began = time.monotonic()
            player = stack.enter_context(quirk_players.playing(
                name, self._radiod, url, folder, environment, row.charset, row.is_playlist, row.has_view))
            ended, peak = None, 0
            while time.monotonic() < began + row.seconds:
                if self.is_over.wait(LOOK_SECONDS):
                    raise Failure("interrupted")
                if player.process.poll() is not None:
                    ended = ended or time.monotonic()
                    if time.monotonic() > ended + ENDED_SECONDS:
                        break
                else:
                    with contextlib.suppress(OSError, KeyError):
                        peak = max(peak, memory(player.process.pid).resident)
            case = Case(
                player=name, seconds=row.seconds, began=began, blocks=recording.blocks(TONE, since=began),
                requests=list(station.requests), breaks=list(station.breaks), sent=station.sent, lines=player.lines,
                shown=player.shown, ended=ended,
                is_playing=player.is_playing, peak=peak)
        if station.fault:
            raise Failure(f"{row.name}: {station.fault}")
        return case


def _version(name, radiod):
    program = radiod if name == "radiod" else name.lower()
    text = subprocess.run([program, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          check=False).stdout
    digits = [word.strip("(),") for word in text.split() if word[:1].isdigit()]
    return f"{name} {digits[0]}" if digits else name


def _arguments():
    parser = argparse.ArgumentParser(prog="Benchmarks/quirks.py", description=__doc__.partition("\n")[0])
    parser.add_argument("rows", nargs="*", metavar="ROW", help=f"only these: {', '.join(row.name for row in ROWS)}")
    parser.add_argument("--radiod", default=PROGRAM, metavar="FILE", help="the program (.build/release/radiod)")
    parser.add_argument("--players", default=",".join(quirk_players.NAMES), metavar="NAMES", help="only these players")
    parser.add_argument("--side-by-side", type=int, default=4, metavar="N", help="so many measurements at a time (4)")
    parser.add_argument("--details", action="store_true", help="print on standard error what was measured")
    try:
        arguments = parser.parse_args()
    except SystemExit as exit_:
        sys.exit(64 if exit_.code else 0)
    known = {row.name for row in ROWS}
    for what, words, names in (("row", arguments.rows, known),
                               ("player", arguments.players.split(","), set(quirk_players.NAMES))):
        for word in words:
            if word not in names:
                print(f"Benchmarks/quirks.py: no {what} {word}", file=sys.stderr)
                sys.exit(64)
    return arguments


def _details(row, case):
    broke = case.breaks[0] if case.breaks else case.began
    print(f"--- {row.name} {case.player}: tone {case.tone_seconds:.1f} s, other {case.other_seconds:.1f} s, longest "
          f"silence {case.longest_silence(broke):.1f} s, sent {case.sent}, peak {case.peak >> 20} MiB, requests "
          f"{[round(moment - case.began, 2) for moment in case.requests[:12]]} breaks "
          f"{[round(moment - case.began, 2) for moment in case.breaks[:12]]}, ended "
          f"{case.ended and round(case.ended - case.began, 2)}", *case.lines[-12:], sep="\n    ", file=sys.stderr,
          flush=True)


def _measure(arguments, radiod, names):
    """The cells by row and player, and what could not be measured."""
    kept = ("PATH", "LANG", "TMPDIR", "LD_LIBRARY_PATH")
    cells, faults = {}, []
    rows = [row for row in ROWS if not arguments.rows or row.name in arguments.rows]
    with tempfile.TemporaryDirectory(prefix="springradio-quirks-") as folder:
        environment = {name: os.environ[name] for name in kept if name in os.environ}
        environment.update(HOME=folder, XDG_CONFIG_HOME=folder)
        with sound_device(folder, environment) as device:
            bench = _Bench(radiod, folder, device, arguments.side_by_side)
            with concurrent.futures.ThreadPoolExecutor(arguments.side_by_side) as pool:
                try:
                    longest_first = sorted(rows, key=lambda row: -row.seconds)
                    futures = {pool.submit(bench.measure, row, name): (row, name)
                               for row in longest_first for name in names}
                    for count, future in enumerate(concurrent.futures.as_completed(futures), 1):
                        row, name = futures[future]
                        try:
                            case = future.result()
                        except (Failure, OSError) as failure:
                            faults.append(f"{row.name} with {name} could not be measured: {failure}")
                            continue
                        cells[row.name, name] = row.judge(case)
                        if arguments.details:
                            _details(row, case)
                        print(f"quirks: {count} of {len(futures)}: {row.name}, {name}: {cells[row.name, name]}",
                              file=sys.stderr, flush=True)
                except BaseException:
                    bench.is_over.set()
                    pool.shutdown(cancel_futures=True)
                    raise
    return rows, cells, faults


def main():
    """Runs the program."""
    arguments = _arguments()
    radiod = os.path.realpath(arguments.radiod)
    names = [name for name in quirk_players.NAMES if name in arguments.players.split(",")
             and is_installed(*quirk_players.PROGRAMS.get(name, ()))]
    if "radiod" in names and not os.access(radiod, os.X_OK):
        print(f"Benchmarks/quirks.py: no program {radiod}; `make build` makes it", file=sys.stderr)
        return 1
    if not is_installed("ffmpeg", "pulseaudio", "pactl", "parec"):
        print("Benchmarks/quirks.py: ffmpeg and pulseaudio are needed, and not installed", file=sys.stderr)
        return 1
    end_on_signals()
    try:
        rows, cells, faults = _measure(arguments, radiod, names)
    except Failure as failure:
        print(f"Benchmarks/quirks.py: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Benchmarks/quirks.py: interrupted", file=sys.stderr)
        return 130
    print("| what the station does | " + " | ".join(_version(name, radiod) for name in names) + " |")
    print("|---" * (len(names) + 1) + "|")
    for row in rows:
        print(f"| {row.what} | " + " | ".join(cells.get((row.name, name), "—") for name in names) + " |")
    for fault in faults:
        print(f"\n{fault}.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
