"""What does a decision record say? Its number, title, status, date and links, in any of the usual forms."""

import re

from scrubjay.documents.adr.fields import Fields, body_fields, front_matter, mapping
from scrubjay.documents.adr.links import links
from scrubjay.documents.adr.place import kept_for_decisions, looks_like_decision, number_of, series_of
from scrubjay.documents.adr.prose import statements, without_code
from scrubjay.model.decision import Decision

_DATE = re.compile(r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)")
_TITLE_NUMBER = re.compile(
    r"^(?:(?:ADR|KEP|RFC)[-_ #]?0*(\d{1,6})\s*[.:)\-–—]*\s+|0*(\d{1,6})\s*[.:)\-–—]\s+)(\S.*)$", re.IGNORECASE
)
_MARKUP = re.compile(r"[*_`\"']|<[^>]{0,100}>|!?\[([^\]]{0,300})\]\([^)]{0,300}\)")
_OF_OTHERS = re.compile(
    r"\b(?:supers?[ce]+des|replaces|amends|partial(?:ly)?\s+(?:supers?[ce]+ded|replaced))\b[^;\n]*|\bnot\s+(?:yet\s+)?\w+"
    r"|\b(?:will|would|may|might|could|should|to)\s+be\s+\w+",
    re.IGNORECASE,
)
_REPLACED = re.compile(r"\b(?:supers?[ce]+ded|replaced|obsoleted)\s+by\b", re.IGNORECASE)
_STATUS = re.compile(
    r"\b(?:(?P<superseded>supers?[ce]+ded|replaced)|(?P<rejected>reject|declin|withdrawn)|(?P<deprecated>deprecat|obsolet|retired)"
    r"|(?P<implemented>implemented|done\b)|(?P<implementable>implementable)|(?P<proposed>propos|pending|in review)"
    r"|(?P<draft>draft|provisional|wip\b)|(?P<accepted>accept|approv|adopted|active\b|decided))",
    re.IGNORECASE,
)


def parse_decision(path: str, text: str, format: str) -> Decision | None:
    """The decision record at a path, or None when it holds none.

    In a folder of decisions a number or a status is enough; elsewhere the status must be a usual one.
    """
    if not looks_like_decision(path):
        return None
    if format == "kep":
        return _kep(path, mapping(text))
    fields, body = front_matter(text)
    prose = without_code(body, format)
    found, heading = body_fields(prose)
    for name, values in found.items():
        fields.setdefault(name, values)
    fields.setdefault("related", []).extend(statements(prose))
    number = number_of(path)
    title = " ".join((fields.get("title") or [heading])[0].split())
    numbered = _TITLE_NUMBER.match(title[:300])
    if numbered:
        number, title = number or numbered.group(1) or numbered.group(2), numbered.group(3)
    # "proposed | accepted | superseded by ..." is a template's choice that nobody made.
    fields["status"] = [value for value in fields.get("status", []) if value.count("|") < 2]
    said = "\n".join(fields["status"])
    if not (_STATUS.search(said) or (kept_for_decisions(path) and (said or number))):
        return None
    return Decision(series_of(path), number, title[:200], _status(said), _date(fields, said), links(fields))


def _kep(path: str, fields: Fields) -> Decision | None:
    if not fields:
        return None
    number = (fields.get("number") or [number_of(path)])[0].lstrip("0") or number_of(path)
    title = " ".join((fields.get("title") or [""])[0].split())[:200]
    status = "\n".join(fields.get("status", []))
    return Decision("KEP", number, title, _status(status), _date(fields, status), links(fields))


def _status(text: str) -> str:
    """The usual word for a status; the record's own where there is none; "" for nothing.

    "Supersedes ADR-2" in a status says nothing of this record's own standing; "superseded by" says it anywhere.
    """
    own = _OF_OTHERS.sub(" ", _MARKUP.sub(r"\1", text[:4000])).strip()
    if _REPLACED.search(own):
        return "superseded"
    known = _STATUS.search(own)
    if known:
        return known.lastgroup or ""
    first = re.split(r"[\n.;,(]|\s-\s", own, maxsplit=1)[0]
    return " ".join(first.lower().split())[:40]


def _date(fields: Fields, status: str) -> str:
    for text in (*fields.get("date", []), status):
        found = _DATE.search(text)
        if found and 1 <= int(found.group(2)) <= 12 and 1 <= int(found.group(3)) <= 31:
            return found.group()
    return ""
