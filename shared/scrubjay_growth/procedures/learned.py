"""A procedure as it is kept, and its words. Pure."""

import hashlib
import json
import re
from collections.abc import Sequence
from typing import Final

from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay_growth.procedures.mining import GAP, Sequenced
from scrubjay_growth.procedures.outcome import fits_template
from scrubjay_growth.procedures.runs import SLOT, CommandRun, SessionRuns, Template, is_name, parts

_FORMS: Final = (
    ("number", pattern(r"\d+")),
    ("version", pattern(r"v?\d+(?:\.\d+)+\S*")),
    ("ticket", pattern(r"[A-Z][A-Z0-9]+-\d+")),
    ("text", pattern(r"(?s).*\s.*")),
    ("path", pattern(r"\S*/\S*|\S+\.[A-Za-z]\w{0,9}")),
    ("name", pattern(r"(?s).*")),
)
_BEFORE: Final = pattern(r"(?s).*[/:=@]")
_LETTERS: Final = pattern(r"(?s)(.*?(?:^|[A-Za-z])[A-Za-z_]*-?)(?=\d)")
_AFTER: Final = pattern(r"(?:[/:@]\S*|\.[A-Za-z]\w*)\Z")

Values = tuple[str, ...]
"""What stood in one slot, a value for each session."""


def shown_steps(
    steps: Sequence[Template], values: Sequence[Sequence[Values]], branches: Values
) -> tuple[tuple[str, ...], ...]:
    """Texts of each step's parts as shown: a varying part as `<name>`, with the text common to all its values.

    `values` has those of each slot of each step, `branches` the branch of each session, empty where it isn't known.
    """
    names: dict[Values, str] = {}
    rendered = []
    for step, slots in zip(steps, values, strict=True):
        waiting = iter(slots)
        texts: list[str] = []
        for place, part in enumerate(step):
            if part is SLOT:
                before, varying, after = _split(next(waiting))
                name = names.get(varying) or _free(_name(step[:place], varying, branches), [*names.values()])
                names[varying] = name
                texts.append(f"{before}<{name}>{after}")
            else:
                texts.append(part)
        rendered.append(tuple(texts))
    return tuple(rendered)


def joined_command(texts: Sequence[str]) -> str:
    """A command of its parts: a name and its value are one word."""
    line = ""
    for number, text in enumerate(texts):
        glued = number > 0 and is_name(texts[number - 1])
        line += text if glued or not line else f" {text}"
    return line


def _split(values: Values) -> tuple[str, Values, str]:
    """The common beginning of some values, what is between, and their common end, each cut at the end of a part."""
    if len(set(values)) < 2:
        return "", values, ""
    before, after = _common(values), _common([value[::-1] for value in values])[::-1]
    letters = _LETTERS.match(values[0])
    start = letters[1] if letters and all(_goes_on_in_digits(value, letters[1]) for value in values) else ""
    cut = _BEFORE.match(before)
    start = max(start, cut[0] if cut else "", key=len)
    end = match[0] if (match := _AFTER.search(after)) else ""
    if any(len(value) <= len(start) + len(end) for value in values):
        return "", values, ""
    return start, tuple(value[len(start) : len(value) - len(end)] for value in values), end


def _common(values: Sequence[str]) -> str:
    """The longest common beginning of some values."""
    first, last = min(values), max(values)
    return first[: next((n for n, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))]


def _goes_on_in_digits(value: str, start: str) -> bool:
    """Whether a value has a digit right behind a beginning."""
    return value.startswith(start) and value[len(start) : len(start) + 1].isdigit()


def _name(before: Sequence[str | None], values: Values, branches: Values) -> str:
    """The name of a placeholder: "branch", the option before it, or the form of its values."""
    if all(branches) and values == branches:
        return "branch"
    option = before[-1] if before else None
    if option is not None and (is_name(option) or (option.startswith("-") and len(option.lstrip("-")) > 1)):
        name = re.sub(r"[^a-z0-9]+", "-", option.strip("-=").lower()).strip("-")
        if name:
            return name
    return next(name for name, form in _FORMS if all(form.fullmatch(value) for value in values))


def _free(name: str, taken: Sequence[str]) -> str:
    """A name that isn't taken, with a number behind it where needed."""
    numbered = (name if number == 1 else f"{name}{number}" for number in range(1, len(taken) + 2))
    return next(free for free in numbered if free not in taken)


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
        """A name for the procedure's steps, the same for the same steps."""
        return hashlib.sha256(json.dumps(self.steps).encode()).hexdigest()[:32]

    @property
    def content(self) -> str:
        """The memory's words."""
        steps = ", then ".join(map(code_quoted, self.lines))
        return f"Procedure: {steps}.{''.join(f' {condition}.' for condition in self.preconditions)}"

    @property
    def preconditions(self) -> tuple[str, ...]:
        """The folder and branch that all sessions that succeeded had in common, in words."""
        folder = (f"Run it in {code_quoted(self.folder)}",) if self.folder else ()
        return (*folder, *((f"It ran on the branch {code_quoted(self.branch)}",) if self.branch else ()))

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


def code_quoted(text: str) -> str:
    """Code in Markdown, whatever backticks it holds."""
    return f"`{text}`" if "`" not in text else f"`` {text.replace('``', '` `')} ``"


def procedure_of(found: Sequenced, sessions: Sequence[SessionRuns]) -> Procedure:
    """A sequence with its placeholders named after what stood there, and what its sessions have in common."""
    own = [sessions[number] for number in sorted(found.sessions)]
    through = [_runs_through(found.steps, session.runs) for session in own]
    values = [
        [
            tuple(_values(step, runs[place].words)[slot] for runs in through)
            for slot in range(sum(part is SLOT for part in step))
        ]
        for place, step in enumerate(found.steps)
    ]
    branches = tuple(session.branch for session in own)
    lines = tuple(joined_command(texts)[:LONGEST] for texts in shown_steps(found.steps, values, branches))
    folders = {run.folder for runs in through for run in runs}
    branch = branches[0] if len(set(branches)) == 1 else ""
    return Procedure(found.steps, lines, folders.pop() if len(folders) == 1 else "", branch)


def _runs_through(steps: Sequence[Template], runs: Sequence[CommandRun]) -> tuple[CommandRun, ...]:
    """The runs by which a session went through the steps: of several ways the last one, from its end."""
    ways: list[dict[int, tuple[CommandRun, ...]]] = []
    for step in steps:
        now: dict[int, tuple[CommandRun, ...]] = {}
        for place, run in enumerate(runs):
            if run.succeeded and fits_template(step, run.words):
                before = [end for end in ways[-1] if 0 < place - end <= GAP + 1] if ways else [-1]
                if before:
                    now[place] = (*(ways[-1][max(before)] if ways else ()), run)
        ways.append(now)
    return ways[-1][max(ways[-1])]


def _values(template: Template, words: Sequence[str]) -> tuple[str, ...]:
    """The words that fill each slot of a template in a command."""
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
