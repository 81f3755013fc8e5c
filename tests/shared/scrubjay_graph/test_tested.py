"""Which file is a test, and for which file is it named?"""

import pytest

from scrubjay_graph.build.defined import is_test
from scrubjay_graph.build.defined import test_edges as edges_of_tests
from scrubjay_graph.build.linking import TreeGround

TREE = (
    "src/app/db.py", "src/app/web.py", "src/other/web.py", "tests/test_db.py", "tests/test_web.py", "pkg/a.go",
    "pkg/a_test.go", "ui/view.tsx", "ui/view.test.ts", "lib/Git.php", "tests/GitTest.php", "tests/test_notes.md",
    "notes.md",
)  # fmt: skip


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("tests/helper.py", True),
        ("src/test/java/A.java", True),
        ("a_test.go", True),
        ("ui/view.spec.ts", True),
        ("lib/GitTest.php", True),
        ("src/latest.py", False),
        ("src/contest/a.py", False),
        ("attest.go", False),
    ],
)
def test_a_test_is_known_by_its_folder_or_its_name(path: str, expected: bool) -> None:
    assert is_test(path) is expected


def test_a_test_is_for_the_only_file_of_its_name() -> None:
    ground = TreeGround(commit="c" * 40, paths=frozenset(TREE), decisions={}, incidents={}, titles={})
    found = {(edge.source.removeprefix("file:"), edge.target.removeprefix("file:")) for edge in edges_of_tests(ground)}
    assert found == {
        ("tests/test_db.py", "src/app/db.py"),
        ("pkg/a_test.go", "pkg/a.go"),
        ("ui/view.test.ts", "ui/view.tsx"),
        ("tests/GitTest.php", "lib/Git.php"),
    }
