"""Parser of a decision record: number, title, status, date and links."""

import re
from unicodedata import is_normalized, normalize

from scrubjay.knowledge.decisions.fields import RELATIONS, Fields, body_fields, front_matter, mapping, opening
from scrubjay.knowledge.decisions.links import links
from scrubjay.knowledge.decisions.naming import (
    declared_series,
    has_record_number,
    looks_like_decision,
    may_declare_decision,
    names_decisions,
    number_of,
    series_of,
)
from scrubjay.knowledge.decisions.prose import statements, with_links, without_code
from scrubjay.knowledge.decisions.stated import in_any_language, statements_elsewhere
from scrubjay.knowledge.decisions.status import custom_status, has_status_word, status_of
from scrubjay.model.dated import is_date
from scrubjay.model.decision import Decision, Link

_DATE = re.compile(r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)")
_UNTIL = re.compile(
    r"\b(?:until|till|expir\w+|through|will|shall|to\s+be)\b[^\n.;]{0,80}?\d{4}-\d\d-\d\d(?!\d)", re.IGNORECASE
)
"""A day in what a status says of the future."""

_TITLE_NUMBER = re.compile(
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
    """A record's number and its title without it."""
    match = _TITLE_NUMBER.match(heading)
    return (
        (number or next(filter(None, match.groups())).lstrip("0"), match.groups()[-1]) if match else (number, heading)
    )


def _may_be_record(path: str, status_text: str, number: str, fields: Fields) -> bool:
    """Whether path and fields of a text that doesn't name itself leave room for a record.

    Where the path says "decision", a number or a status makes one. Elsewhere a name such as `0007-x.md` needs a usual
    status or a field that names another record, and any other name a status.
    """
    if names_decisions(path):
        return bool(status_text or number)
    if has_record_number(path):
        return has_status_word(status_text) or any(fields.get(relation) for relation in RELATIONS)
    return bool(status_text)


def _is_record(path: str, status: str) -> bool:
    """Whether what may be a record is one: a number elsewhere needs one replaced or rejected, another name replaced."""
    if names_decisions(path) or has_record_number(path):
        return True
    return status == "superseded" or (status == "rejected" and looks_like_decision(path))


def _kep(path: str, fields: Fields) -> Decision | None:
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
    """Superseded where the record names its successor, wherever it says so; else the stated status."""
    return "superseded" if any(link.relation == "superseded-by" for link in named) else status_of(status_text)


def _date(fields: Fields, status: str) -> str:
    """The first day of a field or the status, but none until which the record holds: "valid until 2030-01-01"."""
    for text in fields.get("date", []):
        match = _DATE.search(text)
        if match and is_date(match.group()):
            return match.group()
    match = _DATE.search(_UNTIL.sub("", status))
    return match.group() if match and is_date(match.group()) else ""
