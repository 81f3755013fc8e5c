"""Types of the settings that choose files, name a token's variable or a folder, and which files are read."""

from typing import Annotated, Any, Final, Literal, get_args

from scrubjay.model.paths import path_problem
from scrubjay.model.pattern import pattern
from scrubjay.settings.section import After, Allowed, Before

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


Glob = Annotated[str, Allowed(min_length=1, max_length=1000)]
Globs = Annotated[tuple[Glob, ...], Allowed(max_length=1000)]


def _text_as_tuple(value: Any) -> Any:
    return (value,) if isinstance(value, str) else value


AUTO = "auto"
"""Stands in `ingestion.code` for every language whose grammar is installed, where there isn't too much code."""

ProgrammingLanguage = Literal[
    "bash", "c", "cpp", "csharp", "go", "java", "javascript", "kotlin", "php", "python", "ruby", "rust", "scala",
    "swift", "tsx", "typescript",
]  # fmt: skip
"""Languages whose code can be read, by the names of their grammars."""


def _checked_languages(entries: tuple[str, ...]) -> tuple[str, ...]:
    """The entries of `ingestion.code` as they are. Raises ValueError for one that is no language, auto or pattern."""
    named = get_args(ProgrammingLanguage)
    for entry in entries:
        if entry.startswith("!") or (entry.lower() not in {*named, AUTO} and not set(entry) & set("*?[/.")):
            raise ValueError(
                f"no language {entry[:40]!r}; there are {', '.join(named)}, {AUTO}, and patterns such as src/**"
            )
    return entries


Code = Annotated[Globs, Before(_text_as_tuple), After(_checked_languages)]

_TOKEN: Final = pattern(
    r"(?:gh[opusr]|github_pat|hf|npm|pypi|sk|gl[a-z]{2,8}|sj_[a-z]{3})[-_](?=[\w-]*[0-9A-Z])[\w-]{16,}|AKIA[0-9A-Z]{16}"
    r"|[0-9a-fA-F]{40}\b|(?=[a-zA-Z]*\d)(?=[0-9A-Z]*[a-z])(?=[0-9a-z]*[A-Z])[0-9A-Za-z]{32,}"
)
"""How tokens begin, or look: the file must not hold one."""

_BETWEEN: Final = pattern(r"[/:.@?&=;,%]")
"""What parts of an address stand between."""


def _checked_no_token(value: Any) -> Any:
    if isinstance(value, str) and any(map(_TOKEN.match, (value, *_BETWEEN.split(value)))):
        raise ValueError("this looks like a token; name the environment variable or the file that holds it instead")
    return value


def _checked_inner_path(value: str) -> str:
    if problem := path_problem(value):
        raise ValueError(f"it {problem}; a folder is named from the repository's top, such as docs/memory")
    return value


NO_TOKEN: Final = Before(_checked_no_token)
"""Before the schema's own check, whose message would repeat the value."""

VariableName = Annotated[str, NO_TOKEN, Allowed(max_length=200, pattern=r"^([A-Za-z_][A-Za-z_0-9]*)?$")]
"""An environment variable that holds a token; the token itself is refused."""

RepositoryFolder = Annotated[str, Allowed(min_length=1, max_length=200), After(_checked_inner_path)]
"""A folder that lies in the repository, wherever that is."""
