#!/usr/bin/env python3
"""Measures 2,000 files as docs/check.md shows for an archive: with GNU parallel, and with Dask, where a worker is killed in
the middle. Every file must be in the result once, and measure as without a cluster.

Usage: try_archive.py RADIOD [FILES]

The examples are those of the page. Dask, a scheduler and two workers that are processes of their own, and pyarrow are
installed by pip into .build/dask, unless they are there. Exit status 1 when something differs, or cannot be installed.
"""
import array
import collections
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import wave

import check_page

ROOT = pathlib.Path(__file__).resolve().parents[2]
DASK = ROOT / ".build/dask"
PACKAGES = ["dask==2026.8.0", "distributed==2026.8.0", "pyarrow==26.0.1"]
#: How long anything may take, in seconds.
LIMIT = 600
RATE = 8000


def install():
    """Makes the environment of Dask. Returns its Python."""
    python = DASK / "bin/python"
    probe = "import dask.distributed, pyarrow.parquet"
    if not python.exists() or subprocess.run([python, "-c", probe], stderr=subprocess.DEVNULL, check=False).returncode:
        print(f"Installing into .build/dask: {' '.join(PACKAGES)}", file=sys.stderr)
        try:
            subprocess.run([sys.executable, "-m", "venv", DASK], check=True)
            subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *PACKAGES], check=True)
        except subprocess.CalledProcessError:
            shutil.rmtree(DASK, ignore_errors=True)
            sys.exit(f"try_archive.py: cannot install {', '.join(PACKAGES)}, which this test needs")
    return python


def make_files(folder, count):
    """Writes that many short WAV files, all different, and a few that are not sound. Returns their paths."""
    folder.mkdir()
    generator = random.Random(1)
    for number in range(count):
        path = folder / f"{number:05}.wav"
        if number % 400 == 399:
            path.write_text("this is not sound\n" * 50, encoding="utf-8")
            continue
        peak = generator.randrange(300, 32000)
        samples = array.array("h", (generator.randrange(-peak, peak) for _ in range(generator.randrange(800, 4000))))
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(samples.tobytes())
    return sorted(map(str, folder.iterdir()))


def reports(text):
    """The reports of JSON lines by source, each of which must be there once."""
    lines = [json.loads(line) for line in text.splitlines()]
    counts = collections.Counter(line["source"] for line in lines)
    assert not counts or max(counts.values()) == 1, f"twice: {counts.most_common(3)}"
    return {line["source"]: line for line in lines}


def shell(name, folder, environment):
    """Runs a script of the page to its end; files that are not sound give it a status of their count."""
    script = folder / name
    script.write_text(check_page.file_text(name), encoding="utf-8")
    subprocess.run(["bash", script], cwd=folder, env=environment, stderr=subprocess.DEVNULL, timeout=LIMIT, check=False)


def try_parallel(folder, paths, expected, environment):
    """GNU parallel, and the Slurm array with one job after the other."""
    shell("parallel.sh", folder, environment)
    found = reports((folder / "measures.jsonl").read_text(encoding="utf-8"))
    assert found == expected, "GNU parallel gives other measures"
    for task in (0, 57):
        slurm = environment | {"SLURM_ARRAY_TASK_ID": str(task), "SLURM_CPUS_PER_TASK": "2"}
        shell("slurm.sh", folder, slurm)
        found = reports((folder / f"measures-{task}.jsonl").read_text(encoding="utf-8"))
        chosen = {path: expected[path] for number, path in enumerate(paths, 1) if number % 100 == task}
        assert found == chosen, f"job {task} of Slurm's array gives other measures"


def wait_until(is_true, what):
    """Waits for a condition."""
    end = time.monotonic() + LIMIT
    while not is_true():
        assert time.monotonic() < end, f"{what} took longer than {LIMIT} s"
        time.sleep(0.02)


def try_dask(folder, paths, expected, environment, python):
    """Dask, with a worker killed when half of the parts are there."""
    address = folder / "scheduler.json"
    (folder / "archive.py").write_text(check_page.file_text("archive.py"), encoding="utf-8")
    processes = []

    def start(*words):
        log = open(folder / f"process-{len(processes)}.log", "wb")
        processes.append(subprocess.Popen([python, "-m", *words], cwd=folder, env=environment, stdout=log, stderr=log))
        return processes[-1]

    try:
        start("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
              "--scheduler-file", address)
        wait_until(address.exists, "starting the scheduler")
        workers = [start("distributed.cli.dask_worker", "--scheduler-file", address, "--nthreads", "1", "--no-nanny",
                         "--no-dashboard", "--name", name) for name in ("one", "two")]
        scheduler = json.loads(address.read_text(encoding="utf-8"))["address"]
        measures = folder / "measures"
        run = subprocess.Popen([python, "archive.py", scheduler, "files.txt", measures], cwd=folder, env=environment)
        processes.append(run)

        def parts():
            return len(list(measures.glob("*.parquet")))

        whole = -(-len(paths) // 100)
        wait_until(lambda: parts() >= whole // 2 or run.poll() is not None, "the first half")
        at_kill = parts()
        workers[0].send_signal(signal.SIGKILL)
        workers[0].wait()
        assert at_kill < whole, "the worker was killed after the end"
        assert run.wait(LIMIT) == 0 and workers[1].poll() is None
        assert parts() == whole
    finally:
        for process in processes:
            process.kill()
            process.wait()
    script = ("import json, sys, pyarrow.parquet as p; "
              "[print(json.dumps(row)) for row in p.read_table(sys.argv[1]).to_pylist()]")
    output = subprocess.run([python, "-c", script, measures], stdout=subprocess.PIPE, check=True).stdout.decode()
    rows = [json.loads(line) for line in output.splitlines()]
    assert sorted(row["path"] for row in rows) == paths, "not every file is there once"
    for row in rows:
        report = expected[row["path"]]
        known = report | report.get("measures", {})
        for name, value in row.items():
            if name == "error":
                assert (value is None) == ("error" not in known), row
            elif name != "path":
                assert value == known.get(name), f"{row['path']}: {name} is {value}, not {known.get(name)}"
    return at_kill, whole


def main():
    radiod = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    if not shutil.which("parallel"):
        sys.exit("try_archive.py: GNU parallel is not installed; 'make test-deps' installs it")
    python = install()
    with tempfile.TemporaryDirectory(prefix="springradio-") as name:
        folder = pathlib.Path(name)
        (folder / "bin").mkdir()
        (folder / "bin/radiod").symlink_to(radiod)
        environment = os.environ | {
            "PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT / "packaging/python"),
            "PYTHONDONTWRITEBYTECODE": "1", "HOME": name}
        environment.pop("SPRINGRADIO_RADIOD", None)
        make_files(folder / "archive", count)
        shell("list.sh", folder, environment)
        paths = (folder / "files.txt").read_text(encoding="utf-8").splitlines()
        assert len(paths) == count
        alone = subprocess.run([radiod, "check", "--json", *paths], cwd=folder, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, timeout=LIMIT, check=False)
        expected = reports(alone.stdout.decode())
        assert sorted(expected) == paths and sum("error" in report for report in expected.values()) == count // 400
        try_parallel(folder, paths, expected, environment)
        at_kill, whole = try_dask(folder, paths, expected, environment, python)
    print(f"{count} files: the same by GNU parallel, and by Dask with a worker killed after {at_kill} of {whole} parts")


if __name__ == "__main__":
    main()
