"""A status in another language, in the English words that state the same; what isn't certain is left out."""

import re
import unicodedata

from scrubjay.knowledge.decisions.days import is_month
from scrubjay.knowledge.decisions.languages import DATE, REFERENCE, RELATIONS, UNSPACED, Row, Token, rows_of
from scrubjay.knowledge.decisions.naming import REFERENCES, joined_lists, number_in, plain_reference, references
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern

_MONTH = r"[^\W\d_]{3,12}\.?"
_DATE = pattern(
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?!\d)|\d{4}\s*[年년]\s*\d{1,2}\s*[月월](?:\s*\d{1,2}\s*[日일])?|\d{1,2}\.\s?\d{1,2}\.\s?\d{4}|\d{1,2}/\d{1,2}/\d{4}"
    rf"|\d{{1,2}}(?:er|\.|º)?\s+(?:de\s+)?{_MONTH}\s+(?:de\s+)?(?:19|20)\d\d|(?<!\w){_MONTH}\s+\d{{1,2}},\s+(?:19|20)\d\d|(?<!\w)(?P<word>{_MONTH})\s+(?:19|20)\d\d(?![\w./-])|(?<![\w./-])(?:19|20)\d\d(?![\w./-])"
)
_ISO = pattern(r"\d{4}-\d\d-\d\d")
_BARE = pattern(rf"(?<![\w.,/#-])\d{{1,4}}(?![\w.,/-]\w|\w)|(?<![A-Za-z0-9.,/#-])\d{{1,4}}(?={UNSPACED.pattern})")
_TITLE = pattern(
    rf"{REFERENCE}\s*(?:[(（][^)）\n{REFERENCE}]{{1,80}}[)）]|[「『«“\"][^」』»”\"\n{REFERENCE}]{{1,80}}[」』»”\"])(?=\s*\w)"
)
_QUOTED = pattern(rf"[「『«“\"《]\s*({REFERENCE})[^」』»”\"》\n{REFERENCE}]{{0,80}}[」』»”\"》]")
_EMPHASIS = pattern(r"[*`]|(?<!\w)_+|_+(?!\w)|</?[a-zA-Z][^>\n]{0,200}>")
_BREAK = pattern(r"<br\s*/?>", re.IGNORECASE)
_PARTS = pattern(r"([,，、;；。()（）{}|\n]|[.:：!?！？](?=\W|$)|：|\s[-–—/]+\s|\s?[-=]+>\s?|\s?[→⇒➜]\s?)")
_LETTER = pattern(r"[^\W\d_]")
_CHOICES = pattern(r"[|/]")
_ENGLISH_WORD = pattern(
    r"\b(?:accepted|approved|adopted|proposed|rejected|declined|withdrawn|supers?[ce]+ded|replaced|deprecated|obsoleted?|draft|implemented"
    r"|implementable|provisional|amend(?:s|ed)|extend(?:s|ed)|supers?[ce]+des|replaces|final|pending|decision)\b",
    re.IGNORECASE,
)
_ENGLISH = {
    "ended": "superseded by", "replaces": "supersedes", "amended": "amended by", "amends": "amends",
}  # fmt: skip
_WEAKER = {"ended": "amended", "replaces": "amends"}
_SETTLED = {"either": ("ended", "replaces"), "altered": ("amended", "amends")}


@dataclass(slots=True)
class _Part:
    """A part of a text between two punctuation marks; `opens` where words follow its colon."""

    text: str
    references: list[str]
    tokens: list[Token]
    opens: bool = False

    @property
    def relations(self) -> list[Token]:
        """The tokens of the part that state a relation to another record."""
        return [token for token in self.tokens if token.meaning in RELATIONS]


def in_english(text: str, number: str) -> str:
    """A status with what other languages say of it in English: "abgelöst durch ADR-9" is "superseded by ADR-9".

    `number` is the record's own: a word that may mean either direction is settled by which record is the later one, or
    left out. So is a reference of which nobody says what it is. Text without known words stays as it is.
    """
    if _ENGLISH_WORD.search(text):
        kept = [line for line in text.split("\n") if _is_english(line)]
        rest = [line for line in text.split("\n") if not _is_english(line)]
        return "\n".join([*kept, *filter(None, [_in_english("\n".join(rest), number)])])
    return _in_english(text, number)


def _is_english(line: str) -> bool:
    """Whether a line states a status in English, and no relation in another language beside."""
    if not _ENGLISH_WORD.search(line):
        return False
    masked = REFERENCES.sub(REFERENCE, line)
    return not any(token.meaning in RELATIONS for row in rows_of(masked) for token in row.tokens(masked))


def _in_english(text: str, number: str) -> str:
    """A text's statements in English, one a line; the text itself where no other language fits."""
    row, parts = _language_and_parts(text)
    if row is None:
        return text
    lines = [line for part in parts for line in _english_statements(row, part, number) if line.strip()]
    return "\n".join(sorted(lines, key=lambda line: line.endswith("superseded")))


def said_of_itself(text: str, number: str) -> str:
    """A text's relations in English, where it speaks only of its own record; "" if it says anything else."""
    row, parts = _language_and_parts(text)
    if row is None or not any(part.relations for part in parts):
        return ""
    if not all(row.is_itself(part.text, part.tokens) and len(part.tokens) < 2 for part in parts):
        return ""
    return "\n".join(line for part in parts if part.relations for line in _relation_lines(row, part, number))


def says_one_thing(text: str, number: str) -> bool:
    """Whether a text in another language is one status or one relation, said of its record as a whole."""
    row, parts = _language_and_parts(text)
    tokens = [token for part in parts for token in part.tokens]
    if row is None or len(tokens) != 1 or not all(row.is_itself(part.text, part.tokens) for part in parts):
        return False
    return any(line and not _ISO.fullmatch(line) for part in parts for line in _english_statements(row, part, number))


def directed_references(relation: str, value: str, number: str) -> list[tuple[str, str]]:
    """The references in a field, each with its relation; an ambiguous relation is settled by the records' numbers."""
    found = references(value) or [match.group() for match in _BARE.finditer(_DATE.sub(" ", value))]
    rows = rows_of(value)
    partly = any(row.is_partly(value, row.tokens(value)) for row in rows)
    settled = [(_settled_direction(relation, reference, number, direct=False), reference) for reference in found]
    return [(_WEAKER.get(made, made) if partly else made, reference) for made, reference in settled if made]


def _language_and_parts(text: str) -> tuple[Row | None, list[_Part]]:
    """The language that fits a text best, and the text's parts; None where no language fits."""
    text = _BREAK.sub("\n", unicodedata.normalize("NFC", text).replace("İ", "i"))
    rows = rows_of(text)
    if not rows:
        return None, []
    found = [match.group() for match in REFERENCES.finditer(text)]
    masked = with_days(_EMPHASIS.sub("", REFERENCES.sub(REFERENCE, text)))
    masked = _TITLE.sub(REFERENCE, _QUOTED.sub(r"\1", masked))
    row = max(rows, key=lambda one: one.fit(masked))
    if not row.tokens(masked):
        return None, []
    lines, kept = [], []
    for line in masked.split("\n"):
        named = [found.pop(0) for _ in range(line.count(REFERENCE))]
        if not _is_choice(row, line):
            lines.append(line)
            kept += named
    masked, grouped = joined_lists("\n".join(lines), kept)
    return row, _attached(row, _parts(row, masked, grouped))


def with_days(text: str) -> str:
    """A text with its days in ISO 8601 where it is clear which day is meant."""
    return _DATE.sub(_day, text)


def _day(match: re.Match[str]) -> str:
    """The ISO 8601 form of a matched day, so that the record's date is read; else a placeholder."""
    text, word = match.group(), match["word"] or ""
    if word and not is_month(word):
        return f"{text[:-4]}{DATE}"
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    if len(numbers) == 3 and not re.search(r"[^\W\d_]{2}", text) and "/" not in text:
        year, month, day = numbers if numbers[0] > 31 else reversed(numbers)
        return f"{year:04}-{month:02}-{day:02}"
    return DATE


def _is_choice(row: Row, line: str) -> bool:
    """Whether a line is a template's unmade choice, as "vorgeschlagen | angenommen | abgelehnt"."""
    return (
        bool(_CHOICES.search(line))
        and len({token.meaning for token in row.tokens(line)}) > 1
        and all(row.is_itself(item, row.tokens(item)) for item in _CHOICES.split(line))
    )


def _parts(row: Row, text: str, groups: list[list[str]]) -> list[_Part]:
    """The parts of a text between punctuation marks, with the tokens of a language and the references of each."""
    rest = iter(groups)
    parts = []
    pieces = _PARTS.split(text)
    for piece, mark, behind in zip(pieces[::2], [*pieces[1::2], ""], [*pieces[2::2], ""], strict=True):
        named = [reference for _ in range(piece.count(REFERENCE)) for reference in next(rest, [])]
        if piece.strip():
            targets = [plain_reference(reference) for reference in named]
            opens = mark in (":", "：") and bool(_LETTER.search(behind))
            parts.append(_Part(piece, targets, row.tokens(piece), opens))
    return parts


def _attached(row: Row, parts: list[_Part]) -> list[_Part]:
    """The parts, where one that only names records is joined to the relation before it: "Abgelöst (siehe [9])"."""
    open_part: _Part | None = None
    for before, part in zip([None, *parts], parts, strict=False):
        if before is not None and before.relations and row.is_condition(part.text):
            before.tokens, part.tokens, part.text = [], [], ""
        elif part.tokens:
            alone = part.relations and not part.references
            open_part = part if alone else None if part.relations or part.references else open_part
        elif part.references and open_part is not None and row.is_itself(part.text, []):
            open_part.references += part.references
            part.text = ""
    return [part for part in parts if part.text.strip()]


def _english_statements(row: Row, part: _Part, number: str) -> list[str]:
    """English statements of a part, one a line, and its ISO dates."""
    days = _ISO.findall(part.text)
    if days and row.is_unsaid(part.text, part.relations or part.tokens):
        days, part.text = [], _ISO.sub(DATE, part.text)  # until which it holds, not since when
    if not part.tokens:
        return days if part.references else [part.text.replace(DATE, " ").strip()]
    if row.is_unsaid(part.text, part.relations or part.tokens):
        return days
    several = not part.relations and len({token.meaning for token in part.tokens}) > 1
    if several and not row.is_itself(part.text, part.tokens):
        return days  # a sentence about statuses, "the order is open or rejected"
    said = [
        token.meaning
        for token in part.tokens
        if token.meaning not in RELATIONS
        and not (part.relations and row.is_itself(part.text[token.start : token.end], []))
    ]
    return [*_relation_lines(row, part, number), *said, *days]


def _relation_lines(row: Row, part: _Part, number: str) -> list[str]:
    """The relations that a part states to other records, in English, one a line."""
    relations = part.relations
    meanings = {token.meaning for token in relations}
    if len(meanings) > 1:
        meanings -= {"either", "altered"}
    if len(meanings) != 1 or part.text.count(REFERENCE) > 1:
        return []  # of two records in one clause one may be its subject
    meaning = meanings.pop()
    partly = row.is_partly(part.text, part.tokens)
    named = part.references or _numbers(row, part)
    if not named:
        alone = meaning == "either" and not part.opens and row.is_itself(part.text, part.tokens)
        if alone or (meaning == "ended" and row.is_itself(_statement_part(part, relations), part.tokens)):
            return ["partly superseded" if partly else "superseded"]
        return []
    if not partly and not row.is_itself(_statement_part(part, relations), part.tokens):
        return []
    direct = REFERENCE in part.text and bool(re.match(rf"\W*(?:ADR\s*)?{REFERENCE}", part.text[relations[-1].end :]))
    turned = row.is_turned(part.text, relations[-1])
    lines: dict[str, list[str]] = {}
    for reference in named:
        made = _settled_direction(meaning, reference, number, direct=direct)
        if turned and not _agrees(made, reference, number):
            continue
        made = _WEAKER.get(made, made) if partly else made
        if made:
            lines.setdefault(made, []).append(reference)
    whole = [f"{_ENGLISH[made]} {' and '.join(targets)}" for made, targets in lines.items()]
    return ["partly superseded", *whole] if partly and meaning == "ended" else whole


def _statement_part(part: _Part, tokens: list[Token]) -> str:
    """The text of a part up to its last token or reference."""
    return part.text[: max(tokens[-1].end, part.text.rfind(REFERENCE) + 1)]


def _numbers(row: Row, part: _Part) -> list[str]:
    """Bare numbers beside a relation, where the part says nothing else: "ersetzt durch 12"."""
    if not row.is_itself(part.text, part.tokens):
        return []
    return [match.group() for match in _BARE.finditer(part.text)]


def _settled_direction(meaning: str, reference: str, number: str, *, direct: bool) -> str:
    """The direction of an ambiguous relation word, settled by which record number is later; "" if unsettled.

    Directly before its object it replaces, unless the object is later.
    """
    if meaning not in _SETTLED:
        return meaning
    passive, active = _SETTLED[meaning]
    other = number_in(reference)
    if not (other and number) or int(other) == int(number):
        return active if direct and not other else ""
    if int(other) > int(number):
        return "" if direct else passive
    return active


def _agrees(relation: str, reference: str, number: str) -> bool:
    """Whether record numbers allow a relation: a later record may replace an earlier one, not the other way round."""
    other = number_in(reference)
    if not (relation and other and number):
        return False
    return (int(other) > int(number)) == (relation in ("ended", "amended"))
