"""Words joined by hyphens are no token in a path or a link, whatever the rules look for."""

import random
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.privacy.secrets.masking import find_secrets
from scrubjay.privacy.secrets.rules import rules

KINDS = sorted({word for rule in rules() for word in rule.words if word.isalpha() and len(word) > 2})
WORDS = st.sampled_from(
    [*KINDS, "the", "default", "branch", "is", "now", "called", "main", "key", "token", "secret", "api", "v2", "2024",
     "eventBus", "ADR", "auth", "password", "0thanos", "is-renamed", "s3", "of", "and"]
)  # fmt: skip
NAMES = st.builds(
    lambda number, words, joint: joint.join([number, *words]),
    st.integers(0, 9999).map(lambda n: f"{n:04}"),
    st.lists(WORDS, min_size=3, max_size=12),
    st.sampled_from("-_"),
)


@settings(derandomize=True, max_examples=1000, deadline=None, database=None)
@given(NAMES, st.sampled_from([".md", ".rst", ".txt", "/README.md"]))
def test_no_rule_takes_a_name_of_words_for_a_token(name: str, ending: str) -> None:
    for text in (f"docs/adr/{name}{ending}", f"{name}{ending}", f"see [it](../adr/{name}{ending}#why) for more"):
        assert not find_secrets(text), text


@pytest.mark.parametrize(
    "path",
    [
        "docs/adr/0042-the-default-branch-is-now-called-main.md",
        "docs/adr/0036-against-use-of-conditional-statements-in-guice-modules.md",
        "stubs/api_v1_users_00u74fem79ytytszr1d7_factors-b71becbc-6472-424d-8fe0-1c2d3e4f5a6b.md",
        "pkg/00_0thanosruler-custom-resource-definition.md",
        "shop/migrations/0005_assignableenterprisecustomercondition.md",
    ],
)
def test_names_that_were_taken_for_tokens_are_none(path: str) -> None:
    assert not find_secrets(path)


@pytest.mark.parametrize("place", ["docs/{}.md", "{}.md", "docs/{}/README.md", "see https://example.org/{}/x", "{}"])
@pytest.mark.parametrize("start", ["00", "ghp_", "glpat-"])
def test_a_random_token_stays_one_wherever_it_stands(place: str, start: str) -> None:
    size = {"00": 40, "ghp_": 36, "glpat-": 20}[start]
    token = start + "".join(random.Random(7).choices(string.ascii_letters + string.digits, k=size))
    assert find_secrets(place.format(token)), place


def test_a_title_of_words_is_no_token_in_a_sentence_either() -> None:
    assert not find_secrets("see 0042-the-default-branch-is-now-called-main for why")
