"""Rendering of the chain behind a memory and of the story of a topic: an event a line, each with its source. Pure."""

from typing import Any

from scrubjay.memory.freshness.graded import GradeResult
from scrubjay.memory.freshness.wording import NO_SOURCE, grade_text, grounds_of
from scrubjay.model.evidence import ValidationResult
from scrubjay.model.grade import Grade
from scrubjay.model.history import StoryEvent
from scrubjay.model.memory import Belief, MemoryStatus, Provenance
from scrubjay.model.view import View
from scrubjay.search.history.timeline import Story
from scrubjay.search.recall.fitness import NOTES
from scrubjay.search.recall.render import MAX_NAME, first_line, one_line, quoted

MOST_LINES = 60

FIRST = 4
"""Lines of a long chain that are kept before its newest: who said it, what it is worth now, where it stands."""


def provenance_text(known: Provenance, graded: GradeResult, commit: str, publication: str = "") -> str:
    """A memory's history as Markdown, oldest first; a long one keeps its newest lines. `graded` is at `commit`.

    `publication` says where the memory stands in the repository.
    """
    memory = known.memory
    head = f"**memory** {memory.scope} {memory.kind} {memory.id} · {memory.status}"
    by = f"{memory.author or 'unknown'}{f' through {memory.agent}' if memory.agent else ''}"
    told = f"from {by} ({memory.origin})"
    place = f"on {memory.branch} @ {memory.commit[:10]}" if memory.commit else ""
    session = f"session {memory.session[:36]}" if memory.session else ""
    lines = [
        " · ".join(one_line(part) for part in (told, memory.recorded_at, place, session) if part),
        *(f"- {line}" for line in (_present_lines(known, graded, commit) if memory.content else ())),
        *([f"- {publication}"] if publication else ()),
        *(f"- {line}" for one in known.validations for line in _validation_lines(one)),
        *(f"- {_belief_line(one)}" for one in known.beliefs),
        *(f"- {one.at} {one.event}: {one.action} by {one.actor or 'unknown'}: {one.outcome}" for one in known.steps),
        *(f"- takes the place of {id} ({how})" for id, how in known.older),
        *(
            f"- {_successor_line(id, how, status)}"
            for (id, how), status in zip(known.newer, known.newer_status, strict=True)
        ),
    ]
    shown = lines if len(lines) <= MOST_LINES else [*lines[:FIRST], "- (…)", *lines[-MOST_LINES:]]
    said = quoted(memory.content) if memory.content else f"({_withheld_text(known)})"
    return "\n".join([head, said, *(one_line(line) for line in shown)])


def _withheld_text(known: Provenance) -> str:
    """Why a memory's words aren't shown: it is quarantined or forgotten."""
    return f"{known.quarantined}: its words are withheld" if known.quarantined else "forgotten: what it said is deleted"


def _present_lines(known: Provenance, graded: GradeResult, commit: str) -> list[str]:
    """Lines on who stands behind the memory at HEAD and on its grounds, changed ones with old and new words."""
    held = known.memory.status is MemoryStatus.HELD
    said = "held for a person" if held else grade_text(known.memory, graded)
    grounds = [ground.text for ground in grounds_of(graded)] or [NO_SOURCE] * (graded.grade is not Grade.TOLD)
    return [f"at {commit or 'no commit'}: {said}", *(f"leans on: {text}" for text in grounds)]


def _successor_line(id: str, how: str, its_status: MemoryStatus) -> str:
    """A line on a memory's successor, by the successor's own status."""
    if its_status is MemoryStatus.HELD:
        return f"{id} waits to take its place ({how})"
    lost = its_status in (MemoryStatus.RETRACTED, MemoryStatus.EXPIRED, MemoryStatus.FORGOTTEN)
    return f"{id} takes its place ({how}{f', {its_status} by now' if lost else ''})"


def _validation_lines(result: ValidationResult) -> list[str]:
    """The lines of one validation: its verdict, failed checks, and the citations that it looked at."""
    evidence = result.evidence
    grade = f", {result.grade}" if result.grade else ""
    lines = [f"{evidence.capture_time} {result.verdict}{grade}: {result.reason}"]
    if result.checks_failed:
        lines.append(f"failed: {'; '.join(result.checks_failed)}")
    for one in evidence.citations:
        span = f":{one.lines[0]}-{one.lines[1]}" if one.lines[0] else ""
        where = f" {one.path}{span} @ {one.commit[:10]}" if one.path else ""
        words = f' "{one.words[:200]}"' if one.words else ""
        lines.append(f"names {one.text}:{where} {one.status}{words}")
    return lines


def _belief_line(one: Belief) -> str:
    """A line on what was believed from one moment to another."""
    until = one.retracted_at or "now"
    valid = f"{one.valid_from} to {one.valid_until or 'open'}"
    return f"from {one.recorded_at} to {until}: {one.status}, valid {valid}" + (
        f" ({one.reason})" if one.reason else ""
    )


def story_text(view: View, story: Story, topic: str) -> str:
    """A story as Markdown, below the line that says for which view it holds."""
    nothing = () if story.events else (NOTES["nothing"],)
    fresh = (f"discussions as of {story.as_of}",) if story.as_of else ()
    head = first_line(view, (*nothing, *story.degraded, *fresh))
    asked = repr(one_line(topic)[:100])
    told = [f"Nothing speaks of {asked}; this is the story of {story.instead!r}:"] if story.instead else []
    near = [f"Nearest: {', '.join(map(one_line, story.near))}"] if story.near else []
    lines = [_event_line(event) for event in story.events] or [f"Nothing fits {asked}. Try other words.", *near]
    return "\n".join([head, *told, *lines])


def story_object(view: View, story: Story, topic: str) -> dict[str, Any]:
    """A story as plain values."""
    return {
        "topic": topic,
        "commit": view.commit,
        "instead": story.instead,
        "near": list(story.near),
        "degraded": list(story.degraded),
        "discussions_as_of": story.as_of,
        "events": [
            {
                "date": event.at,
                "what": event.what,
                "author": event.author,
                "source": event.source,
                "dated_by": event.dated_by,
            }
            for event in story.events
        ],
    }


def _event_line(event: StoryEvent) -> str:
    """An event in one line."""
    parts = (event.shown_day, event.what[: 2 * MAX_NAME], event.author[:MAX_NAME], event.source)
    return f"- {' · '.join(one_line(part) for part in parts if part)}"
