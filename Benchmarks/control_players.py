"""The players whose controls are measured: how each is started, and what each control does to it."""
import contextlib
import fcntl
import json
import os
import pty
import select
import signal
import socket
import struct
import subprocess
import termios
import threading
import time

import players
from icecast import free_port
from mpd_server import mpd_server
from processes import Failure, running, wait_until

VOLUME_0, VOLUME_100 = "volume to 0", "volume back to 100"
MUTE, UNMUTE = "mute", "unmute"
PAUSE, RESUME = "pause", "resume"
STOP, START = "stop", "start"
BACK, FORWARD, LIVE = "back", "forward", "live"
LATE_RESUME = "late resume"
NEXT, PREVIOUS = "next", "previous"
QUIT, TERMINATE = "quit", "SIGTERM"
ENDS = (QUIT, TERMINATE)

SERVE, BARS, MPV, MPD = "radiod ctl", "radiod with bars", "mpv", "MPD"
STEPS_TO_0 = 20
"""So many keys change the volume from 100 to 0."""


class Player:
    """A running player."""

    controls = {}
    """What is sent for each control, by its name, in the order of a cycle."""
    moves = {}
    """The same for controls that move in the sound that is kept, or need it."""

    def __init__(self, process, send):
        self.process = process
        self._send = send

    def give(self, control):
        """Gives a control; returns the moment just before."""
        if control == TERMINATE:
            moment = time.monotonic()
            self.process.send_signal(signal.SIGTERM)
            return moment
        message = {**self.controls, **self.moves}[control]
        moment = time.monotonic()
        self._send(message)
        return moment

    def end(self, seconds=10.0):
        """Waits for the end of the process; returns its moment."""
        descriptor = os.pidfd_open(self.process.pid)
        try:
            ended, _, _ = select.select([descriptor], [], [], seconds)
            moment = time.monotonic()
        finally:
            os.close(descriptor)
        if not ended:
            raise Failure(f"a player does not end within {seconds:.0f} s")
        return moment


class Serve(Player):
    """`radiod serve`, controlled by `radiod ctl`."""

    controls = {
        VOLUME_0: ["volume", "0"], VOLUME_100: ["volume", "100"], MUTE: ["mute", "on"], UNMUTE: ["mute", "off"],
        PAUSE: ["pause"], RESUME: ["play"], STOP: ["stop"], START: ["play"], NEXT: ["next"], PREVIOUS: ["previous"],
        TERMINATE: None,
    }
    moves = {
        BACK: ["back", "10s"], FORWARD: ["forward", "10s"], LIVE: ["live"], PAUSE: ["pause"], LATE_RESUME: ["play"],
    }

    @classmethod
    @contextlib.contextmanager
    def playing(cls, radiod, folder, urls, environment):
        """Plays the first station."""
        environment = _own(environment, folder)
        command = [radiod, "serve", "--stations", _station_list(folder, urls), "--station", "tone",
                   "--mpd-port", str(free_port())]
        control_socket = os.path.join(folder, "springradio", "radiod.sock")
        with running(command, environment) as process:
            wait_until(lambda: os.path.exists(control_socket), "radiod serve opens its socket")
            yield cls(process, lambda words: _run([radiod, "ctl", *words], environment))


class Bars(Player):
    """`radiod play` in a terminal, controlled by keys."""

    controls = {
        VOLUME_0: b"-" * STEPS_TO_0, VOLUME_100: b"+" * STEPS_TO_0, MUTE: b"m", UNMUTE: b"m", PAUSE: b" ", RESUME: b" ",
        NEXT: b"n", PREVIOUS: b"b", QUIT: b"q",
    }
    moves = {BACK: b"\x1b[D", FORWARD: b"\x1b[C", LIVE: b"L", PAUSE: b" ", LATE_RESUME: b" "}

    @classmethod
    @contextlib.contextmanager
    def playing(cls, radiod, folder, urls, environment):
        """Plays the first station."""
        environment = dict(_own(environment, folder), TERM="xterm-256color", COLORTERM="truecolor", LC_ALL="C.UTF-8")
        command = [radiod, "play", "tone", "--stations", _station_list(folder, urls), "--output", "alsa"]
        with _terminal() as (ours, theirs):
            with running(command, environment, stdin=theirs, stdout=theirs, stderr=theirs) as process:
                yield cls(process, lambda keys: os.write(ours, keys))


class MPVPlayer(Player):
    """mpv, controlled through its socket."""

    controls = {
        VOLUME_0: ["set_property", "volume", 0], VOLUME_100: ["set_property", "volume", 100],
        MUTE: ["set_property", "mute", True], UNMUTE: ["set_property", "mute", False],
        PAUSE: ["set_property", "pause", True], RESUME: ["set_property", "pause", False],
        STOP: ["stop", "keep-playlist"], START: ["playlist-play-index", 0],
        NEXT: ["playlist-next"], PREVIOUS: ["playlist-prev"], QUIT: ["quit"],
    }
    moves = {BACK: ["seek", -10], FORWARD: ["seek", 10], PAUSE: controls[PAUSE], LATE_RESUME: controls[RESUME]}

    @classmethod
    @contextlib.contextmanager
    def playing(cls, _, folder, urls, environment):
        """Plays the first station."""
        path = os.path.join(folder, "mpv.sock")
        command = [*players.mpv_command(urls[0]), *urls[1:], "--idle=yes", f"--input-ipc-server={path}"]
        with running(command, environment) as process, socket.socket(socket.AF_UNIX) as connection:
            wait_until(lambda: connection.connect_ex(path) == 0, "mpv opens its socket")
            _swallow(connection.recv)
            yield cls(process, lambda words: connection.sendall(json.dumps({"command": words}).encode() + b"\n"))


class MPDPlayer(Player):
    """MPD, controlled by mpc."""

    controls = {
        VOLUME_0: ["volume", "0"], VOLUME_100: ["volume", "100"], PAUSE: ["pause"], RESUME: ["play"], STOP: ["stop"],
        START: ["play"], NEXT: ["next"], PREVIOUS: ["prev"], TERMINATE: None,
    }

    @classmethod
    @contextlib.contextmanager
    def playing(cls, _, folder, urls, environment):
        """Plays the first station."""
        with mpd_server(folder, environment, mixer="software") as server:
            for url in urls:
                server.mpc("add", url)
            server.mpc("play")
            yield cls(server.process, lambda words: server.mpc("-q", *words))


PLAYERS = {SERVE: Serve, BARS: Bars, MPV: MPVPlayer, MPD: MPDPlayer}
PROGRAMS = {MPV: ("mpv",), MPD: ("mpd", "mpc")}


def _own(environment, folder):
    """An environment in which radiod keeps all of its files in that folder."""
    names = ("HOME", "XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")
    return dict(environment, **dict.fromkeys(names, folder))


def _station_list(folder, urls):
    """Writes a list of the stations `tone` and `silence`."""
    path = os.path.join(folder, "list.json")
    stations = [{"id": name, "name": name, "url": url} for name, url in zip(("tone", "silence"), urls)]
    with open(path, "w") as file:
        json.dump({"version": 1, "stations": stations}, file)
    return path


def _run(command, environment):
    """Runs a short command to its end; returns whether it succeeded."""
    return subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, timeout=15, check=False).returncode == 0


def _swallow(read):
    """Starts a thread that reads until the end, so that the writer does not wait."""
    def listen():
        with contextlib.suppress(OSError):
            while read(65536):
                pass

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    return thread


@contextlib.contextmanager
def _terminal():
    """A terminal whose content is read and forgotten; gives the descriptors of our side and of the program's."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", players.ROWS, players.COLUMNS, 0, 0))
    reader = _swallow(lambda size: os.read(ours, size))
    try:
        yield ours, theirs
    finally:
        os.close(theirs)
        reader.join(timeout=3)
        os.close(ours)
