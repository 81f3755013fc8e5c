"""A secret in any notation stays out of answers and claims; what leads to a person is masked, flagged or not told."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from mcp import Client

from tests.behaviour.processes import ask, command, knowledge_of, scrubjay
from tests.conftest import Repo

PASSWORD = "hunter2" + "abc" + "XYZ123!"
WORD = "sword" + "fish"
DOCUMENT = f"""# Runbook

## Database

The admin password is {PASSWORD}, and the rest is in the vault.

    mysql -u root -p{WORD} shop
    MYSQL_ROOT_PASSWORD: {WORD}

Set `password: changeme` before the first start.

Call Anna at +44 20 7946 0958 when the database is down.
"""
pytestmark = pytest.mark.anyio


@pytest.fixture
def project(make_repo: Callable[..., Repo], environment: dict[str, str]) -> Repo:
    """A repository with a runbook, initialised; no model, for speed."""
    environment["SCRUBJAY_EMBEDDING_PROVIDER"] = "none"
    repo = make_repo()
    repo.commit("Write the runbook\n\nCo-authored-by: Anna Berg <anna@magpie.dev>", files={"docs/runbook.md": DOCUMENT})
    scrubjay(repo, "init", "--yes")
    return repo


def test_a_documents_passwords_are_masked_and_its_placeholders_and_people_stay(project: Repo) -> None:
    shown = scrubjay(project, "search", "database admin password runbook", "--json")
    assert PASSWORD not in shown
    assert WORD not in shown
    texts = "".join(hit["text"] for hit in json.loads(shown)["results"])
    assert "changeme" in texts
    assert "+44 20 7946 0958" in texts
    home = Path(project.environment["SCRUBJAY_HOME"])
    held = b"".join(file.read_bytes() for file in home.rglob("*") if file.is_file())
    assert PASSWORD.encode() not in held


def test_log_masked_lists_them(project: Repo) -> None:
    shown = scrubjay(project, "log", "--masked")
    blob = project.git("rev-parse", "HEAD:docs/runbook.md")[:10]
    for line, rule in ((5, "spoken-password"), (7, "command-password"), (8, "password")):
        (row,) = [row for row in shown.splitlines() if f"docs/runbook.md:{line} @ {blob}" in row]
        assert rule in row
    assert PASSWORD not in shown


async def test_a_password_in_plain_words_is_blocked_and_a_phone_number_is_flagged(project: Repo) -> None:
    async with Client(knowledge_of(project)) as client:
        for claim in (f"The admin password is {PASSWORD}", f"Log in to the shop, password is {PASSWORD}"):
            answer = await ask(client, "remember", content=claim)
            assert '"blocked"' in answer
            assert PASSWORD not in answer
        answer = await ask(client, "remember", content="Anna's phone number is +44 20 7946 0958, see docs/runbook.md")
        assert '"blocked"' not in answer
        assert "names a person's phone number: keep it?" in answer


def test_new_tokens_of_services_are_refused_by_their_form(project: Repo) -> None:
    noise = hashlib.sha512(b"noise").hexdigest()
    mixed = "".join(letter.upper() if number % 3 else letter for number, letter in enumerate(noise))
    for claim in (
        f"The wiki is read with ntn_{mixed[:46]}.",
        f"The bot speaks through sk-proj-{mixed[:64]}.",
        f"The deployment speaks through sk-svcacct-{mixed[:90]}.",
        f"Cloudflare lets `{mixed[:40]}` in.",
    ):
        done = command(project, "remember", claim)
        assert "holds a secret" in done.stdout + done.stderr, claim


def test_a_claim_may_quote_a_value_that_the_user_allowed(project: Repo) -> None:
    claim = f"The demo's admin password is {PASSWORD}, see docs/runbook.md"
    with pytest.raises(AssertionError, match="holds a secret"):
        scrubjay(project, "remember", claim)
    (one, *_) = json.loads(scrubjay(project, "log", "--masked", "--json"))["masked"]
    home = Path(project.environment["SCRUBJAY_HOME"])
    (home / "config.yaml").write_text(f"privacy:\n  allow: ['{one['allow']}']\n", encoding="utf-8")
    scrubjay(project, "remember", claim)
    assert PASSWORD in scrubjay(project, "export")


def test_a_cited_commit_gives_its_words_as_evidence_and_no_address(project: Repo) -> None:
    project.commit(
        "Keep parcels for two weeks\n\nParcels are kept for two weeks, as anna@magpie.dev asked.",
        files={"docs/parcels.md": "# Parcels\n\nSee the history.\n"},
    )
    head = project.git("rev-parse", "HEAD").strip()
    scrubjay(project, "ingest")
    scrubjay(project, "remember", f"Parcels are kept for two weeks, see {head[:10]}")
    kept = scrubjay(project, "export")
    assert "Parcels are kept for two weeks, as [address] asked." in kept
    assert "@magpie.dev" not in kept


def test_the_users_file_decides_about_people(project: Repo) -> None:
    home = Path(project.environment["SCRUBJAY_HOME"])
    claim = "Anna's phone number is +44 20 7946 0958"
    (home / "config.yaml").write_text("privacy:\n  personal: mask\n", encoding="utf-8")
    scrubjay(project, "remember", claim)
    assert "+44 20" not in scrubjay(project, "export")
    assert "[personal: phone number]" in scrubjay(project, "export")


async def test_authors_addresses_are_told_by_no_answer_about_commits(project: Repo) -> None:
    from tests.behaviour.processes import registered

    project.commit("Ask anna@magpie.dev about it", files={"docs/more.md": "# More\n\nMore about parcels.\n"})
    scrubjay(project, "ingest")
    async with Client(registered(project, "scrubjay-session")) as client:
        told = [
            await ask(client, "get_repository_state", include=["commits", "branches"]),
            await ask(client, "search_commits", query="runbook anna"),
            await ask(client, "get_file_history", path="docs/runbook.md"),
            await ask(client, "session_init"),
        ]
    told.append(scrubjay(project, "search", "co-authored runbook anna", "--kind", "commit"))
    assert "Anna Berg" in "".join(told)
    for text in told:
        assert "@magpie.dev" not in text
