"""Vocabulary of decision records in other languages, from `words.tsv`: names of fields, folders and statuses."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay.text.words import Word, words

REFERENCE, DATE = "\ue000", "\ue001"
"""What stands for a reference to a record and for a date in a text that is read."""

RELATIONS = ("ended", "either", "replaces", "amended", "altered", "amends")
STATUSES = ("accepted", "implemented", "proposed", "rejected", "deprecated", "draft")
SAID = "said:"
"""What the name of a field that states a relation in another language begins with, before its meaning."""

ENGLISH_MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip

UNSPACED = pattern("[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""A letter of a script that parts its words by no space, or hangs endings on to other words."""

_COMPOSED = (("either", "ended"), ("altered", "amended"))
_GAPS = {
    "…": rf"[^\n{REFERENCE}]{{0,60}}?{REFERENCE}[^\n{REFERENCE}]{{0,60}}?",
    "~": rf"(?:\s+[^\s{REFERENCE}]+){{0,4}}?\s+",
}
_CAMEL = pattern(r"(?<=[^\W\d_A-Z])(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class Token:
    """A part of a text that states something in a language: its meaning and position. `inner`: a gap within it."""

    meaning: str
    start: int
    end: int
    inner: tuple[int, int] = (0, 0)


@lru_cache(maxsize=1)
def _words_by_language() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """The words of each language in words.tsv, by what they mean."""
    table: dict[str, dict[str, tuple[str, ...]]] = {}
    for line in Path(__file__).with_name("words.tsv").read_text(encoding="utf-8").splitlines():
        language, tab, rest = line.partition("\t")
        meaning, _, forms = rest.partition("\t")
        if tab:
            table.setdefault(language, {})[meaning] = tuple(forms.split(", "))
    return table


@lru_cache(maxsize=4)
def names_of(meaning: str) -> frozenset[str]:
    """The names that folders of decisions, templates and sections have in all languages, by `meaning`."""
    return frozenset(name for forms in _words_by_language().values() for name in forms.get(meaning, ()))


def months_of() -> list[tuple[str, ...]]:
    """The names of the twelve months in each language; several names of one month are joined by "/"."""
    return list(
        dict.fromkeys(
            [ENGLISH_MONTHS, *(forms["months"] for forms in _words_by_language().values() if "months" in forms)]
        )
    )


@lru_cache(maxsize=1)
def ands() -> str:
    """A pattern of the words for "and" in all languages."""
    words = {word for forms in _words_by_language().values() for word in forms.get("and", ())}
    return "|".join(map(re.escape, sorted(words | {"and"}, key=len, reverse=True)))


@lru_cache(maxsize=1)
def _meanings_by_name() -> Mapping[str, str]:
    """ "date" or "status" by each name of such a field in any language."""
    return {
        _only_letters(name): meaning
        for forms in _words_by_language().values()
        for meaning in ("date", "status")
        for name in forms.get(meaning, ())
    }


def _only_letters(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalpha())


@lru_cache(maxsize=512)
def field_of(name: str) -> str:
    """The meaning of a field's or section's name: "status", "date", or a relation; "" for any other name."""
    known = _meanings_by_name().get(_only_letters(name))
    if known or len(name) > 40 or any(letter.isdigit() for letter in name):
        return known or ""
    words = _CAMEL.sub(" ", name).replace("_", " ").replace("-", " ")
    for row in rows_of(words):
        tokens = [token for token in row.tokens(words) if token.meaning in RELATIONS]
        if len(tokens) == 1 and row.is_itself(words, tokens):
            return f"{SAID}{tokens[0].meaning}"
    return ""


class Row:
    """The words of one language for statuses and relations, compiled into patterns."""

    def __init__(self, forms: Mapping[str, tuple[str, ...]]) -> None:
        self._forms = forms
        stated = [(form, meaning) for meaning in (*RELATIONS, *STATUSES) for form in forms.get(meaning, ())]
        for plain, composed in _COMPOSED:
            for form in forms.get(plain, ()):
                for by in filter(None, forms.get("by", ())):
                    stated += [(f"{form}~{by}", composed), (f"{by}…{form}", composed)]
        stated.sort(key=lambda one: -len(one[0]))
        self._stated = stated
        self._pattern = re.compile("|".join(f"({_pattern(form)})" for form, _ in stated), re.IGNORECASE)
        self._partly, self._unsaid, self._if = (_any_of_forms(forms.get(one, ())) for one in ("partly", "unsaid", "if"))
        self._this, self._object_first = _any_of_forms(forms.get("this", ())), "order" in forms
        own = forms.get("itself", ())
        self._own = frozenset(word for form in own for word in words(form.casefold(), Word.LETTERS))
        self._own_parts = _any_of_forms(sorted((form for form in own if UNSPACED.search(form)), key=len, reverse=True))

    def tokens(self, text: str) -> list[Token]:
        """The words in a text that state something, in order; where two readings overlap, the longer one."""
        return list(self._tokens(text))

    def _tokens(self, text: str) -> Iterator[Token]:
        """The words in a text that state something, in order."""
        for match in self._pattern.finditer(text):
            form, meaning = self._stated[(match.lastindex or 1) - 1]
            left, gap, right = form.partition("…")
            inner = (match.start() + len(left), match.end() - len(right)) if gap else (0, 0)
            yield Token(meaning, match.start(), match.end(), inner)

    def is_partly(self, text: str, tokens: list[Token]) -> bool:
        """Whether the words of a text outside its tokens limit the statement to a part."""
        return bool(self._partly.search(_without_tokens(text, tokens)))

    def is_unsaid(self, text: str, tokens: list[Token]) -> bool:
        """Whether the words of a text outside its tokens deny the statement, postpone it or set a condition."""
        return bool(self._unsaid.search(_without_tokens(text, tokens)))

    def is_turned(self, text: str, token: Token) -> bool:
        """Whether a record named before a relation may be its subject: "durch diese Entscheidung wird [9] abgelöst"."""
        before = REFERENCE in text[: token.start] or token.inner != (0, 0)
        active = token.meaning in ("replaces", "amends")
        return before and (bool(self._this.search(text)) or (active and not self._object_first))

    def is_condition(self, text: str) -> bool:
        """Whether a text sets a condition, so that what stands before it is only a plan: "sobald er angenommen ist"."""
        return bool(self._if.search(text))

    def fit(self, text: str) -> tuple[int, int]:
        """How well a text fits this language: the letters of its tokens, then the number of other known words."""
        tokens = self.tokens(text)
        own = sum(word.casefold() in self._own for word in words(_without_tokens(text, tokens), Word.LETTERS))
        return sum(token.end - token.start for token in tokens), own

    def is_itself(self, text: str, tokens: list[Token]) -> bool:
        """Whether a text outside its tokens has only words that speak of the whole record itself."""
        rest = _without_tokens(text, tokens)
        if UNSPACED.search(rest):
            rest = self._own_parts.sub(" ", rest)
        return all(
            word.casefold() in self._own or word.lower() in ("adr", "adrs", "rfc") for word in words(rest, Word.LETTERS)
        )


def rows_of(text: str) -> list[Row]:
    """The languages of which some words may stand in a text."""
    whole, beginnings = _keys()
    found: set[str] = set(whole[""]) if UNSPACED.search(text) else set()
    for word in words(text.casefold(), Word.LETTERS):
        found.update(whole.get(word, ()))
        for end in range(3, len(word) + 1):
            found.update(beginnings.get(word[:end], ()))
    return [_row(language) for language in sorted(found)]


@lru_cache(maxsize=64)
def _row(language: str) -> Row:
    """The compiled words of a language."""
    return Row(_words_by_language()[language])


@lru_cache(maxsize=1)
def _keys() -> tuple[Mapping[str, set[str]], Mapping[str, set[str]]]:
    """The languages by the longest word of each of their forms: by whole words, and by the beginnings of words."""
    keys: tuple[dict[str, set[str]], dict[str, set[str]]] = ({"": set()}, {})
    for language, forms in _words_by_language().items():
        for form in (form for meaning in (*RELATIONS, *STATUSES) for form in forms.get(meaning, ())):
            word = max(re.split(r"[\s…~'’-]+", form.casefold()), key=len)
            key = "" if UNSPACED.search(form) else (words(word, Word.LETTERS) or [""])[0]
            keys[word.endswith("*") and bool(key)].setdefault(key, set()).add(language)
    return keys


def _any_of_forms(forms: tuple[str, ...] | list[str]) -> re.Pattern[str]:
    """A pattern that matches any of some forms, the longest first."""
    return re.compile(
        "|".join(_pattern(form) for form in sorted(filter(None, forms), key=len, reverse=True)) or r"(?!)",
        re.IGNORECASE,
    )


def _pattern(form: str) -> str:
    """A form as a pattern, which matches whole words in scripts that have spaces between words."""
    return "".join(_GAPS[piece] if piece in _GAPS else _whole_words(piece) for piece in re.split("([…~])", form))


def _whole_words(piece: str) -> str:
    """A pattern of one piece of a form, which matches it as whole words; `*` stands for any ending."""
    words = [
        re.escape(word.rstrip("*")) + (r"\w*" if word.endswith("*") and not UNSPACED.match(word) else "")
        for word in piece.split()
    ]
    return (
        _edge(piece[:1], r"(?<!\w)")
        + r"\s+".join(words)
        + _edge(piece[-1:], r"(?!\w)" if not piece.endswith("*") else "")
    )


def _edge(letter: str, boundary: str) -> str:
    """The boundary at a letter; empty for scripts without spaces between words."""
    return "" if UNSPACED.match(letter) else boundary


def _without_tokens(text: str, tokens: list[Token]) -> str:
    """A text without its tokens; words within a token that don't belong to it stay."""
    pieces, position = [], 0
    for token in tokens:
        pieces += [text[position : token.start], text[token.inner[0] : token.inner[1]]]
        position = token.end
    return " ".join([*pieces, text[position:]])
