"""The team as a store: its list is read page by page, also where each memory is as long as one may be."""

from typing import Any

from scrubjay_joined.client import TeamClient
from scrubjay_joined.stored import PAGE, WirePage
from tests.shared.scrubjay_joined.conftest import FarServer, said


def test_a_page_of_the_longest_memories_is_read(far: FarServer, client: TeamClient) -> None:
    listed: list[dict[str, Any]] = [{"id": f"{n:032x}", "content": "é" * 10_000} for n in range(PAGE)]
    far.answer = lambda _: said({"memories": listed, "after": "sealed-cursor", "more": False})
    page = WirePage.model_validate(client.get("/memories", after="", limit=PAGE))
    assert [len(one.content) for one in page.memories] == [10_000] * PAGE
