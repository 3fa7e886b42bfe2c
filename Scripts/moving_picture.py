"""Writes screens of a terminal as one moving SVG.

Equal rows are written once. What changes is a strip: its states lie below one another, the picture's height apart, and an
animation of CSS moves the one of the moment into the picture. Who wants reduced motion sees the still.
"""

import base64
import functools
import itertools
import struct
import zlib

from terminal_picture import CELL_HEIGHT, CELL_WIDTH, FOREGROUND, GROUP, MARGIN, cells, elements, frame

KEYFRAME_BYTES, USE_BYTES = 45, 28
"""About what a change of a strip and a row of a state take in the file."""
PART_CELLS = 6
"""As many cells as a part of a row costs beside its own."""
LEAST_GAIN, MOST_PARTS = 0.97, 2
"""A row is cut once more when that leaves less than this share of the different cells, and into this many parts."""


GRIDS = (1, 8, 16, 24, 32, 48, 64)
"""To multiples of which colours are rounded, until an image has no more than 16."""


def caption(text):
    """A row of cells with that text."""
    return [(column, 1, character, FOREGROUND, None, True, False) for column, character in enumerate(text)]


def png(rows):
    """A picture of rows of pixels, each "#rrggbb", with 16 colours."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = [[bytes.fromhex(color[1:]) for color in row] for row in rows]
    for grid in GRIDS:
        rounded = [[bytes(min(255, (part + grid // 2) // grid * grid) for part in color) for color in row] for row in rows]
        palette = sorted({color for row in rounded for color in row})
        if len(palette) <= 16:
            break
    pixels = b""
    for row in rounded:
        numbers = [palette.index(color) for color in row] + [0]
        pixels += b"\0" + bytes(high << 4 | low for high, low in zip(numbers[:-1:2], numbers[1::2], strict=True))
    header = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 4, 3, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"PLTE", b"".join(palette))
            + chunk(b"IDAT", zlib.compress(pixels, 9)) + chunk(b"IEND", b""))


def bitmap(run):
    """The image of a run of half blocks on a ground, two pixels in each."""
    upper = [color if character == "▀" else ground for _, _, character, color, ground, _, _ in run]
    lower = [ground if character == "▀" else color for _, _, character, color, ground, _, _ in run]
    data = base64.b64encode(png([upper, lower])).decode()
    # A pixel higher than its row, so that no gap is seen when the picture is scaled; the next row covers it.
    return (f'<image x="{run[0][0] * CELL_WIDTH}" width="{len(run) * CELL_WIDTH}" height="{CELL_HEIGHT + 1}"'
            f' preserveAspectRatio="none" href="data:image/png;base64,{data}"/>')


def drawn(row):
    """The elements of a row at y = 0."""
    rest = []
    for is_half, run in itertools.groupby(row, lambda cell: cell[2] in "▀▄" and cell[4] is not None):
        run = list(run)
        if is_half and len(run) > 1:
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


def part(row, columns):
    """The cells of a row in a range of columns, counted from its start."""
    return tuple((cell[0] - columns.start, *cell[1:]) for cell in row if cell[0] in columns)


def split(screens, columns):
    """The ranges of columns in which the rows repeat most."""
    different = {tuple(row) for screen in screens for row in screen}

    @functools.cache
    def cost(start, end):
        parts = {part(row, range(start, end)) for row in different}
        return sum(map(len, parts)) + PART_CELLS * len(parts)

    cuts = [0, columns]
    while len(cuts) <= MOST_PARTS:
        candidates = [sorted({*cuts, cut}) for cut in range(1, columns)]
        costs = [sum(itertools.starmap(cost, itertools.pairwise(candidate))) for candidate in candidates]
        if min(costs) > LEAST_GAIN * sum(itertools.starmap(cost, itertools.pairwise(cuts))):
            break
        cuts = candidates[costs.index(min(costs))]
    return [range(*ends) for ends in itertools.pairwise(cuts)]


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
    width, height, head = frame(columns, rows + 2, title)
    known, groups, rules = Rows(), [], []
    for span in split(screens, columns):
        states = [[known.number(part(row, span)) for row in screen] for screen in screens]
        for group in strips(states):
            drawing, rule = strip(f"s{span.start}-{group.start}", group, states, shares, still, height + MARGIN)
            groups.append(f'<g transform="translate({span.start * CELL_WIDTH} 0)">{drawing}</g>')
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
