"""What the stand-in for a radio keeps and records: a list of recordings, and their files."""

import datetime
import urllib.parse

from page_library import Refused

MAXIMUM_RUNNING, MAXIMUM_LISTED = 4, 100


class Recordings:
    """The recordings of a radio, the newest first, as /api/recordings gives them."""

    def __init__(self):
        self.listed, self.number, self.content = [], 0, b"ID3 what was received"
        self.gone = set()  # files that were removed

    @property
    def running(self):
        """Those that are written."""
        return [one for one in self.listed if one["state"] in ("waiting", "writing")]

    def add(self, kind, title, station, **members):
        """A recording, which is written."""
        if len(self.running) == MAXIMUM_RUNNING:
            raise Refused(409, "four recordings are being written already")
        self.number += 1
        one = {"id": self.number, "kind": kind, "state": "writing", "title": title, "station": station, "seconds": 0,
               "bytes": 0, "files": [], "complete": False, "begin": datetime.datetime.now(datetime.timezone.utc).isoformat()}
        one.update(members)
        self.listed = [one, *self.listed][:MAXIMUM_LISTED]
        return one

    def end(self, one, seconds=245, size=3_920_000, **members):
        """It has ended, with a file, unless `members` say otherwise."""
        name = f"{one['station']}/{one['title'] or 'recording'}.mp3"
        one.update(state="done", seconds=seconds, bytes=size, files=[*one["files"], name], complete=True)
        one.update(members)

    def get(self, path):
        """The answer to a GET: an object, or (name, bytes) of a file; None when there is none."""
        parts = path.split("/")
        if len(parts) == 3:
            return {"recordings": self.listed}
        one = self.named(parts[3])
        if len(parts) != 6 or parts[4] != "files" or not one or int(parts[5]) >= len(one["files"]):
            return None
        name = one["files"][int(parts[5])]
        return None if name in self.gone else (name.split("/")[-1], self.content)

    def named(self, number):
        """The recording with a number; None for none."""
        return next((one for one in self.listed if one["id"] == int(number)), None)

    def post(self, path, body, radio):
        """Does what a POST asks for. Gives the recording, None when the path is none of these; raises Refused."""
        status = radio.status
        if path == "/api/keep":
            if not radio.kept:
                raise Refused(409, "nothing plays that could be kept")
            number = body.get("title", radio.kept.heard)
            if not 0 <= number < len(radio.kept.titles):
                raise Refused(404, "the title is no longer kept")
            title = radio.kept.titles[number][1]
            known = next((one for one in self.listed if one["kind"] == "keep" and one["title"] == title), None)
            return known or self.add("keep", title, status["name"])
        if path == "/api/recordings":
            return self.add("record", status["title"] if body.get("split") else "", status["name"])
        if path.startswith("/api/recordings/") and path.endswith("/stop"):
            one = self.named(path.split("/")[3])
            if not one:
                raise Refused(404, "there is no such recording")
            self.end(one, complete=one["kind"] == "record")
            return one
        return None


def disposition(name):
    """The field that makes a browser save a file as `name`, as the real radio writes it."""
    simple = "".join(one if " " <= one < "\x7f" and one not in '"\\%' else "_" for one in name)
    return f"attachment; filename=\"{simple}\"; filename*=UTF-8''{urllib.parse.quote(name, safe='!#$&+-.^_`|~')}"
