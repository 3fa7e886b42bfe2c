#!/usr/bin/env python3
"""Compares the JSON lines of `radiod spectrum --json` with a computation of SPECTRUM.md in double precision.

    check_frames.py FRAMES AUDIO… [options]

FRAMES is a file of JSON lines (- for stdin). Each AUDIO is one piece of the stream in one format, in order: a WAV file
(8 to 32-bit integer, 32 or 64-bit float) or, with --raw RATE:CHANNELS, 32-bit float samples, little-endian,
interleaved. What was measured is read from the header lines; what should have been asked for is given with --expect.

    --expect KEY=VALUE   a field of the header, or mode (mono, stereo), bandCount, low, high; may be repeated
    --mono               the frames hold the mean of the channels (same as --expect mode=mono)
    --raw RATE:CHANNELS  format of the AUDIO files that are not WAV files; may be repeated, one for each in turn
    --skip N             leave out the first N sample frames of the first AUDIO
    --partial            the stream was cut short: fewer frames than the sound has are right
    --title TIME:TEXT    a metadata line that must be there, its time to 0.05 s; may be repeated, in order
    --no-end             there is no end line (the program was killed)
    --db 0.01            tolerance of levels, peak and rms
    --percent 0.5        tolerance of springradio's bars
    --quiet DB           leave out levels expected below DB

SPECTRUM.md asks for FFTW in single precision, whose rounding is a noise of about -138 dB of the sound's power over all
bins, hardly over -150 dB in any band. Levels may be off by what such a noise can do to them, beside the 0.01 dB:
0.002 dB for a band 75 dB below the whole, 0.015 dB for one 95 dB below.

Prints a line for each failure and at last `N passed, N failed`; the exit code is 1 if any failed, or nothing passed.
"""
import argparse
import json
import re
import struct
import sys

import numpy as np

FLOOR = -120.0
SINGLE_PRECISION = -150.0  # dB of a row's rms: rounding noise within a band
SHOWN = 8  # failures of one kind that are printed; the rest is counted


class Report:
    """Counts checks, and prints those that failed."""

    def __init__(self):
        self.passed = 0
        self.failed = 0
        self.kinds = {}

    def check(self, good, kind, text):
        if good:
            self.passed += 1
            return True
        self.failed += 1
        self.kinds[kind] = self.kinds.get(kind, 0) + 1
        if self.kinds[kind] <= SHOWN:
            print(f"{kind}: {text() if callable(text) else text}")
        return False

    def finish(self):
        for kind, count in self.kinds.items():
            if count > SHOWN:
                print(f"{kind}: {count - SHOWN} more")
        print(f"{self.passed} passed, {self.failed} failed")
        return 1 if self.failed or not self.passed else 0


# Reading sound


def read_wav(data):
    """Rate and samples (frames × channels, float64) of a WAV file."""
    at, fmt, body = 12, None, None
    while at + 8 <= len(data):
        name, size = data[at : at + 4], struct.unpack_from("<I", data, at + 4)[0]
        if name == b"fmt ":
            fmt = struct.unpack_from("<HHIIHH", data, at + 8)
            if fmt[0] == 0xFFFE:  # extensible: the real tag begins the sub-format
                fmt = (struct.unpack_from("<H", data, at + 8 + 24)[0],) + fmt[1:]
        elif name == b"data":
            body = data[at + 8 : at + 8 + size]
        at += 8 + size + (size & 1)
    if fmt is None or body is None:
        raise ValueError("no fmt or data chunk")
    tag, channels, rate, _, _, bits = fmt
    width = bits // 8
    body = body[: len(body) // (width * channels) * width * channels]
    if tag == 3:
        samples = np.frombuffer(body, dtype={4: "<f4", 8: "<f8"}[width]).astype(np.float64)
    elif width == 1:
        samples = (np.frombuffer(body, dtype=np.uint8).astype(np.float64) - 128) / 128
    elif width == 3:
        raw = np.frombuffer(body, dtype=np.uint8).reshape(-1, 3).astype(np.int64)
        whole = raw[:, 0] | raw[:, 1] << 8 | raw[:, 2] << 16
        samples = np.where(whole >= 1 << 23, whole - (1 << 24), whole) / float(1 << 23)
    else:
        samples = np.frombuffer(body, dtype={2: "<i2", 4: "<i4"}[width]).astype(np.float64) / (1 << (bits - 1))
    return rate, samples.reshape(-1, channels)


def read_audio(path, raw_formats):
    with open(path, "rb") as file:
        data = file.read()
    if data[:4] == b"RIFF" and data[8:12] == b"WAVE":
        return read_wav(data)
    if not raw_formats:
        raise ValueError(f"{path} is not a WAV file: give --raw RATE:CHANNELS")
    rate, channels = map(int, raw_formats.pop(0).split(":"))
    data = data[: len(data) // (4 * channels) * 4 * channels]
    return rate, np.frombuffer(data, dtype="<f4").astype(np.float64).reshape(-1, channels)


# SPECTRUM.md


def a_weighting(f):
    """Amplitude gain of IEC 61672-1's A, 1 at 1 kHz."""

    def curve(f):
        f = np.asarray(f, dtype=np.float64)
        top = 12194.217**2 * f**4
        poles = np.sqrt((f**2 + 107.65265**2) * (f**2 + 737.86223**2))
        return top / ((f**2 + 20.598997**2) * poles * (f**2 + 12194.217**2))

    return curve(f) / curve(1000.0)


def spring_weighting(f):
    c1, c2, c3, c4 = 12194.217**2, 20.598997**2, 107.65265**2, 737.86223**2
    return 1.2589 * c1 * f**4 / ((f**2 + c2) * np.sqrt((f**2 + c3) * (f**2 + c4)) * (f**2 + c1))


def edges_of(low, high, bands, rate):
    if low < rate / 2:
        high = min(high, rate / 2)
    return low * (high / low) ** (np.arange(bands + 1) / bands)


def share_matrix(edges, size, rate):
    """bands × bins: how much of each bin's width lies in each band."""
    width = rate / size
    k = np.arange(size // 2 + 1)
    below, above = (k - 0.5) * width, (k + 0.5) * width
    inside = np.minimum(above, edges[1:, None]) - np.maximum(below, edges[:-1, None])
    return np.clip(inside, 0, None) / width


def decibels(power):
    with np.errstate(divide="ignore"):
        return np.maximum(10 * np.log10(power), FLOOR)


class Expected:
    """What the frames of one piece of sound must hold; arrays frames × rows × bands."""

    def __init__(self, samples, rate, header, low, high, mono, is_last):
        size, hop, bands = header["fftSize"], header["hop"], len(header["bands"])
        samples = np.where(np.isfinite(samples), samples, 0)
        if mono:
            samples = samples.mean(axis=1, keepdims=True)
        count = (len(samples) - size) // hop + 1 if len(samples) >= size else 0
        rows = samples.shape[1]
        # Samples behind the last window, except those that the hop skips, are in one padded with zeros.
        self.padded = 0
        if is_last and len(samples) > max((count - 1) * hop + size if count else 0, count * hop):
            self.padded = count * hop + size - len(samples)
            samples = np.concatenate([samples, np.zeros((self.padded, rows))])
            count += 1
        self.count, self.rows = count, rows
        self.edges = edges_of(low, high, bands, rate)
        self.times = (np.arange(count) * hop + size / 2) / rate
        n = np.arange(size)
        window = 0.5 * (1 - np.cos(2 * np.pi * n / size))
        frequency = np.arange(size // 2 + 1) * rate / size
        gain = np.full(size // 2 + 1, 4 / (size * np.sum(window**2)))
        gain[[0, -1]] /= 2
        if header["weighting"] == "a":
            gain = gain * a_weighting(frequency) ** 2
        shares = (share_matrix(self.edges, size, rate) * gain).T
        self.levels = np.empty((count, rows, bands))
        self.heights = np.empty((count, rows, bands))
        self.peak = np.empty((count, rows))
        self.rms = np.empty((count, rows))
        spring = header["profile"] == "springradio"
        if spring:
            weight = spring_weighting(frequency)
            first = np.floor(self.edges[:-1] * size / rate + 0.5).astype(int)
            last = np.minimum(np.floor(self.edges[1:] * size / rate + 0.5).astype(int), size // 2 - 1)
            other_window = np.sqrt(2 / 3) * (1 - np.cos(2 * np.pi * n / size))
        for i in range(count):
            x = samples[i * hop : i * hop + size].T
            power = np.abs(np.fft.rfft(x * window)) ** 2
            self.levels[i] = decibels(power @ shares)
            self.peak[i] = decibels(np.max(np.abs(x), axis=1) ** 2)
            self.rms[i] = decibels(2 * np.mean(x**2, axis=1))
            if spring:
                a = 2 * np.abs(np.fft.rfft(x * other_window)) / size
                a[:, 0] /= 2
                a = a * weight
                best = np.zeros((rows, bands))
                for j in range(bands):
                    if first[j] <= last[j]:
                        best[:, j] = 5 * a[:, first[j] : last[j] + 1].max(axis=1)
                smooth = best.copy()
                for j in range(3, bands - 3):
                    smooth[:, j] = best[:, j - 3 : j + 4] @ [1, 2, 3, 5, 3, 2, 1] / 17
                self.heights[i] = smooth
        if not spring:
            self.heights = np.clip((self.levels + 70) / 60, 0, 1)


def ballistics(heights, times, profile, state):
    """Bars from heights, frame by frame. `state` is (last bars, last time) or None, and is given back."""
    bars = np.empty_like(heights)
    for i in range(len(heights)):
        last, when = state if state is not None else (np.zeros_like(heights[i]), times[i])
        if profile == "springradio":
            bars[i] = 0.5 * last + 0.5 * heights[i]
        else:
            bars[i] = np.maximum(heights[i], last - (times[i] - when) * 20 / 0.25 / 60)
        state = (bars[i], times[i])
    return bars, state


# The lines


NUMBERS = {
    "levels": re.compile(r'"levels":(\[\[[^"]*\]\])'),
    "bars": re.compile(r'"bars":(\[\[[^"]*\]\])'),
    "peak": re.compile(r'"peak":(\[[^"]*\])'),
    "rms": re.compile(r'"rms":(\[[^"]*\])'),
    "time": re.compile(r'"time":([^,}]*)'),
}
SHAPES = {
    "levels": re.compile(r"-?\d+\.\d\d"),
    "bars": re.compile(r"\d+\.\d{4}"),
    "peak": re.compile(r"-?\d+\.\d\d"),
    "rms": re.compile(r"-?\d+\.\d\d"),
    "time": re.compile(r"\d+\.\d{6}"),
}
MINUS_ZERO = re.compile(r"-0+(\.0*)?")


def refuse(constant):
    raise ValueError(f"{constant} is not JSON")


def read_lines(path, report):
    """The objects of the file, with their text and line number."""
    file = sys.stdin.buffer if path == "-" else open(path, "rb")
    with file:
        data = file.read()
    if data:
        report.check(data.endswith(b"\n"), "lines", "the last line does not end with a newline")
    objects = []
    for number, line in enumerate(data.split(b"\n")[: data.count(b"\n")], 1):
        try:
            text = line.decode("utf-8")
            value = json.loads(text, parse_constant=refuse)
            good = isinstance(value, dict) and value.get("type") in ("header", "frame", "metadata", "end")
            why = "not an object of a known type"
        except (ValueError, UnicodeDecodeError) as error:
            good, why = False, str(error)
        if report.check(good, "lines", lambda: f"line {number}: {why}"):
            objects.append((number, text, value))
    return objects


def check_text(number, text, report):
    """The frame's numbers have the decimals they should, and none is minus zero."""
    for key, pattern in NUMBERS.items():
        found = pattern.search(text)
        numbers = re.split(r"[\[\],]+", found.group(1).strip("[]")) if found else []
        bad = [n for n in numbers if not SHAPES[key].fullmatch(n) or MINUS_ZERO.fullmatch(n)]
        report.check(found and not bad, "decimals", lambda: f"line {number}: {key} has {bad[:3] or 'no numbers'}")


def check_order(objects, options, report):
    """Header first, end last, titles among the frames by their time."""
    kinds = [value["type"] for _, _, value in objects]
    sounding = "frame" in kinds
    if sounding or "header" in kinds:
        report.check(kinds[0] == "header", "order", f"the first line is {kinds[0]}, not header")
    if options.no_end:
        report.check("end" not in kinds, "order", "there is an end line")
    else:
        good = kinds.count("end") == 1 and kinds[-1:] == ["end"]
        report.check(good, "order", "there is not one end line, at the end")
        if kinds[-1:] == ["end"]:
            end = objects[-1][2]
            report.check(
                end.get("frames") == kinds.count("frame"),
                "end",
                lambda: f"it counts {end.get('frames')} frames, there are {kinds.count('frame')}",
            )
            report.check(isinstance(end.get("reason"), str) and end["reason"], "end", "it names no reason")
    last = 0.0
    for number, _, value in objects:
        if value["type"] in ("frame", "metadata"):
            when = value.get("time", -1)
            report.check(
                when >= last - 1e-6,
                "order",
                lambda: f"line {number}: {value['type']} of {when} s after a line of {last} s",
            )
            last = max(last, when)
    titles = [value for _, _, value in objects if value["type"] == "metadata"]
    if options.title:
        report.check(
            len(titles) == len(options.title),
            "titles",
            lambda: f"{len(titles)} lines, expected {len(options.title)}: {[t.get('title') for t in titles]}",
        )
        for value, wanted in zip(titles, options.title):
            when, text = wanted.split(":", 1)
            good = value.get("title") == text and abs(value.get("time", -1) - float(when)) <= 0.05
            report.check(
                good, "titles", lambda: f"{value.get('title')!r} at {value.get('time')}, expected {text!r} at {when}"
            )


def check_header(number, header, rate, channels, mono, wanted, report):
    def field(name, got, want):
        report.check(got == want, "header", lambda: f"line {number}: {name} is {got!r}, expected {want!r}")

    field("version", header.get("version"), 1)
    field("window", header.get("window"), "hann")
    field("sampleRate", header.get("sampleRate"), rate)
    field("channels", header.get("channels"), channels)
    rows = 1 if mono or channels == 1 else channels
    field("mode", header.get("mode"), "mono" if rows == 1 else "stereo")
    field("floor", header.get("floor"), -120)
    field("rmsReference", header.get("rmsReference"), "sine")
    report.check(
        re.fullmatch(r"radiod \d+\.\d+\.\d+\S*", str(header.get("program"))),
        "header",
        f"line {number}: program is {header.get('program')!r}",
    )
    for key in ("source", "codec"):
        report.check(isinstance(header.get(key), str), "header", f"line {number}: no {key}")
    for key in wanted:
        if key in header:
            field(key, str(header[key]), wanted[key])
        elif key not in ("mode", "bandCount", "low", "high"):
            report.check(False, "header", f"line {number}: no field {key}")
    if "bandCount" in wanted:
        field("the number of bands", len(header["bands"]), int(wanted["bandCount"]))


def check_edges(number, header, edges, report):
    for j, band in enumerate(header["bands"]):
        want = (edges[j], np.sqrt(edges[j] * edges[j + 1]), edges[j + 1])
        got = (band["low"], band["center"], band["high"])
        good = all(abs(g - w) <= 1e-4 * w for g, w in zip(got, want))
        report.check(good, "bands", lambda: f"line {number}: band {j} is {got}, expected {want}")


def shaped(value, key, shape):
    try:
        array = np.array(value[key], dtype=np.float64)
    except (KeyError, ValueError, TypeError):
        return None
    return array if array.shape == shape else None


def check_frame(number, text, frame, index, i, expected, bars, start, header, options, report):
    bands = len(header["bands"])
    report.check(
        frame.get("index") == index, "index", lambda: f"line {number}: {frame.get('index')}, expected {index}"
    )
    want = start + expected.times[i]
    report.check(
        abs(frame.get("time", -1) - want) <= 1e-6,
        "time",
        lambda: f"line {number}: {frame.get('time')}, expected {want:.6f}",
    )
    if options.partial and "padded" in frame:
        return  # where the sound was cut is not known to the sample
    padded = expected.padded if i == expected.count - 1 else 0
    report.check(
        frame.get("padded", 0) == padded,
        "padded",
        lambda: f"line {number}: {frame.get('padded', 0)} zeros, expected {padded}",
    )
    check_text(number, text, report)
    audible = expected.levels[i] >= options.quiet
    db = options.db + 1e-6
    # An amplitude may be wrong by the noise's amplitude.
    below = expected.rms[i][:, None] + SINGLE_PRECISION - expected.levels[i]
    noise = 20 * np.log10(1 + 10 ** (below / 20))
    if header["profile"] == "springradio":
        bar_tolerance = np.abs(bars[i]) * options.percent / 100 + 0.5001e-4
    else:
        bar_tolerance = np.full_like(bars[i], options.db / 60 + 0.5001e-4)
    for key, wanted, tolerance, where in (
        ("levels", expected.levels[i], db + noise, audible),
        ("bars", bars[i], bar_tolerance, True),
        ("peak", expected.peak[i], db, True),
        ("rms", expected.rms[i], db, True),
    ):
        shape = (expected.rows, bands) if key in ("levels", "bars") else (expected.rows,)
        got = shaped(frame, key, shape)
        if got is None:
            report.check(False, key, f"line {number}: not {' × '.join(map(str, shape))} numbers")
            continue
        off = np.where(where, np.abs(got - wanted) - tolerance, -1)
        worst = np.unravel_index(np.argmax(off), shape)
        report.check(
            off[worst] <= 0,
            key,
            lambda: f"line {number}: frame {index} at {[int(n) for n in worst]} is {got[worst]}, "
            f"expected {wanted[worst]:.5f}",
        )


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("frames")
    parser.add_argument("audio", nargs="+")
    parser.add_argument("--expect", action="append", default=[])
    parser.add_argument("--mono", action="store_true")
    parser.add_argument("--raw", action="append", default=[])
    parser.add_argument("--skip", type=int, default=0)
    parser.add_argument("--partial", action="store_true")
    parser.add_argument("--title", action="append", default=[])
    parser.add_argument("--no-end", action="store_true")
    parser.add_argument("--db", type=float, default=0.01)
    parser.add_argument("--percent", type=float, default=0.5)
    parser.add_argument("--quiet", type=float, default=-1000)
    options = parser.parse_intermixed_args()
    wanted = dict(text.split("=", 1) for text in options.expect)
    mono = options.mono or wanted.get("mode") == "mono"

    report = Report()
    objects = read_lines(options.frames, report)
    check_order(objects, options, report)

    # Each header begins a piece of sound.
    pieces = []
    for number, text, value in objects:
        if value["type"] == "header":
            pieces.append((number, value, []))
        elif value["type"] == "frame" and pieces:
            pieces[-1][2].append((number, text, value))
    report.check(
        len(pieces) == len(options.audio), "header", f"{len(pieces)} header lines, expected {len(options.audio)}"
    )

    start, index, state = 0.0, 0, None
    for position, ((number, header, frames), path) in enumerate(zip(pieces, options.audio)):
        rate, samples = read_audio(path, options.raw)
        if position == 0:
            samples = samples[options.skip :]
        check_header(number, header, rate, samples.shape[1], mono, wanted, report)
        spring = header["profile"] == "springradio"
        low = float(wanted.get("low", 100 if spring else 40))
        high = float(wanted.get("high", 18000))
        is_last = position == len(pieces) - 1 and not options.no_end
        expected = Expected(samples, rate, header, low, high, mono, is_last)
        check_edges(number, header, expected.edges, report)
        count = len(frames)
        good = count <= expected.count if options.partial else count == expected.count
        report.check(good, "count", f"{path}: {count} frames, expected {expected.count}")
        if state is not None and state[0].shape[0] != expected.rows:
            state = None
        bars, state = ballistics(expected.heights, start + expected.times, header["profile"], state)
        for i, (number, text, frame) in enumerate(frames[: expected.count]):
            check_frame(number, text, frame, index, i, expected, bars, start, header, options, report)
            index += 1
        start += len(samples) / rate
    sys.exit(report.finish())


if __name__ == "__main__":
    main()
