"""What `radiod check` does: measures of a whole sound, and expectations that hold or do not."""

from __future__ import annotations

import json
from typing import Any

from .runner import Source, run, words_of

#: The exit code of `radiod check` when an expectation does not hold.
FAILED = 1


#: What a report says of the source before its measures.
FACTS = ("codec", "sampleRate", "channels", "samples", "duration", "invalidSamples")


def measure(source: Source, **options: Any) -> dict[str, Any]:
    """The measures of a sound, as `radiod check --json` writes them without expectations: codec, sample rate, channels,
    samples and duration, then `rms`, `peak`, `lufs`, `tone` and the others that `radiod schema check` describes.

    Levels are in dBFS, true peaks in dBTP, loudness in LUFS, times in seconds, frequencies in hertz; a list has one entry
    a channel. A measure that the sound does not have, such as the loudness of silence, is None. Raises ProgramError when
    the source is not sound.
    """
    _, output = run("check", source, ["--json", *words_of(options)])
    report = json.loads(output)
    return {name: report[name] for name in FACTS if name in report} | report["measures"]


def check(source: Source, **expectations: Any) -> None:
    """Checks that every expectation holds for a sound; without one, that the source is sound.

    Raises AssertionError, whose text has the lines that `radiod check` writes, when one does not hold; ProgramError
    when an expectation cannot be understood, or the source is not sound.
    """
    __tracebackhide__ = True  # pytest shows the line of the test instead
    code, output = run("check", source, words_of(expectations), valid=(0, FAILED))
    if code == FAILED:
        raise AssertionError(output.decode("utf-8", "replace").rstrip("\n"))
