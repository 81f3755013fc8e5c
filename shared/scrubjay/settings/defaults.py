"""Default include and exclude patterns of the files that are ingested."""

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
"""Markdown, reStructuredText, text and AsciiDoc anywhere, decision folders included."""

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
"""Folders of third-party files. Names that suggest secrets and aren't prose are always left out, too."""
