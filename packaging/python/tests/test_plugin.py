"""The plugin, in runs of pytest of its own."""
import conftest
import pytest

TEST = """
    import pathlib

    import pytest

    SOUND = pathlib.Path(__file__).with_name("sound.wav")

    def test_sound(audio):
        audio.check(SOUND, channels=1)
        assert audio.measure(SOUND)["channels"] == 1
        assert len(audio.frames(SOUND).times) > 40
        audio.golden(SOUND, within="0.5dB")
        audio.golden(SOUND, "again", within="0.5dB")

    @pytest.mark.parametrize("name", ["a b", "c/d"])
    def test_names(audio, name):
        assert audio.golden(SOUND.read_bytes()).exists()
"""


@pytest.fixture
def project(pytester, tone):
    pytester.makepyfile(test_mixer=TEST)
    (pytester.path / "sound.wav").write_bytes(tone)
    return pytester


def test_bless_writes_what_is_compared(project):
    first = project.runpytest_subprocess()
    first.assert_outcomes(failed=3)
    first.stdout.fnmatch_lines(["*there is no golden file *test_mixer.test_sound.json; 'pytest --bless' writes it*"])
    project.runpytest_subprocess("--bless").assert_outcomes(passed=3)
    names = sorted(path.name for path in (project.path / "golden").iterdir())
    assert names == [
        "test_mixer.test_names-a-b.json", "test_mixer.test_names-c-d.json", "test_mixer.test_sound.again.json",
        "test_mixer.test_sound.json"]
    project.runpytest_subprocess().assert_outcomes(passed=3)


def test_difference_is_named(project):
    project.runpytest_subprocess("--bless").assert_outcomes(passed=3)
    (project.path / "sound.wav").write_bytes(conftest.wav(997, -23))
    result = project.runpytest_subprocess()
    result.assert_outcomes(failed=3)
    result.stdout.fnmatch_lines(["*FAIL*golden*"])
    # The test's own line is shown, not the package's.
    result.stdout.fnmatch_lines(["*audio.golden(SOUND, within=*"])
    assert "checks.py" not in result.stdout.str()


def test_failed_expectation_is_shown(pytester, tone):
    (pytester.path / "sound.wav").write_bytes(tone)
    pytester.makepyfile('def test_tone(audio):\n    audio.check("sound.wav", tone="440±1")\n')
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*AssertionError: FAIL*tone*440*"])
