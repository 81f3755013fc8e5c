"""Corpora: how many passages of each kind have a vector."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from scrubjay.knowledge.index.kinds import kind_of
from scrubjay.model.counted import counted
from scrubjay.model.encoded import EmbeddedCorpus

NAMES: Final = {
    "document": "documents", "memory": "memories", "commit": "commits", "turn": "turns",
    "pull_request": "pull requests", "issue": "issues",
}  # fmt: skip
"""What a corpus is called, in the order in which they are told."""

_OF_TALK: Final = ("turn", "session")


def corpora_of(rows: Iterable[tuple[str, int, int]]) -> tuple[EmbeddedCorpus, ...]:
    """The corpora of rows of a format, passages with a vector, and passages; those of no passage are left out.

    Code is none of them: it is found by its words, and gets no vectors.
    """
    embedded, passages = Counter[str](), Counter[str]()
    for format, some, every in rows:
        name = _name("turn" if format in _OF_TALK else kind_of(format))
        embedded[name] += some
        passages[name] += every
    return tuple(
        EmbeddedCorpus(name, embedded[name], passages[name])
        for name in dict.fromkeys((*NAMES.values(), *passages))
        if passages[name]
    )


def _name(kind: str) -> str:
    """What the corpus of a kind is called; that of an extension's kind has its name."""
    return NAMES.get(kind, kind)


def share(corpora: Sequence[EmbeddedCorpus]) -> float:
    """The share of all passages that have a vector; 1.0 where there are no passages."""
    passages = sum(one.passages for one in corpora)
    return sum(one.embedded for one in corpora) / passages if passages else 1.0


def describe(corpora: Sequence[EmbeddedCorpus]) -> str:
    """How far each is: "documents 770 of 1,426, commits 0 of 1,212 passages"."""
    *others, last = [f"{one.name} {one.embedded:,} of " for one in corpora] or ["0 of "]
    sizes = [one.passages for one in corpora] or [0]
    told = [f"{words}{size:,}" for words, size in zip(others, sizes[:-1], strict=True)]
    return ", ".join([*told, f"{last}{counted(sizes[-1], 'passage')}"])


def missing(corpora: Sequence[EmbeddedCorpus]) -> str:
    """What to say when only some of the passages that are searched have a vector."""
    embedded = share(corpora)
    if embedded >= 1:
        return ""
    if not embedded:
        return "keyword only: nothing of this is embedded yet"
    return f"{describe(corpora)} embedded; the rest is found by keyword only"
