"""A claim names a speaker by login, with or without an @, or by the name that the speaker's commits show."""

import pytest
from scrubjay.grounding.speakers import speakers

LOGINS = ("Ann", "bob-s", "will", "42", "shop", "")
PERSONS = {"ann": "Ann Smith", "bob-s": "Robert Stone"}


@pytest.mark.parametrize(
    ("claim", "names"),
    [
        ("Ann wants 20 mm", {"ann"}),
        ("ann's limit is 20 mm, says @bob-s", {"ann", "bob-s"}),
        ("Robert Stone wants 20 mm", {"bob-s"}),
        ("Planned lists are annotated", set()),
        ("The shop will cut 42 lists", set()),
        ("@will cuts lists for @shop", {"will", "shop"}),
        ("bob cuts lists", set()),
        ("Joann-ann cuts lists", set()),
    ],
)
def test_a_claim_names_its_speakers(claim: str, names: set[str]) -> None:
    assert speakers(claim, LOGINS, PERSONS, "github.com/acme/shop") == names
