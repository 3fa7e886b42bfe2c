"""How radiod and its rivals are started: each a context manager that gives the running processes by name."""
import contextlib
import os
import shlex
import subprocess
import time

from mpd_server import mpd_server
from processes import Failure, running, wait_until

COLUMNS, ROWS = 120, 40
BANDS = 80
FRAME_RATE = 60

SILENT_RADIOD = "radiod --no-view"
RADIOD_WITH_BARS = "radiod with bars"
CAVA_FIFO = "cava, MPD's fifo"

CAVA_CONFIGURATION = """\
[general]
bars = {bands}
framerate = {frame_rate}
[input]
method = {method}
source = {source}
[output]
method = raw
raw_target = /dev/null
data_format = binary
bit_format = 16bit
"""


def radiod_command(radiod, url):
    """radiod without its view."""
    return [radiod, "play", url, "--no-view", "--output", "alsa"]


def mpg123_command(url):
    """mpg123 into ALSA."""
    return ["mpg123", "-q", "-o", "alsa", url]


def mpv_command(url):
    """mpv into ALSA, without window, terminal and personal configuration."""
    return ["mpv", "--no-config", "--no-video", "--no-terminal", "--ao=alsa", url]


def ffplay_command(url):
    """ffplay, whose sound goes through SDL, which takes ALSA when `SDL_AUDIODRIVER` says so."""
    return ["ffplay", "-v", "quiet", "-nodisp", "-vn", url]


@contextlib.contextmanager
def plain(name, command, environment):
    """A player that is one process."""
    with running(command, dict(environment, SDL_AUDIODRIVER="alsa")) as process:
        yield {name: process.pid}


class Terminal:
    """A tmux server of our own with one window, in which a program runs."""

    def __init__(self, folder, environment, name="tmux"):
        self._socket = os.path.join(folder, name)
        self._environment = dict(environment, LC_ALL="C.UTF-8")
        self._pictures = os.path.join(folder, f"{name}-pictures")

    def _tmux(self, *arguments):
        command = ["tmux", "-S", self._socket, "-f", "/dev/null", *arguments]
        result = subprocess.run(command, env=self._environment, stdin=subprocess.DEVNULL, capture_output=True,
                                text=True, check=False)
        if result.returncode != 0:
            raise Failure(f"tmux {arguments[0]}: {result.stderr.strip()}")
        return result.stdout.strip()

    @contextlib.contextmanager
    def running(self, command):
        """Runs a program in true colour as long as the `with` block does; gives its process id."""
        inside = ["env", "COLORTERM=truecolor", *command]
        self._tmux("new-session", "-d", "-x", str(COLUMNS), "-y", str(ROWS), "exec " + shlex.join(inside))
        try:
            yield int(self._tmux("display-message", "-p", "#{pane_pid}"))
        finally:
            server = int(self._tmux("display-message", "-p", "#{pid}"))
            self._tmux("kill-server")
            wait_until(lambda: not os.path.exists(f"/proc/{server}"), "tmux ends")

    def pictures_per_second(self, seconds=3.0):
        """How many synchronized updates the program writes in a second."""
        self._tmux("pipe-pane", f"exec cat >'{self._pictures}'")
        began = time.monotonic()
        time.sleep(seconds)
        self._tmux("pipe-pane")
        length = time.monotonic() - began
        with open(self._pictures, "rb") as file:
            return file.read().count(b"\x1b[?2026h") / length


@contextlib.contextmanager
def radiod_with_bars(radiod, url, terminal):
    """radiod with its view, in a terminal."""
    with terminal.running([radiod, "play", url, "--output", "alsa"]) as pid:
        yield {RADIOD_WITH_BARS: pid}


@contextlib.contextmanager
def cava(name, folder, environment, method, source):
    """cava as an analyser alone: what it finds goes nowhere."""
    configuration = os.path.join(folder, f"cava-{method}")
    with open(configuration, "w") as file:
        file.write(CAVA_CONFIGURATION.format(bands=BANDS, frame_rate=FRAME_RATE, method=method, source=source))
    with running(["cava", "-p", configuration], environment) as process:
        yield {name: process.pid}


@contextlib.contextmanager
def mpd_with_cava(folder, url, environment):
    """MPD playing into ALSA and into a fifo that cava reads."""
    folder = os.path.join(folder, f"mpd-{time.monotonic_ns()}")
    os.mkdir(folder)
    fifo = os.path.join(folder, "fifo")
    with mpd_server(folder, environment, fifo=fifo) as server:
        server.mpc("add", url)
        server.mpc("play")
        with cava(CAVA_FIFO, folder, environment, "fifo", fifo) as analyser:
            yield {"mpd": server.process.pid, **analyser}
