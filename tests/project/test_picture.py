"""The picture in the README is what scrubjay prints today."""

import re
from pathlib import Path

from tests.project.picture import PICTURE, draw, words


def test_drawing_it_again_gives_the_same_words(tmp_path: Path, environment: dict[str, str]) -> None:
    assert words(draw(tmp_path, environment)) == words(PICTURE.read_text(encoding="utf-8"))


def test_it_names_no_machine_and_is_in_the_readme(environment: dict[str, str]) -> None:
    picture = PICTURE.read_text(encoding="utf-8")
    assert not re.search(r"/(?:tmp|home|root|work|Users)/", picture)
    assert "tests/project/terminal.svg" in (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
