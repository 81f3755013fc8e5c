"""The grounds of a memory as an answer shows them: where each stands, its words, its state and its mark. Pure."""

from scrubjay.freshness.graded import GradeResult
from scrubjay.freshness.grounds import Ground
from scrubjay.model.evidence import CitationResult, CitationStatus, Observation, Relation, TypedStatement
from scrubjay.recall.answer import ShownGround

MOST = 3
"""Grounds of one memory that are shown."""

SESSION = 8

_STATES = {
    CitationStatus.RESOLVED: "same", CitationStatus.FAILED: "same", CitationStatus.UNMERGED: "not merged",
    CitationStatus.CHANGED: "changed since", CitationStatus.AMBIGUOUS: "ambiguous",
    CitationStatus.SUPERSEDED: "superseded",
}  # fmt: skip


def shown_grounds(graded: GradeResult) -> tuple[ShownGround, ...]:
    """What a memory leans on: the source that earned its grade first, then the others, what was seen, who said it."""
    sources = sorted(graded.standing.grounds, key=lambda ground: ground != graded.ground)
    shown = [_place(ground, cited) for ground in sources if (cited := ground.citation) is not None and _is_told(cited)]
    record = graded.evidence
    if record is not None and record.observation is not None:
        shown.append(_output(record.observation))
    if record is not None and record.turn is not None and not record.turn.same:
        shown.append(_person(record.turn))
    return tuple(shown[:MOST])


def _is_told(cited: CitationResult) -> bool:
    return bool(cited.words) and not (cited.attached and cited.relation is Relation.UNSTATED)


def _place(ground: Ground, cited: CitationResult) -> ShownGround:
    path = ground.path or cited.path
    where = f"{path}:{cited.lines[0]}" if path and cited.lines[0] else path or cited.text
    lacks = f"doesn't name {', '.join(cited.lacks)}" if cited.lacks else ""
    return ShownGround(
        kind="place",
        place=" › ".join(filter(None, [where, cited.heading])),
        words=cited.words,
        now=ground.words,
        state=_state(ground, cited),
        mark=lacks or (f"differs: {cited.differs}" if cited.differs else ""),
        path=path,
        lines=cited.lines,
    )


def _state(ground: Ground, cited: CitationResult) -> str:
    state = _STATES.get(ground.status, "gone")
    if state != "changed since":
        return state
    return f"{state} {cited.commit[:10]}{f', in {ground.since[:10]}' if ground.since else ''}"


def _output(seen: Observation) -> ShownGround:
    origin = f"`{seen.command}` (exit {seen.status})" if seen.command else seen.tool
    place = f"{origin}, {seen.at[:10]} in session {seen.session[:SESSION]}"
    return ShownGround(kind="output", place=place, words=seen.words)


def _person(turn: TypedStatement) -> ShownGround:
    return ShownGround(kind="person", place=f"{turn.who} in session {turn.session[:SESSION]}", words=turn.words)
