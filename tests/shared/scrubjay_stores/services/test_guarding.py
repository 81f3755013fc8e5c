"""Answers of a service are bounded in what they take here, not in what was sent: none is unpacked."""

import gzip
import json

import pytest

from scrubjay_stores.errors import StoreUnreadable
from scrubjay_stores.services.guarding import MOST_BYTES, MOST_FOUND
from tests.shared.scrubjay_joined.conftest import Told
from tests.shared.scrubjay_stores.services.conftest import Open
from tests.shared.scrubjay_stores.services.conftest import fake as fake
from tests.shared.scrubjay_stores.services.conftest import open_store as open_store
from tests.shared.scrubjay_stores.services.fakes import FakeService

JSON = {"Content-Type": "application/json"}


def chunked(data: bytes) -> Told:
    """An answer whose length nothing says before it is read."""
    parts = [data[at : at + 100_000] for at in range(0, len(data), 100_000)]
    sent = b"".join(f"{len(part):x}\r\n".encode() + part + b"\r\n" for part in parts) + b"0\r\n\r\n"
    return 200, {**JSON, "Transfer-Encoding": "chunked"}, sent


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "GZIP", "gzip, identity", "br"])
def test_an_answer_that_is_compressed_is_refused_unread(open_store: Open, fake: FakeService, encoding: str) -> None:
    bomb = gzip.compress(json.dumps({"results": "x" * 30_000_000}).encode())
    assert len(bomb) < 100_000
    fake.fault = lambda _: (200, {**JSON, "Content-Encoding": encoding}, bomb)
    with pytest.raises(StoreUnreadable, match="work answered compressed"):
        open_store().since("")
    assert all(one.headers.get("accept-encoding") == "identity" for one in fake.server.asked)


def test_an_answer_to_a_search_is_smaller_than_a_page(open_store: Open, fake: FakeService) -> None:
    fake.fault = lambda _: (200, JSON, json.dumps({"results": "x" * MOST_FOUND}).encode())
    with pytest.raises(StoreUnreadable, match=f"{MOST_FOUND:,} bytes" if fake.kind != "mem0" else "work"):
        open_store().search("owls", 3)


def test_an_answer_whose_length_nothing_says_is_counted_as_it_is_read(open_store: Open, fake: FakeService) -> None:
    fake.fault = lambda _: chunked(b" " * (MOST_BYTES + 1))
    with pytest.raises(StoreUnreadable, match=f"{MOST_BYTES:,} bytes"):
        open_store().since("")
