"""Cost of drawing: CPU time of radiod's visualizers in a terminal, beside cava, which draws bars in a terminal of its own.

All contestants run at the same time, each in a terminal of the same size.
"""
import contextlib
import os
import time

import players
from processes import Failure, cpu_seconds, expect_alive, is_installed, wait_until
from table import Row, median, seconds, spread

SETTLING_SECONDS = 4.0
MODES = "bars", "mirrored", "waterfall", "oscilloscope", "springradio", "float"
LIMITS = {"waterfall": 1.0, "oscilloscope": 1.0}
"""The largest share of cava's CPU time."""
CAVA = "cava, drawing"
CAVA_CONFIGURATION = """\
[general]
framerate = 60
[input]
method = pulse
source = {source}
[output]
method = noncurses
"""


def _cava(bench):
    path = os.path.join(bench.folder, "cava-drawing")
    with open(path, "w") as file:
        file.write(CAVA_CONFIGURATION.format(source=bench.device.monitor))
    return ["cava", "-p", path]


def _round(bench):
    """CPU seconds in the window, by contestant."""
    environment = dict(bench.device.environment, TERM="xterm-256color")
    commands = {mode: [bench.radiod, "play", bench.url, "--output", "alsa", "--visualizer", mode] for mode in MODES}
    commands[CAVA] = _cava(bench)
    window = bench.window_seconds
    with contextlib.ExitStack() as stack:
        pids = {name: stack.enter_context(
            players.Terminal(bench.folder, environment, f"tmux-{number}").running(command))
            for number, (name, command) in enumerate(commands.items())}
        wait_until(lambda: all(pids[mode] in bench.device.players() for mode in MODES), "all play", pause=0.5)
        time.sleep(SETTLING_SECONDS)
        before = {name: cpu_seconds(pid) for name, pid in pids.items()}
        time.sleep(window)
        for name, pid in pids.items():
            expect_alive(pid, name)
        return {name: cpu_seconds(pid) - before[name] for name, pid in pids.items()}


def measure(bench):
    """Rows of the table."""
    if not is_installed("tmux", "cava"):
        bench.skip("tmux or cava", "views are not measured")
        return []
    rounds = []
    for number in range(bench.rounds(5, 3)):
        bench.say(f"views: round {number + 1}, {bench.window_seconds:.0f} s")
        rounds.append(_round(bench))
    theirs = [costs[CAVA] for costs in rounds]
    if not all(theirs):
        raise Failure("cava drew nothing")
    rows = []
    for mode in MODES:
        ours = [costs[mode] for costs in rounds]
        ratio = median([our / their for our, their in zip(ours, theirs)])
        target = {"limit": LIMITS[mode], "target": f"≤ {LIMITS[mode]:.1f} ×"} if mode in LIMITS else {}
        rows.append(Row(f"CPU in {bench.window_seconds:.0f} s, {mode} and playing; {CAVA}", spread(ours, seconds),
                        spread(theirs, seconds), ratio, **target))
    return rows
