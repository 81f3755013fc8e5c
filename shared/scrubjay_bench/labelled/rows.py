"""Reader of gzipped JSON lines."""

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scrubjay.errors import UsageError

MAX_LINE = 16 * 1024 * 1024
MAX_ROWS = 2_000_000


def read_rows(file: Path) -> Iterator[dict[str, Any]]:
    """The objects of a file, one a line. Raises UsageError with the line for anything else."""
    number = 0
    try:
        with gzip.open(file, "rt", encoding="utf-8") as stream:
            while line := stream.readline(MAX_LINE):
                number += 1
                row = json.loads(line)
                if not isinstance(row, dict) or number > MAX_ROWS:
                    raise UsageError(f"{file}, line {number}: not an object, or more than {MAX_ROWS:,} lines.")
                yield row
    except (OSError, EOFError, UnicodeDecodeError, json.JSONDecodeError, zlib.error) as error:
        raise UsageError(f"{file}, line {number}: {error}. --data takes a folder of gzipped JSON lines.") from error
