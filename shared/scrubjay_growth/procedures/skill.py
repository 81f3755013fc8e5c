"""A procedure as an Agent Skill: a folder with a SKILL.md, for a review by pull request. Pure."""

import re
from collections.abc import Sequence
from typing import Final

import yaml

from scrubjay.errors import UsageError
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay_growth.procedures.learned import Procedure, code_quoted
from scrubjay_growth.procedures.outcome import Tried
from scrubjay_growth.procedures.runs import family

MAX_NAME: Final = 64
MAX_DESCRIPTION: Final = 1024
MAX_EVIDENCE: Final = 10
"""Sessions that a skill names, the last ones."""

_NAME: Final = pattern(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_NOT_IN_NAME: Final = pattern(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill's name and the text of its SKILL.md."""

    name: str
    text: str

    def path(self, folder: str) -> str:
        """The path of the skill's file below a folder of skills."""
        return f"{folder.strip('/')}/{self.name}/SKILL.md"


def checked_name(name: str) -> str:
    """The name that a person chose for a skill. Raises UsageError for one that a skill can't have."""
    if len(name) > MAX_NAME or not _NAME.fullmatch(name):
        raise UsageError(
            f"A skill can't be called {name[:80]!r}. Use small letters, digits and single hyphens, at most {MAX_NAME}."
        )
    return name


def skill_name(procedure: Procedure) -> str:
    """A skill's name, made of the words that all runs of its commands have."""
    name = ""
    for word in dict.fromkeys(word for step in procedure.steps for word in family(step)):
        longer = f"{name}-{_NOT_IN_NAME.sub('-', word.lower())}".strip("-")
        if len(longer) > MAX_NAME:
            break
        name = re.sub("-+", "-", longer)
    return name if _NAME.fullmatch(name) else f"procedure-{procedure.digest[:8]}"


def skill_of(procedure: Procedure, memory: str, tried: Sequence[Tried], name: str = "") -> Skill:
    """A procedure as a skill: what to run in which order, what to fill in, when it worked. scrubjay runs none of it."""
    name = checked_name(name) if name else skill_name(procedure)
    worked = [one for one in tried if one.succeeded]
    lines = ", then ".join(procedure.lines)
    described = f"Run {lines}. Use when this is to be done in this repository."
    if len(described) > MAX_DESCRIPTION:
        described = f"Run {procedure.lines[0]}, and what follows until {procedure.lines[-1]}."
    fields = {"name": name, "description": described.replace("<", "{").replace(">", "}")[:MAX_DESCRIPTION]}
    head = yaml.safe_dump(fields, sort_keys=False, allow_unicode=True, width=10_000)
    parts = [f"# {name}", *(f"{condition}." for condition in procedure.preconditions)]
    if procedure.placeholders:
        parts.append(f"Fill in {', '.join(code_quoted(f'<{name}>') for name in procedure.placeholders)}.")
    parts.append("\n".join(f"{number}. {code_quoted(line)}" for number, line in enumerate(procedure.lines, 1)))
    parts.append("Go on only when a step ended with exit status 0.")
    shown = ", ".join(f"{one.session[:12]} ({one.at[:10]})" for one in worked[-MAX_EVIDENCE:])
    parts.append(f"It worked in {counted(len(worked), 'session')}, the last of them: {shown}.")
    parts.append(f"<!-- Memory-Id: {memory} -->")
    return Skill(name, f"---\n{head}---\n" + "\n\n".join(parts) + "\n")
