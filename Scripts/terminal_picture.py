"""How the screen of a terminal becomes a picture: what `tmux capture-pane -e` writes, as elements of SVG."""

import re
import unicodedata
from xml.sax.saxutils import escape

CELL_WIDTH, CELL_HEIGHT = 9, 18
MARGIN = 14
FOREGROUND, BACKGROUND = "#d3dade", "#10151a"
FONT = "ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace"


class Style:
    """What SGR sequences have set."""

    def __init__(self):
        self.reset()

    def reset(self):
        """Sets everything back."""
        self.color, self.ground, self.bold, self.faint, self.is_reversed = FOREGROUND, None, False, False, False

    def take(self, sequence):
        """Follows the codes of a sequence."""
        codes = [int(code or 0) for code in sequence.split(";")]
        while codes:
            code = codes.pop(0)
            if code == 0:
                self.reset()
            elif code in (1, 2):
                self.bold, self.faint = code == 1 or self.bold, code == 2 or self.faint
            elif code == 22:
                self.bold = self.faint = False
            elif code in (7, 27):
                self.is_reversed = code == 7
            elif code == 39:
                self.color = FOREGROUND
            elif code == 49:
                self.ground = None
            elif code in (38, 48) and codes[:1] == [2]:
                color = "#%02x%02x%02x" % tuple(codes[1:4])
                del codes[:4]
                if code == 38:
                    self.color = color
                else:
                    self.ground = color

    def colors(self):
        """The colours of the glyph and of the ground; None for the picture's own ground."""
        return (self.ground or BACKGROUND, self.color) if self.is_reversed else (self.color, self.ground)


def cells(line):
    """Every character of a line with its column, width, colours, weight and opacity."""
    style, column = Style(), 0
    for sequence, character in re.findall(r"\x1b\[([0-9;]*)m|([^\x1b])", line):
        if not character:
            style.take(sequence)
            continue
        width = 2 if unicodedata.east_asian_width(character) in "WF" else 1
        color, ground = style.colors()
        yield column, width, character, color, ground, style.bold, style.faint
        column += width


def braille(pattern):
    """The dots of a Braille character: U+2800 and a bit for each, column by column, the lowest row last."""
    dots = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
    return [(0.1 + x / 2, 0.06 + y / 4, 0.3, 0.13) for bit, (x, y) in enumerate(dots) if pattern >> bit & 1]


def shape(character):
    """Left, top, width and height of the blocks of a character, in parts of a cell; None for a letter."""
    code = ord(character)
    if 0x2581 <= code <= 0x2588:
        eighths = code - 0x2580
        return [(0, 1 - eighths / 8, 1, eighths / 8)]
    if 0x2800 <= code <= 0x28FF:
        return braille(code - 0x2800)
    return {
        "▀": [(0, 0, 1, 0.5)],
        "▔": [(0, 0, 1, 1 / 8)],
        "─": [(0, 0.45, 1, 0.1)],
        "━": [(0, 0.4, 1, 0.2)],
        "│": [(0.45, 0, 0.1, 1)],
        "┤": [(0.45, 0, 0.1, 1), (0, 0.47, 0.5, 0.06)],
        "┌": [(0.45, 0.45, 0.1, 0.55), (0.45, 0.45, 0.55, 0.1)],
        "┐": [(0.45, 0.45, 0.1, 0.55), (0, 0.45, 0.55, 0.1)],
        "└": [(0.45, 0, 0.1, 0.55), (0.45, 0.45, 0.55, 0.1)],
        "┘": [(0.45, 0, 0.1, 0.55), (0, 0.45, 0.55, 0.1)],
    }.get(character)


def paths(color, rectangles):
    """The elements of rectangles of one colour. Where three or more stand side by side, as bars do, they are pieces of one
    line as wide as they are high: that takes half as many bytes as their outlines."""
    by_place, outlines, pieces = {}, "", {}
    for x, y, w, h in rectangles:
        by_place.setdefault((y, h), []).append((x, w))
    for (y, h), spans in by_place.items():
        if len(spans) < 3:
            outlines += "".join(f"M{x:g} {y:g}h{w:g}v{h:g}h{-w:g}z" for x, w in spans)
            continue
        (x, w), end = spans[0], sum(spans[0])
        line = f"M{x:g} {y + h / 2:g}h{w:g}"
        for x, w in spans[1:]:
            line += f"m{x - end:g} 0h{w:g}"
            end = x + w
        pieces[h] = pieces.get(h, "") + line
    if outlines:
        yield f'<path fill="{color}" d="{outlines}"/>'
    for h, line in pieces.items():
        width = "" if h == CELL_HEIGHT else f' stroke-width="{h:g}"'
        yield f'<path stroke="{color}"{width} d="{line}"/>'


def elements(rows):
    """The elements of SVG for rows of cells, each with the place of its upper edge. A cell's column counts from x = 0."""
    grounds, blocks, texts = {}, {}, []

    def add(places, color, left, top, rectangle):
        x, y, w, h = rectangle
        x, y, w, h = left + x * CELL_WIDTH, top + y * CELL_HEIGHT, w * CELL_WIDTH, h * CELL_HEIGHT
        pieces = places.setdefault(color, [])
        if pieces and pieces[-1][1] == y and pieces[-1][3] == h and abs(pieces[-1][0] + pieces[-1][2] - x) < 0.01:
            pieces[-1][2] += w
        else:
            pieces.append([x, y, w, h])

    for top, row in rows:
        run = None
        for column, width, character, color, ground, bold, faint in row:
            left = column * CELL_WIDTH
            if ground:
                add(grounds, ground, left, top, (0, 0, width, 1))
            rectangles = shape(character)
            for rectangle in rectangles or []:
                add(blocks, color, left, top, rectangle)
            if rectangles is not None or character == " ":
                run = None
                continue
            style = (color, bold, faint)
            if run is None or run["style"] != style:
                run = {"style": style, "x": left, "y": top + 0.75 * CELL_HEIGHT, "width": 0, "text": ""}
                texts.append(run)
            run["text"] += character
            run["width"] += width * CELL_WIDTH
    for places in (grounds, blocks):
        for color, rectangles in places.items():
            yield from paths(color, rectangles)
    for run in texts:
        color, bold, faint = run["style"]
        weight = ' font-weight="bold"' if bold else ""
        opacity = ' opacity="0.6"' if faint else ""
        yield (
            f'<text x="{run["x"]}" y="{run["y"]:g}" fill="{color}"{weight}{opacity} textLength="{run["width"]}"'
            f' lengthAdjust="spacingAndGlyphs">{escape(run["text"])}</text>')


def frame(columns, rows, title):
    """The size in pixels of a picture of so many cells, and the first elements of the picture."""
    width, height = columns * CELL_WIDTH + 2 * MARGIN, rows * CELL_HEIGHT + 2 * MARGIN
    return width, height, [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f"<title>radiod in a terminal: {title}</title>",
        f'<rect width="{width}" height="{height}" rx="10" fill="{BACKGROUND}"/>',
    ]


GROUP = (f'<g font-family="{FONT}" font-size="{CELL_HEIGHT * 0.8:g}"'
         f' shape-rendering="crispEdges" stroke-width="{CELL_HEIGHT + 0.5}" transform="translate({MARGIN} {MARGIN})">')
"""The begin of the group that holds the cells. Lines as high as a row are a little higher, so that no gap is seen when the
picture is scaled."""


def draw(columns, rows, lines, title):
    """The lines of a picture of one screen."""
    yield from frame(columns, rows, title)[2]
    yield GROUP
    yield from elements((row * CELL_HEIGHT, cells(line)) for row, line in enumerate(lines[:rows]))
    yield "</g>"
    yield "</svg>"
