"""What the stand-in for a radio knows of stations: its list with a version, the directory, pictures, titles, the log."""

import struct
import time
import urllib.parse
import zlib

FAULTS = {404: "no station is called that", 409: "the list was changed in the meantime"}


class Refused(Exception):
    """A request that is answered with an error."""

    def __init__(self, status, text=None):
        super().__init__(text or FAULTS[status])
        self.status = status


def color(name):
    """A colour that belongs to a name."""
    return "#%02x%02x%02x" % tuple(60 + sum(name.encode()) * step % 160 for step in (3, 7, 11))


def drawing(name):
    """A picture of a station: initials on a colour."""
    initials = "".join(word[0] for word in name.split()[:2]) or "?"
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 96 96">'
            f'<rect width="96" height="96" fill="{color(name)}"/>'
            f'<text x="48" y="62" font-family="sans-serif" font-size="38" fill="#fff" text-anchor="middle">{initials}'
            "</text></svg>").encode()


def logo():
    """A picture of a station: a grey PNG, 256 pixels wide."""
    rows = (b"\0" + b"\x80" * 256) * 256
    parts = [(b"IHDR", struct.pack(">IIBBBBB", 256, 256, 8, 0, 0, 0, 0)), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in parts)


class Library:
    """Stations, as the web server gives and changes them."""

    def __init__(self, count):
        self.stations = [
            {"id": f"s{n}", "name": f"Station {n}", "url": f"http://a/{n}", "tags": [], "favourite": False}
            for n in range(count)]
        self.version = 1
        self.found = [
            {"directoryId": f"d{n}", "name": f"Found {n}", "url": f"http://d/{n}", "tags": ["jazz", "soul"],
             "country": "FR", "codec": "mp3", "kilobits": 128, "isHLS": False, "isWorking": n != 1, "votes": 1200 - n,
             "clicks": 5} for n in range(3)]
        self.plays = {"d0": {"plays": True, "codec": "mp3", "kilobits": 128, "sampleRate": 44100, "channels": 2},
                      "d1": {"plays": False, "reason": "the server refuses"}}
        self.titles = [{"time": 1.7e9, "title": "Artist - Song", "name": "Station 0"}]
        self.log = [{"number": n, "time": 1.7e9, "clock": "2023-11-14T22:13:20+00:00", "level": level,
                     "category": "radio", "text": f"line of {level}"}
                    for n, level in enumerate(("debug", "info", "warning", "error"), 1)]
        self.logos = set()  # ids of stations that have a picture of their own
        self.rounds = {}  # how often a picture was given: path -> number
        self.recent = []  # stations that were played last
        self.before_edit = []  # functions, of which the last one runs before the next change of the list

    def listed(self):
        """The list as it is returned."""
        return [{**one, "picture": f"/api/stations/{urllib.parse.quote(one['id'])}/picture?v=1"} for one in self.stations]

    def picture(self, status):
        """What belongs to what is on the air."""
        one = self.named(status.get("station"))
        name = one["name"] if one else status.get("name", "")
        url = f"/api/stations/{one['id']}/picture?v=1" if one else "/api/picture/file"
        return {"station": one["id"] if one else None, "url": url, "color": color(name), "isPlaceholder": True}

    def named(self, identifier):
        """The station with an id; None for none."""
        return next((one for one in self.stations if one["id"] == identifier), None)

    def get(self, path, query):
        """The answer to a GET: an object, or text, or bytes of a picture; None when there is none."""
        parts = [urllib.parse.unquote(part) for part in path.split("/")]
        if path == "/api/stations":
            return {"version": self.version, "stations": self.listed()}
        if path == "/api/recent":
            return {"stations": self.recent}
        if path == "/api/history":
            return {"titles": self.titles[:int(query.get("limit", ["100"])[0])]}
        if path == "/api/log":
            after = int(query.get("after", ["0"])[0])
            return {"started": "2023-11-14T22:13:20+00:00", "warnings": 1, "errors": 1,
                    "records": [one for one in self.log if one["number"] > after]}
        if path == "/api/stations/export":
            return "#EXTM3U\n"
        if path == "/api/picture/file":
            return drawing("?")
        if parts[-1] == "picture":
            self.rounds[path] = self.rounds.get(path, 0) + 1
            one = self.named(parts[3]) if parts[2] == "stations" else self.result(parts[4])
            return None if not one else logo() if one.get("id") in self.logos else drawing(one["name"])
        return None

    def result(self, identifier):
        """A record of the directory; None for none."""
        return next((one for one in self.found if one["directoryId"] == identifier), None)

    def post(self, path, body):
        """Changes what a POST asks for. Gives the answer, None when the path is none of these; raises Refused."""
        if path == "/api/directory/search":
            found = [{**one, "picture": f"/api/directory/stations/{one['directoryId']}/picture?v=1"}
                     for one in self.found if body.get("words", "").lower() in one["name"].lower()]
            return {"stations": found, "searchedAt": "2023-11-14T22:13:20+00:00", "isCached": False}
        if path == "/api/directory/check":
            return self.plays.get(body["directoryId"], {"plays": False, "reason": "unknown"})
        if not path.startswith("/api/stations"):
            return None
        if self.before_edit:
            self.before_edit.pop()()
        if body.get("ifVersion", self.version) != self.version:
            raise Refused(409)
        answer = self.edit(urllib.parse.unquote(path).split("/")[3:], body)
        self.version += 1
        return {"version": self.version, **answer}

    def edit(self, parts, body):
        """One change of the list."""
        if not parts:
            one = body.get("station")
            if not one:
                found = self.result(body["directoryId"])
                one = {key: found[key] for key in ("name", "url", "tags", "country", "directoryId")}
            if any(other["url"] == one["url"] for other in self.stations):
                raise Refused(409, f"'{one['name']}' is in the list already")
            one = {"id": f"n{time.monotonic_ns()}", "tags": [], "favourite": body.get("favourite", False), **one}
            self.stations.append(one)
            return {"station": one}
        if parts == ["order"]:
            one = self.named(body["id"])
            self.stations.remove(one)
            self.stations.insert(body["position"] - 1, one)
            return {}
        if parts == ["import"]:
            names = [line[8:].split(",")[-1] for line in body["text"].splitlines() if line.startswith("#EXTINF")]
            self.stations += [{"id": f"i{name}", "name": name, "url": f"http://i/{name}", "tags": [], "favourite": False}
                              for name in names]
            return {"added": [f"i{name}" for name in names], "duplicates": 1,
                    "rejected": [{"name": "Bad", "reason": "it has no address"}]}
        one = self.named(parts[0])
        if not one:
            raise Refused(404)
        if parts[1:] == ["remove"]:
            self.stations.remove(one)
            return {}
        one.update({key: value for key, value in body.items() if key != "ifVersion"})
        for key in [key for key, value in one.items() if value is None]:
            del one[key]
        return {"station": one}
