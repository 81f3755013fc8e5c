"""What goes in and out of the public API: wrong arguments are told by name, values are frozen and serialise as JSON."""

import copy
import json
import pickle
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

import scrubjay.api
from scrubjay import AsyncMemory, ProjectMemory, open_memory
from scrubjay.errors import LimitExceeded, NotARepository, ScrubjayError, UsageError
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
    "a limit that is a text": (lambda m: m.search("queue", limit="3"), "limit is str"),  # type: ignore[arg-type]
    "no limit": (lambda m: m.search("queue", limit=None), "limit is NoneType"),  # type: ignore[arg-type]
    "half a hit": (lambda m: m.search("queue", limit=1.5), "limit is float"),  # type: ignore[arg-type]
    "a limit that is a truth": (lambda m: m.search("queue", limit=True), "limit is bool"),
    "a list's limit": (lambda m: m.memories(limit="3"), "limit is str"),  # type: ignore[arg-type]
    "no list": (lambda m: m.search("queue", kinds=None), "kinds is NoneType"),  # type: ignore[arg-type]
    "a number for a list": (lambda m: m.memories(tags=3), "tags is int"),  # type: ignore[arg-type]
    "a window in words": (lambda m: m.context("queue", budget="x"), "budget is str"),  # type: ignore[arg-type]
    "no deadline": (lambda m: m.context("queue", deadline_ms=None), "deadline_ms is NoneType"),  # type: ignore[arg-type]
    "a deadline in words": (lambda m: m.context("queue", deadline_ms="1"), "deadline_ms is str"),  # type: ignore[arg-type]
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


@pytest.mark.parametrize("opening", [open_memory, AsyncMemory])
def test_a_path_is_a_text_or_a_path(opening: Callable[[Any], Any]) -> None:
    for path in (None, b"docs", 5):
        assert f"path is {type(path).__name__}" in message(partial(opening, path))


def test_a_path_that_cannot_be_is_no_repository(project: Repo) -> None:
    for odd in ("a\ud800b", "a\udcffb", "a\0b"):
        with pytest.raises(NotARepository), open_memory(project.path / odd / odd):
            pass


def test_a_folder_that_is_gone_is_no_repository(project: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (gone := tmp_path / "gone").mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(NotARepository, match="no longer exists"), open_memory():
        pass
    with open_memory(project.path) as memory:
        assert memory.search("why a queue").results


def test_half_a_character_is_replaced_wherever_a_text_goes(project: Repo) -> None:
    half = "\udcff"  # as Python reads the name of a file that isn't UTF-8
    with open_memory(project.path, session=f"s{half}") as memory:
        assert memory.search(f"why a queue {half}", also_ask=[f"bursts {half}"], path=half).fit == "nothing"
        assert memory.search(f"why a queue {half}").results
        assert memory.remember(f"The van {half} is blue.", key=f"van{half}").outcome == "stored"
        assert [one.content for one in memory.memories(words=[half])] == ["The van \ufffd is blue."]
        made = memory.context(f"why a queue {half}")
        assert "queue" in made.text
        assert made.missing == ()
        for call in (memory.forget, partial(memory.search, as_of=half), partial(memory.remember, tags=[half])):
            with pytest.raises(ScrubjayError):
                call(half)


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


def test_the_package_lists_the_api() -> None:
    assert {*scrubjay.__all__} <= {*dir(scrubjay)}
