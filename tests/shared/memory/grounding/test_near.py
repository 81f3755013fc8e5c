"""What stands near a claim is about the same, whatever figures and names it has; two are shown, stored nowhere."""

import pytest

from scrubjay.memory.grounding.near import LONGEST, MOST, Nearby, near, subject

SAID = ("The salt of a password hash has exactly 29 bytes.", "We keep it.")
SALT = Nearby("docs/adr/0015-salt.md", SAID, "Salt")


def test_the_best_sentence_is_shown_with_the_figure_that_it_has_otherwise() -> None:
    (found,) = near("The salt of a password hash has 16 bytes", [SALT])
    assert (found.name, found.words) == (SALT.name, "The salt of a password hash has exactly 29 bytes.")
    assert found.other == ("29 bytes",)


@pytest.mark.parametrize(
    ("claim", "other"),
    [
        ("The salt of a password hash has 29 bytes", ()),
        ("The salt of a password hash is short", ()),  # it leaves the figure out
        ("The salt of a password hash is made by Argon", ()),  # the sentence has no name
    ],
)
def test_what_a_claim_does_not_have_otherwise_is_not_marked(claim: str, other: tuple[str, ...]) -> None:
    assert [found.other for found in near(claim, [SALT])] == [other]


@pytest.mark.parametrize("claim", ["Bytes in all", "The moon is bright", "The salt is white"])
def test_one_word_in_common_is_not_near(claim: str) -> None:
    assert near(claim, [SALT]) == ()


def test_a_subject_leaves_figures_and_names_out_unless_there_is_nothing_else() -> None:
    assert subject("The queue of Redis holds 200 jobs") == subject("The queue of Valkey holds 300 jobs")
    assert subject("Redis 7.2") == subject("Redis 7.2") != frozenset()


def test_there_are_two_at_most_each_text_once_and_those_that_differ_first() -> None:
    same = [Nearby(f"told {number}", ("The salt of a password hash is kept.",)) for number in range(3)]
    other = [Nearby("told 7", ("The salt of a password hash has 7 bytes.",)), SALT]
    found = near("The salt of a password hash has 16 bytes", [*same, *other])
    assert len(found) == MOST
    assert all(one.other for one in found)
    assert [one.name for one in near("The salt of a password hash is short", same)] == ["told 0"]


def test_the_claim_itself_is_not_near_and_a_long_sentence_is_cut() -> None:
    long = Nearby("told 1", (f"The salt of a password hash is {'very ' * 100}long.",))
    assert near(long.sentences[0], [long]) == ()
    assert len(near("The salt of a password hash", [long])[0].words) == LONGEST
