"""Which of the statements of a status holds now: the ticked ones of a list with boxes, the newest of a history."""

import re
from collections.abc import Callable

from scrubjay.knowledge.decisions.days import in_order_of_days, newest_places
from scrubjay.knowledge.decisions.status import status_of
from scrubjay.knowledge.decisions.translated import in_english, with_days

_BOX = re.compile(r"(?P<on>\[[xX✓✔]\](?!\()|[☑✅☒✔])|(?P<off>\[\s?\](?![(\[])|[⬜☐◻□])")

_ARROW = re.compile(r"\s*(?:[-=]+>|[→⇒➜])\s*")
_STEP_END = re.compile(r"(?<=\d|\))\s*[.,;](?=\s)|(?<=\d|\))[。、；，]")
_DAY = re.compile(r"(?<![\w/-])\d{4}-\d\d-\d\d(?![\w-])")

_STAGES = {"draft": 1, "proposed": 2, "accepted": 3, "rejected": 3, "implemented": 4, "deprecated": 5, "superseded": 6}
"""Which status comes after which."""


def newest(rows: list[str], statuses: list[str]) -> int:
    """The place of the row of a history that holds now: of the newest day where each has one, else the last.

    It is the first where days don't tell and the first row has a later status than the last: Accepted above Proposed.
    """
    latest = newest_places(rows)
    first, last = (_STAGES.get(status_of(in_english(statuses[place], "")), 0) for place in (latest[0], latest[-1]))
    return latest[0] if first > last > 0 else latest[-1]


def newest_first(lines: list[str]) -> list[str]:
    """The lines of a status, the newest first where it is a history in which each has its day or month."""
    return in_order_of_days(lines) or lines


def steps(line: str, says_status: Callable[[str], bool], is_alone: Callable[[str], bool]) -> list[str]:
    """The steps of a history on one line: the last behind arrows, and those with a day each, the newest first.

    Every step must say a status of its own, and the one that counts nothing else; else the line is one.
    """
    ways = [part.strip() for part in _ARROW.split(line)]
    if len(ways) > 1 and all(map(says_status, ways)) and is_alone(ways[-1]):
        return ways[-1:]
    dated = [part.strip() for part in _STEP_END.split(with_days(line)) if part.strip()]
    if len(dated) > 1 and all(_DAY.search(part) and says_status(part) for part in dated):
        ordered = newest_first(dated[::-1])
        return ordered if is_alone(ordered[0]) else [line]
    return [line]


def ticked(values: list[str], says_status: Callable[[str], bool], is_alone: Callable[[str], bool]) -> list[str]:
    """A status without what isn't ticked, the last that is ticked first; nothing where no box of several is.

    Boxes count where what is beside one is a status alone, and none is stated above them; others are of tasks, or of a
    record's own words where the status is nothing but boxes.
    """
    lines = [line for value in values for line in value.split("\n")]
    boxes = [_BOX.search(line) is not None for line in lines]
    marks = [box.lastgroup for line in lines for box in _BOX.finditer(line)]
    if "off" not in marks or ("on" not in marks and len(marks) == 1):
        return values
    beside = [line for line, box in zip(lines, boxes, strict=True) if not box]
    parts = [(mark, part, is_alone(part)) for line in lines for mark, part in _boxed(line)]
    if any(map(is_alone, lines[: boxes.index(True)])):
        return beside
    if not any(alone for _, _, alone in parts):
        return beside or [part for mark, part, _ in parts if mark == "on" and not says_status(part)][::-1]
    chosen = [(part, alone) for mark, part, alone in parts if mark == "on"][::-1]
    return [*([part for part, alone in chosen if alone] or [part for part, _ in chosen]), *beside]


def _boxed(line: str) -> list[tuple[str, str]]:
    """The texts behind the boxes of a line, each with its box: "on" or "off"."""
    boxes = list(_BOX.finditer(line))
    ends = [*(box.start() for box in boxes[1:]), len(line)]
    return [(box.lastgroup or "", line[box.end() : end].strip(" ,;")) for box, end in zip(boxes, ends, strict=False)]
