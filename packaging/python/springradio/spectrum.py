"""What `radiod spectrum` does: the spectrum of a sound, frame by frame."""

from __future__ import annotations

import json
import os
import tempfile
from typing import Any, NamedTuple

from .runner import ProgramError, Source, run, words_of

try:
    import numpy
except ImportError:
    numpy = None

#: The exit code for sound that is none, or not as a program expects it (sysexits.h).
BAD_DATA = 65


class Frames(NamedTuple):
    """The spectrum of a sound: arrays of numpy, or lists where there is no numpy."""

    #: The middle of each window, in seconds.
    times: Any
    #: The centre of each band, in hertz.
    bands: Any
    #: Levels in dBFS: frames × rows × bands; a row is a channel, and a full-scale sine is 0.
    levels: Any


def frames(source: Source, **options: Any) -> Frames:
    """The frames of a sound. Options are those of `radiod spectrum`: `fft_size`, `hop`, `bands`, `low`, `high`,
    `channels`, `duration`, `format` …

    Raises ProgramError when the source is not sound, or its format changes on the way.
    """
    return _read_lines(source, options) if numpy is None else _read_arrays(source, options)


def _read_arrays(source: Source, options: dict[str, Any]) -> Frames:
    with tempfile.TemporaryDirectory(prefix="springradio-") as folder:
        path = os.path.join(folder, "frames.npz")
        run("spectrum", source, [*words_of(options), f"--output=npz:{path}"])
        with numpy.load(path, allow_pickle=False) as arrays:
            return Frames(arrays["times"], arrays["bands"], arrays["levels"])


def _read_lines(source: Source, options: dict[str, Any]) -> Frames:
    _, output = run("spectrum", source, ["--json", "--no-bars", *words_of(options)])
    times, bands, levels = [], None, []
    rows = 0
    for line in output.splitlines():
        value = json.loads(line)
        if value["type"] == "header":
            centres = [band["center"] for band in value["bands"]]
            if bands not in (None, centres):
                raise ProgramError("the format of the sound changes, and its bands with it", BAD_DATA)
            bands = centres
        elif value["type"] == "frame":
            if rows not in (0, len(value["levels"])):
                raise ProgramError("the format of the sound changes, and its channels with it", BAD_DATA)
            rows = len(value["levels"])
            times.append(value["time"])
            levels.append(value["levels"])
    return Frames(times, bands or [], levels)
