"""Cost of listening: CPU time and memory of radiod, with bars and without, and of its rivals, on one local station.

All contestants play at the same time, each into the same device: whatever else the machine does hits all alike.
"""
import contextlib
import time

import players
from processes import cpu_seconds, expect_alive, is_installed, memory
from table import Row, mebibytes, median, seconds, spread

SETTLING_SECONDS = 3.0
MEBIBYTE = 2**20
CAVA_MONITOR = "cava, sound server's monitor"


def _contestants(bench, url):
    """What plays, as (name, context manager that gives process ids by name)."""
    environment = bench.device.environment
    yield players.plain(players.SILENT_RADIOD, players.radiod_command(bench.radiod, url), environment)
    if is_installed("tmux"):
        bench.terminal = players.Terminal(bench.folder, environment)
        yield players.radiod_with_bars(bench.radiod, url, bench.terminal)
    else:
        bench.skip("tmux", "radiod with bars is not measured")
    commands = {"mpg123": players.mpg123_command, "mpv": players.mpv_command, "ffplay": players.ffplay_command}
    for name, command in commands.items():
        if is_installed(name):
            yield players.plain(name, command(url), environment)
        else:
            bench.skip(name, "not compared")
    if not is_installed("cava"):
        bench.skip("cava", "not compared")
        return
    yield players.cava(CAVA_MONITOR, bench.folder, environment, "pulse", bench.device.monitor)
    if is_installed("mpd", "mpc"):
        yield players.mpd_with_cava(bench.folder, url, environment)
    else:
        bench.skip("mpd and mpc", "not compared")


def measure(bench):
    """Rows of the table: CPU time, then memory."""
    window = bench.window_seconds
    costs, residents = {}, {}
    pictures = []
    for round_ in range(bench.rounds(5, 3)):
        bench.say(f"live: round {round_ + 1}, {window:.0f} s")
        with contextlib.ExitStack() as stack:
            pids = {}
            for contestant in bench.turn(list(_contestants(bench, bench.url)), round_):
                pids.update(stack.enter_context(contestant))
            time.sleep(SETTLING_SECONDS)
            before = {name: (cpu_seconds(pid), time.monotonic()) for name, pid in pids.items()}
            time.sleep(window)
            for name, pid in pids.items():
                expect_alive(pid, name)
                used, moment = cpu_seconds(pid), time.monotonic()
                length = moment - before[name][1]
                costs.setdefault(name, []).append((used - before[name][0]) * window / length)
                residents.setdefault(name, []).append(memory(pid))
            if players.RADIOD_WITH_BARS in pids:
                pictures.append(bench.terminal.pictures_per_second())
    if pictures:
        bench.note(f"radiod drew {median(pictures):.0f} pictures a second on {players.COLUMNS} × {players.ROWS}")
    return _cpu_rows(costs, window) + _memory_rows(residents)


def _cpu_rows(costs, window):
    rows = []

    def compare(what, ours, rivals, **target):
        if ours not in costs or not all(rival in costs for rival in rivals):
            return
        theirs = [sum(values) for values in zip(*(costs[rival] for rival in rivals))]
        ratio = median([our / their for our, their in zip(costs[ours], theirs)])
        rows.append(Row(what, spread(costs[ours], seconds), spread(theirs, seconds), ratio, **target))

    bars, silent = players.RADIOD_WITH_BARS, players.SILENT_RADIOD
    cpu = f"CPU in {window:.0f} s"
    below = {"limit": 1.0, "target": "< 1 ×"}
    compare(f"{cpu}, bars at 60/s; {players.CAVA_FIFO}", bars, [players.CAVA_FIFO], **below)
    is_only_cava = players.CAVA_FIFO not in costs
    compare(f"{cpu}, bars at 60/s; {CAVA_MONITOR}", bars, [CAVA_MONITOR], **(below if is_only_cava else {}))
    compare(f"{cpu}, bars at 60/s; MPD + its cava", bars, ["mpd", players.CAVA_FIFO], limit=0.5, target="≤ 0.5 ×")
    compare(f"{cpu}, no view; mpg123", silent, ["mpg123"], limit=1.5, target="≤ 1.5 ×")
    for rival in ("mpd", "mpv", "ffplay"):
        compare(f"{cpu}, no view; {rival}", silent, [rival])
    if not rows:
        rows.append(Row(f"{cpu}, no view", spread(costs[silent], seconds)))
    return rows


def _memory_rows(residents):
    def resident(name, part):
        return mebibytes(median([getattr(value, part) for value in residents[name]]))

    rows = []
    for name in (players.RADIOD_WITH_BARS, players.SILENT_RADIOD):
        if name in residents:
            parts = f"{resident(name, 'anonymous')} own, {resident(name, 'file')} mapped files"
            value = median([value.resident for value in residents[name]])
            rows.append(Row(f"resident memory, {name}", f"{resident(name, 'resident')}: {parts}", value=value,
                            limit=40 * MEBIBYTE, target="< 40 MiB"))
    for name in ("mpg123", players.CAVA_FIFO, "mpd", "ffplay", "mpv"):
        if name in residents:
            rows.append(Row(f"… {name}", "", resident(name, "resident")))
    return rows
