"""Evidence adds up, and falls source by source with the repository."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.freshness import Ground, GroundsStanding
from scrubjay.freshness.graded import graded
from scrubjay.freshness.grounds import never_found
from scrubjay.freshness.wording import best_quote, grade_text, moved_quotes, source_quote
from scrubjay.model.evidence import (
    Act,
    CitationKind,
    CitationResult,
    CitationStatus,
    EvidenceObject,
    Observation,
    ObservationKind,
    Origin,
    PlaceKind,
    Relation,
)
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Belief, Memory, MemoryStatus

AT = "2026-11-02T00:00:00Z"


def cited(path: str, relation: Relation = Relation.SAME) -> CitationResult:
    return CitationResult(
        kind=CitationKind.PLACE,
        text=path,
        target=path,
        status=CitationStatus.RESOLVED,
        relation=relation,
        path=path,
        words="Logs rotate daily.",
        heading="Operations › Logs",
        standing="accepted",
        place=PlaceKind.STATES,
    )


def record(*citations: CitationResult, act: Act = Act.NONE, seen: bool = False) -> EvidenceObject:
    shown = (
        Observation(
            how=ObservationKind.RAN,
            session="3f2a9c11",
            tool="Bash",
            command="make test",
            status="1",
            words="1 failed",
            at=AT,
        )
        if seen
        else None
    )
    origin = Origin.PERSON if act else Origin.AGENT
    return EvidenceObject(
        claim="Logs rotate daily.",
        capture_time=AT,
        source=origin,
        source_id="anna",
        act=act,
        citations=citations,
        observation=shown,
    )


def standing(
    *citations: CitationResult, status: CitationStatus = CitationStatus.RESOLVED, words: str = ""
) -> GroundsStanding:
    return GroundsStanding(
        tuple(Ground(text=one.text, path=one.path, status=status, citation=one, words=words) for one in citations)
    )


def test_a_source_that_changed_lets_the_grade_fall_by_itself() -> None:
    source = cited("docs/a.md")
    assert graded([record(source)], standing(source)).grade is Grade.VERIFIED
    assert graded([record(source)], standing(source, status=CitationStatus.CHANGED)).grade is Grade.UNCONFIRMED


def test_what_a_later_record_cites_holds_where_the_first_source_fell() -> None:
    first, second = cited("docs/a.md"), cited("docs/b.md", Relation.SPEAKS)
    fallen = Ground(text="docs/a.md", path="docs/a.md", status=CitationStatus.GONE, citation=first)
    now = GroundsStanding((fallen, *standing(second).grounds))
    assert graded([record(first), record(second)], now).grade is Grade.CITED


def test_a_person_outranks_whatever_the_repository_says() -> None:
    source = cited("docs/a.md")
    assert graded([record(source), record(act=Act.APPROVED)], standing(source)).grade is Grade.TOLD


def test_an_observation_needs_no_source() -> None:
    found = graded([record(seen=True)], GroundsStanding(()))
    assert found.grade is Grade.OBSERVED
    assert best_quote(found) == 'ran 2026-11-02 in session 3f2a9c11: `make test` (exit 1): "1 failed"'


@given(st.lists(st.booleans(), max_size=5), st.booleans())
def test_more_evidence_never_lowers_a_grade(kinds: list[bool], more: bool) -> None:
    source = cited("docs/a.md")
    some = [record(source) if kind else record(seen=True) for kind in kinds]
    now = standing(source)
    assert graded([*some, record(source) if more else record()], now).grade >= graded(some, now).grade


def test_a_source_is_told_by_its_own_words_with_heading_and_standing() -> None:
    source = cited("docs/a.md")
    said = 'docs/a.md › Operations › Logs (accepted): "Logs rotate daily."'
    assert best_quote(graded([record(source)], standing(source))) == said


def test_what_changed_since_is_told_with_both_wordings() -> None:
    source = cited("docs/a.md")
    now = standing(source, status=CitationStatus.CHANGED, words="Logs rotate weekly.")
    (told,) = moved_quotes(graded([record(source)], now))
    assert '"Logs rotate daily."' in told
    assert 'now "Logs rotate weekly."' in told


def test_an_option_is_called_an_option() -> None:
    weighed = CitationResult(
        kind=CitationKind.PLACE,
        text="docs/a.md",
        target="docs/a.md",
        status=CitationStatus.RESOLVED,
        relation=Relation.SPEAKS,
        path="docs/a.md",
        words="Use Kafka.",
        place=PlaceKind.OPTION,
    )
    assert source_quote(standing(weighed).grounds[0]) == 'docs/a.md (option): "Use Kafka."'


@pytest.mark.parametrize("place", list(PlaceKind))
def test_a_records_status_stands_only_beside_what_states(place: PlaceKind) -> None:
    said = source_quote(standing(replace(cited("docs/a.md"), place=place)).grounds[0])
    assert ("accepted" in said) == (place is PlaceKind.STATES)
    assert str(place) in said or place is PlaceKind.STATES


def test_what_a_record_weighed_is_not_its_decision() -> None:
    said = source_quote(standing(replace(cited("docs/a.md"), place=PlaceKind.OPTION)).grounds[0])
    assert said == 'docs/a.md › Operations › Logs (option, not its decision): "Logs rotate daily."'


def test_what_is_not_merged_yet_is_shown_with_its_branch_and_words() -> None:
    where = "written on feat, not on the base branch yet"
    late = replace(cited("docs/a.md"), status=CitationStatus.UNMERGED, detail=where)
    ground = Ground(text=late.text, path=late.path, status=CitationStatus.UNMERGED, detail=where, citation=late)
    found = graded([record(late)], GroundsStanding((ground,)))
    assert found.grade is Grade.UNCONFIRMED
    assert best_quote(found) == f'{where}: docs/a.md › Operations › Logs (accepted): "Logs rotate daily."'


def test_what_a_person_told_is_shown_with_the_source_that_says_so() -> None:
    best, lesser = cited("docs/a.md"), cited("docs/b.md", Relation.SPEAKS)
    told = graded([record(lesser, best, act=Act.TYPED)], standing(lesser, best))
    assert (told.grade, best_quote(told)) == (
        Grade.TOLD,
        'docs/a.md › Operations › Logs (accepted): "Logs rotate daily."',
    )
    alone = graded([record(act=Act.TYPED)], standing())
    assert best_quote(alone) == ""


def test_what_was_never_there_is_named_until_a_later_look_finds_it() -> None:
    absent = replace(cited("docs/x.md"), text="docs/x.md:12", status=CitationStatus.NOT_FOUND, words="", path="")
    (ground,) = never_found([record(absent, act=Act.TYPED)])
    assert moved_quotes(graded([record(absent)], GroundsStanding((ground,)))) == ("docs/x.md:12 isn't there",)
    found = replace(absent, status=CitationStatus.RESOLVED)
    assert never_found([record(absent), record(found)]) == ()


@pytest.mark.parametrize(("origin", "who"), [(Origin.PERSON, "anna"), (Origin.AGENT, "an agent in session 3f2a9c11")])
def test_a_question_is_asked_and_told_by_nobody(origin: Origin, who: str) -> None:
    memory = Memory(
        id="a" * 32,
        kind="question",
        content="Who rotates logs?",
        scope="project",
        project="p",
        author="anna",
        origin=origin,
        session="3f2a9c11-1",
        quote="",
        applies="",
        tags=(),
        branch="",
        commit="",
        recorded_at=AT,
        belief=Belief(
            status=MemoryStatus.ACTIVE,
            reason="",
            valid_from=AT,
            valid_until="",
            recorded_at=AT,
            retracted_at="",
            actor="anna",
        ),
    )
    assert grade_text(memory, graded([record(act=Act.TYPED)], standing())) == f"asked by {who}, 2026-11-02"


def test_a_source_that_is_only_named_stands_behind_one_that_lacks_a_part() -> None:
    named, lacking = (
        cited("docs/a.md", Relation.UNSTATED),
        replace(cited("docs/b.md", Relation.SPEAKS), lacks=("Redis",)),
    )
    both = standing(named, lacking)
    assert best_quote(graded([record(named, lacking)], both)) == source_quote(both.grounds[1])
    assert best_quote(graded([record(named)], standing(named))).startswith("doesn't state it: docs/a.md")
    found = replace(named, attached=True)
    assert not best_quote(graded([record(found)], standing(found)))
