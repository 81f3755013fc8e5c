"""What a forge's merge commit merged is read from its message."""

import pytest

from scrubjay.git.message import MergedRequest, merged_request, merged_title


@pytest.mark.parametrize(
    ("subject", "body", "title"),
    [
        ("Merge pull request #12 from ada/retry", "Bound the retries", "Bound the retries (#12)"),
        ("Merge pull request #12 from ada/retry", "\nBound the retries\n\nBecause.", "Bound the retries (#12)"),
        ("Merge pull request 'Bound the retries' (#12) from retry into main", "", "Bound the retries (#12)"),
        ("Merge pull request 'Bound the retries' (#12)", "", "Bound the retries (#12)"),
        ("Merged in retry (pull request #12)", "Bound the retries\n\nApproved-by: Ada", "Bound the retries (#12)"),
        ("Merge pull request #12 in SHOP/api from retry to main", "* commit 'abc1':\n  Bound the retries\n  Test it",
         "Bound the retries (#12)"),
        ("Merge branch 'retry' into 'main'", "Bound the retries\n\nSee merge request shop/api!12",
         "Bound the retries (!12)"),
        # No forge, or nothing that says what was merged.
        ("Merge pull request #12 from ada/retry", "", ""),
        ("Merge branch 'main' into retry", "", ""),
        ("Merge branch 'retry' into 'main'", "By hand", ""),
        ("Merge branch 'retry' into 'main'", "See merge request shop/api!12", ""),
        ("Bound the retries", "Merge pull request #12 from ada/retry", ""),
        ("", "", ""),
    ],
)  # fmt: skip
def test_the_title_of_the_request_is_told(subject: str, body: str, title: str) -> None:
    assert merged_title(subject, body) == title


@pytest.mark.parametrize(
    ("subject", "body", "request_"),
    [
        ("Merge pull request #12 from ada/retry", "", MergedRequest("#", 12)),
        ("Merge pull request 'Undo \"Bound (#7)\"' (#12) from retry into main", "", MergedRequest("#", 12)),
        ("Merge pull request #12 in SHOP/api from retry to main", "", MergedRequest("#", 12)),
        ("Merge branch 'retry' into 'main'", "See merge request shop/api!12", MergedRequest("!", 12, "shop/api")),
        ("Merge branch 'retry' into 'main'", "See merge request !12", MergedRequest("!", 12)),
        ("Bound the retries (#12)", "", MergedRequest("#", 12, squashed=True)),
        ("Undo (#7) (#12)", "", MergedRequest("#", 12, squashed=True)),
        ("Bound the retries (!12)", "", MergedRequest("!", 12, squashed=True)),
        # Names one, and merged none.
        ('Revert "Bound the retries (#12)"', "", None),
        ("Bound the retries, see #12", "", None),
        ("Bound the retries (#12) again", "", None),
        ("(#12)", "", None),
        ("Merge branch 'retry' into 'main'", "Closes #12", None),
        ("Bound the retries (#0)", "", None),
        (f"Bound the retries (#{'1' * 5000})", "", None),
    ],
)  # fmt: skip
def test_the_number_of_the_request_is_told(subject: str, body: str, request_: MergedRequest | None) -> None:
    assert merged_request(subject, body) == request_
