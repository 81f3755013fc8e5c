"""What did git make of the commits that memories hang on? Kept as soon as it is seen: git forgets it, we must not."""

from collections.abc import Mapping

from scrubjay.git.branches import amended_commits
from scrubjay.git.process import Git
from scrubjay.memory.store.rows import Q
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection

Became = Mapping[str, frozenset[str]]


def became(connection: Connection, git: Git) -> Became:
    """What each rewritten commit became, at once and in the end: what was kept, and what the reflog says by now."""
    rewrites = {old: {new} for old, new in amended_commits(git).items()}
    for row in connection.execute(Q.rewrites):
        rewrites.setdefault(row["old"], set()).add(row["new"])
    return {old: _closed(rewrites, old) for old in rewrites}


def _closed(rewrites: Mapping[str, set[str]], old: str) -> frozenset[str]:
    """Everything that a commit became, one after the other."""
    forms: set[str] = set()
    left = [old]
    while left:
        new = rewrites.get(left.pop(), set()) - forms
        forms |= new
        left += new
    return frozenset(forms)


def keep(knowledge: Database, git: Git) -> int:
    """Keep what the reflog says of commits that memories hang on; returns how many are new."""
    amended = amended_commits(git)

    def unkept(connection: Connection) -> dict[str, str]:
        pairs = {(row["old"], row["new"]) for row in connection.execute(Q.rewrites)}
        commits = {row["commit_sha"] for row in connection.execute(Q.anchored_commits)} | {new for _, new in pairs}
        return {old: new for old, new in amended.items() if old in commits and (old, new) not in pairs}

    def put(connection: Connection) -> int:
        new = unkept(connection)
        for old in new:
            connection.execute(Q.add_rewrite, {"old": old, "new": new[old]})
        if new:
            connection.execute(Q.bump_generation)
        return len(new)

    return knowledge.write(put) if amended and knowledge.read(unkept) else 0
