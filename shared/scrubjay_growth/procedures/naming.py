"""What is called what varies in a command? By its option, else by its form; equal values have one name. Pure."""

import re
from collections.abc import Sequence
from typing import Final

from scrubjay_growth.procedures.templates import SLOT, Template, is_name

_FORMS: Final = (
    ("number", re.compile(r"\d+")),
    ("version", re.compile(r"v?\d+(?:\.\d+)+\S*")),
    ("ticket", re.compile(r"[A-Z][A-Z0-9]+-\d+")),
    ("text", re.compile(r"(?s).*\s.*")),
    ("path", re.compile(r"\S*/\S*|\S+\.[A-Za-z]\w{0,9}")),
    ("name", re.compile(r"(?s).*")),
)
_BEFORE: Final = re.compile(r"(?s).*[/:=@]")
_LETTERS: Final = re.compile(r"(?s)(.*?(?:^|[A-Za-z])[A-Za-z_]*-?)(?=\d)")
_AFTER: Final = re.compile(r"(?:[/:@]\S*|\.[A-Za-z]\w*)\Z")

Values = tuple[str, ...]
"""What stood in one slot, a value for each session."""


def shown(
    steps: Sequence[Template], values: Sequence[Sequence[Values]], branches: Values
) -> tuple[tuple[str, ...], ...]:
    """The parts of each step as they are shown: what varies as `<name>`, with what all its values have around it.

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


def joined(texts: Sequence[str]) -> str:
    """A command of its parts: a name and its value are one word."""
    line = ""
    for number, text in enumerate(texts):
        glued = number > 0 and is_name(texts[number - 1])
        line += text if glued or not line else f" {text}"
    return line


def _split(values: Values) -> tuple[str, Values, str]:
    """What all values begin and end with, cut where a part of them ends, and what is between."""
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
    """What all values begin with: what the first and the last of them in order do."""
    first, last = min(values), max(values)
    return first[: next((n for n, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))]


def _goes_on_in_digits(value: str, start: str) -> bool:
    return value.startswith(start) and value[len(start) : len(start) + 1].isdigit()


def _name(before: Sequence[str | None], values: Values, branches: Values) -> str:
    if all(branches) and values == branches:
        return "branch"
    option = before[-1] if before else None
    if option is not None and (is_name(option) or (option.startswith("-") and len(option.lstrip("-")) > 1)):
        name = re.sub(r"[^a-z0-9]+", "-", option.strip("-=").lower()).strip("-")
        if name:
            return name
    return next(name for name, form in _FORMS if all(form.fullmatch(value) for value in values))


def _free(name: str, taken: Sequence[str]) -> str:
    numbered = (name if number == 1 else f"{name}{number}" for number in range(1, len(taken) + 2))
    return next(free for free in numbered if free not in taken)
