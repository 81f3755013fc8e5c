"""Who is meant, and who was told?"""

import pytest

from scrubjay.errors import UsageError
from scrubjay.memory.quarantine.quarantines import full_name, shown_ids

NAMES = {"ada", "ada-lovelace", "0123456789ab", "0123456777ff"}


@pytest.mark.parametrize(
    ("who", "name"),
    [("ada", "ada"), (" ada ", "ada"), ("ada-lo", ""), ("ada-lovel", "ada-lovelace"), ("012345678", "0123456789ab"),
     ("0123", ""), ("nobody-here", ""), ("", "")],
)  # fmt: skip
def test_a_name_is_itself_or_the_only_one_that_begins_so(who: str, name: str) -> None:
    assert full_name(who, NAMES) == name


def test_a_beginning_of_several_is_refused() -> None:
    with pytest.raises(UsageError, match="More than one"):
        full_name("01234567", NAMES)


def test_who_was_told_is_read_from_the_digits_of_ids() -> None:
    ids = ["a1" * 16, "b2" * 16]
    shown = [("s1", f"- {ids[0][:8]} told, {ids[1][:12]}\n"), ("s2", "c3" * 6), ("s1", ids[0]), ("s3", "a1a1a1a1ffff")]
    assert shown_ids(ids, shown) == (("s1", (ids[0], ids[1])),)
