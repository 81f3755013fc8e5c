"""Files are versions of one page in folders named by a version, beside each other or beside the page itself."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.knowledge.documents.versions import page_versions, version_number


@pytest.mark.parametrize(
    ("folder", "number"),
    [
        ("v1", (1,)),
        ("8.5", (8, 5)),
        ("version-8.5.x", (8, 5)),
        ("release-1.2", (1, 2)),
        ("V2.0.1", (2, 0, 1)),
        ("3.x", (3,)),
        ("v1beta1", (1,)),
        ("1.0-rc1", (1, 0)),
        ("2024", ()),
        ("12", ()),
        ("0001-use-postgres", ()),
        ("docs", ()),
        ("v", ()),
        ("1.intro", ()),
        ("2024-05-01", ()),
    ],
)
def test_a_folder_is_named_by_a_version_where_it_says_so(folder: str, number: tuple[int, ...]) -> None:
    assert version_number(folder) == number


@pytest.mark.parametrize(
    ("paths", "page"),
    [
        (["docs/a.md", "docs/v1/a.md", "docs/v2/a.md"], ["docs/a.md", "docs/v2/a.md", "docs/v1/a.md"]),
        (
            ["versioned_docs/version-9.0/x/a.md", "versioned_docs/version-10.0/x/a.md", "docs/x/a.md"],
            ["docs/x/a.md", "versioned_docs/version-10.0/x/a.md", "versioned_docs/version-9.0/x/a.md"],
        ),
        (["docs/latest/a.md", "docs/1.0/a.md"], ["docs/latest/a.md", "docs/1.0/a.md"]),
        (["8.5/a.md", "8.10/a.md"], ["8.10/a.md", "8.5/a.md"]),
        (["docs/v1/a.md", "docs/v1beta1/a.md"], ["docs/v1/a.md", "docs/v1beta1/a.md"]),
        (
            ["i18n/zh/d/current/a.md", "i18n/zh/d/version-1/a.md"],
            ["i18n/zh/d/current/a.md", "i18n/zh/d/version-1/a.md"],
        ),
    ],
)
def test_versions_of_a_page_stand_together_the_newest_first(paths: list[str], page: list[str]) -> None:
    found = page_versions(paths)
    assert {path: [one.path for one in found[path]] for path in paths} == dict.fromkeys(paths, page)


@pytest.mark.parametrize(
    "paths",
    [
        ["docs/v1/a.md", "docs/guide/b.md"],
        ["minutes/2023/a.md", "minutes/2024/a.md"],
        ["docs/a.md", "notes/v1/a.md"],
        ["docs/v1/a.md", "docs/v1/b.md"],
        ["v1.md", "v2.md"],
    ],
)
def test_other_files_are_pages_of_their_own(paths: list[str]) -> None:
    assert page_versions(paths) == {}


def test_a_folder_beside_the_versions_that_has_few_of_their_pages_is_none_of_them() -> None:
    versions = [f"docs/v{n}/{name}.md" for n in (1, 2) for name in ("index", "a", "b", "c")]
    found = page_versions([*versions, "docs/guide/index.md"])
    assert "docs/guide/index.md" not in found
    assert len(found["docs/v1/index.md"]) == 2


PATHS = st.lists(
    st.builds("/".join, st.lists(st.sampled_from(["docs", "v1", "v2", "1.0", "a.md", "b.md", "x"]), max_size=4))
)


@settings(derandomize=True, deadline=None, max_examples=200)
@given(PATHS)
def test_every_version_names_the_same_page_once(paths: list[str]) -> None:
    found = page_versions(dict.fromkeys(paths))
    for path, page in found.items():
        assert path in [one.path for one in page]
        assert len({one.path for one in page}) == len(page) > 1
        assert [one.age for one in page] == sorted((one.age for one in page), reverse=True)
        assert {one.path for one in page if not one.path.endswith("/")} <= set(paths)


def test_a_page_that_only_an_older_version_has_names_the_newest_one() -> None:
    versions = page_versions(["docs/a.md", "versioned_docs/version-1.0/a.md", "versioned_docs/version-1.0/gone.md"])
    assert [one.path for one in versions["versioned_docs/version-1.0/gone.md"]] == [
        "docs/",
        "versioned_docs/version-1.0/gone.md",
    ]
    flat = page_versions(["docs/v1/a.md", "docs/v2/c.md"])
    assert [one.path for one in flat["docs/v1/a.md"]] == ["docs/v2/", "docs/v1/a.md"]
    assert "docs/v2/c.md" not in flat


@pytest.mark.parametrize("page", ["README.md", "index.md"])
def test_an_overview_above_the_versions_is_none_of_them(page: str) -> None:
    found = page_versions([f"api/{page}", f"api/v1/{page}", f"api/v2/{page}", "api/v1/gone.md"])
    assert f"api/{page}" not in found
    assert [one.path for one in found[f"api/v1/{page}"]] == [f"api/v2/{page}", f"api/v1/{page}"]
    assert found["api/v1/gone.md"][0].path == "api/v2/"


def test_an_index_beside_the_only_version_makes_no_newer_one() -> None:
    assert page_versions(["docs/README.md", "docs/v1/README.md", "docs/v1/refunds.md"]) == {}


def test_the_pages_beside_the_versions_may_stand_further_up() -> None:
    versions = page_versions(["docs/api/a.md", "site/versioned_docs/version-1.x/api/a.md", "site/README.md"])
    assert versions["docs/api/a.md"][0].path == "docs/api/a.md"
