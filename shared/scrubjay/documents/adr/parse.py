"""What does a decision record say? Its number, title, status, date and links, in any of the usual forms."""

import re

from scrubjay.documents.adr.fields import Fields, body_fields, front_matter, mapping
from scrubjay.documents.adr.links import links
from scrubjay.documents.adr.place import looks_like_decision, number_of, series_of
from scrubjay.model.decision import Decision

_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_TITLE_NUMBER = re.compile(r"^(?:(?:ADR|KEP|RFC)[-_ #]?)?0*(\d{1,6})\s*[.:)\-–—]\s*(\S.*)$", re.IGNORECASE)
_MARKUP = re.compile(r"[*_`\"']|<[^>]{0,100}>|!?\[([^\]]*)\]\([^)]*\)")
_STATUSES = (
    ("superseded", re.compile(r"supers?[ce]ed|supercede|replaced", re.IGNORECASE)),
    ("rejected", re.compile(r"reject|declin|withdrawn", re.IGNORECASE)),
    ("deprecated", re.compile(r"deprecat|obsolete|retired", re.IGNORECASE)),
    ("implemented", re.compile(r"implemented|done\b", re.IGNORECASE)),
    ("implementable", re.compile(r"implementable", re.IGNORECASE)),
    ("proposed", re.compile(r"propos|pending|in review", re.IGNORECASE)),
    ("draft", re.compile(r"draft|provisional|wip\b", re.IGNORECASE)),
    ("accepted", re.compile(r"accept|approv|adopted|active|decided", re.IGNORECASE)),
)


def parse_decision(path: str, text: str, format: str) -> Decision | None:
    """The decision record at a path, or None when the text has neither a status nor a number of one."""
    if not looks_like_decision(path):
        return None
    if format == "kep":
        return _kep(path, mapping(text))
    fields, body = front_matter(text)
    found, heading = body_fields(body)
    for name, values in found.items():
        fields.setdefault(name, values)
    number = number_of(path)
    title = " ".join((fields.get("title") or [heading])[0].split())
    numbered = _TITLE_NUMBER.match(title)
    if numbered:
        number, title = number or numbered.group(1), numbered.group(2)
    if "status" not in fields and not number:
        return None
    status = " ".join(fields.get("status", []))
    return Decision(series_of(path), number, title[:200], _status(status), _date(fields, status), links(fields))


def _kep(path: str, fields: Fields) -> Decision | None:
    if not fields:
        return None
    number = (fields.get("number") or [number_of(path)])[0].lstrip("0") or number_of(path)
    title = " ".join((fields.get("title") or [""])[0].split())[:200]
    status = " ".join(fields.get("status", []))
    return Decision("KEP", number, title, _status(status), _date(fields, status), links(fields))


def _status(text: str) -> str:
    """The usual word for a status; the record's own where there is none; "" for nothing.

    "Supersedes ADR-2" in a status says nothing of this record's own standing.
    """
    own = re.sub(r"\b(?:supers?[ce]edes|supercedes|replaces|amends)\b[^;\n]*", " ", text, flags=re.IGNORECASE)
    first = re.split(r"(?<=[a-z])[.;,(]|\s-\s", _MARKUP.sub(r"\1", own).strip(), maxsplit=1)[0]
    for scope in (own, first):
        if scope is own and not _STATUSES[0][1].search(own):
            continue
        for name, form in _STATUSES:
            if form.search(scope):
                return name
    return " ".join(first.lower().split())[:40]


def _date(fields: Fields, status: str) -> str:
    for text in (*fields.get("date", []), status):
        found = _DATE.search(text)
        if found and 1 <= int(found.group(2)) <= 12 and 1 <= int(found.group(3)) <= 31:
            return found.group()
    return ""
