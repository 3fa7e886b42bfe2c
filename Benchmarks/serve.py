"""`radiod serve` with sockets of its own, and what it and MPD answer."""
import contextlib
import os
import re
import socket
import time

from icecast import free_port
from processes import Failure, running, wait_until


def asked(socket_path, question, ending):
    """Seconds from a question to its whole answer, and the answer, on a connection of its own."""
    begin = time.monotonic()
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(10)
        client.connect(socket_path)
        client.sendall(question)
        answer = b""
        while not ending(answer):
            piece = client.recv(65536)
            if not piece:
                break
            answer += piece
    return time.monotonic() - begin, answer


def get(socket_path, path):
    """A GET request's time, and its answer's text."""
    question = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
    took, answer = asked(socket_path, question, lambda _: False)
    if b" 200 " not in answer[:16]:
        raise Failure(f"GET {path} is answered with {answer[:60]!r}")
    return took, answer.decode(errors="replace")


def metric(metrics, name):
    """A number of the metrics."""
    found = re.search(rf"^{name}(?:{{[^}}]*}})? ([0-9.e+]+)$", metrics, re.MULTILINE)
    if not found:
        raise Failure(f"the metrics have no {name}")
    return float(found[1])


@contextlib.contextmanager
def daemon(bench, folder, *arguments, fill=None):
    """`radiod serve`, its process and its folder of sockets. `fill` may write files into the folder before."""
    os.makedirs(folder, mode=0o700)
    if fill:
        fill(folder)
    if "--mpd-port" not in arguments:
        arguments = ("--mpd-port", str(free_port()), *arguments)
    environment = dict(bench.device.environment, XDG_RUNTIME_DIR=folder, XDG_STATE_HOME=folder, XDG_CONFIG_HOME=folder)
    command = [bench.radiod, "serve", *arguments]
    with running(command, environment) as process:
        sockets = os.path.join(folder, "springradio")
        socket_path = os.path.join(sockets, "radiod.sock")
        wait_until(lambda: os.path.exists(socket_path), "radiod serve opens its socket")
        yield process, sockets
