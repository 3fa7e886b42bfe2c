"""Music to measure with: made by ffmpeg, the same on every run."""
import subprocess

from processes import Failure

SECONDS = 60
"""Length of the piece that longer ones repeat."""

# The root of a chord that changes every two seconds, in hertz: A2 and the fourth, fifth and minor third above.
ROOT = "110*pow(2,(5*eq(mod(floor(t/2),4),1)+7*eq(mod(floor(t/2),4),2)+3*eq(mod(floor(t/2),4),3))/12)"
# A chord that never falls silent, eight plucked notes a second with overtones, a drum and a hiss on every other eighth.
PAD = "0.05*(" + "+".join(f"{level}*sin({multiple}*PI*ld(0)*t)" for multiple, level in (
    (2, 1), (3, 0.8), (4, 0.6), (6, 0.4), (10, 0.2))) + ")"
PLUCK = "0.14*exp(-12*mod(t,0.125))*(" + "+".join(f"{level}*sin({multiple}*ld(1)*t)" for multiple, level in (
    (1, 1), (2, 0.5), (3, 0.3), (5, 0.2), (8, 0.1))) + ")"
DRUM = "0.35*exp(-14*mod(t,0.5))*sin(2*PI*52*mod(t,0.5)+6*exp(-30*mod(t,0.5)))"
HISS = "0.1*exp(-24*mod(t+0.25,0.5))*(2*random({voice})-1)"
NOTES = "st(0,{root});st(1,8*PI*ld(0)*pow(2,mod(7*floor(8*t)+{step},12)/12));"


def _voice(number, step):
    return NOTES.format(root=ROOT, step=step) + "+".join([PAD, PLUCK, DRUM, HISS.format(voice=2 + number)])


def _ffmpeg(*arguments):
    result = subprocess.run(["ffmpeg", "-v", "error", "-y", *arguments], stdin=subprocess.DEVNULL,
                            stderr=subprocess.PIPE, text=True, check=False)
    if result.returncode != 0:
        raise Failure(f"ffmpeg makes no music: {result.stderr.strip()}")


def make(path, rate=44100, kilobits=128):
    """Writes a minute of stereo music as MP3 of a constant bit rate, frames only: no tag, no Xing frame."""
    source = f"aevalsrc=exprs='{_voice(0, 0)}|{_voice(1, 4)}':s={rate}:d={SECONDS}:c=stereo"
    _ffmpeg("-f", "lavfi", "-i", source, "-c:a", "libmp3lame", "-b:a", f"{kilobits}k", "-write_xing", "0",
            "-id3v2_version", "0", path)


def repeat(path, times, longer):
    """Writes the MP3 file at `path` so many times in a row."""
    with open(path, "rb") as file:
        piece = file.read()
    with open(longer, "wb") as file:
        for _ in range(times):
            file.write(piece)


def convert(source, path, *coding):
    """Writes the sound of a source of libavfilter into a file, with ffmpeg's options for its coding."""
    _ffmpeg("-f", "lavfi", "-i", source, *coding, path)
