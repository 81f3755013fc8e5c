"""Files of submodules stand behind all own files that fit, and in front of what doesn't."""

from collections.abc import Sequence

import pytest

from scrubjay.model.hit import Hit
from scrubjay.search.recall.other_databases import MOST, kinds_of_files, not_own, own_first


def hit(name: str, kind: str = "document", format: str = "markdown") -> Hit:
    return Hit(
        passage=len(name), content=hash(name), path=name, blob=f"blob of {name}", heading="", start_line=1, end_line=1,
        title="", text="", changed_at="", score=1.0, kind=kind, format=format,
    )  # fmt: skip


def shown(own: str, theirs: str, limit: int) -> str:
    """Upper-case letters are own hits that fit, lower-case ones own hits that don't, digits those of submodules."""
    hits = own_first([hit(name) for name in own], [hit(name) for name in theirs], lambda h: h.path.isupper(), limit)
    return "".join(found.path for found in hits)


@pytest.mark.parametrize(
    ("own", "theirs", "limit", "expected"),
    [
        ("ABC", "", 8, "ABC"),
        ("ABC", "", 2, "AB"),
        ("AbC", "1", 8, "AbC1"),
        ("Abc", "12", 8, "A12bc"),
        ("Abc", "12", 4, "A12b"),
        ("ABC", "12", 3, "ABC"),
        ("abc", "12", 8, "12abc"),
        ("", "12", 8, "12"),
        ("Ab", "123456", 8, "A123b"),
        ("ab", "123456", 5, "12345"),
    ],
)
def test_no_own_hit_that_fits_stands_behind_one_of_a_submodule(
    own: str, theirs: str, limit: int, expected: str
) -> None:
    assert shown(own, theirs, limit) == expected
    assert len("A") + MOST == len(shown("A", "123456", 8))


@pytest.mark.parametrize(
    ("kinds", "expected"),
    [
        ((), ("submodule", "submodule_code")),
        (("code",), ("submodule_code",)),
        (("decision", "document"), ("submodule",)),
        (("incident",), ()),
        (("memory",), ()),
        (("commit", "issue"), ()),
    ],
)
def test_only_files_are_looked_up_and_no_records(kinds: Sequence[str], expected: tuple[str, ...]) -> None:
    assert kinds_of_files(kinds) == expected


def test_what_the_repository_has_too_is_its_own() -> None:
    same, other, code = hit("same"), hit("other"), hit("code", "code", "code:python")
    assert not_own([same, other, code], [same], []) == [other, code]
    assert not_own([same, other, code], [], [same.blob]) == [other, code]
