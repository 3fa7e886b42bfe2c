"""Cost of each codec, and of HTTP Live Streaming: CPU time of radiod, of ffmpeg and of the codec's own decoder, on the same local
station.

The station sends a recording once, at playback speed, to every client. All contestants listen at the same time
and throw the sound away: what they cost is fetching, unpacking and decoding.
"""
import contextlib
import os
import subprocess
import time

from hls_station import hls_station
from processes import Failure, cpu_seconds, end, expect_alive, is_installed, memory, start
from stations import Listener, send_paced, serving
from table import Row, mebibytes, median, seconds, spread

SETTLING_SECONDS = 4.0
BURST_SECONDS = 3.0
ROUNDS = 5, 3
MOST_FAILURES = 2
LIMIT = 1.5
HLS = "HLS"
SEGMENT_SECONDS = 6

CODECS = {
    # name: (file, MIME type, ffmpeg's options, the codec's own decoder, which reads standard input)
    "MP3": ("a.mp3", "audio/mpeg", ["-c:a", "libmp3lame", "-b:a", "128k"], ["mpg123", "-q", "-t", "-"]),
    "AAC": ("a.aac", "audio/aac", ["-c:a", "aac", "-b:a", "128k"], None),
    "Vorbis": ("a.ogg", "application/ogg", ["-c:a", "libvorbis", "-b:a", "128k"], ["oggdec", "-Q", "-o", "-", "-"]),
    "Opus": ("a.opus", "audio/ogg", ["-c:a", "libopus", "-b:a", "96k"], ["opusdec", "--quiet", "-", "-"]),
    "FLAC": ("a.flac", "audio/flac", ["-c:a", "flac", "-sample_fmt", "s16"], ["flac", "-s", "-d", "-c", "-"]),
    "WAV": ("a.wav", "audio/wav", ["-c:a", "pcm_s16le"], None),
}


def _listener(path, kind, length):
    """Sends the file, which sounds for `length` seconds, at the pace of its sound."""
    with open(path, "rb") as file:
        content = file.read()
    pace = len(content) / length

    class RecordingListener(Listener):
        protocol_version = "HTTP/1.0"

        def do_GET(self):
            self.begin(kind)
            with contextlib.suppress(OSError):
                send_paced(self.wfile.write, content, pace, burst=int(pace * BURST_SECONDS))

    return RecordingListener


@contextlib.contextmanager
def _station(bench, codec, length):
    """The address of a station that anybody may listen to for `length` seconds, as long as the `with` block runs."""
    if codec == HLS:
        # It does not restart for each connection: it has to last for all rounds.
        rounds = bench.rounds(*ROUNDS) + MOST_FAILURES
        with hls_station(bench, rounds * length, SEGMENT_SECONDS) as station:
            yield station.url
        return
    name, kind, options, _ = CODECS[codec]
    path = _make(bench, name, options, length)
    try:
        with serving(_listener(path, kind, length)) as address:
            yield f"{address}/live"
    finally:
        os.remove(path)


@contextlib.contextmanager
def _listening(commands, environment):
    """Programs that run as long as the `with` block does, each writing to the next; gives their process ids."""
    processes = []
    try:
        for number, command in enumerate(commands):
            is_last = number == len(commands) - 1
            streams = {"stdout": subprocess.DEVNULL if is_last else subprocess.PIPE}
            if processes:
                streams["stdin"] = processes[-1].stdout
            processes.append(start(command, environment, **streams))
            if number > 0:
                processes[-2].stdout.close()
        yield [process.pid for process in processes]
    finally:
        for process in processes:
            end(process)


def _contestants(bench, url, decoder):
    yield "radiod", [[bench.radiod, "play", url, "--output", "silent", "--no-view"]]
    yield "ffmpeg", [["ffmpeg", "-nostdin", "-v", "error", "-i", url, "-f", "null", "-"]]
    if decoder is None:
        return
    if is_installed("curl", decoder[0]):
        yield decoder[0], [["curl", "-sN", url], decoder]
    else:
        bench.skip(f"curl or {decoder[0]}", "not compared")


def _round(bench, url, decoder, number):
    """CPU seconds in the window by contestant, and radiod's memory at its end."""
    window = bench.window_seconds
    with contextlib.ExitStack() as stack:
        pids = {}
        for name, commands in bench.turn(list(_contestants(bench, url, decoder)), number):
            pids[name] = stack.enter_context(_listening(commands, bench.environment))
        time.sleep(SETTLING_SECONDS)

        def used(name):
            for pid in pids[name]:
                expect_alive(pid, name)
            return sum(cpu_seconds(pid) for pid in pids[name]), time.monotonic()

        before = {name: used(name) for name in pids}
        time.sleep(window)
        costs = {}
        for name in pids:
            after = used(name)
            costs[name] = (after[0] - before[name][0]) * window / (after[1] - before[name][1])
        return costs, memory(pids["radiod"][0])


def _make(bench, name, options, length):
    path = os.path.join(bench.folder, name)
    command = ["ffmpeg", "-v", "error", "-y", "-stream_loop", "-1", "-i", bench.music, "-t", str(length), *options, path]
    if subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode != 0:
        raise Failure(f"ffmpeg makes no {name}")
    return path


def measure(bench):
    """Rows of the table, for each codec one beside ffmpeg and one beside its own decoder."""
    rows, residents = [], {}
    length = 2 * SETTLING_SECONDS + bench.window_seconds + 10
    for codec in [*CODECS, HLS]:
        decoder = CODECS[codec][3] if codec in CODECS else None
        costs, residents[codec] = _rounds(bench, codec, decoder, length)
        ours = costs.pop("radiod")
        for rival, theirs in costs.items():
            ratio = median([our / their for our, their in zip(ours, theirs)])
            what = f"CPU in {bench.window_seconds:.0f} s of {codec}; {rival}" + ("" if rival == "ffmpeg" else " behind curl")
            rows.append(
                Row(what, spread(ours, seconds), spread(theirs, seconds), ratio, limit=LIMIT, target=f"≤ {LIMIT} ×"))
    return rows + _memory_rows(residents)


def _rounds(bench, codec, decoder, length):
    """CPU seconds by contestant, and radiod's memory: of each round."""
    costs, residents, failures = {}, [], 0
    with _station(bench, codec, length) as url:
        while len(residents) < bench.rounds(*ROUNDS):
            bench.say(f"codecs: {codec}, round {len(residents) + 1}, {bench.window_seconds:.0f} s")
            try:
                cost, resident = _round(bench, url, decoder, len(residents))
            except Failure as failure:
                failures += 1
                if failures > MOST_FAILURES:
                    raise
                bench.note(f"codecs: a round was repeated, because {failure}")
                continue
            residents.append(resident)
            for name, value in cost.items():
                costs.setdefault(name, []).append(value)
    return costs, residents


def _memory_rows(residents):
    """What it takes to join segments, beside the same sound in one piece; and what the decoder of AAC takes, beside MP3's."""
    def middle(codec, part):
        return median([getattr(resident, part) for resident in residents[codec]])

    def text(codec):
        parts = f"{mebibytes(middle(codec, 'anonymous'))} own, {mebibytes(middle(codec, 'file'))} mapped files"
        return f"{mebibytes(middle(codec, 'resident'))}: {parts}"

    def row(codec):
        ratio = middle(HLS, "resident") / middle(codec, "resident")
        return Row(f"resident memory, HLS of AAC; {codec} in one piece", text(HLS), text(codec), ratio)

    return [row("AAC"), row("MP3")]
