"""Sound devices beside each other, each with a recorder that reports what was heard: silence, the tone sent, or else."""
import array
import contextlib
import math
import os
import subprocess
import sys
import threading
import time

from processes import Failure, running, wait_until

RATE = 8000
"""Samples a second of a recording: enough for a tone of some hundred hertz."""
BLOCK_SECONDS = 0.1
BLOCK_SAMPLES = int(RATE * BLOCK_SECONDS)
SILENCE = 200
"""Blocks with no sample beyond this, of 32767, are silent."""
PURITY = 0.4
"""The share of a block's power that must be the tone's; noise of full band has some hundredths."""

class Block:
    """A tenth of a second that was heard."""

    def __init__(self, moment, samples, tone):
        self.moment = moment
        """When it began (monotonic)."""
        self.is_silent = max(map(abs, samples)) <= SILENCE
        self.is_tone = not self.is_silent and _purity(samples, tone) >= PURITY
        self.crossings = sum(a < 0 <= b for a, b in zip(samples, samples[1:]))


def _purity(samples, frequency):
    """The share of the power that is at a frequency (Goertzel's algorithm)."""
    coefficient = 2 * math.cos(2 * math.pi * frequency / RATE)
    last = before = power = 0.0
    for sample in samples:
        last, before = sample + coefficient * last - before, last
        power += sample * sample
    amplitude = last * last + before * before - coefficient * last * before
    return 2 * amplitude / (len(samples) * power)


def frequency(blocks):
    """What was heard in these blocks, in hertz, by zero crossings; 0 when nothing was."""
    counts = sorted(block.crossings for block in blocks if not block.is_silent)
    return counts[len(counts) // 2] / BLOCK_SECONDS if counts else 0.0


class Recording:
    """What a device has played since the recording began, in memory: 1 MB a minute."""

    def __init__(self, stream):
        self._stream = stream
        self._samples = array.array("h")
        self._began = math.inf
        self._lock = threading.Lock()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        rest = b""
        while True:
            piece = os.read(self._stream.fileno(), 65536)
            if not piece:
                return
            rest += piece
            even = len(rest) & ~1
            with self._lock:
                samples = array.array("h", rest[:even])
                if sys.byteorder == "big":
                    samples.byteswap()
                self._samples.extend(samples)
                # A piece may come late, never early: the earliest beginning is the true one.
                self._began = min(self._began, time.monotonic() - len(self._samples) / RATE)
            rest = rest[even:]

    @property
    def has_started(self):
        """Whether anything, silence too, has been recorded."""
        return len(self._samples) > 0

    def blocks(self, tone, since=0.0):
        """All whole blocks that began at `since` (monotonic) or later; `tone` is the frequency that was sent."""
        with self._lock:
            samples, began = self._samples[:], self._began
        starts = range(0, len(samples) - BLOCK_SAMPLES + 1, BLOCK_SAMPLES)
        moments = ((start, began + start / RATE) for start in starts)
        return [Block(moment, samples[start:start + BLOCK_SAMPLES], tone) for start, moment in moments
                if moment >= since]

    def is_sounding(self, seconds):
        """Whether no tenth of the last `seconds` was silent."""
        with self._lock:
            samples = self._samples[-int(seconds * RATE):]
        starts = range(0, len(samples) - BLOCK_SAMPLES + 1, BLOCK_SAMPLES)
        return bool(starts) and all(max(map(abs, samples[start:start + BLOCK_SAMPLES])) > SILENCE for start in starts)


@contextlib.contextmanager
def recording(device, sink):
    """Records what a sink plays as long as the `with` block lasts."""
    command = ["parec", "-d", f"{sink}.monitor", "--format=s16le", f"--rate={RATE}", "--channels=1",
               "--latency-msec=20"]
    with running(command, device.environment, stdout=subprocess.PIPE) as process:
        result = Recording(process.stdout)
        wait_until(lambda: result.has_started, "parec records")
        yield result


def add_sink(device, sink):
    """Adds a sink to the sound server of `device`; returns the environment in which players use it."""
    command = ["pactl", "load-module", "module-null-sink", f"sink_name={sink}", "rate=44100", "channels=2"]
    if subprocess.run(command, env=device.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                      stderr=subprocess.DEVNULL, check=False).returncode != 0:
        raise Failure(f"the sound server makes no sink {sink}")
    return dict(device.environment, PULSE_SINK=sink)
