"""Which files become knowledge when nobody says otherwise?"""

from typing import Final

DEFAULT_INCLUDE: Final[tuple[str, ...]] = (
    "**/*.md",
    "**/*.markdown",
    "**/*.mdx",
    "**/*.rst",
    "**/*.rest",
    "**/*.txt",
    "**/*.text",
    "**/*.adoc",
    "**/*.asciidoc",
    "**/*.asc",
    "**/kep.yaml",
    "**/README",
    "**/CHANGELOG",
    "**/CONTRIBUTING",
)
"""Markdown, reStructuredText, text and AsciiDoc wherever they are, decision folders among them."""

DEFAULT_EXCLUDE: Final[tuple[str, ...]] = (
    "**/node_modules/**",
    "**/.venv/**",
    "**/venv/**",
    "**/dist/**",
    "**/build/**",
    "**/__pycache__/**",
    "**/vendor/**",
    "**/secrets/**",
)
"""Folders of other people's files. Secret-looking names that aren't prose are left out as well, always."""
