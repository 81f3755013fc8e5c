"""Quarantines: who is kept out of every answer, since when and why, and what follows from one."""

from scrubjay.model.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Quarantine:
    """Somebody, an author, a session or an agent, whose writing is in no answer; `memories` counts what they wrote."""

    who: str
    reason: str
    actor: str
    at: str
    memories: int = 0


@dataclass(frozen=True, slots=True)
class QuarantineCounts:
    """How many memories came or went, of how many others belief changed with it, and how many others' were shared."""

    memories: int = 0
    replaced: int = 0
    shared: int = 0

    def __add__(self, other: "QuarantineCounts") -> "QuarantineCounts":
        """Both together."""
        return QuarantineCounts(
            self.memories + other.memories, self.replaced + other.replaced, self.shared + other.shared
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class BlastRadius:
    """What followed from what somebody wrote: ids of memories, without words.

    `written` is theirs; of others' memories `replaced` are those that theirs took the place of, `would_replace` those
    that theirs would, once a person approves, `derived` those that took the place of theirs, `supported` those that
    they said as well, `contested` those that say otherwise, `shared` those that they share in pools. `told` are the
    sessions and projects that were shown some of `written`, and the pools and handoffs that it stands in, each with
    their ids.
    """

    who: str
    written: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()
    would_replace: tuple[str, ...] = ()
    derived: tuple[str, ...] = ()
    supported: tuple[str, ...] = ()
    contested: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    told: tuple[tuple[str, tuple[str, ...]], ...] = ()
