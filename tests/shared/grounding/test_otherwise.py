"""A source says otherwise only where its sentence is the claim but for a figure, a name, a negation or an opposite."""

import pytest
from scrubjay.grounding.otherwise import contradicts

from scrubjay.grounding.passages import passages
from scrubjay.grounding.reading import read
from scrubjay.grounding.sections import source_of
from scrubjay.model.evidence import Relation


@pytest.mark.parametrize(
    ("claim", "sentence", "against"),
    [
        ("The pool keeps 50 connections", "By default the pool keeps at most 20 connections open.", True),
        ("The pool keeps 20 connections", "By default the pool keeps at most 20 connections open.", False),
        ("The pool keeps 50 idle connections", "By default the pool keeps at most 20 connections open.", False),
        ("The pool keeps 5 of 20 connections", "By default the pool keeps at most 20 connections open.", False),
        ("The pool waits 30 minutes for a call", "The pool waits 30 seconds for each call it makes.", True),
        ("Rolling back is supported", "We do not support rolling back, but it is easy.", True),
        ("Sessions are kept in Redis", "Sessions are kept in Redis and are not written to disk.", False),
        ("The firewall of a new cluster is enabled", "The firewall of a new cluster is disabled.", True),
        ("It will still buffer any request body.", "It will no longer buffer any request body.", True),
        ("The original logger is always mutated.", "The original logger is never mutated.", True),
        ("You can't mix both methods in one app.", "You can mix both methods in one app.", True),
        ("Schedulers look for jobs once a minute.", "Schedulers look for jobs once a second.", True),
        ("Each worker takes two jobs at a time.", "Each worker takes a single job at a time.", True),
        ("The schemes are `random` and `country` so far.", "The schemes are `random` and `session` so far.", True),
        ("Queries get slower with many indexes.", "Queries get faster with many indexes and cost less.", True),
        (
            "We will rename files that nobody expected to move.",
            "We will not rename files that nobody expected to move.",
            True,
        ),
        (
            "We will rename files, which were never to move.",
            "We will not rename files, which were never to move.",
            True,
        ),
        ("Files aren't moved and never were.", "Files aren't moved and never were.", False),
        ("Queries get slower with many indexes.", "Queries don't get faster with many indexes.", False),
        ("An event is silently discarded there.", "An event is silently dropped there.", False),
    ],
)
def test_a_sentence_says_otherwise_of_all_of_a_claim_or_not_at_all(claim: str, sentence: str, against: bool) -> None:
    assert contradicts(claim, sentence) is against


@pytest.mark.parametrize(
    ("claim", "relation"),
    [
        ("The interval defaults to 600 s. It runs tasks in rounds.", Relation.OTHERWISE),
        ("The interval defaults to 60 s. It runs tasks in rounds.", Relation.SAME),
        ("The interval defaults to 600 s. It runs tasks at random.", Relation.SPEAKS),
    ],
)
def test_one_of_several_equal_sentences_may_say_otherwise(claim: str, relation: Relation) -> None:
    text = "# Guide\n\nThe interval defaults to 60 s. It runs tasks in rounds.\n"
    assert read(claim, passages(text, "markdown"), source_of("a.md", text)).relation is relation


def test_code_denies_by_its_values() -> None:
    some = passages("cache_on_first_use = False\n", "code")
    assert read("loggers aren't cached on first use: cache_on_first_use", some, source_of("a.py", "")).relation is not (
        Relation.OTHERWISE
    )
