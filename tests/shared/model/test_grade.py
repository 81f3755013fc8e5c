"""A grade says whose words a memory is, and one evidence record gives what its best part does."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.model.evidence import (
    NEVER_QUOTED,
    Act,
    CitationKind,
    CitationResult,
    CitationStatus,
    EvidenceObject,
    IngestionTier,
    Observation,
    Origin,
    PlaceKind,
    TypedStatement,
    ValidationResult,
    Verdict,
)
from scrubjay.model.grade import WORDS, Grade, grade_named

AT = "2026-11-02T00:00:00Z"
grades = st.sampled_from(Grade)
citations = st.builds(
    CitationResult,
    kind=st.sampled_from(CitationKind),
    text=st.just("ADR-003"),
    target=st.just("3"),
    status=st.sampled_from(CitationStatus),
    whole=st.booleans(),
    words=st.sampled_from(["", "We use Redis."]),
    place=st.sampled_from(PlaceKind),
    lacks=st.sampled_from([(), ("60",)]),
)
lines = st.builds(
    Observation, session=st.just("s"), tool=st.just("Bash"), command=st.just("make"), status=st.just("0"),
    words=st.just("words"), at=st.just(AT), whole=st.booleans(), lacks=st.sampled_from([(), ("60",)]),
)  # fmt: skip
turns = st.builds(
    TypedStatement, st.just("s"), st.just("anna"), st.just("words"), st.just(AT), st.booleans(),
    st.sampled_from([(), ("60",)]),
)  # fmt: skip


@given(grades, grades)
def test_a_better_grade_is_greater(one: Grade, two: Grade) -> None:
    assert (one > two) == (one.rank < two.rank)
    assert (one >= two) == (not one < two)
    assert (one <= two) == (two >= one)


def test_a_reader_sees_three_words_and_grounded_is_said() -> None:
    assert sorted(Grade, reverse=True) == list(Grade) == [Grade.TOLD, Grade.QUOTED, Grade.GROUNDED, Grade.SAID]
    assert tuple(dict.fromkeys(map(str, Grade))) == WORDS == ("told", "quoted", "said")
    assert [grade_named(name) for name in ("told", "quoted", "grounded", "said")] == list(Grade)
    with pytest.raises(KeyError):
        grade_named("verified")


@given(citations)
def test_a_place_is_quoted_only_by_a_whole_sentence_where_it_states_and_merely_grounds_without_a_mark(
    cited: CitationResult,
) -> None:
    stands = cited.status is CitationStatus.RESOLVED
    quoted = cited.whole and cited.place is PlaceKind.STATES and cited.kind not in NEVER_QUOTED
    grounded = bool(cited.words) and not cited.lacks
    assert cited.potential_grade is (Grade.QUOTED if quoted else Grade.GROUNDED if grounded else Grade.SAID)
    assert cited.grade is (cited.potential_grade if stands else Grade.SAID)


@given(st.lists(citations, max_size=3).map(tuple), st.none() | lines, st.none() | turns)
def test_an_agents_word_is_told_only_where_a_person_said_the_same(
    cited: tuple[CitationResult, ...], line: Observation | None, turn: TypedStatement | None
) -> None:
    record = EvidenceObject(
        claim="a claim", capture_time=AT, source=Origin.AGENT, source_id="anna", citations=cited, observation=line,
        turn=turn,
    )  # fmt: skip
    assert (record.grade is Grade.TOLD) == bool(turn and turn.same)
    parts = [one.grade for one in (*cited, line, turn) if one]
    assert record.grade is max(parts, default=Grade.SAID)
    told = replace(record, act=Act.APPROVED)
    assert told.grade is Grade.TOLD


@given(st.sampled_from(Verdict), st.none() | grades)
def test_the_fields_tiers_follow_from_outcome_and_grade(verdict: Verdict, grade: Grade | None) -> None:
    evidence = EvidenceObject(claim="c", capture_time=AT, source=Origin.AGENT, source_id="a")
    result = ValidationResult(
        verdict=verdict, grade=grade, reason="", checks_passed=(), checks_failed=(), evidence=evidence
    )
    wanted = {
        Verdict.BLOCKED: IngestionTier.BLOCK,
        Verdict.KNOWN: IngestionTier.BLOCK,
        Verdict.HELD: IngestionTier.FLAG_REVIEW,
        Verdict.STORED: IngestionTier.FLAG_REVIEW if grade in (None, Grade.SAID) else IngestionTier.AUTO_APPROVE,
    }
    assert result.tier is wanted[verdict]
