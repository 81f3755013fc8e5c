"""Where git shows other objects than those that are stored, each answer's first line says so, and so does verify."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scrubjay.git.head import NOTE
from tests.behaviour import test_quarantine as quarantine
from tests.behaviour.processes import client_hook, scrubjay
from tests.conftest import Repo

pytestmark = pytest.mark.anyio

mine, opener = quarantine.mine, quarantine.opener
WITHOUT_A_PLACE = {"tool get_provenance", "tool review_memories"}
"""Tools about memories alone, whose answers begin without a place."""


def replace_the_document(repo: Repo) -> None:
    blob = repo.git("rev-parse", "HEAD:docs/guide.md")
    repo.git("replace", blob, repo.git("hash-object", "-w", str(repo.write("../other", "# Guide\n\nNo scales.\n"))))


def replace_it_in_packed_refs(repo: Repo) -> None:
    replace_the_document(repo)
    repo.git("pack-refs", "--all")


def graft_the_root_away(repo: Repo) -> None:
    (repo.path / ".git/info").mkdir(exist_ok=True)
    (repo.path / ".git/info/grafts").write_text(f"{repo.git('rev-parse', 'HEAD')}\n")


@pytest.mark.parametrize("rewrite", [replace_the_document, replace_it_in_packed_refs, graft_the_root_away])
def test_a_person_reads_it_in_status_verify_search_and_the_briefing(
    rewrite: Callable[[Repo], None], shop: Repo
) -> None:
    quiet_words = scrubjay(shop, "status") + scrubjay(shop, "verify") + scrubjay(shop, "search", "parcels")
    assert NOTE not in quiet_words
    rewrite(shop)
    assert NOTE in scrubjay(shop, "status").splitlines()[0]
    assert NOTE in scrubjay(shop, "verify")
    (check,) = [c for c in json.loads(scrubjay(shop, "verify", "--json"))["checks"] if c["name"] == "replaced objects"]
    assert check["found"] == NOTE
    found = scrubjay(shop, "search", "parcels")
    assert NOTE in found.splitlines()[0]
    assert "weighed twice" in found
    assert NOTE in scrubjay(shop, "session", "init").splitlines()[0]
    assert NOTE in json.loads(client_hook(shop, "SessionStart").stdout)["hookSpecificOutput"]["additionalContext"]
    if rewrite is replace_the_document:
        shop.git("replace", "-d", shop.git("rev-parse", "HEAD:docs/guide.md"))
        assert NOTE not in scrubjay(shop, "status") + scrubjay(shop, "verify")


async def test_each_tool_says_it_in_its_first_line(
    opener: Any, mine: dict[str, str], repo: Repo, clock: Any, capsys: Any, tmp_path: Path
) -> None:
    repo.commit("first", {"docs/guide.md": "# Guide\n\nParcels are weighed.\n", "docs/adr/0001-x.md": "# 1. X\n"})
    replace_the_document(repo)
    with opener() as app:
        ids = quarantine.poison(app.initialise(repo.path), tmp_path, quarantine.CODEX)
    told = await quarantine.Exits(opener, mine, repo, clock, capsys).ask(ids)
    answers = {name: json.loads(text) for name, text in told.items() if name.startswith("tool ")}
    silent = {name for name, one in answers.items() if NOTE not in told[name] and not one["is_error"]}
    assert silent == WITHOUT_A_PLACE


def test_refs_that_were_packed_and_are_gone_replace_nothing(shop: Repo) -> None:
    shop.git("tag", "v1")
    shop.git("pack-refs", "--all")
    shop.git("tag", "-d", "v1")
    shop.git("switch", "-q", "-c", "more")
    shop.git("branch", "-q", "-D", "main")
    assert "refs/" not in (shop.path / ".git/packed-refs").read_text()
    assert NOTE not in scrubjay(shop, "status")
