"""Lanes: players beside each other, each on a sink of its own, that are given controls by a plan."""
import collections
import concurrent.futures
import contextlib
import math
import queue
import random
import tempfile
import threading
import time

import monitor
from control_players import BACK, ENDS, FORWARD, LIVE, MUTE, NEXT, PAUSE, PLAYERS, STOP, VOLUME_0
from control_sound import AROUND_SECONDS, KEPT_SECONDS, TONE_SECONDS, recording
from processes import Failure, expect_alive, wait_until

Step = collections.namedtuple("Step", "wait control is_measured is_placed", defaults=[False])
"""Seconds of undisturbed play, and the control that ends them; whether it waits for a tone of the scale that has just begun."""
Plan = collections.namedtuple("Plan", "player urls steps")
"""A player, by its name; its stations, of which it plays the first; and what is done to it."""
Try = collections.namedtuple("Try", "seconds step")
"""The time that a control took, and the largest step between samples around it through the tone's."""

SILENCED_BY = (PAUSE, STOP, NEXT)
"""What counts is the silence; for other controls it is the first change."""
SILENT_AFTER = SILENCED_BY + (VOLUME_0, MUTE)
MOVES = (BACK, FORWARD, LIVE)
"""What counts is another tone of the scale."""
STEADY_SECONDS = 1.0
"""The sound must have been steady for so long before a wait begins, and before a control."""
SPREAD_SECONDS = 0.5
"""A wait is longer by a random time up to this. Otherwise each control would come at the same point of the player's
own period, which is 0.25 s for radiod."""
RECORDED_SECONDS = 2 * KEPT_SECONDS
"""So much of a longer wait, its end, is recorded: a recorder costs more than a player."""
YOUNG_SECONDS, LATEST_SECONDS = 3.0, 4.5
"""A lane is ready for such a control while a tone of the scale is younger than the first of these, and gives it before the
tone is older than the second: the scale's own next tone is far then."""
GIVEN_UP_SECONDS = 5.0
"""A control that has no effect in so long has none: its time is infinite."""
MOST_FAILURES = 5


class _Lane:
    """A player on a sink, with the recording of the sink."""

    def __init__(self, is_over):
        self._player = None
        self._sound = None
        self._recorder = contextlib.ExitStack()
        self._is_over = is_over

    @contextlib.contextmanager
    def recorded(self, device, sink):
        """The sink is recorded as long as the `with` block lasts, except in long waits."""
        self._record = lambda: self._recorder.enter_context(recording(device, sink))
        with self._recorder:
            self._sound = self._record()
            yield

    def _until(self, condition, what, seconds=20.0):
        def holds():
            if self._is_over.is_set():
                raise Failure("interrupted")
            return condition()

        return wait_until(holds, what, seconds)

    def _wait_until_steady(self, is_silent):
        def is_steady():
            return self._sound.is_silent(STEADY_SECONDS) if is_silent else self._sound.is_tone(STEADY_SECONDS)

        expect_alive(self._player.process.pid, "a player")
        self._until(is_steady, "the sink is silent" if is_silent else "the sink plays a steady tone")

    def begin(self, player):
        """Waits for the player's tone."""
        self._player = player
        self._wait_until_steady(is_silent=False)

    def wait(self, seconds, is_silent):
        """Waits until the sound is steady, and then so long or a little longer."""
        self._wait_until_steady(is_silent)
        if seconds > 2 * RECORDED_SECONDS:
            self._recorder.close()
            self._rest(seconds - RECORDED_SECONDS)
            self._sound = self._record()
            seconds = RECORDED_SECONDS
        self._rest(seconds + random.uniform(0, SPREAD_SECONDS))

    def _rest(self, seconds):
        if self._is_over.wait(seconds):
            raise Failure("interrupted")

    def wait_for_young_tone(self):
        """Waits until a tone of the scale has begun, and a little longer."""
        self._until(lambda: self.is_tone_young(YOUNG_SECONDS), "the next tone of the scale sounds", 3 * TONE_SECONDS)
        self._rest(random.uniform(0, SPREAD_SECONDS))

    def is_tone_young(self, seconds=LATEST_SECONDS):
        """Whether a tone of the scale sounds and has not yet sounded for so long."""
        now = time.monotonic()
        last = self._sound.tone(now - STEADY_SECONDS / 4)
        return (last is not None and last == self._sound.tone(now - STEADY_SECONDS)
                and self._sound.tone(now - seconds) not in (None, last))

    def take(self, step, is_silent):
        """Gives a control once the sound is steady; returns the try."""
        self._wait_until_steady(is_silent)
        given = self._player.give(step.control)
        if not step.is_measured:
            return None
        ended = self._player.end() if step.control in ENDS else None
        find = (self._sound.silence if step.control in SILENCED_BY + ENDS else
                self._sound.other_tone if step.control in MOVES else self._sound.change)
        try:
            heard = self._until(lambda: find(given), "a control has an effect", GIVEN_UP_SECONDS)
        except Failure:
            if self._is_over.is_set():
                raise
            return Try(math.inf, math.inf)
        around = heard - AROUND_SECONDS, heard + AROUND_SECONDS
        after = around[1], around[1] + AROUND_SECONDS
        self._until(lambda: self._sound.reaches(after[1]), "the sound after a control is recorded")
        tone = max(self._sound.usual_step(given - AROUND_SECONDS, given), self._sound.usual_step(*after))
        step = self._sound.largest_step(*around) / tone
        return Try(max(0, (heard if ended is None else ended) - given), step)


class Lanes:
    """Carries out plans, so many at a time; no two lanes act at the same moment."""

    def __init__(self, bench):
        self._bench = bench
        self._sinks = queue.SimpleQueue()
        self._sink_count = 0
        self._lane_count = 0
        self._is_over = threading.Event()
        self._acts = threading.Lock()  # held to start a player, and from a control to the end of its measurement
        self._failures = 0

    def run(self, plans, count, say):
        """The tries by player and control. A player is started for each of the `plans`, of which `count` are carried out
        at a time. Several runs may be under way at once."""
        with self._acts:
            self._lane_count += count
            while self._sink_count < self._lane_count:
                sink = f"control{self._sink_count}"
                self._sinks.put((sink, monitor.add_sink(self._bench.device, sink)))
                self._sink_count += 1
        tries = collections.defaultdict(lambda: collections.defaultdict(list))
        with concurrent.futures.ThreadPoolExecutor(count) as pool:
            try:
                futures = {pool.submit(self._run, plan): plan.player for plan in plans}
                for number, future in enumerate(concurrent.futures.as_completed(futures), 1):
                    for control, try_ in future.result():
                        tries[futures[future]][control].append(try_)
                    say(f"{number} of {len(plans)}")
            except BaseException:
                self._is_over.set()
                pool.shutdown(cancel_futures=True)
                raise
        with self._acts:
            self._lane_count -= count
        return tries

    def _run(self, plan):
        """The tries of a plan, with their controls; repeated when it fails, as long as failures are few."""
        while True:
            try:
                return self._run_once(plan)
            except (Failure, OSError) as failure:
                if self._is_over.is_set():
                    raise
                with self._acts:
                    self._failures += 1
                    if self._failures > MOST_FAILURES:
                        raise
                self._bench.note(f"controls: {plan.player} was started again, because {failure}")

    def _run_once(self, plan):
        folder = tempfile.mkdtemp(prefix="control-", dir=self._bench.folder)
        sink, environment = self._sinks.get()
        tries = []
        try:
            with contextlib.ExitStack() as stack:
                with self._acts:
                    if self._is_over.is_set():
                        raise Failure("interrupted")
                    lane = _Lane(self._is_over)
                    stack.enter_context(lane.recorded(self._bench.device, sink))
                    lane.begin(stack.enter_context(
                        PLAYERS[plan.player].playing(self._bench.radiod, folder, plan.urls, environment)))
                is_silent = False
                for step in plan.steps:
                    lane.wait(step.wait, is_silent)
                    try_ = self._take(lane, step, is_silent)
                    if try_:
                        tries.append((step.control, try_))
                        if math.isinf(try_.seconds):
                            break  # what follows would begin from another state
                    is_silent = step.control in SILENT_AFTER
        finally:
            self._sinks.put((sink, environment))
        return tries

    def _take(self, lane, step, is_silent):
        """Gives a control when no other lane acts; returns the try."""
        while True:
            if step.is_placed:
                lane.wait_for_young_tone()
            with self._acts:
                if not step.is_placed or lane.is_tone_young():
                    return lane.take(step, is_silent)
