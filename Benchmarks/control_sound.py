"""What a sink plays, dated closely enough to say when a control was heard, and whether a click was heard with it."""
import array
import collections
import contextlib
import math
import operator
import os
import statistics
import subprocess
import sys
import threading
import time

from processes import running, wait_until

RATE = 44100
BLOCK_SAMPLES = 220
"""5 ms: five periods of the tone."""
BLOCK_SECONDS = BLOCK_SAMPLES / RATE
KEPT_SECONDS = 12.0
"""So much of the recording is kept, and so much is the clock set by."""
LATENCY_SECONDS = 0.01
"""What parec asks for. The sink hands its recorders so much at a time, when the first sample of it is due."""
SILENCE = 32768 / 1000
"""A block whose RMS is below this, −60 dBFS, is silent."""
DEVIATION = 0.05
"""A block whose RMS differs by more than this share from the level before is changed."""
SILENT_SECONDS = 0.2
"""Silence must last so long to count."""
BEFORE_SECONDS = 0.3
"""The level before a control is that of this time."""
AROUND_SECONDS = 0.25
"""A click is looked for so long before a change and after it."""

SCALE = 600, 800, 1000, 1200, 1400
"""The tones of a scale, in hertz: each has a whole number of periods in a block, or nearly so."""
TONE_SECONDS = 10
"""So long a tone of the scale lasts; the scale begins again after its last one."""
PURITY = 0.6
"""The share of a block's power that must be a tone's. Half a block of another one has 0.2."""

_Piece = collections.namedtuple("_Piece", "arrival end samples")


class Recording:
    """The last seconds that a sink has played, in one channel."""

    def __init__(self, stream):
        self._stream = stream
        self._pieces = collections.deque()
        self._lock = threading.Lock()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        rest, end = b"", 0
        while True:
            content = os.read(self._stream.fileno(), 65536)
            now = time.monotonic()
            if not content:
                return
            rest += content
            even = len(rest) & ~1
            samples = array.array("h", rest[:even])
            rest = rest[even:]
            if sys.byteorder == "big":
                samples.byteswap()
            end += len(samples)
            with self._lock:
                self._pieces.append(_Piece(now, end, samples))
                while self._pieces[0].arrival < now - KEPT_SECONDS:
                    self._pieces.popleft()

    @property
    def has_started(self):
        """Whether anything, silence too, has been recorded."""
        return bool(self._pieces)

    def reaches(self, moment):
        """Whether all sound before a moment has been recorded."""
        with self._lock:
            end = self._pieces[-1].end
        return self.offset() + end / RATE > moment

    def offset(self):
        """The moment (monotonic) of the recording's first sample, by the pieces that are kept.

        A piece may come late, never early: the earliest of these moments is the true one. It is taken from the last
        seconds alone, since the sink's clock gains 2 ms a minute.
        """
        with self._lock:
            return min(piece.arrival - piece.end / RATE for piece in self._pieces) + LATENCY_SECONDS

    def since(self, moment):
        """The samples from `moment` (monotonic) on, and the moment of the first of them."""
        offset = self.offset()
        with self._lock:
            pieces = list(self._pieces)
        samples = array.array("h")
        begin = max(round((moment - offset) * RATE), pieces[0].end - len(pieces[0].samples))
        for piece in pieces:
            if piece.end > begin:
                samples.extend(piece.samples[-(piece.end - begin):])
        return samples, offset + begin / RATE

    def levels(self, moment):
        """The RMS of each whole block from `moment` on, and the moment of the first of them."""
        samples, begin = self.since(moment)
        return _levels(samples), begin

    def is_tone(self, seconds):
        """Whether the last `seconds` were a tone without a change."""
        levels, _ = self.levels(time.monotonic() - seconds)
        return len(levels) > seconds / 2 / BLOCK_SECONDS and levels[0] >= SILENCE and not any(
            _is_changed(level, levels[0]) for level in levels)

    def is_silent(self, seconds):
        """Whether the last `seconds` were silent."""
        levels, _ = self.levels(time.monotonic() - seconds)
        return bool(levels) and max(levels) < SILENCE

    def change(self, control):
        """The moment of the first block since the control that differs from the level before; None if there is none."""
        levels, begin = self.levels(control - BEFORE_SECONDS)
        first = int(BEFORE_SECONDS / BLOCK_SECONDS) - 1  # the block of the control itself
        if len(levels) <= first:
            return None  # the recording is late
        before = sorted(levels[:first])[first // 2]
        for number in range(first, len(levels)):
            if _is_changed(levels[number], before):
                return begin + number * BLOCK_SECONDS
        return None

    def silence(self, control):
        """The moment of the first block since the control that begins a lasting silence; None if there is none."""
        levels, begin = self.levels(control)
        needed = round(SILENT_SECONDS / BLOCK_SECONDS)
        run = 0
        for number, level in enumerate(levels):
            run = run + 1 if level < SILENCE else 0
            if run == needed:
                return begin + (number + 1 - needed) * BLOCK_SECONDS
        return None

    def tone(self, moment):
        """The tone of the scale that the block at a moment is, in hertz; None if it is none of them."""
        samples, _ = self.since(moment)
        return _tone(samples[:BLOCK_SAMPLES])

    def other_tone(self, control):
        """The moment of the first block since the control that is another tone than before; None if there is none."""
        samples, begin = self.since(control - BEFORE_SECONDS)
        blocks = _blocks(samples)
        before = _tone(blocks[0]) if blocks else None
        for number in range(int(BEFORE_SECONDS / BLOCK_SECONDS) - 1, len(blocks)):
            tone = _tone(blocks[number])
            if tone and tone != before:
                return begin + number * BLOCK_SECONDS
        return None

    def largest_step(self, begin, end):
        """The largest difference of two neighbouring samples between two moments."""
        return _step(self._between(begin, end))

    def usual_step(self, begin, end):
        """The median of the largest differences in the blocks between two moments: that of the tone, without clicks."""
        return statistics.median(_step(block) for block in _blocks(self._between(begin, end)))

    def _between(self, begin, end):
        samples, first = self.since(begin)
        return samples[:round((end - first) * RATE)]


def _blocks(samples):
    return [samples[start:start + BLOCK_SAMPLES] for start in range(0, len(samples) - BLOCK_SAMPLES + 1, BLOCK_SAMPLES)]


def _levels(samples):
    return [(sum(map(operator.mul, block, block)) / BLOCK_SAMPLES) ** 0.5 for block in _blocks(samples)]


def _step(samples):
    return max(map(abs, map(operator.sub, samples[1:], samples)))


_WAVES = {
    tone: [[wave(2 * math.pi * tone * number / RATE) for number in range(BLOCK_SAMPLES)]
           for wave in (math.cos, math.sin)]
    for tone in SCALE}


def _tone(block):
    """The tone of the scale that a block is, at any level that can be heard; None if it is none of them."""
    power = sum(map(operator.mul, block, block))
    if len(block) < BLOCK_SAMPLES or power < BLOCK_SAMPLES * SILENCE ** 2:
        return None
    for tone, waves in _WAVES.items():
        own = sum(sum(map(operator.mul, block, wave)) ** 2 for wave in waves) * 2 / BLOCK_SAMPLES
        if own >= PURITY * power:
            return tone
    return None


def _is_changed(level, before):
    if before < SILENCE:
        return level >= SILENCE
    return abs(level - before) > DEVIATION * before


@contextlib.contextmanager
def recording(device, sink):
    """Records what a sink plays as long as the `with` block lasts, with the least delay."""
    command = ["parec", "-d", f"{sink}.monitor", "--format=s16le", f"--rate={RATE}", "--channels=1",
               f"--latency-msec={1000 * LATENCY_SECONDS:.0f}"]
    with running(command, device.environment, stdout=subprocess.PIPE) as process:
        result = Recording(process.stdout)
        wait_until(lambda: result.has_started, "parec records")
        yield result
