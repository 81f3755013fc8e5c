"""The episodes of a Zep graph as a store: they keep the words that were sent. Facts, worded by a model, aren't read."""

from functools import cached_property
from typing import Any, Final

from scrubjay.errors import NotFound
from scrubjay.model.record import Skipped
from scrubjay.model.stored import StoredMemory, StoredPage
from scrubjay_stores.errors import StoreUnreadable
from scrubjay_stores.outside import digest
from scrubjay_stores.services.service import PAGE, Service

HOSTED: Final = "https://api.getzep.com/api/v4"
SOURCE: Final = "scrubjay"


class ZepStore(Service):
    """The episodes of one graph. `space` is its UUID, or its user's."""

    kind = "zep"
    module = "zep_cloud"

    def search(self, query: str, limit: int) -> tuple[StoredMemory, ...]:
        """The episodes that Zep finds."""
        said = self.asked(
            lambda: self._graph.search_episodes(self._place.space, query=query[:400], page_size=min(limit, PAGE))
        )
        return tuple(self._memory(one) for one in self._items(said) if _is_episode(one))[:limit]

    def get(self, id: str) -> StoredMemory:
        """An episode by its UUID. Raises NotFound."""
        one = self.asked(lambda: self._graph.episode.get(self._place.space, id))
        if not _is_episode(one):
            raise NotFound(f"{self.name} (zep) has no memory {id[:40]!r}.")
        return self._memory(one)

    def since(self, cursor: str) -> StoredPage:
        """A page of episodes, the oldest first, at Zep's own cursor; the last page is read again to go on."""
        begin = {"cursor": cursor} if cursor else {}
        said = self.asked(
            lambda: self._graph.episode.list(
                self._place.space, page_size=PAGE, order_by="created_at", order="asc", **begin
            )
        )
        found, behind = self._items(said), getattr(said.response, "next_cursor", None)
        behind = behind if isinstance(behind, str) and len(behind) < 2_000 else ""
        wrong = tuple(Skipped("an episode", "no episode with a text") for one in found if not _is_episode(one))
        listed = tuple(self._memory(one) for one in found if _is_episode(one))
        return StoredPage(listed, behind or cursor, bool(behind), wrong)

    def _add(self, memory: StoredMemory) -> str:
        """Zep takes ten names beside an episode, and knows a key that was sent before."""
        when = {"reference_time": memory.date} if memory.date else {}
        said = self.asked(
            lambda: self._graph.episode.add(
                self._place.space, data=memory.text, type="text", metadata=self.beside(memory),
                source_description=SOURCE, idempotency_key=digest(memory.key), **when,
            )
        )  # fmt: skip
        if not isinstance(id := getattr(said.episode, "uuid_", None), str):
            raise StoreUnreadable(f"{self.name} (zep) doesn't say what it stored. Run it again.")
        return id

    def _items(self, said: Any) -> list[Any]:
        found = getattr(said, "items", None)
        if not isinstance(found, list):
            raise StoreUnreadable(f"What {self.name} answered isn't what zep answers. Is the address right?")
        return found[: 10 * PAGE]

    def _memory(self, one: Any) -> StoredMemory:
        return self.stored(one.uuid_, one.content, one.metadata, date=one.created_at, verbatim=True)

    @cached_property
    def _graph(self) -> Any:
        made = self.library().Zep(
            api_key=self.secret() or "none", base_url=self._place.url or HOSTED, timeout=self._timeout_s, max_retries=0,
            httpx_client=self.http(),
        )  # fmt: skip
        return made.graph


def _is_episode(one: Any) -> bool:
    return isinstance(getattr(one, "uuid_", None), str) and isinstance(getattr(one, "content", None), str)
