"""Each row of the services names a maker that there is, and whose needs are services; nothing goes in a circle."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from scrubjay.app import App
from scrubjay.errors import NotFound
from scrubjay.extensions.builtin import BUILT_IN
from scrubjay.extensions.loading import load, needs_of
from scrubjay.wiring.opening import HOME, WORKTREE
from scrubjay.wiring.registry import EVERY, declared
from scrubjay.wiring.workspace import Workspace
from scrubjay_agents.services import AgentServices
from scrubjay_forges.services import ForgeServices
from scrubjay_graph.services import GraphServices
from scrubjay_growth.services import GrowthServices
from scrubjay_publishing.services import PublishingServices
from tests.conftest import Repo

FACES = (
    Workspace, AgentServices, ForgeServices, GraphServices, GrowthServices, PublishingServices
)  # fmt: skip
ALL = HOME | WORKTREE
ROWS = {name: row for name, row in ALL.items() if not row.target.startswith(EVERY)}
KINDS = {name: row.target.removeprefix(EVERY) for name, row in ALL.items() if row.target.startswith(EVERY)}
NARROWED = [("counter", {"TokenCounter"})]
"""Services whose attribute has the protocol that their class keeps."""

KNOWN = {*(name for face in FACES for name in declared(face)), "services"}


def names_in(annotation: Any) -> set[str]:
    """The names in a type as it is written, without the modules that they come from."""
    text = annotation.__name__ if isinstance(annotation, type) else annotation
    return set(re.findall(r"\w+(?![\w.])", str(text)))


def types_of(*faces: type) -> dict[str, Any]:
    """The types of the attributes of classes that declare services."""
    return {
        name: kind
        for face in faces
        for base in reversed(face.__mro__)
        for name, kind in vars(base).get("__annotations__", {}).items()
    }


def test_each_row_of_an_extension_is_a_typed_service_of_its_own() -> None:
    rows = {one.name: set(one.worktree) for one in BUILT_IN if one.worktree}
    assert rows == {face.__module__.split(".")[0].removeprefix("scrubjay_"): set(declared(face)) for face in FACES[1:]}
    assert sum(map(len, rows.values())) + len(declared(Workspace)) == len({*ALL, *declared(Workspace)})


@pytest.mark.parametrize("name", sorted(ROWS))
def test_a_row_names_a_maker_whose_needs_are_services(name: str) -> None:
    target, of = ROWS[name]
    needs = needs_of(load(target))
    assert of.keys() <= needs.keys()
    assert {value.partition(".")[0] for value in of.values()} <= KNOWN
    assert [one for one, is_optional in needs.items() if not is_optional and one not in {*KNOWN, *of}] == []


@pytest.mark.parametrize("name", sorted(ROWS))
def test_a_service_has_the_type_that_its_maker_returns(name: str) -> None:
    maker, declares = load(ROWS[name].target), names_in(types_of(*FACES)[name])
    returned = {maker.__name__} if isinstance(maker, type) else names_in(maker.__annotations__["return"])
    assert declares == returned or (name, declares) in NARROWED


MADE = [(one.kind, one.target) for extension in BUILT_IN for one in extension.provides if one.kind in KINDS.values()]


@pytest.mark.parametrize(("kind", "target"), MADE)
def test_what_an_extension_of_ours_provides_needs_services_alone(kind: str, target: str) -> None:
    needs = needs_of(load(target)).items()
    assert [need for need, is_optional in needs if not is_optional and need not in KNOWN] == []


def test_no_service_needs_itself() -> None:
    needs = {
        name: [need for one in needs_of(load(target)) if (need := of.get(one, one).partition(".")[0]) in ALL]
        for name, (target, of) in ROWS.items()
    }
    for name, kind in KINDS.items():
        needs[name] = [need for of, target in MADE if of == kind for need in needs_of(load(target)) if need in ALL]

    def walk(name: str, way: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if name in way:
            yield (*way, name)
            return
        if name in done:
            return
        for need in needs[name]:
            yield from walk(need, (*way, name))
        done.add(name)

    done: set[str] = set()
    assert [way for name in needs for way in walk(name, ())] == []


def test_closing_a_workspace_makes_nothing(app: App, repo: Repo) -> None:
    repo.commit("Describe parcels", {"README.md": "# Parcels\n"})
    workspace = app.initialise(repo.path)
    before = workspace.documents
    workspace.close()
    used = workspace.registry.in_use()
    assert used["documents"] is before
    assert not used.keys() & {"recall", "memories", "retriever", "conversations"}


def test_a_service_of_an_extension_that_is_off_says_whose_it_is(app: App, repo: Repo) -> None:
    (app.settings.home / "config.yaml").write_text("extensions: {growth: off, publishing: off}\n")
    repo.commit("Describe parcels", {"README.md": "# Parcels\n"})
    workspace = app.initialise(repo.path)
    with pytest.raises(NotFound, match="promotion_log is a service of the extension growth, which isn't on"):
        _ = GrowthServices.of(workspace).promotion_log
    assert "publisher" not in workspace.registry
    assert AgentServices.of(workspace).pools is not None


def test_each_service_of_the_core_can_be_made(app: App, repo: Repo) -> None:
    repo.commit("Describe parcels", {"README.md": "# Parcels\n"})
    workspace = app.initialise(repo.path)
    for name in declared(Workspace):
        workspace.registry.get(name)
    assert workspace.recall is workspace.registry.get("recall")
