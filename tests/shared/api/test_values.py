"""What goes in and out of the public API: wrong arguments are told by name, values are frozen and serialise as JSON."""

import copy
import json
import pickle
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from inspect import signature
from typing import Any

import pytest

import scrubjay.api
from scrubjay import AsyncMemory, ProjectMemory, open_memory
from scrubjay.errors import LimitExceeded, UsageError
from tests.conftest import Repo

Call = Callable[[ProjectMemory], Any]

WRONG: dict[str, tuple[Call, str]] = {
    "a query that is a number": (lambda m: m.search(5), "query is int"),  # type: ignore[arg-type]
    "bytes": (lambda m: m.remember(b"Vans."), "content is bytes"),  # type: ignore[arg-type]
    "an id that is nothing": (lambda m: m.forget(None), "id is NoneType"),  # type: ignore[arg-type]
    "a question that is a list": (lambda m: m.context(["queue"]), "query is list"),  # type: ignore[arg-type]
    "one kind": (lambda m: m.search("queue", kinds="decision"), "kinds=['decision']"),
    "one tag": (lambda m: m.remember("Vans are blue.", tags="vans"), "tags=['vans']"),
    "one source": (lambda m: m.remember("Vans are blue.", sources="README.md:1"), "sources is one text"),
    "one word": (lambda m: m.memories(words="vans"), "words is one text"),
    "a tag that is a number": (lambda m: m.memories(tags=["vans", 5]), "tags[1] is int"),  # type: ignore[list-item]
    "no hit": (lambda m: m.search("queue", limit=0), "limit 0 is out of bounds: 1 to 100"),
    "too many hits": (lambda m: m.search("queue", limit=101), "1 to 100"),
    "a window without room": (lambda m: m.context("queue", budget=10), "too small"),
}


def message(call: Callable[[], Any]) -> str:
    with pytest.raises(UsageError) as refused:
        call()
    return str(refused.value)


def test_a_wrong_argument_is_told_by_its_name(project: Repo) -> None:
    with pytest.raises(UsageError, match="session is int"), open_memory(project.path, session=5):  # type: ignore[arg-type]
        pass
    with open_memory(project.path) as memory:
        told = {name: message(partial(call, memory)) for name, (call, _) in WRONG.items()}
        assert {name: text for name, text in told.items() if WRONG[name][1] not in text} == {}
        assert memory.memories() == ()


def test_what_is_too_long_is_not_stored(project: Repo) -> None:
    with open_memory(project.path) as memory:
        with pytest.raises(LimitExceeded):
            memory.remember("Vans " * 10_000)
        assert memory.memories() == ()


def test_values_serialise_and_are_copied_as_they_are(project: Repo) -> None:
    with open_memory(project.path) as memory:
        memory.remember("Bursts end by noon.", sources=["docs/adr/0001-queue.md:9"])
        answer = memory.search("when do bursts end in the queue")
        (listed,) = memory.memories()
    assert json.loads(json.dumps(asdict(answer)))["view"]["branch"] == "main"
    assert copy.deepcopy(answer) == answer == pickle.loads(pickle.dumps(answer))  # noqa: S301
    assert listed.grounds[0]["place"]
    view: Any = answer.view
    ground: Any = listed.grounds[0]
    for call, arguments in ((view.update, ({},)), (view.pop, ("branch",)), (ground.__setitem__, ("place", ""))):
        with pytest.raises(TypeError, match=r"dict\(value\)"):
            call(*arguments)


@pytest.mark.parametrize("name", ["search", "remember", "memories", "forget", "context"])
def test_calls_to_await_take_the_same_arguments(name: str) -> None:
    assert signature(getattr(AsyncMemory, name)) == signature(getattr(ProjectMemory, name))


def test_every_name_of_the_api_is_there_and_every_name_of_the_package_is_the_apis() -> None:
    assert all(getattr(scrubjay.api, name) for name in scrubjay.api.__all__)
    assert {*scrubjay.__all__} - {"__version__"} <= {*scrubjay.api.__all__}
