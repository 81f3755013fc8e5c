"""The named statements of a package's `queries.sql`, each with the roles that it runs as."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, get_args

from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern

Role = Literal["app", "owner", "worker"]

_HEAD = pattern(r"(?m)^-- name: (\w+)(?: as ((?:app|owner|worker)(?: and (?:app|owner|worker))*))?[ \t]*$")


@dataclass(frozen=True, slots=True)
class NamedStatement:
    """One statement: its text with psycopg's %(name)s, and the roles that run it."""

    text: str
    roles: tuple[Role, ...]


class Statements:
    """The statements of a file by name, as attributes: `Q.find_member` is what follows `-- name: find_member`.

    `-- name: add_member as owner` names the role, `as owner and worker` two; without, it is `app`, which every request
    runs as.
    """

    def __init__(self, source: str, text: str) -> None:
        parts = _HEAD.split(text)[1:]
        self._source = source
        self._all: dict[str, NamedStatement] = {}
        for name, roles, body in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
            if name in self._all:
                raise ValueError(f"{source} has two statements named {name}")
            self._all[name] = NamedStatement(body.strip(), _roles(roles or "app"))

    def __getattr__(self, name: str) -> str:
        found = vars(self).get("_all", {}).get(name)
        if found is None:
            raise AttributeError(f"{vars(self).get('_source')} has no statement named {name}")
        return found.text  # type: ignore[no-any-return]

    def __iter__(self) -> Iterator[tuple[str, NamedStatement]]:
        return iter(self._all.items())


def _roles(text: str) -> tuple[Role, ...]:
    return tuple(role for role in get_args(Role) if role in text.split(" and "))


def load(package: str | None) -> Statements:
    """The statements of a package's `queries.sql`: `load(__package__)`."""
    spec = find_spec(package or "")
    (folder,) = (spec.submodule_search_locations or ("",)) if spec else ("",)
    return Statements(f"{package}/queries.sql", (Path(folder) / "queries.sql").read_text(encoding="utf-8"))
