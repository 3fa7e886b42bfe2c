"""The examples of docs/check.md: blocks of code, each with the name of its file where the page gives one."""
import pathlib
import re

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/check.md"
BLOCK = re.compile(r"(?:<!-- (?P<file>\S+) -->\n)?```(?P<language>\w+)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)


def blocks():
    """All blocks in order: (name of the file or None, language, text)."""
    return [(match["file"], match["language"], match["text"])
            for match in BLOCK.finditer(PAGE.read_text(encoding="utf-8"))]


def file_text(name):
    """The text of a file that the page shows."""
    return next(text for file, _, text in blocks() if file == name)
