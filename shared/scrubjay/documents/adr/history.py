"""Which of the statements of a status holds now: the ticked ones of a list with boxes."""

import re

_BOX = re.compile(r"(?P<on>\[[xX✓✔]\](?!\()|[☑✅☒✔])|(?P<off>\[\s?\](?![(\[])|[⬜☐◻□])")


def ticked(values: list[str]) -> list[str]:
    """A status without what isn't ticked, the last that is ticked first; nothing where no box of several is."""
    lines = [line for value in values for line in value.split("\n")]
    boxes = [_BOX.search(line) is not None for line in lines]
    marks = [box.lastgroup for line in lines for box in _BOX.finditer(line)]
    if "off" not in marks or ("on" not in marks and len(marks) == 1):
        return values
    chosen = [part for line in lines for mark, part in _boxed(line) if mark == "on"]
    return [*reversed(chosen), *(line for line, box in zip(lines, boxes, strict=True) if not box)]


def _boxed(line: str) -> list[tuple[str, str]]:
    """The texts behind the boxes of a line, each with its box: "on" or "off"."""
    boxes = list(_BOX.finditer(line))
    ends = [*(box.start() for box in boxes[1:]), len(line)]
    return [(box.lastgroup or "", line[box.end() : end].strip()) for box, end in zip(boxes, ends, strict=False)]
