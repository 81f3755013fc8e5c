"""The skills keep the open specification and name tools that exist."""

from pathlib import Path

import pytest
from skills_ref import validate

SKILLS = Path(__file__).parents[2] / "skills"
NAMES = sorted(path.parent.name for path in SKILLS.glob("*/SKILL.md"))


def test_the_two_skills_are_there() -> None:
    assert NAMES == ["session-init", "session-save"]


@pytest.mark.parametrize("name", NAMES)
def test_the_validator_accepts_the_skill(name: str) -> None:
    assert validate(SKILLS / name) == []


@pytest.mark.parametrize("name", NAMES)
def test_without_the_servers_a_skill_falls_back_to_git_and_says_what_is_missing(name: str) -> None:
    text = "\n".join(file.read_text() for file in sorted((SKILLS / name).glob("*.md")))
    assert name.replace("-", "_") in text
    assert "git status --short --branch" in text
    assert "`pip install .` in a clone of scrubjay" in text
    assert "scrubjay init" in text


def test_the_readme_lists_every_skill() -> None:
    readme = (SKILLS / "README.md").read_text()
    assert all(f"[{name}]({name}/SKILL.md)" in readme for name in NAMES)
