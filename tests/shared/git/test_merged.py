"""What a forge's merge commit merged is read from its message."""

import pytest

from scrubjay.git.merged import merged_title


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
