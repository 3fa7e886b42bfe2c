#!/usr/bin/env python3
"""Tries the comparison of `radiod check --golden` with faults that plant_faults.py makes, and with sound that has none.

    try_golden.py RADIOD [--faults 100] [--encodings 500] [--jobs 2]

As WAV and as FLAC each fault must be found within 0.3 dB. As MP3, AAC, Vorbis and Opus each coarse fault (1.5 dB or 10 ms
and more) must be found with a tolerance with which no encoding of other sounds, which have no fault, fails.
Prints what was missed and a line for each codec. Exit status 1 when a fault was missed, or a sound without one failed.
"""
import argparse
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile

import plant_faults

#: The extension, the options of ffmpeg and the tolerance of each lossy codec.
CODECS = {
    "mp3": (["-c:a", "libmp3lame", "-b:a", "128k"], "1dB"),
    "m4a": (["-c:a", "aac", "-b:a", "128k"], "1dB"),
    "ogg": (["-c:a", "libvorbis", "-q:a", "5"], "1dB"),
    "opus": (["-c:a", "libopus", "-b:a", "128k"], "1.5dB"),
}


def encode(path, extension, options=()):
    """Writes the sound at `path` beside it, encoded. Returns the new path."""
    coded = f"{os.path.splitext(path)[0]}.{extension}"
    subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", path, *options, coded], stdin=subprocess.DEVNULL, check=True)
    return coded


def check(radiod, path, golden, *options):
    """The exit code of a comparison, and what it printed."""
    process = subprocess.run([radiod, "check", path, "--golden", golden, *options], stdin=subprocess.DEVNULL,
                             capture_output=True, text=True, check=False)
    return process.returncode, (process.stdout + process.stderr).partition("\n")[0]


def bless(radiod, path):
    """Stores the measurement of a sound. Returns the path of the file."""
    golden = os.path.splitext(path)[0] + ".json"
    code, line = check(radiod, path, golden, "--bless")
    if code != 0:
        raise RuntimeError(f"{path}: {line}")
    return golden


def plant(folder, count, seed, coarse):
    """Makes a sound and its faults. Returns the path of the sound and the faults."""
    os.makedirs(folder)
    faults = list(plant_faults.plant(folder, count, seed, coarse, list(plant_faults.KINDS)))
    return os.path.join(folder, "original.wav"), faults


def missed_exactly(radiod, folder, count, pool):
    """The faults that are not found as WAV and as FLAC, and sounds without a fault that fail."""
    original, faults = plant(os.path.join(folder, "exact"), count, 1, False)
    golden = bless(radiod, original)

    def try_one(fault):
        path = os.path.join(folder, "exact", fault["file"])
        return [(fault, coded) for coded in (path, encode(path, "flac"))
                if check(radiod, coded, golden, "--within", "0.3dB")[0] != 1]

    missed = [entry for entries in pool.map(try_one, faults) for entry in entries]
    alarms = [line for path in (original, encode(original, "flac"))
              for code, line in [check(radiod, path, golden, "--within", "0.3dB")] if code != 0]
    return missed, alarms


def missed_by_codec(radiod, folder, count, pool):
    """The faults that are not found once the sound is encoded, by codec."""
    original, faults = plant(os.path.join(folder, "coarse"), count, 2, True)
    golden = bless(radiod, original)

    def try_one(fault):
        path = os.path.join(folder, "coarse", fault["file"])
        found = {}
        for extension, (options, tolerance) in CODECS.items():
            found[extension] = check(radiod, encode(path, extension, options), golden, "--within", tolerance)[0] == 1
        return fault, found

    missed = {extension: [] for extension in CODECS}
    for fault, found in pool.map(try_one, faults):
        for extension, is_found in found.items():
            if not is_found:
                missed[extension].append(fault)
    return missed


def false_alarms(radiod, folder, count, pool):
    """What the comparison finds in encodings of sounds without a fault, by codec, and how many there were of each."""
    os.makedirs(os.path.join(folder, "none"))

    def try_one(seed):
        path = os.path.join(folder, "none", f"{seed}.wav")
        plant_faults.write(path, plant_faults.make_sound(seed))
        golden = bless(radiod, path)
        lines = {}
        for extension, (options, tolerance) in CODECS.items():
            coded = encode(path, extension, options)
            code, line = check(radiod, coded, golden, "--within", tolerance)
            if code != 0:
                lines[extension] = f"seed {seed}: {line}"
            os.remove(coded)
        os.remove(path)
        return lines

    alarms = {extension: [] for extension in CODECS}
    sounds = -(-count // len(CODECS))
    for lines in pool.map(try_one, range(1000, 1000 + sounds)):
        for extension, line in lines.items():
            alarms[extension].append(line)
    return alarms, sounds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("radiod")
    parser.add_argument("--faults", type=int, default=100)
    parser.add_argument("--encodings", type=int, default=500)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    radiod = os.path.abspath(options.radiod)
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        missed, wrong = missed_exactly(radiod, folder, options.faults, pool)
        for fault, path in missed:
            print(f"missed in {os.path.basename(path)}: {json.dumps(fault)}")
        print(f"WAV and FLAC: {2 * options.faults - len(missed)} of {2 * options.faults} faults found")
        lossy = missed_by_codec(radiod, folder, options.faults, pool)
        alarms, sounds = false_alarms(radiod, folder, options.encodings, pool)
        for extension, faults in lossy.items():
            for fault in faults:
                print(f"missed in {extension}: {json.dumps(fault)}")
            wrong += alarms[extension]
            print(f"{extension}: {options.faults - len(faults)} of {options.faults} faults found within "
                  f"{CODECS[extension][1]}; {len(alarms[extension])} of {sounds} encodings without a fault failed")
        for line in wrong:
            print(f"false alarm: {line}")
        return 1 if missed or any(lossy.values()) or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
