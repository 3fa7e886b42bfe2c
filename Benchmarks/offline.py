"""Offline speed: CPU time of `radiod spectrum FILE --json` beside that of a C program that decodes and transforms."""
import os
import shlex
import subprocess

import music
from processes import Failure, is_installed, run_to_end
from table import Row, median, seconds, spread

MINUTES = 10
SETTINGS = ["--fft-size", "2048", "--hop", "1024"]
BASELINE_SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "offline_baseline.c")


def _compile(program):
    if not is_installed("cc", "pkg-config"):
        raise Failure("a C compiler and pkg-config are not installed")
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "libmpg123", "fftw3f"], capture_output=True, text=True,
                           check=False)
    command = ["cc", "-O3", "-o", program, BASELINE_SOURCE, *shlex.split(flags.stdout), "-lm"]
    if flags.returncode != 0 or subprocess.run(command, check=False).returncode != 0:
        raise Failure("offline_baseline.c does not compile")


def measure(bench):
    """Rows of the table."""
    program = os.path.join(bench.folder, "offline_baseline")
    _compile(program)
    path = os.path.join(bench.folder, "offline.mp3")
    music.repeat(bench.music, MINUTES * 60 // music.SECONDS, path)
    commands = {
        "radiod": [bench.radiod, "spectrum", path, "--json", "--bands", "80", *SETTINGS],
        "estimate": [program, path, *SETTINGS],
        "measure": [program, path, *SETTINGS, "--plan", "measure"],
        "decode": [program, path, "--decode-only"],
    }
    times = {name: [] for name in commands}
    for round_ in range(bench.rounds(9, 3)):
        bench.say(f"offline: round {round_ + 1}")
        for name in bench.turn(list(commands), round_):
            times[name].append(run_to_end(commands[name], bench.environment))
    ours = times["radiod"]

    def row(what, rival, **target):
        ratio = median(ours) / median(times[rival])
        return Row(what, spread(ours, seconds), spread(times[rival], seconds), ratio, **target)

    what = f"spectrum of {MINUTES} min MP3 as JSON; C, decoding and FFTs only"
    return [
        row(what, "estimate", limit=1.5, target="≤ 1.5 ×"),
        row("… C with FFTW_MEASURE", "measure"),
        row("… C, decoding only", "decode"),
    ]
