"""Memory over hours: a station that sends as fast as it is read, and what radiod holds while it plays it unpaced."""
import socket
import threading
import time

import music
from processes import Failure, expect_alive, memory, running
from table import Row, mebibytes

METADATA_INTERVAL = 16000
BLOCKS_PER_TITLE = 30
KILOBITS = 48
SAMPLE_RATE = 22050
GROWTH_LIMIT = 2**20
"""More bytes than this at the end than after a tenth are growth; fewer are pages that are touched late."""

LIMIT_SECONDS = 300

HEAD = ("HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\nicy-name: Hours\r\nicy-br: {}\r\nicy-metaint: {}\r\n\r\n")


def _blocks(piece, total):
    """The music over and over, cut into blocks with a title behind each, changing every now and then."""
    sent = 0
    number = 0
    rest = b""
    while sent < total:
        while len(rest) < METADATA_INTERVAL:
            rest += piece
        title = b"\0"
        if number % BLOCKS_PER_TITLE == 0:
            text = f"StreamTitle='Part {number // BLOCKS_PER_TITLE}';".encode()
            length = -(-len(text) // 16)
            title = bytes([length]) + text.ljust(16 * length, b"\0")
        yield rest[:METADATA_INTERVAL] + title
        rest = rest[METADATA_INTERVAL:]
        sent += METADATA_INTERVAL
        number += 1


class _Station(threading.Thread):
    """Sends so many bytes of music to one listener; looks at the listener's memory after a tenth, and at the end."""

    def __init__(self, piece, total):
        super().__init__(daemon=True)
        self._piece, self._total = piece, total
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.pid = None
        self.has_pid = threading.Event()
        self.samples = []
        self.fault = None

    def run(self):
        try:
            self._listener.settimeout(15)
            connection, _ = self._listener.accept()
            with connection:
                connection.settimeout(60)
                self._serve(connection)
        except (OSError, Failure) as error:
            self.fault = str(error)

    def _serve(self, connection):
        while b"\r\n\r\n" not in connection.recv(65536):
            pass
        self.has_pid.wait()
        connection.sendall(HEAD.format(KILOBITS, METADATA_INTERVAL).encode())
        step = self._total // 10
        sent = 0
        deadline = time.monotonic() + LIMIT_SECONDS
        for block in _blocks(self._piece, self._total):
            if time.monotonic() > deadline:
                raise Failure(f"only {100 * sent // self._total} % was taken in {LIMIT_SECONDS} s")
            connection.sendall(block)
            sent += METADATA_INTERVAL
            if sent >= step * (len(self.samples) + 1):
                expect_alive(self.pid, "radiod")
                self.samples.append(memory(self.pid))


def measure(bench):
    """Rows of the table."""
    hours = bench.rounds(6, 3)
    path = f"{bench.folder}/endless.mp3"
    music.make(path, rate=SAMPLE_RATE, kilobits=KILOBITS)
    with open(path, "rb") as file:
        piece = file.read()
    bench.say(f"memory over {hours} h of stream, unpaced")
    station = _Station(piece, hours * 3600 * KILOBITS * 1000 // 8)
    station.start()
    url = f"http://127.0.0.1:{station.port}/hours"
    command = [bench.radiod, "play", url, "--no-view", "--output", "wav:/dev/null"]
    with running(command, bench.environment) as process:
        station.pid = process.pid
        station.has_pid.set()
        station.join()
    if station.fault:
        raise Failure(f"hours of stream: {station.fault}")
    early, late = station.samples[0], station.samples[-1]
    return [Row(f"memory after 10 % and 100 % of {hours} h of stream",
                f"{mebibytes(early.resident)} → {mebibytes(late.resident)} "
                f"({mebibytes(early.anonymous)} → {mebibytes(late.anonymous)} own)",
                value=late.resident - early.resident, limit=GROWTH_LIMIT, target="flat: ≤ 1 MiB more")]
