#!/usr/bin/env python3
"""Writes an Ogg stream at the pace of its sound, as a source client does: to standard output, or to an icecast2 on this machine.

    pace_ogg.py FILE [AHEAD [PORT PASSWORD MOUNT]]

Each page goes out AHEAD seconds (1 if not said) before its sound is due. Chains of Vorbis, Opus and FLAC are known; headers go out
at once.
"""
import base64
import socket
import struct
import sys
import time

data = open(sys.argv[1], "rb").read()
ahead = float(sys.argv[2]) if len(sys.argv) > 2 else 1.0
output = sys.stdout.buffer
if len(sys.argv) > 5:
    port, password, mount = sys.argv[3:6]
    server = socket.create_connection(("127.0.0.1", int(port)), timeout=10)
    output = server.makefile("wb")
    credentials = base64.b64encode(f"source:{password}".encode()).decode()
    output.write(
        f"SOURCE {mount} HTTP/1.0\r\nAuthorization: Basic {credentials}\r\nContent-Type: application/ogg\r\n\r\n".encode()
    )
    output.flush()
    if b" 200 " not in server.recv(4096):
        sys.exit("icecast2 does not take the source")
start = time.monotonic()
before = due = 0.0  # seconds up to this link; up to this page
rate = 1
place = 0
while place < len(data):
    flags, granule, segments = data[place + 5], struct.unpack_from("<q", data, place + 6)[0], data[place + 26]
    body = place + 27 + segments
    end = body + sum(data[place + 27 : body])
    if flags & 2:
        before = due
        first = data[body:end]
        if first[:7] == b"\x01vorbis":
            rate = struct.unpack_from("<I", first, 12)[0]
        elif first[:5] == b"\x7fFLAC":
            rate = int.from_bytes(first[27:30], "big") >> 4
        else:
            rate = 48000
    elif granule > 0:
        due = before + granule / rate
    time.sleep(max(0, start + due - ahead - time.monotonic()))
    output.write(data[place:end])
    output.flush()
    place = end
time.sleep(max(0, start + due - time.monotonic()))
