"""Text and JSON forms of the review queue, with the words of a claim that stand in a source. No I/O."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from scrubjay.memory.review.claims import HeldClaim, PastDecision, ReviewResult
from scrubjay.model.evidence import CitationResult
from scrubjay.model.frozen import dataclass
from scrubjay.model.memory import Blocked, Outcome
from scrubjay.privacy.personal.policy import Personal, personal_warning
from scrubjay.text.words import STOP_WORDS, Word, light_stem, matches


class WordMatch(StrEnum):
    """What a piece of one text is to the other text."""

    SHARED = "shared"
    ALONE = "alone"
    NONE = ""
    """Stop words, signs and the space between words: they tell nothing."""


@dataclass(frozen=True, slots=True)
class TextPiece:
    """Some characters of a text, and whether the other text has them."""

    text: str
    match: WordMatch = WordMatch.NONE


@dataclass(frozen=True, slots=True)
class SharedWords:
    """A claim beside a source: both in pieces, and the claim's words in its form, each once."""

    claim: tuple[TextPiece, ...]
    source: tuple[TextPiece, ...]

    @property
    def shared(self) -> tuple[str, ...]:
        """The claim's words that the source has."""
        return _each_once(self.claim, WordMatch.SHARED)

    @property
    def missing(self) -> tuple[str, ...]:
        """The claim's words that the source hasn't."""
        return _each_once(self.claim, WordMatch.ALONE)


def shared_words(claim: str, source: str) -> SharedWords:
    """Lay a claim beside a source's words; inflections of a word are the same word."""
    return SharedWords(_pieces(claim, _stems(source)), _pieces(source, _stems(claim)))


def _pieces(text: str, stems: frozenset[str]) -> tuple[TextPiece, ...]:
    pieces: list[TextPiece] = []
    end = 0
    for match in matches(text, Word.WHOLE):
        word = match.group().casefold()
        if word in STOP_WORDS:
            continue
        if match.start() > end:
            pieces.append(TextPiece(text[end : match.start()]))
        pieces.append(TextPiece(match.group(), WordMatch.SHARED if light_stem(word) in stems else WordMatch.ALONE))
        end = match.end()
    return (*pieces, *([TextPiece(text[end:])] if end < len(text) else []))


def _stems(text: str) -> frozenset[str]:
    return frozenset(light_stem(match.group().casefold()) for match in matches(text, Word.WHOLE))


def _each_once(pieces: tuple[TextPiece, ...], match: WordMatch) -> tuple[str, ...]:
    first: dict[str, str] = {}
    for piece in pieces:
        if piece.match is match:
            first.setdefault(light_stem(piece.text.casefold()), piece.text)
    return tuple(first.values())


DIGITS = 12
MAX_CLAIM = 300
MAX_FILES = 5


def list_lines(waiting: Sequence[HeldClaim]) -> list[str]:
    """The queue as Markdown: id, kind, claim, why it is held, what confirms it."""
    return [line for claim in waiting for line in _list_entry(claim)]


def show_lines(claim: HeldClaim, personal: Personal = "auto") -> list[str]:
    """Lines for one held claim: its context, why it is held, the place that it names, and its rivals."""
    memory, result = claim.memory, claim.result
    said = f"worded by {memory.agent} for" if memory.is_worded_by_model else "said by"
    author = f"{said} {memory.author} ({memory.origin}) {memory.recorded_at[:16]}"
    lines = [
        f"**{memory.id}** {memory.scope} {memory.kind} · {memory.status} · {author}",
        _quoted_lines(memory.content),
    ]
    if memory.quote:
        lines.append(f"quotes: {_one_line(memory.quote)}")
    if flagged := personal_warning(memory.content, personal):
        lines.append(flagged)
    if result:
        lines.append(f"held because: {_one_line(result.reason)}")
        lines += [f"- failed: {_one_line(check)}" for check in result.checks_failed]
    lines += [f"- {line}" for line in _context_lines(claim)]
    if place := claim.best:
        laid = shared_words(memory.content, place.words)
        lines.append(f"- names {_citation_text(place)}")
        lines.append(f"- in common: {', '.join(laid.shared) or 'no word'}")
        lines += [f"- not there: {', '.join(laid.missing)}"] if laid.missing else []
    lines += [f"- said by {confirmation} as well" for confirmation in claim.confirmed]
    lines += [f"- held in other words: {id[:DIGITS]}" for id in claim.alike]
    for neighbour in claim.nearest:
        rival = neighbour.memory
        relation = claim.relation(rival)
        lines.append(f"- {relation} {rival.id[:DIGITS]} ({rival.status}): {_one_line(neighbour.difference)}")
    return lines


def _context_lines(claim: HeldClaim) -> list[str]:
    """The context in which the claim was made, as far as it is known."""
    files = ", ".join(claim.running.files[:MAX_FILES])
    branch = f" on {claim.memory.branch}" if claim.memory.branch else ""
    return [
        *([f"task{branch}: {_one_line(claim.running.task)}"] if claim.running.task else []),
        *([f"ran: {_one_line(claim.command)}"] if claim.command else []),
        *([f"files: {files}{' …' if len(claim.running.files) > MAX_FILES else ''}"] if files else []),
    ]


def reviewed_lines(done: Sequence[ReviewResult], word: str) -> list[str]:
    """One line per claim with its result."""
    return [
        f"{word}: {result.memory.id}" if result.memory else f"not {word}: {result.id[:64]}: {result.problem}"
        for result in done
    ]


def history_lines(decided: Sequence[PastDecision]) -> list[str]:
    """One line per decision: time, action, person, claim, and the reason if one was given."""
    return [
        f"- {past.decided_at[:16]} {past.action} by {past.actor}: {past.memory.id[:DIGITS]} {past.memory.kind} "
        f"({past.memory.status}): {_one_line(past.memory.content) or 'forgotten'}"
        + (f" · {_one_line(past.memory.belief.reason)}" if past.memory.belief.reason else "")
        for past in decided
    ]


def outcome_line(outcome: Outcome) -> str:
    """The result of an edit or merge."""
    if isinstance(outcome, Blocked):
        return f"blocked: {outcome.reason}. {outcome.do} The claim is held as it was."
    return f"approved: {outcome.id}"


def as_object(claim: HeldClaim) -> dict[str, Any]:
    """A held claim as JSON has it."""
    memory, result = claim.memory, claim.result
    citations = result.evidence.citations if result else ()
    return {
        "id": memory.id, "kind": memory.kind, "scope": memory.scope, "content": memory.content,
        "author": memory.author, "origin": str(memory.origin), "at": memory.recorded_at, "status": str(memory.status),
        "agent": memory.agent, "session": memory.session, "branch": memory.branch, "quote": memory.quote,
        "reason": result.reason if result else "", "failed": list(result.checks_failed) if result else [],
        "citations": [
            {"text": c.text, "status": str(c.status), "path": c.path, "words": c.words}
            for c in citations
        ],
        "running": {"task": claim.running.task, "command": claim.running.command, "files": list(claim.running.files)},
        "alone": claim.individual_reason, "confirmed": list(claim.confirmed), "alike": list(claim.alike),
        "nearest": [
            {"id": neighbour.memory.id, "content": neighbour.memory.content, "status": str(neighbour.memory.status),
             "difference": neighbour.difference}
            for neighbour in claim.nearest
        ],
    }  # fmt: skip


def _list_entry(claim: HeldClaim) -> list[str]:
    marks = [f"confirmed by {', '.join(claim.confirmed)}"] if claim.confirmed else []
    if claim.alike:
        marks.append(f"and {len(claim.alike)} near-identical: {', '.join(id[:DIGITS] for id in claim.alike)}")
    tail = "".join(f" · {mark}" for mark in marks)
    reason = f"  {_one_line(claim.result.reason)}" if claim.result else ""
    head = f"- {claim.memory.id[:DIGITS]} {claim.memory.kind}: {_one_line(claim.memory.content)}{tail}"
    return [head, reason] if reason else [head]


def _citation_text(citation: CitationResult) -> str:
    place = (
        f" {citation.path}:{citation.lines[0]}-{citation.lines[1]}"
        if citation.path and citation.lines[0]
        else f" {citation.path}"
    )
    words = f' "{_one_line(citation.words)}"' if citation.words else ""
    return f"{citation.text}:{place if citation.path else ''} {citation.status}{words}"


def _quoted_lines(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.split("\n"))


def _one_line(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= MAX_CLAIM else f"{flat[:MAX_CLAIM]} …"
