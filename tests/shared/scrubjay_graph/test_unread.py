"""Could what isn't read state a relation? "None" is said only where everything that could was read."""

import pytest

from scrubjay.model.view import OmittedFile
from scrubjay_graph.build.code import READ
from scrubjay_graph.model import EdgeKind, Node, NodeKind
from scrubjay_graph.unread import NO_OWNERS, ReadFacts, Unread, unread

FORMATS = {
    "app/a.py": "code:python", "app/b.py": "code:python", "lib/c.rb": "code:ruby", "m.go": "code:go",
    "docs/a.md": "markdown",
}  # fmt: skip
LARGE = OmittedFile("app/large.py", "2,000,000 bytes; ingestion.max_file_size_kb is 512", "size")


def facts(**changes: object) -> ReadFacts:
    values: dict[str, object] = {
        "formats": FORMATS, "omitted": (), "types": (), "excluded": (), "owners": "CODEOWNERS",
        "readers": {**READ, "definitions": READ["imports"]},
    }  # fmt: skip
    return ReadFacts(**(values | changes))  # type: ignore[arg-type]


def node(key: str) -> Node:
    kind = NodeKind.SYMBOL if key.startswith("symbol:") else NodeKind.FILE
    return Node(key, kind, key.rpartition("#")[2] or key)


PYTHON, RUBY, GO = node("file:app/a.py"), node("symbol:lib/c.rb#Cart.sum"), node("symbol:m.go#Store")


def asked(found: ReadFacts, link: EdgeKind, start: Node, *, ahead: bool = True) -> Unread:
    return unread(found, (link,), [start], ahead=ahead)


@pytest.mark.parametrize("link", [EdgeKind.IMPORTS, EdgeKind.CALLS, EdgeKind.EXTENDS])
def test_where_every_file_was_read_nothing_is_missing(link: EdgeKind) -> None:
    assert asked(facts(), link, PYTHON) == Unread((), 2)


@pytest.mark.parametrize("ahead", [True, False])
def test_a_language_without_a_reader_is_named(ahead: bool) -> None:
    found = asked(facts(), EdgeKind.CALLS, RUBY, ahead=ahead)
    assert found.read == 0
    assert found.lines[0].startswith(
        "calls in Ruby files (1 file); calls are read in C, C++, Go, Java, JavaScript, PHP"
    )


def test_a_file_that_is_left_out_is_named_with_its_reason() -> None:
    found = asked(facts(omitted=(LARGE,)), EdgeKind.IMPORTS, PYTHON)
    assert found.lines == (
        "imports in 1 Python file (app/large.py): 2,000,000 bytes; ingestion.max_file_size_kb is 512; "
        "`scrubjay explain PATH` says what changes it",
    )
    assert asked(facts(omitted=(LARGE,)), EdgeKind.IMPORTS, PYTHON, ahead=False).lines == ()


def test_code_that_settings_leave_out_is_named() -> None:
    off = facts(formats={"docs/a.md": "markdown"}, types=((".py", 12), (".png", 3)))
    for ahead in (True, False):
        (line,) = asked(off, EdgeKind.IMPORTS, PYTHON, ahead=ahead).lines
        assert line.startswith("imports in Python files (12 files that `ingestion.code` doesn't select)")


def test_a_relation_that_a_language_never_states_is_told_as_such() -> None:
    assert asked(facts(), EdgeKind.EXTENDS, GO).lines == (
        "what implements what in Go files (1 file): Go states it nowhere",
    )


def test_links_of_types_that_are_not_selected_are_named_apart() -> None:
    found = asked(
        facts(types=((".html", 4), (".png", 3)), excluded=("vendor/a.md", "vendor/b.py", "vendor/c.png")),
        EdgeKind.LINKS,
        PYTHON,
    )
    assert found.lines == ()
    assert found.chosen[0].startswith("links in 4 files of types that aren't selected (.html 4)")
    assert found.chosen[1].startswith("links in 1 file that `ingestion.exclude` leaves out (vendor/a.md)")


def test_decisions_are_never_of_a_type_that_is_not_selected() -> None:
    found = unread(facts(types=((".html", 4),)), (EdgeKind.CITES,), [PYTHON], ahead=True, kinds=(NodeKind.DECISION,))
    assert found == Unread((), 0)


def test_history_says_what_it_lacks_and_owners_why_there_is_none() -> None:
    shallow = facts(more_commits="commits that this shallow clone lacks")
    assert asked(shallow, EdgeKind.TOUCHES, PYTHON).lines == ("commits that this shallow clone lacks",)
    assert asked(facts(owners=""), EdgeKind.OWNS, PYTHON).why_none == NO_OWNERS
    assert asked(facts(), EdgeKind.OWNS, PYTHON) == Unread((), 0)


@pytest.mark.parametrize("ahead", [True, False])
def test_a_type_that_no_reader_knows_is_named_and_not_called_none(ahead: bool) -> None:
    found = asked(facts(types=((".elm", 23), (".png", 3))), EdgeKind.IMPORTS, node("file:ui/Filter.elm"), ahead=ahead)
    assert found.lines[0].startswith("imports in .elm files (23 files); they are read in C, C++, Go")
    assert asked(facts(types=((".elm", 23),)), EdgeKind.IMPORTS, PYTHON, ahead=ahead).lines == ()
