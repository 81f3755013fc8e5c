"""One claim that is to be judged, snapshot and within bounds."""

from dataclasses import dataclass

from scrubjay.model.evidence import Act, Observation, Origin, TypedStatement


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A snapshot that nothing changes any more. `act` says how a person stands behind it, empty where none does;
    `authority` whether it may end what outranks agents.

    `quote` are words that it rests on, `session` the client's session that it was made in. `replaces` are the ids of
    what it would end, `itself` that of a memory that is looked at again. `observation` and `turn` are what its way in
    found of it in that session's transcript. `applies` says where it holds; empty is everywhere. `cites` are sources
    that it names beside its text. `ends_own`: all that it replaces is by its own author.
    """

    content: str
    kind: str
    scope: str
    origin: Origin = Origin.AGENT
    act: Act = Act.NONE
    authority: bool = False
    author: str = ""
    session: str = ""
    quote: str = ""
    replaces: tuple[str, ...] = ()
    valid_until: str = ""
    itself: str = ""
    observation: Observation | None = None
    turn: TypedStatement | None = None
    applies: str = ""
    cites: tuple[str, ...] = ()
    ends_own: bool = False
