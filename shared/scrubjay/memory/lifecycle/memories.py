"""The service of the memories that one worktree sees: remembers, updates, ends, and keeps their index."""

from scrubjay.memory.lifecycle.remembering import Remembering
from scrubjay.memory.store.index import drop_index, index_missing
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.frozen import replace
from scrubjay.model.memory import Change, Outcome


class Memories(Remembering):
    """The memories that one project's worktree sees."""

    def update(self, id: str, request: RememberRequest, how: Change) -> Outcome:
        """Replace a memory: `request.content` is its new text, or for an extension what is added.

        The scope stays as it was, and so does what the request leaves empty: kind, end, tags, where it applies.
        Raises NotFound and what `remember` raises.
        """
        old = self.get(id)
        added = f"{old.content}\n{request.content.strip()}" if how is Change.EXTEND else request.content
        content = added if request.content.strip() else ""
        until = old.valid_until[:10] if old.valid_until.endswith("T23:59:59Z") else ""
        return self.remember(
            replace(
                request, content=content, kind=request.kind or old.kind, scope=old.scope, supersedes=old.id, how=how,
                valid_until=request.valid_until or until, tags=request.tags or old.tags,
                applies=request.applies or old.applies,
            )
        )  # fmt: skip

    def index_missing(self) -> int:
        """Index memories that have no index yet: those of an older schema, or of an interrupted rebuild."""
        made = 0
        for scope in self.scopes():
            database, _ = self._database_and_owner(scope)
            while count := database.write(lambda c: index_missing(c, self._stores.counter)):
                made += count
        return made

    def reindex(self) -> int:
        """Rebuild everything that is derived from memories; returns how many memories there are."""
        for scope in self.scopes():
            self._database_and_owner(scope)[0].write(drop_index)
        return self.index_missing()
