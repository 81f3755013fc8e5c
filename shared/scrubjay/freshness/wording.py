"""Text form of a grade: who, when and where, and the source's own words. Pure."""

from scrubjay.freshness.graded import GradeResult
from scrubjay.freshness.grounds import Ground
from scrubjay.model.evidence import (
    CLIENT,
    MACHINE,
    Act,
    CitationKind,
    CitationResult,
    CitationStatus,
    Observation,
    ObservationKind,
    Origin,
    PlaceKind,
    Relation,
    TypedStatement,
)
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Memory

SESSION = 8
"""Digits of a session that are shown."""

_ASIDE = frozenset({
    PlaceKind.CONTEXT, PlaceKind.OPTION, PlaceKind.PLAN, PlaceKind.FIXED, PlaceKind.HISTORY, PlaceKind.EXAMPLE,
    PlaceKind.QUOTATION,
})  # fmt: skip
"""Parts of a record that lie outside its decision."""


def grade_text(memory: Memory, graded: GradeResult) -> str:
    """A memory's grade, such as "told by anna, 2026-11-02" or "unconfirmed, said by an agent in session 3f2a"."""
    if memory.is_question:
        return _asked(memory)
    match graded.grade:
        case Grade.TOLD:
            return _told(memory, graded)
        case Grade.OBSERVED if graded.evidence and graded.evidence.observation:
            return f"observed {graded.evidence.observation.at[:10]}"
        case Grade.UNCONFIRMED:
            return f"unconfirmed, said by {_program(memory)}, {memory.recorded_at[:10]}"
        case _:
            return str(graded.grade)


def grade_word(memory: Memory, graded: GradeResult) -> str:
    """The grade as a word; empty for a question, which has none."""
    return "" if memory.is_question else str(graded.grade)


def unconfirmed_note(memory: Memory, graded: GradeResult) -> str:
    """The note beside an agent's decision or preference until a person tells it or a record says the same."""
    binds = memory.kind in ("decision", "preference") and graded.grade < Grade.VERIFIED
    return "reported, not confirmed" if binds else ""


def best_quote(graded: GradeResult) -> str:
    """The source's own words with their location, one line; empty where a memory rests on none."""
    ground = graded.ground or (_beside(graded) if graded.grade is Grade.TOLD else None)
    if ground is not None:
        return source_quote(ground)
    if graded.grade is Grade.UNCONFIRMED:
        return "; ".join(filter(None, map(source_quote, _late(graded) or _wanting(graded))))
    record = graded.evidence
    if record is not None and graded.grade is Grade.OBSERVED and record.observation is not None:
        return observation_quote(record.observation)
    if record is not None and record.turn is not None and not record.turn.same:
        return turn_quote(record.turn)
    return ""


_BEFORE = {Relation.OTHERWISE: "says otherwise: ", Relation.UNSTATED: "doesn't state it: "}


def source_quote(ground: Ground) -> str:
    """Such as 'docs/adr/0003.md › Decision (accepted): "…"'; a changed source has both wordings."""
    cited = ground.citation
    if cited is None or not cited.words:
        return ""
    place = " › ".join(part for part in (ground.path or cited.path or cited.text, cited.heading) if part)
    differs = f"differs: {cited.differs}" if cited.differs else ""
    wants = f"doesn't name {', '.join(cited.lacks)}" if cited.lacks else ""
    fresh = ground.detail if cited.kind is CitationKind.ISSUE and ground.status is CitationStatus.RESOLVED else ""
    marks = ", ".join(mark for mark in (*_called(cited), fresh, differs, wants) if mark)
    quote = f'{place}{f" ({marks})" if marks else ""}: "{cited.words}"'
    if ground.status is CitationStatus.RESOLVED:
        return f"{_BEFORE.get(cited.relation, '')}{quote}"
    if ground.status is CitationStatus.UNMERGED:
        return f"{ground.detail or ground.status}: {quote}"
    now = f'; now "{ground.words}"' if ground.words else ""
    return f"{ground.describe()}; was {quote}{now}"


def _called(cited: CitationResult) -> tuple[str, ...]:
    """The kind of the quoted text. A record's status stands only beside a statement, the only thing it applies to."""
    if cited.place is PlaceKind.STATES:
        return (cited.standing,)
    return (str(cited.place), "not its decision" if cited.standing and cited.place in _ASIDE else "")


def observation_quote(seen: Observation) -> str:
    """Such as 'seen 2026-11-02 in session 3f2a: `pytest -k pool` (exit 1): "…"'."""
    verb = "ran" if seen.how is ObservationKind.RAN else "seen"
    origin = f"`{seen.command}` (exit {seen.status})" if seen.command else seen.tool
    quote = f': "{seen.words}"' if seen.words else ""
    return f"{verb} {seen.at[:10]} in session {seen.session[:SESSION]}: {origin}{quote}"


def turn_quote(turn: TypedStatement) -> str:
    """Such as 'anna said in session 3f2a: "…"'."""
    return f'{turn.who} said in session {turn.session[:SESSION]}: "{turn.words}"'


def moved_quotes(graded: GradeResult) -> tuple[str, ...]:
    """Sources of a memory that now say something else, with old and new words."""
    return tuple(source_quote(ground) or ground.describe() for ground in graded.standing.moved)


def _asked(memory: Memory) -> str:
    """The note of a question, which has no grade."""
    author = (memory.author or "a person") if memory.origin is Origin.PERSON else _program(memory)
    return f"asked by {author}, {memory.recorded_at[:10]}"


def _program(memory: Memory) -> str:
    author = "a script" if memory.origin is Origin.SCRIPT else "an agent"
    return f"{author} in session {memory.session[:SESSION]}" if memory.session else author


def _beside(graded: GradeResult) -> Ground | None:
    """The best source that says what a person told."""
    carrying = [
        ground for ground in graded.standing.grounds if ground.grade > Grade.UNCONFIRMED and source_quote(ground)
    ]
    return max(carrying, key=lambda ground: ground.grade, default=None)


def _late(graded: GradeResult) -> list[Ground]:
    """The sources that support it and that the base branch doesn't have yet."""
    late = [ground for ground in graded.standing.grounds if ground.status is CitationStatus.UNMERGED]
    return [
        ground
        for ground in late
        if ground.citation is not None and ground.citation.potential_grade is not Grade.UNCONFIRMED
    ]


def _wanting(graded: GradeResult) -> list[Ground]:
    """The first source that is about it and lacks a part of it, or says something else; else the first it names."""
    cited = [
        (ground, ground.citation)
        for ground in graded.standing.grounds
        if ground.status is CitationStatus.RESOLVED and ground.citation is not None
    ]
    about = [ground for ground, citation in cited if citation.relation is Relation.SPEAKS]
    named = [ground for ground, citation in cited if citation.relation is Relation.UNSTATED and not citation.attached]
    return (about or named)[:1]


def _told(memory: Memory, graded: GradeResult) -> str:
    record = graded.evidence
    author = (record.source_id if record else "") or memory.author
    when = (record.capture_time if record else memory.recorded_at)[:10]
    how = record.act if record else Act.NONE
    if record is not None and record.turn is not None and record.turn.same:
        how = Act.SAID
    client = record.metadata.get(CLIENT) if record is not None and how is Act.ELICITED else None
    tail = "" if how in (Act.NONE, Act.TYPED, Act.SAID) else f" ({f'confirmed in {client}' if client else how})"
    machine = record.metadata.get(MACHINE) if record is not None else None
    return f"told by {author or 'a person'}{f' on {machine}' if machine else ''}, {when}{tail}"
