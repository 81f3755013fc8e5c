"""Commit index: the commits reachable from HEAD as searchable contents, message and changed paths."""

import json
from collections.abc import Sequence
from typing import Final

from scrubjay.git.history import read_commits, with_paths
from scrubjay.git.message import merged_title, reverted_commits
from scrubjay.git.process import Git
from scrubjay.git.record import Commit, ReadableCommits, newest
from scrubjay.knowledge.chunking import PASSAGE_TOKENS, Chunk, TokenCounter, chunk
from scrubjay.knowledge.index import refusals, store
from scrubjay.knowledge.index.generation import bump, generation, show_kind
from scrubjay.knowledge.index.kinds import COMMIT, Policy
from scrubjay.model.clock import Clock, iso
from scrubjay.model.counted import counted
from scrubjay.model.history import Revert
from scrubjay.model.view import View
from scrubjay.privacy.personal.policy import without_addresses
from scrubjay.privacy.secrets.masking import mask
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, load

Q = load(__package__)

MAX_COMMITS = 10_000
"""Commits that are searchable, the newest; `git log` finds older ones."""

MAX_PATHS = 40
"""Changed paths of a commit that are indexed."""

MAX_PASSAGES = 3
"""Passages of one message: the rest of a longer one is rarely searched for."""

BATCH = 200

UNREADABLE = "can't be read: damaged, or missing in this clone; `git fsck` says more"

FORMAT = COMMIT
"""The format of their contents, and their kind in a view."""


class CommitIndex:
    """Indexes the commits of one worktree's HEAD for search, each commit once."""

    kind: Final = COMMIT
    path_note: Final = "commits have no path here, so none is shown: search_commits takes one"

    def __init__(
        self, git: Git, knowledge_database: Database, policy: Policy, counter: TokenCounter, clock: Clock
    ) -> None:
        self._git = git
        self._knowledge = knowledge_database
        self._policy = policy
        self._counter = counter
        self._clock = clock
        self._read: tuple[str, object] = ("", None)
        self._listed, self._shas = ReadableCommits(()), "[]"

    def ingest(self, view: View) -> int:
        """Make the newest commits of a view searchable by keyword; returns how many are new."""
        if not view.commit:
            return 0
        params = {"shas": self._ancestors(view.commit), "chunker": self._policy.commits}
        rows = self._knowledge.read(lambda c: c.execute(Q.missing, params).fetchall())
        missing, unreadable = [row[0] for row in rows], list(self._listed.unreadable)
        new = 0
        for start in range(0, len(missing), BATCH):
            commits = list(read_commits(self._git, missing[start : start + BATCH]))
            unreadable += [commit for commit in commits if isinstance(commit, str)]
            new += self._store(
                list(with_paths(self._git, [commit for commit in commits if isinstance(commit, Commit)]))
            )
        self._record_unreadable(unreadable)
        return new

    def unreadable(self) -> tuple[tuple[str, str], ...]:
        """The commits that couldn't be read at the last attempt, each with what to do."""
        rows = self._knowledge.read(lambda c: refusals.refused(c, FORMAT))
        return tuple((f"commit {row['blob']}", row["reason"]) for row in rows)

    def _record_unreadable(self, unreadable: Sequence[str]) -> None:
        """Record which commits can't be read, in place of those recorded before."""
        recorded = {sha.removeprefix("commit ") for sha, _ in self.unreadable()}
        if recorded == set(unreadable):
            return
        now = iso(self._clock())
        rows = [
            {"blob": sha, "format": FORMAT, "policy": self._policy.key, "path": "", "reason": UNREADABLE,
             "bytes": 0, "at": now}
            for sha in unreadable
        ]  # fmt: skip

        def put(connection: Connection) -> None:
            refusals.accept(connection, FORMAT)
            refusals.refuse(connection, rows)

        self._knowledge.write(put)

    def contains(self, commit: str, sha: str) -> bool:
        """Whether `sha` is `commit` or its ancestor; False where a longer walk would be needed."""
        return f'"{sha}"' in self._ancestors(commit)

    def coverage(self, view: View) -> str:
        """Why a search may miss commits of the view; empty when all of them are searchable."""
        params = {"shas": self._ancestors(view.commit), "chunker": self._policy.commits}
        rows = self._knowledge.read(lambda c: c.execute(Q.missing, params).fetchall())
        refused = {sha.removeprefix("commit ") for sha, _ in self.unreadable()} if rows else set()
        if missing := sum(row[0] not in refused for row in rows):
            share = f"{counted(missing, 'commit')} of {len(self._listed.shas):,}"
            return f"not indexed yet: {share}; the worker is on it, or use search_commits"
        if len(json.loads(self._ancestors(view.commit))) >= MAX_COMMITS:
            return f"the newest {MAX_COMMITS:,} commits are searched; `git log --grep` finds older ones"
        return ""

    def reverts(self, view: View) -> tuple[Revert, ...]:
        """The commits of a view that later commits of the view revert, sorted by id."""
        shas = self._ancestors(view.commit)

        def find(connection: Connection) -> tuple[Revert, ...]:
            return connection.once(("reverts", shas, self._policy.commits), lambda: read(connection))

        def read(connection: Connection) -> tuple[Revert, ...]:
            rows = connection.execute(Q.reverts, {"shas": shas, "chunker": self._policy.commits})
            reverted = reverted_commits([(row["sha"], row["text"]) for row in rows], frozenset(json.loads(shas)))
            params = {"shas": json.dumps([*reverted, *reverted.values()]), "chunker": self._policy.commits}
            dates = {row["sha"]: row["at"] for row in connection.execute(Q.dates, params)}
            return tuple(
                Revert(old, dates.get(old, ""), reverting, dates.get(reverting, ""))
                for old, reverting in sorted(reverted.items())
            )

        return self._knowledge.read(find)

    def fill_visible(self, connection: Connection, view: View, number: int) -> int:
        """Add the view's commits to `temp.visible` under its number; cached while nothing changed."""
        params = {"view": number, "shas": self._ancestors(view.commit), "chunker": self._policy.commits}
        state = f"{view.commit}:{hash(params['shas'])}:{generation(connection)}"

        def show_commits(_: int) -> None:
            connection.execute(Q.fill_visible, params)

        return show_kind(connection, FORMAT, number, state, show_commits)

    def _ancestors(self, commit: str) -> str:
        """The newest ancestors of a commit, as a JSON list; cached until the commit or the shallow history changes."""
        worktree = self._git.worktree
        read = (commit, worktree.shallow_state() if worktree is not None else None)
        if self._read != read:
            self._listed = newest(self._git, commit, MAX_COMMITS) if commit else ReadableCommits(())
            self._read, self._shas = read, json.dumps(self._listed.shas)
        return self._shas

    def _store(self, batch: list[Commit]) -> int:
        """Store some commits with their passages; returns how many are new."""
        prepared = [(commit, *self._prepare(commit)) for commit in batch]
        now = iso(self._clock())

        def put(connection: Connection) -> int:
            new = sum(self._add(connection, *item, now) for item in prepared)
            bump(connection)
            return new

        return self._knowledge.write(put)

    def _prepare(self, commit: Commit) -> tuple[str, str, tuple[Chunk, ...], int]:
        """Title, text, passages and masked lines of a commit."""
        body = "\n\n".join(filter(None, [commit.subject, commit.body, "\n".join(commit.paths[:MAX_PATHS])]))
        masked = mask(without_addresses(body))
        cut = chunk(masked.text, "text", counter=self._counter, max_tokens=PASSAGE_TOKENS)
        title = merged_title(commit.subject, commit.body) or commit.subject
        return (
            mask(without_addresses(title)).text[:200],
            masked.text,
            cut.passages[:MAX_PASSAGES],
            masked.lines,
        )

    def _add(
        self, connection: Connection, commit: Commit, title: str, text: str, passages: tuple[Chunk, ...], masked: int,
        now: str,
    ) -> bool:  # fmt: skip
        """Store one commit with its passages; False where it is there already."""
        content = store.Content(
            blob=commit.sha,
            format=FORMAT,
            chunker=self._policy.commits,
            title=title,
            text=text,
            size=len(text),
            masked=masked,
            read_at=now,
            commit=commit.sha,
            changed_at=commit.committed_at,
            changed_commit=commit.sha,
        )
        return store.add(connection, content, passages) is not None
