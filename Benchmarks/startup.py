"""Start-up: from the start of the process to the first sample that is not silent at the device's monitor."""
import contextlib
import fcntl
import os
import pty
import socket
import struct
import termios
import threading
import time
import urllib.parse

import players
from hls_station import hls_station
from icecast import listen
from processes import Failure, is_installed, running
from prompt_station import prompt_station
from table import Row, mean, seconds, spread

ROUNDS = 15, 5
AIM_SECONDS = 0.2
BEAT_SECONDS = 1400 * 8 / 128000
"""icecast2 serves listeners when it has read another 1400 bytes from its source; a new one gets from each stage to the
next on that beat. So what a player takes depends on when between two beats it starts: means over the beat are compared,
not medians, which would jump by a beat."""
STATION_ALONE = "station alone"
SEGMENT_SECONDS = 6
LINE_BYTES_PER_SECOND = 1_000_000 // 8


@contextlib.contextmanager
def _screen(columns, rows):
    """A terminal that swallows what is written to it; gives the descriptor of the program's side."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def drain():
        with contextlib.suppress(OSError):
            while os.read(ours, 65536):
                pass

    thread = threading.Thread(target=drain, daemon=True)
    thread.start()
    try:
        yield theirs
    finally:
        os.close(theirs)
        thread.join(timeout=3)
        os.close(ours)


class _Beat:
    """Starts all players of a round at the same time after a beat of icecast2's, and those of all rounds evenly spread
    between two beats."""

    def __init__(self, url, rounds):
        address = urllib.parse.urlsplit(url)
        self._connection = socket.create_connection((address.hostname, address.port), timeout=5)
        self._connection.sendall(f"GET {address.path} HTTP/1.0\r\n\r\n".encode())
        self._rounds = rounds

    def wait(self, round_):
        """Waits for the moment to start a player."""
        self._connection.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            while self._connection.recv(65536):
                pass
        self._connection.settimeout(5)
        if not self._connection.recv(65536):
            raise Failure("the station ends")
        time.sleep((round_ + 0.5) / self._rounds * BEAT_SECONDS)

    def close(self):
        """Hangs up."""
        self._connection.close()


def _time_to_sound(bench, recorder, name, command):
    environment = dict(bench.device.environment, TERM="xterm-256color", COLORTERM="truecolor", LC_ALL="C.UTF-8")
    with contextlib.ExitStack() as stack:
        streams = {}
        if name == players.RADIOD_WITH_BARS:
            screen = stack.enter_context(_screen(players.COLUMNS, players.ROWS))
            streams = {"stdin": screen, "stdout": screen, "stderr": screen}
        began = time.monotonic()
        process = stack.enter_context(running(command, environment, **streams))
        moment = recorder.wait_for_sound()
        if process.poll() is not None:
            raise Failure(f"{name} ended early")
        return moment - began


def _time_to_audio(url):
    """What the station takes for a listener that does nothing but connect."""
    address = urllib.parse.urlsplit(url)
    _, first_audio = listen(address.port, address.path, seconds=1)
    if first_audio is None:
        raise Failure("the station sends nothing")
    return first_audio


def _commands(bench, url):
    commands = {
        players.SILENT_RADIOD: players.radiod_command(bench.radiod, url),
        players.RADIOD_WITH_BARS: [bench.radiod, "play", url, "--output", "alsa"],
    }
    for name, command in (("mpg123", players.mpg123_command), ("mpv", players.mpv_command)):
        if is_installed(name):
            commands[name] = command(url)
        else:
            bench.skip(name, "not compared")
    return commands


def _hls_commands(bench, url):
    commands = _commands(bench, url)
    return {name: commands[name] for name in (players.SILENT_RADIOD, "mpv") if name in commands}


def _hls_rows(bench, recorder):
    """On a line of 1 Mbit/s, where the size of a segment counts."""
    length = 60 * bench.rounds(*ROUNDS)
    with hls_station(bench, length, SEGMENT_SECONDS, LINE_BYTES_PER_SECOND) as station:
        times = _times(bench, recorder, _hls_commands(bench, station.url), "HLS")
    download = station.segment_bytes / LINE_BYTES_PER_SECOND
    silent = players.SILENT_RADIOD
    what = f"start to first sound, HLS: segments of {SEGMENT_SECONDS} s, each {download:.2f} s on its way"
    limit = {"value": mean(times[silent]), "limit": 2 * download + 1, "target": f"≤ {2 * download + 1:.2f} s"}
    rows = [_row(what, times, silent, **limit)]
    return rows + ([_compared("… mpv", times, silent, "mpv")] if "mpv" in times else [])


def _times(bench, recorder, commands, what, beat=None, station=None):
    """Seconds to the first sound by player, and of the `station` alone, if one is given."""
    times = {name: [] for name in ([STATION_ALONE] if station else []) + list(commands)}
    for round_ in range(bench.rounds(*ROUNDS)):
        bench.say(f"start-up, {what}: round {round_ + 1}")
        for name in bench.turn(list(times), round_):
            recorder.wait_for_silence()
            if beat:
                beat.wait(round_)
            if name == STATION_ALONE:
                times[name].append(_time_to_audio(station))
            else:
                times[name].append(_time_to_sound(bench, recorder, name, commands[name]))
    return times


def measure(bench):
    """Rows of the table."""
    silent, bars = players.SILENT_RADIOD, players.RADIOD_WITH_BARS
    with bench.device.recorder() as recorder:
        beat = _Beat(bench.url, bench.rounds(*ROUNDS))
        try:
            icecast = _times(bench, recorder, _commands(bench, bench.url), "icecast2", beat, bench.url)
        finally:
            beat.close()
        with prompt_station(bench.music) as url:
            prompt = _times(bench, recorder, _commands(bench, url), "prompt station")
        hls = _hls_rows(bench, recorder)

    def aim(times):
        return {"value": mean(times[silent]), "limit": AIM_SECONDS, "target": "aim: 0.2 s"}

    rows = [_row("start to first sound, icecast2", icecast, silent, **aim(icecast))]
    if "mpg123" in icecast:
        rows.append(_compared("… mpg123", icecast, silent, "mpg123", limit=1.0, target="≤ 1 ×"))
    if "mpv" in icecast:
        rows.append(_compared("… mpv", icecast, silent, "mpv"))
    rows += [
        _row("… with bars", icecast, bars),
        Row("… icecast2's own part: connecting to first audio", "", spread(icecast[STATION_ALONE], seconds, mean)),
        _row("start to first sound, station that answers at once", prompt, silent, **aim(prompt)),
    ]
    if "mpg123" in prompt:
        rows.append(_compared("… mpg123", prompt, silent, "mpg123", limit=1.2, target="≤ 1.2 ×"))
    if "mpv" in prompt:
        rows.append(_compared("… mpv", prompt, silent, "mpv"))
    rows.append(_row("… with bars", prompt, bars))
    return rows + hls


def _row(what, times, name, **target):
    return Row(what, spread(times[name], seconds, mean), **target)


def _compared(what, times, ours, rival, **target):
    our, their = times[ours], times[rival]
    ratio = mean(our) / mean(their)
    return Row(what, spread(our, seconds, mean), spread(their, seconds, mean), ratio, **target)
