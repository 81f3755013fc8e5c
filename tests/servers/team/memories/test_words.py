"""Terms of a memory's text, and the keys that tell areas apart."""

from uuid import UUID

import pytest

from scrubjay_team.memories.words import MOST_TERMS, area_of, asked_keys, key_of, terms, word_row

TEAM, OTHER = UUID(int=1), UUID(int=2)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The caches kept pages", ["cach", "kept", "page"]),
        ("getUserName", ["getusernam", "user", "name"]),
        ("user_name is it", ["user", "name"]),
        ("", []),
        ("the of and", []),
    ],
)  # fmt: skip
def test_a_term_is_the_stem_of_a_word_or_of_its_parts(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


def test_a_term_of_one_team_is_none_of_another_and_one_of_every_team_is_its_own() -> None:
    areas = {area_of(TEAM, "team"), area_of(OTHER, "team"), area_of(TEAM, "global"), area_of(OTHER, "global")}
    assert len(areas) == 3
    assert len({key_of(area, "cache") for area in areas}) == 3


def test_a_row_has_its_keys_in_order_with_a_count_each() -> None:
    row = word_row("a", "Cache the cache of pages.")
    assert row.keys == sorted(row.keys)
    assert dict(zip(row.keys, row.counts, strict=True))[key_of("a", "cach")] == 2
    assert row.length == 3


def test_a_question_asks_each_term_once_in_every_area_and_not_endlessly() -> None:
    keys, numbers = asked_keys(["a", "b"], "cache caches page")
    assert (len(keys), list(numbers)) == (4, [0, 1, 0, 1])
    assert len(asked_keys(["a"], " ".join(f"w{n}x" for n in range(100)))[0]) == MOST_TERMS
