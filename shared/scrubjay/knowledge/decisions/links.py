"""Links from a decision record to other decisions, each with its relation."""

import posixpath
import re
from collections.abc import Iterator

from scrubjay.knowledge.decisions.fields import RELATIONS, Fields
from scrubjay.knowledge.decisions.verbs import clauses, has_verb, is_limited, is_partial
from scrubjay.model.decision import Link, Relation

MAX_LINKS = 50
_IN_PART: dict[Relation, Relation] = {"supersedes": "amends", "superseded-by": "amended-by"}
"""The weaker form of each relation, for a part of a record; dropped where the whole-record form has the same target."""

_AT_ONCE = re.compile(
    r"[\s:,;#&*_`(]*(?:(?:and|or|by|adrs?|keps?|rfcs?|decisions?|records?|number|no\.?)[\s#:_`]*)*", re.IGNORECASE
)
_NO_RECORD = re.compile(r"/(?:pulls?|issues|merge_requests|commits?|discussions)/\d", re.IGNORECASE)
"""Links to a pull request or an issue: the number isn't a record's."""

_IN_A_REPOSITORY = re.compile(r"/(?:blob|tree)/[^/\s]+/(?P<path>[^\s#?]+\.(?:md|rst|adoc|txt|markdown))", re.IGNORECASE)
_TARGET = re.compile(
    r"\[(?P<label>[^\]\n]{0,300})\]\(\s*(?P<md>[^)\s]{1,300})\)"
    r"|`[^`<\n]{0,300}<(?P<rst>[^>\n]{1,300})>`_*"
    r"|:doc:`(?:[^`<\n]*<)?(?P<doc>[^`>\n]{1,300})>?`"
    r"|(?:xref|link):(?P<adoc>[^\[\s]{1,300})\[[^\]\n]{0,300}\]?"
    r"|\bhttps?://[^\s)\]>\"']{1,300}?/(?:blob|tree)/[^/\s]{1,100}/(?P<blob>[\w./-]{1,300}\.(?:md|rst|adoc|txt))"
    r"|\b(?P<series>ADR|KEP|RFC|(?-i:TEP|OEP|OTEP|PEP|JEP|DDR|DR|EP|AD))s?[-_ #]{0,2}0*(?P<number>\d{1,6})\b"
    r"|(?<![\w-])(?P<of>(?-i:[A-Z]{2,6}))[-_ ]?0*(?P<named>\d{1,6})\b(?![./-]\w)"
    r"|(?P<path>(?<![\w./-])[\w./-]{0,200}\bkeps?/[\w./-]{1,200})"
    r"|(?P<any>(?<![\w./:-])/?[\w-][\w./-]{0,300}\.(?:md|rst|adoc|txt))\b"
    r"|(?P<file>\b0*\d{1,6}-[\w.-]{3,200}\.(?:md|rst|adoc|txt))"
    r"|(?<![\w./-])(?P<slug>(?:0\d{1,5}|\d{8})-[a-z][\w-]{2,200})(?![\w./-])"
    r"|(?<![A-Za-z0-9./#§-])(?:_|#)?0*(?P<bare>\d{1,4})(?![\w./-])",
    re.IGNORECASE,
)


def links(fields: Fields, series: str) -> tuple[Link, ...]:
    """The links of a record of a series, from its fields and from verbs in its status and text, without duplicates.

    A bare number counts in a field, and in a status directly after the verb; so does a number of its own series, as
    CIP-12 in a CIP.
    """
    collected: dict[Link, None] = {}
    for relation in RELATIONS:
        for text in fields.get(relation, []):
            partly = is_partial(text) if relation == "supersedes" else is_limited(text)
            stated = _IN_PART.get(relation, relation) if partly else relation
            collected.update((Link(stated, target), None) for target in _targets(text))
    for name in ("status", "related"):
        for relation, text in clauses("\n".join(fields.get(name, []))):
            collected.update((Link(relation, target), None) for target in _targets(text, name, series))
    known = {link.target for link in collected}
    named = (target for text in fields.get("named", []) if not has_verb(text) for target in _targets(text, "named"))
    collected.update((Link("named", target), None) for target in named if target not in known)
    more = {Link(part, link.target) for link in collected for full, part in _IN_PART.items() if link.relation == full}
    return tuple(link for link in collected if link not in more)[:MAX_LINKS]


def _targets(text: str, place: str = "field", own_series: str = "") -> Iterator[str]:
    """Link targets: "9" for a number of the same series, "RFC-9" for another one, or a path as written."""
    end, numbered = 0, False
    for match in _TARGET.finditer(text[:2000]):
        between, end = text[end : match.start()], match.end()
        kind, value = match.lastgroup or "", match.group(match.lastgroup or 0)
        at_once = (place == "status" or numbered) and _AT_ONCE.fullmatch(between)
        if kind == "named" and place != "field" and not (at_once and match.group("of") == own_series):
            continue
        if kind == "bare" and place != "field" and not at_once:
            continue
        numbered = kind in ("number", "bare", "named")
        if numbered:
            series, number = (match.group("series") or "").upper(), value.lstrip("0") or "0"
            yield f"{series}-{number}" if series in ("KEP", "RFC") else number
        else:
            yield from _linked(value, match.group("label") or "", place)


def _linked(value: str, label: str, place: str) -> Iterator[str]:
    """The target of a link or path: a path of this repository, a record's file name, or what the label names."""
    inside = _IN_A_REPOSITORY.search(value)
    path = value.partition("#")[0]
    if not path:
        return  # a heading of the record itself
    if not re.match(r"[a-z]+:", value, re.IGNORECASE):
        yield path
    elif inside and not re.match(r"\d", posixpath.basename(inside["path"])):
        yield inside["path"]
    elif not _NO_RECORD.search(value):
        name = path.rstrip("/").rpartition("/")[2]
        if re.match(r"\d{1,6}-|adr", name, re.IGNORECASE):
            yield name
        else:
            yield from _targets(label, place)
