"""A store for each scope: what is a person's goes where theirs is, what is a project's where that is."""

import json
from collections.abc import Mapping

from scrubjay.backends.backend import (
    PAGE,
    BackendAnswer,
    ChangedRecords,
    MemoryBackend,
    StoredRecord,
    WriteReceipt,
)
from scrubjay.backends.composite import DEADLINE_S, CompositeBackend, write_to
from scrubjay.errors import UsageError


class RoutedBackend:
    """Stores by scope. A scope without a store is refused: nothing is written where nobody expects it."""

    def __init__(
        self, routes: Mapping[str, MemoryBackend], *, name: str = "by scope", deadline_s: float = DEADLINE_S
    ) -> None:
        if not routes:
            raise UsageError("No store was given for any scope. Give one, such as project.")
        self.name = name
        self._routes = dict(routes)
        stores = {backend.name: backend for backend in routes.values()}
        self._together = CompositeBackend(tuple(stores.values()), next(iter(stores)), name=name, deadline_s=deadline_s)

    def search(self, query: str, limit: int, scope: str = "") -> BackendAnswer:
        """What the store of a scope finds, or all stores together."""
        return self._of(scope).search(query, limit, scope) if scope else self._together.search(query, limit)

    def get(self, id: str) -> StoredRecord | None:
        """A record of the first store that has it. Raises BackendDown."""
        return self._together.get(id)

    def write(self, record: StoredRecord) -> WriteReceipt:
        """Write to the store of the record's scope. Raises BackendDown, UsageError for a scope without one."""
        return write_to(self._of(record.scope), record)

    def since(self, position: str, limit: int = PAGE) -> ChangedRecords:
        """What changed in each store, one store after the other; the position holds that of each."""
        positions = _positions(position)
        for scope in sorted(self._routes):
            before = positions.get(scope, "")
            changed = self._routes[scope].since(before, limit)
            positions[scope] = changed.position or before
            records = tuple(record for record in changed.records if record.scope == scope)
            if changed.records:
                return ChangedRecords(records=records, position=json.dumps(positions, sort_keys=True), more=True)
        return ChangedRecords(position=json.dumps(positions, sort_keys=True))

    def _of(self, scope: str) -> MemoryBackend:
        if scope not in self._routes:
            raise UsageError(f"No store holds the scope {scope[:40]!r}. There are: {', '.join(sorted(self._routes))}.")
        return self._routes[scope]


def _positions(position: str) -> dict[str, str]:
    try:
        value = json.loads(position) if position else {}
    except ValueError:
        value = None
    if not isinstance(value, dict) or not all(isinstance(each, str) for each in value.values()):
        raise UsageError(f"{position[:40]!r} is no position of this store. Begin without one.")
    return dict(value)
