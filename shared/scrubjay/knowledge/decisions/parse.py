"""Parser of a decision record: number, title, status, date and links."""

import posixpath
import re
from collections.abc import Iterator
from unicodedata import is_normalized, normalize

from scrubjay.knowledge.decisions.fields import RELATIONS, Fields, body_fields, front_matter, mapping, opening
from scrubjay.knowledge.decisions.naming import (
    declared_series,
    has_record_number,
    looks_like_decision,
    may_declare_decision,
    names_decisions,
    number_of,
    series_of,
)
from scrubjay.knowledge.decisions.stated import (
    in_any_language,
    statements,
    statements_elsewhere,
    with_links,
    without_code,
)
from scrubjay.knowledge.decisions.status import custom_status, has_status_word, status_of
from scrubjay.knowledge.decisions.verbs import clauses, has_verb, is_limited, is_partial
from scrubjay.model.decision import Decision, Link, Relation, is_date
from scrubjay.model.pattern import pattern

MAX_LINKS = 50
_IN_PART: dict[Relation, Relation] = {"supersedes": "amends", "superseded-by": "amended-by"}
"""The weaker form of each relation, for a part of a record; dropped where the whole-record form has the same target."""

_AT_ONCE = pattern(
    r"[\s:,;#&*_`(]*(?:(?:and|or|by|adrs?|keps?|rfcs?|decisions?|records?|number|no\.?)[\s#:_`]*)*", re.IGNORECASE
)
_NO_RECORD = pattern(r"/(?:pulls?|issues|merge_requests|commits?|discussions)/\d", re.IGNORECASE)
"""Links to a pull request or an issue: the number isn't a record's."""

_IN_A_REPOSITORY = pattern(r"/(?:blob|tree)/[^/\s]+/(?P<path>[^\s#?]+\.(?:md|rst|adoc|txt|markdown))", re.IGNORECASE)
_TARGET = pattern(
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
    """The record that a link means: its path in this repository, a record's file name, or what the label names."""
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


_DATE = pattern(r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)")
_UNTIL = pattern(
    r"\b(?:until|till|expir\w+|through|will|shall|to\s+be)\b[^\n.;]{0,80}?\d{4}-\d\d-\d\d(?!\d)", re.IGNORECASE
)
"""A day in what a status says of the future."""

_TITLE_NUMBER = pattern(
    r"^(?:(?:(?:[A-Za-z]+ ){0,2}[A-Z]{2,6}|(?i:ADR|KEP|RFC))[-_ #]?0*(\d{1,6})\s*[.:)\-–—]*\s+"
    r"|0*(\d{1,6})\s*[.:)\-–—]\s+|0(\d{2,5})\s+|(?:(?i:ADR)[-_ #]?)?0*(\d{1,6})\s*[：、．]\s*)(\S.*)$"
)


def parse_decision(path: str, text: str, format: str) -> Decision | None:
    """The decision record at a path, or None when it holds none.

    In a folder of decisions a number or a status is enough; elsewhere the status must be a usual one.
    """
    if not may_declare_decision(path):
        return None
    if format == "kep":
        return _kep(path, mapping(text))
    fields, body = front_matter(text if is_normalized("NFC", text) else normalize("NFC", text))
    prose = without_code(with_links(body), format)
    in_body, heading = body_fields(prose)
    block = {} if fields else opening(body)
    is_example = not {*in_body.get("status", [])} <= {*block.get("status", [])}  # beside another status
    for name, values in (in_body if is_example else in_body | block).items():
        fields.setdefault(name, values)
    heading = " ".join((fields.get("title") or [heading])[0].split())[:300]
    itself = declared_series(path, heading, fields.get("series", []), prose)
    number, title = _numbered(heading, number_of(path))
    in_any_language(fields, prose, number)
    series, status_text = itself or series_of(path), "\n".join(fields["status"])
    if not itself and not _may_be_record(path, status_text, number, fields):
        return None  # before its sentences are read, which takes most of the time
    fields.setdefault("related", []).extend([*statements(prose, series), *statements_elsewhere(prose, number)])
    named = links(fields, series)
    status = _status(status_text, named)
    if not itself and not _is_record(path, status):
        return None
    word = custom_status(status_text, status) if series in ("KEP", itself) and series != "ADR" else ""
    return Decision(
        series=series,
        number=number,
        title=title[:200],
        status=status,
        date=_date(fields, status_text),
        links=named,
        word=word,
    )


def _numbered(heading: str, number: str) -> tuple[str, str]:
    """A heading's record number, and its title without the number."""
    match = _TITLE_NUMBER.match(heading)
    return (
        (number or next(filter(None, match.groups())).lstrip("0"), match.groups()[-1]) if match else (number, heading)
    )


def _may_be_record(path: str, status_text: str, number: str, fields: Fields) -> bool:
    """Whether a text that doesn't name itself a record may still be one, by its path and its fields.

    Where the path says "decision", a number or a status makes one. Elsewhere a name such as `0007-x.md` needs a usual
    status or a field that names another record, and any other name a status.
    """
    if names_decisions(path):
        return bool(status_text or number)
    if has_record_number(path):
        return has_status_word(status_text) or any(fields.get(relation) for relation in RELATIONS)
    return bool(status_text)


def _is_record(path: str, status: str) -> bool:
    """Whether a possible record is one: outside of decision folders only if replaced, or rejected and so named."""
    if names_decisions(path) or has_record_number(path):
        return True
    return status == "superseded" or (status == "rejected" and looks_like_decision(path))


def _kep(path: str, fields: Fields) -> Decision | None:
    """The decision in a kep.yaml, by its fields; None where it has none."""
    if not fields:
        return None
    number = (fields.get("number") or [number_of(path)])[0].lstrip("0") or number_of(path)
    title = " ".join((fields.get("title") or [""])[0].split())[:200]
    status_text, named = "\n".join(fields.get("status", [])), links(fields, "KEP")
    status = _status(status_text, named)
    return Decision(
        series="KEP",
        number=number,
        title=title,
        status=status,
        date=_date(fields, status_text),
        links=named,
        word=custom_status(status_text, status),
    )


def _status(status_text: str, named: tuple[Link, ...]) -> str:
    """ "superseded" where the record names its successor anywhere; else the status that it states."""
    return "superseded" if any(link.relation == "superseded-by" for link in named) else status_of(status_text)


def _date(fields: Fields, status: str) -> str:
    """The first day in the date field or status, without the end of a validity, as in "valid until 2030-01-01"."""
    for text in fields.get("date", []):
        match = _DATE.search(text)
        if match and is_date(match.group()):
            return match.group()
    match = _DATE.search(_UNTIL.sub("", status))
    return match.group() if match and is_date(match.group()) else ""
