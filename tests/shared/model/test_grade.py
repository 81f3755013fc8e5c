"""Grades compare by what they are worth, and one evidence record earns what its best part does."""

from hypothesis import given
from hypothesis import strategies as st

from scrubjay.model.evidence import (
    CITING_ONLY,
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
    TypedStatement,
)
from scrubjay.model.grade import Grade

grades = st.sampled_from(Grade)

citations = st.builds(
    CitationResult,
    kind=st.sampled_from(CitationKind),
    text=st.just("ADR-003"),
    target=st.just("3"),
    status=st.sampled_from(CitationStatus),
    relation=st.sampled_from(Relation),
    place=st.sampled_from(PlaceKind),
    lacks=st.sampled_from([(), ("60",)]),
)


@given(grades, grades)
def test_a_better_grade_is_greater(one: Grade, two: Grade) -> None:
    assert (one > two) == (one.rank < two.rank)
    assert (one >= two) == (not one < two)
    assert Grade.of_rank(one.rank) is one


def test_told_is_the_best_and_unconfirmed_the_least() -> None:
    assert sorted(Grade, reverse=True) == list(Grade)
    assert max(Grade) is Grade.TOLD


@given(citations)
def test_a_source_verifies_only_by_its_own_words_in_a_place_that_states(cited: CitationResult) -> None:
    whole = cited.status is CitationStatus.RESOLVED and not cited.lacks
    states = cited.relation is Relation.SAME and cited.place is PlaceKind.STATES
    may = cited.kind not in CITING_ONLY
    assert (cited.grade is Grade.VERIFIED) == (whole and states and may)
    if not whole:
        assert cited.grade is Grade.UNCONFIRMED
    assert cited.grade <= Grade.VERIFIED


@given(st.lists(citations, max_size=4).map(tuple), st.booleans(), st.sampled_from([None, False, True]))
def test_an_agents_word_is_told_only_where_a_person_said_the_same(
    cited: tuple[CitationResult, ...], observed: bool, typed: bool | None
) -> None:
    seen = (
        Observation(
            how=ObservationKind.SHOWN,
            session="s",
            tool="Bash",
            command="make",
            status="0",
            words="words",
            at="2026-11-02T00:00:00Z",
        )
        if observed
        else None
    )
    turn = None if typed is None else TypedStatement("s", "anna", "words", "2026-11-02T00:00:00Z", same=typed)
    record = EvidenceObject(
        claim="a claim",
        capture_time="2026-11-02T00:00:00Z",
        source=Origin.AGENT,
        source_id="anna",
        citations=cited,
        observation=seen,
        turn=turn,
    )
    assert (record.grade is Grade.TOLD) == bool(typed)
    if observed:
        assert record.grade >= Grade.OBSERVED
    if typed is False:
        assert record.grade >= Grade.CITED


@given(st.sampled_from([act for act in Act if act]))
def test_whatever_a_person_stands_behind_is_told(act: Act) -> None:
    assert (
        EvidenceObject(
            claim="a claim", capture_time="2026-11-02T00:00:00Z", source=Origin.PERSON, source_id="anna", act=act
        ).grade
        is Grade.TOLD
    )
