"""scrubjay review: the list, the decisions, and who may take them."""

import json
from typing import Any

import pytest

from scrubjay.app import open_app
from scrubjay.cli.review_screen import run
from scrubjay.git import GitEnvironment
from scrubjay.memories import RememberRequest
from scrubjay.settings import load_settings


@pytest.fixture
def claims(ready: Any, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Two claims of an agent that wait."""
    with monkeypatch.context() as shell:
        shell.setenv("CLAUDECODE", "1")
        said = [ready("remember", "--json", text) for text in ("Magpie eats 12 beetles.", "Owls carry letters.")]
    found = [json.loads(one.out) for one in said]
    assert [one["outcome"] for one in found] == ["pending", "pending"]
    return [one["id"] for one in found]


def test_the_list_shows_why_a_claim_waits(ready: Any, claims: list[str]) -> None:
    done = ready("review")
    assert done.code == 0
    assert done.out.startswith("2 wait for review")
    assert f"- {claims[0][:12]} fact: Magpie eats 12 beetles." in done.out
    listed = json.loads(ready("review", "--json").out)
    assert listed["waiting"] == 2
    assert {one["id"] for one in listed["pending"]} == set(claims)


def test_a_claim_is_found_only_after_its_approval(ready: Any, claims: list[str]) -> None:
    assert ready("search", "beetles", "--kind", "memory").code == 1
    assert ready("review", "approve", claims[0][:12]).code == 0
    assert "Magpie eats 12 beetles" in ready("search", "beetles", "--kind", "memory").out


def test_edit_reject_and_merge_empty_the_queue(ready: Any, claims: list[str]) -> None:
    assert "approved" in ready("review", "edit", claims[0], "Magpie eats 13 beetles.").out
    assert ready("review", "reject", claims[1]).code == 2
    assert ready("review", "reject", claims[1], "--reason", "they don't").code == 0
    assert ready("review").out == "nothing waits for review\n"
    assert ready("review", "approve", claims[1]).code == 1


def test_everything_can_be_approved_at_once(ready: Any, claims: list[str]) -> None:
    assert ready("review", "approve").code == 2
    done = json.loads(ready("review", "approve", "--all", "--json").out)
    assert {one["outcome"] for one in done["results"]} == {"approved"}


def test_an_agents_shell_may_look_and_not_decide(
    ready: Any, claims: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAUDECODE", "1")
    assert ready("review", "show", claims[0]).code == 0
    for words in (["approve", claims[0]], ["reject", claims[0], "--reason", "x"], ["edit", claims[0], "y"]):
        done = ready("review", *words)
        assert done.code == 1
        assert "may look" in done.err
    monkeypatch.delenv("CLAUDECODE")
    assert "PERMISSION_DENIED" in ready("audit", "show").out


def test_the_keyboard_approves_rejects_and_leaves(
    ready: Any, claims: list[str], environment: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    with open_app(
        load_settings(environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}),
        git_environment=GitEnvironment.of(environment),
        wake=lambda: None,
    ) as app:
        at = app.at(ready.folder)
        keys = iter("nlz" + "a" + "r")
        run(at.reviews, lambda: next(keys), lambda _: "not true")
        shown = capsys.readouterr().out
        assert "1 of 2" in shown
        assert "There is no such key" in shown
        assert shown.endswith("nothing waits for review\n")
        assert len(at.memories.believed()) == 1
        at.memories.remember(RememberRequest("Crows count to seven here.", author=at.settings.user_id))
        run(at.reviews, lambda: "q")
        assert at.reviews.count() == 1


def test_rot_names_a_memory_whose_source_moved(ready: Any, magpie: Any) -> None:
    told = ready("remember", "--json", "Parcels are stored in SQLite (docs/decisions/0002-use-sqlite.md:11).")
    assert json.loads(told.out)["outcome"] == "stored"
    assert ready("rot").out == "every memory rests on what it cites\n"
    magpie.write("docs/decisions/0002-use-sqlite.md", "# Use SQLite\n\n## Status\n\nAccepted\n")
    magpie.git("commit", "-q", "-am", "shorten")
    assert "docs/decisions/0002-use-sqlite.md: source changed since" in ready("rot").out
    found = json.loads(ready("rot", "--json").out)
    assert found["count"] == 1
    assert found["memories"][0]["grounds"][0]["status"] == "source changed since"
