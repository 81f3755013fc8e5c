"""Mapping of another store's record to a claim, with a kind and tags of ours, and the selection by author. Pure."""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Literal

from scrubjay.errors import UsageError
from scrubjay.memory.store.claim import LONGEST_TAG, MEMORY_KINDS, MOST
from scrubjay.memory.store.request import MAX_CHARACTERS, MAX_CITES, RememberRequest
from scrubjay.model.counted import counted
from scrubjay.model.evidence import Act, Origin
from scrubjay.model.frozen import replace
from scrubjay.model.pattern import pattern
from scrubjay.model.record import Item, Record, Skipped
from scrubjay.privacy.secrets.masking import masked_text

_NOT_IN_TAG = pattern(r"[^\w.:/+-]+")
_KINDS = {
    "preferences": "preference", "lesson": "fact", "tech": "fact", "bug": "incident", "error": "incident",
    "howto": "procedure", "how-to": "procedure", "technique": "procedure", "step": "procedure", "steps": "procedure",
    "todo": "question", "open": "question",
}  # fmt: skip
"""What programs call a kind of ours, besides its own name."""


def kind_of(word: str) -> str:
    """The kind of memory that a program's word means; empty where it means none."""
    lower = word.strip().lower()
    return lower if lower in MEMORY_KINDS else _KINDS.get(lower, "")


def tags_of(words: Iterable[str]) -> tuple[str, ...]:
    """Tags made of another program's words, each once; a word that gives no tag is left out."""
    made = (_NOT_IN_TAG.sub("-", word.strip().removeprefix("#").lower()).strip("-.:/+")[:LONGEST_TAG] for word in words)
    return tuple(sorted({tag for tag in made if tag}))[:MOST]


Owners = Literal["", "user", "project"]
"""What a store tells apart: nothing, the users whose records it holds, or the projects."""


def key_of(program: str, record: Record) -> str:
    """A record's key, the same for the same record: by it a second import finds a record that it has already."""
    fields = (record.name, record.kind, record.text, *record.tags) if record.id else (record.name, record.text)
    named = "\0".join((program, *fields)).encode("utf-8", "replace")
    return f"import:{program}:{hashlib.sha256(named).hexdigest()[:40]}"


def request_of(program: str, record: Record, base: RememberRequest, *, authored: bool) -> RememberRequest:
    """A record as a claim of an agent, whoever runs the import; `base` says where and in which session.

    `authored`: the program is named as author; else it stays the one of `base`.
    """
    return replace(
        base,
        content=record.text,
        kind=record.kind,
        scope=record.scope,
        tags=record.tags,
        applies=record.applies,
        key=key_of(program, record),
        author=program if authored else base.author,
        origin=Origin.AGENT,
        act=Act.NONE,
        trusted=False,
        id=record.id,
        cites=record.citations[:MAX_CITES],
    )


def as_importer(request: RememberRequest, base: RememberRequest) -> RememberRequest:
    """The request with the author and rights of the person who imports it, taken from `base`."""
    act = Act.IMPORTED if base.origin is Origin.PERSON else Act.NONE
    return replace(request, author=base.author, origin=base.origin, act=act, trusted=base.trusted)


def chosen(items: Sequence[Item], owners: Owners, here: Collection[str], only: str) -> Iterator[Item]:
    """The items of one user or project, the others as skipped. Raises UsageError where nobody can tell whose."""
    found = sorted({item.owner for item in items if isinstance(item, Record) and item.owner})
    wanted = _wanted(found, owners, here, only)
    for item in items:
        if isinstance(item, Record) and item.owner and item.owner not in wanted:
            owner = masked_text(item.owner)[:60]
            yield Skipped(item.where, f"of the {owners or 'owner'} {owner!r}; `--only` takes it")
        elif isinstance(item, Record) and only and not item.owner:
            yield Skipped(item.where, f"of no {owners or 'owner'} by name; `--only` takes one's alone")
        elif isinstance(item, Record) and len(item.text) > MAX_CHARACTERS:
            yield Skipped(item.where, f"longer than {MAX_CHARACTERS:,} characters")
        else:
            yield item


def _wanted(found: list[str], owners: Owners, here: Collection[str], only: str) -> frozenset[str]:
    """The owners whose records are imported. Raises UsageError where they can't be told."""
    shown = ", ".join(masked_text(name)[:60] for name in found[:20])
    if only and only not in found:
        raise UsageError(
            f"The import has no record of {only[:60]!r}. It holds records of: {shown or 'nobody by name'}."
        )
    if only:
        return frozenset({only})
    if owners == "project":
        return frozenset(found) & frozenset(here)
    if len(found) > 1:
        raise UsageError(
            f"The import holds records of {counted(len(found), 'user')}: {shown}. Say whose are yours: `--only NAME`."
        )
    return frozenset(found)
