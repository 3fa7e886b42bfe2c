import io
import math
import struct
import wave

import pytest

pytest_plugins = ["pytester"]

RATE = 48000


def wav(frequency, decibels, seconds=1.0, channels=1):
    """The bytes of a WAV file of 16 bits with a sine; 0 dB is full scale."""
    peak = 32767 * 10 ** (decibels / 20)
    step = 2 * math.pi * frequency / RATE
    samples = [round(peak * math.sin(step * i)) for i in range(round(seconds * RATE)) for _ in range(channels)]
    file = io.BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setnchannels(channels)
        writer.setsampwidth(2)
        writer.setframerate(RATE)
        writer.writeframes(struct.pack(f"<{len(samples)}h", *samples))
    return file.getvalue()


@pytest.fixture
def tone():
    """A sine of 997 Hz at −20 dBFS, one second in one channel."""
    return wav(997, -20)
