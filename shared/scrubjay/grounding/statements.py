"""Which part of a document states something? All of it but what it weighs, denies, quotes as code or hides."""

import re
from collections.abc import Iterator

from scrubjay.grounding.sentences import sentences
from scrubjay.grounding.words import REJECTING, words

_WEIGHED = re.compile(
    r"\b(?:options?|alternatives?|pros\b|cons\b|pros\s+and\s+cons|rejected|considered|discarded|drawbacks?|open\s+questions?|"
    r"non[- ]goals?|out\s+of\s+scope|future\s+work|unresolved|status\s+quo)\b",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(?:not|no|never|don'?t|unsupported|deprecated|removed|anti-?patterns?|myths?|history|historical|previously|"
    r"formerly|legacy|examples?|hypothetical)\b",
    re.IGNORECASE,
)
"""Sections of a document that say what isn't so, or isn't so any more. A title denies nothing: "Don't use ORMs"."""

_MARKDOWN = re.compile(r"^(#{1,6}|={2,6})\s+(.+?)\s*[#=]*\s*$")
_UNDERLINE = re.compile(r"^([=\-~^\"'#*+`:.])\1{2,}\s*$")
_FENCE = re.compile(r"^\s*(?:```|~~~)")
_UNSEEN = re.compile(
    r"<!--.*?(?:-->|\Z)|~~(?=\S)[^~]{1,400}~~|<(del|s|strike)>.{1,2000}?</\1>", re.DOTALL | re.IGNORECASE
)
_UNDONE = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+\[ \]\s")
_QUOTE = re.compile(r"^\s{0,3}>")
_CALLOUT = re.compile(r"^\s{0,3}>\s*(?:\[!|\W*(?:note|tip|info|important|warning|caution|decision)\b)", re.IGNORECASE)
_LITERAL = re.compile(r"^(\s*)(?:.*[^:\s]::|\.\.\s+(?:code|code-block|sourcecode|parsed-literal)::.*|::)\s*$")
_REMARK = re.compile(r"^(\s*)\.\.\s+(?![\w:-]+::|_|\[|\|)\S")
_ITEM = re.compile(r"^\s*(?:[-*+•]|\d+[.)])\s")
_NOT = frozenset({"not", "no", "never", "none", "nor", "neither", "without"})


def statements(text: str) -> tuple[str, ...]:
    """The sentences of a Markdown, rst or AsciiDoc document that it states itself."""
    return sentences(stated(text))


def stated(text: str, lines: tuple[int, int] = (0, 0)) -> str:
    """The part of a document that states something; of some `lines`, counted from 1, where they are given.

    Sections about options, alternatives, pros and cons are left out with their subsections; so are code, comments,
    what is struck through, quoted blocks, what is still to be done ("- [ ]") and lists below words that deny them
    ("We don't use:"). An option that was weighed and rejected reads like a decision when it stands alone: that is why
    some lines are judged by the whole document.
    """
    first, last = lines
    kept = (line for number, line in _kept(_visible(text).split("\n")) if not first or first <= number <= last)
    return "\n".join(kept)


def is_weighed(heading: str) -> bool:
    """Whether a heading, or one above it, is about options that a document weighs."""
    return bool(_WEIGHED.search(heading))


def _visible(text: str) -> str:
    """The text without HTML comments and what is struck out; its lines keep their numbers."""
    return _UNSEEN.sub(lambda found: "\n" * found.group().count("\n"), text)


def _kept(lines: list[str]) -> Iterator[tuple[int, str]]:
    """The lines that state something, with their numbers from 1."""
    order: list[str] = []
    hidden, literal, fenced, denied, quoted, before = 0, -1, False, False, False, ""
    for number, line in enumerate(lines, 1):
        if _FENCE.match(line) and (fenced or not _underlines(line, lines[number - 2] if number > 1 else "")):
            fenced = not fenced
            continue
        indent = len(line) - len(line.lstrip())
        if literal >= 0 and line.strip() and indent <= literal:
            literal = -1
        quoted = bool(_QUOTE.match(line)) and (quoted or not (before.lstrip().startswith(">") or _CALLOUT.match(line)))
        if fenced or quoted or _UNDONE.match(line) or (literal >= 0 and line.strip()):
            continue
        level, title = _heading(line, lines[number] if number < len(lines) else "", order)
        if level:
            hidden = 0 if hidden and level <= hidden else hidden
            if not hidden and (_WEIGHED.search(title) or (level > 1 and _DENIED.search(title))):
                hidden = level
        denied = _is_denied(denied, before, line, indent)
        before = line if not line.strip() or level else f"{before} {line}" if before.strip() else line
        if not line.strip() and denied:
            before = ""
        remark = _REMARK.match(line)
        if (opened := remark or _LITERAL.match(line)) is not None:
            literal = len(opened[1])
        if not hidden and not remark and not (denied and line.strip()):
            yield number, line


def _underlines(line: str, above: str) -> bool:
    """Whether a line of marks is a heading's underline in rst rather than a fence."""
    return bool(_UNDERLINE.match(line) and above.strip()) and len(line.rstrip()) >= len(above.rstrip()) * 0.5


def _is_denied(denied: bool, before: str, line: str, indent: int) -> bool:
    """Whether a line is an item of a list that the paragraph before denies: "These are not supported:"."""
    if not line.strip():
        return denied or _denies(before)
    item = _ITEM.match(line) is not None
    return (item or indent > 0) if denied else item and _denies(before)


def _denies(paragraph: str) -> bool:
    if not paragraph.rstrip().endswith(":"):
        return False
    return any(word.form in _NOT or word.form in REJECTING for word in words(re.split(r"(?<=[.!?])\s", paragraph)[-1]))


def _heading(line: str, below: str, order: list[str]) -> tuple[int, str]:
    """Level and title of a heading; 0 where the line is none. `order` collects rst's underlines as they come."""
    found = _MARKDOWN.match(line)
    if found:
        return len(found[1]), found[2]
    under = _UNDERLINE.match(below)
    if under and not _UNDERLINE.match(line) and _underlines(below, line):
        if under[1] not in order:
            order.append(under[1])
        return order.index(under[1]) + 1, line.strip()
    return 0, ""
