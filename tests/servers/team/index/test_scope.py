"""What filters leave of the paths that a view shows."""

from uuid import uuid4

import pytest

from scrubjay.knowledge.retrieval.scope import Filters
from scrubjay_team.index.keys import Area, id_of
from scrubjay_team.index.scope import ProjectInScope, Scope, ShownPath, asked_kinds, is_narrow, is_within, narrowed

ROWS = [
    ShownPath("README.md", 1, 1, "document", "2026-01-01"),
    ShownPath("docs/a.md", 2, 2, "decision", "2026-02-01T10:00:00Z"),
    ShownPath("src/a.py", 3, 3, "code", ""),
]


@pytest.mark.parametrize(
    ("filters", "paths", "notes"),
    [
        (Filters(), ["README.md", "docs/a.md", "src/a.py"], ()),
        (Filters(path="**/*.md"), ["README.md", "docs/a.md"], ()),
        (Filters(within=("docs", "src/a.py")), ["docs/a.md", "src/a.py"], ()),
        (Filters(outside=("docs",)), ["README.md", "src/a.py"], ()),
        (Filters(within=("no",)), [], ("nothing at path:no",)),
        (Filters(only=("README.md",)), ["README.md"], ()),
        (Filters(since="2026-01-15", until="2026-02"), ["docs/a.md"], ()),
        (Filters(since="2027"), [], ("nothing is dated 2027 to now; 1 have no date yet",)),
    ],
)
def test_paths_and_dates_narrow(filters: Filters, paths: list[str], notes: tuple[str, ...]) -> None:
    kept, said = narrowed(ROWS, filters)
    assert ([row.path for row in kept], said) == (paths, notes)


@pytest.mark.parametrize(
    ("dated", "since", "until", "expected"),
    [
        ("2026-02-01", "2026-02-01", "", True), ("2026-02-01T09", "", "2026-02-01", True),
        ("2026-02-02", "", "2026-02-01", False), ("", "", "", False),
    ],
)  # fmt: skip
def test_dates_are_inclusive_and_an_unknown_one_is_none(dated: str, since: str, until: str, expected: bool) -> None:
    assert is_within(dated, since, until) is expected


def test_kinds_alone_need_no_rows() -> None:
    assert not is_narrow(Filters(kinds=("code",)))
    assert is_narrow(Filters(lacks=("x",)))
    assert asked_kinds(Filters(tags=("x",))) == ()
    assert asked_kinds(Filters()) is None


def test_a_path_bears_its_project_s_name_where_several_are_searched() -> None:
    shop, core = ProjectInScope(uuid4(), 1, "shop"), ProjectInScope(uuid4(), 2, "core")
    several, alone = Scope(projects=(shop, core)), Scope(projects=(shop,))
    content = id_of(2, 7)
    assert several.told("a.md", content) == "core:a.md"
    assert several.own("core:a.md") == ("a.md", 2)
    assert (alone.told("a.md", id_of(1, 7)), alone.own("a.md")) == ("a.md", ("a.md", 1))


def test_a_narrowed_scope_allows_documents_and_code_apart() -> None:
    scope = Scope(projects=(), rows=tuple(ROWS))
    assert scope.within(Area.PASSAGES)["allowed"] == [1, 2]
    assert scope.within(Area.CODE)["allowed"] == [3]
    assert scope.within(None)["allowed"] == [1, 2, 3]
    assert Scope(projects=()).within(Area.CODE)["allowed"] is None
