"""docs/examples/langgraph_store.py: what LangGraph's store promises, as far as memories of a project can keep it."""

import asyncio
import runpy
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from scrubjay import ProjectMemory, open_memory
from tests.conftest import Repo
from tests.docs.examples.conftest import example

module = example("langgraph_store", "langgraph.store.base")
ANNA, BEN = ("drivers", "anna"), ("drivers", "ben")


@pytest.fixture
def memory(project: Repo) -> Iterator[ProjectMemory]:
    with open_memory(project.path) as memory:
        yield memory


def test_an_item_comes_back_by_its_key_and_by_a_question(memory: ProjectMemory) -> None:
    store = module.ScrubjayStore(memory)
    store.put(ANNA, "shift", {"text": "Anna drives the night shift."})
    store.put(BEN, "shift", {"text": "Ben washes the vans on Mondays."})
    item = store.get(ANNA, "shift")
    assert (item.namespace, item.key, item.value) == (ANNA, "shift", {"text": "Anna drives the night shift."})
    assert (store.get(ANNA, "van"), store.get(("drivers",), "shift")) == (None, None)
    assert [one.namespace for one in store.search(("drivers",), query="who drives at night")][:1] == [ANNA]
    assert store.search(BEN, query="who drives the night shift") == []
    assert {one.namespace for one in store.search(())} == {ANNA, BEN}
    assert len(store.search(("drivers",), limit=1, offset=1)) == 1
    assert store.list_namespaces() == [ANNA, BEN]
    assert store.list_namespaces(max_depth=1) == [("drivers",)]


def test_an_item_is_a_memory_of_a_script(memory: ProjectMemory) -> None:
    module.ScrubjayStore(memory).put(ANNA, "shift", {"text": "Anna drives the night shift."})
    (listed,) = memory.memories()
    assert (listed.origin, listed.grade, listed.told[:16]) == ("script", "said", "said by a script")


def test_a_second_put_replaces_and_deleting_forgets(memory: ProjectMemory) -> None:
    store = module.ScrubjayStore(memory)
    for text in ("Anna drives the night shift.", "Anna drives the day shift.", "Anna drives the day shift."):
        store.put(ANNA, "shift", {"text": text})
    assert store.get(ANNA, "shift").value == {"text": "Anna drives the day shift."}
    assert len(memory.memories()) == 1
    store.delete(ANNA, "shift")
    store.delete(ANNA, "shift")
    assert (store.get(ANNA, "shift"), memory.memories()) == (None, ())


@pytest.mark.anyio
@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_a_graph_awaits_the_same(memory: ProjectMemory, anyio_backend: str) -> None:
    store = module.ScrubjayStore(memory)
    await store.aput(ANNA, "shift", {"text": "Anna drives the night shift."})
    assert (await store.aget(ANNA, "shift")).value["text"] == "Anna drives the night shift."
    assert len(await store.asearch(("drivers",), query="night shift")) == 1


@pytest.mark.anyio
@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_puts_of_one_key_at_once_leave_one_item(memory: ProjectMemory, anyio_backend: str) -> None:
    store = module.ScrubjayStore(memory)
    texts = [f"Van {number} takes line {number} on weekday {number}." for number in range(4)]
    await asyncio.gather(*(store.aput(ANNA, "van", {"text": text}) for text in texts))
    (kept,) = memory.memories()
    assert kept.content in texts


def test_a_key_that_two_processes_put_at_once_is_replaced_and_deleted_whole(memory: ProjectMemory) -> None:
    store = module.ScrubjayStore(memory)
    for value in ({"text": "Anna takes the red van."}, {"text": "Anna drives van 0 to the harbour."}, None):
        for number, town in enumerate(("harbour", "airport", "depot")):
            memory.remember(f"Anna drives van {number} to the {town}.", tags=module.tags(ANNA, "van"))
        store.put(ANNA, "van", value) if value else store.delete(ANNA, "van")
        assert [{"text": one.content} for one in memory.memories()] == ([value] if value else [])
        store.delete(ANNA, "van")


def test_a_memory_of_somebody_else_with_the_tags_is_no_item(memory: ProjectMemory) -> None:
    store = module.ScrubjayStore(memory)
    foreign = ("", "in:drivers", "key:shift", "in:drivers key:a key:b", "in: key:c")
    for number, tags in enumerate(foreign):
        memory.remember(f"Depot {number} opens on weekday {number}.", tags=["langgraph", *tags.split()])
    assert len(memory.memories(tags=["langgraph"])) >= 4
    assert (store.search(()), store.search((), query="when a depot opens"), store.list_namespaces()) == ([], [], [])


def test_an_empty_key_or_namespace_stands_for_no_other(memory: ProjectMemory) -> None:
    store, value = module.ScrubjayStore(memory), {"text": "Ben drives the night shift."}
    store.put(ANNA, "shift", {"text": "Anna drives the night shift."})
    for namespace, key in ((ANNA, ""), (("drivers", ""), "shift"), ((), "shift"), (ANNA, 5)):
        for op in (
            module.base.GetOp(namespace, key),
            module.base.PutOp(namespace, key, value),
            module.base.PutOp(namespace, key, None),
        ):
            with pytest.raises(ValueError, match=r"(?i)empty"):
                store.batch([op])
    assert [one.content for one in memory.memories()] == ["Anna drives the night shift."]


REFUSED: dict[str, tuple[Callable[[Any], object], str]] = {
    "fields": (lambda store: store.put(ANNA, "shift", {"text": "Anna drives.", "hours": 8}), "always searchable"),
    "no index": (lambda store: store.put(ANNA, "shift", {"text": "Anna drives."}, index=False), "always searchable"),
    "a filter": (lambda store: store.search(ANNA, filter={"text": "Anna drives."}), "Use a namespace"),
    "a prefix": (lambda store: store.list_namespaces(prefix=("drivers",)), "without prefix"),
    "capitals": (lambda store: store.put(("drivers", "Anna"), "shift", {"text": "Anna drives."}), "without capitals"),
    "a space": (lambda store: store.put(ANNA, "night shift", {"text": "Anna drives."}), "spaces"),
    "a dot": (lambda store: store.put(("drivers.anna",), "shift", {"text": "Anna drives."}), "periods"),
    "no text": (lambda store: store.put(ANNA, "shift", {"text": 5}), "content is int"),
    "a text twice": (lambda store: [store.put(ANNA, key, {"text": "Anna drives."}) for key in ("a", "b")], "known"),
}


def test_what_a_memory_cannot_be_is_an_error_that_says_so(memory: ProjectMemory) -> None:
    store = module.ScrubjayStore(memory)
    told = {}
    for name, (call, _) in REFUSED.items():
        with pytest.raises(Exception, match=r"\w") as refused:
            call(store)
        told[name] = str(refused.value)
    assert {name: text for name, text in told.items() if REFUSED[name][1] not in text} == {}
    assert [one.content for one in memory.memories()] == ["Anna drives."]


def test_its_program_runs_and_no_other_project_sees_its_items(
    project: Repo, other_project: Repo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["langgraph_store.py", str(project.path)])
    runpy.run_path(str(module.__file__), run_name="__main__")
    assert "Anna drives the night shift." in capsys.readouterr().out
    with open_memory(other_project.path) as memory:
        store = module.ScrubjayStore(memory)
        assert (store.get(ANNA, "shift"), store.search(()), store.list_namespaces()) == (None, [], [])
        assert store.search((), query="who drives the night shift") == []
