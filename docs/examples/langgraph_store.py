"""LangGraph's `BaseStore` over a repository's memory: `python langgraph_store.py PATH` shows what it does."""

import asyncio
import sys
import threading
from collections.abc import Iterable
from datetime import datetime

from langgraph.store import base

from scrubjay import ProjectMemory, open_memory


class ScrubjayStore(base.BaseStore):
    """An item is a memory: its text is `value["text"]`, its tags are namespace and key. All else is an error."""

    def __init__(self, memory: ProjectMemory) -> None:
        self._memory = memory
        self._one_put = threading.Lock()

    def batch(self, ops: Iterable[base.Op]) -> list[base.Result]:
        return [self._result(op) for op in ops]

    async def abatch(self, ops: Iterable[base.Op]) -> list[base.Result]:
        return await asyncio.to_thread(self.batch, list(ops))

    def _result(self, op: base.Op) -> base.Result:
        base.validate_op_namespace(op)
        if isinstance(op, base.GetOp):
            return next(iter(self._items(op.namespace, op.key).values()), None)
        if isinstance(op, base.SearchOp):
            return self._found(op)
        if isinstance(op, base.ListNamespacesOp):
            if op.match_conditions:
                raise NotImplementedError("Namespaces are listed as a whole, without prefix and suffix.")
            return sorted({one.namespace[: op.max_depth] for one in self._items(()).values()})[op.offset :][: op.limit]
        with self._one_put:
            self._put(op)
        return None

    def _items(self, namespace: tuple[str, ...], *key: str) -> dict[str, base.Item]:
        """Items by their memory's id, the newest first: those below a namespace, or of a key in it."""
        items = {}
        for one in self._memory.memories(tags=tags(namespace, *key), limit=1000):
            places, names = ([tag[len(lead) :] for tag in one.tags if tag.startswith(lead)] for lead in ("in:", "key:"))
            place = tuple(max(places, key=len, default="").split("."))
            if len(names) == 1 and all((*place, *names)) and (not key or place == namespace):  # others use tags, too
                at, value = datetime.fromisoformat(one.at), {"text": one.content}
                items[one.id] = base.Item(value=value, key=names[0], namespace=place, created_at=at, updated_at=at)
        return items

    def _found(self, op: base.SearchOp) -> list[base.SearchItem]:
        if op.filter:
            raise NotImplementedError("A memory has no fields to filter by. Use a namespace.")
        items = self._items(op.namespace_prefix)
        hits = self._memory.search(op.query, kinds=["memory"], limit=100).memories if op.query else ()
        scores = {hit.id: hit.scores["final"] for hit in hits} if op.query else dict.fromkeys(items)
        found = [base.SearchItem(**items[id].dict(), score=score) for id, score in scores.items() if id in items]
        return found[op.offset : op.offset + op.limit]

    def _put(self, op: base.PutOp) -> None:
        if op.value is not None and (op.value.keys() != {"text"} or op.index is not None or op.ttl is not None):
            raise NotImplementedError('A memory is a text that is always searchable: {"text": …}, no index, no ttl.')
        old = [*self._items(op.namespace, op.key)]  # several where two processes put it at once
        for id in old[1:] if op.value else old:
            self._memory.forget(id)
        if op.value:
            kept = self._memory.remember(op.value["text"], tags=tags(op.namespace, op.key), supersedes="".join(old[:1]))
            if kept.outcome != "stored":
                raise ValueError(f"{kept.outcome}: {kept.why} {kept.add}")


def tags(namespace: tuple[str, ...], *key: str) -> list[str]:
    """A tag for each level, so that a namespace finds what is below it. scrubjay's tags have no capitals."""
    if (key and not namespace) or any(not part or part != str(part).strip().lower() for part in (*namespace, *key)):
        raise ValueError(f"Write namespace and key without capitals and blanks around, none empty: {namespace}, {key}.")
    levels = [f"in:{'.'.join(namespace[: depth + 1])}" for depth in range(len(namespace))]
    return ["langgraph", *levels, *(f"key:{name}" for name in key)]


if __name__ == "__main__":
    with open_memory(*sys.argv[1:]) as memory:
        store = ScrubjayStore(memory)
        store.put(("drivers", "anna"), "shift", {"text": "Anna drives the night shift."})
        print(*store.search(("drivers",), query="who drives at night"), sep="\n")
