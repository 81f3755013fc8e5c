"""Status of a decision record by its own words: a usual word, the record's own, or none.

A status is stated in clauses. A clause counts when it speaks of this record as a whole, and of the present: not when it
is negated, in the future, struck out, about a part, or about another record.
"""

import re

from scrubjay.knowledge.decisions.verbs import clauses, is_conditional, is_negated, is_whole, join_verb_lines

_FOLDED = re.compile(
    r"\b(?:(?P<superseded>supers?[ce]+ded|replaced|obsoleted(?=\s+by))"
    r"|(?P<rejected>reject|declin|withdr[ae]wn|abandon|cancell?ed)"
    r"|(?P<deprecated>deprecat|obsolet|retired|inactive\b|discontinued)"
    r"|(?P<implemented>implemented|done\b)|(?P<implementable>implementable)"
    r"|(?P<proposed>propos|pending|review\b|final comment|last call)|(?P<draft>draft|provisional|wip\b)"
    r"|(?P<accepted>accept|approv|adopted|ratified|active\b|decided|final\b|recommended\b))",
    re.IGNORECASE,
)
_MARKUP = re.compile(r"[*_`\"]|(?<!\w)'|'(?!\w)|<[^>]{0,100}>|!?\[([^\]]{0,300})\]\([^)]{0,300}\)")
_STRUCK = re.compile(r"~~[^~\n]{1,500}~~|<(?P<tag>s|del|strike)>[^\n]{0,500}?</(?P=tag)>", re.IGNORECASE)
_CHOICE = re.compile(r"[\[({][^\])}\n]*[\])}]")
_OR = re.compile(r"\||\bor\b", re.IGNORECASE)
_CLAUSE = re.compile(r"[\n;()\[\]]|[.,:](?=\s|$)|\s[-–—→]\s")
_OTHER = re.compile(
    r"\b(?:supers?[ce]+(?:des?|ding)|replaces|replacing|amends|amended\s+by|extends|extended\s+by|obsoletes)\b",
    re.IGNORECASE,
)
_PARTLY = re.compile(
    r"\b(?:partial(?:ly)?|partly|in\s+part)\s+(?:supers?[ce]+ded|replaced)\b"
    r"|\b(?:supers?[ce]+ded|replaced)\s+(?:partial(?:ly)?|partly|in\s+part)\b",
    re.IGNORECASE,
)
_FIRST_WORD = re.compile(r"[^\W\d_][\w -]{0,39}")


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
    """The status that a text gives its record: superseded before all, else the first usual word, else its own.

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
        for word, before in _said(clause):
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
    """The record's own status word where it isn't a usual one, such as a KEP's provisional; else ""."""
    match = _FIRST_WORD.match(_MARKUP.sub(r"\1", text).strip().lower())
    word = " ".join(match.group().split()) if match else ""
    return word if word != folded else ""


def _said(clause: str) -> list[tuple[str, str]]:
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
