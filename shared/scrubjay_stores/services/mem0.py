"""mem0's hosted API as a store: written word for word (`infer` off); what mem0 worded by its model says so.

The library reports its use to a third party unless a variable forbids it before it is imported. It is forbidden here.
"""

import os
import time
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from scrubjay.errors import NotFound
from scrubjay.model.record import Skipped
from scrubjay.model.stored import StoredMemory, StoredPage
from scrubjay_stores.errors import StoreAway, StoreRefused, StoreUnreadable
from scrubjay_stores.services.service import PAGE, Service
from scrubjay_stores.settings import StorePlace

HOSTED: Final = "https://api.mem0.ai"
POLL_S: Final = 0.2


class Mem0Store(Service):
    """The memories of one user id. The library keeps a file of its own in `folder`."""

    kind = module = "mem0"

    def __init__(self, name: str, place: StorePlace, timeout_s: float, folder: Path) -> None:
        super().__init__(name, place, timeout_s, folder)
        self._folder = folder / "mem0"
        self._filters = {"user_id": place.space}

    def search(self, query: str, limit: int) -> tuple[StoredMemory, ...]:
        """What mem0 finds by meaning."""
        said = self.asked(lambda: self._client.search(query, filters=self._filters, top_k=limit))
        return tuple(self._memory(one) for one in self._results(said) if _is_memory(one))[:limit]

    def get(self, id: str) -> StoredMemory:
        """A memory by its id. Raises NotFound."""
        said = self.asked(lambda: self._client.get(id))
        if not _is_memory(said) or said.get("user_id") not in (None, self._place.space):
            raise NotFound(f"{self.name} (mem0) has no memory {id[:40]!r}.")
        return self._memory(said)

    def since(self, cursor: str) -> StoredPage:
        """A page; the cursor is its number, and the last page is read again to go on."""
        page = int(cursor) if cursor.isdecimal() and len(cursor) < 7 else 1
        said = self.asked(lambda: self._client.get_all(filters=self._filters, page=page, page_size=PAGE))
        found = self._results(said)
        wrong = tuple(Skipped(f"page {page}", "no memory with a text") for one in found if not _is_memory(one))
        listed = tuple(self._memory(one) for one in found if _is_memory(one))
        more = bool(said.get("next"))
        return StoredPage(listed, str(page + 1 if more else page), more, wrong)

    def count(self) -> tuple[int, bool]:
        """What mem0 counts."""
        said = self.asked(lambda: self._client.get_all(filters=self._filters, page=1, page_size=1))
        number = said.get("count") if isinstance(said, dict) else None
        return (number, False) if isinstance(number, int) else super().count()

    def _add(self, memory: StoredMemory) -> str:
        said = self.asked(
            lambda: self._client.add(
                [{"role": "user", "content": memory.text}], user_id=self._place.space, infer=False,
                metadata=self.beside(memory),
            )
        )  # fmt: skip
        event = said.get("event_id") if isinstance(said, dict) else None
        ends = time.monotonic() + self._timeout_s
        while isinstance(event, str) and said.get("status") not in ("SUCCEEDED", "FAILED"):
            if time.monotonic() > ends:
                raise StoreAway(f"{self.name} (mem0) took it and hasn't stored it within {self._timeout_s:g} s. Run it "
                                "again: what is there by then is known.")  # fmt: skip
            time.sleep(POLL_S)
            said = self.asked(lambda: self._client.client.get(f"/v1/event/{event}/").json())
        results = said.get("results") if isinstance(said, dict) else None
        ids = [one.get("id") for one in results if isinstance(one, dict)] if isinstance(results, list) else []
        if said.get("status") == "FAILED" or not (ids and isinstance(ids[0], str)):
            raise StoreRefused(f"{self.name} (mem0) didn't store it, and says no more.")
        return ids[0]

    @cached_property
    def _client(self) -> Any:
        os.environ["MEM0_TELEMETRY"] = "False"
        os.environ.setdefault("MEM0_DIR", str(self._folder))
        library = self.library()
        if import_module("mem0.memory.telemetry").client_telemetry.posthog is not None:
            raise StoreRefused(f"{self.name}: mem0's library was loaded with its reports of use switched on, so it "
                               "isn't used. Set MEM0_TELEMETRY=False and start again.")  # fmt: skip
        made = self.http()
        return self.asked(
            lambda: library.MemoryClient(api_key=self.secret() or "none", host=self._place.url or HOSTED, client=made)
        )

    def _results(self, said: Any) -> list[Any]:
        found = said.get("results") if isinstance(said, dict) else None
        if not isinstance(found, list):
            raise StoreUnreadable(f"What {self.name} answered isn't what mem0 answers. Is the address right?")
        return found[: 10 * PAGE]

    def _memory(self, one: dict[str, Any]) -> StoredMemory:
        return self.stored(
            one["id"], one["memory"], one.get("metadata"), date=one.get("created_at"), verbatim=False,
            tags=one.get("categories"),
        )  # fmt: skip


def _is_memory(one: Any) -> bool:
    return isinstance(one, dict) and isinstance(one.get("id"), str) and isinstance(one.get("memory"), str)
