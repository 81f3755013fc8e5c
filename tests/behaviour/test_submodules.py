"""A library in a submodule answers where its reader works, said as the library's; nothing of it is run or believed."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from mcp import Client

from tests.behaviour.processes import ask, knowledge_of, scrubjay
from tests.conftest import Repo

pytestmark = pytest.mark.anyio

ALLOWED = ("-c", "protocol.file.allow=always", "submodule", "--quiet")
QUESTION = "how often does the frobnicator retry a quokka"
SENTENCE = "The frobnicator retries seven times before it gives up on a quokka."
SWITCH = ("settings", "set", "--here", "ingestion.submodules", "true")


@pytest.fixture
def library(make_repo: Callable[..., Repo]) -> Repo:
    library = make_repo("library")
    library.commit("start", {"README.md": f"# Widget library\n\n{SENTENCE}\n"})
    library.commit(
        "decide", {"docs/adr/0012-marmots.md": "# 12. Use marmots\n\n## Status\n\nAccepted\n\nThey cache.\n"}
    )
    return library


@pytest.fixture
def outer(make_repo: Callable[..., Repo], library: Repo) -> Repo:
    made = make_repo("app")
    outer = Repo(made.path, made.environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"})
    outer.git(*ALLOWED, "add", str(library.path), "vendor/lib")
    outer.commit("start", {"README.md": "# App\n\nInvoices are sent by mail every month.\n"})
    return outer


async def test_a_submodule_is_counted_then_read_cited_and_verified(outer: Repo, library: Repo) -> None:
    said = scrubjay(outer, "init", "--yes")
    assert "1 submodule: vendor/lib: `scrubjay settings set --here ingestion.submodules true`" in said
    head = scrubjay(outer, "search", QUESTION, code=1).partition("\n")[0]
    assert "1 submodule, vendor/lib (`scrubjay settings set --here ingestion.submodules true`)" in head
    scrubjay(outer, *SWITCH)
    scrubjay(outer, "ingest")
    commit = outer.git("rev-parse", "HEAD:vendor/lib")[:10]
    cited = f"@ {commit} of submodule vendor/lib"
    found = scrubjay(outer, "search", QUESTION)
    assert "vendor/lib/README.md:1-3" in found
    assert cited in found
    assert f"{commit} of submodule vendor/lib: 2 files" in scrubjay(outer, "status")
    assert "verified: 3 files" in scrubjay(outer, "verify", "--deep")
    assert cited in scrubjay(outer, "explain", "vendor/lib/README.md")
    assert json.loads(scrubjay(outer, "explain", "vendor/lib/README.md", "--json"))["origin"] == cited
    async with Client(knowledge_of(outer)) as client:
        document = await ask(client, "get_document", path="vendor/lib/README.md")
        record = await ask(client, "get_document", path="ADR-12")
    assert SENTENCE in document
    assert cited in document
    assert "0012-marmots" in record
    assert cited in record


def test_what_moves_or_goes_is_followed_by_the_next_ingest(outer: Repo, library: Repo) -> None:
    scrubjay(outer, "init", "--yes")
    scrubjay(outer, *SWITCH)
    scrubjay(outer, "ingest")
    library.commit("more", {"later.md": "# Later\n\nWombats dig at night.\n"})
    outer.git("-C", "vendor/lib", "pull", "-q", "origin", library.git("branch", "--show-current"))
    assert "later.md" not in scrubjay(outer, "search", "when do wombats dig", code=1)
    outer.git("add", "vendor/lib")
    outer.git("commit", "-q", "-m", "move on")
    assert "vendor/lib/later.md" in scrubjay(outer, "search", "when do wombats dig")
    outer.git(*ALLOWED, "deinit", "-f", "vendor/lib")
    assert "not checked out: `git submodule update --init vendor/lib`" in scrubjay(outer, "status")
    assert "later.md" not in scrubjay(outer, "search", "when do wombats dig", code=1)
    assert "skipped by rule" in scrubjay(outer, "verify")
    outer.git(*ALLOWED, "update", "--init")
    assert "vendor/lib/later.md" in scrubjay(outer, "search", "when do wombats dig")


def test_a_library_s_words_ground_no_memory(outer: Repo) -> None:
    scrubjay(outer, "init", "--yes")
    scrubjay(outer, *SWITCH)
    scrubjay(outer, "ingest")
    said = json.loads(scrubjay(outer, "remember", SENTENCE, "--json"))
    assert "vendor/lib" not in json.dumps(said.get("grounds", []))
    assert said.get("grade") not in ("quoted", "grounded")


def test_a_hostile_submodule_runs_nothing_and_leads_nowhere(outer: Repo, make_repo: Callable[..., Repo]) -> None:
    private = make_repo("private")
    commit = private.commit("start", {"private.md": "# Private\n\nThe password of the vault is swordfish.\n"})
    trap = outer.path.parent / "sprung"
    config = outer.path / ".git/modules/vendor/lib/config"
    config.write_text(
        f"{config.read_text()}\n[core]\n\tfsmonitor = touch {trap}\n\tsshCommand = touch {trap}\n"
        f"[include]\n\tpath = {private.path / '.git/config'}\n"
    )
    hooks = outer.path / ".git/modules/vendor/lib/hooks"
    hooks.mkdir(exist_ok=True)
    for name in ("post-checkout", "reference-transaction", "post-index-change"):
        (hooks / name).write_text(f"#!/bin/sh\ntouch {trap}\n")
        (hooks / name).chmod(0o755)
    (outer.path / "evil").mkdir()
    (outer.path / "evil/.git").write_text(f"gitdir: {private.path / '.git'}\n")
    outer.git("update-index", "--add", "--cacheinfo", f"160000,{commit},evil")
    outer.git("commit", "-q", "-m", "evil")
    scrubjay(outer, "init", "--yes")
    scrubjay(outer, *SWITCH)
    scrubjay(outer, "ingest")
    assert "swordfish" not in scrubjay(outer, "search", "password of the vault", code=1)
    assert SENTENCE in scrubjay(outer, "search", QUESTION)
    assert "its .git leads out of this repository's .git/modules" in scrubjay(outer, "status")
    assert not trap.exists()
    home = Path(outer.environment["SCRUBJAY_HOME"])
    assert not any(b"swordfish" in file.read_bytes() for file in home.rglob("*") if file.is_file())


def test_a_repository_can_not_turn_it_on(outer: Repo) -> None:
    outer.commit("config", {".agent/config.yaml": "ingestion:\n  submodules: true\n"})
    scrubjay(outer, "init", "--yes")
    assert "vendor/lib/" not in scrubjay(outer, "search", QUESTION, code=1)
