"""A station that follows a script: a function answers each connection, and sends what it likes when it likes."""
import contextlib
import socket
import struct
import threading
import time

BYTES_PER_SECOND = 16000
"""The pace of 128 kbit/s."""
BURST_BYTES = 65536
TICK_SECONDS = 0.1


class Over(Exception):
    """The measurement is over: no more need be sent."""


class Exchange:
    """One connection, seen by the script."""

    def __init__(self, station, connection, number, path):
        self._station = station
        self._connection = connection
        self.number = number
        """0 for the player's first connection."""
        self.path = path
        self.authority = f"127.0.0.1:{station.port}"

    def send(self, data):
        """Sends so many bytes at once."""
        if self._station.is_over.is_set():
            raise Over
        self._connection.sendall(data)
        self._station.sent += len(data)

    def wait(self, seconds):
        """Sends nothing for so long."""
        if self._station.is_over.wait(seconds):
            raise Over

    def play(self, audio, seconds=3600.0, weight=1):
        """Sends a burst as icecast2 does, then goes on at the stream's pace; ends with `audio`, or after `seconds`.
        `weight` is how many bytes are sent for a byte of sound."""
        began = time.monotonic()
        burst = BURST_BYTES * weight
        self.send(audio[:burst])
        step = int(BYTES_PER_SECOND * weight * TICK_SECONDS)
        for count, start in enumerate(range(burst, len(audio), step), 1):
            if count * TICK_SECONDS > seconds:
                return
            self.wait(max(0.0, began + count * TICK_SECONDS - time.monotonic()))
            self.send(audio[start:start + step])

    def live(self, audio, seconds=3600.0):
        """Plays what is on the air now: the last of it as a burst, then what comes. It came on the air when the first
        player connected."""
        elapsed = time.monotonic() - self._station.requests[0]
        self.play(audio[int(elapsed * BYTES_PER_SECOND):], seconds)

    def hold(self):
        """Keeps the connection open and sends nothing more."""
        self._station.breaks.append(time.monotonic())
        self.wait(3600)

    def finish(self):
        """Ends the connection in order, and notes when."""
        self._station.breaks.append(time.monotonic())
        self._connection.shutdown(socket.SHUT_WR)

    def reset(self):
        """Ends the connection with a TCP reset, and notes when."""
        self._station.breaks.append(time.monotonic())
        self._connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._connection.close()

    def leave_for(self, seconds):
        """Resets this connection, and refuses all others for so long."""
        self._station.stop_listening()
        self.reset()
        self.wait(seconds)
        self._station.listen()


class Station:
    """The running station: what was asked of it, and what it did."""

    def __init__(self, answer):
        self._answer = answer
        self._listener = None
        self.port = 0
        self.requests = []
        """When it was asked for audio (monotonic)."""
        self.breaks = []
        """When it broke off (monotonic)."""
        self.sent = 0
        """Bytes in all."""
        self.is_over = threading.Event()
        self.fault = None

    def listen(self):
        """Takes connections."""
        self._listener = socket.create_server(("127.0.0.1", self.port))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def stop_listening(self):
        """Refuses connections."""
        listener, self._listener = self._listener, None
        if listener:
            with contextlib.suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            listener.close()

    def _accept(self, listener):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = listener.accept()
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        with contextlib.suppress(OSError, Over), connection:
            connection.settimeout(30)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            request = b""
            while b"\r\n\r\n" not in request and len(request) < 65536:
                piece = connection.recv(65536)
                if not piece:
                    return
                request += piece
            self.requests.append(time.monotonic())
            words = request.split(b"\r\n")[0].split(b" ")
            path = words[1].decode("latin-1") if len(words) > 1 else "/"
            try:
                self._answer(Exchange(self, connection, len(self.requests) - 1, path))
            except (OSError, Over):
                raise
            except Exception as error:  # a script's own mistake must not look like a server's whim
                self.fault = repr(error)


@contextlib.contextmanager
def scripted_station(answer):
    """A station on a free port that calls `answer(exchange)` for each connection, on a thread of its own."""
    station = Station(answer)
    station.listen()
    try:
        yield station
    finally:
        station.is_over.set()
        station.stop_listening()
