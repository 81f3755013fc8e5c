"""Nothing that is there is told as absent: what a clone lacks is named everywhere, with the command that brings it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from mcp import Client

from tests.behaviour.processes import ask, knowledge_of, scrubjay
from tests.behaviour.processes import said as said_by
from tests.conftest import Repo

pytestmark = pytest.mark.anyio

LACKING = "2 documents aren't in this clone: `git "


@pytest.fixture
def partial(make_repo: Callable[..., Repo]) -> Repo:
    """A partial clone without the documents below docs/, and with a submodule that isn't checked out."""
    library, source = make_repo("library"), make_repo("source")
    library.commit("start", {"s.md": "# Library\n\nSubmodule words.\n"})
    source.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", library.path.as_uri(), "libs/x")
    source.commit(
        "start",
        {"README.md": "# Birds\n\nBasalt is here.\n", "docs/a.md": "# A\n\nGabbro is here.\n", "docs/b.md": "# B\n",
         "n.ipynb": "{}"},
    )  # fmt: skip
    source.git("config", "uploadpack.allowFilter", "true")
    source.git("config", "uploadpack.allowAnySHA1InWant", "true")
    target = source.path.parent / "clone"
    source.git("clone", "-q", "--sparse", "--filter=blob:none", source.path.as_uri(), str(target))
    return Repo(target, source.environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"})


async def test_what_a_clone_lacks_is_said_everywhere_and_read_once_it_is_there(partial: Repo) -> None:
    before = _packs(partial.path)
    said = scrubjay(partial, "init", "--yes")
    assert "searchable: 1 file " in said
    assert f"knowledge: {LACKING}" in said
    shown = [said, scrubjay(partial, "status"), scrubjay(partial, "search", "gabbro", code=1)]
    shown.append(scrubjay(partial, "search", "basalt"))
    async with Client(knowledge_of(partial)) as client:
        shown.append(await ask(client, "search_knowledge", query="gabbro"))
        status = await ask(client, "knowledge_status")
        shown.append(status)
        failed, missing = await said_by(client, "get_document", path="docs/a.md")
    for text in shown:
        assert LACKING.removesuffix("`git ") in text
        assert "`git fetch --refetch --no-filter`" in text or "`git backfill`" in text
    for text in (shown[0], shown[1], shown[2]):
        assert "libs/x" in text
        assert ".ipynb" in text
    assert "libs/x" in status
    assert '"type"' in status
    assert "libs/x" not in shown[3].partition("\n")[0], "a good answer says only what may be missing from it"
    assert failed
    assert "not in this clone" in missing
    found = json.loads(scrubjay(partial, "search", "gabbro", "--json", code=1))["not_read"]
    assert (found["absent"], found["submodule"], found["type"]) == (2, 1, 2)
    told = json.loads(scrubjay(partial, "explain", "docs/a.md", "--json", code=1))
    assert told["why"] == "absent"
    assert "sparse" in told["checked_out"]
    assert _packs(partial.path) == before, "nothing was fetched"
    partial.git("fetch", "-q", "--refetch", "--no-filter")
    scrubjay(partial, "ingest")
    assert "docs/a.md" in scrubjay(partial, "search", "gabbro")
    assert "aren't in this clone" not in scrubjay(partial, "status")
    assert "verified" in scrubjay(partial, "verify")


def test_a_submodule_is_a_repository_of_its_own(partial: Repo) -> None:
    scrubjay(partial, "init", "--yes")
    assert "libs/x (not checked out): `git submodule update --init`" in scrubjay(partial, "status")
    partial.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "update", "--init")
    assert "`scrubjay --repo libs/x init`" in scrubjay(partial, "explain", "libs/x/s.md", code=1)
    assert "searchable: 1 file" in scrubjay(partial, "--repo", "libs/x", "init", "--yes")
    assert "s.md" in scrubjay(partial, "--repo", "libs/x", "search", "submodule words")


def _packs(path: Path) -> list[str]:
    return sorted(file.name for file in (path / ".git" / "objects").rglob("*") if file.is_file())
