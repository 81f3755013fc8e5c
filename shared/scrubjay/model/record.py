"""A record of another store: a claim as it stands there, or an item that is left out, with the reason."""

from scrubjay.model.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A claim of another store. `where` is its place there for a person, `name` its id there.

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
    """An entry of another store that isn't imported, with the reason."""

    where: str
    reason: str


Item = Record | Skipped
