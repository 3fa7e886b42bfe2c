#!/usr/bin/env python3
"""Many clients of the daemon, in a process of their own: clients in MPD's `idle`, readers of the spectrum, listeners.

Usage: crowd.py FOLDER IDLERS READERS LISTENERS        FOLDER holds mpd.sock and radiod.sock
       crowd.py pages PORT COUNT QUERY                 as many web pages that show the spectrum with this query
Says `ready` when everyone is there, and at its end, after SIGTERM, how many bytes and spectrum frames came in all, and who
was sent away: `bytes N frames N lost N`.
"""
import os
import selectors
import signal
import socket
import sys

SPECTRUM = b"GET /api/spectrum?fps=30&bands=80 HTTP/1.1\r\nHost: localhost\r\n\r\n"
STREAM = b"GET /stream HTTP/1.1\r\nHost: localhost\r\nIcy-MetaData: 1\r\n\r\n"
FRAME = b"event: frame"


class Crowd:
    """Everyone, and what they were given."""

    def __init__(self):
        self._selector = selectors.DefaultSelector()
        self.bytes = self.frames = self.lost = self._waiting = 0

    def join(self, path, greeting, count, kind):
        """`count` clients that say `greeting` at the socket `path`."""
        for _ in range(count):
            client = socket.socket(socket.AF_UNIX)
            client.connect(path)
            self._add(client, greeting, kind)

    def open_pages(self, port, count, query):
        """`count` web pages: each follows the events and a spectrum over TCP."""
        for _ in range(count):
            for target, kind in [("/api/events", "follower"), ("/api/spectrum?" + query, "reader")]:
                client = socket.create_connection(("127.0.0.1", port))
                self._add(client, f"GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode(), kind)

    def _add(self, client, greeting, kind):
        client.sendall(greeting)
        client.setblocking(False)
        self._selector.register(client, selectors.EVENT_READ, [kind, True])
        self._waiting += 1

    def look(self):
        """Takes what has come."""
        for key, _ in self._selector.select(timeout=0.5):
            try:
                piece = key.fileobj.recv(1 << 18)
            except OSError:
                piece = b""
            if not piece:
                self.lost += 1
                self._selector.unregister(key.fileobj)
                continue
            if key.data[1]:
                key.data[1] = False
                self._waiting -= 1
            self.bytes += len(piece)
            if key.data[0] == "reader":
                self.frames += piece.count(FRAME)

    @property
    def is_there(self):
        """Whether everyone was answered."""
        return self._waiting == 0


def main():
    """Runs the program."""
    is_over = []
    signal.signal(signal.SIGTERM, lambda *_: is_over.append(True))
    crowd = Crowd()
    if sys.argv[1] == "pages":
        crowd.open_pages(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
    else:
        folder = sys.argv[1]
        idlers, readers, listeners = map(int, sys.argv[2:5])
        crowd.join(os.path.join(folder, "mpd.sock"), b"idle\n", idlers, "idler")
        crowd.join(os.path.join(folder, "radiod.sock"), SPECTRUM, readers, "reader")
        crowd.join(os.path.join(folder, "radiod.sock"), STREAM, listeners, "listener")
    has_said_so = False
    while not is_over:
        crowd.look()
        if crowd.is_there and not has_said_so:
            has_said_so = True
            print("ready", flush=True)
    print(f"bytes {crowd.bytes} frames {crowd.frames} lost {crowd.lost}", flush=True)


if __name__ == "__main__":
    main()
