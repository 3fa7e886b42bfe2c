"""A station that answers at once: where icecast2 takes its time, what is left is the player's own."""
import contextlib
import socket
import threading

from icecast import BURST_BYTES
from stations import send_paced

BYTES_PER_SECOND = 16000
"""The pace of 128 kbit/s."""
HEAD = b"HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\nicy-name: Prompt FM\r\n\r\n"


def _serve(connection, answer):
    with contextlib.suppress(OSError), connection:
        request = b""
        while b"\r\n\r\n" not in request:
            piece = connection.recv(65536)
            if not piece:
                return
            request += piece
        send_paced(connection.sendall, answer, BYTES_PER_SECOND, burst=len(HEAD) + BURST_BYTES)


def _accept(listener, answer):
    with contextlib.suppress(OSError):
        while True:
            connection, _ = listener.accept()
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=_serve, args=(connection, answer), daemon=True).start()


@contextlib.contextmanager
def prompt_station(path):
    """Sends the MP3 file at `path` from its beginning to each listener: a burst as icecast2's, then at its pace."""
    with open(path, "rb") as file:
        answer = HEAD + file.read()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=_accept, args=(listener, answer), daemon=True).start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/live"
        listener.shutdown(socket.SHUT_RDWR)
