"""A station that can be killed and started again: a real icecast2, always on the same port, fed by ffmpeg."""
import os
import signal

from icecast import CONFIGURATION, PASSWORD, free_port, listen
from processes import end, start, wait_until

MOUNT = "/live"


class LiveStation:
    """icecast2 and its source."""

    def __init__(self, folder, music, environment):
        self._environment = environment
        self._folder = os.path.join(folder, "icecast")
        os.mkdir(self._folder)
        os.chmod(self._folder, 0o755)
        is_root = os.geteuid() == 0  # icecast2 refuses to be root
        owner = "<changeowner><user>nobody</user><group>nogroup</group></changeowner>" if is_root else ""
        self.port = free_port()
        self._configuration = os.path.join(self._folder, "icecast.xml")
        with open(self._configuration, "w") as file:
            file.write(CONFIGURATION.format(password=PASSWORD, port=self.port, folder=self._folder, owner=owner))
        self._source = ["ffmpeg", "-v", "error", "-re", "-stream_loop", "-1", "-i", music, "-c", "copy",
                        "-write_xing", "0", "-id3v2_version", "0", "-content_type", "audio/mpeg", "-ice_name",
                        "Soak FM", "-f", "mp3", f"icecast://source:{PASSWORD}@127.0.0.1:{self.port}{MOUNT}"]
        self._server = None
        self._sender = None

    def start(self):
        """Starts both; returns when a listener gets sound."""
        wait_until(self._starts, "icecast2 starts", pause=0.1)
        self._sender = start(self._source, self._environment)
        wait_until(lambda: listen(self.port, MOUNT, seconds=0.3)[0] > 1000, "icecast2 sends sound", pause=0.1)

    def _starts(self):
        """Whether icecast2 answers. Just after a kill it may find its port still taken: it is started again then."""
        if self._server is None or self._server.poll() is not None:
            self._server = start(["icecast2", "-c", self._configuration], self._environment)
        return listen(self.port, MOUNT, seconds=0.3)[0] > 0

    def kill(self):
        """Ends icecast2 as a crash would, and its source with it."""
        self._server.send_signal(signal.SIGKILL)
        self._server.wait()
        end(self._sender)

    def stop(self):
        """Ends what runs."""
        for process in (self._sender, self._server):
            if process:
                end(process)
