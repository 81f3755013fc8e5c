"""Which words and phrases do the checks look for? Read from the tables beside this file."""

import re
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent


@cache
def patterns(table: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The groups of a .tsv table in their order, each as one regular expression; `{NAME}` stands for a `=NAME` line."""
    macros: dict[str, str] = {}
    groups: dict[str, list[str]] = {}
    for name, text in _rows(f"{table}.tsv"):
        for macro, meaning in macros.items():
            text = text.replace(f"{{{macro}}}", meaning)
        if name.startswith("="):
            macros[name[1:]] = text
        else:
            groups.setdefault(name, []).append(f"(?:{text})")
    return tuple((name, re.compile("|".join(group), re.IGNORECASE)) for name, group in groups.items())


@cache
def word_list(name: str) -> frozenset[str]:
    """A list of words.txt: the lines below `[name]`."""
    return frozenset(word for line in word_lines(name) for word in line)


@cache
def word_lines(name: str) -> tuple[tuple[str, ...], ...]:
    """A list of words.txt, line by line."""
    text = (HERE / "words.txt").read_text(encoding="utf-8")
    match = re.search(rf"(?ms)^\[{re.escape(name)}\][^\n]*\n(.*?)(?=^\[|\Z)", text)
    if match is None:
        raise LookupError(name)
    return tuple(tuple(line.split()) for line in match[1].splitlines() if line.strip() and not line.startswith("#"))


@cache
def phrases(name: str) -> re.Pattern[str]:
    """A list of words.txt as one regular expression of whole words; "_" stands for a space."""
    words = sorted(word_list(name), key=len, reverse=True)
    spelled = "|".join(re.escape(word).replace("_", r"\s+") for word in words)
    return re.compile(rf"(?<![\w-])(?:{spelled})(?![\w-])", re.IGNORECASE)


@cache
def heading_words() -> dict[str, str]:
    """What a section is, by the words of its heading, of all languages: the name of its kind by lower-case word."""
    return {word.rstrip("*"): kind for word, kind in _headings()}


@cache
def heading_modifiers() -> frozenset[str]:
    """Those of them, marked by a star, that name no section where another noun follows: "Background jobs"."""
    return frozenset(word.rstrip("*") for word, _ in _headings() if word.endswith("*"))


def _headings() -> list[tuple[str, str]]:
    tables = sorted(HERE.glob("headings.*.tsv"))
    return [(word, kind) for table in tables for kind, words in _rows(table.name) for word in words.split()]


@cache
def units() -> dict[str, str]:
    """The form that stands for a unit, by each of its forms; short forms keep their case."""
    return {form: line[0] for line in word_lines("units") for form in line}


def _rows(table: str) -> list[tuple[str, str]]:
    lines = (HERE / table).read_text(encoding="utf-8").splitlines()
    pairs = (line.partition("\t") for line in lines if not line.startswith("#"))
    return [(name, text) for name, _, text in pairs if text]
