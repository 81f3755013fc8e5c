"""The core is whole by itself: each of our extensions off, and all of them together."""

import json
from pathlib import Path
from typing import Any

import pytest

from scrubjay.extensions.builtin import BUILT_IN

MOVED = ("agents", "bench", "exchange", "graph")
"""Those that stand beside the core."""

COMMANDS = {name: extension.commands for extension in BUILT_IN if (name := extension.name) in MOVED}


@pytest.mark.parametrize("off", [*([name] for name in MOVED), list(MOVED)], ids=" ".join)
def test_memory_works_with_them_off(off: list[str], ready: Any, magpie: Any, trusted: Path) -> None:
    switched = "".join(f"  {name}: off\n" for name in off)
    trusted.write_text(f"{trusted.read_text()}extensions:\n{switched}")
    id = json.loads(ready("remember", "Parcels are stored in SQLite.", "--json").out)["id"]
    magpie.commit("vans", {"docs/vans.md": "# Vans\n\nVans leave at nine.\n"})
    failed = []
    for line in (
        ("ingest",), ("search", "where are parcels stored"), ("status",), ("status", "--json"), ("doctor", "--quick"),
        ("session", "init"), ("session", "note", "one step"), ("session", "save", "Sorted parcels."),
        ("memories",), ("provenance", id), ("report", "--json"), ("audit", "show"), ("verify",), ("gc",),
        ("forget", id, "--yes"),
    ):  # fmt: skip
        done = ready(*line)
        failed += [] if done.code == 0 else [(line, done.err)]
    assert failed == []
    for name in (name for extension in off for name in COMMANDS[extension]):
        refused = ready(name)
        assert (refused.code, name in refused.err) == (2, True)
