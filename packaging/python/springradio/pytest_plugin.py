"""The plugin of pytest: the fixture `audio`, and the option `--bless`.

    def test_mixer(audio):
        sound = render()                                   # the bytes of a WAV file, or a path
        audio.check(sound, clipped="max:0", lufs="-23±0.5")
        audio.golden(sound, within="0.5dB")

`golden` compares with a file beside the test, `golden/test_file.test_mixer.json`. `pytest --bless` writes it, or writes
it again after a wanted change.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from .checks import check, measure
from .runner import Source
from .spectrum import Frames, frames


class Audio:
    """What the fixture `audio` gives: the functions of the package, and golden files of one test."""

    def __init__(self, folder: Path, prefix: str, blesses: bool):
        self._folder = folder
        self._prefix = prefix
        self._blesses = blesses
        self._count = 0

    def frames(self, source: Source, **options: Any) -> Frames:
        """springradio.frames"""
        return frames(source, **options)

    def measure(self, source: Source, **options: Any) -> dict[str, Any]:
        """springradio.measure"""
        return measure(source, **options)

    def check(self, source: Source, **expectations: Any) -> None:
        """springradio.check"""
        __tracebackhide__ = True
        check(source, **expectations)

    def golden(self, source: Source, name: str | None = None, **options: Any) -> Path:
        """Checks that the sound measures as its golden file does, and returns the path of that. `options` are `within`,
        `skip_below`, and any expectation.

        The file is named after the test, with a number from the second call on, or with `name`. With --bless it is
        written instead. Raises AssertionError with time and band of the greatest difference.
        """
        __tracebackhide__ = True
        self._count += 1
        if name is None:
            name = str(self._count) if self._count > 1 else ""
        path = self._folder / (".".join(filter(None, [self._prefix, _file_name(name)])) + ".json")
        if self._blesses:
            path.parent.mkdir(parents=True, exist_ok=True)
        elif not path.exists():
            raise AssertionError(f"there is no golden file {path}; 'pytest --bless' writes it")
        check(source, golden=path, bless=self._blesses, **options)
        return path


def _file_name(text: str) -> str:
    """The text with characters that are safe in the name of a file."""
    return re.sub(r"[^\w.-]+", "-", text).strip("-")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds --bless."""
    parser.getgroup("springradio").addoption(
        "--bless", action="store_true", help="write the golden files of the fixture 'audio' instead of comparing with them"
    )


@pytest.fixture
def audio(request: pytest.FixtureRequest) -> Audio:
    """Measures and checks sound with radiod; see springradio.check, measure and frames, and Audio.golden."""
    test = request.path
    name = f"{test.stem}.{_file_name(request.node.name)}"
    return Audio(test.parent / "golden", name, request.config.getoption("--bless"))
