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

DEFAULT_TEST_COMMANDS: tuple[str, ...] = (
    "pytest", "python -m pytest", "python3 -m pytest", "uv run pytest", "poetry run pytest", "tox", "nox",
    "npm test", "npm run test", "pnpm test", "yarn test", "bun test", "npx jest", "npx vitest", "vitest", "jest",
    "go test", "cargo test", "cargo nextest run", "make test", "make check", "just test", "ctest", "mvn test",
    "gradle test", "./gradlew test", "dotnet test", "swift test", "bazel test", "rspec", "bundle exec rspec",
    "rake test", "mix test", "phpunit",
)  # fmt: skip
"""Commands that test, by their first words; a program counts by its name, wherever it lies."""
