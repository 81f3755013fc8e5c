"""What does a decision record say? Its number, title, status, date and links, in any of the usual forms."""

import re

from scrubjay.documents.adr.fields import Fields, body_fields, front_matter, mapping
from scrubjay.documents.adr.links import links
from scrubjay.documents.adr.place import kept_for_decisions, looks_like_decision, may_be_decision, number_of, series_of
from scrubjay.documents.adr.prose import statements, without_code
from scrubjay.documents.adr.verbs import clauses, joined
from scrubjay.model.decision import Decision, Link

_DATE = re.compile(r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)")
_TITLE_NUMBER = re.compile(
    r"^(?:(?:ADR|KEP|RFC)[-_ #]?0*(\d{1,6})\s*[.:)\-–—]*\s+|0*(\d{1,6})\s*[.:)\-–—]\s+)(\S.*)$", re.IGNORECASE
)
_MARKUP = re.compile(r"[*_`\"']|<[^>]{0,100}>|!?\[([^\]]{0,300})\]\([^)]{0,300}\)")
_OF_OTHERS = re.compile(
    r"\b(?:supers?[ce]+des|replaces|amends|(?:partial(?:ly)?|partly|in\s+part)\s+(?:supers?[ce]+ded|replaced))\b[^;\n]*"
    r"|\bparts?\s+of\b[^;.\n]*\b(?:supers?[ce]+ded|replaced)\b[^;\n]*|\bnot\s+(?:yet\s+)?\w+"
    r"|\b(?:will|would|may|might|could|should|to)\s+be\s+\w+",
    re.IGNORECASE,
)
_FIRST_WORD = re.compile(r"[a-z][a-z -]{0,39}[a-z]")
_PARTLY = re.compile(r"\b(?:partial(?:ly)?|partly|in\s+part)\s+(?:supers?[ce]+ded|replaced)\b", re.IGNORECASE)
_CHOICE = re.compile(r"[\[({][^\])}\n]*[\])}]")
_OR = re.compile(r"\||\bor\b", re.IGNORECASE)
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
    if not may_be_decision(path):
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
    fields["status"] = [made for value in fields.get("status", []) if (made := _made(value))]
    said = "\n".join(fields["status"])
    named = links(fields)
    if not _is_record(path, said, number, named):
        return None
    return Decision(series_of(path), number, title[:200], _status(said, named), _date(fields, said), named)


def _is_record(path: str, said: str, number: str, named: tuple[Link, ...]) -> bool:
    """Whether it is a record: by its place and a number or status; by a number in its name and a usual status.

    Anywhere else its own text must say that it was replaced.
    """
    if kept_for_decisions(path):
        return bool(said or number)
    if looks_like_decision(path):
        return bool(_STATUS.search(said))
    return bool(said) and _status(said, named) == "superseded"


def _made(value: str) -> str:
    """A status without a choice that nobody made, such as "proposed | accepted | superseded by ...", or in brackets."""
    kept = _CHOICE.sub(lambda m: "" if len(_statuses(m.group())) > 2 else m.group(), value)
    count = len(_statuses(kept))
    return "" if count > 2 or (count == 2 and _OR.search(kept)) else kept


def _statuses(text: str) -> set[str]:
    return {found.lastgroup or "" for found in _STATUS.finditer(text)}


def _kep(path: str, fields: Fields) -> Decision | None:
    if not fields:
        return None
    number = (fields.get("number") or [number_of(path)])[0].lstrip("0") or number_of(path)
    title = " ".join((fields.get("title") or [""])[0].split())[:200]
    status, named = "\n".join(fields.get("status", [])), links(fields)
    folded = _status(status, named)
    word = _FIRST_WORD.match(status.strip().lower())
    own = word.group() if word and word.group() != folded else ""
    return Decision("KEP", number, title, folded, _date(fields, status), named, own)


def _status(text: str, named: tuple[Link, ...] = ()) -> str:
    """The usual word for a status; the record's own where there is none; "" for nothing.

    A record that names its successor is superseded, wherever it says so. "Supersedes ADR-2" says nothing of its own
    standing, and "partly superseded" leaves it standing.
    """
    if any(link.relation == "superseded-by" for link in named):
        return "superseded"
    plain = joined(_MARKUP.sub(r"\1", text[:4000]))
    own = _OF_OTHERS.sub(" ", plain).strip()
    if _says_replaced(own):
        return "superseded"
    known = _STATUS.search(own)
    if known:
        return known.lastgroup or ""
    if not own and _PARTLY.search(plain):
        return "partly superseded"
    first = re.split(r"[\n.;,(]|\s-\s", own or plain.strip(), maxsplit=1)[0]
    return " ".join(first.lower().split())[:40]


def _says_replaced(own: str) -> bool:
    """Whether a status says of the whole record that something replaced it, also where it doesn't name a record."""
    return any(relation == "superseded-by" for relation, _ in clauses(own))


def _date(fields: Fields, status: str) -> str:
    for text in (*fields.get("date", []), status):
        found = _DATE.search(text)
        if found and 1 <= int(found.group(2)) <= 12 and 1 <= int(found.group(3)) <= 31:
            return found.group()
    return ""
