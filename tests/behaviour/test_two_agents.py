"""Two agents change the same memory, in processes of their own: the later is told, and sees both versions."""

import json
from contextlib import AsyncExitStack

import pytest
from mcp import Client
from mcp_types import Implementation

from tests.behaviour.processes import ask, said, server
from tests.conftest import Repo

pytestmark = pytest.mark.anyio


async def test_who_changes_shares_or_forgets_later_is_told_what_the_other_did(shop: Repo) -> None:
    place = Repo(shop.path, shop.environment | {"SCRUBJAY_TOOLSETS": "[core, agents]"})
    async with AsyncExitStack() as stack:

        async def client(name: str, of: str) -> Client:
            opened = Client(server(place, f"scrubjay_{of}"), client_info=Implementation(name=name, version="1"))
            return await stack.enter_async_context(opened)

        anna, ben = await client("claude-code", "knowledge"), await client("codex", "knowledge")
        pools = await client("claude-code", "session")

        async def learn(content: str) -> str:
            return str(json.loads(await ask(anna, "remember", content=content))["id"])

        gate, lamp, cart = [
            await learn(words) for words in
            ("Parcels leave by the north gate.", "Gulls nest beside harbour lamps.", "Otters carry violet umbrellas.")
        ]  # fmt: skip
        newer = json.loads(await ask(anna, "update_memory", id=gate, content="Parcels leave by the south gate."))["id"]
        refused, words = await said(ben, "update_memory", id=gate, content="Parcels leave by the east gate.")
        assert refused
        assert "it is superseded, so nothing was stored" in words
        both = await ask(ben, "get_provenance", id=gate)
        assert "north gate" in both
        assert newer[:12] in both

        await ask(pools, "create_pool", name="backend")
        await ask(pools, "share_memory_to_scope", pool_id="backend", memory_id=lamp)
        told = json.loads(await ask(ben, "forget_memory", id=lamp))["why"]
        assert "is gone from the pools backend" in told
        assert "Gulls" not in await ask(pools, "query_shared", pool_id="backend")

        assert "pools" not in json.loads(await ask(ben, "forget_memory", id=cart))["why"]
        refused, words = await said(pools, "share_memory_to_scope", pool_id="backend", memory_id=cart)
        assert refused
        assert "is forgotten since" in words
        assert "get_provenance shows both" in words
