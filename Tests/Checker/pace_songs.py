#!/usr/bin/env python3
"""Sends MPEG audio of a constant bit rate to an icecast2 on this machine at the pace of its sound, and sets titles at places of it.

    pace_songs.py FILE KILOBITS PORT PASSWORD MOUNT [SECONDS TITLE]...

Each title is set when the sound up to that second was sent. After its end, the file begins again, without titles.
"""
import base64
import socket
import sys
import time
import urllib.parse
import urllib.request

path, kilobits, port, password, mount = sys.argv[1:6]
titles = [(float(second), title) for second, title in zip(sys.argv[6::2], sys.argv[7::2])]
data = open(path, "rb").read()
bytes_per_second = int(kilobits) * 125
STEP = 0.05


def credentials(user):
    """The value of the header that proves to be `user`."""
    return "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()


def set_title(title):
    """Sets the title of the mount, as the software of a station does."""
    words = urllib.parse.urlencode({"mode": "updinfo", "mount": mount, "song": title, "charset": "UTF-8"})
    request = urllib.request.Request(f"http://127.0.0.1:{port}/admin/metadata?{words}",
                                     headers={"Authorization": credentials("admin")})
    if b"<return>1</return>" not in urllib.request.urlopen(request, timeout=10).read():
        sys.exit("icecast2 does not take the title")


with socket.create_connection(("127.0.0.1", int(port)), timeout=10) as server:
    server.sendall(f"SOURCE {mount} HTTP/1.0\r\nAuthorization: {credentials('source')}\r\nContent-Type: audio/mpeg\r\n"
                   "ice-name: Test FM\r\n\r\n".encode())
    if b" 200 " not in server.recv(4096):
        sys.exit("icecast2 does not take the source")
    start, sent = time.monotonic(), 0
    while True:
        due = int((time.monotonic() - start) * bytes_per_second)
        if titles:
            # Not beyond a title that is not set yet, however late this process is.
            due = min(due, int(titles[0][0] * bytes_per_second))
        while sent < due:
            place = sent % len(data)
            piece = data[place : place + min(due - sent, 4096)]
            server.sendall(piece)
            sent += len(piece)
        if titles and sent == int(titles[0][0] * bytes_per_second):
            set_title(titles.pop(0)[1])
        time.sleep(STEP)
