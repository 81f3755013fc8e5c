"""The picture and the first exchange in the README are what scrubjay prints today."""

import re
from pathlib import Path

from tests.project.picture import PICTURE, TOP, draw, exchange, words


def test_drawing_it_again_gives_the_same_words(tmp_path: Path, environment: dict[str, str]) -> None:
    assert words(draw(tmp_path, environment)) == words(PICTURE.read_text(encoding="utf-8"))


def test_it_names_no_machine_and_is_in_the_readme(environment: dict[str, str]) -> None:
    picture = PICTURE.read_text(encoding="utf-8")
    assert not re.search(r"/(?:tmp|home|root|work|Users)/", picture)
    assert "tests/project/terminal.svg" in (TOP / "README.md").read_text(encoding="utf-8")


def test_the_first_exchange_of_the_readme_is_printed_again_but_for_its_commit(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    readme = (TOP / "README.md").read_text(encoding="utf-8")
    shown = re.search(r"^```\n(\$ scrubjay search .+?)\n```", readme, re.MULTILINE | re.DOTALL)
    assert shown is not None
    said, now = (re.sub(r"@ [0-9a-f]{10}\b", "@ …", text) for text in (shown[1], exchange(tmp_path, environment)))
    assert now == said
