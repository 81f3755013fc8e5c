"""Result files of JSON lines, published atomically when complete."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from scrubjay_bench.runner import ResultRow


@contextmanager
def open_results(file: Path) -> Iterator[Callable[[ResultRow], None]]:
    """Write rows to a temporary file that is renamed at the end; an interrupted run leaves the last complete one."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    half = file.with_name(f".{file.name}.half")
    with half.open("w", encoding="utf-8") as stream:

        def write(row: ResultRow) -> None:
            stream.write(json.dumps(row.as_object(), ensure_ascii=False) + "\n")

        try:
            yield write
        except BaseException:
            half.unlink(missing_ok=True)
            raise
    half.replace(file)
