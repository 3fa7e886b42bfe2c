"""Starting programs, ending them by process id, and reading what they cost."""
import collections
import contextlib
import os
import shutil
import signal
import subprocess
import time

Memory = collections.namedtuple("Memory", "resident anonymous file")
"""Bytes of a process in memory: all; its own (heap and stacks); and mapped from files, shared with other processes."""


class Failure(Exception):
    """What keeps a measurement from being made, as a sentence."""


def is_installed(*programs):
    """Whether all of these programs are in the search path."""
    return all(shutil.which(program) for program in programs)


def wait_until(condition, what, seconds=15.0, pause=0.02):
    """Waits for `condition()` to be true and returns its value; `what` names it in the error."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise Failure(f"{what}: not within {seconds:.0f} s")
        time.sleep(pause)


def start(command, environment, **streams):
    """Starts a program in a session of its own, so that Ctrl-C reaches it only through `end`. Silent unless asked."""
    streams.setdefault("stdin", subprocess.DEVNULL)
    streams.setdefault("stdout", subprocess.DEVNULL)
    streams.setdefault("stderr", subprocess.DEVNULL)
    return subprocess.Popen(command, env=environment, start_new_session=True, **streams)


def end(process):
    """Ends a program started with `start`: politely, after 3 s by force."""
    if process.poll() is not None:
        return
    process.terminate()
    try:
        process.wait(timeout=3)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextlib.contextmanager
def running(command, environment, **streams):
    """A program that runs as long as the `with` block does."""
    process = start(command, environment, **streams)
    try:
        yield process
    finally:
        end(process)


def expect_alive(pid, what):
    """Raises when a process has ended: what it would cost then is nothing."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            state = file.read().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        state = "X"
    if state in "XZ":
        raise Failure(f"{what} ended early")


def cpu_seconds(pid):
    """CPU time of a running process, user and system, with all threads it had: its CPU clock, in nanosecond steps.

    /proc/PID/stat has the same number in steps of 10 ms, a tenth of what the cheapest player takes in 30 s.
    """
    return time.clock_gettime((~pid << 3) | 2)  # CPUCLOCK_SCHED of a process: what clock_getcpuclockid(3) returns


def memory(pid):
    """Resident memory of a running process."""
    fields = {}
    with open(f"/proc/{pid}/status") as file:
        for line in file:
            name, _, value = line.partition(":")
            fields[name] = value
    kibibytes = [int(fields[name].split()[0]) for name in ("VmRSS", "RssAnon", "RssFile")]
    return Memory(*(1024 * value for value in kibibytes))


def run_to_end(command, environment=None):
    """Runs a program that ends by itself, silently; returns its CPU time in seconds, user and system."""
    process = start(command, environment)
    try:
        _, status, usage = os.wait4(process.pid, 0)
    except BaseException:
        end(process)
        raise
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise Failure(f"{command[0]} failed with exit code {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def end_on_signals():
    """Makes a signal to stop unwind the program, so that everything started is ended; further ones are ignored."""
    numbers = [number for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
               if signal.getsignal(number) is not signal.SIG_IGN]

    def interrupt(number, _):
        for each in numbers:
            signal.signal(each, signal.SIG_IGN)
        raise KeyboardInterrupt(signal.Signals(number).name)

    for number in numbers:
        signal.signal(number, interrupt)
