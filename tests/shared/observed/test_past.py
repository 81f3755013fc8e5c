"""Which claims speak of what was, and so may lean on git's history?"""

import pytest
from scrubjay.observed.past import is_over


@pytest.mark.parametrize(
    ("claim", "over"),
    [
        ("The socket was world-writable.", True),
        ("The socket has mode 0660 now; before it was 0666.", True),
        ("Tables with a ] in the name crashed the introspection.", True),
        ("Leaving out n returned 1000 ids, previously all.", True),
        ("The socket is created with mode 0666.", False),
        ("Feeds are polled every hour.", False),
        ("The pool holds 17 connections.", False),
        ("Rows have mode 0666, created by the setup.", False),
    ],
)
def test_a_claim_about_the_past(claim: str, over: bool) -> None:
    assert is_over(claim) is over
