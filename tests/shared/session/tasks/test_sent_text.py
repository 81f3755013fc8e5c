"""What of a text is kept, and what stays of it once a memory is forgotten."""

import pytest

from scrubjay.session.tasks.sent import FORGOTTEN, named_ids, windows, without_forgotten

ID = "0123456789abcdef" * 2
CLAIM = "The staging server of the weighing gate is called magpie."


@pytest.mark.parametrize(
    ("line", "left"),
    [
        (f"- {ID[:8]} told · anything", FORGOTTEN),  # its id
        (f"- {ID[:12]} told · anything", FORGOTTEN),
        (f"- said: {CLAIM}", FORGOTTEN),  # its words
        ("- said: the STAGING  server of the weigh …", FORGOTTEN),  # cut, in other letters and spaces
        ("- the weighing gate is called mag", FORGOTTEN),  # a part from its middle
        ("- 89abcdef told · a gate", "- 89abcdef told · a gate"),  # another memory's line
        ("", ""),
    ],
)
def test_a_line_that_names_a_forgotten_memory_goes(line: str, left: str) -> None:
    assert without_forgotten(f"first\n{line}\nlast", [(ID, CLAIM)]) == f"first\n{left}\nlast"


def test_any_nineteen_characters_of_what_was_forgotten_are_found() -> None:
    text = CLAIM.casefold()
    parts = [text[start : start + 19] for start in range(len(text) - 18)]
    assert all(any(window in part for window in windows(CLAIM)) for part in parts)


def test_a_short_claim_is_found_as_a_whole() -> None:
    assert without_forgotten("- note: Use uv\n- other", [(ID, "use  UV")]) == f"{FORGOTTEN}\n- other"


def test_ids_are_named_by_their_first_eight_digits() -> None:
    assert named_ids(f"- {ID[:8]} · {ID[:12]} · {'f' * 40} · xaaaaaaa (89abcdef).") == (
        ID[:8],
        "ffffffff",
        "89abcdef",
    )
