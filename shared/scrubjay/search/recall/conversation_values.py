"""Values of a question about what was said, and of its answer: turns with their neighbours, session and date."""

from collections.abc import Mapping

from scrubjay.model.frozen import dataclass, field
from scrubjay.model.view import View

RECIPE = "conversation"

NEIGHBOUR = 400
"""Characters of a neighbour that are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationRequest:
    """A question about what was said. `since` and `until` are beginnings of ISO dates, both inclusive.

    `role`: user, assistant, tool or any other that was imported; empty for all. `budget` is in tokens.
    """

    query: str
    since: str = ""
    until: str = ""
    role: str = ""
    limit: int = 8
    budget: int = 1500
    detail: str = "concise"
    recipe: str = RECIPE
    weights: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SaidTurn:
    """A turn of a conversation: its number in the session, its id, role, speaker, time and text."""

    number: int
    id: str
    role: str
    speaker: str
    at: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationHit:
    """A turn that was found, in its session. `passage` is the part of it that answers best."""

    session: str
    title: str
    turn: SaidTurn
    passage: str
    before: tuple[SaidTurn, ...]
    after: tuple[SaidTurn, ...]
    score: float
    scores: Mapping[str, float]
    ranks: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class FoundSession:
    """A session that is about the question as a whole."""

    session: str
    title: str
    date: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationAnswer:
    """Hits in order, sessions beside them, and how they were found."""

    request: ConversationRequest
    view: View
    hits: tuple[ConversationHit, ...]
    sessions: tuple[FoundSession, ...]
    degraded: tuple[str, ...]
    embedded: float
    turns: int
    milliseconds: Mapping[str, float] = field(default_factory=dict)
    candidates: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
