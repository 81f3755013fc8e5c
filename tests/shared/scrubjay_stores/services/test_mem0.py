"""mem0: its reports of use stay off, and what it worded by its model is never shown as somebody's words."""

import socket
import sys
from importlib.util import find_spec
from typing import Any

import pytest

from scrubjay.model.memory import BY_MODEL
from scrubjay_stores.services.mem0 import Mem0Store
from scrubjay_stores.services.service import Service
from tests.shared.scrubjay_joined.conftest import FarServer
from tests.shared.scrubjay_stores.services.conftest import Open
from tests.shared.scrubjay_stores.services.fakes import FakeMem0
from tests.shared.scrubjay_stores.services.test_service import WHOLE

pytestmark = pytest.mark.skipif(find_spec("mem0") is None, reason="its client library isn't installed")


@pytest.fixture
def fake(far: FarServer) -> FakeMem0:
    return FakeMem0(far)


def test_words_of_its_model_have_no_author(store: Service, fake: FakeMem0) -> None:
    fake.add([{"role": "user", "content": "I like owls."}], "anna", {"scrubjay_author": "anna", "scrubjay_told": True})
    store.write(WHOLE)
    worded, ours = store.since("").memories
    assert (worded.text, worded.worded, worded.author, worded.told) == ("User says: I like owls.", True, "", False)
    assert (ours.text, ours.worded, ours.author) == (WHOLE.text, False, "anna")


def test_words_that_mem0_changed_later_are_its_own(store: Service, fake: FakeMem0) -> None:
    store.write(WHOLE)
    fake.held[0]["memory"] = "Owls carry parcels and letters."
    (found,) = store.since("").memories
    assert (found.worded, found.author, found.told) == (True, "", False)


def test_nothing_is_sent_but_to_the_address_of_the_settings(
    open_store: Open, fake: FakeMem0, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    plain = socket.getaddrinfo

    def seen(host: Any, *rest: Any, **more: Any) -> Any:
        asked.append(host)
        return plain(host, *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", seen)
    store = open_store()
    assert isinstance(store, Mem0Store)
    store.write(WHOLE)
    store.search("owls", 3)
    assert set(asked) <= {"127.0.0.1"}
    assert sys.modules["mem0.memory.telemetry"].client_telemetry.posthog is None


def test_it_is_written_without_inference(store: Service, fake: FakeMem0) -> None:
    store.write(WHOLE)
    (added,) = [one.body for one in fake.server.asked if one.path.startswith("/v3/memories/add/")]
    assert added["infer"] is False
    assert added["messages"] == [{"role": "user", "content": WHOLE.text}]
    assert BY_MODEL not in str(added)
