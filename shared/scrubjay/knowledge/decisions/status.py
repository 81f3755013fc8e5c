"""Status of a decision record by its own words, and which of several statements holds now.

A status is stated in clauses. A clause counts when it speaks of this record as a whole, and of the present: not when it
is negated, in the future, struck out, about a part, or about another record.
"""

import re
from collections.abc import Callable

from scrubjay.knowledge.decisions.days import in_order_of_days, newest_places
from scrubjay.knowledge.decisions.translated import in_english, with_days
from scrubjay.knowledge.decisions.verbs import clauses, is_conditional, is_negated, is_whole, join_verb_lines
from scrubjay.model.pattern import pattern

_FOLDED = pattern(
    r"\b(?:(?P<superseded>supers?[ce]+ded|replaced|obsoleted(?=\s+by))"
    r"|(?P<rejected>reject|declin|withdr[ae]wn|abandon|cancell?ed)"
    r"|(?P<deprecated>deprecat|obsolet|retired|inactive\b|discontinued)"
    r"|(?P<implemented>implemented|done\b)|(?P<implementable>implementable)"
    r"|(?P<proposed>propos|pending|review\b|final comment|last call)|(?P<draft>draft|provisional|wip\b)"
    r"|(?P<accepted>accept|approv|adopted|ratified|active\b|decided|final\b|recommended\b))",
    re.IGNORECASE,
)
_MARKUP = pattern(r"[*_`\"]|(?<!\w)'|'(?!\w)|<[^>]{0,100}>|!?\[([^\]]{0,300})\]\([^)]{0,300}\)")
_STRUCK = pattern(r"~~[^~\n]{1,500}~~|<(?P<tag>s|del|strike)>[^\n]{0,500}?</(?P=tag)>", re.IGNORECASE)
_CHOICE = pattern(r"[\[({][^\])}\n]*[\])}]")
_OR = pattern(r"\||\bor\b", re.IGNORECASE)
_CLAUSE = pattern(r"[\n;()\[\]]|[.,:](?=\s|$)|\s[-–—→]\s")
_OTHER = pattern(
    r"\b(?:supers?[ce]+(?:des?|ding)|replaces|replacing|amends|amended\s+by|extends|extended\s+by|obsoletes)\b",
    re.IGNORECASE,
)
_PARTLY = pattern(
    r"\b(?:partial(?:ly)?|partly|in\s+part)\s+(?:supers?[ce]+ded|replaced)\b"
    r"|\b(?:supers?[ce]+ded|replaced)\s+(?:partial(?:ly)?|partly|in\s+part)\b",
    re.IGNORECASE,
)
_FIRST_WORD = pattern(r"[^\W\d_][\w -]{0,39}")


def strip_choices(value: str) -> str:
    """A status without struck-out text, and without a template's unmade choice ("proposed | accepted | …")."""
    value = _STRUCK.sub(" ", value)
    chosen = _CHOICE.sub(lambda m: "" if len(_words(m.group())) > 2 else m.group(), value)
    count = len(_words(chosen))
    return "" if count > 2 or (count == 2 and _OR.search(chosen)) else chosen


def has_status_word(text: str) -> bool:
    """Whether a text holds a usual status word."""
    return bool(_FOLDED.search(text))


def is_status_word(word: str) -> bool:
    """Whether a word is a usual status as a whole, as "rejected" and "proposal"; "rejection" isn't."""
    match = _FOLDED.match(word)
    return match is not None and word[match.end() :].lower() in ("", "e", "ed", "al")


def status_of(text: str) -> str:
    """The status that a text gives its record: superseded before all, else the first usual word, else its own word.

    "partly superseded" where nothing else is stated; "" where nothing is.
    """
    plain = join_verb_lines(_MARKUP.sub(r"\1", text[:4000]))
    if any(relation == "superseded-by" for relation, _ in clauses(plain)):
        return "superseded"
    first = custom = ""
    limited = False
    for clause in _CLAUSE.split(plain):
        if _PARTLY.search(clause):
            limited = True  # what follows says which part
            continue
        for word, before in _stated_statuses(clause):
            if word == "superseded":
                return word
            if not _OTHER.search(before):
                first = first or word
        if not (limited or custom or first or _OTHER.search(clause) or _FOLDED.search(clause)):
            custom = clause.strip() if _FIRST_WORD.match(clause.strip()) else ""
    if not first and not custom and _PARTLY.search(plain):
        return "partly superseded"
    return first or " ".join(custom.lower().split())[:40]


def custom_status(text: str, folded: str) -> str:
    """The record's own status word where it isn't one of the usual ones, such as a KEP's "provisional"; else ""."""
    match = _FIRST_WORD.match(_MARKUP.sub(r"\1", text).strip().lower())
    word = " ".join(match.group().split()) if match else ""
    return word if word != folded else ""


def _stated_statuses(clause: str) -> list[tuple[str, str]]:
    """Each usual status word that a clause states of the record itself, with the text before it."""
    stated = []
    for match in _FOLDED.finditer(clause):
        word, before = match.lastgroup or "", clause[: match.start()]
        if (
            is_negated(before)
            or is_conditional(clause[match.end() :])
            or (word == "superseded" and not is_whole(before))
        ):
            continue
        stated.append((word, before))
    return stated


def _words(text: str) -> set[str]:
    return {match.lastgroup or "" for match in _FOLDED.finditer(text)}


_BOX = pattern(r"(?P<on>\[[xX✓✔]\](?!\()|[☑✅☒✔])|(?P<off>\[\s?\](?![(\[])|[⬜☐◻□])")

_ARROW = pattern(r"\s*(?:[-=]+>|[→⇒➜])\s*")
_STEP_END = pattern(r"(?<=\d|\))\s*[.,;](?=\s)|(?<=\d|\))[。、；，]")
_DAY = pattern(r"(?<![\w/-])\d{4}-\d\d-\d\d(?![\w-])")

_STAGES = {"draft": 1, "proposed": 2, "accepted": 3, "rejected": 3, "implemented": 4, "deprecated": 5, "superseded": 6}
"""Which status comes after which."""


def newest_row(rows: list[str], statuses: list[str]) -> int:
    """The index of the last valid row of a history: the row with the newest day if all have one, else the last row.

    It is the first where days don't tell and the first row has a later status than the last: Accepted above Proposed.
    """
    latest = newest_places(rows)
    first, last = (_STAGES.get(status_of(in_english(statuses[place], "")), 0) for place in (latest[0], latest[-1]))
    return latest[0] if first > last > 0 else latest[-1]


def newest_first(lines: list[str]) -> list[str]:
    """The lines of a status; if they are a history with a day or month each, the newest first."""
    return in_order_of_days(lines) or lines


def steps(line: str, says_status: Callable[[str], bool], is_alone: Callable[[str], bool]) -> list[str]:
    """The statuses of a history on one line: only the last where arrows join them, else those with days, newest first.

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


def ticked_status(values: list[str], says_status: Callable[[str], bool], is_alone: Callable[[str], bool]) -> list[str]:
    """A status reduced to its ticked boxes, the last tick first; empty where none of several boxes is ticked.

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
    """The texts behind the check boxes of a line, each with "on" or "off"."""
    boxes = list(_BOX.finditer(line))
    ends = [*(box.start() for box in boxes[1:]), len(line)]
    return [(box.lastgroup or "", line[box.end() : end].strip(" ,;")) for box, end in zip(boxes, ends, strict=False)]
