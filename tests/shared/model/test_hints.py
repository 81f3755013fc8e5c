"""What do messages say to install? Never a bare name from a registry: that name isn't ours there."""

import re
from pathlib import Path

TOP = Path(__file__).parents[3]
SPOKEN = ("shared/**/*.py", "servers/**/*.py", "skills/**/*.md", "docs/**/*.md", "README.md")
BARE = re.compile(
    r"(?:pip|pipx|uv|uvx)\b[^`\n&]*\b(?:install|run|add|x)\b[^`\n&]*[ '\"]scrubjay(?:\[\w+\])?(?:['\"`\s]|$)"
)


def test_the_pattern_sees_a_bare_name() -> None:
    for bare in ("pip install scrubjay", "pip install -U scrubjay`", "pip install 'scrubjay[st]'"):
        assert BARE.search(bare)
    assert not BARE.search("`pip install '.[st]'` in the clone of scrubjay")


def test_no_text_names_a_package_of_a_registry() -> None:
    files = [file for pattern in SPOKEN for file in TOP.glob(pattern)]
    assert len(files) > 100
    assert [file.name for file in files if BARE.search(file.read_text(encoding="utf-8"))] == []
