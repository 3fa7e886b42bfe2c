"""Measures sound, and checks it in tests, with the program `radiod` of SpringRadio.

    import springradio

    springradio.check("tone.wav", tone="997±1", level="-20±0.5", clipped="max:0")
    measures = springradio.measure("tone.wav")
    times, bands, levels = springradio.frames("tone.wav", channels="mono")

A source is the path of a file, an address, the name of a station, or the bytes of a file. Bytes of raw samples need
their format: `springradio.measure(samples.astype("<f4").tobytes(), format="f32le:48000:2")`.

Options and expectations are those of the command, with `_` for `-`: `fft_size=2048` is `--fft-size 2048`,
`is_mono=True` is `--is-mono`, `for_="10s"` is `--for 10s`, and a list repeats its option.
"""

from .checks import check, measure
from .runner import ProgramError, ProgramNotFound, program
from .spectrum import Frames, frames

__all__ = ["Frames", "ProgramError", "ProgramNotFound", "check", "frames", "measure", "program"]
