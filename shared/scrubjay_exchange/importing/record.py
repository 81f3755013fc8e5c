"""What does another store hold? A claim as it stands there, or something that is left out and why. No I/O."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from scrubjay.memories.kinds import MEMORY_KINDS
from scrubjay.memories.tags import LONGEST, MOST


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One claim of another store. `where` is its place there, as a person would look it up; `name` its id there.

    `kind` is one of ours, or empty where its wording decides. `owner` is whose it is in a store that holds several
    users' or projects' records. `made_at` is when it was written there. The rest is there where an export of ours holds
    it: the `id` of a memory, whether its text or fields were `changed` by hand, the ids of what it replaces.
    """

    text: str
    where: str
    name: str = ""
    kind: str = ""
    tags: tuple[str, ...] = ()
    owner: str = ""
    made_at: str = ""
    id: str = ""
    scope: str = "project"
    applies: str = ""
    citations: tuple[str, ...] = ()
    replaces: tuple[str, ...] = ()
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Skipped:
    """What a store holds and nobody imports, with the reason."""

    where: str
    reason: str


Item = Record | Skipped

_NOT_IN_TAG = re.compile(r"[^\w.:/+-]+")
_KINDS = {
    "preferences": "preference", "lesson": "fact", "tech": "fact", "bug": "incident", "error": "incident",
    "howto": "procedure", "how-to": "procedure", "technique": "procedure", "step": "procedure", "steps": "procedure",
    "todo": "question", "open": "question",
}  # fmt: skip
"""What programs call a kind of ours, besides its own name."""


def kind_of(word: str) -> str:
    """The kind that a program's word for one names; empty where none does."""
    lower = word.strip().lower()
    return lower if lower in MEMORY_KINDS else _KINDS.get(lower, "")


def tags_of(words: Iterable[str]) -> tuple[str, ...]:
    """Tags made of another program's, each once; what no tag can be made of is left out."""
    made = (_NOT_IN_TAG.sub("-", word.strip().removeprefix("#").lower()).strip("-.:/+")[:LONGEST] for word in words)
    return tuple(sorted({tag for tag in made if tag}))[:MOST]
