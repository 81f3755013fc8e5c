"""Writes to a team's memories: what leaves the machine, and what a refusal or a lost answer says."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from scrubjay.errors import LimitExceeded, NotFound, PermissionDenied, ScrubjayError, UsageError, VersionConflict
from scrubjay.git.process import Git
from scrubjay.model.far import FarClaim
from scrubjay.privacy.secrets.masking import masked_text
from scrubjay.settings.layers import load_settings
from scrubjay_joined import memories
from scrubjay_joined.errors import NotATeamServer, NotJoined, WriteLost
from scrubjay_joined.link import TeamLink
from scrubjay_joined.membership import Membership, drop, keep
from scrubjay_joined.memories import KEY_DIGITS, MemoriesThere
from scrubjay_joined.written import LONGEST_HISTORY, MOST_LINES
from tests.shared.scrubjay_joined.conftest import TOKEN, Asked, FarServer, Told, said

ID = "0123456789abcdef0123456789abcdef"
STORED = {"outcome": "stored", "id": ID, "grade": "said", "why": "", "add": "", "grounds": []}
HISTORY = {"id": ID, "version": 3, "content": "Mail waits.", "lines": ["- it: Mail waits.", "Version 3"]}


@pytest.fixture
def there(home: Path, far: FarServer, git: Git) -> Iterator[MemoriesThere]:
    keep(home, Membership(far.url, "acme", "ben", "s" * 32), TOKEN)
    settings = load_settings({"SCRUBJAY_HOME": str(home)})
    link = TeamLink(settings, lambda: datetime(2026, 11, 2, 14, 2, tzinfo=UTC))
    far.answer = lambda asked: said(HISTORY if asked.method == "GET" else STORED)
    yield MemoriesThere(link, "p1", git, settings, lambda: datetime(2026, 11, 2, tzinfo=UTC))
    link.rest()


def posts(far: FarServer) -> list[Asked]:
    return [one for one in far.asked if one.method == "POST"]


def test_a_claim_goes_there_without_its_author_session_and_branch(there: MemoriesThere, far: FarServer) -> None:
    kept = there.remember(FarClaim(content="Mail waits.", tags=("mail",), key="k1", agent="codex"))
    (asked,) = posts(far)
    assert asked.path.endswith("/memories")
    assert asked.body == {
        "content": "Mail waits.", "kind": "", "scope": "team", "project": "", "sources": [], "quote": "",
        "supersedes": "", "valid_until": "", "applies": "", "key": "k1", "tags": ["mail"], "client": "codex",
        "told": False,
    }  # fmt: skip
    assert (kept.called, kept.outcome, kept.id) == ("team acme", "stored", ID)
    assert kept.why == "team acme, for the whole team"


@pytest.mark.parametrize(
    ("outcome", "told", "shown"), [("stored", True, True), ("stored", False, False), ("held", False, True)]
)
def test_what_a_person_typed_comes_with_the_address_at_which_it_is_told(
    there: MemoriesThere, far: FarServer, outcome: str, told: bool, shown: bool
) -> None:
    far.answer = lambda _: said(STORED | {"outcome": outcome, "add": "Name a place."})
    kept = there.remember(FarClaim(content="Mail waits.", told=told))
    address = f" It is told once a person says so at {far.url}/tell/{ID}" if shown else ""
    assert kept.add == f"Name a place.{address}"


@pytest.mark.parametrize("act", ["remember", "update"])
def test_a_secret_never_leaves_the_machine(there: MemoriesThere, far: FarServer, act: str) -> None:
    words = "The key is AKIA" + "IOSFODNN7EXAMPLE."
    kept = there.remember(FarClaim(content=words)) if act == "remember" else there.update(ID, words, "supersede")
    assert kept.outcome == "blocked"
    assert "secret" in kept.why
    assert not far.asked


def test_places_of_a_repository_that_the_team_lacks_are_refused_here(there: MemoriesThere, far: FarServer) -> None:
    with pytest.raises(UsageError, match="isn't matched"):
        there.remember(FarClaim(content="Mail waits.", sources=("docs/a.md:3",)))
    assert not posts(far)


def test_a_place_as_the_team_prints_it_goes_there_as_it_is(there: MemoriesThere, far: FarServer) -> None:
    there.remember(FarClaim(content="Mail waits.", sources=("shop:docs/a.md:3-4",)))
    assert posts(far)[0].body["sources"] == ["shop:docs/a.md:3-4"]


def test_a_lost_answer_is_asked_for_once_more_under_the_same_key(there: MemoriesThere, far: FarServer) -> None:
    lost = iter([True])

    def answer(_: Asked) -> Told:
        return said({"error": "unavailable"}, 503) if next(lost, False) else said(STORED | {"outcome": "known"})

    far.answer = answer
    assert there.remember(FarClaim(content="Mail waits.")).outcome == "known"
    first, second = posts(far)
    assert first.body == second.body
    assert len(first.body["key"]) == KEY_DIGITS


def test_without_an_answer_it_says_that_it_may_be_stored_and_how_to_repeat_it(
    there: MemoriesThere, far: FarServer
) -> None:
    far.answer = lambda _: said({"error": "unavailable"}, 503)
    with pytest.raises(WriteLost, match=r"may have been done there; nothing waits here.*under the key k7") as raised:
        there.remember(FarClaim(content="Mail waits.", key="k7"))
    assert TOKEN not in str(raised.value)
    assert len(posts(far)) == 2


def test_the_key_to_repeat_it_under_is_legible_where_messages_are_masked(there: MemoriesThere, far: FarServer) -> None:
    far.answer = lambda _: said({"error": "unavailable"}, 503)
    for _ in range(20):
        with pytest.raises(WriteLost) as raised:
            there.remember(FarClaim(content="Mail waits."))
        assert f"under the key {posts(far)[-1].body['key']} " in masked_text(str(raised.value))


@pytest.mark.parametrize("source", ["/home/anna/shop/a.md:3", "~/a.md", "C:/anna/a.md:3", "C:\\anna\\a.md", "../a.md"])
def test_a_place_of_this_machine_never_leaves_it(there: MemoriesThere, far: FarServer, source: str) -> None:
    with pytest.raises(UsageError, match="this machine alone"):
        there.remember(FarClaim(content="Mail waits.", sources=(source, "shop:docs/a.md:3")))
    assert not posts(far)


def test_a_history_has_the_budget_of_the_home_s_own(there: MemoriesThere, far: FarServer) -> None:
    far.answer = lambda _: said(HISTORY | {"lines": ["word " * 1_000, *["x\n**forged**"] * 10_000]})
    lines = there.provenance(ID).split("\n")
    assert len(lines) == MOST_LINES + 1
    assert lines[2] == "x **forged**"
    far.answer = lambda _: said(HISTORY | {"lines": ["y" * 5_000] * 100})
    text = there.provenance(ID)
    assert len(text) < LONGEST_HISTORY + 100
    assert text.endswith("\n- (…)")


def test_another_memory_than_was_asked_for_is_neither_shown_nor_changed(there: MemoriesThere, far: FarServer) -> None:
    far.answer = lambda _: said(HISTORY | {"id": "e" * 32})
    for act in (
        lambda: there.provenance(ID[:12]),
        lambda: there.forget(ID[:12]),
        lambda: there.update(ID, "x", "correct"),
    ):
        with pytest.raises(NotATeamServer, match="another one"):
            act()
    assert not posts(far)


def test_nothing_is_stored_as_told_on_the_server_s_word(there: MemoriesThere, far: FarServer) -> None:
    far.answer = lambda _: said(STORED | {"grade": "told", "why": "told by you\n\nforged"})
    kept = there.remember(FarClaim(content="Mail waits."))
    assert (kept.grade, kept.why) == ("said", "team acme, for the whole team · told by you forged")
    far.answer = lambda _: said(STORED | {"outcome": "known", "grade": "told"})
    assert there.remember(FarClaim(content="Mail waits.")).grade == "told"


def test_without_a_connection_it_says_that_nothing_was_stored(there: MemoriesThere, far: FarServer) -> None:
    far.close()
    with pytest.raises(WriteLost, match="nothing was stored, there or here"):
        there.remember(FarClaim(content="Mail waits."))


def test_an_end_is_not_sent_twice(there: MemoriesThere, far: FarServer) -> None:
    far.answer = lambda asked: said(HISTORY) if asked.method == "GET" else said({"error": "unavailable"}, 503)
    with pytest.raises(WriteLost, match="get_provenance 0123456789ab"):
        there.update(ID, "It moved.", "invalidate")
    assert len(posts(far)) == 1


def test_a_change_goes_by_the_version_that_stands_there(there: MemoriesThere, far: FarServer) -> None:
    there.update(ID[:12], "Mail waits no longer.", "supersede", "codex")
    (asked,) = posts(far)
    assert asked.path.endswith(f"/memories/{ID}")
    key = asked.body.pop("key")
    assert len(key) == 32
    assert asked.body == {"how": "supersede", "content": "Mail waits no longer.", "version": 3, "client": "codex"}


def test_a_change_meanwhile_is_told_with_both_texts_and_how_to_go_on(there: MemoriesThere, far: FarServer) -> None:
    theirs = {"yours": "Mine.", "theirs": "Theirs.", "id": "f" * 32, "version": 4, "status": "active"}
    conflict = {"error": "changed", "message": "changed"} | theirs
    far.answer = lambda asked: said(HISTORY) if asked.method == "GET" else said(conflict, 409)
    with pytest.raises(
        VersionConflict, match=r'says now: "Theirs\.".*Yours says: "Mine\.".*update_memory ffffffffffff'
    ):
        there.update(ID, "Mine.", "supersede")


@pytest.mark.parametrize(
    ("status", "error", "words"),
    [
        (401, PermissionDenied, "scrubjay team leave"),
        (403, PermissionDenied, "team acme refused: not you"),
        (404, NotFound, "team acme refused: not you"),
        (422, UsageError, "team acme refused: not you"),
        (429, LimitExceeded, "team acme refused: not you"),
    ],
)
def test_a_refusal_is_the_core_s_own_error(
    there: MemoriesThere, far: FarServer, status: int, error: type[ScrubjayError], words: str
) -> None:
    far.answer = lambda _: said({"error": "no", "message": "not you"}, status)
    acts: tuple[Callable[[], object], ...] = (
        lambda: there.remember(FarClaim(content="Mail waits.")),
        lambda: there.update(ID, "x", "correct"),
        lambda: there.forget(ID),
        lambda: there.provenance(ID),
    )
    for act in acts:
        with pytest.raises(error, match=words):
            act()


def test_an_id_that_is_none_is_not_asked_for(there: MemoriesThere, far: FarServer) -> None:
    with pytest.raises(NotFound, match="No memory here or in team acme"):
        there.provenance("../me")
    assert not far.asked


def test_forgotten_and_traced_in_the_server_s_words(there: MemoriesThere, far: FarServer) -> None:
    assert there.provenance(ID).split("\n") == ["team acme", "- it: Mail waits.", "Version 3"]
    far.answer = lambda asked: said(HISTORY if asked.method == "GET" else STORED | {"outcome": "forgotten"})
    assert there.forget(ID).outcome == "forgotten"
    assert posts(far)[0].body == {"how": "forget", "version": 3}


@pytest.mark.parametrize("wrong", [{"outcome": "told"}, {}, STORED | {"id": 7}, STORED | {"grade": "sure"}])
def test_an_outcome_of_wrong_types_is_refused(there: MemoriesThere, far: FarServer, wrong: dict[str, Any]) -> None:
    far.answer = lambda _: said(wrong)
    with pytest.raises(NotATeamServer, match="can't be read"):
        there.remember(FarClaim(content="Mail waits."))


def test_a_home_that_left_writes_nowhere(there: MemoriesThere, far: FarServer, home: Path) -> None:
    drop(home)
    assert there.called == ""
    with pytest.raises(NotJoined):
        there.remember(FarClaim(content="Mail waits."))
    assert not far.asked


def test_a_write_has_two_tries_of_five_seconds() -> None:
    assert memories.TRY_S == 5.0
