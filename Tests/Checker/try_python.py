#!/usr/bin/env python3
"""Installs the package `springradio` into a new virtual environment, and runs its tests or the examples of docs/check.md
there.

Usage: try_python.py RADIOD package|page [PYTEST OPTION…]

Nothing is fetched: setuptools, pytest and numpy are those of the system's Python (python3-setuptools, python3-wheel,
python3-pytest, python3-numpy). RADIOD is on PATH under its name.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def install(folder):
    """Makes the environment, and returns its folder of programs."""
    subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", folder / "venv"], check=True)
    # The build writes beside the sources.
    source = shutil.copytree(ROOT / "packaging/python", folder / "source")
    programs = folder / "venv/bin"
    subprocess.run(
        [programs / "python", "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-index", "--no-deps",
         "--no-build-isolation", source], check=True)
    # The system's pytest has no program in the environment.
    script = programs / "pytest"
    script.write_text(f'#!/bin/sh\nexec "{programs}/python" -m pytest "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    return programs


def main():
    radiod, part, *options = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="springradio-") as name:
        folder = pathlib.Path(name)
        programs = install(folder)
        (programs / "radiod").symlink_to(os.path.abspath(radiod))
        environment = {key: value for key, value in os.environ.items()
                       if key not in ("SPRINGRADIO_RADIOD", "PYTHONPATH", "PYTEST_ADDOPTS")}
        environment["PATH"] = f"{programs}:{environment['PATH']}"
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        tests = {"package": ROOT / "packaging/python/tests", "page": ROOT / "Tests/Checker/check_page_test.py"}[part]
        sys.exit(subprocess.run(
            [programs / "python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist",
             "--rootdir", folder, *options, tests], cwd=folder, env=environment, check=False).returncode)


if __name__ == "__main__":
    main()
