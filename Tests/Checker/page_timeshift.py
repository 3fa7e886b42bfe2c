"""What the stand-in for a radio keeps of its sound, in which a listener moves."""

import datetime
import time

# Within this time after the beginning of a title, -1 is the title before it, in seconds.
TITLE_START = 3


class TimeShift:
    """The sound that is kept, from `start` to `live` in seconds since tuning in, with `titles`: (start, title). It
    began at `tuned`, in seconds since 1970; without it, `live` is now."""

    def __init__(self, titles, live, start=0, tuned=None):
        self.titles, self.live, self.start, self.position = titles, live, start, live
        self.tuned = time.time() - live if tuned is None else tuned

    @property
    def heard(self):
        """The number of the title that is heard."""
        return max(number for number, (begin, _) in enumerate(self.titles) if begin <= self.position)

    def status(self):
        """The members of the status that depend on the place."""
        begin, title = self.titles[self.heard]
        artist, _, song = title.rpartition(" - ")
        return {"elapsed": self.position, "titleElapsed": self.position - begin, "behindLive": self.live - self.position,
                "seekableStart": self.start, "seekableEnd": self.live, "title": title, "artist": artist, "song": song}

    def answer(self):
        """What /api/timeshift answers."""
        ends = [begin for begin, _ in self.titles[1:]]
        titles = [{"id": number, "start": begin, "title": title, "at": datetime.datetime.fromtimestamp(
            self.tuned + begin, datetime.timezone.utc).isoformat()} for number, (begin, title) in enumerate(self.titles)]
        for one, end in zip(titles, ends):
            one["end"] = end
        return {"start": self.start, "end": self.live, "live": self.live, "position": self.position, "bytes": 1 << 20,
                "titles": titles}

    def move(self, body):
        """Goes where the body of /api/seek asks for."""
        begins, number = [begin for begin, _ in self.titles], self.heard
        if "title" in body:
            is_first = body["title"] < 0 and self.position - begins[number] < TITLE_START
            number += 1 if body["title"] > 0 else -1 if is_first else 0
            target = begins[max(number, 0)] if number < len(begins) else self.live
        else:
            target = body["to"] if "to" in body else self.live if "live" in body else self.position + body["by"]
        self.position = min(self.live, max(self.start, target))
