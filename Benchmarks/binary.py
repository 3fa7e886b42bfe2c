"""Size of the program."""
import os
import subprocess

from processes import Failure, is_installed
from table import Row, mebibytes


def measure(bench):
    """Rows of the table."""
    stripped = os.path.join(bench.folder, "radiod-stripped")
    command = ["strip", "-o", stripped, bench.radiod]
    if not is_installed("strip") or subprocess.run(command, check=False).returncode != 0:
        raise Failure("there is no strip for this program")
    return [Row("stripped binary", mebibytes(os.path.getsize(stripped)))]
