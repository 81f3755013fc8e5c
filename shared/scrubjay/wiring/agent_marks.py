"""Makers of what others ask of agents and their pools without a caller: light, as most projects have neither."""

from collections.abc import Callable, Collection, Mapping
from functools import partial

from scrubjay.storage.database import Database
from scrubjay_agents.handoffs import rows as brief
from scrubjay_agents.pools import gate as naming


def has_handoffs(session_database: Database) -> Callable[[], bool]:
    """Whether there has been a handoff in the project; who only asks that needs no caller."""
    return partial(brief.has_any, session_database)


def completed_sessions(session_database: Database) -> Callable[[], frozenset[str]]:
    return partial(brief.completed_sessions, session_database)


def pools_of(knowledge_database: Database) -> Callable[[Collection[str]], Mapping[str, tuple[str, ...]]]:
    return partial(naming.pools_of, knowledge_database)
