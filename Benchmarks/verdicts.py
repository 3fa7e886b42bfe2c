"""`radiod check` beside what tests of sound run today, and frames as .npz beside frames as JSON."""
import os
import sys
import time

import check_cost
import music
from processes import Failure, is_installed, run_to_end
from table import Row, median, seconds, spread

MINUTES = 10
TONE = 997
LEVEL = 0.125
CHANNEL = f"{LEVEL}*sin(2*PI*{TONE}*t)+0.0001*(2*random({{0}})-1)"
TONE_WITH_NOISE = f"aevalsrc=exprs='{CHANNEL.format(0)}|{CHANNEL.format(1)}':c=stereo:s=44100:d={{length}}"
EXPECTATIONS = ["--tone", f"{TONE}±1", "--silence", "max:0.5s", "--peak", "max:-1", "--lufs", "max:-10"]
FILTERS = "ebur128,silencedetect,astats"


def _tone(path, length, *coding):
    music.convert(TONE_WITH_NOISE.format(length=length), path, *coding)


def _wall(command, environment):
    began = time.monotonic()
    run_to_end(command, environment)
    return time.monotonic() - began


def _times(bench, what, commands, measure, rounds):
    times = {name: [] for name in commands}
    for round_ in range(bench.rounds(*rounds)):
        bench.say(f"check, {what}: round {round_ + 1}")
        for name in bench.turn(list(commands), round_):
            times[name].append(measure(commands[name], bench.environment))
    return times


def _compared(what, ours, rivals, limit):
    return Row(what, spread(ours, seconds), spread(rivals, seconds), median(ours) / median(rivals), limit=limit,
               target=f"≤ {limit} ×")


def _verdict_row(bench):
    path = os.path.join(bench.folder, "check.mp3")
    _tone(path, MINUTES * 60, "-c:a", "libmp3lame", "-b:a", "128k")
    times = _times(bench, "10 min of MP3", {
        "radiod": [bench.radiod, "check", path, *EXPECTATIONS],
        "ffmpeg": ["ffmpeg", "-v", "error", "-nostats", "-i", path, "-af", FILTERS, "-f", "null", "-"],
    }, run_to_end, (9, 3))
    return _compared(f"check of {MINUTES} min MP3: tone, silence, peak, LUFS; ffmpeg {FILTERS}", times["radiod"],
                     times["ffmpeg"], 0.25)


def _whole_process_row(bench):
    path = os.path.join(bench.folder, "tone.wav")
    _tone(path, 1, "-c:a", "pcm_s16le")
    times = _times(bench, "whole process", {
        "radiod": [bench.radiod, "check", path, "--tone", str(TONE)],
        "numpy": [sys.executable, "-c", "import numpy"],
    }, _wall, (25, 9))
    return _compared("check of 1 s of WAV for a tone, whole process; python3 -c 'import numpy'", times["radiod"],
                     times["numpy"], 0.1)


def _npz_rows(bench):
    path = os.path.join(bench.folder, "frames.mp3")
    music.repeat(bench.music, MINUTES * 60 // music.SECONDS, path)
    archive, lines = os.path.join(bench.folder, "frames.npz"), os.path.join(bench.folder, "frames.json")
    times = _times(bench, "frames as .npz", {
        "npz": [bench.radiod, "spectrum", path, "--output", f"npz:{archive}"],
        "json": ["sh", "-c", 'exec "$0" spectrum "$1" --json >"$2"', bench.radiod, path, lines],
    }, run_to_end, (9, 3))
    sizes = [os.path.getsize(archive), os.path.getsize(lines)]
    return [
        _compared(f"frames of {MINUTES} min MP3 as .npz; as JSON", times["npz"], times["json"], 0.75),
        Row("… bytes", f"{sizes[0] / 1e6:.1f} MB", f"{sizes[1] / 1e6:.1f} MB", sizes[0] / sizes[1], limit=0.25,
            target="≤ 0.25 ×"),
    ]


def _memory_row(bench):
    """The greatest memory of a check of 1 min and of 60 min of sound."""
    sizes = []
    for minutes in (1, 60):
        path = os.path.join(bench.folder, f"long-{minutes}.mp3")
        music.repeat(bench.music, minutes * 60 // music.SECONDS, path)
        command = [bench.radiod, "check", "--quiet", path, *EXPECTATIONS[2:]]
        process = os.spawnve(os.P_NOWAIT, command[0], command, bench.environment)
        _, _, usage = os.wait4(process, 0)
        sizes.append(usage.ru_maxrss * 1024)
    return Row("memory of a check, 60 min; 1 min", f"{sizes[1] / 2**20:.1f} MiB", f"{sizes[0] / 2**20:.1f} MiB",
               sizes[1] / sizes[0], limit=1.1, target="≤ 1.1 ×")


def measure(bench):
    """Rows of the table."""
    if not is_installed("ffmpeg"):
        raise Failure("ffmpeg is not installed")
    rows = [_verdict_row(bench), _whole_process_row(bench), *_npz_rows(bench), _memory_row(bench)]
    try:
        rows += check_cost.measure(bench)
    except Failure as failure:
        bench.note(f"--lufs is not compared: {failure}")
    return rows
