"""A service is made on first use, once, of the services that its maker's parameters name."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from scrubjay.errors import NotFound
from scrubjay.wiring.registry import Registry, Services, made, rows_of

THREADS = 8
HERE = __name__


class Sorter:
    """Counts how often one was made."""

    number = 0

    def __init__(self, belt: str, *, speed: int = 3) -> None:
        type(self).number += 1
        self.belt, self.speed = belt, speed


class Parcels:
    """Asks for the sorter when it is used."""

    def __init__(self, services: Any) -> None:
        self.sorter: Callable[[], Any] = lambda: services.sorter


def broken() -> object:
    Sorter.number += 1
    raise OSError("no belt")


def hen(egg: object) -> object:
    return egg


def egg(hen: object) -> object:
    return hen


def lost(map: object) -> object:
    return map


class Depot(Services):
    """A few services."""

    belt: str = made()
    sorter: Sorter = made(f"{HERE}:Sorter")
    parcels: Parcels = made(f"{HERE}:Parcels")
    broken: object = made(f"{HERE}:broken")
    hen: object = made(f"{HERE}:hen")
    egg: object = made(f"{HERE}:egg")
    lost: object = made(f"{HERE}:lost")


@pytest.fixture
def depot(monkeypatch: pytest.MonkeyPatch) -> Depot:
    monkeypatch.setitem(__import__("sys").modules, HERE, __import__("sys").modules[HERE])
    Sorter.number = 0
    return Registry(rows_of(Depot), {"belt": "north"}).open_as(Depot)


def test_threads_that_ask_at_the_same_time_get_the_one_service(depot: Depot) -> None:
    barrier = threading.Barrier(THREADS)

    def ask(_: int) -> object:
        barrier.wait()
        return depot.sorter

    with ThreadPoolExecutor(THREADS) as pool:
        assert len({id(sorter) for sorter in pool.map(ask, range(THREADS))}) == 1
    assert (Sorter.number, depot.sorter.belt, depot.sorter.speed) == (1, "north", 3)


def test_what_is_asked_for_later_is_not_made_early(depot: Depot) -> None:
    parcels = depot.parcels
    assert set(depot.registry.in_use()) == {"parcels"}
    assert parcels.sorter() is depot.sorter
    assert list(depot.registry.in_use()) == ["parcels", "sorter"]


def test_a_service_that_can_not_be_made_is_tried_again(depot: Depot) -> None:
    for _ in range(2):
        with pytest.raises(OSError, match="no belt"):
            _ = depot.broken
    assert Sorter.number == 2
    assert not depot.registry.in_use()


def test_a_circle_and_a_need_that_nobody_has_are_named(depot: Depot) -> None:
    with pytest.raises(RecursionError, match="Services need each other: hen → egg → hen"):
        _ = depot.hen
    with pytest.raises(LookupError, match="The service lost needs map, which is no service"):
        _ = depot.lost
    with pytest.raises(LookupError, match="There is no service roof"):
        depot.registry.get("roof")


def test_a_registry_takes_from_the_one_above_it(depot: Depot) -> None:
    below = Registry({"parcels": f"{HERE}:Parcels"}, {}, depot.registry)
    assert below.get("sorter") is depot.sorter
    assert not below.in_use()


def test_two_services_of_one_name_are_refused() -> None:
    class Other(Services):
        """Another one."""

        sorter: object = made(f"{HERE}:egg")

    with pytest.raises(ValueError, match="Two services have the name sorter"):
        rows_of(Depot, Other)


def test_a_service_that_is_refused_is_not_to_be_had_and_says_why() -> None:
    refused = {"sorter": "sorter is a service of the extension gears, which isn't on."}
    rows = {"sorter": f"{HERE}:Sorter", "needy": f"{HERE}:needy", "free": f"{HERE}:free"}
    registry = Registry(rows, {"belt": "b"}, None, lambda name: refused.get(name, ""))
    assert "sorter" not in registry
    for name in ("sorter", "needy"):
        with pytest.raises(NotFound, match="of the extension gears"):
            registry.get(name)
    assert registry.get("free") == "without"
    refused.clear()
    assert isinstance(registry.get("sorter"), Sorter)
    assert registry.get("needy") == "with"


def needy(sorter: Sorter) -> str:
    return "with" if sorter else ""


def free(sorter: Sorter | None = None) -> str:
    return "with" if sorter else "without"
