"""A station of HTTP Live Streaming: segments that ffmpeg cut beforehand, in a playlist that slides at the pace of their sound."""
import contextlib
import os
import subprocess
import tempfile
import time

from processes import Failure
from stations import Listener, send_paced, serving

WINDOW_SEGMENTS = 6
"""Segments a playlist names; so many are there at the beginning."""
TICK_SECONDS = 0.02


class HLSStation:
    """The running station."""

    def __init__(self, url, segment_bytes):
        self.url = url
        """The address of its playlist."""
        self.segment_bytes = segment_bytes
        """Bytes of its largest segment."""


def _cut(music, folder, length, segment_seconds):
    """Makes segments of AAC in transport streams, of `length` seconds in all; gives their names and their lengths in seconds."""
    command = ["ffmpeg", "-v", "error", "-y", "-stream_loop", "-1", "-i", music, "-t", str(length), "-c:a", "aac", "-b:a", "128k",
               "-f", "hls", "-hls_time", str(segment_seconds), "-hls_list_size", "0", os.path.join(folder, "all.m3u8")]
    if subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode != 0:
        raise Failure("ffmpeg cuts no segments")
    segments, seconds = [], 0.0
    with open(os.path.join(folder, "all.m3u8")) as file:
        for line in file:
            if line.startswith("#EXTINF:"):
                seconds = float(line[len("#EXTINF:"):].split(",")[0])
            elif not line.startswith("#"):
                segments.append((line.strip(), seconds))
    return segments


def _playlist(segments, target, age):
    """The playlist when the station is so many seconds old."""
    newest, end = WINDOW_SEGMENTS, segments[WINDOW_SEGMENTS][1]
    while newest < len(segments) and end <= age:
        newest += 1
        end += segments[min(newest, len(segments) - 1)][1]
    first = newest - WINDOW_SEGMENTS
    lines = ["#EXTM3U", "#EXT-X-VERSION:3", f"#EXT-X-TARGETDURATION:{target}", f"#EXT-X-MEDIA-SEQUENCE:{first}"]
    for name, seconds in segments[first:newest]:
        lines += [f"#EXTINF:{seconds:.6f},", name]
    return "\n".join(lines + [""]).encode()


def _listener(folder, segments, target, bytes_per_second):
    began = time.monotonic()

    class HLSListener(Listener):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            name = os.path.basename(self.path)
            if name == "live.m3u8":
                kind, content = "application/vnd.apple.mpegurl", _playlist(segments, target, time.monotonic() - began)
            else:
                with open(os.path.join(folder, name), "rb") as file:
                    kind, content = "video/mp2t", file.read()
            self.begin(kind, len(content))
            with contextlib.suppress(OSError):
                if bytes_per_second is None:
                    self.wfile.write(content)
                else:
                    send_paced(self.wfile.write, content, bytes_per_second, tick=TICK_SECONDS)

    return HLSListener


@contextlib.contextmanager
def hls_station(bench, length, segment_seconds, bytes_per_second=None):
    """A live station as long as the `with` block runs, and for `length` seconds at most, which sends no faster than
    `bytes_per_second` if that is given."""
    with tempfile.TemporaryDirectory(dir=bench.folder) as folder:
        segments = _cut(bench.music, folder, length + (WINDOW_SEGMENTS + 1) * segment_seconds, segment_seconds)
        largest = max(os.path.getsize(os.path.join(folder, name)) for name, _ in segments)
        with serving(_listener(folder, segments, segment_seconds, bytes_per_second)) as address:
            yield HLSStation(f"{address}/live.m3u8", largest)
