"""Grades compare by whose words they are, and one evidence record gives what its best part does."""

from hypothesis import given
from hypothesis import strategies as st

from scrubjay.model.evidence import (
    NEVER_QUOTED,
    Act,
    CitationKind,
    CitationResult,
    CitationStatus,
    EvidenceObject,
    Observation,
    Origin,
    PlaceKind,
    TypedStatement,
)
from scrubjay.model.grade import WORDS, Grade, grade_named

THEN = "2026-11-02T00:00:00Z"
LACKS = st.sampled_from([(), ("60",)])

grades = st.sampled_from(Grade)

citations = st.builds(
    CitationResult,
    kind=st.sampled_from(CitationKind),
    text=st.just("ADR-003"),
    target=st.just("3"),
    status=st.sampled_from(CitationStatus),
    whole=st.booleans(),
    words=st.sampled_from(["", "Parcels are weighed."]),
    place=st.sampled_from(PlaceKind),
    lacks=LACKS,
)
lines = st.builds(
    lambda whole, lacks: Observation(
        session="s", tool="Bash", command="make", status="0", words="words", at=THEN, whole=whole, lacks=lacks
    ),
    st.booleans(),
    LACKS,
)
turns = st.builds(lambda same, lacks: TypedStatement("s", "anna", "words", THEN, same, lacks), st.booleans(), LACKS)


@given(grades, grades)
def test_a_better_grade_is_greater(one: Grade, two: Grade) -> None:
    assert (one > two) == (one.rank < two.rank)
    assert (one >= two) == (not one < two)
    assert Grade(one.rank) is one


def test_told_is_the_best_and_said_the_least() -> None:
    assert sorted(Grade, reverse=True) == list(Grade)
    assert (max(Grade), min(Grade)) == (Grade.TOLD, Grade.SAID)


def test_a_reader_sees_three_words_and_a_setting_may_name_a_fourth() -> None:
    assert tuple(dict.fromkeys(map(str, Grade))) == WORDS
    assert [grade_named(name) for name in ("told", "quoted", "grounded", "said")] == list(Grade)


@given(citations)
def test_a_memory_is_quoted_only_as_a_whole_sentence_of_a_place_that_states_and_stands(cited: CitationResult) -> None:
    stands = cited.status is CitationStatus.RESOLVED
    states = cited.whole and cited.place is PlaceKind.STATES and cited.kind not in NEVER_QUOTED
    assert (cited.grade is Grade.QUOTED) == (stands and states)
    assert (cited.grade is Grade.GROUNDED) == (stands and not states and bool(cited.words) and not cited.lacks)
    assert cited.grade <= Grade.QUOTED


@given(st.lists(citations, max_size=4).map(tuple), st.none() | lines, st.none() | turns)
def test_an_agents_word_is_told_only_where_a_person_said_the_same(
    cited: tuple[CitationResult, ...], seen: Observation | None, turn: TypedStatement | None
) -> None:
    record = EvidenceObject(
        claim="a claim", capture_time=THEN, source=Origin.AGENT, source_id="anna", citations=cited, observation=seen,
        turn=turn,
    )  # fmt: skip
    assert (record.grade is Grade.TOLD) == (turn is not None and turn.same)
    assert record.grade == max([one.grade for one in (*cited, seen, turn) if one], default=Grade.SAID)


@given(st.sampled_from([act for act in Act if act]))
def test_whatever_a_person_stands_behind_is_told(act: Act) -> None:
    assert (
        EvidenceObject(claim="a claim", capture_time=THEN, source=Origin.PERSON, source_id="anna", act=act).grade
        is Grade.TOLD
    )
