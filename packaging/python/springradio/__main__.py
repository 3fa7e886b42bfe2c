"""`python3 -m springradio WORD…` is `radiod WORD…`."""

import os
import sys

from .runner import ProgramNotFound, program


def main() -> None:
    try:
        path = program()
    except ProgramNotFound as error:
        sys.exit(f"springradio: {error}")
    os.execv(path, ["radiod", *sys.argv[1:]])


main()
