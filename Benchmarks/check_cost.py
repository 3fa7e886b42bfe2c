"""Cost of measuring sound: CPU time of what `radiod spectrum` and `radiod check` compute beside that of other programs."""
import os
import shlex
import subprocess

from processes import Failure, is_installed, run_to_end
from table import Row, median, seconds, spread

MINUTES = 10
RATE = 44100
CHANNELS = 2
LOUDNESS_SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "loudness_baseline.c")


def _compile_loudness(program):
    if not is_installed("cc", "pkg-config"):
        raise Failure("a C compiler and pkg-config are not installed")
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "libebur128"], capture_output=True, text=True,
                           check=False)
    if flags.returncode != 0:
        raise Failure("libebur128 is not installed: apt-get install libebur128-dev")
    command = ["cc", "-O3", "-o", program, LOUDNESS_SOURCE, *shlex.split(flags.stdout)]
    if subprocess.run(command, check=False).returncode != 0:
        raise Failure("loudness_baseline.c does not compile")


def _decode(bench, path, kind):
    """Writes ten minutes of the music as floats, as a file of this kind of ffmpeg's."""
    command = ["ffmpeg", "-v", "error", "-y", "-stream_loop", "-1", "-i", bench.music, "-t", str(MINUTES * 60), "-ar",
               str(RATE), "-ac", str(CHANNELS), "-c:a", "pcm_f32le", "-f", kind, path]
    if subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode != 0:
        raise Failure("ffmpeg decodes no music")


def _measure_loudness(bench):
    """What `--lufs` adds to frames, beside what libebur128 adds to reading the same samples."""
    program = os.path.join(bench.folder, "loudness_baseline")
    _compile_loudness(program)
    sound, samples = os.path.join(bench.folder, "check.wav"), os.path.join(bench.folder, "check.f32")
    _decode(bench, sound, "wav")
    _decode(bench, samples, "f32le")
    frames = [bench.radiod, "spectrum", sound, "--json"]
    library = [program, samples, str(RATE), str(CHANNELS)]
    commands = {"frames": frames, "lufs": [*frames, "--lufs"], "read": [*library, "--read-only"], "library": library}
    ours, rival = [], []
    for round_ in range(bench.rounds(9, 3)):
        bench.say(f"loudness: round {round_ + 1}")
        times = {name: run_to_end(commands[name], bench.environment) for name in bench.turn(list(commands), round_)}
        ours.append(times["lufs"] - times["frames"])
        rival.append(times["library"] - times["read"])
    what = f"--lufs added to frames of {MINUTES} min; C with libebur128 (I, LRA)"
    return Row(what, spread(ours, seconds), spread(rival, seconds), median(ours) / median(rival), limit=0.4,
               target="≤ 0.4 ×")


def measure(bench):
    """Rows of the table."""
    return [_measure_loudness(bench)]
