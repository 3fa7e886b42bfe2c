"""Runs radiod for a picture: in a terminal of tmux, with a home folder of its own."""

import contextlib
import os
import subprocess
import tempfile
import time


class Failure(Exception):
    """Why no picture can be taken."""


@contextlib.contextmanager
def home():
    """A folder that is the home of everything that runs for a picture, removed in the end."""
    with tempfile.TemporaryDirectory(prefix="radiod-picture-") as folder:
        os.mkdir(os.path.join(folder, "run"), 0o700)
        yield folder


def environment(folder):
    """The variables of a program whose home is `folder`, as `env` takes them: none of the user's settings."""
    return ["env", "-i", f"PATH={os.environ['PATH']}", "LANG=C.UTF-8", "TERM=tmux-256color", "COLORTERM=truecolor",
            f"HOME={folder}", f"XDG_RUNTIME_DIR={folder}/run"]


def wait_until(condition, what, seconds=20):
    """Waits until `condition` holds; fails with `what` after that many seconds."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise Failure(f"after {seconds} s: no {what}")
        time.sleep(0.05)


@contextlib.contextmanager
def running(arguments, folder):
    """A program in the background; it is stopped in the end."""
    with open(os.path.join(folder, "log"), "ab") as log:
        process = subprocess.Popen([*environment(folder), *arguments], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class Terminal:
    """A terminal of tmux's own server that runs one program, as long as the `with` block does."""

    def __init__(self, columns, rows, arguments, folder):
        self._tmux = ["tmux", "-u", "-S", os.path.join(folder, "tmux"), "-f", "/dev/null"]
        self._arguments = ["-x", str(columns), "-y", str(rows), *environment(folder), *arguments]

    def __enter__(self):
        subprocess.run([*self._tmux, "new-session", "-d", *self._arguments], check=True)
        return self

    def __exit__(self, *_):
        subprocess.run([*self._tmux, "kill-server"], check=False, stderr=subprocess.DEVNULL)

    def press(self, *keys):
        """Presses keys, named as tmux names them."""
        subprocess.run([*self._tmux, "send-keys", *keys], check=True)

    def lines(self):
        """The screen as lines of text with SGR sequences."""
        return subprocess.run([*self._tmux, "capture-pane", "-p", "-e", "-N"], check=True, capture_output=True,
                              text=True, timeout=10).stdout.split("\n")
