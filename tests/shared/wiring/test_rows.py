"""Each row of the services names a maker that there is, and whose needs are services; nothing goes in a circle."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from scrubjay.app import App
from scrubjay.extensions.builtin import BUILT_IN
from scrubjay.wiring.opening import HOME, WORKTREE
from scrubjay.wiring.registry import EVERY, declared, maker_of, needs_of
from scrubjay.wiring.workspace import Workspace
from tests.conftest import Repo

ALL = HOME | WORKTREE
ROWS = {name: row for name, row in ALL.items() if not row.startswith(EVERY)}
KINDS = {name: row.removeprefix(EVERY) for name, row in ALL.items() if row.startswith(EVERY)}
NARROWED = [("counter", {"TokenCounter"}), ("proposal_publisher", {"ProposalPublisher"})]
"""Services whose attribute has the protocol that their class keeps."""

KNOWN = {*declared(Workspace), "services"}


def names_in(annotation: Any) -> set[str]:
    """The names in a type as it is written, without the modules that they come from."""
    text = annotation if isinstance(annotation, str) or "[" in str(annotation) else annotation.__name__
    return set(re.findall(r"\w+(?![\w.])", str(text)))


def types_of(face: type) -> dict[str, Any]:
    """The types of the attributes of a class that declares services."""
    return {
        name: kind for base in reversed(face.__mro__) for name, kind in vars(base).get("__annotations__", {}).items()
    }


@pytest.mark.parametrize("name", sorted(ROWS))
def test_a_row_names_a_maker_whose_needs_are_services(name: str) -> None:
    needs = list(needs_of(maker_of(ROWS[name])))
    assert [need for need, is_optional in needs if not is_optional and need not in KNOWN] == []


@pytest.mark.parametrize("name", sorted(ROWS))
def test_a_service_has_the_type_that_its_maker_returns(name: str) -> None:
    maker, declares = maker_of(ROWS[name]), names_in(types_of(Workspace)[name])
    returned = {maker.__name__} if isinstance(maker, type) else names_in(maker.__annotations__["return"])
    assert declares == returned or (name, declares) in NARROWED


MADE = [(one.kind, one.target) for extension in BUILT_IN for one in extension.provides if one.kind in KINDS.values()]


@pytest.mark.parametrize(("kind", "target"), MADE)
def test_what_an_extension_of_ours_provides_needs_services_alone(kind: str, target: str) -> None:
    needs = list(needs_of(maker_of(target)))
    assert [need for need, is_optional in needs if not is_optional and need not in KNOWN] == []


def test_no_service_needs_itself() -> None:
    needs = {name: [need for need, _ in needs_of(maker_of(row)) if need in ALL] for name, row in ROWS.items()}
    for name, kind in KINDS.items():
        needs[name] = [
            need for of, target in MADE if of == kind for need, _ in needs_of(maker_of(target)) if need in ALL
        ]

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
