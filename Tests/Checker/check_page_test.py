"""Runs the examples of docs/check.md as a reader would, in the order of the page. try_python.py starts it."""
import re
import shutil
import subprocess

import check_page
import pytest

#: Programs that an example needs beside radiod, which a machine may lack.
OPTIONAL = ["jq", "node"]


def run(line, folder):
    """The result of a line of a shell."""
    return subprocess.run(["bash", "-c", line], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          check=False)


def expect(line, folder):
    """Runs a line, which must end as its comment says: with status 0 without one. Returns its output."""
    if any(re.search(rf"\b{name}\b", line) and not shutil.which(name) for name in OPTIONAL):
        return ""
    status = re.search(r"# exit status (\d+)$", line)
    result = run(line, folder)
    assert result.returncode == int(status[1] if status else 0), f"{line}\n{result.stdout}{result.stderr}"
    return result.stdout


def shown(text):
    """Text without what another version of ffmpeg may change: the last digit of decibels, and how much more differs.
    Columns do not count."""
    return re.sub(r"\d+ more", "more", re.sub(r"\d dB", "dB", re.sub(" +", " ", text)))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the files of the page, in which its lines of shell were run."""
    folder = tmp_path_factory.mktemp("page")
    output = ""
    for file, language, text in check_page.blocks():
        if file:
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(text, encoding="utf-8")
        elif language == "sh":
            output = [expect(line, folder) for line in text.splitlines()][-1]
        elif language == "text":
            assert shown(output) == shown(text)
    return folder


def test_page_begins_with_five_lines():
    first = check_page.blocks()[0]
    assert first[1] == "sh" and len(first[2].splitlines()) == 5


def test_lines_run(folder):
    assert (folder / "good.json").exists() and (folder / "report.xml").exists()
    assert (folder / "golden/test_mixer.test_mixer.json").exists()


def test_pytest_names_time_and_band(folder):
    shutil.copy(folder / "good.wav", folder / "kept.wav")
    shutil.copy(folder / "bad.wav", folder / "good.wav")
    result = run("pytest -q -k mixer", folder)
    shutil.copy(folder / "kept.wav", folder / "good.wav")
    assert result.returncode == 1 and "golden 2.8 s, 14–18 kHz: −5.9 dB" in result.stdout


def test_workflow_fails_with_time_and_band(folder):
    text = (folder / ".github/workflows/sound.yml").read_text()
    command, = re.findall(r"- run: (radiod .*)", text)
    assert run(command, folder).returncode == 0
    result = run(command.replace("good.wav", "bad.wav"), folder)
    assert result.returncode == 1
    assert re.search(r"^FAIL +golden [\d.]+ s, \S.*: [+−-][\d.]+ dB", result.stdout, re.MULTILINE), result.stdout
    assert "<failure" in (folder / "sound.xml").read_text()


@pytest.mark.skipif(not shutil.which("node"), reason="no node")
def test_node_names_what_fails(folder):
    (folder / "loud.test.mjs").write_text((folder / "sound.test.mjs").read_text().replace("-25±1", "-10±1"))
    result = run("node --test loud.test.mjs", folder)
    assert result.returncode == 1 and re.search(r"FAIL +rms", result.stdout), result.stdout
