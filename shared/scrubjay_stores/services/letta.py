"""The archival memory of a Letta agent as a store: passages keep their words; what is ours stands in their tags."""

from functools import cached_property
from typing import Any, Final

from scrubjay.errors import NotFound
from scrubjay.model.stored import StoredMemory, StoredPage
from scrubjay_stores.errors import StoreUnreadable
from scrubjay_stores.services.service import MARK, PAGE, Service

HOSTED: Final = "https://api.letta.com"


class LettaStore(Service):
    """The passages of one agent. `space` is its id, such as agent-…"""

    kind = "letta"
    module = "letta_client"

    def search(self, query: str, limit: int) -> tuple[StoredMemory, ...]:
        """What Letta finds by meaning."""
        said = self.asked(lambda: self._passages.search(self._place.space, query=query, top_k=limit))
        found = self._listed(getattr(said, "results", None))
        return tuple(self._memory(one.id, one.content, one.tags, one.timestamp) for one in found)[:limit]

    def get(self, id: str) -> StoredMemory:
        """A memory by its id: Letta gives none by itself, so the pages are looked through. Raises NotFound."""
        for page in self._pages():
            for one in page.memories:
                if one.id == id:
                    return one
        raise NotFound(f"{self.name} (letta) has no memory {id[:40]!r}.")

    def since(self, cursor: str) -> StoredPage:
        """The passages behind one, by its id, the oldest first."""
        behind = {"after": cursor} if cursor else {}
        said = self.asked(lambda: self._passages.list(self._place.space, ascending=True, limit=PAGE, **behind))
        found = [one for one in self._listed(said) if isinstance(one.id, str) and one.id != cursor]
        page = tuple(
            self._memory(one.id, one.text, one.tags, one.created_at, holds=one.is_deleted is not True) for one in found
        )
        return StoredPage(page, found[-1].id if found else cursor, len(found) >= PAGE - 1)

    def _add(self, memory: StoredMemory) -> str:
        tags = [f"{name}={value}" for name, value in self.beside_as_texts(memory).items()]
        made = {"created_at": memory.date} if memory.date else {}
        said = self.asked(
            lambda: self._passages.create(self._place.space, text=memory.text, tags=[*tags, *memory.tags], **made)
        )
        (first, *_) = [one for one in self._listed(said) if isinstance(one.id, str)] or [None]
        if first is None:
            raise StoreUnreadable(f"{self.name} (letta) doesn't say what it stored. Run it again.")
        return str(first.id)

    def _memory(self, id: str, text: Any, tags: Any, date: Any, *, holds: bool = True) -> StoredMemory:
        """A passage: what its tags say in our names, and its other tags."""
        texts = [one for one in tags if isinstance(one, str)] if isinstance(tags, list) else []
        pairs = (one.partition("=") for one in texts if one.startswith(MARK))
        beside = {name: value for name, _, value in pairs}
        others = [one for one in texts if not one.startswith(MARK)]
        return self.stored(id, text, beside, date=date, verbatim=True, tags=others, holds=holds)

    def _listed(self, said: Any) -> list[Any]:
        if not isinstance(said, list) or not all(hasattr(one, "id") for one in said):
            raise StoreUnreadable(f"What {self.name} answered isn't what letta answers. Is the address right?")
        return said[: 10 * PAGE]

    @cached_property
    def _passages(self) -> Any:
        made = self.library().Letta(
            api_key=self.secret() or "none", base_url=self._place.url or HOSTED, timeout=self._timeout_s, max_retries=0,
            http_client=self.http(),
        )  # fmt: skip
        return made.agents.passages
