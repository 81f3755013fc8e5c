"""Nothing is left out in silence: an ordinary ADR is found, and what is not read is named wherever one looks."""

import json

import pytest
from mcp import Client

from tests.behaviour.processes import ask, knowledge_of, scrubjay
from tests.conftest import Repo

ADR = "docs/adr/0042-the-default-branch-is-now-called-main.md"
TOKEN = "ghp_" + "aB3dE5fG7h" * 3 + "jK9mN1"


pytestmark = pytest.mark.anyio


@pytest.fixture
def set_up(repo: Repo) -> Repo:
    repo.environment = repo.environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    repo.commit(
        "start",
        {ADR: "# The default branch\n\n## Status\n\nAccepted\n\nGabbro is main.\n", "README.md": "# Birds\n",
         f"docs/{TOKEN}.md": "# Token\n\nBasalt.\n", "docs/nul.md": "\0", "docs/again.md": "# Birds\n"},
    )  # fmt: skip
    return repo


async def test_an_ordinary_decision_is_found_and_what_is_left_out_is_named_everywhere(set_up: Repo) -> None:
    said = scrubjay(set_up, "init", "--yes")
    assert "searchable: 3 files" in said
    assert "2 files skipped" in said
    assert ADR in scrubjay(set_up, "search", "gabbro")
    shown = [said, scrubjay(set_up, "status"), scrubjay(set_up, "log"), scrubjay(set_up, "verify")]
    async with Client(knowledge_of(set_up)) as client:
        shown.append(await ask(client, "knowledge_status"))
    for text in shown:
        assert "docs/nul.md" in text
        assert "binary" in text
        assert "docs/[redacted-" in text
        assert "its path holds what looks like a secret" in text
        assert TOKEN not in text
    assert "verified: 3 of 5 files" in shown[3]
    assert "equals the tree" not in shown[3]
    checks = json.loads(scrubjay(set_up, "verify", "--json"))
    assert checks["ok"]
    assert len(checks["left_out"]) == 2
    assert "indexed    no: binary" in scrubjay(set_up, "explain", "docs/nul.md", code=1)
    assert "Basalt" not in scrubjay(set_up, "search", "basalt", "--json", code=1)
