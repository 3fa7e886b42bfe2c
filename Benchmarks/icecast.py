"""A station: icecast2 on a free port with its default burst, fed by ffmpeg."""
import contextlib
import os
import socket
import time

from processes import Failure, running, wait_until

PASSWORD = "local"
BURST_BYTES = 65536
"""What icecast2 sends at once to a new listener unless configured otherwise (`burst-size`)."""

CONFIGURATION = """\
<icecast>
  <limits><clients>100</clients><sources>2</sources></limits>
  <authentication>
    <source-password>{password}</source-password>
    <admin-user>admin</admin-user><admin-password>{password}</admin-password>
  </authentication>
  <hostname>127.0.0.1</hostname>
  <listen-socket><port>{port}</port><bind-address>127.0.0.1</bind-address></listen-socket>
  <paths>
    <logdir>{folder}</logdir>
    <webroot>/usr/share/icecast2/web</webroot><adminroot>/usr/share/icecast2/admin</adminroot>
  </paths>
  <logging><accesslog>-</accesslog><errorlog>-</errorlog><loglevel>1</loglevel></logging>
  <security><chroot>0</chroot>{owner}</security>
</icecast>
"""


def free_port():
    """A TCP port of 127.0.0.1 without a listener at the moment."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def _answers(port):
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def listen(port, mount, seconds):
    """Listens to a mount for so long; returns how many bytes came, head included, and after what time the first audio
    came, in seconds from before connecting (None when none came)."""
    began = time.monotonic()
    received, first_audio = b"", None
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=seconds) as connection:
        connection.sendall(f"GET {mount} HTTP/1.0\r\n\r\n".encode())
        while time.monotonic() < began + seconds:
            piece = connection.recv(65536)
            if not piece:
                break
            received += piece
            if first_audio is None and received.partition(b"\r\n\r\n")[2]:
                first_audio = time.monotonic() - began
    return len(received), first_audio


@contextlib.contextmanager
def station(folder, music, environment):
    """A station that plays the MP3 file `music` in a loop at its own pace; gives its address once it sends bursts."""
    folder = os.path.join(folder, "icecast")
    os.mkdir(folder)
    os.chmod(folder, 0o755)
    is_root = os.geteuid() == 0  # icecast2 refuses to be root
    owner = "<changeowner><user>nobody</user><group>nogroup</group></changeowner>" if is_root else ""
    port = free_port()
    configuration = os.path.join(folder, "icecast.xml")
    with open(configuration, "w") as file:
        file.write(CONFIGURATION.format(password=PASSWORD, port=port, folder=folder, owner=owner))
    mount = "/live"
    source = ["ffmpeg", "-v", "error", "-re", "-stream_loop", "-1", "-i", music, "-c", "copy", "-write_xing", "0",
              "-id3v2_version", "0", "-content_type", "audio/mpeg", "-ice_name", "Benchmark FM", "-f", "mp3",
              f"icecast://source:{PASSWORD}@127.0.0.1:{port}{mount}"]
    with running(["icecast2", "-c", configuration], environment) as server:
        def is_up():
            if server.poll() is not None:
                raise Failure("icecast2 does not start")
            return _answers(port)

        wait_until(is_up, "icecast2 answers")
        with running(source, environment) as sender:
            def is_on_air():
                if sender.poll() is not None:
                    raise Failure("ffmpeg does not reach icecast2")
                return listen(port, mount, seconds=1)[0] >= BURST_BYTES

            wait_until(is_on_air, "icecast2 sends a burst", seconds=30)
            yield f"http://127.0.0.1:{port}{mount}"
