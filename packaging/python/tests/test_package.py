"""The functions of the package, with the radiod of the environment."""
import ast
import pathlib
import subprocess
import sys

import conftest
import pytest
import springradio
from springradio import runner, spectrum

PACKAGE = pathlib.Path(springradio.__file__).parent


def test_options_become_words():
    assert runner.words_of({"fft_size": 2048, "is_mono": True, "for_": "10s"}) == [
        "--fft-size=2048", "--is-mono", "--for=10s"]
    assert runner.words_of({"level": "-20±0.5", "band": ["1-2=-3", "4-5=-6"], "rms": None, "silent": False}) == [
        "--level=-20±0.5", "--band=1-2=-3", "--band=4-5=-6"]
    assert runner.words_of({"golden": pathlib.Path("/a/b"), "peak": -1, "clipped": 0}) == [
        "--golden=/a/b", "--peak=-1", "--clipped=0"]


@pytest.mark.parametrize("module", ["numpy", None])
def test_frames(tone, tmp_path, monkeypatch, module):
    if module is None:
        monkeypatch.setattr(spectrum, "numpy", None)
    else:
        pytest.importorskip(module)
    path = tmp_path / "tone.wav"
    path.write_bytes(tone)
    times, bands, levels = springradio.frames(path, bands=25, low=100, high=10000)
    assert len(bands) == 25 and len(levels) == len(times) and len(levels[0]) == 1 and len(levels[0][0]) == 25
    assert times[0] == pytest.approx(2048 / conftest.RATE, abs=1e-6)
    middle = levels[len(levels) // 2][0]
    loudest = max(range(25), key=lambda band: middle[band])
    assert bands[loudest] == pytest.approx(1000, rel=0.001)
    assert middle[loudest] == pytest.approx(-20, abs=0.1)
    assert type(times).__module__.startswith("numpy") == (module is not None)
    from_bytes = springradio.frames(tone, bands=25, low=100, high=10000)
    assert [list(row[0]) for row in from_bytes.levels] == [list(row[0]) for row in levels]


def test_raw_samples(tone):
    raw = tone[44:]
    framed = springradio.frames(raw, format=f"s16le:{conftest.RATE}:1", bands=8)
    assert len(framed.bands) == 8 and len(framed.times) > 40
    assert springradio.measure(raw, format=f"s16le:{conftest.RATE}:1") == springradio.measure(tone)


def test_measure(tone):
    measures = springradio.measure(tone)
    assert measures["duration"] == pytest.approx(1)
    assert measures["sampleRate"] == conftest.RATE and measures["channels"] == 1
    assert measures["tone"][0]["frequency"] == pytest.approx(997, abs=0.1)
    assert measures["peak"][0] == pytest.approx(-20, abs=0.01) and measures["clipped"] == [0]


def test_expectations_hold(tone):
    springradio.check(tone, tone="997±1", level="-20±0.1", clipped="max:0", channels=1, rate=conftest.RATE)
    springradio.check(memoryview(tone), not_silent=True)


def test_failure_reads_like_the_command(tone):
    with pytest.raises(AssertionError) as failure:
        springradio.check(tone, tone="440±1", channels=1)
    lines = str(failure.value).splitlines()
    command = subprocess.run(
        [springradio.program(), "check", "-", "--tone=440±1", "--channels=1"], input=tone, stdout=subprocess.PIPE, check=False)
    assert command.returncode == 1
    assert lines == command.stdout.decode().splitlines()
    assert any(line.startswith("FAIL") and "997" in line for line in lines)


@pytest.mark.parametrize(
    "options, code", [({"tone": "abc"}, 64), ({"no_such_option": 1}, 64), ({"format": "s16le:0:1"}, 64)])
def test_wrong_option_is_no_failed_check(tone, options, code):
    with pytest.raises(springradio.ProgramError) as error:
        springradio.check(tone, **options)
    assert error.value.code == code and str(error.value).startswith("radiod: ") and "\n" not in str(error.value)


def test_no_sound(tmp_path):
    for call in [springradio.check, springradio.measure, springradio.frames]:
        with pytest.raises(springradio.ProgramError) as error:
            call(b"this is a text and no sound\n" * 100)
        assert error.value.code == 65
        with pytest.raises(springradio.ProgramError) as error:
            call(tmp_path / "none.wav")
        assert error.value.code == 66


def test_name_like_an_option_is_a_file(tone, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "--json.wav").write_bytes(tone)
    springradio.check("--json.wav", channels=1)


def test_no_program(tone, tmp_path, monkeypatch):
    monkeypatch.setenv("SPRINGRADIO_RADIOD", str(tmp_path / "none"))
    with pytest.raises(springradio.ProgramNotFound, match="none.*make.*SPRINGRADIO_RADIOD"):
        springradio.check(tone)
    monkeypatch.delenv("SPRINGRADIO_RADIOD")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(springradio.ProgramNotFound, match="radiod is not on PATH; .*make") as error:
        springradio.measure(tone)
    assert "\n" not in str(error.value)


def test_program_of_path(tone, tmp_path, monkeypatch):
    (tmp_path / "radiod").symlink_to(springradio.program())
    monkeypatch.delenv("SPRINGRADIO_RADIOD", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert springradio.program() == str(tmp_path / "radiod")
    springradio.check(tone, channels=1)


def test_needs_no_newer_python_and_no_other_package():
    for file in PACKAGE.glob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"), feature_version=(3, 9))
        names = {
            name.split(".")[0]
            for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom)) and not getattr(node, "level", 0)
            for name in ([node.module] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names])
        }
        assert names - {"numpy", "pytest"} <= set(sys.stdlib_module_names) | {"__future__"}, file
