"""Protocols of what can be watched: resources that somebody is told of, and the sources that say what these show."""

from collections.abc import Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol
from urllib.parse import unquote

from scrubjay.model.agent import Capability

if TYPE_CHECKING:
    from scrubjay.settings.schema import Toolset

Shown = Mapping[str, Hashable]
"""What a resource shows somebody now: each entry's id, with a value that is another one once the entry is another."""

NOTHING_SHOWN: Shown = {}

LONGEST: Final = 500
"""Characters of an address."""


class WatchedResource(NamedTuple):
    """A resource of ours that can be watched and read. A name in `uri` stands for the rest of an address.

    `shows` and `reads` are `module:function`. `shows(workspace, caller, value)` gives what a query would show the
    caller; of what isn't there and what isn't the caller's, nothing alike. `reads(target, value)` gives the text,
    bounded and masked; it is empty where the server has the resource already. `server` is session or knowledge; `usual`
    the value that is listed, and watched where nobody names one.
    """

    name: str
    server: str
    uri: str
    title: str
    shows: str
    usual: str = ""
    reads: str = ""
    needs: tuple[Capability, ...] = ()
    toolset: "Toolset" = "core"

    @property
    def prefix(self) -> str:
        """What the resource's addresses begin with."""
        return self.uri.partition("{")[0]

    @property
    def usual_uri(self) -> str:
        """The address that is listed, and watched where nobody names one; empty for none."""
        return f"{self.prefix}{self.usual}" if self.usual else ""


class Watched(NamedTuple):
    """One resource that is watched: its address as it was given, the name of its kind, and the value behind it."""

    uri: str
    name: str
    value: str


def watched_at(uri: str, resources: Iterable[WatchedResource]) -> Watched | None:
    """What an address names; None where it is none of a watched resource."""
    for resource in resources:
        value = unquote(uri.removeprefix(resource.prefix))
        if uri.startswith(resource.prefix) and value and len(uri) <= LONGEST and value.isprintable():
            return Watched(uri, resource.name, value)
    return None


class ChangeSource(Protocol):
    """Says what resources show one subscriber. Asked in one thread at a time, once a second while somebody subscribes.

    `change_source` of a manifest is `function(workspace, caller)`, which gives one or None, once somebody subscribes.
    """

    def knows(self, watched: Watched) -> bool:
        """Whether it has resources of this kind. Never whether this one is there: that would tell what is hidden."""
        ...

    def stamp(self) -> Hashable:
        """A value that stays equal while nothing can have changed. At once: it never waits for anybody."""
        ...

    def shows(self, watched: Watched) -> Shown:
        """What the resource shows the subscriber now, nothing that a query would hide.

        Raises ScrubjayError where that can't be said now: it is asked again at the next look.
        """
        ...

    def close(self) -> None:
        """End whatever it began."""
        ...
