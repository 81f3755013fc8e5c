"""What did git make of the commits that memories hang on? Kept as soon as it is seen: git forgets it, we must not."""

from collections.abc import Mapping

from scrubjay.git.ancestry import amended
from scrubjay.git.process import Git
from scrubjay.memories.rows import Q
from scrubjay.storage import Connection, Database

Became = Mapping[str, frozenset[str]]


def became(connection: Connection, git: Git) -> Became:
    """What each rewritten commit became: what was kept, and what the worktree's reflog says by now."""
    found = {old: {new} for old, new in amended(git).items()}
    for row in connection.execute(Q.rewrites):
        found.setdefault(row["old"], set()).add(row["new"])
    return {old: frozenset(new) for old, new in found.items()}


def keep(knowledge: Database, git: Git) -> int:
    """Keep what the reflog says of commits that memories hang on; returns how many are new."""
    seen = amended(git)

    def put(connection: Connection) -> int:
        wanted = {row["commit_sha"] for row in connection.execute(Q.anchored_commits)} & set(seen)
        new = sum(connection.execute(Q.add_rewrite, {"old": old, "new": seen[old]}).rowcount for old in sorted(wanted))
        if new:
            connection.execute(Q.bump_generation)
        return new

    def unkept(connection: Connection) -> bool:
        wanted = {row["commit_sha"] for row in connection.execute(Q.anchored_commits)} & set(seen)
        kept = {(row["old"], row["new"]) for row in connection.execute(Q.rewrites)}
        return any((old, seen[old]) not in kept for old in wanted)

    new = bool(seen) and knowledge.read(unkept)
    return knowledge.write(put) if new else 0
