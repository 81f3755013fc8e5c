"""Exact names in text and queries, encoded so that the full-text tokenizer keeps them apart.

The full-text tokenizer splits at every symbol, so `C++` and `C#` are both "c" and `ADR-003` is two words.
Here a name's symbols become private-use characters, which SQLite's unicode61 treats as letters, and a closing
one keeps the Porter stemmer away. Text and queries are encoded by the same functions, so that they match.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final, Literal

from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import COMMIT_IN_PROSE, pattern
from scrubjay.text.scripts import ScriptRun, between, pairs, runs, segments, stored
from scrubjay.text.words import Word, words

_END: Final = "\ue000"
_ENCODE: Final = {code: 0xE000 + code for code in range(33, 127) if not chr(code).isalnum()}
_MAX_NAME: Final = 120
_MAX_PATH_DEPTH: Final = 6
_LONGEST: Final = 6
"""Digits of a record's number, at most."""

# The first alternative matches plain words and numbers, without a group, so that they cost no Python.
_NAMES: Final = pattern(
    r"""
    (?<!\w)(?:[A-Za-z]?[a-z]++|[A-Z]++|\d++)(?!\w|[-./@\#]\w|::\w|->\w|\+\+|\#)(?![ ]\d)
    |(
      (?:ADR|Adr|adr|KEP|Kep|kep|RFC|Rfc|rfc|PEP|Pep|pep)[ ]\d{1,6}(?!\w)
      |(?:--?|[.@$\#])?\w++(?:(?:[-./@\#]|::|->)\w++)*+(?:\+\+|\#)?
    )
    """,
    re.VERBOSE,
)
_SERIES: Final = pattern(r"(adr|kep|rfc|pep)[-_ #]?0*(\d{1,6})(?![^\W_])", re.IGNORECASE)
_VERSION: Final = pattern(r"[vV]?(\d+(?:\.\d+)+)")
_SHA: Final = pattern(COMMIT_IN_PROSE, re.IGNORECASE)
_HEX: Final = pattern(r"[0-9a-f]{7,40}", re.IGNORECASE)
_FILE: Final = pattern(r"[\w.@-]*\w\.[A-Za-z]\w{0,9}")
_NUMBERED: Final = pattern(r"0*(\d{1,6})[-_. ]")
_FOLDERS: Final = {
    "adr": "adr", "adrs": "adr", "decisions": "adr", "decision-records": "adr",
    "keps": "kep", "rfcs": "rfc", "rfc": "rfc", "peps": "pep",
}  # fmt: skip

_SIGNS: Final = pattern(
    r"""
    _ | :: | -> | \+\+$ | ^(?:--?|[@$\#.])\w | \w\# | /.*\.
    |\w\.\w+\.\w | \d\.\w | (?<=\w\w)\.\w\w        # a.b.c, 15.2, usage.md
    |[a-z]{2}[A-Z][a-zA-Z]                     # getUser, toJSON; not pH, mRNA
    |^(?i:adr|kep|rfc|pep)[-_]\d
    |^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}- | ^\d{4}-\d\d-\d # a UUID, a date; not 7-day, 20-40
    """,
    re.VERBOSE,
)
"""What marks a name within a sentence. Prose is full of hyphens, ranges and short forms with a capital:
of 809 scientific claims 58 had one that few texts hold, and answering those first cost .006 of nDCG@10.
"""

TermKind = Literal["reference", "whole", "part", "word"]


@dataclass(frozen=True, slots=True)
class QueryTerm:
    """A query token, lower case: `text` is a name as the full-text tables store it, or a word as it is written.

    reference: names a document (`ADR-003`, `docs/usage.md`); whole: an exact name (`--dry-run`);
    part: a piece of one (`dry`); word: a plain word.
    """

    text: str
    kind: TermKind


@dataclass(frozen=True, slots=True)
class QueryName:
    """An exact name in a query: `label` as people write it, `token` as the full-text tables store it.

    `document`: it can be a document's own name, as ADR-003 or docs/usage.md; `record`: a number of a series. `sha`: it
    looks like a commit id, of which the tables store seven digits. `marked`: its form makes it a name even within a
    sentence, as that of `user_name` does and that of `read-only` doesn't.
    """

    label: str
    token: str
    document: bool = False
    record: bool = False
    sha: bool = False
    marked: bool = True


def index_terms(text: str) -> str:
    """The `terms` column of a text: its exact names, encoded, and the parts of camelCase; each once."""
    terms: dict[str, None] = {}
    for name in dict.fromkeys(_NAMES.findall(between(text))):
        if name:
            terms.update(_terms_of(name))
    return " ".join(terms)


@lru_cache(maxsize=20_000)
def _terms_of(name: str) -> dict[str, None]:
    """The terms of one name: those of a repository's code come again and again."""
    return dict.fromkeys([*map(_encoded, _forms(name)), *_split_pieces(name)])


def path_terms(path: str) -> str:
    """The `words` column of a path: itself, its suffixes at each slash, its parts, and its decision number."""
    ends = path.split("/")[-_MAX_PATH_DEPTH:]
    terms = [_encoded("/".join(ends[start:])) for start in range(len(ends))]
    stem = ends[-1].rpartition(".")[0] or ends[-1]
    terms += [_encoded(stem), *(_encoded(number) for number in _record_names(path.split("/")))]
    terms += _split_pieces(path)
    return " ".join([stored(path), *dict.fromkeys(terms)])


@lru_cache(32)
def query_terms(query: str) -> tuple[QueryTerm, ...]:
    """The tokens of a query, in its order, each once; the caller bounds the query's length."""
    terms: dict[str, QueryTerm] = {}
    for run in segments(query):
        for term in _terms(run):
            terms.setdefault(term.text, term)
    return tuple(terms.values())


@lru_cache(32)
def query_names(query: str) -> tuple[QueryName, ...]:
    """The exact names of a query in its order, each once, in its most exact form; the caller bounds the length."""
    names: dict[str, QueryName] = {}
    for match in _NAMES.finditer(between(query)):
        word = match[1]
        forms = tuple(_forms(word)) if word else ()
        if forms:
            name = _query_name(word, forms[-1])
            names.setdefault(name.token, name)
    return tuple(names.values())


def query_numbers(query: str, shortest: int) -> tuple[str, ...]:
    """The numbers that stand alone in a query, perhaps behind a #, in its order; those of `shortest` digits or more.

    None behind a `!`, which is a request's.
    """
    numbers = (
        match[0].removeprefix("#") for match in _NAMES.finditer(query) if not query[: match.start()].endswith("!")
    )
    return tuple(dict.fromkeys(n for n in numbers if n.isascii() and n.isdecimal() and shortest <= len(n) <= _LONGEST))


def name_token(name: str) -> str:
    """A name as the full-text tables store it, in its most exact form; a commit's id by its first seven digits."""
    return _encoded(f"#{name[:7]}" if _HEX.fullmatch(name) else name)


def path_token(path: str) -> str:
    """A path as the full-text table of paths stores it: of a deep one the last folders."""
    return _encoded("/".join(path.split("/")[-_MAX_PATH_DEPTH:]))


def record_tokens(number: str) -> tuple[str, ...]:
    """The tokens that a record of this number may have in the full-text tables, one for each series."""
    return tuple(_encoded(f"{series}-{int(number)}") for series in dict.fromkeys(_FOLDERS.values()))


def _query_name(word: str, form: str) -> QueryName:
    token = _encoded(form)
    series = _SERIES.fullmatch(form)
    if series:
        width = 3 if series[1].lower() == "adr" else 1
        return QueryName(f"{series[1].upper()}-{series[2].zfill(width)}", token, document=True, record=True)
    if form.startswith("#") and _SHA.fullmatch(word):
        return QueryName(word, token, sha=True)
    return QueryName(word, token, document=_names_document(form), marked=bool(_SIGNS.search(word)))


def _terms(run: ScriptRun) -> Iterator[QueryTerm]:
    if run.signs or run.whole:
        yield from (QueryTerm(word, "word") for word in (pairs(run.signs) or (run.text.lower(),)))
        return
    for match in _NAMES.finditer(run.text):
        yield from _word_terms(match[0], name=bool(match[1]))
    for part in runs(run.text):  # within a path
        yield from (QueryTerm(word, "part") for word in pairs(part.signs))


def _word_terms(word: str, *, name: bool) -> Iterator[QueryTerm]:
    forms = tuple(_forms(word)) if name else ()
    for form in forms:
        yield QueryTerm(_encoded(form), "reference" if _names_document(form) else "whole")
    for piece in words(word, Word.PLAIN):
        lowered = piece.lower()
        yield QueryTerm(lowered, "part" if forms else "word")
    for part in _split_pieces(word):
        yield QueryTerm(part, "part")


def _forms(name: str) -> Iterator[str]:
    """The exact forms of a name; nothing for a word that the full-text tokenizer keeps whole."""
    if len(name) > _MAX_NAME:
        return
    if series := _SERIES.match(name):
        yield f"{series[1]}-{series[2]}"
        if series.end() == len(name):
            return
    if version := _VERSION.fullmatch(name):
        yield version[1]
        return
    if _SHA.fullmatch(name):
        yield f"#{name[:7]}"
        return
    bare = name.lstrip("-")
    if not bare.isalnum():
        yield bare
    if bare != name:
        yield name
    elif bare.isalnum() and _is_camel(bare):
        yield bare


def _is_camel(word: str) -> bool:
    return any(a.islower() and b.isupper() for a, b in pairwise(word))


def _split_pieces(name: str) -> Iterable[str]:
    """Parts of the pieces that camel case or a digit divides; undivided pieces are words already."""
    for piece in words(name, Word.PLAIN):
        if (
            len(piece) <= _MAX_NAME
            and len(parts := words(piece, Word.NUMBERED_PARTS)) > 1
            and not _SHA.fullmatch(piece)
        ):
            yield from (part.lower() for part in parts if len(part) > 1)


def _names_document(form: str) -> bool:
    return bool(_SERIES.fullmatch(form)) or ("/" in form or bool(_FILE.fullmatch(form)))


def _record_names(components: list[str]) -> Iterator[str]:
    """Names of the record at a path, such as adr-12: as its file says, or by its folder and number."""
    if series := _SERIES.match(components[-1]):
        yield f"{series[1]}-{series[2]}"
    folder = ""
    for component in components:
        if folder and (number := _NUMBERED.match(component)):
            yield f"{folder}-{number[1]}"
            return
        folder = _FOLDERS.get(component.lower(), folder)


def _encoded(form: str) -> str:
    """A name in the form in which the full-text tables store it."""
    return form.lower().translate(_ENCODE) + _END
