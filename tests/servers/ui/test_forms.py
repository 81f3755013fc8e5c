"""A form that arrives too slowly, is too large, or whose sender has gone, is no form."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from scrubjay_ui import admission
from scrubjay_ui.admission import MAX_BODY, read_body

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def pieces(*messages: dict[str, Any]) -> Callable[[], Awaitable[Any]]:
    """A `receive` that gives these, and then nothing for ever."""
    left = list(messages)

    async def receive() -> Any:
        return left.pop(0) if left else await asyncio.Event().wait()

    return receive


def piece(body: bytes, *, more: bool = True) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


async def test_pieces_become_one_form() -> None:
    assert await read_body(pieces(piece(b"a=1&"), piece(b"b=2", more=False))) == b"a=1&b=2"


async def test_a_form_that_drips_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "BODY_S", 0.02)
    assert await read_body(pieces(piece(b"a="))) is None


async def test_what_is_too_large_or_torn_off_is_none() -> None:
    assert await read_body(pieces(piece(bytes(MAX_BODY + 1)))) is None
    assert await read_body(pieces(piece(b"a="), {"type": "http.disconnect"})) is None
