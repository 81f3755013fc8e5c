"""What isn't the caller's and what isn't there get one answer, in every command that takes an id."""

import json
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import pytest
import typer

from scrubjay.cli.commands import COMMANDS
from tests.shared.cli.conftest import Scrubjay

pytestmark = pytest.mark.story

NOWHERE = "f0" * 16
MINE = "basin"
NAMES = {"id", "ids", "supersedes", "merge", "pool", "agent", "memory", "handoff", "again", "to"}
"""Parameters that take the id of a memory, a pool, an agent or a handoff."""

CASES: dict[tuple[str, str], tuple[str, Callable[[str], tuple[str, ...]]]] = {
    ("remember", "supersedes"): ("memory", lambda id: ("Carts leave early.", "--supersedes", id)),
    ("remember", "merge"): ("memory", lambda id: ("Carts leave early.", "--how", "merge", "--merge", id)),
    ("update", "id"): ("memory", lambda id: (id, "Carts leave early.")),
    ("provenance", "id"): ("memory", lambda id: (id,)),
    ("review show", "id"): ("memory", lambda id: (id,)),
    ("review approve", "ids"): ("memory", lambda id: (id,)),
    ("review edit", "id"): ("memory", lambda id: (id,)),
    ("review reject", "ids"): ("memory", lambda id: (id, "--reason", "no")),
    ("review merge", "ids"): ("memory", lambda id: (id, id)),
    ("review settle", "ids"): ("memory", lambda id: (id, id, "--keep-both")),
    ("review promote", "ids"): ("memory", lambda id: (id,)),
    ("review decline", "ids"): ("memory", lambda id: (id,)),
    ("procedure show", "id"): ("memory", lambda id: (id,)),
    ("procedure publish", "id"): ("memory", lambda id: (id, "--dry-run")),
    ("promotion explain", "id"): ("memory", lambda id: (id,)),
    ("promotion outcome", "memory"): ("memory", lambda id: ("s", "well", "--memory", id)),
    ("memories show", "id"): ("memory", lambda id: (id,)),
    ("memories edit", "id"): ("memory", lambda id: (id,)),
    ("memories confirm", "ids"): ("memory", lambda id: (id,)),
    ("memories ungroup", "id"): ("memory", lambda id: (id,)),
    ("forget", "ids"): ("memory", lambda id: (id, "--yes")),
    ("audit show", "memory"): ("memory", lambda id: ("--memory", id)),
    ("publish", "ids"): ("memory", lambda id: (id, "--dry-run")),
    ("pool join", "pool"): ("pool", lambda id: (id,)),
    ("pool leave", "agent"): ("agent", lambda id: (MINE, "--agent", id)),
    ("pool join", "agent"): ("agent", lambda id: (MINE, "--agent", id)),
    ("pool leave", "pool"): ("pool", lambda id: (id,)),
    ("pool share", "pool"): ("pool", lambda id: (id, NOWHERE)),
    ("pool share", "memory"): ("memory", lambda id: (MINE, id)),
    ("pool query", "pool"): ("pool", lambda id: (id,)),
    ("handoff show", "handoff"): ("handoff", lambda id: (id,)),
    ("handoff create", "to"): ("agent elsewhere", lambda id: ("Weigh", "--to", id)),
    ("handoff create", "again"): ("handoff", lambda id: ("--from", id)),
    ("handoff create", "memory"): ("memory", lambda id: ("Weigh", "--memory", id)),
    ("handoff accept", "handoff"): ("handoff", lambda id: (id,)),
    ("handoff complete", "handoff"): ("handoff", lambda id: (id,)),
    ("handoff reject", "handoff"): ("handoff", lambda id: (id, "no scales")),
    ("handoff cancel", "handoff"): ("handoff", lambda id: (id,)),
    ("agents unregister", "agent"): ("agent", lambda id: (id,)),
}
"""Which kind of id each parameter takes, and a call of it."""

OF_PROJECTS = {("project show", "id"), ("project join", "id"), ("project forget", "id")}
"""A project is nobody's own within a home: `project list` shows all."""

DONE = {("pool join", "agent"), ("audit show", "memory")}
"""An admin lets any id in; records of no memory are an empty list."""


def parameters() -> Iterator[tuple[str, str]]:
    def walk(command: Any, path: str) -> Iterator[tuple[str, str]]:
        yield from ((path, param.name) for param in command.params if param.name in NAMES)
        for name, inner in getattr(command, "commands", {}).items():
            yield from walk(inner, f"{path} {name}")

    for entry in COMMANDS:
        yield from walk(typer.main.get_command(import_module(entry.module).app), entry.name)


@pytest.fixture
def theirs(ready: Scrubjay, by_hand: Scrubjay, make_repo: Any, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Ids of a person's, and of another project's, by kind."""
    made = {
        "handoff": json.loads(by_hand("handoff", "create", "Weigh", "--to", "any:zed", "--json").out)["id"],
        "pool": json.loads(by_hand("pool", "create", "mine", "--scope", "agent-private", "--json").out)["id"],
        "agent": json.loads(by_hand("agents", "list", "--json").out)["agents"][0]["id"],
    }
    yard = make_repo("yard")
    yard.commit("first", {"README.md": "# Yard\n"})
    other = by_hand.at(yard.path)
    other.facts = by_hand.facts
    assert other("init", "--yes").code == 0
    made["memory"] = json.loads(other("remember", "Carts leave at noon.", "--json").out)["id"]
    made["agent elsewhere"] = json.loads(other("agents", "register", "codex", "--json").out)["id"]
    monkeypatch.setenv("CODEX_SANDBOX", "1")
    assert ready("pool", "create", MINE).code == 0
    return made


def test_what_is_somebody_elses_is_answered_as_what_is_not_there(ready: Scrubjay, theirs: dict[str, str]) -> None:
    of_servers = {("team promotion explain", "id"), ("team hand-over", "to")}  # a team's own, never this home's
    assert set(parameters()) == set(CASES) | OF_PROJECTS | of_servers, (
        "each parameter that takes an id is asked with another's"
    )
    for (command, name), (kind, words) in CASES.items():
        told = []
        for id in (theirs[kind], NOWHERE):
            answer = ready(*command.split(), *words(id))
            text = f"{answer.out}{answer.err}"
            for digits in (32, 12, 8):
                text = text.replace(id[:digits], "ID")
            told.append((answer.code, text))
        assert told[0] == told[1], (command, name)
        if (command, name) not in DONE:
            assert told[0][0], (command, name)
            assert any(word in told[0][1] for word in ("scrubjay ", "--help", "terminal")), told[0][1]
