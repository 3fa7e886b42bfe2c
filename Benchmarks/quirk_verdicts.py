"""What a player made of a quirk, in a few words, from what was measured alone: sound, requests, texts, memory."""
import dataclasses
import re

import monitor

TONE = 440
"""What stations play, in hertz."""
SECRET_TONE = 1000
"""What only a file of the listener's plays."""
START_SECONDS = 2.0
"""Players may take so long to begin."""
HEARD_SECONDS = 0.3
"""Less sound than this is a click."""
LONGEST_TEXT = 50
"""Texts of players are cut after so many characters."""


@dataclasses.dataclass
class Case:
    """A player in front of a quirk: everything that was measured."""

    player: str
    seconds: float
    """How long it was watched."""
    began: float
    blocks: list
    """What was heard, in tenths of a second."""
    requests: list
    breaks: list
    sent: int
    lines: list
    """What was shown, as clean lines."""
    shown: bytes
    ended: float
    """When it ended by itself (monotonic), or None."""
    is_playing: bool
    """Whether it was still at it in the end, by its own word."""
    peak: int
    """Most memory that it held, in bytes."""

    @property
    def tone_seconds(self):
        """For how long the right tone was heard."""
        return monitor.BLOCK_SECONDS * sum(block.is_tone for block in self.blocks)

    @property
    def other_seconds(self):
        """For how long something else was heard."""
        return monitor.BLOCK_SECONDS * sum(not block.is_tone and not block.is_silent for block in self.blocks)

    @property
    def sounding(self):
        """The blocks with sound."""
        return [block for block in self.blocks if not block.is_silent]

    def longest_silence(self, since):
        """The longest silence in seconds, from a moment on."""
        longest = current = 0
        for block in self.blocks:
            if block.moment >= since:
                current = current + 1 if block.is_silent else 0
                longest = max(longest, current)
        return longest * monitor.BLOCK_SECONDS

    @property
    def reason(self):
        """What the player says about it, shortened."""
        return _REASONS[self.player](self.lines)


def _clean(text):
    text = re.sub(r"(https?|file)://\S+", "…", text)
    text = re.sub(r"127\.0\.0\.1( port \d+|:\d+)?", "…", text).strip(" .:…\"'")
    text = re.sub(r"\s*…\s*", " … ", text).strip(" .…(")
    return text if len(text) <= LONGEST_TEXT else text[:LONGEST_TEXT - 1].rstrip() + "…"


def _first(lines, *patterns):
    for pattern in patterns:
        for line in lines:
            match = re.search(pattern, line)
            if match:
                return _clean(match[match.lastindex or 0])
    return None


_REASONS = {
    "radiod": lambda lines: _first(lines, r"^radiod: (.*)", r"^(.*: reconnecting.*)"),
    "MPD": lambda lines: _first(lines, r"CURL failed: (.*)", r"^ERROR: (.*)", r"exception: (.*)", r"^mpc: (.*)",
                                r"^error: (.*)", r"decoder: (.*)"),
    "mpv": lambda lines: _first(lines, r"(Refusing .*)", r"(HTTP error .*)", r"(Failed to recognize file format)",
                                r"\[ffmpeg[^]]*\] https?: (.*)", r"^(Failed to open)", r"^\[\w+\] (.*rror.*)",
                                r"(.*(?:[Ff]ailed|[Rr]efus|[Uu]nsafe|Error).*)"),
    "mpg123": lambda lines: _first(lines, r"error: (?!failed to)(.*)", r"(?i)^(?!.*term)(.*(?:error|fail|refus).*)"),
}


def _no(case, how="no"):
    asked = f"; asks {len(case.requests)} times" if len(case.requests) > 4 else ""
    if case.reason:
        return f"{how}: “{case.reason}”{asked}"
    if case.ended is not None:
        return f"{how}: ends without a reason{asked}"
    return f"{how}: silent, no reason{asked}"


def plays(case):
    """Whether the music is heard from about the beginning to the end."""
    wanted = case.seconds - START_SECONDS
    if case.other_seconds > 1:
        return f"noise: {case.other_seconds:.0f} of {wanted:.0f} s"
    heard = case.tone_seconds
    if heard < HEARD_SECONDS:
        return f"noise: {case.other_seconds:.1f} s" if case.other_seconds >= HEARD_SECONDS else _no(case)
    if heard >= 0.95 * wanted:
        return "plays"
    start = case.sounding[0].moment
    if start > case.began + START_SECONDS and case.longest_silence(start) < HEARD_SECONDS:
        return f"plays, after {start - case.began:.0f} s"
    last = case.sounding[-1].moment
    if last < case.began + case.seconds - 2:
        return f"stops after {heard:.1f} s"
    return f"plays {heard:.1f} of {wanted:.0f} s"


def refuses(case):
    """What is said where there is nothing to play, and after what time."""
    if case.other_seconds > HEARD_SECONDS:
        return f"noise: {case.other_seconds:.1f} s"
    if case.tone_seconds > HEARD_SECONDS:
        return "plays"
    if case.is_playing and not case.reason:
        return f"waits for more than {case.seconds:.0f} s"
    late = case.ended - case.began if case.ended is not None else 0
    return _no(case, f"no, after {late:.0f} s" if late > 5 else "no")


def endures(case):
    """What happens when too much is sent, and what it costs in memory."""
    memory = f"{case.peak / 2**20:.0f} MiB"
    if case.tone_seconds > HEARD_SECONDS:
        return f"plays; {memory}"
    if case.is_playing and not case.reason:
        return f"reads on; {memory}, {case.sent / 2**20:.0f} MiB were sent"
    return f"{_no(case)}; {memory}"


def terminal(command):
    """Whether a terminal command in a title reaches the terminal."""
    def judge(case):
        reached = [name for name, opening in (("ESC", b"\x1b"), ("C1", b"\xc2\x9d"), ("C1", b"\x9d"))
                   if opening + command[1:] in case.shown or opening + command in case.shown]
        if reached:
            return f"**{' and '.join(dict.fromkeys(reached))} codes reach the terminal**"
        return "cleaned" if b"Nice song" in case.shown else "shows no titles"
    return judge


def title(text):
    """Whether a title is shown as it was meant."""
    def judge(case):
        if text in "\n".join(case.lines):
            return "right"
        for line in case.lines:
            match = re.search(r"(?:icy-title: |StreamTitle='|title: |^)((?:Ïðèâåò|\S*\ufffd|ÐŸ|\S*\?\?\?).*)", line)
            if match:
                return f"“{match[1][:11]}”"
        return "not shown"
    return judge


def opens_secret(case):
    """Whether a file of the listener's was played because a station named it."""
    heard = [block for block in case.sounding if abs(block.crossings / monitor.BLOCK_SECONDS - SECRET_TONE) < 100]
    if len(heard) * monitor.BLOCK_SECONDS > HEARD_SECONDS:
        return "**plays it**"
    return _no(case)


def clean(case):
    """How much of a damaged stream is heard undamaged."""
    start = case.sounding[0].moment if case.sounding else 0
    blocks = [block for block in case.blocks if block.moment >= start]
    if not blocks or case.tone_seconds < HEARD_SECONDS:
        return _no(case)
    share = sum(block.is_tone for block in blocks) / len(blocks)
    silence = case.longest_silence(start)
    return f"{100 * share:.0f} % clean" + (f", gaps up to {silence:.1f} s" if silence >= 0.2 else "")


def pitch(case):
    """Whether the tone is as high after a change of the sample rate as before it."""
    if not case.sounding:
        return _no(case)
    start, last = case.sounding[0].moment, case.sounding[-1].moment
    if last < start + 8:
        return f"stops after {last - start:.1f} s"
    late = [block for block in case.blocks if block.moment > last - 2]
    heard = monitor.frequency(late)
    silence = case.longest_silence(start)
    gap = f", gap of {silence:.1f} s" if silence >= 0.2 else ", no gap"
    return (f"right pitch{gap}" if abs(heard - TONE) < 15 else f"wrong pitch: {heard:.0f} Hz for {TONE}{gap}")


def goes_on(case):
    """Whether the player comes back by itself: when it asked again, and how long nothing was heard."""
    if not case.breaks:
        return _no(case)
    broke = case.breaks[0]
    again = [moment for moment in case.requests if moment > broke]
    end = case.began + case.seconds
    is_sounding = bool(case.sounding) and case.sounding[-1].moment > end - 1.5
    if not again:
        return f"waits for more than {end - broke:.0f} s" if case.is_playing else "stops"
    if not is_sounding:
        return f"asks again {len(again)} times, stays silent"
    silence = case.longest_silence(broke)
    heard = f"silent for {silence:.1f} s" if silence >= 0.2 else "not heard"
    return f"reconnects after {again[-1] - broke:.1f} s, {heard}"
