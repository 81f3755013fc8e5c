"""Discussions as sources of the index: what the worker brings up to date, and what an answer says of their state."""

from typing import Final

from scrubjay.knowledge.index.kinds import Kind
from scrubjay.knowledge.index.sources import Reason
from scrubjay.model.counted import counted
from scrubjay.model.view import View
from scrubjay.storage.driver import Connection
from scrubjay_forges.discussions.log import MergesInLog
from scrubjay_forges.discussions.store import DiscussionStore
from scrubjay_forges.discussions.stored import UNJUDGED
from scrubjay_forges.discussions.values import DiscussionKind


class DiscussionSource:
    """One kind of discussions. They stand in a database of their own, so nothing of them is shown in another."""

    path_note: Final = (
        "issues and pull requests lie at no path, so none is shown; `story PATH` has what reviews said of it"
    )

    def __init__(self, kind: DiscussionKind, store: DiscussionStore, merges: MergesInLog) -> None:
        self.kind: Final[Kind] = kind
        self._merges = merges
        self._names_refusals = kind == "issue"
        self._store = store

    def ingest(self, view: View) -> int:
        """Make searchable what was read from forges or files and isn't yet; returns how many texts are new.

        With pull requests the log is read for their merge commits, where it has changed.
        """
        if self.kind == "pull_request":
            self._merges.look()
        return self._store.catch_up()

    def fill_visible(self, connection: Connection, view: View, number: int) -> int:
        """Nothing: a search for discussions asks their own database."""
        return number

    def coverage(self, view: View) -> str:
        """What isn't searchable yet; empty where all is."""
        kept = self._store.repositories()
        waiting, unread = sum(one.unindexed - one.unread for one in kept), sum(one.unjudged for one in kept)
        lacks = [f"not searchable yet: {counted(waiting, 'text')} of discussions"] if waiting > 0 else []
        lacks += [f"{counted(unread, 'text')} of discussions {UNJUDGED}"] if unread else []
        return f"{'; '.join(lacks)}; the worker is on it" if lacks else ""

    def unreadable(self) -> tuple[Reason, ...]:
        """What forges didn't give at the last attempt, by repository."""
        return tuple((one.name, one.note) for one in self._store.repositories() if one.note and self._names_refusals)
