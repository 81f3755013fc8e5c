"""Connections that client libraries are given: no redirect, and answers that are bounded in size and time."""

import time
from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final, Protocol

from scrubjay.model.counted import counted
from scrubjay_stores.errors import StoreUnreadable

MOST_BYTES: Final = 20_000_000
"""Bytes of an answer: of a page of memories, each with its text."""

MOST_FOUND: Final = 1_000_000
"""Bytes of an answer to a search."""

MOST_WORDS: Final = 1_200
"""Bytes of a refusal that are read."""


class Guarded(Protocol):
    """A service whose connections are guarded: its name in messages, and the error of a refusal."""

    @property
    def name(self) -> str:
        """What a person calls it."""
        ...

    def failure(self, status: int, headers: Mapping[str, str], body: str) -> Exception:
        """The error for an answer that isn't one."""
        ...


def most_of(path: str) -> int:
    """The bytes that an answer may have, by the path that was asked."""
    return MOST_FOUND if "search" in path or path.endswith("/recall") else MOST_BYTES


def packed(service: Guarded, headers: Mapping[str, str]) -> StoreUnreadable | None:
    """The error for an answer that is compressed, which nobody asked for: how large it is shows too late."""
    if headers.get("content-encoding", "identity").strip().lower() in ("", "identity"):
        return None
    return StoreUnreadable(f"{service.name} answered compressed, which it wasn't asked for.")


def too_much(service: Guarded, most: int) -> StoreUnreadable:
    """The error for an answer that is too large."""
    return StoreUnreadable(f"{service.name} answered more than {counted(most, 'byte')}.")


def guarded_client(service: Guarded, timeout_s: float) -> Any:
    """A client of httpx for a library: no redirect, no proxy of the environment, answers bounded in size and time."""
    httpx: Any = import_module("httpx")

    class Guard(httpx.BaseTransport):  # type: ignore[misc] # httpx comes with the extra
        def __init__(self) -> None:
            self.inner = httpx.HTTPTransport()

        def handle_request(self, request: Any) -> Any:
            request.headers["Accept-Encoding"] = "identity"
            ends = time.monotonic() + timeout_s
            response = self.inner.handle_request(request)
            parts, size, most = [], 0, most_of(request.url.path)
            try:
                if why := packed(service, response.headers):
                    raise why
                for part in response.stream:
                    parts.append(part)
                    size += len(part)
                    if time.monotonic() > ends:
                        raise httpx.ReadTimeout("too late", request=request)
                    if size > most:
                        raise too_much(service, most)
            finally:
                response.close()
            body, headers = b"".join(parts), dict(response.headers)
            if response.status_code >= 300:
                raise service.failure(response.status_code, headers, body[:MOST_WORDS].decode("utf-8", "replace"))
            return httpx.Response(response.status_code, headers=headers, content=body, request=request)

        def close(self) -> None:
            self.inner.close()

    return httpx.Client(transport=Guard(), timeout=timeout_s, follow_redirects=False)


def guarded_connection(service: Guarded) -> Any:
    """The connection of the client: no redirect, no proxy of the environment, and answers bounded as they are read."""
    rest: Any = import_module("hindsight_client_api.rest")
    configuration: Any = import_module("hindsight_client_api").Configuration

    class Session:
        def __init__(self, session: Any) -> None:
            self._session = session

        async def request(self, **given: Any) -> Any:
            given["headers"] = {**(given.get("headers") or {}), "Accept-Encoding": "identity"}
            answer = await self._session.request(**given, allow_redirects=False)
            try:
                if 300 <= answer.status < 400:
                    raise service.failure(answer.status, {}, "")
                if why := packed(service, answer.headers):
                    raise why
                answer._body = await self._body(answer, most_of(answer.url.path))
            except BaseException:
                answer.close()
                raise
            return answer

        async def _body(self, answer: Any, most: int) -> bytes:
            """The bytes of an answer, which the library reads from where aiohttp keeps them."""
            body = bytearray()
            async for part in answer.content.iter_any():
                body += part
                if len(body) > most:
                    raise too_much(service, most)
            return bytes(body)

    class Connection(rest.RESTClientObject):  # type: ignore[misc] # it comes with the extra
        @property
        def pool_manager(self) -> Any:
            self._ensure_session()
            self._pool_manager._auto_decompress = False
            self._pool_manager._trust_env = False
            return Session(self._pool_manager)

    return Connection(configuration())
