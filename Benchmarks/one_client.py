"""What one client can do to all others: it reads nothing, asks for a costly search, or holds every connection."""
import contextlib
import json
import os
import re
import secrets
import socket
import time

from icecast import free_port
from processes import cpu_seconds, memory, wait_until
from table import Row, mebibytes, seconds

READERS = 222
MEBIBYTE = 2**20
MOST_MEMORY = 64 * MEBIBYTE
TITLES = 10_000
STATIONS, TAGS, COPIES = 100, 32, 49
"""A list of stations as the directory gives them, and how often the queue holds it."""
TERMS, MOST_TERMS, SEARCHES = 365, 32, 8
"""Terms of a filter that fill a line of 8 KB, the most that are taken, and how often those are asked for in a list."""
WINDOW_SECONDS = 5.0
ASK_EVERY = 0.02


def fill(folder):
    """Files of a user: a long history, and a list whose stations have many tags."""
    os.makedirs(os.path.join(folder, "springradio"), mode=0o700, exist_ok=True)
    with open(os.path.join(folder, "springradio", "history.jsonl"), "w", encoding="utf-8") as file:
        for number in range(TITLES):
            title = {"time": 1.7e9 + number, "title": f"An artist of some length - Song number {number}", "name": "Radio"}
            file.write(json.dumps(title) + "\n")
    stations = [
        {"id": f"station-{number}", "name": f"Station number {number}", "url": f"http://127.0.0.1:9/{number}",
         "tags": [f"a tag of the directory, {tag}" for tag in range(TAGS)]} for number in range(STATIONS)]
    with open(os.path.join(folder, "springradio", "stations.json"), "w", encoding="utf-8") as file:
        json.dump({"version": 1, "stations": stations}, file)


def _connected(address, source=None):
    """A connection; `address` is a path, or a host and a port."""
    if isinstance(address, str):
        client = socket.socket(socket.AF_UNIX)
        client.connect(address)
        return client
    return socket.create_connection(address, timeout=10, source_address=source)


def _get(address, path, token=None):
    """Seconds until a GET request is answered, and the answer."""
    begin = time.monotonic()
    secret = f"Authorization: Bearer {token}\r\n" if token else ""
    with _connected(address) as client:
        client.settimeout(30)
        client.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{secret}Connection: close\r\n\r\n".encode())
        answer = b""
        while piece := client.recv(1 << 16):
            answer += piece
    return time.monotonic() - begin, answer.decode(errors="replace")


def _mpd(address, lines):
    """Sends lines to MPD's port, and waits for the last answer."""
    with _connected(address) as client, client.makefile("rwb") as stream:
        client.settimeout(60)
        stream.readline()
        stream.write("".join(line + "\n" for line in ["command_list_begin", *lines, "command_list_end"]).encode())
        stream.flush()
        while not (line := stream.readline()).startswith((b"OK", b"ACK")) and line:
            pass
        return line


@contextlib.contextmanager
def _silent(address, question, count=READERS):
    """Clients that ask and read nothing. Those that the server does not let in are left out."""
    clients = []
    try:
        for _ in range(count):
            with contextlib.suppress(OSError):
                client = _connected(address)
                clients.append(client)
                client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                client.sendall(question)
        yield
    finally:
        for client in clients:
            client.close()


def _growth(pid, before, window=WINDOW_SECONDS):
    """The greatest resident memory above `before` in the window, in bytes."""
    most, end = 0, time.monotonic() + window
    while time.monotonic() < end:
        most = max(most, memory(pid).resident - before)
        time.sleep(ASK_EVERY)
    return most


def _memory_row(what, grown):
    return Row(f"daemon, {READERS} {what}: memory above idle", mebibytes(max(grown, 0)), value=grown,
               limit=MOST_MEMORY, target="≤ 64 MiB")


def _count(metrics, name):
    return float(re.search(rf"^{name} ([0-9.e+]+)$", metrics, re.MULTILINE)[1])


def _centile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(share * len(values)))]


def _during(socket_path, stop):
    """Times of the status until `stop` says so."""
    times = []
    while not stop():
        times.append(_get(socket_path, "/api/status")[0])
        time.sleep(ASK_EVERY)
    return times


def memory_rows(daemon, bench, folder):
    """Clients that read nothing, over each protocol."""
    rows, http, mpd = [], free_port(), free_port()
    arguments = ["--http", "--http-port", str(http), "--mpd-port", str(mpd)]
    for what, address, question in [
            ("HTTP clients that read nothing", ("127.0.0.1", http),
             b"GET /api/history?limit=10000 HTTP/1.1\r\nHost: localhost\r\n\r\n"),
            ("MPD clients that read nothing", ("127.0.0.1", mpd), b"playlistinfo\n")]:
        with daemon(bench, f"{folder}-{len(rows)}", *arguments, fill=fill) as (process, sockets):
            socket_path = os.path.join(sockets, "radiod.sock")
            _mpd(("127.0.0.1", mpd), ['add ""'] * COPIES)
            _get(socket_path, "/api/history?limit=10000")
            before = memory(process.pid).resident
            with _silent(address, question):
                rows.append(_memory_row(what, _growth(process.pid, before)))
    return rows


def search_rows(daemon, bench, folder):
    """One line of a client with a costly search while a station plays."""
    mpd = free_port()

    def search(count):
        terms = " AND ".join(f'(any != \\"z{number}\\")' for number in range(count))
        return f'playlistsearch "({terms})"\n'

    long, usual = search(TERMS), search(MOST_TERMS)
    with daemon(bench, folder, "--station", bench.url, "--mpd-port", str(mpd), fill=fill) as (process, sockets):
        socket_path = os.path.join(sockets, "radiod.sock")
        wait_until(lambda: '"playing"' in _get(socket_path, "/api/status")[1], "radiod serve plays")
        _mpd(("127.0.0.1", mpd), ['add ""'] * COPIES)
        before = _count(_get(socket_path, "/metrics")[1], "springradio_dry_spells_total")
        cpu = cpu_seconds(process.pid)
        searchers = [_connected(("127.0.0.1", mpd)) for _ in range(6)]
        for searcher in searchers:
            searcher.sendall((long + "command_list_begin\n" + SEARCHES * usual + "command_list_end\n").encode())
        end = time.monotonic() + WINDOW_SECONDS
        times = _during(socket_path, lambda: time.monotonic() > end)
        cpu = cpu_seconds(process.pid) - cpu
        gaps = _count(_get(socket_path, "/metrics")[1], "springradio_dry_spells_total") - before
        for searcher in searchers:
            searcher.close()
    late = _centile(times, 0.99)
    return [
        Row(f"daemon, six clients with filters of {TERMS} and {MOST_TERMS} terms: status, 99 of 100 within",
            seconds(late), value=late, limit=0.05, target="≤ 50 ms"),
        Row("… gaps in the sound", f"{gaps:.0f}", value=gaps, limit=0, target="none"),
        Row("… processor time", f"{cpu:.2f} s"),
    ]


def hold_rows(daemon, bench, folder):
    """One address that holds every connection it gets; the owner comes from the same one, with the token."""
    token, port = secrets.token_hex(16), free_port()
    os.makedirs(folder + "-token", mode=0o700)
    path = os.path.join(folder + "-token", "token")
    with open(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600), "w", encoding="utf-8") as file:
        file.write(token)
    rows = []
    arguments = ["--http", "--http-port", str(port), "--http-token-file", path]
    with daemon(bench, folder, *arguments) as (_, _):
        with _silent(("127.0.0.1", port), b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", 300):
            times, lost = [], 0
            for _ in range(100):
                took, answer = _get(("127.0.0.1", port), "/api/status", token)
                times.append(took)
                lost += " 200 " not in answer[:16]
            late = _centile(times, 0.99)
            rows += [
                Row("daemon, 300 connections from one address without a secret: the owner's status, 99 of 100 within",
                    seconds(late), value=late, limit=0.1, target="≤ 0.1 s"),
                Row("… owner sent away", str(lost), value=lost, limit=0, target="none"),
            ]
    return rows


def measure(daemon, bench, folder):
    """Rows of the table. `daemon` runs `radiod serve` with a folder for its files, which `fill` may write before."""
    bench.say("one client against all: memory, searches, connections")
    return (memory_rows(daemon, bench, folder + "-memory") + search_rows(daemon, bench, folder + "-search")
            + hold_rows(daemon, bench, folder + "-hold"))
