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
    for line in (HERE / f"{table}.tsv").read_text(encoding="utf-8").splitlines():
        name, _, text = line.partition("\t")
        if name.startswith("#") or not text:
            continue
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
    text = (HERE / "words.txt").read_text(encoding="utf-8")
    found = re.search(rf"(?ms)^\[{re.escape(name)}\][^\n]*\n(.*?)(?=^\[|\Z)", text)
    if found is None:
        raise LookupError(name)
    return frozenset(word for line in found[1].splitlines() if not line.startswith("#") for word in line.split())
