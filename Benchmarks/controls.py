"""Controls: from a command to the first changed sample, to silence, to another place in the sound that is kept, or to the
end of the process, beside mpv and MPD."""
import collections
import concurrent.futures
import contextlib
import math
import os
import subprocess

from control_lanes import Lanes, Plan, Step
from control_players import (BACK, BARS, ENDS, FORWARD, LATE_RESUME, LIVE, MPD, MPV, MUTE, NEXT, PAUSE, PLAYERS, PREVIOUS,
                             PROGRAMS, QUIT, RESUME, SERVE, START, STOP, TERMINATE, UNMUTE, VOLUME_0, VOLUME_100)
from control_sound import BLOCK_SECONDS, SCALE, TONE_SECONDS
from processes import Failure, is_installed
from prompt_station import prompt_station
from table import Row, median, seconds, spread

Stations = collections.namedtuple("Stations", "tones scale")
"""Addresses of a tone and of silence, and of a scale, whose tones show where in the sound one is."""
OURS = (SERVE, BARS)
RIVALS = (MPV, MPD)
TRIES = 20, 5
"""Tries of each of radiod's controls; in the quick benchmark the second number."""
RIVAL_TRIES = 8, 5
LONG_TRIES = 5
"""So many of them after ten minutes of play."""
LANES, LONG_LANES = 8, 30
"""Players at a time, in cycles and, beside them, in plays of ten minutes. PulseAudio accepts 64 clients; a lane has two
while it is recorded."""
UNDISTURBED_SECONDS = 30.0, 2.0
LONG_SECONDS = 600.0
INTERRUPTED_SECONDS = 5.0, 2.0
"""Seconds before a control that takes another back."""
BETWEEN_MOVES_SECONDS = 5.0
KEPT_BEFORE_SECONDS = 22.0
"""Seconds of play before a move, so that two moves back of 10 s stay in what is kept."""
LATE_SECONDS = 12.0
"""A pause after which radiod has closed the device, which it does after 10 s."""
SILENCE_LENGTH = 120
TONE_LENGTH = 900, 300
"""The longest that a player stays connected, in seconds."""

Limits = collections.namedtuple("Limits", "middle greatest")
HEARD_LIMITS, END_LIMITS, LATE_LIMITS = Limits(0.10, 0.20), Limits(0.25, 0.50), Limits(0.30, 0.30)
STEP_LIMIT = 1.1
RATIO_LIMITS = {(BACK, MPV): 2.5}
UNMEASURED = (START, PREVIOUS)
PREPARED_BY = {VOLUME_100: VOLUME_0, UNMUTE: MUTE}
WHAT = {
    VOLUME_0: "volume to 0: heard",
    VOLUME_100: "volume back to 100: heard",
    MUTE: "mute: heard",
    UNMUTE: "unmute: heard",
    PAUSE: "pause: silent",
    STOP: "stop: silent",
    RESUME: "resume: heard",
    LATE_RESUME: f"resume after {LATE_SECONDS:.0f} s of pause: heard",
    BACK: "back 10 s: the earlier sound heard",
    FORWARD: "forward 10 s: the later sound heard",
    LIVE: "live: the live sound heard",
    NEXT: "next: the old station silent",
    QUIT: "quit (q): the process ended",
    TERMINATE: "SIGTERM: the process ended",
}


def _tone(bench, name, amplitude, length, frequency="1000"):
    """A sine as MP3, in one piece: where a repeated file begins again there would be a click."""
    path = os.path.join(bench.folder, f"{name}.mp3")
    wave = f"{amplitude}*sin(2*PI*({frequency})*t)"
    command = ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", f"aevalsrc=exprs='{wave}|{wave}':s=44100:d={length}",
               "-c:a", "libmp3lame", "-b:a", "128k", "-write_xing", "0", "-id3v2_version", "0", path]
    if subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode != 0:
        raise Failure("ffmpeg makes no tone")
    return path


def _scale():
    """The frequency of a scale, as an expression of the time `t`. Each tone begins where a period does."""
    frequency = SCALE[-1]
    for number, tone in reversed(list(enumerate(SCALE[:-1]))):
        frequency = f"if(eq(mod(floor(t/{TONE_SECONDS}),{len(SCALE)}),{number}),{tone},{frequency})"
    return frequency


def _cycle(name, bench):
    """A plan with all controls of a player."""
    undisturbed, interrupted = bench.rounds(*UNDISTURBED_SECONDS), bench.rounds(*INTERRUPTED_SECONDS)
    back = (RESUME, START, PREVIOUS)
    return [Step(interrupted if control in back else undisturbed, control, control not in UNMEASURED)
            for control in PLAYERS[name].controls]


def _moves(name, wait):
    """A plan with all moves of a player; `wait` are the seconds before the first."""
    steps = []
    for control in PLAYERS[name].moves:
        if control == LIVE:
            steps.append(Step(BETWEEN_MOVES_SECONDS, BACK, False, True))
        seconds_ = wait if control == BACK else LATE_SECONDS if control == LATE_RESUME else BETWEEN_MOVES_SECONDS
        # A late resume goes on in the tone in which the pause was given.
        steps.append(Step(seconds_, control, control != PAUSE, control != LATE_RESUME))
    return steps


def _long_plan(control):
    """A plan in which that control is the first one after ten minutes."""
    plan = [Step(LONG_SECONDS, control, True)]
    if control in PREPARED_BY:
        plan.insert(0, Step(0, PREPARED_BY[control], False))
    if control == PAUSE:
        plan.append(Step(INTERRUPTED_SECONDS[0], RESUME, True))
    return plan


def _tries(bench, lanes, name, stations):
    """The tries by control in cycles."""
    has_long = name in OURS and not bench.is_quick
    count = bench.rounds(*TRIES) - (LONG_TRIES if has_long else 0) if name in OURS else bench.rounds(*RIVAL_TRIES)
    bench.say(f"controls: {name}, {count} cycles, {LANES} at a time")
    plans = [Plan(name, stations.tones, _cycle(name, bench))] * count
    if PLAYERS[name].moves:
        wait = max(KEPT_BEFORE_SECONDS, bench.rounds(*UNDISTURBED_SECONDS))
        plans += [Plan(name, stations.scale, _moves(name, wait))] * count
    return lanes.run(plans, LANES, lambda done: bench.say(f"controls: {name}, {done} cycles done"))[name]


def _long_tries(bench, lanes, stations):
    """The tries by player and control that are the first after ten minutes."""
    plans = []
    for name in OURS:
        plans += [Plan(name, stations.tones, _long_plan(control)) for control in PLAYERS[name].controls
                  if control not in (RESUME, *UNMEASURED)]
        plans.append(Plan(name, stations.scale, _moves(name, LONG_SECONDS)))
    bench.say(f"controls: {LONG_TRIES * len(plans)} tries after 10 min, {LONG_LANES} at a time")
    return lanes.run(plans * LONG_TRIES, LONG_LANES,
                     lambda done: bench.say(f"controls: {done} tries after 10 min done"))


def _all_tries(bench, lanes, names, stations):
    """The tries by player and control: cycles of one player after the other, and beside them the long plays."""
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        later = None if bench.is_quick else pool.submit(_long_tries, bench, lanes, stations)
        tries = {name: _tries(bench, lanes, name, stations) for name in names}
        if later is None:
            return tries
        for name, controls in later.result().items():
            for control, more in controls.items():
                tries[name][control] += more
            bench.note(f"{name}, medians after 10 min: " + ", ".join(
                f"{control} {seconds(median([each.seconds for each in more]))}" for control, more in controls.items()))
    return tries


def _target(limit):
    return {"limit": limit, "target": f"≤ {limit:.2f} s"}


def _rows(control, tries):
    """The rows of a control; `tries` are those of all players by name."""
    limits = END_LIMITS if control in ENDS else LATE_LIMITS if control == LATE_RESUME else HEARD_LIMITS
    times = {name: [each.seconds for each in own[control]] for name, own in tries.items() if own.get(control)}
    ours = [name for name in OURS if name in times]
    rivals = [name for name in RIVALS if name in times]
    # Where a control has no effect, the cycle ends: those behind it may never have been tried.
    rows = [Row(f"{WHAT[control]}; {name}", "no try", value=math.inf, **_target(limits.middle))
            for name in OURS if control in (*PLAYERS[name].controls, *PLAYERS[name].moves) and name not in ours]
    if not ours:
        return rows
    for name in ours:
        rows += [
            Row(f"{WHAT[control]}; {name}", spread(times[name], seconds), value=median(times[name]),
                **_target(limits.middle)),
            Row(f"… the greatest of {len(times[name])}", seconds(max(times[name])), value=max(times[name]),
                **_target(limits.greatest)),
        ]
    for rival in rivals:
        our, their = times[ours[0]], times[rival]
        ratio = median(our) / median(their) if median(their) > BLOCK_SECONDS else None
        most = None if ratio is None else RATIO_LIMITS.get((control, rival))
        rows.append(Row(f"… {rival}", spread(our, seconds), spread(their, seconds), ratio, limit=most,
                        target=f"≤ {most} ×" if most else ""))
    steps = {name: max(each.step for each in tries[name][control]) for name in times}

    def text(names):
        return ", ".join(f"{name} {steps[name]:.2f} ×" for name in names)

    rows.append(Row("… largest step between samples, through the tone's", text(ours), text(rivals),
                    value=max(steps[name] for name in ours), limit=STEP_LIMIT, target=f"≤ {STEP_LIMIT} ×"))
    return rows


def measure(bench):
    """Rows of the table."""
    names = list(OURS)
    for name in RIVALS:
        if is_installed(*PROGRAMS[name]):
            names.append(name)
            if MUTE not in PLAYERS[name].controls:
                bench.note(f"{name} has no mute")
        else:
            bench.skip(name, "not compared")
    with contextlib.ExitStack() as stack:
        length = bench.rounds(*TONE_LENGTH)
        tone, silence, scale = (stack.enter_context(prompt_station(file)) for file in (
            _tone(bench, "tone", 0.5, length), _tone(bench, "silence", 0, SILENCE_LENGTH),
            _tone(bench, "scale", 0.5, length, _scale())))
        tries = _all_tries(bench, Lanes(bench), names, Stations([tone, silence], [scale]))
    return [row for control in WHAT for row in _rows(control, tries)]
