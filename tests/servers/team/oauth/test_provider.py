"""A real client of MCP, the SDK's own, comes in by OAuth: registration, consent in a browser, tools, refresh."""

import asyncio
from typing import Any

import httpx2
from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientInformationFull, OAuthClientMetadata, OAuthToken
from pydantic import AnyUrl

from tests.servers.team.oauth.conftest import CALLBACK, OAuthTeam, query_of


class KeptTokens:
    """The storage of a client."""

    def __init__(self) -> None:
        self.tokens: OAuthToken | None = None
        self.client: OAuthClientInformationFull | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client = client_info


class ScriptedBrowser:
    """What a client leads to a server: it consents in anna's name."""

    def __init__(self, web: OAuthTeam, *scopes: str) -> None:
        self.web = web
        self.scopes = scopes
        self.visits = 0
        self._led = ""

    async def lead(self, address: str) -> None:
        self.visits += 1
        path = address.removeprefix(self.web.base)
        page = await asyncio.to_thread(self.web.opened, self.web.cookie, path)
        self._led = await asyncio.to_thread(self.web.decided, self.web.cookie, page, *self.scopes)

    async def back(self) -> AuthorizationCodeResult:
        told = query_of(self._led)
        return AuthorizationCodeResult(code=told["code"], state=told["state"], iss=told["iss"])


def listed(web: OAuthTeam, kept: KeptTokens, browser: ScriptedBrowser, **metadata: Any) -> list[str]:
    """The tools that a real client finds, which signs in as it does."""
    told = OAuthClientMetadata(client_name="SDK", redirect_uris=[AnyUrl(CALLBACK)], **metadata)
    auth = OAuthClientProvider(web.served.url, told, kept, browser.lead, browser.back)

    async def run() -> list[str]:
        async with (
            httpx2.AsyncClient(auth=auth) as http,
            Client(streamable_http_client(web.served.url, http_client=http)) as client,
        ):
            return sorted(tool.name for tool in (await client.list_tools()).tools)

    return asyncio.run(asyncio.wait_for(run(), 60))


def test_a_real_client_signs_in_by_the_browser_and_finds_what_its_scopes_allow(web: OAuthTeam) -> None:
    kept, browser = KeptTokens(), ScriptedBrowser(web, "search")
    tools = listed(web, kept, browser)
    assert "search_knowledge" in tools
    assert "remember" not in tools
    assert kept.tokens is not None
    assert (kept.tokens.scope, kept.tokens.expires_in) == ("search", 12 * 3600)
    assert "remember" in listed(web, KeptTokens(), ScriptedBrowser(web, "search", "remember"))
    assert listed(web, kept, browser) == tools
    assert browser.visits == 1


def test_a_client_with_a_secret_signs_in(web: OAuthTeam) -> None:
    for method in ("client_secret_post", "client_secret_basic"):
        kept = KeptTokens()
        assert listed(web, kept, ScriptedBrowser(web, "search"), token_endpoint_auth_method=method)
        assert kept.client is not None
        assert kept.client.client_secret
