"""Types of the settings that choose files: patterns, and which code is read by languages, patterns or auto."""

from typing import Annotated, Any, Literal, get_args

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

Glob = Annotated[str, StringConstraints(min_length=1, max_length=1000)]
Globs = Annotated[tuple[Glob, ...], Field(max_length=1000)]


def _listed(value: Any) -> Any:
    return (value,) if isinstance(value, str) else value


AUTO = "auto"
"""Stands in `ingestion.code` for every language whose grammar is installed, where there isn't too much code."""

ProgrammingLanguage = Literal[
    "bash", "c", "cpp", "csharp", "go", "java", "javascript", "kotlin", "php", "python", "ruby", "rust", "scala",
    "swift", "tsx", "typescript",
]  # fmt: skip
"""Languages whose code can be read, by the names of their grammars."""


def _readable(entries: tuple[str, ...]) -> tuple[str, ...]:
    named = get_args(ProgrammingLanguage)
    for entry in entries:
        if entry.startswith("!") or (entry.lower() not in {*named, AUTO} and not set(entry) & set("*?[/.")):
            raise ValueError(
                f"no language {entry[:40]!r}; there are {', '.join(named)}, {AUTO}, and patterns such as src/**"
            )
    return entries


Code = Annotated[Globs, BeforeValidator(_listed), AfterValidator(_readable)]
