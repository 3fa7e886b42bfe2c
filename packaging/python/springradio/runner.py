"""Finds `radiod`, and runs it."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import Any, Union

#: The path of a file, an address or a station's name; or the bytes of a file.
Source = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview]

#: The variable that names the program.
VARIABLE = "SPRINGRADIO_RADIOD"

HOW_TO_GET_IT = (
    "build it with 'make' in a clone of SpringRadio, then install it or set "
    f"{VARIABLE} to the path of .build/release/radiod"
)


class ProgramNotFound(FileNotFoundError):
    """There is no `radiod`."""


class ProgramError(RuntimeError):
    """`radiod` could not do its work: the source cannot be read, or an option is wrong.

    The text is the line that it wrote, `code` its exit code (sysexits.h: 64 usage, 65 not audio, 66 no such file, 69
    cannot connect, 74 cannot read or write).
    """

    def __init__(self, text: str, code: int):
        super().__init__(text)
        self.code = code


def program() -> str:
    """The path of `radiod`: what the environment's SPRINGRADIO_RADIOD names, else the one in this package, as a wheel for
    Linux has it, else the one on PATH.

    Raises ProgramNotFound.
    """
    named = os.environ.get(VARIABLE)
    inside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "program", "bin", "radiod")
    path = shutil.which(named or inside) or (None if named else shutil.which("radiod"))
    if path is None:
        fault = f"{VARIABLE} is {named!r}, which is not a program" if named else "radiod is not on PATH"
        raise ProgramNotFound(f"{fault}; {HOW_TO_GET_IT}")
    return path


def words_of(options: dict[str, Any]) -> list[str]:
    """The options as words of a command line, in the order given. None and False leave an option out."""
    words = []
    for name, value in options.items():
        option = "--" + name.rstrip("_").replace("_", "-")
        for element in value if isinstance(value, (list, tuple)) else [value]:
            if element is True:
                words.append(option)
            elif element is not None and element is not False:
                words.append(f"{option}={os.fspath(element) if isinstance(element, os.PathLike) else element}")
    return words


def run(command: str, source: Source, words: list[str], valid: tuple[int, ...] = (0,)) -> tuple[int, bytes]:
    """Runs `radiod COMMAND SOURCE WORDS…`; bytes go through its standard input. Returns its exit code and its output.

    Raises ProgramError when the exit code is none of `valid`, ProgramNotFound when there is no program.
    """
    if isinstance(source, (bytes, bytearray, memoryview)):
        name, given = "-", source
    else:
        name, given = os.fspath(source), None
        if name.startswith("-"):
            name = "./" + name
    process = subprocess.run(
        [program(), command, name, *words],
        input=given,
        stdin=subprocess.DEVNULL if given is None else None,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        check=False,
    )
    if process.returncode not in valid:
        text = process.stderr.decode("utf-8", "replace").strip()
        raise ProgramError(text or f"radiod {command} ended with {process.returncode}", process.returncode)
    return process.returncode, process.stdout
