"""A cited issue or pull request counts by what members said in it, of its time."""

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from scrubjay.inference.embedding.tokenizer import Tokenizer
from scrubjay.memory.grounding.citations import citations_of
from scrubjay.model.evidence import CitationKind, CitationResult, CitationStatus
from scrubjay.model.grade import Grade
from scrubjay.storage.database import Database
from scrubjay_forges.discussions.named import NamedDiscussions
from scrubjay_forges.discussions.said import Keeping
from scrubjay_forges.discussions.store import DiscussionStore
from scrubjay_forges.discussions.values import DiscussionHead, DiscussionPart
from scrubjay_forges.discussions.views import DiscussionViews
from scrubjay_forges.grounding import DiscussionCheck
from tests.conftest import Repo
from tests.shared.memory.grounding.conftest import Sources
from tests.shared.scrubjay_forges.discussions.conftest import REPOSITORY, batch, comment, have_read, head, part

S = CitationStatus
CLAIM = "The queue holds 200 parcels"
SAID = "The queue holds 200 parcels."
Verify = Callable[[str], CitationResult]


def kept_in(folder: Path, clock: Callable[[], datetime]) -> DiscussionStore:
    keeping = Keeping(suspect=lambda text: "hides something" if "HIDE" in text else "")
    database = Database(folder / "forge.db", "knowledge")
    store = DiscussionStore(database, chunker="test", counter=Tokenizer(), clock=clock, keeping=keeping)
    store.ensure(REPOSITORY, "github")
    return store


@pytest.fixture
def store(tmp_path: Path, clock: Callable[[], datetime]) -> Iterator[DiscussionStore]:
    kept = kept_in(tmp_path, clock)
    outside: dict[str, Any] = {"author": "eve", "member": False}
    texts: list[DiscussionHead | DiscussionPart] = [
        head(7, "The queue overflows"), part(7, text="Hello."), comment(7, 1, SAID, author="bo"),
        head(8, "Limits"), part(8, text=SAID, **outside),
        head(9, "Limits"), part(9, text=SAID, **outside),
        comment(9, 2, "Thanks, I'll look.", author="bo", created_at="2026-02-01T00:00:00Z"),
        head(10, "Limits"), part(10, text=f"HIDE\n\n{SAID}"),
    ]  # fmt: skip
    kept.put(REPOSITORY, batch(*texts), synced_at="2026-02-20T14:10:00Z")
    have_read(kept)
    yield kept
    kept.database.close()


@pytest.fixture
def verify(sources: Sources, store: DiscussionStore) -> Verify:
    def look(claim: str) -> CitationResult:
        kept = NamedDiscussions(store, DiscussionViews(sources.git))
        check = DiscussionCheck(lambda: kept)
        verifier = sources.verifying(citations=(check,))
        (result,) = verifier.verify(claim, citations_of(claim), sources.view())
        return result

    return look


def test_a_discussion_is_a_ground_by_what_members_said_and_never_quoted(verify: Verify) -> None:
    for claim, status, grade in (
        (f"{CLAIM} (#7)", S.RESOLVED, Grade.GROUNDED),
        (f"{CLAIM} (GH-7)", S.RESOLVED, Grade.GROUNDED),
        (f"{CLAIM} (magpie/magpie#7)", S.RESOLVED, Grade.GROUNDED),
        (f"{CLAIM} (https://github.com/magpie/magpie/issues/7)", S.RESOLVED, Grade.GROUNDED),
        ("The queue holds 300 parcels (#7)", S.RESOLVED, Grade.SAID),
        ("Deploys happen on Fridays (#7)", S.RESOLVED, Grade.SAID),
        (f"{CLAIM} (#8)", S.UNVERIFIABLE, Grade.SAID),
        (f"{CLAIM} (#9)", S.RESOLVED, Grade.GROUNDED),
        (f"{CLAIM} (#10)", S.UNVERIFIABLE, Grade.SAID),
        (f"{CLAIM} (#11)", S.NOT_FOUND, Grade.SAID),
        (f"{CLAIM} (other/shop#7)", S.UNVERIFIABLE, Grade.SAID),
        (f"{CLAIM} (https://github.com/other/shop/issues/7)", S.UNVERIFIABLE, Grade.SAID),
    ):
        result = verify(claim)
        assert (result.status, result.grade) == (status, grade), result


def test_a_citation_has_the_words_with_who_said_them_when_and_how_fresh_they_are(verify: Verify) -> None:
    result = verify(f"{CLAIM} (#7)")
    assert result.words == SAID
    assert result.heading == "comment by bo, 2026-01-08"
    assert result.detail == "open, as of 2026-02-20 14:10"
    assert (result.kind, result.target) == (CitationKind.ISSUE, f"{REPOSITORY}#7")
    assert "outsider whom a member answered" in verify(f"{CLAIM} (#9)").heading


def test_why_words_carry_nothing_is_said(verify: Verify) -> None:
    assert "eve, who can't write to the repository, and no member answered" in verify(f"{CLAIM} (#8)").detail
    assert "speak to the reader" in verify(f"{CLAIM} (#10)").detail


def test_an_answered_outsider_s_words_carry_nothing_until_a_model_read_them(
    verify: Verify, store: DiscussionStore
) -> None:
    outside: dict[str, Any] = {"author": "eve", "member": False}
    yes = comment(11, 3, "Yes.", created_at="2026-02-01T00:00:00Z")
    store.put(REPOSITORY, batch(head(11, "Limits"), part(11, text=SAID, **outside), yes))
    assert verify(f"{CLAIM} (#11)").detail.startswith("said by an outsider, and not looked at yet")
    have_read(store)
    assert verify(f"{CLAIM} (#11)").status is S.RESOLVED


def test_what_was_said_since_the_session_began_supports_nothing(sources: Sources, store: DiscussionStore) -> None:
    check = DiscussionCheck(lambda: NamedDiscussions(store, DiscussionViews(sources.git)))
    verifier = sources.verifying(citations=(check,))
    claim = f"{CLAIM} (#7)"
    named = citations_of(claim)
    before, after = (
        verifier.verify(claim, named, sources.view(), "", since)[0]
        for since in ("2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z")
    )
    assert (before.words, before.grade) == ("", Grade.SAID)
    assert after.grade is Grade.GROUNDED


def test_a_pull_request_counts_only_where_its_merge_is(
    verify: Verify, sources: Sources, store: DiscussionStore, project: Repo
) -> None:
    def merged(commit: str) -> CitationStatus:
        request = head(12, "Raise it", kind="pull_request", state="merged", merge_commit=commit)
        store.put(REPOSITORY, batch(request, part(12, text=SAID)))
        return verify(f"{CLAIM} (#12)").status

    project.git("checkout", "-q", "-b", "side")
    elsewhere = project.commit("Raise it", {"side.md": "x"}) or project.git("rev-parse", "HEAD")
    project.git("checkout", "-q", "main")
    assert merged(sources.view().commit) is S.RESOLVED
    assert merged(elsewhere) is S.UNREACHABLE
    assert merged("0123456789" * 4) is S.RESOLVED, "a merge commit that this clone hasn't hides nothing"


def test_an_outsider_s_words_that_were_only_merged_are_said_to_be_just_that(
    verify: Verify, store: DiscussionStore
) -> None:
    merged = {"kind": "pull_request", "state": "merged", "author": "eve", "closed_at": "2026-02-02T10:00:00Z"}
    store.put(REPOSITORY, batch(head(13, "Limits", **merged), part(13, text=SAID, author="eve", member=False)))
    have_read(store)
    assert "eve, an outsider whose words were merged" in verify(f"{CLAIM} (#13)").heading
