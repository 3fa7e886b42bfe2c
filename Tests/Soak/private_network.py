"""A network of our own in which packets can be dropped: a network namespace, entered by starting ourselves in it."""
import os
import subprocess
import sys

from processes import Failure, is_installed

MARK = "SPRINGRADIO_SOAK_NETWORK"
"""Set in the environment once we are inside."""


def enter():
    """Restarts this program in a network of its own, as the same process; returns False where that cannot be had.

    Root may make one; others may when the system lets them make user namespaces.
    """
    if os.environ.get(MARK):
        _run("ip", "link", "set", "lo", "up")
        _run("nft", "add table inet soak; add chain inet soak input { type filter hook input priority 0; }")
        return True
    if not is_installed("unshare", "nft", "ip"):
        return False
    command = ["unshare", "--net"]
    if os.geteuid() != 0:
        command += ["--user", "--map-current-user", "--keep-caps"]
    trial = "ip link set lo up && nft add table inet soak"
    if subprocess.run([*command, "sh", "-c", trial], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                      stderr=subprocess.DEVNULL, check=False).returncode != 0:
        return False
    os.execvpe(command[0], [*command, sys.executable, *sys.argv], dict(os.environ, **{MARK: "1"}))
    return True


def drop(port):
    """Drops every packet to and from a TCP port, without a word to either side."""
    _run("nft", f"add rule inet soak input tcp dport {port} drop; add rule inet soak input tcp sport {port} drop")


def pass_all():
    """Drops nothing any more."""
    _run("nft", "flush chain inet soak input")


def _run(*command):
    result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise Failure(f"{command[0]}: {result.stderr.strip()}")
