"""Text form of a grade and its grounds: who, when and where, and the source's own words. Pure."""

from scrubjay.memory.freshness.graded import GradeResult
from scrubjay.memory.freshness.grounds import Ground
from scrubjay.model.evidence import (
    CLIENT,
    MACHINE,
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
from scrubjay.model.frozen import dataclass, field, replace
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Memory
from scrubjay.model.reading import ModelReading, words_hash
from scrubjay.model.visible import SESSION_SHOWN

MOST = 3
"""Grounds of one memory."""

SAME = "same"
"""The state of a ground that stands as it was shown."""

_STATES = {
    CitationStatus.RESOLVED: SAME,
    CitationStatus.GONE: "gone",
    CitationStatus.SUPERSEDED: "superseded",
    CitationStatus.OWN: "written in the session that says it",
    CitationStatus.UNMERGED: "not merged",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownGround:
    """A ground as answers show it: kind (place, output, person), place, words, state and mark.

    `now` are the words that stand there, where they changed since; `path` is its file's, for a place. `present` are its
    words as they stand now, `reading` what the user's model read in them.
    """

    kind: str
    place: str
    words: str
    state: str
    mark: str = ""
    now: str = ""
    path: str = ""
    present: str = ""
    reading: ModelReading | None = field(default=None, compare=False)

    @property
    def marks(self) -> str:
        """The ground's mark and the model's reading, as one text."""
        return "; ".join(filter(None, (self.mark, "" if self.reading is None else str(self.reading))))

    @property
    def where(self) -> str:
        """The place of the ground, with its state if that isn't "same", and its marks."""
        notes = ", ".join(filter(None, ("" if self.state == SAME else self.state, self.marks)))
        return f"{self.place} ({notes})" if notes else self.place

    @property
    def text(self) -> str:
        """One line, such as 'docs/a.md:3 › Cache: "…"'; a changed source has both wordings."""
        now = f'; now "{self.now}"' if self.now else ""
        return f'{self.where}: "{self.words}"{now}' if self.words else self.where


def ground_object(ground: ShownGround) -> dict[str, str]:
    """A ground as JSON has it; `mark` and `now` where there is one."""
    fields = {"kind": ground.kind, "place": ground.place, "words": ground.words, "state": ground.state}
    more = {"mark": ground.marks, "now": ground.now}
    return fields | {name: text for name, text in more.items() if text}


def grade_text(memory: Memory, graded: GradeResult) -> str:
    """Whose words a memory is, such as "told by anna, 2026-11-02" or "said by an agent, session 3f2a, 2026-11-02"."""
    if memory.is_question:
        author = (memory.author or "a person") if memory.origin is Origin.PERSON else _program(memory)
        return f"asked by {author}, {memory.recorded_at[:10]}"
    match graded.grade:
        case Grade.TOLD:
            return _told_text(memory, graded)
        case Grade.QUOTED:
            return f"quoted {memory.recorded_at[:10]}"
        case _:
            verb = "worded" if memory.is_worded_by_model else "said"
            return f"{verb} by {_program(memory)}, {memory.recorded_at[:10]}"


def grade_word(memory: Memory, graded: GradeResult) -> str:
    """The grade as a word; empty for a question, which has none."""
    return "" if memory.is_question else str(graded.grade)


def reported_note(memory: Memory, graded: GradeResult) -> str:
    """The note beside a decision or preference that an agent reports, until a person tells it."""
    binds = memory.kind in ("decision", "preference") and graded.grade < Grade.QUOTED
    return "reported" if binds else ""


def grounds_of(graded: GradeResult) -> tuple[ShownGround, ...]:
    """The grounds of a memory, at most three: places as they stand now, then what a session showed of it.

    Each with what the user's model read in its present words, where it did.
    """
    places = [place_ground(ground) for ground in graded.standing.grounds if ground.citation is not None]
    shown = dict.fromkeys(
        (*places, *(_session_ground(record) for record in graded.records if _rests_on_session(record)))
    )
    read = graded.readings
    return tuple(replace(one, reading=read.get(words_hash(one.present))) if read else one for one in shown)[:MOST]


def unread_words(graded: GradeResult) -> tuple[str, ...]:
    """The present words of a memory's grounds that the user's model was never asked about."""
    words = dict.fromkeys(ground.present for ground in grounds_of(graded) if ground.present)
    return tuple(some for some in words if words_hash(some) not in graded.readings)


def place_ground(ground: Ground) -> ShownGround:
    """A named place in its present state; a changed source has both wordings."""
    cited = ground.citation
    if cited is None:
        return ShownGround(kind="place", place=ground.path or ground.text, words="", state=_state(ground))
    where = (
        f"{ground.path or cited.path}{_lines_suffix(ground.lines if ground.lines[0] else cited.lines)}"
        if ground.path or cited.path
        else cited.text
    )
    place = " › ".join(filter(None, (where, ground.heading or cited.heading)))
    stands = cited.status is ground.status is CitationStatus.RESOLVED
    written = cited.detail if cited.whole and stands else ""
    called = ", ".join(filter(None, (*_place_labels(cited), written)))
    words, path = cited.words, ground.path or cited.path
    fresh = ground.detail if cited.kind is CitationKind.ISSUE and ground.status is CitationStatus.RESOLVED else ""
    mark = "; ".join(filter(None, (f"doesn't name {', '.join(cited.lacks)}" if cited.lacks else "", fresh)))
    silent = cited.detail if ground.status is CitationStatus.RESOLVED and not words else ""
    now = "" if ground.status is CitationStatus.RESOLVED else ground.words
    named = f"{place} ({called})" if called else place
    return ShownGround(
        kind="place", place=named, words=words, state=_state(ground), mark=mark or silent, now=now, path=path,
        present=ground.present,
    )  # fmt: skip


def _state(ground: Ground) -> str:
    """The state of a ground in words, such as "same", "gone in 9f8e7d6c5b", "superseded by ADR-9"."""
    word = _STATES.get(ground.status, str(ground.status))
    if ground.status in (CitationStatus.RESOLVED, CitationStatus.OWN, CitationStatus.UNMERGED):
        return word
    moved = f" in {ground.since[:10]}" if ground.since else ""
    if ground.status is CitationStatus.CHANGED:
        before = f" {ground.citation.commit[:10]}" if ground.citation and ground.citation.commit else ""
        moved = before + ("," if before and moved else "") + moved
    elif ground.status is not CitationStatus.GONE:
        moved = ""
    by = f" {ground.detail}" if ground.status is CitationStatus.SUPERSEDED else f" ({ground.detail})"
    return f"{word}{moved}{by if ground.detail else ''}"


def _lines_suffix(lines: tuple[int, int]) -> str:
    first, last = lines
    return "" if not first else f":{first}" if first == last else f":{first}-{last}"


_ASIDE = frozenset({
    PlaceKind.CONTEXT, PlaceKind.OPTION, PlaceKind.PLAN, PlaceKind.FIXED, PlaceKind.HISTORY, PlaceKind.EXAMPLE,
    PlaceKind.QUOTATION,
})  # fmt: skip
"""Parts of a record that lie outside its decision."""


def _place_labels(cited: CitationResult) -> tuple[str, ...]:
    """The labels of a cited place: what its words are if they state nothing, else the record's status."""
    if cited.place is PlaceKind.STATES:
        return (cited.standing,) if cited.standing and cited.status is not CitationStatus.SUPERSEDED else ()
    aside = "not its decision" if cited.standing and cited.place in _ASIDE else ""
    named = "" if cited.place in (PlaceKind.FRAGMENT, PlaceKind.CODE) else str(cited.place)
    return tuple(filter(None, (named, aside)))


def observation_ground(seen: Observation) -> ShownGround:
    """A printed line: its command, exit status and time."""
    origin = f"`{seen.command}` (exit {seen.status})" if seen.command else seen.tool
    at = f" at {seen.commit[:10]}" if seen.commit else ""
    mark = f"doesn't name {', '.join(seen.lacks)}" if seen.lacks else ""
    place = f"{origin}, session {seen.session[:SESSION_SHOWN]}, {seen.at[:10]}{at}"
    return ShownGround(kind="output", place=place, words=seen.words, state=SAME, mark=mark, present=seen.words)


def turn_ground(turn: TypedStatement) -> ShownGround:
    """A sentence that a person typed."""
    mark = f"doesn't name {', '.join(turn.lacks)}" if turn.lacks else ""
    place = f"{turn.who} typed, session {turn.session[:SESSION_SHOWN]}"
    return ShownGround(kind="person", place=place, words=turn.words, state=SAME, mark=mark, present=turn.words)


def _rests_on_session(record: EvidenceObject) -> bool:
    return record.observation is not None or (record.turn is not None and not record.turn.same)


def _session_ground(record: EvidenceObject) -> ShownGround:
    if record.observation is not None:
        return observation_ground(record.observation)
    return turn_ground(record.turn) if record.turn else ShownGround(kind="", place="", words="", state=SAME)


NO_SOURCE = "no source"


def best_ground(graded: GradeResult) -> str:
    """The strongest ground of a memory as one line: an unchanged one without marks goes first."""
    shown = sorted(grounds_of(graded), key=lambda ground: (ground.state != SAME, bool(ground.mark)))
    return shown[0].text if shown else grounds_line(graded)


def grounds_line(graded: GradeResult) -> str:
    """The grounds of a memory in one line; "no source" where nothing but somebody's word stands behind it."""
    shown = grounds_of(graded)
    if shown:
        return "; ".join(ground.text for ground in shown)
    return "" if graded.grade is Grade.TOLD else NO_SOURCE


def _program(memory: Memory) -> str:
    """The program whose words a memory is, with its session, such as "a script, session 3f2a"."""
    author = "a script" if memory.origin is Origin.SCRIPT else memory.agent or "an agent"
    return f"{author}, session {memory.session[:SESSION_SHOWN]}" if memory.session else author


def _told_text(memory: Memory, graded: GradeResult) -> str:
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
