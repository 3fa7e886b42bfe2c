#!/usr/bin/env python3
"""Makes a sound, and copies of it that each have one fault of a known kind, place and size.

    plant_faults.py FOLDER [--count 100] [--seed 1] [--coarse] [--kinds gap,tilt] [--list]

FOLDER gets original.wav (10 s of stereo at 44.1 kHz, 16 bits: chords, plucked notes, a drum, noise bursts, a hiss) and a
file NNN-KIND.wav for each fault, kinds by turns. One line of JSON is printed for each, also into faults.jsonl:

    {"file": "003-gap.wav", "kind": "gap", "begin": 4.213, "end": 4.223, "channel": null, "size": 10.0, "unit": "ms"}

    begin, end   where the sound differs, in seconds of the original
    channel      from 1; null for all
    size, unit   how large the fault is, in the unit of its kind

--coarse makes faults that a lossy codec does not hide: of at least 1.5 dB or 10 ms. --list prints kinds and sizes. The same
options give the same bytes. Exit code: 0, 64 for bad usage, 74 when a file cannot be written.
"""
import argparse
import json
import os
import sys
import wave

import numpy as np

RATE = 44100
SECONDS = 10
FRAMES = RATE * SECONDS
EDGE = 0.5  # seconds at begin and end that have no short fault
USAGE, CANNOT_WRITE = 64, 74


def _times(length=FRAMES):
    return np.arange(length) / RATE


def _pluck(hertz, length, decay):
    """A note of six overtones that decays."""
    time = _times(length)
    wave_ = sum(np.sin(2 * np.pi * hertz * n * time) / n for n in range(1, 7) if hertz * n < 0.45 * RATE)
    return wave_ * np.exp(-decay * time) * np.minimum(time / 0.002, 1)


def _add(sound, begin, part, gains):
    end = min(begin + len(part), FRAMES)
    for channel, gain in enumerate(gains):
        sound[begin:end, channel] += gain * part[:end - begin]


def make_sound(seed):
    """The sound as frames × 2 channels, −1…1. No third octave from 50 Hz to 16 kHz is ever silent."""
    random = np.random.default_rng([seed, 0])
    time = _times()
    sound = np.zeros((FRAMES, 2))
    for index, root in enumerate((110.0, 146.83, 164.81, 130.81, 110.0)):
        part = _times(2 * RATE)
        chord = sum(np.sin(2 * np.pi * root * ratio * part + phase)
                    for ratio, phase in zip((1, 1.26, 1.5, 2, 3), random.uniform(0, 6.28, 5)))
        fade = np.minimum(np.minimum(part, 2 - part) / 0.02, 1)
        _add(sound, 2 * index * RATE, chord * fade, (0.03, 0.024))
    for step in range(SECONDS * 4):
        hertz = 220.0 * 2 ** (random.integers(0, 25) / 12)
        left = random.uniform(0.3, 0.7)
        _add(sound, step * RATE // 4, _pluck(hertz, RATE // 2, 9), (0.16 * left, 0.16 * (1 - left)))
    for step in range(SECONDS * 2):
        drum = _times(RATE // 3)
        _add(sound, step * RATE // 2, np.sin(2 * np.pi * (55 * drum + 4 * (1 - np.exp(-25 * drum)))) * np.exp(-14 * drum),
             (0.2, 0.18))
        burst = random.normal(0, 1, RATE // 5) * np.exp(-22 * _times(RATE // 5))
        _add(sound, step * RATE // 2 + RATE // 4, burst, (0.05, 0.08))
    hiss = random.normal(0, 1, (FRAMES, 2)) * (0.022 + 0.006 * np.sin(2 * np.pi * 0.3 * time))[:, None]
    sound += hiss * (1, 0.8)
    return sound * (0.7 / np.abs(sound).max())


def _filtered(sound, gain):
    """The sound with a gain that depends on the frequency: `gain(hertz)` is linear."""
    spectrum = np.fft.rfft(sound, axis=0)
    hertz = np.fft.rfftfreq(len(sound), 1 / RATE)
    return np.fft.irfft(spectrum * gain(hertz)[:, None], n=len(sound), axis=0)


def _shelf(corner, decibels, above):
    """A gain that reaches `decibels` within a third of an octave above (or below) the corner."""
    def gain(hertz):
        octaves = np.log2(np.maximum(hertz, 1) / corner) * (1 if above else -1)
        return 10 ** (decibels * np.clip(octaves * 3, 0, 1) / 20)
    return gain


def _place(random, milliseconds):
    """First and last frame of a stretch somewhere in the sound."""
    length = round(milliseconds * RATE / 1000)
    begin = int(random.integers(int(EDGE * RATE), FRAMES - int(EDGE * RATE) - length))
    return begin, begin + length


def _signed(random, low, high):
    return float(np.round(random.uniform(low, high), 2) * random.choice((-1, 1)))


def _half(random):
    """A place from which on the sound differs, with two seconds left at least."""
    return int(random.integers(RATE // 2, FRAMES - 2 * RATE))


class Fault:
    """What was changed: channel from 0 or None, frames, size in the kind's unit."""

    def __init__(self, sound, size, begin=0, end=FRAMES, channel=None):
        self.sound, self.size, self.begin, self.end, self.channel = sound, size, begin, end, channel


def glitch(sound, random, coarse):
    """A burst of noise."""
    length = float(random.choice((10, 20) if coarse else (1, 2)))
    begin, end = _place(random, length)
    channel = int(random.integers(2))
    sound[begin:end, channel] = random.uniform(-0.6, 0.6, end - begin)
    return Fault(sound, length, begin, end, channel)


def gap(sound, random, coarse):
    """Silence in the middle of the sound."""
    length = float(random.choice((20, 40, 80) if coarse else (10, 15, 30)))
    begin, end = _place(random, length)
    sound[begin:end] = 0
    return Fault(sound, length, begin, end)


def dropped_channel(sound, random, coarse):
    """A channel that is silent from some place on, or throughout."""
    begin, channel = int(random.choice((0, _half(random)))), int(random.integers(2))
    sound[begin:, channel] = 0
    return Fault(sound, 1.0, begin, FRAMES, channel)


def swapped_channels(sound, random, coarse):
    """Left and right exchanged from some place on, or throughout."""
    begin = int(random.choice((0, _half(random))))
    sound[begin:] = sound[begin:, ::-1].copy()
    return Fault(sound, 2.0, begin)


def mixed_channels(sound, random, coarse):
    """Both channels are the mean of both."""
    sound[:] = sound.mean(axis=1, keepdims=True)
    return Fault(sound, 2.0)


def gain(sound, random, coarse):
    """All a little louder or softer."""
    size = _signed(random, *((1.5, 3) if coarse else (0.5, 1)))
    return Fault(sound * 10 ** (size / 20), size)


def channel_gain(sound, random, coarse):
    """One channel a little louder or softer."""
    size, channel = _signed(random, *((1.5, 3) if coarse else (0.5, 1))), int(random.integers(2))
    sound[:, channel] *= 10 ** (size / 20)
    return Fault(sound, size, channel=channel)


def dip(sound, random, coarse):
    """Some hundred milliseconds softer."""
    size = -float(np.round(random.uniform(3, 6) if coarse else random.uniform(1, 2), 2))
    begin, end = _place(random, float(random.choice((300, 500))))
    sound[begin:end] *= 10 ** (size / 20)
    return Fault(sound, size, begin, end)


def tilt(sound, random, coarse):
    """More or less of all above 8 kHz."""
    size = _signed(random, *((2, 4) if coarse else (1, 2)))
    return Fault(_filtered(sound, _shelf(8000, size, above=True)), size)


def bass_tilt(sound, random, coarse):
    """More or less of all below 200 Hz."""
    size = _signed(random, *((2, 4) if coarse else (1, 2)))
    return Fault(_filtered(sound, _shelf(200, size, above=False)), size)


def lost_treble(sound, random, coarse):
    """Nothing above a frequency."""
    size = float(random.choice((6000, 8000, 10000)))
    return Fault(_filtered(sound, lambda hertz: (hertz < size).astype(float)), size)


def wrong_rate(sound, random, coarse):
    """Samples of one rate played at another: all is faster or slower, and as much higher or lower."""
    size = float(random.choice((48000, 32000, 44000) if not coarse else (48000, 32000, 40000)))
    # The spectrum of the whole, cut off or lengthened, has the waveform at other places.
    length = round(FRAMES * RATE / size)
    spectrum = np.fft.rfft(sound, axis=0)
    resized = np.zeros((length // 2 + 1, 2), dtype=complex)
    kept = min(len(spectrum), len(resized))
    resized[:kept] = spectrum[:kept]
    return Fault(np.fft.irfft(resized, n=length, axis=0) * (length / FRAMES), size)


def clipped(sound, random, coarse):
    """Peaks cut off, this far below the greatest one."""
    size = float(np.round(random.uniform(10, 12) if coarse else random.uniform(7, 10), 2))
    limit = np.abs(sound).max() * 10 ** (-size / 20)
    return Fault(np.clip(sound, -limit, limit), size)


def skipped(sound, random, coarse):
    """A stretch left out; what follows is earlier."""
    length = float(random.choice((60, 100) if coarse else (30, 60)))
    begin, end = _place(random, length)
    return Fault(np.concatenate([sound[:begin], sound[end:]]), length, begin)


def repeated(sound, random, coarse):
    """A stretch twice in a row; what follows is later."""
    length = float(random.choice((60, 100) if coarse else (30, 60)))
    begin, end = _place(random, length)
    return Fault(np.concatenate([sound[:end], sound[begin:end], sound[end:]]), length, end)


def late(sound, random, coarse):
    """Silence before the sound."""
    length = float(random.choice((150, 300)))
    silence = np.zeros((round(length * RATE / 1000), 2))
    return Fault(np.concatenate([silence, sound]), length)


def cut_off(sound, random, coarse):
    """The end is missing."""
    length = float(random.choice((200, 500, 1000)))
    return Fault(sound[:FRAMES - round(length * RATE / 1000)], length, FRAMES - round(length * RATE / 1000))


def hum(sound, random, coarse):
    """A tone of mains under all."""
    size = float(np.round(random.uniform(-30, -24), 2))
    return Fault(sound + 10 ** (size / 20) * np.sin(2 * np.pi * 50 * _times())[:, None], size)


def noise(sound, random, coarse):
    """White noise under all."""
    size = float(np.round(random.uniform(-30, -24) if coarse else random.uniform(-38, -32), 2))
    return Fault(sound + 10 ** (size / 20) * random.normal(0, 1, sound.shape), size)


KINDS = {
    # name: (what makes it, unit of the size)
    "glitch": (glitch, "ms"),
    "dropped-channel": (dropped_channel, "channels"),
    "tilt": (tilt, "dB"),
    "gain": (gain, "dB"),
    "gap": (gap, "ms"),
    "wrong-rate": (wrong_rate, "Hz"),
    "clipped": (clipped, "dB"),
    "swapped-channels": (swapped_channels, "channels"),
    "mixed-channels": (mixed_channels, "channels"),
    "channel-gain": (channel_gain, "dB"),
    "dip": (dip, "dB"),
    "bass-tilt": (bass_tilt, "dB"),
    "lost-treble": (lost_treble, "Hz"),
    "skipped": (skipped, "ms"),
    "repeated": (repeated, "ms"),
    "late": (late, "ms"),
    "cut-off": (cut_off, "ms"),
    "hum": (hum, "dBFS"),
    "noise": (noise, "dBFS"),
}


def write(path, sound):
    """Writes frames × 2 as a WAV file of 16 bits; what exceeds full scale is cut off."""
    samples = np.clip(np.round(sound * 32768), -32768, 32767).astype("<i2")
    with wave.open(path, "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())


def plant(folder, count, seed, coarse, kinds):
    """Writes the files, and yields what is in each."""
    sound = make_sound(seed)
    write(os.path.join(folder, "original.wav"), sound)
    for number in range(count):
        kind = kinds[number % len(kinds)]
        make, unit = KINDS[kind]
        fault = make(sound.copy(), np.random.default_rng([seed, 1 + number, coarse]), coarse)
        name = f"{number + 1:03}-{kind}.wav"
        write(os.path.join(folder, name), fault.sound)
        yield {"file": name, "kind": kind, "begin": round(fault.begin / RATE, 4), "end": round(fault.end / RATE, 4),
               "channel": None if fault.channel is None else fault.channel + 1, "size": fault.size, "unit": unit}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--coarse", action="store_true")
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--list", action="store_true")
    try:
        options = parser.parse_args()
    except SystemExit as end:
        return USAGE if end.code else 0
    if options.list:
        for kind, (make, unit) in KINDS.items():
            print(f"{kind} ({unit}): {make.__doc__}")
        return 0
    kinds = options.kinds.split(",")
    unknown = [kind for kind in kinds if kind not in KINDS]
    if unknown or not options.folder or options.count < 1 or options.seed < 0:
        reason = f"no kind '{unknown[0]}'; see --list" if unknown else "a folder, a count and a seed ≥ 0 are needed"
        print(f"plant_faults: {reason}", file=sys.stderr)
        return USAGE
    try:
        os.makedirs(options.folder, exist_ok=True)
        with open(os.path.join(options.folder, "faults.jsonl"), "w", encoding="utf-8") as lines:
            for fault in plant(options.folder, options.count, options.seed, options.coarse, kinds):
                line = json.dumps(fault)
                print(line)
                lines.write(line + "\n")
    except OSError as error:
        print(f"plant_faults: {error}", file=sys.stderr)
        return CANNOT_WRITE
    return 0


if __name__ == "__main__":
    sys.exit(main())
