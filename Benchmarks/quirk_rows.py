"""The quirks: what the station does in each, and a few words for what the player made of it."""
import dataclasses
import gzip
import random
import typing

import quirk_verdicts as verdicts
from quirk_station import Exchange

OK = b"HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n"
LIST = b"HTTP/1.0 200 OK\r\nContent-Type: audio/x-mpegurl\r\n\r\n#EXTM3U\n"
PAGE = b"<!DOCTYPE html><html><head><title>Welcome</title></head><body><p>It works!</p></body></html>\n"
NOT_FOUND = b"HTTP/1.0 404 File Not Found\r\nContent-Type: text/html\r\n\r\n" + PAGE
CYRILLIC = "Привет, мир"
HOSTILE = b"Nice song\x1b]2;OWNED\x07 \xc2\x9d2;OWNED\xc2\x9c"
"""A title that renames the terminal's window, once in the ASCII way and once in UTF-8's C1."""


@dataclasses.dataclass
class Sounds:
    """What the stations play, as MP3 of 128 kbit/s."""

    tone: bytes
    """A minute of one tone at 44.1 kHz, with a hiss of -40 dB that fills the frames as music does."""
    tone_48k: bytes
    """The same tone at 48 kHz."""
    secret: str
    """Path of a file with another tone, which no station has any business to name."""


@dataclasses.dataclass
class Row:
    """A quirk."""

    name: str
    what: str
    """Its line in the table."""
    answer: typing.Callable
    """`answer(exchange, sounds)`: what the station does."""
    judge: typing.Callable = verdicts.plays
    """`judge(case)`: the cell of a player."""
    seconds: float = 10.0
    """How long a player is watched, unless it ends before."""
    path: str = "/live"
    charset: str = None
    """What the player's options say about the titles."""
    is_playlist: bool = False
    has_view: bool = False


def _head(*lines, first=b"HTTP/1.0 200 OK", end=b"\r\n"):
    return end.join([first, b"Content-Type: audio/mpeg", *lines, b"", b""])


def _plays(head, audio=lambda sounds: sounds.tone, weight=1):
    def answer(exchange, sounds):
        exchange.send(head)
        exchange.play(audio(sounds), weight=weight)
    return answer


def _says(*texts):
    def answer(exchange, _):
        for text in texts:
            exchange.send(text)
        exchange.finish()
    return answer


def _interleaved(audio, interval, title):
    """The audio with a title behind the first interval, and empty blocks behind the others."""
    text = b"StreamTitle='" + title + b"';"
    length = -(-len(text) // 16)
    block = bytes([length]) + text.ljust(16 * length, b"\0")
    pieces = [audio[start:start + interval] for start in range(0, len(audio), interval)]
    return pieces[0] + block + b"\0".join(pieces[1:])


def _titled(title, interval=8192):
    head = _head(b"icy-metaint: %d" % interval)
    weight = 2 if interval == 1 else 1
    return _plays(head, lambda sounds: _interleaved(sounds.tone, interval, title), weight)


def _chunked(exchange, sounds):
    exchange.send(_head(b"Content-Length: 5000", b"Transfer-Encoding: chunked", first=b"HTTP/1.1 200 OK"))
    pieces = [sounds.tone[start:start + 1600] for start in range(0, len(sounds.tone), 1600)]
    exchange.play(b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces))


def _endless_head(exchange, _):
    exchange.send(b"HTTP/1.0 200 OK\r\n")
    for number in range(1 << 20):
        exchange.send(b"".join(b"X-%d-%d: %s\r\n" % (number, line, b"x" * 100) for line in range(100)))
        exchange.wait(0.01)


def _redirect_loop(exchange, _):
    exchange.send(b"HTTP/1.0 302 Found\r\nLocation: http://%s/%d\r\n\r\n"
                  % (exchange.authority.encode(), exchange.number % 2))
    exchange.finish()


def _looping_list(exchange, _):
    exchange.send(LIST + b"#EXTINF:-1,Loop\nhttp://%s/list.m3u\n" % exchange.authority.encode())
    exchange.finish()


def _nosy_list(exchange, sounds):
    if not exchange.path.endswith("list.m3u"):
        exchange.send(NOT_FOUND)
        return
    path = sounds.secret.encode()
    exchange.send(LIST + b"%s\nfile://%s\n" % (path, path))
    exchange.finish()


def _pages_for_ever(exchange, _):
    exchange.send(OK)
    exchange.play(PAGE * 20000)


def _large_tag(exchange, sounds):
    exchange.send(OK + b"ID3\x04\0\0\x7f\x7f\x7f\x7f")  # 4 digits of 7 bits: the greatest tag there can be
    for _ in range(1024):
        exchange.send(bytes(256 << 10))
        exchange.wait(0.005)
    exchange.play(sounds.tone)


def _comes_back(breaks_off, away=()):
    """A station that breaks off after 4 s; is as it was when it is asked again, but for the requests `away`."""
    def answer(exchange, sounds):
        if exchange.number in away:
            exchange.send(NOT_FOUND)
            return
        exchange.send(OK)
        if exchange.number == 0:
            exchange.live(sounds.tone, seconds=4)
            breaks_off(exchange)
        else:
            exchange.live(sounds.tone)
    return answer


def _changes_rate(exchange, sounds):
    exchange.send(OK)
    exchange.play(sounds.tone[:6 * 16000] + sounds.tone_48k)


def _flips(bits_per_flip):
    def answer(exchange, sounds):
        generator = random.Random(3)
        damaged = bytearray(sounds.tone)
        for _ in range(8 * len(damaged) // bits_per_flip):
            damaged[generator.randrange(len(damaged))] ^= 1 << generator.randrange(8)
        exchange.send(OK)
        exchange.play(bytes(damaged))
    return answer


def _gzipped(sounds):
    return gzip.compress(sounds.tone, 6, mtime=0)


ROWS = (
    Row("icy-200", "`ICY 200 OK`", _plays(_head(first=b"ICY 200 OK"))),
    Row("icy-lf", "`ICY 200 OK`, lines end with LF alone", _plays(_head(first=b"ICY 200 OK", end=b"\n"))),
    Row("http-lf", "`HTTP/1.0`, lines end with LF alone", _plays(_head(end=b"\n"))),
    Row("icy-401", "`ICY 401 Service Unavailable`", _says(b"ICY 401 Service Unavailable\r\n\r\n"), verdicts.refuses),
    Row("icy-full", "`ICY 400 Server Full`", _says(b"ICY 400 Server Full\r\n\r\n"), verdicts.refuses),
    Row("no-head", "MP3 without any head (HTTP/0.9)", _plays(b"")),
    Row("length-minus-one", "`Content-Length: -1`", _plays(_head(b"Content-Length: -1"))),
    Row("length-and-chunked", "`Content-Length` beside chunked", _chunked),
    Row("no-colon", "a header line without a colon", _plays(_head(b"this is not a header"))),
    Row("control-byte", "a byte 0x01 in a header", _plays(_head(b"icy-name: Radio\x01One"))),
    Row("text-html", "MP3 sent as `text/html`",
        _plays(b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n")),
    Row("endless-head", "a head that never ends", _endless_head, verdicts.endures),
    Row("metaint-1", "a title block after every byte (`icy-metaint: 1`)", _titled(b"One", interval=1)),
    Row("metaint-0", "`icy-metaint: 0`", _plays(_head(b"icy-metaint: 0"))),
    Row("metaint-lie", "title blocks announced, none sent", _plays(_head(b"icy-metaint: 8192"))),
    Row("hostile-title", "a title with terminal commands in it", _titled(HOSTILE), verdicts.terminal(b"]2;OWNED"),
        has_view=True),
    Row("cp1251", "a title in CP1251", _titled(CYRILLIC.encode("cp1251")), verdicts.title(CYRILLIC)),
    Row("cp1251-option", "… when the player has the option set", _titled(CYRILLIC.encode("cp1251")), verdicts.title(CYRILLIC),
        charset="cp1251"),
    Row("gzip", "MP3 inside gzip, not asked for", _plays(_head(b"Content-Encoding: gzip"), _gzipped)),
    Row("page", "a web page for audio, without end", _pages_for_ever, verdicts.refuses, seconds=25),
    Row("tag", "an ID3 tag of 256 MiB before the music", _large_tag, verdicts.endures, seconds=25),
    Row("redirects", "redirects in a circle", _redirect_loop, verdicts.refuses),
    Row("list-loop", "an M3U that names itself", _looping_list, verdicts.refuses, path="/list.m3u", is_playlist=True),
    Row("list-file", "an M3U that names a file of yours", _nosy_list, verdicts.opens_secret, path="/list.m3u",
        is_playlist=True),
    Row("flips", "one bit in 100,000 flipped", _flips(100_000), verdicts.clean, seconds=30),
    Row("many-flips", "one bit in 1,000 flipped", _flips(1000), verdicts.clean, seconds=20),
    Row("rate", "44.1 kHz becomes 48 kHz", _changes_rate, verdicts.pitch, seconds=14),
    Row("end", "the stream ends, and is there again", _comes_back(Exchange.finish), verdicts.goes_on, seconds=22),
    Row("reset", "the connection is reset", _comes_back(Exchange.reset), verdicts.goes_on, seconds=22),
    Row("stall", "the server falls silent", _comes_back(Exchange.hold), verdicts.goes_on, seconds=32),
    Row("away", "the server is away for 6 s", _comes_back(lambda exchange: exchange.leave_for(6)), verdicts.goes_on,
        seconds=30),
    Row("source", "the stream ends, then twice 404 (Icecast without its source)",
        _comes_back(Exchange.finish, away=(1, 2)), verdicts.goes_on, seconds=30),
)
