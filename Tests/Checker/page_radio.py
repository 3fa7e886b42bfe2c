"""A stand-in for a radio's web server: gives out the page's files and plays the part of /api as a test wants it.

The files are those of the folder that the environment variable PAGE_FOLDER names; without it those of the sources.
"""

import base64
import copy
import hashlib
import http.server
import json
import math
import os
import secrets
import select
import socket
import struct
import threading
import time
import urllib.parse

from page_library import Library, Refused
from page_recordings import Recordings, disposition
from page_timeshift import TimeShift

PAGE = os.environ.get("PAGE_FOLDER") or os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                                     "../../Sources/CAssets/page")
TYPES = {".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".png": "image/png",
         ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml", ".ico": "image/x-icon",
         ".webmanifest": "application/manifest+json"}


def policy():
    """The content security policy, with the script of page.html as it is in this folder."""
    with open(os.path.join(PAGE, "page.html"), "rb") as file:
        script = file.read().partition(b"<script>")[2].partition(b"</script>")[0]
    hashed = base64.b64encode(hashlib.sha256(script).digest()).decode()
    return (f"default-src 'none'; script-src 'self' 'sha256-{hashed}'; style-src 'self'; img-src 'self'; "
            "media-src 'self'; manifest-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
            "frame-ancestors 'none'")


POLICY = policy()

# What ends what a stream says, but not the stream.
SILENCE = ("", None)
# The sound is sent as much earlier than it is heard, in so many pieces a second.
SOUND_SECONDS, SOUND_PIECES = 1, 4


class Radio:
    """A radio on a port of 127.0.0.1. What it does is in its members, which a test may change while it runs."""

    def __init__(self, token=None, stations=3, host="127.0.0.1"):
        self.token, self.sessions = token, set()
        self.keeps_sessions = True  # False is what a browser without cookies makes of it
        self.library = Library(stations)
        self.status = {"state": "playing", "station": "s0", "name": "Station 0", "title": "Artist - Song", "volume": 50,
                       "muted": False, "event": 1, "version": "0", "elapsed": 0, "buffered": 0, "bufferCapacity": 0,
                       "retries": 3, "underruns": 0, "recordings": 0}
        self.kept = None  # the sound that is kept: a TimeShift
        self.recorded = Recordings()
        self.sounds, self.height, self.frames = True, 0.8, 0  # frames of the spectrum that were sent
        self.sound_type, self.sound_ends = "audio/wav", False
        self.addresses = {"addresses": [], "isOpen": False, "hasToken": False}
        self.hanging, self.failing, self.forbidden = set(), set(), set()  # paths that get no answer, 503, or 403
        self.late = {}  # paths whose next answer is made at once and sent when the event there is set
        self.cut = []  # paths whose next request ends with its connection
        self.requests = []  # (method, path, body)
        self.streams = {}  # what is open: number -> (path, queue of events)
        self.opened = {}  # path -> how many streams there were
        self.refused_tokens = 0
        self._lock = threading.Condition()
        self._server, self.host, self.port = None, host, 0
        self.start()

    @property
    def url(self):
        return f"http://{'localhost' if self.host == '127.0.0.1' else self.host}:{self.port}/"

    @property
    def stations(self):
        return self.library.stations

    def start(self):
        """Takes requests, on the port it had before."""
        radio = self

        class Handler(RequestHandler):
            pass

        Handler.radio = radio
        self._server = Server((self.host, self.port), Handler)
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def stop(self):
        """The radio is gone, with all connections."""
        self._server.shutdown()
        self._server.server_close()
        with self._lock:
            self._server.ends()
            self.streams.clear()

    def send(self, name, data):
        """An event for all who follow them."""
        with self._lock:
            for path, events in self.streams.values():
                if path == "/api/events":
                    events.append((name, data))
            self._lock.notify_all()

    def silence(self, path, last):
        """The streams of a path that are open say one last event and nothing more, and do not end."""
        with self._lock:
            for its_path, events in self.streams.values():
                if its_path == path:
                    events += [last, SILENCE]
            self._lock.notify_all()

    def change(self, **members):
        """The radio's state is another; gives it."""
        with self._lock:
            other = "station" in members and members["station"] != self.status.get("station")
            self.status = {**self.status, **members, "event": self.status["event"] + 1}
            self.send("status", self.status)
            if other:
                self.send("picture", self.library.picture(self.status))
            return self.status

    def keep(self, titles, live, start=0, tuned=None):
        """Keeps the sound from `start` to `live` with `titles`, as `TimeShift` describes it; its end is heard."""
        self.kept = TimeShift(titles, live, start, tuned)
        self.change(**self.kept.status())

    def keep_none(self):
        """No sound is kept any more."""
        with self._lock:
            for name in ("titleElapsed", "behindLive", "seekableStart", "seekableEnd"):
                self.status.pop(name, None)
        self.kept = None
        self.change()

    def show_recordings(self):
        """The number of recordings that are written is another."""
        self.change(recordings=len(self.recorded.running))

    def say_title(self, title):
        """Another title is heard."""
        name = self.status.get("name", "")
        self.library.titles.insert(0, {"time": time.time(), "title": title, "name": name})
        with self._lock:
            self.status = {**self.status, "title": title, "event": self.status["event"] + 1}
            self.send("title", {"title": title, "name": name})

    def count(self, path):
        """How many streams of a path are open."""
        with self._lock:
            return sum(1 for open_path, _ in self.streams.values() if open_path == path)

    def sent(self, path):
        """Bodies that were posted to a path."""
        return [body for method, its_path, body in list(self.requests) if method == "POST" and its_path == path]

    def join(self, path):
        with self._lock:
            number = self.opened[""] = self.opened.get("", 0) + 1
            self.streams[number] = (path, [])
            self.opened[path] = self.opened.get(path, 0) + 1
        return number

    def next(self, number, seconds):
        """The next event of a stream; None when there is none within `seconds`, an empty list when it is over."""
        with self._lock:
            events = self.streams.get(number, (None, None))[1]
            if events is not None and not events:
                self._lock.wait(seconds)
                events = self.streams.get(number, (None, None))[1]
            return [] if events is None else events.pop(0) if events else None

    def leave(self, number):
        with self._lock:
            self.streams.pop(number, None)


def spectrum_header(query):
    """What a real radio says first of a spectrum, as far as the page reads it."""
    count, low, high = int(query["bands"]), 40.0, 18000.0
    edges = [low * (high / low) ** (place / count) for place in range(count + 1)]
    return {"type": "header", "sampleRate": 44100, "bands": [
        {"low": edges[place], "high": edges[place + 1]} for place in range(count)]}


def spectrum_frame(index, height, query):
    """A frame in which all bars are about `height` high, 0…1, without sensitivity: see visualizer/constants.js."""
    rows, moved = 1 if query.get("channels") == "mono" else 2, height * (0.8 + 0.2 * (index % 5) / 4)
    level, count = -45 + 35 * moved, int(query["bands"])
    frame = {"type": "frame", "index": index, "gain": 0}
    if query.get("levels") == "b64":
        frame["levelBytes"] = [base64.b64encode(bytes([round(2 * (level + 120))] * count)).decode()] * rows
    else:
        frame["levels"] = [[level] * count] * rows
    if query.get("wave") == "1":
        points = [round(127 * math.sin(math.pi * point / 64)) & 255 for point in range(256) for _ in range(2)]
        frame["wave"] = {"peak": height, "rows": [base64.b64encode(bytes(points)).decode()] * rows}
    return frame


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    allow_reuse_address = True

    def __init__(self, *arguments):
        self._sockets = set()
        super().__init__(*arguments)

    def process_request(self, request, address):
        self._sockets.add(request)
        super().process_request(request, address)

    def shutdown_request(self, request):
        self._sockets.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request, address):
        pass

    def ends(self):
        for one in list(self._sockets):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class RequestHandler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    radio = None

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        path = self.path.split("?")[0]
        if path in self.radio.cut:
            self.radio.cut.remove(path)
            self.close_connection = True
            return
        name = os.path.normpath(PAGE + ("/page.html" if path == "/" else path))
        if name.startswith(os.path.normpath(PAGE) + "/") and os.path.isfile(name):
            with open(name, "rb") as file:
                self.answer(200, file.read(), TYPES[os.path.splitext(name)[1]])
        elif path == "/favicon.ico":
            self.answer(404, b"", "text/plain")
        elif self.may(path):
            self.get(path)

    def get(self, path):
        radio = self.radio
        if path in ("/api/events", "/api/spectrum"):
            self.stream(path, dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.path).query)))
        elif path == "/api/status":
            self.answer(200, radio.status)
        elif path == "/api/picture":
            self.answer(200, radio.library.picture(radio.status))
        elif path == "/stream":
            self.sound()
        elif path == "/api/timeshift":
            self.answer(200, radio.kept.answer() if radio.kept else {"bytes": 0, "titles": []})
        elif path == "/api/addresses":
            self.answer(200, radio.addresses)
        elif path.startswith("/api/recordings"):
            answer = copy.deepcopy(radio.recorded.get(path))
            self.wait_for_release(path)
            self.give_recordings(answer)
        else:
            answer = radio.library.get(path, urllib.parse.parse_qs(urllib.parse.urlsplit(self.path).query))
            if path in radio.late:
                answer = copy.deepcopy(answer)
            self.wait_for_release(path)
            self.give(answer)

    def wait_for_release(self, path):
        """Waits where the next answer of a path is sent late."""
        if released := self.radio.late.pop(path, None):
            released.wait(60)

    def give(self, answer):
        """Answers an object as JSON, text as such, bytes as a picture."""
        if answer is None:
            self.answer(404, {"error": "not found"})
        elif isinstance(answer, bytes):
            self.answer(200, answer, "image/png" if answer.startswith(b"\x89PNG") else "image/svg+xml")
        elif isinstance(answer, str):
            self.answer(200, answer.encode(), "text/plain")
        else:
            self.answer(200, answer)

    def give_recordings(self, answer):
        """Answers the list of recordings, or one of their files as a download."""
        if not isinstance(answer, tuple):
            return self.give(answer)
        name, content = answer
        return self.answer(200, content, "audio/mpeg", [("Content-Disposition", disposition(name)),
                                                        ("X-Content-Type-Options", "nosniff")])

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
        self.body, radio = body, self.radio
        if self.path == "/api/session":
            radio.requests.append(("POST", self.path, body))
            if radio.token is not None and body.get("token") != radio.token:
                radio.refused_tokens += 1
                return self.answer(401, {"error": "the token is missing or wrong"})
            cookie = secrets.token_hex(8)
            if radio.keeps_sessions:
                radio.sessions.add(cookie)
            return self.answer(204, b"", headers=[
                ("Set-Cookie", f"springradio={cookie}; HttpOnly; SameSite=Strict; Path=/")])
        if not self.may(urllib.parse.unquote(self.path)):
            return None
        try:
            answer = radio.library.post(self.path, body)
            recording = radio.recorded.post(self.path, body, radio) if answer is None else None
        except Refused as fault:
            return self.answer(fault.status, {"error": str(fault)})
        if answer is not None:
            if "version" in answer:
                radio.send("stations", {"version": answer["version"]})
            return self.answer(200, answer)
        if recording is not None:
            radio.show_recordings()
            return self.answer(200, recording)
        change = {}
        if self.path == "/api/volume":
            change = body
        elif self.path == "/api/play":
            one = radio.library.named(body.get("station")) or radio.library.result(body.get("directoryId")) or {}
            change = {"state": "playing", "station": body.get("station"), "name": one.get("name", body.get("url")),
                      "url": one.get("url", body.get("url")), "reason": None}
        elif self.path == "/api/toggle":
            change = {"state": "paused" if radio.status["state"] == "playing" else "playing"}
        elif self.path == "/api/stop":
            change = {"state": "stopped"}
        elif self.path == "/api/seek":
            if not radio.kept:
                return self.answer(409, {"error": "there is no sound to move in"})
            radio.kept.move(body)
            change = radio.kept.status()
        if "state" in change:
            radio.sounds = change["state"] == "playing"
        return self.answer(200, radio.change(**change))

    def may(self, path):
        """Notes the request; true when it is to be answered as usual."""
        radio = self.radio
        radio.requests.append((self.command, urllib.parse.unquote(self.path), getattr(self, "body", None)))
        if path in radio.hanging:
            time.sleep(60)
        if path in radio.failing:
            self.answer(503, {"error": "not now"})
            return False
        if path in radio.forbidden:
            self.answer(403, {"error": "this token is for listeners"})
            return False
        cookies = dict(one.strip().split("=", 1) for one in (self.headers.get("Cookie") or "").split(";") if "=" in one)
        bearer = (self.headers.get("Authorization") or "").removeprefix("Bearer ")
        if radio.token is None or cookies.get("springradio") in radio.sessions or bearer == radio.token:
            return True
        self.answer(401, {"error": "the token is missing or wrong"}, headers=[("WWW-Authenticate", "Bearer")])
        return False

    def answer(self, status, body, kind="application/json", headers=()):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        if status != 204:
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cache-Control", "no-cache")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def do_HEAD(self):
        self.do_GET()

    def has_left(self):
        """True when the client has closed its connection: it sends nothing else."""
        return bool(select.select([self.connection], [], [], 0)[0])

    def sound(self):
        """An endless tone of 440 Hz as WAV (stereo, 16 bits, 44,100 Hz), about as fast as it is heard."""
        radio = self.radio
        if radio.status["state"] != "playing":
            return self.answer(503, {"error": "nothing is playing"}, headers=[("Retry-After", "5")])
        self.send_response(200)
        self.send_header("Content-Type", radio.sound_type)
        self.send_header("Connection", "close")
        self.close_connection = True
        self.end_headers()
        if self.command == "HEAD":
            return None
        number = radio.join("/stream")
        tone = [round(12000 * math.sin(2 * math.pi * 440 * place / 44100)) for place in range(44100)]
        sound = struct.pack("<88200h", *(one for one in tone for _ in range(2)))
        piece = len(sound) // SOUND_PIECES
        try:
            self.wfile.write(b"RIFF\xff\xff\xff\xffWAVEfmt " + struct.pack("<IHHIIHH", 16, 1, 2, 44100, 176400, 4, 16)
                             + b"data\xff\xff\xff\xff")
            sent, begun = 0, time.monotonic()
            while radio.next(number, 0.05) != [] and not radio.sound_ends and not self.has_left():
                while sent < SOUND_PIECES * (SOUND_SECONDS + time.monotonic() - begun):
                    place = sent % SOUND_PIECES * piece
                    self.wfile.write(sound[place:place + piece])
                    sent += 1
        except OSError:
            pass
        finally:
            radio.leave(number)
        return None

    def stream(self, path, query):
        radio = self.radio
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.close_connection = True
        self.end_headers()
        number = radio.join(path)
        try:
            self.wfile.write(b"retry: 200\n\n")
            if path == "/api/spectrum":
                self.wfile.write(f"event: header\ndata: {json.dumps(spectrum_header(query))}\n\n".encode())
            index = 0
            while True:
                event = radio.next(number, 0.05)
                if event == []:
                    break
                if event == SILENCE:
                    while not self.has_left():
                        time.sleep(0.02)
                    break
                if event is None and path == "/api/spectrum":
                    if radio.sounds:
                        index += 1
                        radio.frames += 1
                        event = ("frame", spectrum_frame(index, radio.height, query))
                if event is None:
                    self.wfile.write(b":\n\n")  # fails when the client has gone
                else:
                    self.wfile.write(f"event: {event[0]}\ndata: {json.dumps(event[1])}\n\n".encode())
        except OSError:
            pass
        finally:
            radio.leave(number)
