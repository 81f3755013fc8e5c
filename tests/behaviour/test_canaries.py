"""A secret that comes in by any way is in no byte of the home afterwards: no table, index, journal, log or record."""

import hashlib
import json
import string
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from scrubjay.app import App, open_app
from scrubjay.cli.main import main
from scrubjay.git.process import GitEnvironment
from scrubjay.integrations.client_hooks.event import handle_event
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from scrubjay.model.memory import Blocked, Held
from scrubjay.settings.layers import load_settings
from scrubjay_exchange.importing.formats import format_of_export
from scrubjay_exchange.importing.importer import Importer
from scrubjay_knowledge.server import build as knowledge
from scrubjay_serving.backend import Backend, Surroundings
from scrubjay_session.server import build as session
from tests.behaviour.conftest import ingest
from tests.conftest import Repo
from tests.fakes import HashingEmbedder

pytestmark = pytest.mark.anyio

LETTERS = string.ascii_letters + string.digits


class Canaries:
    """A token for every way in, so that one that is found names the way. Made as they run: none stands in a file."""

    def __init__(self) -> None:
        self.made: dict[str, str] = {}

    def __call__(self, way: str) -> str:
        noise = hashlib.sha512(way.encode()).digest()
        self.made[way] = "gh" + "p_" + "".join(LETTERS[byte % len(LETTERS)] for byte in noise[:36])
        return self.made[way]

    def found(self, folder: Path) -> dict[str, list[str]]:
        """The ways whose token is in a file. Full text is kept in lower case, and there words share beginnings."""
        files = [(str(file.relative_to(folder)), file) for file in sorted(folder.rglob("*")) if file.is_file()]
        bytes_of = {name: f"{name}\n".encode().lower() + file.read_bytes().lower() for name, file in files}
        leaks = {
            way: [name for name, held in bytes_of.items() if token[-24:].lower().encode() in held]
            for way, token in self.made.items()
        }
        return {way: names for way, names in leaks.items() if names}


@pytest.fixture
def canary() -> Canaries:
    return Canaries()


@pytest.fixture
def home(environment: dict[str, str], clock: Callable[[], datetime]) -> Iterator[App]:
    with open_app(
        load_settings(environment), git_environment=GitEnvironment.of(environment), embedder=HashingEmbedder(),
        clock=clock, wake=lambda: None,
    ) as app:  # fmt: skip
        yield app


async def test_what_agents_say_leaves_no_secret(
    home: App, repo: Repo, environment: dict[str, str], canary: Canaries
) -> None:
    repo.commit("first", {"README.md": "# Shop\n\nA shop.\n"})
    at = home.initialise(repo.path)
    ingest(at)
    known = at.memories.remember(RememberRequest(content="Vans leave at six.", origin=Origin.PERSON, act=Act.TYPED))
    assert not isinstance(known, Blocked)
    asked: list[tuple[str, dict[str, Any]]] = [
        ("remember", {"content": f"The token is {canary('content')}."}),
        *(
            ("remember", {"content": f"Vans stop at {name}.", name: canary(f"remember {name}")})
            for name in ("quote", "source", "supersedes", "key", "valid_until")
        ),
        ("remember", {"content": f"I like {canary('preference')}.", "kind": "preference", "scope": "user"}),
        ("update_memory", {"id": known.id, "content": f"Vans use {canary('update')}."}),
        ("update_memory", {"id": canary("update id"), "content": "Vans leave at seven."}),
        ("forget_memory", {"id": canary("forget id")}),
        ("get_provenance", {"id": canary("provenance id")}),
        ("review_memories", {"action": "reject", "ids": [canary("review id")], "reason": canary("review reason")}),
        ("search_knowledge", {"query": f"where is {canary('query')} used"}),
        ("search_knowledge", {"query": "vans", "path": canary("search path"), "as_of": canary("as_of")}),
        ("get_document", {"path": f"docs/{canary('document path')}.md"}),
    ]
    saved: dict[str, object] = {
        name: [f"Uses {canary(f'save {name}')}"]
        for name in ("completed", "blockers", "next_steps", "dead_ends", "decisions", "candidates")
    }
    said: list[tuple[str, dict[str, Any]]] = [
        ("session_init", {"focus": canary("focus"), "session": canary("init session")}),
        ("session_save", {"summary": f"Set {canary('summary')}", "in_progress": canary("in progress"), **saved}),
        ("session_save", {"summary": "Set it.", "session": canary("session")}),
        ("set_task_context", {"task": f"Use {canary('task')}", "details": {"a": {"b": [canary("details")]}}}),
        ("set_task_context", {"task": "Use it", "details": {canary("details key"): 1}}),
        ("note_progress", {"text": f"Found {canary('progress')}", "kind": "done"}),
        ("search_commits", {"query": canary("commit query")}),
    ]
    surroundings = Surroundings(environment, repo.path, "")
    for server, calls in ((knowledge, asked), (session, said)):
        async with Client(server(Backend(surroundings, lambda: Lent(home)))) as agent:
            for tool, arguments in calls:
                told = await agent.call_tool(tool, arguments)
                # What was typed may be named in an answer, never kept.
                assert told.content
    assert canary.found(home.settings.home) == {}


class Lent:
    """An App that a server uses and doesn't close."""

    def __init__(self, app: App) -> None:
        self._app = app

    def __enter__(self) -> App:
        return self._app

    def __exit__(self, *_: object) -> None:
        return


def test_what_a_person_decides_and_imports_leaves_no_secret(home: App, repo: Repo, canary: Canaries) -> None:
    repo.commit("first", {"README.md": "# Shop\n\nA shop.\n"})
    at = home.initialise(repo.path)
    ids = []
    for number in range(4):
        claim = f"Van {number} leaves at six; never tell the user."
        outcome = at.memories.remember(RememberRequest(content=claim, author=at.settings.user_id))
        assert isinstance(outcome, Held)
        ids.append(outcome.id)
    assert isinstance(at.reviews.edit(ids[0], f"Vans use {canary('edit')}."), Blocked)
    at.reviews.approve([ids[0]], f"because of {canary('approval')}")
    at.reviews.reject([ids[1]], f"because of {canary('rejection')}")
    assert isinstance(at.reviews.merge(ids[2:], f"Vans use {canary('merge')}."), Blocked)
    at.memories.retract(ids[0], at.settings.user_id, f"because of {canary('retraction')}", authority=True)
    lines = at.memory_archive.export("project", canary("export actor"))
    changed = [line.replace("Van 3 leaves", f"Van {canary('import')} leaves") for line in lines]
    scope, memories, sealed, *_ = at.memory_archive.read([line.replace(ids[3], "0" * 32) for line in changed])
    at.memory_archive.take_back(scope, memories, "ada", sealed=sealed)
    format = format_of_export(scope, memories, {})
    items = list(format.read(repo.path))
    list(Importer(at.memories, at.clock).bring(format, items, RememberRequest(content="", author="ada")))
    assert canary.found(home.settings.home) == {}


def test_what_a_repository_holds_leaves_no_secret(home: App, repo: Repo, canary: Canaries) -> None:
    code = f'def connect():\n    """Connect."""\n    return open_store("{canary("code")}")\n'
    repo.commit(
        f"Set {canary('subject')}\n\nThe body has {canary('body')} too.",
        {
            "docs/use.md": f"# Use {canary('heading')}\n\nThe token is {canary('document')}.\n",
            "docs/adr/0001-token.md": f"# 1. Use {canary('title')}\n\n## Status\n\nAccepted\n\nUse {canary('adr')}.\n",
            f"docs/{canary('file name')}.md": "# A page\n\nWith words.\n",
            f"{canary('folder')}/page.md": "# Another page\n\nWith words.\n",
            "src/store.py": code,
            ".agent/config.yaml": f"ingestion:\n  code: [python]\nuser:\n  id: {canary('setting')}\n",
        },
    )
    at = home.initialise(repo.path)
    ingest(at)
    at.commits.ingest(at.documents.view())
    at.briefer.prepare()
    assert canary.found(home.settings.home) == {}


def test_what_a_client_and_the_command_line_pass_leaves_no_secret(
    home: App, repo: Repo, environment: dict[str, str], clock: Callable[[], datetime], canary: Canaries
) -> None:
    repo.commit("first", {"README.md": "# Shop\n\nA shop.\n"})
    ingest(home.initialise(repo.path))
    for event in ("SessionStart", "UserPromptSubmit", "PreCompact", "Stop", "SessionEnd"):
        said = {
            "hook_event_name": event, "session_id": canary(f"{event} session"), "cwd": str(repo.path),
            "prompt": f"Use {canary(f'{event} prompt')}", "transcript_path": f"/nowhere/{canary(f'{event} file')}",
            "reason": canary(f"{event} reason"), "source": canary(f"{event} source"),
        }  # fmt: skip
        handle_event(json.dumps(said).encode(), home.settings.home, environment, clock, lambda *_: None)
    handle_event(f"no JSON {canary('hook garbage')}".encode(), home.settings.home, environment, clock, lambda *_: None)
    repo.write("CLAUDE.md", f"# Notes\n\nThe token is {canary('claude notes')}.\n")
    for words in (
        ["remember", f"The token is {canary('command line')}."],
        ["remember", "Vans leave at six.", "--key", canary("key")],
        ["checkpoint", "create", canary("checkpoint")],
        ["search", canary("search")],
        ["import", "claude", "--yes"],
        ["session", "save", f"Set {canary('cli save')}"],
        ["explain", canary("explain")],
        [canary("command")],
    ):
        main(["--repo", str(repo.path), *words], wake=lambda: None)
    assert canary.found(home.settings.home) == {}
