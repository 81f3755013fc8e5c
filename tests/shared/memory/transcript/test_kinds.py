"""Whose words are they? A form of words makes what stands beside it no statement of its writer."""

import pytest

from scrubjay.memory.transcript.voice import Kind, Where, kinds


@pytest.mark.parametrize(
    ("before", "kind"),
    [
        ("Bob thinks ", Kind.REPORTED), ("The docs say ", Kind.REPORTED), ("Said Ben: ", Kind.REPORTED),
        ("According to the wiki ", Kind.REPORTED), ("Supposedly ", Kind.REPORTED), ("I read that ", Kind.REPORTED),
        ("Rumour has it that ", Kind.REPORTED), ("My manager wants that ", Kind.REPORTED),
        ("The commit message is: ", Kind.NAMED), ("Write in the README that ", Kind.NAMED),
        ("Change the title to ", Kind.NAMED), ("Oh great, ", Kind.SUPPOSED), ("Sure, ", Kind.SUPPOSED),
        ("If we had Redis, ", Kind.SUPPOSED), ("Imagine ", Kind.SUPPOSED), ("Let's say ", Kind.SUPPOSED),
        ("Ideally ", Kind.SUPPOSED), ("In a perfect world ", Kind.SUPPOSED), ("Once it lands ", Kind.SUPPOSED),
        ("It isn't true that ", Kind.DENIED), ("Nobody knows why ", Kind.DENIED), ("Maybe ", Kind.DOUBTED),
        ("I guess ", Kind.DOUBTED), ("We think ", Kind.DOUBTED),
    ],
)  # fmt: skip
def test_what_stands_before(before: str, kind: Kind) -> None:
    assert kind in kinds(before, Where.BEFORE)


@pytest.mark.parametrize(
    ("behind", "kind"),
    [
        (", they say.", Kind.REPORTED), (" (according to Bob)", Kind.REPORTED), (" if we merge it", Kind.SUPPOSED),
        (", in theory.", Kind.SUPPOSED), (" — not!", Kind.DENIED), (" or rather 30", Kind.DENIED),
        (", I think.", Kind.DOUBTED), (", maybe", Kind.DOUBTED), (", but I doubt it", Kind.DOUBTED),
        (", lol", Kind.JOKED), (", and pigs fly", Kind.JOKED), (" /s", Kind.JOKED),
    ],
)  # fmt: skip
def test_what_stands_behind(behind: str, kind: Kind) -> None:
    assert kind in kinds(behind, Where.BEHIND)


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("That's what Bob says.", Kind.REPORTED), ("At least the wiki says so.", Kind.REPORTED),
        ("Is that still true?", Kind.DOUBTED), ("I'm not so sure.", Kind.DOUBTED), ("Was that 90?", Kind.DOUBTED),
        ("Can you check that?", Kind.DOUBTED), ("Sounds wrong.", Kind.DOUBTED), ("Or so I thought.", Kind.DOUBTED),
        ("Just kidding.", Kind.JOKED), ("Yeah, right.", Kind.JOKED), ("haha", Kind.JOKED), ("good one :-)", Kind.JOKED),
    ],
)  # fmt: skip
def test_what_a_sentence_says_of_the_one_before(sentence: str, kind: Kind) -> None:
    assert kind in kinds(sentence, Where.ABOUT)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("We decided that ", Where.BEFORE), ("Please note that ", Where.BEFORE), ("I said that ", Where.BEFORE),
        ("Since May ", Where.BEFORE), ("Don't add a flag, because ", Where.BEFORE), ("ok, ", Where.BEFORE),
        (" because Ben asked for it.", Where.BEHIND), (", so don't raise it.", Where.BEHIND), (".", Where.BEHIND),
        ("Fix the test.", Where.ABOUT), ("Can you check the other one?", Where.ABOUT), ("Go on.", Where.ABOUT),
    ],
)  # fmt: skip
def test_what_changes_nothing(text: str, where: Where) -> None:
    assert kinds(text, where) == frozenset()
