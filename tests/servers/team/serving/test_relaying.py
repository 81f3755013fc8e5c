"""Whose address does a request count for behind a proxy?"""

from collections.abc import MutableMapping
from typing import Any

import anyio
import pytest

from scrubjay_team.serving.relaying import behind_proxies

PROXIES = ("127.0.0.1/32", "10.1.0.0/16")


@pytest.mark.parametrize(
    ("sender", "forwarded", "counts_for"),
    [
        ("127.0.0.1", "203.0.113.7", "203.0.113.7"),
        ("10.1.2.3", "198.51.100.9, 203.0.113.7", "203.0.113.7"),
        ("127.0.0.1", "203.0.113.7, 10.1.2.3", "203.0.113.7"),
        ("127.0.0.1", "", "127.0.0.1"),
        ("203.0.113.8", "198.51.100.9", "203.0.113.8"),
    ],
)
def test_only_a_named_proxy_says_who_asks(sender: str, forwarded: str, counts_for: str) -> None:
    heard: list[str] = []

    async def application(scope: MutableMapping[str, Any], _receive: object, _send: object) -> None:
        heard.append(scope["client"][0])

    headers = [(b"x-forwarded-for", forwarded.encode())] if forwarded else []
    scope = {"type": "http", "client": (sender, 1), "headers": headers}
    for proxies in (PROXIES, ()):
        asked: Any = behind_proxies(application, proxies)
        anyio.run(asked, dict(scope), None, None)
    assert heard == [counts_for, sender]
