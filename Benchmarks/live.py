"""Cost of listening: CPU time and memory of radiod, with bars and without, and of its rivals, on one local station.

All contestants play at the same time, each into the same device: whatever else the machine does hits all alike.
"""
import contextlib
import time

import players
from processes import Failure, cpu_seconds, expect_alive, is_installed, memory, wait_until
from table import Row, mebibytes, median, seconds, spread

SETTLING_SECONDS = 3.0
MOST_FAILURES = 3
"""More rounds than this in which a player does not play, and the measurement is given up."""
MEBIBYTE = 2**20
TIME_SHIFT_SECONDS = 120.0, 10.0
MOST_OF_TIME_SHIFT = 1.05
KEPT, NOT_KEPT = "radiod", "radiod --timeshift 0"
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


def _silent(bench, pids):
    """Names of those who should play and do not: that they cost little is not a merit."""
    playing = bench.device.players()
    for name, pid in pids.items():
        expect_alive(pid, name)
    return [name for name, pid in pids.items()
            if name not in (players.CAVA_FIFO, CAVA_MONITOR) and pid not in playing]


def _round(bench, contestants, window):
    """CPU seconds in the window, and memory at its end, by contestant; and pictures a second, if there is a view."""
    with contextlib.ExitStack() as stack:
        pids = {}
        for contestant in contestants:
            pids.update(stack.enter_context(contestant))
        wait_until(lambda: not _silent(bench, pids), "all contestants play", pause=0.5)
        time.sleep(SETTLING_SECONDS)
        before = {name: (cpu_seconds(pid), time.monotonic()) for name, pid in pids.items()}
        time.sleep(window)
        costs, residents = {}, {}
        for name, pid in pids.items():
            expect_alive(pid, name)
            used, moment = cpu_seconds(pid), time.monotonic()
            costs[name] = (used - before[name][0]) * window / (moment - before[name][1])
            residents[name] = memory(pid)
        silent = _silent(bench, pids)
        if silent:
            raise Failure(f"{silent[0]} stopped playing")
        pictures = bench.terminal.pictures_per_second() if players.RADIOD_WITH_BARS in pids else None
    return costs, residents, pictures


def _rounds(bench, what, wanted, contestants, window):
    """So many rounds of what `contestants()` gives. One in which a contestant does not play is repeated."""
    rounds, failures = [], 0
    while len(rounds) < wanted:
        bench.say(f"{what}: round {len(rounds) + 1}, {window:.0f} s")
        try:
            rounds.append(_round(bench, bench.turn(list(contestants()), len(rounds)), window))
        except Failure as failure:
            failures += 1
            if failures > MOST_FAILURES:
                raise
            bench.note(f"{what}: a round was repeated, because {failure}")
    return rounds


def measure(bench):
    """Rows of the table: CPU time, then memory."""
    rounds = _rounds(bench, "live", bench.rounds(5, 3), lambda: _contestants(bench, bench.url), bench.window_seconds)
    names = rounds[0][0]
    costs = {name: [cost[name] for cost, _, _ in rounds] for name in names}
    residents = {name: [resident[name] for _, resident, _ in rounds] for name in names}
    if players.RADIOD_WITH_BARS in names:
        pictures = median([pictures for _, _, pictures in rounds])
        bench.note(f"radiod drew {pictures:.0f} pictures a second on {players.COLUMNS} × {players.ROWS}")
    return _cpu_rows(costs, bench.window_seconds) + [_time_shift_row(bench)] + _memory_rows(residents)


def _time_shift_row(bench):
    """CPU time of keeping the sound that was heard: two radios at the same time, of which one keeps none."""
    command = players.radiod_command(bench.radiod, bench.url)
    commands = {KEPT: command, NOT_KEPT: [*command, "--timeshift", "0"]}
    window = bench.rounds(*TIME_SHIFT_SECONDS)
    rounds = _rounds(bench, "live, time shift", bench.rounds(5, 3), lambda: [
        players.plain(name, each, bench.device.environment) for name, each in commands.items()], window)
    ours, theirs = ([costs[name] for costs, _, _ in rounds] for name in commands)
    ratio = median([our / their for our, their in zip(ours, theirs)])
    return Row(f"CPU in {window:.0f} s, no view; --timeshift 0", spread(ours, seconds), spread(theirs, seconds), ratio,
               limit=MOST_OF_TIME_SHIFT, target=f"≤ {MOST_OF_TIME_SHIFT} ×")


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
    below = {"limit": 0.9, "target": "≤ 0.9 ×"}
    compare(f"{cpu}, bars at 60/s; {players.CAVA_FIFO}", bars, [players.CAVA_FIFO], **below)
    is_only_cava = players.CAVA_FIFO not in costs
    compare(f"{cpu}, bars at 60/s; {CAVA_MONITOR}", bars, [CAVA_MONITOR], **(below if is_only_cava else {}))
    compare(f"{cpu}, bars at 60/s; MPD + its cava", bars, ["mpd", players.CAVA_FIFO], limit=0.5, target="≤ 0.5 ×")
    compare(f"{cpu}, no view; mpg123", silent, ["mpg123"], limit=0.85, target="≤ 0.85 ×")
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
