"""MPD with a configuration of our own."""
import contextlib
import os
import subprocess

from icecast import free_port
from processes import running, wait_until

_CONFIGURATION = """\
music_directory "{folder}/music"
playlist_directory "{folder}"
db_file "{folder}/database"
log_file "{folder}/log"
zeroconf_enabled "no"
bind_to_address "127.0.0.1"
port "{port}"
audio_output {{
  type "alsa"
  name "device"
  mixer_type "{mixer}"
}}
"""

_FIFO = """\
audio_output {{
  type "fifo"
  name "visualizer"
  path "{path}"
  format "44100:16:2"
}}
"""


class Server:
    """A running MPD and its client mpc."""

    def __init__(self, process, port, folder, environment):
        self.process = process
        self.log = os.path.join(folder, "log")
        self._command = ["mpc", "-h", "127.0.0.1", "-p", str(port)]
        self._environment = environment

    def mpc(self, *arguments):
        """Runs mpc, 30 s at most; whether it succeeded, and all that it printed."""
        result = subprocess.run([*self._command, *arguments], env=self._environment, timeout=30,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        return result.returncode == 0, result.stdout


@contextlib.contextmanager
def mpd_server(folder, environment, mixer="none", fifo=None):
    """MPD that plays into ALSA's default device, and into a fifo as well when that is a path. Its files are in `folder`."""
    os.mkdir(os.path.join(folder, "music"))
    port = free_port()
    configuration = os.path.join(folder, "mpd.conf")
    with open(configuration, "w") as file:
        file.write(_CONFIGURATION.format(folder=folder, port=port, mixer=mixer))
        if fifo:
            file.write(_FIFO.format(path=fifo))
    with running(["mpd", "--no-daemon", configuration], environment) as process:
        server = Server(process, port, folder, environment)
        wait_until(lambda: server.mpc("status")[0], "MPD answers")
        yield server
