"""The documents of a Hindsight bank as a store: they keep the words that were retained; what recall gives is worded.

Its client is asynchronous, so each call has a loop and a client of its own.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

from scrubjay.errors import NotFound, ScrubjayError
from scrubjay.model.record import Skipped
from scrubjay.model.stored import StoredMemory, StoredPage, WriteOutcome
from scrubjay_stores.errors import StoreRefused, StoreUnreadable
from scrubjay_stores.outside import digest, text_of
from scrubjay_stores.services.guarding import guarded_connection
from scrubjay_stores.services.service import PAGE, Service

WRITE_S: Final = 60.0
"""Seconds that a write may take at least: the service's model reads it meanwhile."""

TOKENS: Final = 2_000


class HindsightStore(Service):
    """The documents of one bank. `space` is its id, `url` the server's address."""

    kind = "hindsight"
    module = "hindsight_client"

    def search(self, query: str, limit: int) -> tuple[StoredMemory, ...]:
        """What recall gives of documents: facts in the words of the service's model, one a document."""
        bank = self._place.space
        said = self._run(lambda made: made.arecall(bank, query, budget="low", max_tokens=TOKENS))
        found: dict[str, StoredMemory] = {}
        for one in said.results:
            if isinstance(one.document_id, str) and len(found) < limit:
                beside = dict(one.metadata or {}) | {"scrubjay_worded": True}
                fact = self.stored(
                    one.document_id, one.text, beside, date=one.mentioned_at, verbatim=False, tags=one.tags
                )
                found.setdefault(one.document_id, fact)
        return tuple(found.values())

    def get(self, id: str) -> StoredMemory:
        """A document by its id. Raises NotFound."""
        return self._memory(self._run(lambda made: made.documents.get_document(self._place.space, id)))

    def since(self, cursor: str) -> StoredPage:
        """A page of documents; the cursor is a place in the list, whose last page is read again to go on."""
        begin = int(cursor) if cursor.isdecimal() and len(cursor) < 9 else 0
        bank = self._place.space

        async def page(made: Any) -> tuple[Any, list[Any]]:
            listed = await made.documents.list_documents(bank, limit=PAGE, offset=begin)
            return listed, [await self._document(made, one.id) for one in listed.items[: 2 * PAGE]]

        listed, read = self._run(page)
        gone = tuple(Skipped("a document", "gone while the list was read") for one in read if one is None)
        more = begin + len(listed.items) < listed.total and bool(listed.items)
        behind = str(begin + len(listed.items) if more else begin)
        return StoredPage(tuple(self._memory(one) for one in read if one is not None), behind, more, gone)

    def count(self) -> tuple[int, bool]:
        """What Hindsight counts."""
        return self._run(lambda made: made.documents.list_documents(self._place.space, limit=1, offset=0)).total, False

    def has(self, key: str) -> bool:
        """Whether a document has the id that a key gives."""
        try:
            self.get(_id_of(key))
        except NotFound:
            return False
        return True

    def write(self, memory: StoredMemory) -> WriteOutcome:
        """Keep a memory once, as a document under an id that its key gives: one that is there isn't written over."""
        known = self.has(memory.key)
        return WriteOutcome("known" if known else "stored", _id_of(memory.key) if known else self._add(memory))

    def _add(self, memory: StoredMemory) -> str:
        id, bank = _id_of(memory.key), self._place.space
        said = self._run(
            lambda made: made.aretain(
                bank, memory.text, document_id=id, metadata=self.beside_as_texts(memory),
                tags=list(memory.tags) or None, timestamp=memory.date or None,
            ),
            max(WRITE_S, self._timeout_s),
        )  # fmt: skip
        if said.success is not True:
            raise StoreRefused(f"{self.name} (hindsight) didn't store it, and says no more.")
        return id

    async def _document(self, made: Any, id: str) -> Any:
        try:
            return await made.documents.get_document(self._place.space, id)
        except Exception as error:
            if getattr(error, "status", None) == 404:
                return None
            raise

    def _memory(self, one: Any) -> StoredMemory:
        params = one.retain_params if isinstance(one.retain_params, dict) else {}
        beside = one.document_metadata or params.get("metadata") or {}
        return self.stored(one.id, one.original_text or "", beside, date=one.created_at, verbatim=True, tags=one.tags)

    def _run(self, call: Callable[[Any], Awaitable[Any]], seconds: float = 0.0) -> Any:
        """The result of an asynchronous call, within a time for all of it."""
        library, key, limit = self.library(), self.secret(), seconds or self._timeout_s
        if not self._place.url:
            raise StoreUnreadable(f"{self.name} (hindsight) has no url: it stands on a server of yours.")

        async def one() -> Any:
            made = library.Hindsight(self._place.url, key or None, timeout=limit, max_attempts=1)
            made._api_client.rest_client = guarded_connection(self)
            try:
                async with asyncio.timeout(limit):
                    return await call(made)
            except ScrubjayError:
                raise
            except Exception as error:
                if isinstance(status := getattr(error, "status", None), int):
                    told = dict(getattr(error, "headers", None) or {})
                    headers = {str(name).lower(): str(text) for name, text in told.items()}
                    raise self.failure(status, headers, text_of(str(getattr(error, "body", "") or ""))) from None
                raise
            finally:
                await made.aclose()

        return self.asked(lambda: asyncio.run(one()))


def _id_of(key: str) -> str:
    """The id of the document that a key stands for."""
    return f"scrubjay-{digest(key)}"
