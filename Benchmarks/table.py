"""The table that is printed at the end."""
import dataclasses
import statistics

HEADINGS = ("what", "ours", "rival", "ratio", "target", "")


def median(values):
    """The middle one of several runs."""
    return statistics.median(values)


def mean(values):
    """The mean of several runs."""
    return statistics.fmean(values)


def spread(values, text, middle=median):
    """Median (or what `middle` makes), and least and greatest of several runs, as text."""
    return f"{text(middle(values))} [{text(min(values))}…{text(max(values))}]"


def seconds(value):
    """A time as text."""
    return f"{value:.2f} s" if value >= 1 else f"{value:.3f} s"


def mebibytes(value):
    """A size as text."""
    return f"{value / 2**20:.1f} MiB"


@dataclasses.dataclass
class Row:
    """A line of the table. With a `limit` it has a verdict."""

    what: str
    ours: str
    rival: str = ""
    ratio: float = None
    """Ours through the rival's."""
    value: float = None
    """What is compared with the limit; the ratio unless given."""
    limit: float = None
    """The greatest value that will do."""
    target: str = ""

    @property
    def is_met(self):
        """Whether the target is reached; None without one."""
        if self.limit is None:
            return None
        return (self.ratio if self.value is None else self.value) <= self.limit

    @property
    def cells(self):
        """The texts of the line."""
        verdict = {None: "", True: "met", False: "MISSED"}[self.is_met]
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}"
        return (self.what, self.ours, self.rival, ratio, self.target, verdict)


def render(rows):
    """The table as Markdown that is also readable in a terminal."""
    lines = [HEADINGS, *(row.cells for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADINGS))]
    lines.insert(1, tuple("-" * width for width in widths))
    return "\n".join("| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths)) + " |" for line in lines)
