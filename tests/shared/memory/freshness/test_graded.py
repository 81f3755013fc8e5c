"""Whose words a memory is adds up over its evidence, falls place by place, and stands beneath it in the words."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.memory.freshness.graded import GradeResult, graded
from scrubjay.memory.freshness.grounds import Ground, GroundsStanding
from scrubjay.memory.freshness.wording import grade_text, grounds_line, grounds_of, place_ground, reported_note
from scrubjay.model.evidence import (
    CLIENT,
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
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Belief, Memory, MemoryStatus

S = CitationStatus
AT = "2026-11-02T00:00:00Z"
WORDS = "Logs rotate daily."
LINE = Observation(session="3f2a9c11", tool="Bash", command="make test", status="1", words="1 failed", at=AT)
TURN = TypedStatement("3f2a9c11", "anna", "Logs rotate daily, I was told.", AT)


def cited(path: str, *, whole: bool = False) -> CitationResult:
    return CitationResult(
        kind=CitationKind.PLACE, text=path, target=path, status=S.RESOLVED, whole=whole, path=path, lines=(3, 3),
        commit="1a2b3c4d5e6f", words=WORDS, heading="Operations › Logs", standing="accepted", place=PlaceKind.STATES,
    )  # fmt: skip


PLACE = cited("docs/a.md")
SAID = 'docs/a.md:3 › Operations › Logs (accepted): "Logs rotate daily."'


def record(
    *citations: CitationResult, act: Act = Act.NONE, line: Observation | None = None, turn: TypedStatement | None = None
) -> EvidenceObject:
    return EvidenceObject(
        claim=WORDS, capture_time=AT, source=Origin.PERSON if act else Origin.AGENT, source_id="anna", act=act,
        citations=citations, observation=line, turn=turn,
    )  # fmt: skip


def now(*citations: CitationResult, status: S = S.RESOLVED, words: str = "", **more: Any) -> GroundsStanding:
    return GroundsStanding(
        tuple(
            Ground(text=one.text, path=one.path, status=status, citation=one, words=words, **more) for one in citations
        )
    )


def memory(**differs: object) -> Memory:
    belief = Belief(
        status=MemoryStatus.ACTIVE, reason="", valid_from=AT, valid_until="", recorded_at=AT, retracted_at="",
        actor="anna",
    )  # fmt: skip
    plain = Memory(
        id="a" * 32, kind="fact", content=WORDS, scope="project", project="p", author="anna", origin=Origin.AGENT,
        session="3f2a9c11-1", quote="", applies="", tags=(), branch="", commit="", recorded_at=AT, belief=belief,
    )  # fmt: skip
    return replace(plain, **differs)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("whole", "status", "grade"),
    [
        (True, S.RESOLVED, Grade.QUOTED),
        (False, S.RESOLVED, Grade.GROUNDED),
        (True, S.CHANGED, Grade.SAID),
        (True, S.GONE, Grade.SAID),
        (True, S.SUPERSEDED, Grade.SAID),
        (True, S.UNMERGED, Grade.SAID),
        (False, S.CHANGED, Grade.SAID),
    ],
)
def test_a_source_that_does_not_stand_lets_the_grade_fall_by_itself(whole: bool, status: S, grade: Grade) -> None:
    source = cited("docs/a.md", whole=whole)
    assert graded([record(source)], now(source, status=status)).grade is grade


@pytest.mark.parametrize(
    ("whole", "status", "falls"),
    [
        (True, S.CHANGED, True),
        (False, S.CHANGED, False),
        (True, S.GONE, True),
        (False, S.GONE, True),
        (False, S.SUPERSEDED, True),
        (True, S.UNMERGED, False),
        (True, S.RESOLVED, False),
    ],
)
def test_a_memory_falls_where_its_ground_is_lost_or_a_quoted_one_changed(whole: bool, status: S, falls: bool) -> None:
    (ground,) = now(cited("docs/a.md", whole=whole), status=status).grounds
    assert ground.fallen is falls


def test_what_a_later_record_names_holds_where_the_first_source_fell() -> None:
    first, second = cited("docs/a.md", whole=True), cited("docs/b.md")
    standing = GroundsStanding((*now(first, status=S.GONE).grounds, *now(second).grounds))
    assert graded([record(first), record(second)], standing).grade is Grade.GROUNDED


def test_a_person_outranks_whatever_the_repository_says() -> None:
    source = cited("docs/a.md", whole=True)
    assert graded([record(source), record(act=Act.APPROVED)], now(source)).grade is Grade.TOLD
    assert graded([record(turn=replace(TURN, same=True))], now()).grade is Grade.TOLD


parts = st.sampled_from(
    [record(), record(PLACE), record(cited("docs/a.md", whole=True)), record(line=LINE), record(turn=TURN),
     record(act=Act.TYPED), record(line=replace(LINE, whole=True))]
)  # fmt: skip


@given(st.lists(parts, max_size=5), parts)
def test_more_evidence_never_lowers_a_grade(some: list[EvidenceObject], more: EvidenceObject) -> None:
    standing = now(PLACE, cited("docs/a.md", whole=True))
    assert graded([*some, more], standing).grade >= graded(some, standing).grade


@pytest.mark.parametrize(
    ("evidence", "standing", "text"),
    [
        ([record(PLACE)], now(PLACE), SAID),
        ([record(line=LINE)], now(), '`make test` (exit 1), session 3f2a9c11, 2026-11-02: "1 failed"'),
        ([record(turn=TURN)], now(), 'anna typed, session 3f2a9c11: "Logs rotate daily, I was told."'),
        ([record(line=replace(LINE, lacks=("5",)))], now(),
         '`make test` (exit 1), session 3f2a9c11, 2026-11-02 (doesn\'t name 5): "1 failed"'),
        ([record()], now(), "no source"),
        ([record(act=Act.TYPED)], now(), ""),  # a person's word needs none
        ([record(PLACE, act=Act.TYPED, line=LINE)], now(PLACE),
         f'{SAID}; `make test` (exit 1), session 3f2a9c11, 2026-11-02: "1 failed"'),
        ([record(turn=replace(TURN, same=True))], now(), ""),  # the memory itself is no ground of it
    ],
)  # fmt: skip
def test_beneath_a_memory_stand_its_grounds_in_their_own_words(
    evidence: list[EvidenceObject], standing: GroundsStanding, text: str
) -> None:
    assert grounds_line(graded(evidence, standing)) == text


def test_three_grounds_are_shown_at_most() -> None:
    places = [cited(f"docs/{name}.md") for name in "abcd"]
    shown = grounds_of(graded([record(*places, line=LINE)], now(*places)))
    assert [one.place.partition(":")[0] for one in shown] == ["docs/a.md", "docs/b.md", "docs/c.md"]


@pytest.mark.parametrize(
    ("status", "more", "state", "shown"),
    [
        (S.RESOLVED, {}, "same", f'"{WORDS}"'),
        (S.CHANGED, {"words": "Logs rotate weekly.", "since": "9f8e7d6c5b4a"},
         "changed since 1a2b3c4d5e, in 9f8e7d6c5b",
         '"Logs rotate daily."; now "Logs rotate weekly."'),
        (S.SUPERSEDED, {"words": "Logs go to journald.", "detail": "by ADR-9"}, "superseded by ADR-9",
         '"Logs rotate daily."; now "Logs go to journald."'),
        (S.GONE, {"since": "9f8e7d6c5b4a"}, "gone in 9f8e7d6c5b", f'"{WORDS}"'),
        (S.UNMERGED, {"detail": "written on feat"}, "not merged", f'"{WORDS}"'),
        (S.AMBIGUOUS, {"detail": "more than one: a, b"}, "ambiguous (more than one: a, b)", f'"{WORDS}"'),
    ],
)  # fmt: skip
def test_a_place_is_shown_in_its_present_state(status: S, more: dict[str, str], state: str, shown: str) -> None:
    (ground,) = now(PLACE, status=status, **more).grounds
    seen = place_ground(ground)
    assert (seen.state, f'"{seen.words}"' + (f'; now "{seen.now}"' if seen.now else "")) == (state, shown)
    assert (f"({state})" in seen.text) == (state != "same")


def test_what_the_words_do_not_name_stands_in_front_of_them() -> None:
    (ground,) = now(replace(PLACE, lacks=("60", "Redis"))).grounds
    assert place_ground(ground).text == SAID.replace(': "', " (doesn't name 60, Redis): \"")


@pytest.mark.parametrize("place", list(PlaceKind))
def test_a_records_status_stands_only_beside_what_states(place: PlaceKind) -> None:
    (ground,) = now(replace(PLACE, place=place)).grounds
    assert ("accepted" in place_ground(ground).text) == (place is PlaceKind.STATES)
    option = now(replace(PLACE, place=PlaceKind.OPTION)).grounds[0]
    assert "(option, not its decision)" in place_ground(option).text


TOLD = GradeResult(Grade.TOLD, record(act=Act.TYPED))


@pytest.mark.parametrize(
    ("one", "result", "text"),
    [
        (memory(), GradeResult(Grade.SAID), "said by an agent, session 3f2a9c11, 2026-11-02"),
        (memory(agent="Claude Code"), GradeResult(Grade.GROUNDED), "said by Claude Code, session 3f2a9c11, 2026-11-02"),
        (memory(origin=Origin.SCRIPT, session=""), GradeResult(Grade.SAID), "said by a script, 2026-11-02"),
        (memory(), GradeResult(Grade.QUOTED), "quoted 2026-11-02"),
        (memory(), TOLD, "told by anna, 2026-11-02"),
        (memory(), GradeResult(Grade.TOLD, record(act=Act.APPROVED)), "told by anna, 2026-11-02 (approved in review)"),
        (memory(), GradeResult(Grade.TOLD, replace(record(act=Act.ELICITED), metadata={CLIENT: "Claude Code"})),
         "told by anna, 2026-11-02 (confirmed in Claude Code)"),
        (memory(), GradeResult(Grade.TOLD, record(turn=replace(TURN, same=True))), "told by anna, 2026-11-02"),
        (memory(kind="question", origin=Origin.PERSON), TOLD, "asked by anna, 2026-11-02"),
        (memory(kind="question"), TOLD, "asked by an agent, session 3f2a9c11, 2026-11-02"),
    ],
)  # fmt: skip
def test_a_grade_is_read_as_whose_words_they_are(one: Memory, result: GradeResult, text: str) -> None:
    assert grade_text(one, result) == text


@pytest.mark.parametrize(
    ("kind", "grade", "note"),
    [
        ("decision", Grade.SAID, "reported"), ("preference", Grade.GROUNDED, "reported"), ("decision", Grade.TOLD, ""),
        ("decision", Grade.QUOTED, ""), ("fact", Grade.SAID, ""),
    ],
)  # fmt: skip
def test_a_decision_that_an_agent_reports_says_so_until_it_is_told(kind: str, grade: Grade, note: str) -> None:
    assert reported_note(memory(kind=kind), GradeResult(grade)) == note
