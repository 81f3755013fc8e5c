"""Which other decisions does a record name, and how does it stand to them?"""

import re
from collections.abc import Iterator

from scrubjay.documents.adr.fields import Fields
from scrubjay.model.decision import Link, Relation

MOST = 50
_VERBS: tuple[tuple[Relation, str], ...] = (
    (
        "amended-by",
        r"amended\s+by|extended\s+by|partial(?:ly)?\s+(?:supers?[ce]+ded|replaced)\s+by"
        r"|(?:supers?[ce]+ded|replaced)\s+(?:in\s+part|partial(?:ly)?)\s+by",
    ),
    ("superseded-by", r"supers?[ce]+ded\s+by|replaced\s+by|obsoleted\s+by"),
    (
        "amends",
        r"amends|extends|partial(?:ly)?\s+(?:supers?[ce]+des|replaces)\b|(?:supers?[ce]+des|replaces)\s+"
        r"(?:in\s+part|partial(?:ly)?|parts?\s+of|(?:the\s+)?[\w -]{0,40}?\b(?:sections?|parts?|chapters?)\s+of)\b",
    ),
    ("supersedes", r"(?:supers?[ce]+des|replaces|obsoletes)\b"),
)
_VERB = re.compile("|".join(f"(?P<v{i}>{form})" for i, (_, form) in enumerate(_VERBS)), re.IGNORECASE)
_UNSAID = re.compile(
    r"(?:\b(?:not|never|nor|no\s+longer|will|would|may|might|could|can|should|must|to|if|until|unless|once|when)|n't)\s+"
    r"(?:(?:be|been|is|was|has|it|this|get|fully|yet)\s+){0,3}$",
    re.IGNORECASE,
)
_AT_ONCE = re.compile(r"[\s:,;#&*_(]*(?:(?:and|or|by|adr|kep|rfc|decision|record|number|no\.?)[\s#:]*)*", re.IGNORECASE)
_TARGET = re.compile(
    r"\[(?P<label>[^\]\n]{0,300})\]\((?P<md>[^)\s]{1,300})\)"
    r"|`[^`<\n]{0,300}<(?P<rst>[^>\n]{1,300})>`_*"
    r"|:doc:`(?:[^`<\n]*<)?(?P<doc>[^`>\n]{1,300})>?`"
    r"|(?:xref|link):(?P<adoc>[^\[\s]{1,300})\["
    r"|\b(?P<series>ADR|KEP|RFC)[-_ #]?0*(?P<number>\d{1,6})\b"
    r"|(?P<path>(?<![\w./-])[\w./-]{0,200}\bkeps?/[\w./-]{1,200})"
    r"|(?P<file>\b0*\d{1,6}-[\w.-]{3,200}\.(?:md|rst|adoc|txt))"
    r"|(?<![\w./-])#?0*(?P<bare>\d{1,4})(?![\w./-])",
    re.IGNORECASE,
)


def links(fields: Fields) -> tuple[Link, ...]:
    """The links of a record, from its own fields and from verbs in its status and text, each once, in order.

    A bare number counts in a field, and in a status where it stands at once behind the verb.
    """
    found: dict[Link, None] = {}
    for relation in ("supersedes", "superseded-by", "amends", "amended-by"):
        for text in fields.get(relation, []):
            found.update((Link(relation, target), None) for target in _targets(text))
    for name in ("status", "related"):
        for relation, text in _clauses("\n".join(fields.get(name, []))):
            found.update((Link(relation, target), None) for target in _targets(text, name))
    return tuple(found)[:MOST]


def _clauses(text: str) -> Iterator[tuple[Relation, str]]:
    """Each verb with the text up to the next one, on its line. What is denied, or said to come, is no clause."""
    for line in text.split("\n"):
        verbs = list(_VERB.finditer(line))
        for verb, following in zip(verbs, [*verbs[1:], None], strict=False):
            relation = _VERBS[int((verb.lastgroup or "v0")[1:])][0]
            if _UNSAID.search(line[: verb.start()]):
                continue
            yield relation, line[verb.end() : following.start() if following else len(line)]


def _targets(text: str, place: str = "field") -> Iterator[str]:
    """A number of the same series such as "9", "RFC-9" for another one, or a path as it is written."""
    end = 0
    for found in _TARGET.finditer(text[:2000]):
        between, end = text[end : found.start()], found.end()
        at_once = place == "status" and _AT_ONCE.fullmatch(between)
        if found.lastgroup == "bare" and place != "field" and not at_once:
            continue
        kind, value = found.lastgroup or "", found.group(found.lastgroup or 0)
        series = (found.group("series") or "").upper()
        if kind in ("number", "bare"):
            number = value.lstrip("0") or "0"
            yield f"{series}-{number}" if series in ("KEP", "RFC") else number
        elif kind in ("file", "path") or not re.match(r"[a-z]+:", value, re.IGNORECASE):
            yield value.partition("#")[0]
        else:
            name = value.partition("#")[0].rstrip("/").rpartition("/")[2]
            if re.match(r"\d{1,6}-|adr", name, re.IGNORECASE):
                yield name
            else:
                yield from _targets(found.group("label") or "", place)
