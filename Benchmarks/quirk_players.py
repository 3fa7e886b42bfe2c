"""radiod and its rivals as a listener would start them, each in a terminal that records what it is shown."""
import contextlib
import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
import threading

from mpd_server import mpd_server
from processes import running

NAMES = ("radiod", "MPD", "mpv", "mpg123")
PROGRAMS = {"MPD": ("mpd", "mpc"), "mpv": ("mpv",), "mpg123": ("mpg123",)}

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|[\x00-\x08\x0b-\x1f\x7f]")


class Screen:
    """A terminal of 120 × 40 that remembers every byte written to it."""

    def __init__(self):
        self._ours, self.program_side = pty.openpty()
        fcntl.ioctl(self.program_side, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        self.shown = b""
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self):
        with contextlib.suppress(OSError):
            while True:
                piece = os.read(self._ours, 65536)
                if not piece:
                    return
                if len(self.shown) < 1 << 22:
                    self.shown += piece

    def close(self):
        """Waits for the last bytes; then the terminal is gone."""
        os.close(self.program_side)
        self._thread.join(timeout=2)
        os.close(self._ours)


class Player:
    """A player at work."""

    def __init__(self, process, shown, is_playing=lambda: True):
        self.process = process
        self._shown = shown
        self._is_playing = is_playing

    @property
    def is_playing(self):
        """Whether it has not given up."""
        return self.process.poll() is None and self._is_playing()

    @property
    def shown(self):
        """All bytes that it, or its client, has written to the terminal."""
        return self._shown()

    @property
    def lines(self):
        """The same as clean lines."""
        text = self.shown.decode("utf-8", "replace").replace("\r", "\n")
        return [line.strip() for line in ESCAPES.sub("", text).split("\n") if line.strip()]


def radiod(program, url, charset, folder, has_view):
    """How radiod is started. A station list states a station's charset."""
    command = [program, "play"]
    if charset:
        path = os.path.join(folder, "stations.json")
        with open(path, "w") as file:
            file.write('{"version": 1, "stations": [{"id": "it", "name": "It", "url": "%s", "encoding": "%s"}]}'
                       % (url, charset))
        command += ["--stations", path, "it"]
    else:
        command.append(url)
    return command + ["--output", "alsa"] + ([] if has_view else ["--no-view"])


def mpv(url, charset):
    """How mpv is started: as installed, without pictures."""
    return ["mpv", "--no-config", "--no-video", "--ao=alsa"] + (
        [f"--metadata-codepage={charset}"] if charset else []) + [url]


def mpg123(url, is_playlist):
    """How mpg123 is started; playlists need an option."""
    return ["mpg123", "-o", "alsa"] + (["-@"] if is_playlist else []) + [url]


@contextlib.contextmanager
def in_terminal(command, environment):
    """A player that is one process in a terminal."""
    screen = Screen()
    try:
        with running(command, environment, stdout=screen.program_side, stderr=screen.program_side) as process:
            yield Player(process, lambda: screen.shown)
    finally:
        screen.close()


@contextlib.contextmanager
def mpd(url, is_playlist, folder, environment):
    """MPD, which gets its station from mpc. What is shown is what `mpc status` prints, and MPD's log."""
    answers = []
    with mpd_server(folder, environment) as server:
        def shown():
            with contextlib.suppress(FileNotFoundError, subprocess.TimeoutExpired):
                answers.append(server.mpc("status")[1])
                with open(server.log, "rb") as file:
                    return b"\n".join(answers) + b"\n" + file.read()
            return b"\n".join(answers)

        def play():
            with contextlib.suppress(subprocess.TimeoutExpired):
                answers.append(server.mpc("load" if is_playlist else "add", url)[1])
                answers.append(server.mpc("play")[1])

        threading.Thread(target=play, daemon=True).start()
        yield Player(server.process, shown, lambda: b"[playing]" in server.mpc("status")[1])


@contextlib.contextmanager
def playing(name, program, url, folder, environment, charset=None, is_playlist=False, has_view=False):
    """Any of them, by name; `program` is radiod's path."""
    environment = dict(environment, TERM="xterm-256color", LC_ALL="C.UTF-8")
    if name == "MPD":
        address = f"{url}#charset={charset}" if charset else url
        with mpd(address, is_playlist, folder, environment) as player:
            yield player
        return
    command = {"radiod": lambda: radiod(program, url, charset, folder, has_view), "mpv": lambda: mpv(url, charset),
               "mpg123": lambda: mpg123(url, is_playlist)}[name]()
    with in_terminal(command, environment) as player:
        yield player
