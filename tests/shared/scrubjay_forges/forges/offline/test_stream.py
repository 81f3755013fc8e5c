"""The values of a JSON text come one at a time, the same however the text is cut; what is broken has a place."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay_forges.forges.offline.stream import BrokenJson, JsonStream, Value, begins_as_lines, lines

ITEMS = st.lists(
    st.dictionaries(st.text(max_size=4), st.one_of(st.integers(), st.text(max_size=9), st.none())), max_size=4
)


def values(text: str, size: int = 10**9) -> list[Value]:
    return list(JsonStream(text[start : start + size] for start in range(0, len(text), size)).values())


def discussions(text: str, size: int = 10**9) -> list[Any]:
    return [one.value for one in values(text, size) if one.place]


@given(issues=ITEMS, pulls=ITEMS, size=st.integers(1, 40), indent=st.sampled_from([None, 1]))
@settings(max_examples=60, deadline=None)
def test_an_archive_cut_anywhere_has_its_discussions_and_fields(
    issues: list[Any], pulls: list[Any], size: int, indent: int | None
) -> None:
    text = json.dumps({"repo": "o/r", "issues": issues, "pulls": pulls, "timestamp": "x"}, indent=indent)
    found = values(text, size)
    assert [one.value for one in found if one.name == "issues" and one.place] == issues
    assert [one.value for one in found if one.name == "pulls" and one.place] == pulls
    fields = {one.name: one.value for one in found if not one.place}
    assert (fields["repo"], fields["timestamp"]) == ("o/r", "x")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('[{"a": 1}, {"a": 2}]', [{"a": 1}, {"a": 2}]),
        ('[{"a": 1}][{"a": 2}]', [{"a": 1}, {"a": 2}]),
        ('[{"a": 1}]\n[{"a": 2}]\n', [{"a": 1}, {"a": 2}]),
        ('[[{"a": 1}], [{"a": 2}]]', [{"a": 1}, {"a": 2}]),
        ('{"a": 1}{"a": 2}', [{"a": 1}, {"a": 2}]),
        ('{\n "a": 1\n}', [{"a": 1}]),
        ('{"total_count": 2, "items": [{"a": 1}, {"a": 2}]}', [{"a": 1}, {"a": 2}]),
        ("[]", []),
        ('{"issues": [], "pulls": []}', []),
        ("[12345, 6]", [12345, 6]),
        ('[{"a": "x\0y"}]', [{"a": "x\0y"}]),
    ],
)
@pytest.mark.parametrize("size", [1, 3, 10**9])
def test_what_gh_prints_one_after_another_is_read(text: str, found: list[Any], size: int) -> None:
    assert discussions(text, size) == found


@pytest.mark.parametrize("text", ["", "  ", "3", "nul", "x"])
def test_what_holds_no_list_or_object_is_broken_from_its_beginning(text: str) -> None:
    with pytest.raises(BrokenJson) as broken:
        values(text)
    assert broken.value.place == 0


@pytest.mark.parametrize(
    ("text", "place"),
    [('[{"a": 1}, {"a": ]', 11), ('[{"a": 1} {"b": 2}]', 10), ('[{"a": 1}', 9), ('{"issues": [{"a": 1},', 21),
     ('{"a" 1}', 5), ("[" + "[" * 100_000, 1)],
)  # fmt: skip
@pytest.mark.parametrize("size", [2, 10**9])
def test_what_is_broken_is_told_by_its_place(text: str, place: int, size: int) -> None:
    with pytest.raises(BrokenJson) as broken:
        values(text, size)
    assert broken.value.place == place


@pytest.mark.parametrize("size", [1, 4, 10**9])
def test_lines_cut_anywhere_are_the_same(size: int) -> None:
    text = '{"a": 1}\n\n{\n{"b": "\u2028"}'
    cut = [text[start : start + size] for start in range(0, len(text), size)]
    assert [(one.place, one.value) for one in lines(cut)] == [(1, {"a": 1}), (3, None), (4, {"b": "\u2028"})]


@pytest.mark.parametrize(
    ("text", "are"),
    [
        ('{"a": 1}\n{"a": 2}', True), ('\n{"a": 1}', True), ('{"a": \n{"a": 2}\n', True), ('{"a": 1}', True),
        ('{\n"a": 1}', False), ('[{"a": 1}]', False), ('[\n{"a": 1}\n]', False), ('{"issues": []}', False),
        ('{"items": []}\n', False), ("", False), ('{"a": 1}{"a": 2}', False),
    ],
)  # fmt: skip
def test_lines_are_known_by_their_beginning(text: str, are: bool) -> None:
    assert begins_as_lines([text]) is are
