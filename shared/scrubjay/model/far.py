"""Values that pass between a home and a server that it has joined: a question, its answer, claims and changes."""

from typing import Final, Literal

from scrubjay.model.frozen import dataclass

ANSWER_S: Final = 0.25
"""Seconds from the begin of a call in which a server answers; it has longer only while home's own search lasts."""

ARCHIVE_S: Final = 2.0
"""The same of a server that keeps conversations: it reads texts from a store first, and only who chose it waits."""

FarFit = Literal["nothing", "weak", "good"]
"""How well something fits a question, as at home."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FarRequest:
    """A question as it may leave the machine: its words as typed, and how it is narrowed; nothing else of the home.

    `placed`: it is narrowed to paths, which are those of this repository. `of_home` is what it is narrowed to that only
    the home can tell, in words: then it isn't asked.
    """

    query: str
    also_ask: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    path: str = ""
    limit: int = 8
    placed: bool = False
    of_home: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FarHit:
    """A hit of a server: visible text, bounded, secrets masked, which nothing at home was compared with.

    `grade`, `marks`, `grounds` and `status` are the server's words. `id` is a memory's, whose `version` counts its
    changes, 0 for unknown; a told one has who told it there and when;
    `blob` is git's id of a document's text, `commit` the one that `repository` was read at.
    """

    kind: str
    title: str
    text: str
    date: str = ""
    id: str = ""
    path: str = ""
    blob: str = ""
    author: str = ""
    start_line: int = 0
    end_line: int = 0
    heading: str = ""
    status: str = ""
    grade: str = ""
    grounds: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    score: float = 0.0
    repository: str = ""
    commit: str = ""
    version: int = 0
    told_by: str = ""
    told_at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FarAnswer:
    """The answer of a server that is `called` so, such as "team acme"; one that is late or away has `degraded` alone.

    `below` is what is nearest where nothing fits; there is `more` where a larger limit shows it. `here` is what the
    repository that asks is called there; empty where it has none.
    """

    called: str
    here: str = ""
    hits: tuple[FarHit, ...] = ()
    memories: tuple[FarHit, ...] = ()
    below: tuple[FarHit, ...] = ()
    documents_fit: FarFit = "nothing"
    memories_fit: FarFit = "nothing"
    more: bool = False
    degraded: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FarClaim:
    """A claim for a server, with `sources` as places of this clone; the server checks it anew.

    `agent` is the client that wrote it; `told`: a person typed it here, which is no grade there. The same `key` again
    stores nothing new.
    """

    content: str
    kind: str = ""
    sources: tuple[str, ...] = ()
    quote: str = ""
    supersedes: str = ""
    valid_until: str = ""
    applies: str = ""
    key: str = ""
    tags: tuple[str, ...] = ()
    agent: str = ""
    told: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FarOutcome:
    """What a server did with a claim or a change: `outcome` as `remember` has it, and why, in the server's words."""

    called: str
    outcome: Literal["stored", "known", "held", "blocked", "forgotten", "invalidated", "retracted"]
    id: str = ""
    grade: str = ""
    why: str = ""
    add: str = ""
    grounds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FarTurn:
    """A turn of a conversation that a server keeps for this home's user: visible, bounded and masked.

    `session` is what the server calls the conversation, `where` says whose server it is and what it was about.
    """

    session: str
    where: str
    number: int
    role: str
    at: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FarTurns:
    """The turns of a server that answer a question, best first, or why there are none."""

    turns: tuple[FarTurn, ...] = ()
    degraded: tuple[str, ...] = ()
