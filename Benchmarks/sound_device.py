"""A sound device with a clock, card or no card: a PulseAudio null sink behind ALSA's `pulse` plugin."""
import contextlib
import os
import re
import subprocess
import threading
import time

from processes import Failure, running, wait_until

RATE = 44100
CHANNELS = 2
BYTES_PER_SECOND = 2 * CHANNELS * RATE

ALSA_CONFIGURATION = """\
</usr/share/alsa/alsa.conf>
pcm.!default {{ type pulse server "{server}" }}
ctl.!default {{ type pulse server "{server}" }}
"""

SERVER_CONFIGURATION = "rlimit-nofile = 4096\n"
"""A client takes several descriptors; by default the server has 256."""


class Recorder:
    """Listens to what the device plays and notes when silence ends."""

    def __init__(self, stream):
        self._stream = stream
        self._changed = threading.Condition()
        self._first_sound = None  # time.monotonic(), or None since `forget`
        self._last_sound = time.monotonic()
        self._has_started = False
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        while True:
            piece = os.read(self._stream.fileno(), 65536)
            now = time.monotonic()
            if not piece:
                return
            sounding = len(piece.lstrip(b"\0"))  # from the first byte that is not zero to the end
            with self._changed:
                self._has_started = True
                if sounding:
                    self._last_sound = now
                    if self._first_sound is None:
                        self._first_sound = now - sounding / BYTES_PER_SECOND
                self._changed.notify_all()

    @property
    def has_started(self):
        """Whether anything, silence too, has been recorded."""
        return self._has_started

    def wait_for_silence(self, seconds=0.4):
        """Waits until nothing has sounded for so long, and forgets what was heard before."""
        wait_until(lambda: time.monotonic() - self._last_sound > seconds, "the device falls silent")
        with self._changed:
            self._first_sound = None

    def wait_for_sound(self, seconds=15.0):
        """Waits for a sample that is not zero since `wait_for_silence`; returns when it was played (monotonic)."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._first_sound is not None, timeout=seconds):
                raise Failure(f"no sound within {seconds:.0f} s")
            return self._first_sound


class SoundDevice:
    """The running device."""

    monitor = "nul.monitor"

    def __init__(self, environment):
        self.environment = environment
        """What a program must be started with so that ALSA's `default` is this device, and PulseAudio this server."""

    def players(self):
        """Process ids of those that play to the device at the moment."""
        listing = subprocess.run(["pactl", "list", "sink-inputs"], env=dict(self.environment, LC_ALL="C"), timeout=10,
                                 stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False).stdout
        found = set()
        for entry in listing.split("Sink Input #")[1:]:
            process = re.search(r'application\.process\.id = "(\d+)"', entry)
            if process and "Corked: no" in entry:
                found.add(int(process[1]))
        return found

    @contextlib.contextmanager
    def recorder(self):
        """Records as long as the `with` block lasts, with the least delay."""
        command = ["parec", "-d", self.monitor, "--format=s16le", f"--rate={RATE}", f"--channels={CHANNELS}",
                   "--latency-msec=10"]
        with running(command, self.environment, stdout=subprocess.PIPE) as process:
            recorder = Recorder(process.stdout)
            wait_until(lambda: recorder.has_started, "parec records")
            yield recorder


@contextlib.contextmanager
def sound_device(folder, environment):
    """Starts the device in a folder of its own and gives it once it answers."""
    folder = os.path.join(folder, "sound")
    os.mkdir(folder, 0o700)
    path = os.path.join(folder, "native")
    server = f"unix:{path}"
    configuration = os.path.join(folder, "asound.conf")
    with open(configuration, "w") as file:
        file.write(ALSA_CONFIGURATION.format(server=server))
    server_configuration = os.path.join(folder, "daemon.conf")
    with open(server_configuration, "w") as file:
        file.write(SERVER_CONFIGURATION)
    environment = dict(environment, XDG_RUNTIME_DIR=folder, PULSE_RUNTIME_PATH=folder, PULSE_SERVER=server,
                       ALSA_CONFIG_PATH=configuration)
    command = ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disallow-exit=yes",
               "--log-target=stderr", "--log-level=error",
               "-L", f"module-null-sink sink_name=nul rate={RATE} channels={CHANNELS}",
               "-L", f"module-native-protocol-unix auth-anonymous=1 socket={path}"]
    with running(command, dict(environment, PULSE_CONFIG=server_configuration)) as process:
        def answers():
            if process.poll() is not None:
                raise Failure("pulseaudio does not start")
            return subprocess.run(["pactl", "info"], env=environment, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL, timeout=5, check=False).returncode == 0

        wait_until(answers, "pulseaudio answers")
        yield SoundDevice(environment)
