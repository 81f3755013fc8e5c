"""Keys, names and moments of discussions, as the store holds them. Pure."""

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import Any, TypeVar

from scrubjay.model.discussion import DiscussionRef, Sign
from scrubjay.model.frozen import replace
from scrubjay.model.pattern import pattern
from scrubjay.text.references import NamedDiscussion
from scrubjay_forges.discussions.values import DiscussionHead, DiscussionPart

_FILED = pattern(r"[a-z]+/\d+/")
_UNNUMBERED = pattern(r"[a-z]+/\d+@")

Kept = TypeVar("Kept", bound=Mapping[str, Any])


class KeyForm(IntEnum):
    """The forms of a text's key; a form that identifies the text more surely is higher."""

    UNNUMBERED = 0
    FILED = 1
    OWN = 2


def form_of(key: str) -> KeyForm:
    """Which form a key has."""
    if _UNNUMBERED.match(key):
        return KeyForm.UNNUMBERED
    return KeyForm.FILED if _FILED.match(key) else KeyForm.OWN


def unnumbered_key(prefix: str, number: int, author: str, created_at: str) -> str:
    """The key of a text that came without an id."""
    return f"{prefix}/{number}@{created_at} {author}"


def filed_key(prefix: str, number: int, id: str) -> str:
    """The key of a text by the id that it has in its discussion."""
    return f"{prefix}/{number}/{id}"


def in_discussion(key: str, number: int) -> str:
    """The key that a file would give to a text with the forge's id; any other as it is."""
    prefix, _, id = key.partition("/")
    return filed_key(prefix, number, id) if form_of(key) is KeyForm.OWN and prefix != "opening" else key


def own_key(key: str) -> str:
    """The key that the forge would give to a text with a file's id; any other as it is."""
    prefix, _, rest = key.partition("/")
    return f"{prefix}/{rest.partition('/')[2]}" if form_of(key) is KeyForm.FILED else key


def twin_text(part: Mapping[str, Any], kept: Iterable[Kept]) -> Kept | None:
    """The kept text that is the same as `part` but has a key of another form; None if there is none."""
    number, form = int(part["number"]), form_of(part["key"])
    same = [
        row
        for row in kept
        if form_of(row["key"]) is not form
        and (
            in_discussion(row["key"], number) == in_discussion(part["key"], number)
            or (row["author"], row["text"]) == (part["author"], part["text"])
        )
    ]
    return max(same, key=lambda row: form_of(row["key"]), default=None)


Said = TypeVar("Said", DiscussionHead, DiscussionPart)


def not_ahead(row: Mapping[str, Any], before: Mapping[str, Any] | None, now: str) -> dict[str, Any]:
    """The columns of a head or text without future times: what is dated ahead counts from when it was read first.

    `before` is the row that is kept. Only an edit counts from its own reading.
    """
    made = {**row, "updated_at": min(row["updated_at"], now)}
    for name in ("created_at", "closed_at"):
        if row.get(name, "") > now:
            made[name] = min((before[name] if before else "") or now, now)
    return made


def past_moment(moment: str, now: str) -> str:
    """A stored moment; empty where it is later than now, as a wrong clock may have left it."""
    return moment if moment <= now else ""


def no_later(said: Said, limit: str) -> Said:
    """A head or text with each time after `limit`, which is ISO 8601 in UTC, set to the limit."""
    created, updated = min(said.created_at, limit), min(said.updated_at, limit)
    if isinstance(said, DiscussionHead):
        return replace(said, created_at=created, updated_at=updated, closed_at=min(said.closed_at, limit))
    return replace(said, created_at=created, updated_at=updated)


SIGNED = "gitlab"
"""The forge that numbers merge requests by themselves."""


def meant(named: NamedDiscussion, forges: Mapping[str, str]) -> DiscussionRef | None:
    """The discussion that a name means, whether or not there is one. `forges`: the forge of each repository, by name.

    A bare number is the first-named repository's; `!12` alone that of the first at GitLab. Where issues and pull
    requests are numbered together, `owner/name!12` is `owner/name#12`.
    """
    asked = named.repository.lower()
    for name, forge in forges.items():
        fits = asked in ("", name.lower(), name.partition("/")[2].lower())
        if fits and (sign := _sign(named, forge)):
            return DiscussionRef(name, named.number, sign)
    return None


def _sign(named: NamedDiscussion, forge: str) -> Sign | None:
    """The sign of a discussion that a name means: `#` or `!`; None where the forge doesn't use it."""
    if forge == SIGNED:
        return named.sign
    return "#" if named.repository or named.sign == "#" else None


def name_forms(ref: DiscussionRef, forge: str) -> tuple[str, ...]:
    """The ways in which texts may name a discussion, with its host."""
    return (ref.full,) if forge == SIGNED else (ref.full, f"{ref.repository}!{ref.number}")
