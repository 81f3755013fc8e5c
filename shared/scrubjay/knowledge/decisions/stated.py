"""What a record's fields and lines state in any language, in English; and a status whose heading nobody knows."""

import re
from functools import partial

from scrubjay.knowledge.decisions.fields import Fields
from scrubjay.knowledge.decisions.front_matter import is_status_alone, means_something_else
from scrubjay.knowledge.decisions.languages import SAID, field_of
from scrubjay.knowledge.decisions.naming import REFERENCES, has_reference, spaced
from scrubjay.knowledge.decisions.status import has_status_word, newest_first, steps, strip_choices, ticked
from scrubjay.knowledge.decisions.translated import directed, in_english, said_of_itself, with_days
from scrubjay.knowledge.decisions.verbs import with_limits

_DIRECTED = {"ended": "superseded-by", "replaces": "supersedes", "amended": "amended-by", "amends": "amends"}
_HEADING = re.compile(r"^(?:#{1,6}|={1,6})\s+\S")
_UNDERLINE = re.compile(r"^[=\-~^*]{3,}\s*$")
_UNDERLINES = ("===", "---", "~~~", "^^^", "***")
_ITEM = re.compile(r"^\s{0,3}[*+-]\s+(?=\S)")
_QUOTE = re.compile(r"^[>\s]*(?:\[!\w+\]\s*)?")
_NAMES = re.compile(r"\d|\.md")
"""What every reference to a record has, found quickly."""

NEAR_THE_TOP = 3
"""Sections below the title in which one that is nothing but a status may be it, under a heading that nobody knows."""

MOST_LINES, MOST_LETTERS = 50, 2_000
"""Lines that are read at each end of a status, and letters of a line."""

MOST_STATEMENTS = 100
"""Lines elsewhere that name records and are read in another language."""


def in_any_language(fields: Fields, prose: str, number: str) -> None:
    """Put into English what fields state in another language; `number` is the record's own.

    "named" is then every text of the status as it was written. Where no field is a status, a section near the top that
    is one statement of a status and nothing else is one.
    """
    says, alone = partial(_says_status, number=number), partial(is_status_alone, number=number)
    stated = _bounded(fields.get("status") or fields.get("stage", []))
    taken = [step for value in ticked(stated, says, alone) if value.strip() for step in steps(value, says, alone)]
    written = [made for step in taken if (made := strip_choices(step))]
    if not written and "status" not in fields:
        written = _unnamed_status(prose, number)
    english = in_english("\n".join(newest_first(written)), number) if written else ""
    lines = [made for line in english.split("\n") if line.strip() and (made := strip_choices(line))]
    fields["status"] = [with_limits(line) for line in lines]
    fields["named"] = [spaced(value) for value in written]
    fields["date"] = [with_days(value) for value in fields.get("date", [])]
    for relation in [name for name in fields if name.startswith(SAID)]:
        for value in _bounded(fields.pop(relation)):
            fields["named"].append(spaced(value))
            for made, reference in directed(relation.removeprefix(SAID), value, number):
                fields.setdefault(_DIRECTED[made], []).append(reference)


def _bounded(values: list[str]) -> list[str]:
    """What is read of a status or a field: its first and last lines, so that no record takes seconds."""
    kept = values if len(values) <= 2 * MOST_LINES else [*values[:MOST_LINES], *values[-MOST_LINES:]]
    return [value[:MOST_LETTERS] for value in kept]


def _says_status(text: str, number: str) -> bool:
    """Whether a text beside what it names says a status."""
    bare = REFERENCES.sub(" ", text)
    return has_status_word(bare) or in_english(bare, number) != bare


def statements_elsewhere(prose: str, number: str) -> list[str]:
    """What lines say of the record itself in another language: above the first section, and in lists of links."""
    stated: list[str] = []
    left = MOST_STATEMENTS
    for place, (_, _, lines) in enumerate(_sections(prose)):
        if place and not all(_ITEM.match(line) and _NAMES.search(line) for line in lines):
            continue
        for line in lines:
            if len(line) >= 400 or not _NAMES.search(line) or not has_reference(line) or (place and _is_field(line)):
                continue
            left -= 1
            if left >= 0 and (said := said_of_itself(_bare(line), number)):
                stated += said.split("\n")
    return stated


def _is_field(line: str) -> bool:
    """Whether a line is a field called status, which below the top is another record's or an example."""
    return field_of(_bare(line).replace("：", ":").partition(":")[0].strip("*_ ")) == "status"


def _bare(line: str) -> str:
    return _ITEM.sub("", _QUOTE.sub("", line))


def _sections(prose: str) -> list[tuple[int, str, list[str]]]:
    """Each section's level, heading, and lines that aren't empty; the title and what follows it are the first."""
    sections: list[tuple[int, str, list[str]]] = [(0, "", [])]
    lines = prose.split("\n")[:4000]
    heads = 0
    for index, line in enumerate(lines):
        below = lines[index + 1][:3] if index + 1 < len(lines) else ""
        underlined = below in _UNDERLINES and line.strip() and bool(_UNDERLINE.match(lines[index + 1]))
        if (line[:1] in ("#", "=") and _HEADING.match(line)) or (underlined and not _UNDERLINE.match(line)):
            heads += 1
            if heads > 1:
                level = _UNDERLINES.index(below) + 1 if underlined else len(line) - len(line.lstrip("#="))
                sections.append((level, line.strip("#= "), []))
        elif line.strip() and not (line[:3] in _UNDERLINES and _UNDERLINE.match(line)):
            sections[-1][2].append(line)
    return sections


def _unnamed_status(prose: str, number: str) -> list[str]:
    """The line of a section near the top that is one statement of a status, under no heading of another meaning.

    A section within another one is none. A heading of ASCII letters would be known if it meant a status.
    """
    near = _sections(prose)[1 : NEAR_THE_TOP + 1]
    for place, (level, heading, lines) in enumerate(near):
        line = _bare(lines[0]) if len(lines) == 1 else ""
        if not line or all(letter.isascii() for letter in heading if letter.isalpha()):
            continue
        within = any(above < level for above, _, _ in near[:place])
        if not (within or means_something_else(heading)) and is_status_alone(strip_choices(line), number):
            return [line]
    return []
