"""Writes screens of a terminal as one moving SVG.

Equal rows are written once. What changes is a strip: its states lie below one another, the picture's height apart, and an
animation of CSS moves the one of the moment into the picture. Who wants reduced motion sees the still.
"""

import base64
import itertools
import struct
import zlib

from terminal_picture import (BACKGROUND, CELL_HEIGHT, CELL_WIDTH, FOREGROUND, GROUP, MARGIN, cells, elements, frame)

KEYFRAME_BYTES, USE_BYTES = 45, 28
"""About what a change of a strip and a row of a state take in the file."""
LEAST_BITMAP = 6
"""Fewer cells of blocks in a row are drawn as shapes."""


def caption(text):
    """A row of cells with that text."""
    return [(column, 1, character, FOREGROUND, None, True, False) for column, character in enumerate(text)]


def png(rows):
    """A picture of rows of pixels, each "#rrggbb"."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    palette = sorted({color for row in rows for color in row})
    header = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 3, 0, 0, 0)
    pixels = b"".join(b"\0" + bytes(palette.index(color) for color in row) for row in rows)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"PLTE", bytes.fromhex("".join(palette).replace("#", "")))
            + chunk(b"IDAT", zlib.compress(pixels, 9)) + chunk(b"IEND", b""))


def bitmap(run):
    """The image of a run of cells that are blank or half blocks, two pixels in each."""
    upper = [color if character in "▀█" else ground or BACKGROUND for _, _, character, color, ground, _, _ in run]
    lower = [color if character in "▄█" else ground or BACKGROUND for _, _, character, color, ground, _, _ in run]
    data = base64.b64encode(png([upper, lower])).decode()
    # A pixel higher than its row, so that no gap is seen when the picture is scaled; the next row covers it.
    return (f'<image x="{run[0][0] * CELL_WIDTH}" width="{len(run) * CELL_WIDTH}" height="{CELL_HEIGHT + 1}"'
            f' preserveAspectRatio="none" href="data:image/png;base64,{data}"/>')


def drawn(row):
    """The elements of a row at y = 0."""
    rest = []
    for is_block, run in itertools.groupby(row, lambda cell: cell[2] in "▀▄█ "):
        run = list(run)
        if is_block and len(run) >= LEAST_BITMAP and any(cell[2] != " " for cell in run):
            yield bitmap(run)
        else:
            rest += run
    yield from elements([(0, rest)])


def is_blank(row):
    """True for a row in which nothing is to be seen."""
    return all(cell[2] == " " and cell[4] is None for cell in row)


class Rows:
    """The rows that were used, each written once."""

    def __init__(self):
        self._numbers = {}

    def number(self, row):
        """The number of an equal row; None for a blank one."""
        return None if is_blank(row) else self._numbers.setdefault(row, len(self._numbers))

    def definitions(self):
        """The elements that `use` names."""
        return [f'<g id="r{number}">{"".join(drawn(row))}</g>' for row, number in self._numbers.items()]


def left(row, column):
    """The cells of a row before a column."""
    return tuple(cell for cell in row if cell[0] < column)


def right(row, column):
    """The cells of a row from a column on."""
    return tuple(cell for cell in row if cell[0] >= column)


def split(screens, columns):
    """The column at which the rows are cut in two, so that the parts repeat most."""
    different = {tuple(row) for screen in screens for row in screen}

    def cost(column):
        parts = [{side(row, column) for row in different} for side in (left, right)]
        return sum(len(part) for part in itertools.chain(*parts))

    return min(range(8, columns - 8, 2), key=cost)


def strips(states):
    """Groups of neighbouring rows that are cheapest when moved together; `states` has the numbers of the rows of each
    screen."""
    def cost(rows):
        changes = 1 + sum(before[rows.start:rows.stop] != after[rows.start:rows.stop]
                          for before, after in itertools.pairwise(states))
        return changes * (KEYFRAME_BYTES + USE_BYTES * len(rows))

    groups = [range(row, row + 1) for row in range(len(states[0]))]
    while True:
        gains = [(cost(a) + cost(b) - cost(range(a.start, b.stop)), index)
                 for index, (a, b) in enumerate(itertools.pairwise(groups))]
        gain, index = max(gains, default=(0, 0))
        if gain < 0 or len(groups) == 1:
            return groups
        groups[index:index + 2] = [range(groups[index].start, groups[index + 1].stop)]


def strip(name, rows, states, shares, still, height):
    """The elements of a strip and its rule of CSS (none when nothing moves). `shares` says at which percentage of the time
    each screen begins, and `still` which one stands where nothing moves."""
    places, uses, keyframes, last = {}, [], [], None
    for state, share in zip((tuple(state[rows.start:rows.stop]) for state in states), shares, strict=True):
        if state not in places:
            places[state] = len(places) * height
            uses += [f'<use href="#r{number}" y="{places[state] + row * CELL_HEIGHT}"/>'
                     for row, number in zip(rows, state, strict=True) if number is not None]
        if state != last:
            keyframes.append(f"{share:.4g}%{{transform:translateY({-places[state]}px)}}")
        last = state
    if len(places) == 1:
        return "".join(uses), ""
    place = places[tuple(states[still][rows.start:rows.stop])]
    return (f'<g id="{name}" transform="translate(0 {-place})">{"".join(uses)}</g>',
            f"@keyframes {name}{{{''.join(keyframes)}}}#{name}{{animation-name:{name}}}")


def draw(columns, rows, shots, seconds, still, title):
    """The lines of a picture of `seconds`. `shots` are when each begins, the lines of its screen and its caption, in order;
    the first begins at 0. `still` is the number of that which stands where nothing moves."""
    screens = [[list(cells(line)) for line in lines[:rows]] + [[], caption(text)] for _, lines, text in shots]
    shares = [100 * time / seconds for time, _, _ in shots]
    column = split(screens, columns)
    width, height, head = frame(columns, rows + 2, title)
    known, groups, rules = Rows(), [], []
    for side, part in (("a", left), ("b", right)):
        states = [[known.number(part(row, column)) for row in screen] for screen in screens]
        for group in strips(states):
            drawing, rule = strip(f"{side}{group.start}", group, states, shares, still, height + MARGIN)
            groups.append(drawing)
            rules.append(rule)
    names = ",".join("#" + rule.split("#")[1].split("{")[0] for rule in rules if rule)
    yield from head
    yield "<style>image{image-rendering:pixelated}@media(prefers-reduced-motion:no-preference){"
    yield from filter(None, rules)
    yield f"{names}{{animation-duration:{seconds:g}s;animation-timing-function:step-end;animation-iteration-count:infinite}}"
    yield "}</style>"
    yield "<defs>"
    yield from known.definitions()
    yield "</defs>"
    yield GROUP
    yield from filter(None, groups)
    yield "</g>"
    yield "</svg>"
