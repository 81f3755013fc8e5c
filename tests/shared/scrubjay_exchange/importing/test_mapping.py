"""Whose records are taken, as what: decisions in tables."""

import pytest

from scrubjay.errors import UsageError
from scrubjay.model.record import Record, Skipped
from scrubjay_exchange.importing.mapping import Owners, chosen, key_of, kind_of, tags_of


def owned(*owners: str) -> list[Record]:
    return [Record(text=f"Of {owner or 'nobody'}.", where="here", owner=owner) for owner in owners]


@pytest.mark.parametrize(
    ("owners", "kind", "only", "taken"),
    [
        (("", ""), "", "", ("", "")),
        (("ada", ""), "user", "", ("ada", "")),  # one user alone is who imports
        (("ada", "bob"), "user", "bob", ("bob",)),
        (("ada", ""), "user", "ada", ("ada",)),
        (("magpie", "other", ""), "project", "", ("magpie", "")),  # the project's own, and what is nobody's
        (("other",), "project", "", ()),  # another project's memories are not brought by accident
        (("other", "magpie"), "project", "other", ("other",)),
    ],
)
def test_records_of_one_user_or_project_are_taken(
    owners: tuple[str, ...], kind: Owners, only: str, taken: tuple[str, ...]
) -> None:
    items = list(chosen(owned(*owners), kind, {"magpie"}, only))
    assert tuple(item.owner for item in items if isinstance(item, Record)) == taken
    assert len(items) == len(owners), "what isn't taken is accounted for"


@pytest.mark.parametrize(("only", "said"), [("", "2 users: ada, bob"), ("carl", "of 'carl'")])
def test_nobody_guesses_whose_records_are_meant(only: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        list(chosen(owned("ada", "bob"), "user", {"magpie"}, only))


def test_a_text_that_no_memory_can_hold_is_skipped_with_the_reason() -> None:
    (item,) = chosen([Record(text="x" * 10_001, where="here")], "", (), "")
    assert item == Skipped("here", "longer than 10,000 characters")


@pytest.mark.parametrize(
    ("words", "tags"),
    [
        (["Two Words", "#Tag", "a.b:c/d"], ("a.b:c/d", "tag", "two-words")),
        (["", "  ", "!!", "-"], ()),
        (["é", "荷物", "x" * 80], ("x" * 50, "é", "荷物")),
        ([f"t{n}" for n in range(30)], tuple(sorted(f"t{n}" for n in range(30)))[:20]),
    ],
)
def test_tags_of_another_program_become_ours(words: list[str], tags: tuple[str, ...]) -> None:
    assert tags_of(words) == tags


@pytest.mark.parametrize(
    ("word", "kind"), [("Decision", "decision"), ("howto", "procedure"), ("bug", "incident"), ("note", ""), ("", "")]
)
def test_a_programs_word_for_a_kind_is_mapped(word: str, kind: str) -> None:
    assert kind_of(word) == kind


def test_a_record_has_one_key_and_a_changed_one_another() -> None:
    one = Record(text="Vans are red.", where="a.json#1", name="1")
    assert key_of("mem0", one) == key_of("mem0", Record(text="Vans are red.", where="a.json#9", name="1"))
    other = Record(text="Vans are blue.", where="a.json#1", name="1")
    assert len({key_of("mem0", one), key_of("mem0", other), key_of("mempalace", one)}) == 3
