"""Names stand within lines of answers: none breaks one, hides, turns it round or imitates it."""

import pytest

from scrubjay.errors import UsageError
from scrubjay_team.people.names import checked_name, checked_project, cleaned_name, likeness


@pytest.mark.parametrize(
    "name",
    [
        "anna",
        "Zoë",
        "Ada Lovelace",
        "o'brien",
        "ben@example.org",
        "李雷",
        "नेहा",
        "a",
        "x" * 60,
        "Анна",
        "佐藤 さくら",
        "김철수 Kim",
        "Ünal-2",
    ],
)
def test_a_name_of_any_script_is_taken(name: str) -> None:
    assert checked_name(name, "a member") == name


def test_a_name_is_composed_and_without_spaces_around() -> None:
    assert checked_name("  Zoe\u0308 ", "a member") == "Zoë"


@pytest.mark.parametrize(
    "name",
    [
        "", "   ", "x" * 61, "anna\nteam: acme", "anna\x1b[2J", "anna\u202egnp", "anna\u200b", "anna · 2026-11-02",
        "`anna`", "[anna](x)", "anna: told", "an  na", "-anna",
        "'anna", "anna\u3164", "a\ufe0fb", "a\u0301\u0302\u0303\u0304",
        "anna\0", "anna|ben", "anna/ben", "\ud800", "anna\u2028ben", "<b>",
    ],
)  # fmt: skip
def test_a_name_that_could_forge_a_line_is_refused_in_one_line(name: str) -> None:
    with pytest.raises(UsageError) as refused:
        checked_name(name, "a member")
    assert str(refused.value).isprintable()


@pytest.mark.parametrize("name", ["\u0430nna", "ann\u0430 2", "\u03bf'brien", "p\u0430\u0443", "\u0410nna", "a\u0561"])
def test_a_name_of_two_scripts_whose_letters_look_alike_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="look alike"):
        checked_name(name, "a member")


def test_a_name_of_two_scripts_is_shown_as_it_was_written() -> None:
    with pytest.raises(UsageError, match=r"The name 'b\u0435n' .* of Cyrillic and Latin, which"):
        checked_name("b\u0435n", "a member")


@pytest.mark.parametrize("name", ["shop", "acme/shop", "Shop_2", "a.b-c", "x" * 100])
def test_a_repository_has_a_name_that_a_search_can_type(name: str) -> None:
    assert checked_project(name) == name


@pytest.mark.parametrize(
    "name", ["", "..", "../x", "a//b", "/a", "a/", "-a", "a b", "é", "a\n", "x" * 101, ".git", "a/.git", "a."]
)
def test_a_repository_has_no_name_that_is_a_path_or_an_option(name: str) -> None:
    with pytest.raises(UsageError):
        checked_project(name.replace("a\n", "a\nb"))


@pytest.mark.parametrize(("one", "other"), [("Anna", "anna"), ("ＡＮＮＡ", "anna"), ("straße", "STRASSE")])
def test_names_that_people_take_for_the_same_are_alike(one: str, other: str) -> None:
    assert likeness(one) == likeness(other)


@pytest.mark.parametrize(
    ("account", "name"), [("ada", "ada"), ("ACME\\ada", "ACMEada"), ("_apt", "apt"), ("1000", "1000"), ("$$", "owner")]
)
def test_an_account_gives_a_name_whatever_it_is_called(account: str, name: str) -> None:
    assert cleaned_name(account, "owner") == name


@pytest.mark.parametrize("name", ["any", "Any", "ｔｅａｍ", "team", "everybody", "Everyone", "anybody", "nobody"])
def test_a_word_that_stands_for_others_is_no_member_s_name(name: str) -> None:
    with pytest.raises(UsageError, match="stands for others"):
        checked_name(name, "a member")
    assert cleaned_name(name, "member") == "member"
    assert checked_name(name, "a token")
