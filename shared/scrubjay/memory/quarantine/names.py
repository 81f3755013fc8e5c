"""Under which names did somebody write? Pure: an agent also in its sessions, a session also by its sub-agents."""

from collections.abc import Iterable, Mapping, Set


def names_of(who: str, runs: Mapping[str, Set[str]], sessions: Iterable[str]) -> frozenset[str]:
    """The names of an author, a session or an agent. `runs` are the names of each agent, `sessions` all known ones.

    A sub-agent's session is called after the one that started it, "<session>/<sub-agent>".
    """
    own, fresh = {who}, {who}
    while fresh:
        fresh = {name for one in fresh for name in runs.get(one, ())} - own
        own |= fresh
    return frozenset(own | {session for session in sessions if session.partition("/")[0] in own})
