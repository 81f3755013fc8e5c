"""Connections that client libraries are given: no redirect, and answers that are bounded in size and time."""

import time
from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final, Protocol

from scrubjay_stores.errors import StoreUnreadable

MOST_BYTES: Final = 20_000_000
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
            parts, size = [], 0
            try:
                for part in response.stream:
                    parts.append(part)
                    size += len(part)
                    if time.monotonic() > ends:
                        raise httpx.ReadTimeout("too late", request=request)
                    if size > MOST_BYTES:
                        raise StoreUnreadable(f"{service.name} answered more than {MOST_BYTES:,} bytes.")
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
    """The connection of the client, without redirects, and with a bound of what is read."""
    rest: Any = import_module("hindsight_client_api.rest")
    configuration: Any = import_module("hindsight_client_api").Configuration

    class Session:
        def __init__(self, session: Any) -> None:
            self._session = session

        async def request(self, **given: Any) -> Any:
            answer = await self._session.request(**given, allow_redirects=False)
            if 300 <= answer.status < 400:
                answer.close()
                raise service.failure(answer.status, {}, "")
            if (answer.content_length or 0) > MOST_BYTES:
                answer.close()
                raise StoreUnreadable(f"{service.name} answered more than {MOST_BYTES:,} bytes.")
            return answer

    class Connection(rest.RESTClientObject):  # type: ignore[misc] # it comes with the extra
        @property
        def pool_manager(self) -> Any:
            self._ensure_session()
            return Session(self._pool_manager)

    return Connection(configuration())
