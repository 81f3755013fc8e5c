"""What ships beside the Python files is found."""

import pytest

from scrubjay.errors import ScrubjayError
from scrubjay.integrations.bundled import bundled


def test_skills_and_the_hooks_stub_are_found() -> None:
    assert bundled("skills", "session-init", "SKILL.md").is_file()
    assert bundled("hooks", "git", "stub.sh").is_file()


def test_what_is_missing_says_what_to_do() -> None:
    with pytest.raises(ScrubjayError, match="Install scrubjay again"):
        bundled("skills", "no-such-skill")
