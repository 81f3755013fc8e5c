"""Texts of a report: no secret, no private part, no folder of this machine, one line."""

import pytest

from scrubjay_ui.report_values import LONGEST, plain, without_places


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("two\nlines  and\ttabs", "two lines and tabs"),
        ("seen <private>at home</private> once", "seen once"),
        ("x" * (LONGEST + 5), "x" * (LONGEST - 1) + "…"),
    ],
)
def test_a_text_is_one_bounded_line_without_private_parts(text: str, told: str) -> None:
    assert plain(text) == told


def test_a_secret_is_masked() -> None:
    token = "ghp_" + "a1B2" * 9
    assert token not in plain(f"the token is {token}")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("database /srv/h/home.db: damaged", "database HOME/home.db: damaged"),
        ("registered for another home: /srv/other/deep/home", "registered for another home: …/home"),
        ("run `scrubjay doctor --repair`", "run `scrubjay doctor --repair`"),
        ("docs/adr/0001-x.md and https://example.org/a/b", "docs/adr/0001-x.md and https://example.org/a/b"),
    ],
)
def test_folders_of_this_machine_are_left_out(text: str, told: str) -> None:
    assert without_places(text, {"/srv/h": "HOME"}) == told
