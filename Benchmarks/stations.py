"""What the benchmarks' own stations have in common: a local HTTP server, and sending at a pace."""
import contextlib
import http.server
import threading
import time


class Listener(http.server.BaseHTTPRequestHandler):
    """What asks a local server; `do_GET` says what it is sent."""

    def begin(self, kind, length=None):
        """Sends the head of an answer of that MIME type, and of that many bytes if they are known."""
        self.send_response(200)
        self.send_header("Content-Type", kind)
        if length is not None:
            self.send_header("Content-Length", str(length))
        self.end_headers()

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def serving(listener):
    """The address of a server of the loopback that makes a `listener`, a kind of `Listener`, for each who asks; it runs as
    long as the `with` block does."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), listener)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def send_paced(write, content, bytes_per_second, burst=0, tick=0.1):
    """Writes the first `burst` bytes at once, and what follows no faster than `bytes_per_second`, a piece each `tick` seconds."""
    began, sent = time.monotonic(), 0
    while True:
        due = burst + int(bytes_per_second * (time.monotonic() - began))
        if due > sent:
            write(content[sent:due])
            sent = due
        if sent >= len(content):
            return
        time.sleep(tick)
