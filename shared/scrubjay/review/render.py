"""Text and JSON forms of the review queue. No I/O."""

from collections.abc import Sequence
from typing import Any

from scrubjay.model.evidence import CitationResult
from scrubjay.model.memory import Blocked, Outcome
from scrubjay.privacy import Personal, personal_warning
from scrubjay.review.claims import HeldClaim, PastDecision, shared_words
from scrubjay.review.reviewed import ReviewResult

DIGITS = 12
MAX_CLAIM = 300
MAX_FILES = 5


def list_lines(waiting: Sequence[HeldClaim]) -> list[str]:
    """The queue as Markdown: id, kind, claim, why it is held, what confirms it."""
    return [line for one in waiting for line in _entry(one)]


def show_lines(one: HeldClaim, personal: Personal = "auto") -> list[str]:
    """One claim with its context, why it is held, its best source and its rivals."""
    memory, result = one.memory, one.result
    told = f"said by {memory.author} ({memory.origin}) {memory.recorded_at[:16]}"
    lines = [f"**{memory.id}** {memory.scope} {memory.kind} · {memory.status} · {told}", _quoted(memory.content)]
    if memory.quote:
        lines.append(f"quotes: {_flat(memory.quote)}")
    if flagged := personal_warning(memory.content, personal):
        lines.append(flagged)
    if result:
        lines.append(f"held because: {_flat(result.reason)}")
        lines += [f"- failed: {_flat(check)}" for check in result.checks_failed]
    lines += [f"- {line}" for line in _running(one)]
    if place := one.best:
        shared = ", ".join(shared_words(memory.content, place.words)) or "no word"
        lines.append(f"- best place {_cited(place)}; in common: {shared}")
    lines += [f"- said by {what} as well" for what in one.confirmed]
    lines += [f"- held in other words: {id[:DIGITS]}" for id in one.alike]
    for near in one.nearest:
        what = "would end" if near.memory.id in memory.supersedes else "near"
        what = "against" if near.memory.id in memory.contradicts else what
        lines.append(f"- {what} {near.memory.id[:DIGITS]} ({near.memory.status}): {_flat(near.difference)}")
    return lines


def _running(one: HeldClaim) -> list[str]:
    """The context in which the claim was made, as far as it is known."""
    seen = one.result.evidence.observation if one.result else None
    command = one.running.command or (seen.command if seen else "")
    files = ", ".join(one.running.files[:MAX_FILES])
    where = f" on {one.memory.branch}" if one.memory.branch else ""
    return [
        *([f"task{where}: {_flat(one.running.task)}"] if one.running.task else []),
        *([f"ran: {_flat(command)}"] if command else []),
        *([f"files: {files}{' …' if len(one.running.files) > MAX_FILES else ''}"] if files else []),
    ]


def reviewed_lines(done: Sequence[ReviewResult], word: str) -> list[str]:
    """One line per claim with its result."""
    return [f"{word}: {one.memory.id}" if one.memory else f"not {word}: {one.id[:64]}: {one.problem}" for one in done]


def history_lines(decided: Sequence[PastDecision]) -> list[str]:
    """One line per decision: time, action, person, claim, and the reason if one was given."""
    return [
        f"- {one.at[:16]} {one.action} by {one.by}: {one.memory.id[:DIGITS]} {one.memory.kind} "
        f"({one.memory.status}): {_flat(one.memory.content) or 'forgotten'}"
        + (f" · {_flat(one.memory.belief.reason)}" if one.memory.belief.reason else "")
        for one in decided
    ]


def outcome_line(outcome: Outcome) -> str:
    """The result of an edit or merge."""
    if isinstance(outcome, Blocked):
        return f"blocked: {outcome.reason}. {outcome.do} The claim is held as it was."
    return f"approved: {outcome.id}"


def as_object(one: HeldClaim) -> dict[str, Any]:
    """The JSON form of a claim."""
    memory, result = one.memory, one.result
    citations = result.evidence.citations if result else ()
    return {
        "id": memory.id, "kind": memory.kind, "scope": memory.scope, "content": memory.content,
        "author": memory.author, "origin": str(memory.origin), "at": memory.recorded_at, "status": str(memory.status),
        "reason": result.reason if result else "", "failed": list(result.checks_failed) if result else [],
        "citations": [
            {"text": c.text, "status": str(c.status), "relation": str(c.relation), "path": c.path, "words": c.words}
            for c in citations
        ],
        "running": {"task": one.running.task, "command": one.running.command, "files": list(one.running.files)},
        "alone": one.individual_reason, "confirmed": list(one.confirmed), "alike": list(one.alike),
        "nearest": [
            {"id": near.memory.id, "content": near.memory.content, "status": str(near.memory.status),
             "difference": near.difference}
            for near in one.nearest
        ],
    }  # fmt: skip


def _entry(one: HeldClaim) -> list[str]:
    marks = [f"confirmed by {', '.join(one.confirmed)}"] if one.confirmed else []
    if one.alike:
        marks.append(f"and {len(one.alike)} near-identical: {', '.join(id[:DIGITS] for id in one.alike)}")
    tail = "".join(f" · {mark}" for mark in marks)
    reason = f"  {_flat(one.result.reason)}" if one.result else ""
    head = f"- {one.memory.id[:DIGITS]} {one.memory.kind}: {_flat(one.memory.content)}{tail}"
    return [head, reason] if reason else [head]


def _cited(one: CitationResult) -> str:
    place = f" {one.path}:{one.lines[0]}-{one.lines[1]}" if one.path and one.lines[0] else f" {one.path}"
    words = f' "{_flat(one.words)}"' if one.words else ""
    return f"{one.text}:{place if one.path else ''} {one.status}, {one.relation}{words}"


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.split("\n"))


def _flat(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= MAX_CLAIM else f"{flat[:MAX_CLAIM]} …"
