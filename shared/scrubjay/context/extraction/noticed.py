"""Candidates of a session to keep without being asked: what a person stated, and what its commands showed. Pure.

Ordinary work (a test that fails, an edit, the test passes) is nothing to keep; see `commands`.
"""

import re
from collections.abc import Callable, Iterator

from scrubjay.context.extraction.commands import Run, lessons
from scrubjay.context.extraction.text import Candidate
from scrubjay.memory.transcript.said import NOBODY, Same, said, sentence_of_person
from scrubjay.memory.transcript.session import RecordedSession, Typed
from scrubjay.memory.transcript.statements import only_asks, own_text
from scrubjay.memory.transcript.words import content
from scrubjay.model.frozen import dataclass

States = Callable[[str], tuple[Candidate, ...]]
"""What a text of a person's states."""


@dataclass(frozen=True, slots=True)
class Noticed:
    """A candidate, and the run of a command that it rests on; None where a person said it."""

    candidate: Candidate
    run: Run | None = None


def noticed_candidates(session: RecordedSession, same: Same, stated: States) -> tuple[Noticed, ...]:
    """The candidates of a session: from what was said, the last first, then from commands; none like another.

    `same`: whether two sentences say the same; `stated`: what a text states.
    """
    results: list[Noticed] = []
    word_sets: list[frozenset[str]] = []
    for item in (*_said_statements(session, same, stated), *(Noticed(lesson, run) for lesson, run in lessons(session))):
        about = frozenset(content(item.candidate.content))
        if about and not any(5 * len(about & other) > 4 * len(about | other) for other in word_sets):
            word_sets.append(about)
            results.append(item)
    return tuple(results)


def _said_statements(session: RecordedSession, same: Same, stated: States) -> Iterator[Noticed]:
    """Statements that people asked to keep on lines of their own, and didn't take back."""
    for event in reversed(session.events):
        if isinstance(event.what, Typed):
            for candidate in stated(_on_lines_of_their_own(own_text(event.what.text))):
                whole = said(session, candidate.content, same)
                if not isinstance(whole, str) or (
                    whole == NOBODY and not isinstance(sentence_of_person(session, candidate.quote, same), str)
                ):
                    yield Noticed(candidate)


def _on_lines_of_their_own(text: str) -> str:
    """The lines of a person's own text with none right above or below, and those under "remember:".

    Lines below each other may be a paste that no client marked.
    """
    blocks = (block.strip("\n").split("\n") for block in re.split(r"\n\s*\n", text))
    return "\n\n".join("\n".join(block) for block in blocks if len(block) == 1 or _is_lead(block[0].strip()))


def _is_lead(line: str) -> bool:
    """Whether a line only asks to keep what stands below it."""
    return line.endswith(":") and only_asks(line)
