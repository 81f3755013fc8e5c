"""Verbs that state supersession or amendment in a text, each with the text after it.

Only what is said of the whole record replaces it: "the flag is replaced by ADR-5", "supersedes parts of ADR-3" amend.
"""

import re
from collections.abc import Iterator

from scrubjay.model.decision import Relation
from scrubjay.model.pattern import pattern
from scrubjay.text.sentences import End, split_at
from scrubjay.text.words import Word, words

_ENDED = r"(?:supers?[ce]+ded|replaced|obsoleted)"
_WHOLLY = r"(?:entirely|fully|completely|wholly|in\s+full)"
_NAMED = r"\[|`|:doc:|<<|xref:|(?:ADR|KEP|RFC)[-_ #]?\d"
_PART = r"(?:partial(?:ly)?|partly|in\s+part)"
_VERBS: tuple[tuple[Relation, str], ...] = (
    (
        "amended-by",
        rf"(?:amended|extended)\s+by|{_PART}\s+{_ENDED}(?:\s+by|(?=\W{{1,6}}\[))|{_ENDED}\s+{_PART}\s+by",
    ),
    # "Superseded: 2019-12-19 by", "Superseded (as never built) by", "Superseded [0019]", "Superseded. See [this](x.md)"
    (
        "superseded-by",
        rf"{_ENDED}\s+(?:{_WHOLLY}\s+)?by|deprecated\s+by(?=\W{{1,6}}(?:{_NAMED}))"
        r"|supers?[ce]+ded(?:\s*[:(,–—-]|\s+(?:on|in|as|since)\b)[^\n;.]{0,60}?\bby\b"
        rf"|supers?[ce]+ded(?:[\s:,.–—→>*_-]|\()*(?:(?:please\s+)?(?:see|use)\s+|in\s+favou?r\s+of\s+)?(?={_NAMED})"
        rf"|supers?[ce]+ded\b[^\n.;]{{0,200}}?\bsee\s+(?={_NAMED})",
    ),
    (
        "amends",
        rf"amends|extends|{_PART}\s+(?:supers?[ce]+des?|replaces?)\b|(?:supers?[ce]+des|replaces)\s+{_PART}",
    ),
    ("supersedes", r"(?:supers?[ce]+des|supers?[ce]+ding|replaces|obsoletes)\b"),
)
_VERB = pattern("|".join(f"(?P<v{i}>{form})" for i, (_, form) in enumerate(_VERBS)), re.IGNORECASE)
_STEM = pattern(r"\b(?:supers?[ce]+d|replac|amend|obsolet)", re.IGNORECASE)
_UNSAID = pattern(
    r"(?:\b(?:not|never|nor|no\s+longer|will|would|shall|may|might|could|can|should|must|soon|to|if|until|unless|once|when)|n['’]t)\s+"
    r"(?:(?:be|been|is|was|has|it|this|get|fully|yet)\s+){0,3}$",
    re.IGNORECASE,
)
_CONDITION = pattern(r"\b(?:once|if|unless|as\s+soon\s+as)\b(?![^\[\n]*\])", re.IGNORECASE)
_TARGET_AHEAD = pattern(r"\[|`|:doc:|:ref:|<<|xref:|\b[A-Z]{2,5}s?[-_ #]?\d|\d{1,6}-\w|#\d")
_CLAUSE_END = pattern(r"[.;:,–—]\s|\(|\s[-–—→]\s|\n")
_WHOLE = pattern(
    r"(?:this|the|present|made|now|also|hereby|fully|completely|entirely|wholly|later|since|then|and|but|is|was|has|have|been|being|as|it|note|nb"
    r"|update|important|warning|status|adrs?|keps?|rfcs?|decisions?|records?|documents?|proposals?|enhancements?|policy"
    r"|accepted|approved|adopted|final|active|inactive|proposed|draft|implemented|implementable|deprecated|obsolete|rejected|withdrawn|provisional"
    r"|supers?[ce]+ded|replaced|done|active|retired|of|on|by|in|\d[\d./-]*|january|february|march|april|may|june|july|august|september|october"
    r"|november|december)",
    re.IGNORECASE,
)
_WITHIN = pattern(r"\w\s+(?:of|in|from)\s+\W*$", re.IGNORECASE)
_LOWER_WORD = pattern(r"\W*([a-z][a-z-]*)\s")
_NTH = pattern(r"\d\s+(?:of|in|from)\b", re.IGNORECASE)
_OWNED = pattern(r"(?:\[[^\]\n]{0,300}\]\([^)\n]{0,300}\)|[A-Z]{2,5}[-_ #]?\d+)(?:['’]s\b|\s*§)")
_OPEN_END = pattern(rf"(?:\bby|\b{_ENDED}|\b(?:supers?[ce]+des|replaces|amends|obsoletes))\W*$", re.IGNORECASE)

_LINK = pattern(r"!?\[[^\]\n]{0,300}\]\([^)\n]{0,300}\)")
_LIMIT = pattern(
    rf"\b(?:for|in|on)\b.{{1,80}}\bonly\b|\bonly\s+(?:for|in|on|as|where|when)\b|\bexcept\b|\b{_PART}\b"
    r"|\bas\s+(?:regards|far\s+as)\b|\b(?:regarding|concerning)\b|\bwith\s+(?:respect|regard)\s+to\b",
    re.IGNORECASE,
)
_PASSIVE = pattern(rf"\b{_ENDED}(?=\s+by\b|\W{{1,6}}\[)", re.IGNORECASE)


def clauses(text: str) -> Iterator[tuple[Relation, str]]:
    """Each verb of supersession or amendment with the text up to the next one; negated and future ones are left out."""
    for line in join_verb_lines(text).split("\n"):
        verbs = list(_VERB.finditer(line))
        for verb, following in zip(verbs, [*verbs[1:], None], strict=False):
            relation = _VERBS[int((verb.lastgroup or "v0")[1:])][0]
            if is_negated(line[: verb.start()]):
                continue
            behind = split_at(line[verb.end() : following.start() if following else len(line)], End.LINK)[0]
            if is_conditional(behind):
                continue
            yield _scope(relation, line[: verb.start()], behind), behind


def has_verb(text: str) -> bool:
    """Whether a text has a verb of supersession or amendment, even one that is denied or planned."""
    return bool(_VERB.search(text) or _STEM.search(text))


def join_verb_lines(text: str) -> str:
    """The text with each line that ends in a verb, such as "Superseded by", joined to the next non-empty line."""
    lines: list[str] = []
    for line in text.split("\n"):
        if lines and _OPEN_END.search(lines[-1]) and line.strip():
            lines[-1] = f"{lines[-1].rstrip()} {line.strip()}"
        elif line.strip() or not (lines and _OPEN_END.search(lines[-1])):
            lines.append(line)
    return "\n".join(lines)


def is_negated(before: str) -> bool:
    """Whether the text before a word negates or postpones it: "not yet", "will be", "once it is"."""
    return bool(_UNSAID.search(before))


def is_conditional(behind: str) -> bool:
    """Whether the text after a word makes it a plan: "once v2 ships", "if it is accepted"."""
    return bool(_CONDITION.search(behind))


def _scope(relation: Relation, before: str, behind: str) -> Relation:
    """The relation as stated, or an amendment where only a part of one of the records is concerned."""
    if relation == "superseded-by" and (not is_whole(before) or is_limited(behind)):
        return "amended-by"
    if relation == "supersedes" and not (is_whole(before) and _names_at_once(behind)):
        return "amends"
    return relation


def is_limited(behind: str) -> bool:
    """Whether the text after a verb restricts it to a part: "by ADR-1 for new services only"."""
    return bool(_LIMIT.search(split_at(_LINK.sub("#", behind), End.LINK)[0]))


def with_limits(text: str) -> str:
    """A text in which each statement restricted to a part says "partially replaced"."""
    return _PASSIVE.sub(lambda verb: "partially " * is_limited(text[verb.end() :]) + verb.group(), text)


def is_partial(field: str) -> bool:
    """Whether a field is about a part of another record: "the roles of ADR-3", "closes ADR-3 §2"; a title isn't."""
    ahead = _TARGET_AHEAD.search(field)
    if not ahead:
        return False
    before = field[: ahead.start()]
    first = _LOWER_WORD.match(before)
    prose = bool(first and not _WHOLE.fullmatch(first.group(1)))
    return prose or bool(_WITHIN.search(before) or _OWNED.match(field, ahead.start()))


def _names_at_once(behind: str) -> bool:
    """Whether a verb's object is another record as a whole, not a part of it: "the roles of ADR-3", "ADR-3's roles"."""
    ahead = _TARGET_AHEAD.search(behind)
    if not ahead:
        return True
    between = behind[: ahead.start()]
    named = all(_WHOLE.fullmatch(word.rstrip(".'’/-")) for word in words(between, Word.RECORDED))
    return named and not _NTH.search(between) and not _OWNED.match(behind, ahead.start())


def is_whole(before: str) -> bool:
    """Whether the text before a verb, in its clause, is about the record as a whole and not a part of it."""
    clause = _CLAUSE_END.split(before)[-1]
    return all(_WHOLE.fullmatch(word.rstrip(".'’/-")) for word in words(clause, Word.RECORDED))
