#!/usr/bin/env python3
"""Compares a recording with what was played: finds where it begins in the source, and how well it agrees from there on.

    match_sound.py RECORDING RATE CHANNELS SOURCE.wav [--loop]

RECORDING is bare 16-bit samples, little-endian, interleaved, with silence before and after; SOURCE a WAV file of 32-bit
float samples of that rate and number of channels, played once or, with --loop, over and over without a seam.

Prints one JSON object:
    seconds      how long the recording sounds
    offset       where in the source it begins, in seconds
    correlation  normalised cross-correlation of the sounding part, fades left out; the worst channel's
    worst        the same of the worst 50 ms: a gap, a jump or a repeat brings it down
    worstAt      where in the recording that is, in seconds
    gain         how loud the recording is, beside the source
"""
import json
import sys

import numpy as np

FADE = 0.15  # seconds left out at both ends
WINDOW = 0.05  # seconds
SILENT = 0.003  # full scale is 1


def read_wav(path):
    data = open(path, "rb").read()
    at = data.index(b"data") + 8
    channels = int.from_bytes(data[22:24], "little")
    return np.frombuffer(data[at:], dtype="<f4").astype(float).reshape(-1, channels)


def sounding(samples):
    """First and last frame that is not silent."""
    loud = np.flatnonzero(np.max(np.abs(samples), axis=1) > SILENT)
    return (loud[0], loud[-1] + 1) if len(loud) else (0, 0)


def lag_of(part, source):
    """The place in source where part fits best."""
    size = 1 << int(np.ceil(np.log2(len(source) + len(part))))
    product = np.fft.rfft(source.sum(axis=1), size) * np.conj(np.fft.rfft(part.sum(axis=1), size))
    return int(np.argmax(np.fft.irfft(product, size)[: len(source)]))


def correlation(a, b):
    norm = np.sqrt(np.sum(a * a) * np.sum(b * b))
    return float(np.sum(a * b) / norm) if norm > 0 else 0.0


def main():
    path, rate, channels = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    data = open(path, "rb").read()
    data = data[: len(data) // (2 * channels) * 2 * channels]
    recording = np.frombuffer(data, dtype="<i2").astype(float).reshape(-1, channels) / 32768
    source = read_wav(sys.argv[4])
    first, last = sounding(recording)
    seconds = (last - first) / rate
    first, last = first + int(FADE * rate), last - int(FADE * rate)
    if last - first < rate:
        print(json.dumps({"seconds": seconds, "offset": 0, "correlation": 0, "worst": 0, "worstAt": 0, "gain": 0}))
        return
    part = recording[first:last]
    loops = len(part) // len(source) + 2 if "--loop" in sys.argv else 1
    long = np.tile(source, (loops, 1))
    # The first second says where we are; the rest must then be at its place.
    lag = lag_of(part[:rate], long[: len(source) + rate] if loops > 1 else long)
    there = long[lag : lag + len(part)]
    part = part[: len(there)]
    whole = min(correlation(part[:, c], there[:, c]) for c in range(channels))
    worst, worst_at = 1.0, 0.0
    step = int(WINDOW * rate)
    for begin in range(0, len(part) - step + 1, step):
        a, b = part[begin : begin + step], there[begin : begin + step]
        # Next to silence the noise of coding and of 16 bits counts for more than it should.
        if np.sqrt(np.mean(b * b)) < 0.01 and np.sqrt(np.mean(a * a)) < 0.02:
            continue
        value = correlation(a.ravel(), b.ravel())
        if value < worst:
            worst, worst_at = value, (first + begin) / rate
    gain = float(np.sqrt(np.mean(part**2) / np.mean(there**2)))
    print(
        json.dumps(
            {
                "seconds": seconds,
                "offset": (lag - FADE * rate) / rate,
                "correlation": whole,
                "worst": worst,
                "worstAt": worst_at,
                "gain": gain,
            }
        )
    )


main()
