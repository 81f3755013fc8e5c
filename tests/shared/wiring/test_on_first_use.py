"""A service is made on first use, once, whichever thread asks first."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from scrubjay.app import App
from scrubjay.wiring.on_first_use import on_first_use, services_in_use
from tests.conftest import Repo

THREADS = 8


class Parcels:
    """A group whose one service counts how often it was made, and waits until all threads have asked for it."""

    def __init__(self) -> None:
        self.made = 0
        self.barrier = threading.Barrier(THREADS)

    @on_first_use
    def sorter(self) -> object:
        """Sorts parcels."""
        self.made += 1
        return object()

    @on_first_use
    def broken(self) -> object:
        """Fails."""
        self.made += 1
        raise OSError("no belt")


def test_threads_that_ask_at_the_same_time_get_the_one_service() -> None:
    parcels = Parcels()

    def ask(_: int) -> object:
        parcels.barrier.wait()
        return parcels.sorter

    with ThreadPoolExecutor(THREADS) as pool:
        assert len({id(sorter) for sorter in pool.map(ask, range(THREADS))}) == 1
    assert parcels.made == 1
    assert Parcels.sorter.__doc__ == "Sorts parcels."


def test_a_service_that_can_not_be_made_is_tried_again() -> None:
    parcels = Parcels()
    for _ in range(2):
        with pytest.raises(OSError, match="no belt"):
            _ = parcels.broken
    assert parcels.made == 2
    assert services_in_use(parcels, "broken", "sorter") == []


def test_closing_a_workspace_makes_nothing(app: App, repo: Repo) -> None:
    repo.commit("Describe parcels", {"README.md": "# Parcels\n"})
    workspace = app.initialise(repo.path)
    before = workspace.documents
    workspace.close()
    groups = (workspace.knowledge, workspace.memories, workspace.conversations, workspace.context, workspace.sessions)
    made = {name for group in groups for name, value in vars(type(group)).items() if isinstance(value, on_first_use)}
    assert services_in_use(workspace.knowledge, "documents") == [before]
    assert services_in_use(workspace.context, *made) == []
    assert services_in_use(workspace.memories, *made) == []
