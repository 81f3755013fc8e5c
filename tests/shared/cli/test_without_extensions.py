"""The core is whole by itself: each of our extensions off, and all of them together."""

import json
from pathlib import Path
from typing import Any

import pytest

from scrubjay.extensions.builtin import BUILT_IN

pytestmark = pytest.mark.story

COMMANDS = {extension.name: extension.commands for extension in BUILT_IN}
WORD = "quagmarelle"
"""Stands in nothing but one memory, and what was made of it."""


def switch_off(off: list[str], config: Path) -> None:
    config.write_text(f"{config.read_text()}extensions: {{{', '.join(f'{name}: off' for name in off)}}}\n")


def holding(home: Path) -> list[str]:
    """The files of a home in which the word stands; journals and full text keep it in lower case."""
    files = [file for file in sorted(home.rglob("*")) if file.is_file()]
    return [str(file.relative_to(home)) for file in files if WORD.encode() in file.read_bytes().lower()]


@pytest.mark.parametrize("off", [*([name] for name in COMMANDS), list(COMMANDS)], ids=" ".join)
def test_memory_works_with_them_off(off: list[str], scrubjay: Any, magpie: Any, trusted: Path) -> None:
    switch_off(off, trusted)
    assert scrubjay("init", "--yes").code == 0
    id = json.loads(scrubjay("remember", "Parcels are stored in SQLite.", "--json").out)["id"]
    magpie.commit("vans", {"docs/vans.md": "# Vans\n\nVans leave at nine.\n"})
    failed = []
    for line in (
        ("--help",), ("ingest",), ("search", "where are parcels stored"), ("status",), ("status", "--json"),
        ("doctor", "--quick"), ("session", "init"), ("session", "note", "one step"),
        ("session", "save", "Sorted parcels."), ("memories",), ("provenance", id), ("review",), ("story", "parcels"),
        *([] if "ui" in off else [("report", "--json")]), *([] if "exchange" in off else [("export",)]),
        ("audit", "show"), ("verify",), ("gc",), ("forget", id, "--yes"),
    ):  # fmt: skip
        done = scrubjay(*line)
        failed += [] if done.code == 0 and "degraded" not in done.out + done.err else [(line, done.out, done.err)]
    assert failed == []
    for name in (name for extension in off for name in COMMANDS[extension]):
        refused = scrubjay(name)
        assert (refused.code, name in refused.err) == (2, True)


@pytest.mark.parametrize("off", [*([name] for name in COMMANDS), list(COMMANDS)], ids=" ".join)
def test_a_memory_is_forgotten_whole_while_what_used_it_is_off(
    off: list[str], ready: Any, trusted: Path, environment: dict[str, str]
) -> None:
    id = json.loads(ready("remember", f"The {WORD} belt sorts wet parcels (README.md:3).", "--json").out)["id"]
    failed: dict[tuple[str, ...], Any] = {}
    for line in (
        ("pool", "create", "belts"), ("pool", "share", "belts", id), ("graph", "around", "README.md"),
        ("handoff", "create", "Oil the belt", "--memory", id), ("consolidate",),
        ("session", "init"), ("search", f"{WORD} belt"), ("ingest",),
    ):  # fmt: skip
        failed |= {line: done} if (done := ready(*line)).code else {}
    assert failed == {}
    home = Path(environment["SCRUBJAY_HOME"])
    assert holding(home)
    switch_off(off, trusted)
    done = ready("forget", id, "--yes")
    assert (done.code, holding(home)) == (0, []), done
