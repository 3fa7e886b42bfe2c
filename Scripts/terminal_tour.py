"""The tour: radiod in a terminal with a station of this machine, whose connection is cut in between.

The station is `radiod broadcast` with the demo's music, at 64 kbit/s: what a server sends at once to a new listener, 64 KiB
as of Icecast, is then 8 s of sound. radiod reaches it through a relay, which cuts the connection as a failing network does.
Everything is on 127.0.0.1 and on free ports.
"""

import contextlib
import http.client
import json
import os
import pathlib
import re
import socket
import struct
import subprocess
import threading
import time

from moving_picture import draw
from terminal_run import Failure, Terminal, home, running, wait_until

ROOT = pathlib.Path(__file__).resolve().parent.parent
COLUMNS, ROWS = 104, 30
RATE = 8
"""Screens a second."""
STATION = "SpringRadio Demo"
FAVOURITES = ("groovesalad", "fip", "paradise")
SECONDS_PER_BAR = 80 * 1152 / 44100
PARTS = (("Open Window", 12, 20), ("Long Evening", 20, 28), ("Thaw", 0, 4), ("First Buds", 4, 12))
"""The parts of the demo, the liveliest one first: title, first bar, end (Sources/Broadcast/Program/DemoProgram.swift)."""

STEPS = (
    (0, None, "radiod"),
    (1.2, ["Down"], "↓ ↓  choose a station"),
    (1.7, ["Down"], "↓ ↓  choose a station"),
    (2.4, ["Enter"], "Enter  it plays"),
    (6.0, ["v"], "v  the next visualizer"),
    (8.5, ["v"], "v  and the waterfall"),
    (12.5, "cut", "the connection is cut … it plays on from its buffer"),
    (15, "mend", "the connection works again … nothing of it was heard"),
)
"""When something is done, in seconds; keys to press or what happens to the connection; and what the picture says of it.
The connection works again before radiod's third try, which comes about 3 s after the cut."""
END, STILL = 19, 13.5
"""The length of the tour, and the moment that is shown where nothing may move."""


class Relay:
    """A TCP relay on a free port of 127.0.0.1 that cuts all its connections and refuses further ones, until it is mended."""

    def __init__(self, target):
        self._target = ("127.0.0.1", target)
        self._sockets = []
        self.port = 0
        self.count = 0
        """How many connections were made."""
        self.mend()

    def mend(self):
        """Accepts connections."""
        self._server = socket.create_server(("127.0.0.1", self.port))
        self.port = self._server.getsockname()[1]
        threading.Thread(target=self._accept, args=[self._server], daemon=True).start()

    def cut(self):
        """Ends all connections with a reset, and refuses further ones."""
        with contextlib.suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        for end in self._sockets:
            with contextlib.suppress(OSError):
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                end.shutdown(socket.SHUT_RD)
            end.close()
        self._sockets.clear()

    def _accept(self, server):
        with contextlib.suppress(OSError):
            while True:
                self._join(server.accept()[0])

    def _join(self, client):
        """Connects a client with the station; without the station the client is sent away."""
        try:
            station = socket.create_connection(self._target, timeout=5)
        except OSError:
            client.close()
            return
        station.settimeout(None)
        self._sockets += [client, station]
        self.count += 1
        for ends in ((client, station), (station, client)):
            threading.Thread(target=self._copy, args=ends, daemon=True).start()

    @staticmethod
    def _copy(source, sink):
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 14):
                sink.sendall(data)


def make_music(folder):
    """The parts of the demo as files with titles."""
    files = []
    for title, begin, end in PARTS:
        files.append(os.path.join(folder, f"{title}.mp3"))
        subprocess.run(
            ["ffmpeg", "-v", "error", "-ss", f"{begin * SECONDS_PER_BAR}", "-t", f"{(end - begin) * SECONDS_PER_BAR}",
             "-i", ROOT / "Sources/CAssets/demo.mp3", "-b:a", "64k", "-cutoff", "16000", "-metadata", "artist=SpringRadio",
             "-metadata", f"title={title}", files[-1]], check=True, stdin=subprocess.DEVNULL, timeout=60)
    return files


def write_settings(folder, port):
    """Settings that send nothing to the Internet, and a list of stations with the one at that port among the favourites."""
    settings = os.path.join(folder, ".config/springradio")
    os.makedirs(settings)
    stations = json.loads((ROOT / "stations.json").read_text())
    for station in stations["stations"]:
        if station["id"] in FAVOURITES:
            station["favourite"] = True
    stations["stations"].insert(1, {"id": "demo-fm", "name": STATION, "url": f"http://127.0.0.1:{port}/",
                                    "tags": ["downtempo"], "favourite": True})
    with open(os.path.join(settings, "stations.json"), "w") as file:
        json.dump(stations, file)
    with open(os.path.join(settings, "config.json"), "w") as file:
        json.dump({"output": "silent", "directory": "off", "pictures": False, "mpd": False, "mpris": False, "mdns": False,
                   "view": {"pictures": False}}, file)


class Daemon(http.client.HTTPConnection):
    """HTTP at the Unix socket of the daemon."""

    def __init__(self, folder):
        super().__init__("localhost", timeout=5)
        self._path = os.path.join(folder, "run/springradio/radiod.sock")

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(self._path)

    @classmethod
    def get(cls, folder, path):
        """The answer as text."""
        with contextlib.closing(cls(folder)) as connection:
            connection.request("GET", path)
            return connection.getresponse().read().decode()


def has_port(path):
    """The port that `radiod broadcast` wrote to that file; None before it did."""
    found = re.search(r"http://127\.0\.0\.1:(\d+)", pathlib.Path(path).read_text()) if os.path.exists(path) else None
    return found and int(found[1])


def record(terminal, relay):
    """The screens of the tour: when each was seen, its lines and its caption."""
    shots, steps, text = [], list(STEPS), ""
    began = time.monotonic()
    while (now := time.monotonic() - began) < END:
        while steps and steps[0][0] <= now:
            _, action, text = steps.pop(0)
            if action == "cut":
                relay.cut()
            elif action == "mend":
                relay.mend()
            elif action:
                terminal.press(*action)
        lines = terminal.lines()
        if not shots or (lines, text) != shots[-1][1:]:
            shots.append((now, lines, text))
        time.sleep(max(0, (len(shots) and (int(now * RATE) + 1) / RATE) - (time.monotonic() - began)))
    shots[0] = (0, *shots[0][1:])
    return shots


def take(program):
    """The tour as SVG. Fails when the station did not play, or when the cut was heard."""
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(home())
        log = os.path.join(folder, "log")
        station = [program, "broadcast", "--port", "0", "--name", STATION, *make_music(folder)]
        stack.enter_context(running(station, folder))
        wait_until(lambda: has_port(log), "station")
        relay = Relay(has_port(log))
        stack.callback(relay.cut)
        write_settings(folder, relay.port)
        stack.enter_context(running([program, "serve"], folder))
        wait_until(lambda: os.path.exists(os.path.join(folder, "run/springradio/radiod.sock")), "daemon")
        terminal = stack.enter_context(Terminal(COLUMNS, ROWS, [program], folder))
        wait_until(lambda: STATION in "".join(terminal.lines()), "station list on the screen")
        time.sleep(0.5)
        shots = record(terminal, relay)
        status = json.loads(Daemon.get(folder, "/api/status"))
        if status["state"] != "playing" or relay.count < 2:
            raise Failure(f"the station does not play in the end: {status['state']}, {relay.count} connections\n"
                          + pathlib.Path(log).read_text())
        dry = re.search(r"^springradio_dry_spells_total (\d+)", Daemon.get(folder, "/metrics"), re.M)
        if not dry or int(dry[1]):
            raise Failure("the sound ran out while the connection was cut")
    still = max(index for index, shot in enumerate(shots) if shot[0] <= STILL)
    return "\n".join(draw(COLUMNS, ROWS, shots, END, still, "a tour")) + "\n"
