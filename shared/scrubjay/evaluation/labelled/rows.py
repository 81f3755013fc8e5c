"""Reader of gzipped JSON lines."""

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scrubjay.errors import UsageError

LONGEST = 16 * 1024 * 1024
MOST = 2_000_000


def rows(file: Path) -> Iterator[dict[str, Any]]:
    """The objects of a file, one a line. Raises UsageError with the line for anything else."""
    number = 0
    try:
        with gzip.open(file, "rt", encoding="utf-8") as stream:
            while line := stream.readline(LONGEST):
                number += 1
                row = json.loads(line)
                if not isinstance(row, dict) or number > MOST:
                    raise UsageError(f"{file}, line {number}: not an object, or more than {MOST:,} lines.")
                yield row
    except (OSError, EOFError, UnicodeDecodeError, json.JSONDecodeError, zlib.error) as error:
        raise UsageError(f"{file}, line {number}: {error}. --data takes a folder of gzipped JSON lines.") from error
