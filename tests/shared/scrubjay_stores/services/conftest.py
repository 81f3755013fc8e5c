"""Each service on loopback, with its store over the real client library; skipped where that isn't installed."""

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from scrubjay_stores.services.hindsight import HindsightStore
from scrubjay_stores.services.letta import LettaStore
from scrubjay_stores.services.mem0 import Mem0Store
from scrubjay_stores.services.service import Service
from scrubjay_stores.services.zep import ZepStore
from scrubjay_stores.settings import StorePlace
from tests.shared.scrubjay_joined.conftest import FarServer
from tests.shared.scrubjay_joined.conftest import far as far
from tests.shared.scrubjay_stores.services.fakes import FAKES, KEY, FakeService

STORES: dict[str, Callable[..., Service]] = {
    "mem0": Mem0Store, "letta": LettaStore, "zep": ZepStore, "hindsight": HindsightStore
}  # fmt: skip
MODULES = {"mem0": "mem0", "letta": "letta_client", "zep": "zep_cloud", "hindsight": "hindsight_client"}

Open = Callable[..., Service]


@pytest.fixture(params=FAKES, ids=lambda fake: fake.kind)
def fake(request: pytest.FixtureRequest, far: FarServer) -> FakeService:
    """One of the services; a test that takes it runs for each."""
    if find_spec(MODULES[request.param.kind]) is None:
        pytest.skip(f"the client library of {request.param.kind} isn't installed")
    made: FakeService = request.param(far)
    return made


@pytest.fixture
def open_store(fake: FakeService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Makes a store of the service, with a key in a variable."""
    monkeypatch.setenv("STORE_KEY", KEY)
    monkeypatch.setenv("MEM0_DIR", str(tmp_path / "mem0"))

    opened: list[Service] = []

    def made(timeout_s: float = 5.0, **place: Any) -> Service:
        given = {"kind": fake.kind, "url": fake.url, "space": fake.space, "key_env": "STORE_KEY"} | place
        opened.append(STORES[fake.kind]("work", StorePlace(**given), timeout_s, tmp_path / "stores"))
        return opened[-1]

    yield made
    for one in opened:
        one.close()


@pytest.fixture
def store(open_store: Open) -> Service:
    return open_store()
