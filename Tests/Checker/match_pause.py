#!/usr/bin/env python3
"""Says by how many frames the sound of a recording goes on after a pause at another place than where it faded out.

    match_pause.py RECORDING RATE CHANNELS FREQUENCY...

RECORDING has 16-bit samples with the sum of these tones, whole numbers of hertz without a common divisor, in which a
silence of at least 0.2 s stands between a fade-out and a fade-in. Writes JSON: `frames` are missing (positive) or doubled
(negative), known but for a multiple of a second; `fades` are the times in which the fades would go from all to nothing, in
seconds; `error` is what the tones leave of the sound before and after the silence, as a part of it. A recording in which a
fade is missing, as that of a sink that had filled its buffer with silence, has another time there, and `frames` are wrong.

The tones before the silence are continued as if there had been none. A fade is that sound times a straight line, whose
zero is where the fade ends or begins: it lies between samples, and does not depend on what 16 bits leave of the faintest
ones, nor on a part of the fade that is missing.
"""

import json
import sys

import numpy as np

SILENT = 0.002  # full scale is 1
STEADY = 0.2  # seconds that are measured
AWAY = 0.06  # seconds between those and the silence, in which the sound fades
FADES = (0.008, 0.004, 0.002)  # seconds of a fade that are measured: of its beginning a part may be missing


def longest_silence(samples, rate):
    """First frame of the longest silence between sounds, and the first after it."""
    loud = np.flatnonzero(np.abs(samples) > SILENT)
    gaps = np.diff(loud)
    at = int(np.argmax(gaps))
    if gaps[at] < 0.2 * rate:
        sys.exit("match_pause: there is no silence")
    return int(loud[at]) + 1, int(loud[at + 1])


def tones_at(frames, rate, frequencies):
    """Cosine and sine of each tone at these frames."""
    angles = 2 * np.pi * np.outer(frames, frequencies) / rate
    return np.hstack([np.cos(angles), np.sin(angles)])


def zero_of_fade(samples, sound, windows):
    """Where the straight line is zero that makes samples of sound, and in how many frames it goes from there to 1: in the
    first of these windows, each an array of frames, that lies within the fade, or in the last one."""
    for frames in windows:
        middle = frames.mean()
        heard = sound(frames)
        factors = np.stack([heard, heard * (frames - middle)], axis=1)
        (gain, slope), *_ = np.linalg.lstsq(factors, samples[frames], rcond=None)
        if gain + abs(slope) * (len(frames) - 1) / 2 < 0.95:
            break
    return middle - gain / slope, abs(1 / slope)


def main():
    path, rate, channels = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    frequencies = np.array([float(text) for text in sys.argv[4:]])
    data = open(path, "rb").read()
    data = data[: len(data) // (2 * channels) * 2 * channels]
    samples = np.frombuffer(data, dtype="<i2").astype(float).reshape(-1, channels)[:, 0] / 32768
    begin, end = longest_silence(samples, rate)
    size, away = int(STEADY * rate), int(AWAY * rate)
    before = np.arange(begin - away - size, begin - away)
    after = np.arange(end + away, end + away + size)
    if before[0] < 0 or after[-1] >= len(samples):
        sys.exit("match_pause: the sound around the silence is too short")

    weights, *_ = np.linalg.lstsq(tones_at(before, rate, frequencies), samples[before], rcond=None)

    def sound(frames):
        return tones_at(frames, rate, frequencies) @ weights

    def error(frames, lag):
        rest = samples[frames] - sound(frames - lag)
        return float(np.sqrt(np.sum(rest**2) / np.sum(samples[frames] ** 2)))

    # All places within a second, from which on the tones repeat themselves; then between the frames.
    period = sound(np.arange(rate) + after[0] - rate + 1)
    heard = np.concatenate([samples[after], np.zeros(rate - size)])
    fit = np.fft.irfft(np.fft.rfft(period) * np.conj(np.fft.rfft(heard)), rate)
    lag = (rate - 1 - int(np.argmax(fit))) % rate
    near = lag + np.linspace(-1, 1, 201)
    lag = float(near[np.argmin([error(after, one) for one in near])])

    sizes = [int(size * rate) for size in FADES]
    last, length = zero_of_fade(samples, sound, [np.arange(begin - size, begin) for size in sizes])
    first, other = zero_of_fade(samples, lambda frames: sound(frames - lag), [np.arange(end, end + size) for size in sizes])
    missing = (first - lag - last + rate / 2) % rate - rate / 2
    print(json.dumps({"frames": round(missing, 2), "fades": [round(length / rate, 6), round(other / rate, 6)],
                      "error": round(max(error(before, 0), error(after, lag)), 4)}))


main()
