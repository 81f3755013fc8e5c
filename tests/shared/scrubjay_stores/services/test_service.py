"""Each service, by its real client library against a server on loopback: the promises of a store, and its faults."""

import json
import logging
import threading
from pathlib import Path
from typing import Any

import pytest

from scrubjay.errors import NotFound, ScrubjayError
from scrubjay.extensions.testing.stores import check_memory_backend, memories_of
from scrubjay.model.frozen import replace
from scrubjay.model.stored import StoredMemory
from scrubjay_stores.errors import StoreAway, StoreRefused, StoreUnreadable
from scrubjay_stores.replaying import Replay
from scrubjay_stores.services.service import Service
from tests.shared.scrubjay_joined.conftest import Asked, Told, said
from tests.shared.scrubjay_stores.conftest import MemoryStore, memory
from tests.shared.scrubjay_stores.services.conftest import STORES, Open
from tests.shared.scrubjay_stores.services.fakes import KEY, FakeService

WHOLE = StoredMemory(
    id="", key="scrubjay:" + "a" * 32, text="Owls carry parcels.", store="home", kind="decision", tags=("owls",),
    applies="staging", author="anna", date="2026-10-01T08:00:00Z", told=True,
)  # fmt: skip


def test_it_keeps_the_promises_of_a_store(store: Service) -> None:
    check_memory_backend(store)


def test_a_memory_comes_back_as_it_went_with_its_key(store: Service) -> None:
    id = store.write(WHOLE).id
    kept = store.get(id)
    for name in ("key", "text", "kind", "tags", "applies", "author", "date"):
        assert getattr(kept, name) == getattr(WHOLE, name), name
    assert not kept.worded
    assert not kept.told, "what a store says is told by nobody"


def test_what_a_store_claims_without_the_seal_of_this_home_is_not_believed(
    store: Service, fake: FakeService, tmp_path: Path
) -> None:
    """Somebody who may write there takes the key and the author of a memory that is elsewhere."""
    other = STORES[fake.kind]("work", store._place, 5.0, tmp_path / "another home")
    claimed = replace(WHOLE, author="ben")
    other._add(claimed)
    (read,) = memories_of(store)
    assert (read.author, read.told, read.text) == ("", False, WHOLE.text)
    assert read.key.startswith(f"{fake.kind}:")
    assert memories_of(other)[0].key == WHOLE.key
    other.close()


@pytest.mark.parametrize("space", ["customer-password", "api_key", "two  blanks", "x" * 190])
def test_a_replay_from_a_place_with_any_name_brings_each_memory_once(
    open_store: Open, fake: FakeService, space: str
) -> None:
    """Keys are the same where they are written and read, also where they look like a secret or are long."""
    foreign = open_store(space=space).stored(
        "passage-8f2b1c0e-1111-4222-8333-444455556666", "Owls sleep.", {}, date="", verbatim=True
    )
    source, target = MemoryStore("left", [foreign, replace(WHOLE, id="2", key=f"{space}:{foreign.key} " * 5)]), fake
    for counts in ({"stored": 2}, {"known": 2}):
        replay = Replay(source, open_store())
        list(replay.steps())
        assert replay.report.counts == counts
    assert len(target.held) == 2


def test_pages_are_read_to_the_end_and_a_replay_runs_twice(store: Service, fake: FakeService) -> None:
    fake.pages = 3
    source = MemoryStore("left", [memory(n) for n in range(8)])
    for new, known in ((8, 0), (0, 8)):
        replay = Replay(source, store)
        list(replay.steps())
        assert (replay.report.counts["stored"], replay.report.counts["known"]) == (new, known)
    assert sorted(one.key for one in memories_of(store)) == sorted(one.key for one in source.held)
    assert len(fake.held) == 8
    back = Replay(store, source)
    list(back.steps())
    assert back.report.counts == {"known": 8}


def test_a_lost_answer_to_a_write_doubles_nothing(open_store: Open, fake: FakeService) -> None:
    lost: list[Asked] = []

    def fault(asked: Asked) -> Told | None:
        if (
            asked.method == "POST"
            and "Owls carry" in json.dumps(asked.body)
            and "search" not in asked.path
            and not lost
        ):
            lost.append(asked)
            fake.fault = lambda _: None
            fake.answer(asked)
            return said({"detail": "gone"}, 503)
        return None

    fake.fault = fault
    store = open_store()
    with pytest.raises(StoreAway):
        store.write(WHOLE)
    assert store.write(WHOLE).outcome == "known"
    assert open_store().write(WHOLE).outcome == "known"
    assert len(fake.held) == 1


CALLS = {
    "search": lambda store: store.search("owls", 3),
    "get": lambda store: store.get("00000000-0000-4000-8000-000000000000"),
    "since": lambda store: store.since(""),
    "count": lambda store: store.count(),
    "write": lambda store: store.write(WHOLE),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(
    ("told", "error"),
    [
        (said({"detail": f"bad key {KEY}", "message": f"bad key {KEY}"}, 401), StoreRefused),
        (said({"detail": f"slow down {KEY}"}, 429, Retry_After="7"), StoreRefused),
        (said({"detail": f"oops {KEY}"}, 500), StoreAway),
        (said({}, 307, Location="http://127.0.0.1:9/elsewhere"), StoreUnreadable),
        ((200, {"Content-Type": "application/json"}, b"{"), StoreUnreadable),
        ((200, {"Content-Type": "text/html"}, b"<html>Hello</html>"), StoreUnreadable),
        (said(["no", 1]), StoreUnreadable),
    ],
    ids=["401", "429", "500", "redirect", "no JSON", "HTML", "another form"],
)
def test_a_fault_is_named_and_holds_no_key(
    open_store: Open, fake: FakeService, caplog: pytest.LogCaptureFixture, call: str, told: Told, error: type[Exception]
) -> None:
    caplog.set_level(logging.DEBUG)
    fake.fault = lambda _: told
    with pytest.raises(error) as caught:
        CALLS[call](open_store())
    assert "work" in str(caught.value)
    assert KEY not in str(caught.value)
    assert KEY not in caplog.text
    assert not fake.held
    if told[0] == 429:
        assert getattr(caught.value, "retry_s", 0.0) == 7.0


def test_one_that_hangs_is_given_up_in_time(open_store: Open, fake: FakeService) -> None:
    over = threading.Event()

    def hang(_: Asked) -> Told:
        over.wait(20)
        return said({})

    fake.fault = hang
    try:
        with pytest.raises(StoreAway, match=r"within 0\.3 s"):
            open_store(timeout_s=0.3).search("owls", 3)
    finally:
        over.set()


def test_one_that_isnt_there_is_named(open_store: Open, fake: FakeService) -> None:
    fake.server.close()
    with pytest.raises(StoreAway, match="no connection"):
        open_store().count()


def test_a_memory_that_is_gone_isnt_found(store: Service, fake: FakeService) -> None:
    id = store.write(WHOLE).id
    fake.held.clear()
    with pytest.raises(NotFound):
        store.get(id)


def test_text_from_there_is_masked_bounded_and_visible(store: Service, fake: FakeService) -> None:
    store.write(WHOLE)
    secret = "AKIA" + "IOSFODNN7EXAMPLE"
    for one in fake.held:
        for name in ("memory", "text", "content", "original_text"):
            if name in one:
                one[name] = f"\x1b[31mthe key is {secret} " + "x" * 30_000
    (found,) = memories_of(store)
    replay = Replay(store, MemoryStore("right"))
    assert [step.why for step in replay.steps()] == ["longer than a memory may be, or empty"]
    assert secret not in found.text
    assert "\x1b" not in found.text
    assert len(found.text) == 10_001


def test_a_key_in_a_file_that_others_read_is_refused(open_store: Open, tmp_path: Any) -> None:
    file = tmp_path / "key"
    file.write_text(f"{KEY}\n")
    file.chmod(0o644)
    with pytest.raises(ScrubjayError, match="chmod 600"):
        open_store(key_env="", key_file=str(file)).count()
    file.chmod(0o600)
    assert open_store(key_env="", key_file=str(file)).count() == (0, False)


def test_without_its_variable_nothing_is_asked(open_store: Open, fake: FakeService, monkeypatch: Any) -> None:
    monkeypatch.delenv("STORE_KEY")
    with pytest.raises(ScrubjayError, match="STORE_KEY"):
        open_store().count()
    assert not fake.server.asked
