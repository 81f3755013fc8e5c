"""A procedure as it is kept, and its words. Pure."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scrubjay_growth.procedures.mining import GAP, Sequenced
from scrubjay_growth.procedures.naming import joined, shown
from scrubjay_growth.procedures.outcome import fits
from scrubjay_growth.procedures.runs import CommandRun, SessionRuns
from scrubjay_growth.procedures.templates import SLOT, Template, parts

LONGEST: Final = 200
"""Characters of a step that are shown."""


@dataclass(frozen=True, slots=True)
class Procedure:
    """Steps that succeeded in this order: as templates, and as they are shown. `folder` and `branch` were always so."""

    steps: tuple[Template, ...]
    lines: tuple[str, ...]
    folder: str = ""
    branch: str = ""

    @property
    def digest(self) -> str:
        """What its steps are called, the same for the same steps."""
        return hashlib.sha256(json.dumps(self.steps).encode()).hexdigest()[:32]

    @property
    def content(self) -> str:
        """The memory's words."""
        steps = ", then ".join(map(quoted, self.lines))
        return f"Procedure: {steps}.{''.join(f' {condition}.' for condition in self.preconditions)}"

    @property
    def preconditions(self) -> tuple[str, ...]:
        """What was so in every session that succeeded."""
        folder = (f"Run it in {quoted(self.folder)}",) if self.folder else ()
        return (*folder, *((f"It ran on the branch {quoted(self.branch)}",) if self.branch else ()))

    @property
    def placeholders(self) -> tuple[str, ...]:
        """What is filled in, in the order of the steps."""
        slots = [
            text[text.rindex("<") + 1 : text.rindex(">")]
            for template, line in zip(self.steps, self.lines, strict=True)
            for text in line.split(" ")
            if SLOT in template and "<" in text and text.rfind(">") > text.rfind("<")
        ]
        return tuple(dict.fromkeys(slots))


def quoted(text: str) -> str:
    """Code in Markdown, whatever backticks it holds."""
    return f"`{text}`" if "`" not in text else f"`` {text.replace('``', '` `')} ``"


def procedure_of(found: Sequenced, sessions: Sequence[SessionRuns]) -> Procedure:
    """A sequence with its placeholders named after what stood there, and what its sessions have in common."""
    own = [sessions[number] for number in sorted(found.sessions)]
    through = [_through(found.steps, session.runs) for session in own]
    values = [
        [
            tuple(_values(step, runs[place].words)[slot] for runs in through)
            for slot in range(sum(part is SLOT for part in step))
        ]
        for place, step in enumerate(found.steps)
    ]
    branches = tuple(session.branch for session in own)
    lines = tuple(joined(texts)[:LONGEST] for texts in shown(found.steps, values, branches))
    folders = {run.folder for runs in through for run in runs}
    branch = branches[0] if len(set(branches)) == 1 else ""
    return Procedure(found.steps, lines, folders.pop() if len(folders) == 1 else "", branch)


def _through(steps: Sequence[Template], runs: Sequence[CommandRun]) -> tuple[CommandRun, ...]:
    """The runs by which a session went through the steps: of several ways the last one, from its end."""
    ways: list[dict[int, tuple[CommandRun, ...]]] = []
    for step in steps:
        now: dict[int, tuple[CommandRun, ...]] = {}
        for place, run in enumerate(runs):
            if run.succeeded and fits(step, run.words):
                before = [end for end in ways[-1] if 0 < place - end <= GAP + 1] if ways else [-1]
                if before:
                    now[place] = (*(ways[-1][max(before)] if ways else ()), run)
        ways.append(now)
    return ways[-1][max(ways[-1])]


def _values(template: Template, words: Sequence[str]) -> tuple[str, ...]:
    """What stands in the slots of a template; a slot takes as much as leaves the rest to the parts behind it."""
    own = parts(words)

    def fill(part: int, place: int) -> tuple[str, ...] | None:
        if part == len(template):
            return () if place == len(own) else None
        if template[part] is not SLOT:
            return fill(part + 1, place + 1) if place < len(own) and own[place] == template[part] else None
        for end in range(place + 1, len(own) + 1):
            rest = fill(part + 1, end)
            if rest is not None:
                return (" ".join(own[place:end]), *rest)
        return None

    return fill(0, 0) or ()
