"""A sentence turns a claim round by a negation, an opposite or a limit, where it says enough of it."""

import pytest
from scrubjay.grounding.turning import differing, is_turned


@pytest.mark.parametrize(
    ("claim", "sentence", "differs"),
    [
        ("It is not cached", "It is cached", "not"),
        ("It isn't cached", "It cannot be cached", ""),
        ("It runs without a cache", "It runs with a cache", "without"),
        ("It says if it is cached", "It says whether or not it is cached", ""),
        ("The firewall is enabled", "The firewall is disabled by default", "disabl"),
        ("Names are valid", "Names are invalid or valid", ""),  # it holds the claim's own word, too
    ],
)
def test_a_differing_negation_is_marked(claim: str, sentence: str, differs: str) -> None:
    assert differing(claim, sentence) == differs


@pytest.mark.parametrize(
    ("claim", "sentence", "turned"),
    [
        ("Rolling back is supported out of the box", "We do not support rolling back out of the box.", True),
        ("Rolling forward is supported", "We do not support rolling back out of the box.", True),
        ("Rolling forward never fails", "We do not support rolling back out of the box.", False),
        ("The defaults use ConsoleRenderer", "The defaults use ConsoleRenderer, so you don't have to care.", False),
        ("Python 2 was dropped", "Since Python 2 was dropped, there is no way back.", False),
        ("The wrapper is the fastest logger", "The wrapper is the fastest logger; it's the only one, too.", False),
        ("Jobs retry a failed upload", "The upload of a job that didn't end is retried by jobs when failed.", False),
        ("Clicks are reported to the provider", "Clicks are never sent on to any provider.", True),
        ("Mail doesn't allow two recipients per message", "Mail allows only a recipient per message.", False),
        ("The module has no tests", "Tests are missing for the module.", False),
        ("Titles on the list aren't indexed", "Any title on the list is excluded when indexing.", False),
        ("The task is configured like the service", "The task is configured like the service except its port.", True),
        ("The task waits unless the service runs", "The task waits if the service runs.", False),
        ("Each firewall is enabled by default", "A firewall is disabled by default.", True),
        ("The lifespan runs once per application", "The lifespan runs only once per application instance.", False),
    ],
)  # fmt: skip
def test_the_clause_that_says_most_of_it_may_turn_it_round(claim: str, sentence: str, turned: bool) -> None:
    assert is_turned(claim, sentence) is turned


@pytest.mark.parametrize(
    ("claim", "sentence", "turned"),
    [
        ("Put the merge step last in the chain.", "Use the merge step as the first of the chain.", True),
        ("The app is configured after the server was made.", "Configure the app before you make the server.", True),
        ("A worker ends after the last job.", "The last job runs before a worker ends.", False),
        ("The pool is faster than the queue.", "The queue is slower than the pool.", False),
        ("The pool is faster than the queue.", "The pool is slower than the queue.", True),
        ("Tags are added by hand to each metric.", "Each metric gets its tags automatically.", True),
        ("The new format isn't stable.", "The new format is still in beta.", False),
        ("The registry holds failed jobs.", "The registry holds jobs, failed or successful.", False),
    ],
)
def test_who_says_the_opposite_turns_it_round(claim: str, sentence: str, turned: bool) -> None:
    assert is_turned(claim, sentence) is turned


@pytest.mark.parametrize(
    ("claim", "sentence", "above", "turned"),
    [
        ("The subject begins with a capital letter.", "don't capitalize first letter", "Commits › Subject", True),
        ("Call bind() in the scope of a module.", "Never call `new()` or `bind()` in a module's scope.", "", True),
        (
            "Contexts get along with forks.",
            "They [don't play well](https://example.org/a,b) with forks.",
            "Contexts",
            True,
        ),
        ("The cache stores pages.", "Images aren't stored, and the cache stores pages.", "", False),
    ],
)
def test_a_negation_counts_for_all_that_its_clause_is_about(
    claim: str, sentence: str, above: str, turned: bool
) -> None:
    assert is_turned(claim, sentence, above) is turned


@pytest.mark.parametrize(
    ("claim", "turned"),
    [
        ("The chain looks at the value of every step.", True),
        ("The chain looks at the value of the last step.", False),
        ("The chain looks only at the value of each last step.", False),
    ],
)
def test_what_is_limited_to_one_is_not_so_for_all(claim: str, turned: bool) -> None:
    assert is_turned(claim, "The chain only looks at the value of the **last** step.") is turned
