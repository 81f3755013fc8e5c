"""Registry of services: a table names the maker of each, which is imported and called at the first use, once."""

import threading
from collections.abc import Callable, Mapping
from operator import attrgetter
from types import MappingProxyType
from typing import Any, NamedTuple, Self, TypeVar, overload

from scrubjay.errors import NotFound
from scrubjay.extensions.loading import load, needs_of

Face = TypeVar("Face", bound="Services")

EVERY = "*"
"""What a row begins with that is everything of a kind."""

_LOCK = threading.RLock()
"""One for all services: they are made of each other, and two locks could wait for each other."""


class ServiceRow(NamedTuple):
    """The maker of a service as `module:maker`, and renamed parameters: parameter name to service name.

    Such a value is a service or what stands in one: `{"project": "project.id", "search": "recall.look"}`.
    """

    target: str
    of: Mapping[str, str] = MappingProxyType({})


class Registry:
    """Makes services on first use. A maker's parameters name the services it needs, but for those that its row names.

    A row `*KIND` is all that extensions provide of a kind, made by the same rule; `makers_of` gives their makers, each
    of which makes one thing, or a tuple of them.
    `given` are values that are there already. What neither has comes from the one `above`, which lives longer.
    A parameter with a default is filled where a service has its name. A service that can't be made raises each time.
    `refused` says why a service isn't to be had, such as one of an extension that is off; else it is empty.
    Safe to use from several threads.
    """

    def __init__(
        self, rows: Mapping[str, str | ServiceRow], given: Mapping[str, object], above: "Registry | None" = None,
        refused: Callable[[str], str] = lambda name: "",
    ) -> None:  # fmt: skip
        self._rows = {name: row if isinstance(row, ServiceRow) else ServiceRow(row) for name, row in rows.items()}
        self._refused = refused
        self._made: dict[str, Any] = dict(given)
        self._above = above
        self._making: list[str] = []

    def __contains__(self, name: str) -> bool:
        if name in self._made or name in self._rows:
            return not self._refused(name)
        return self._above is not None and name in self._above

    def get(self, name: str) -> Any:
        """A service by name, made at its first use. Raises NotFound for a refused one, and its maker's errors.

        Raises LookupError for one that there isn't, RecursionError for one that needs itself.
        """
        with _LOCK:
            if name in self._made:
                return self._made[name]
            if name not in self._rows:
                if self._above is None:
                    raise LookupError(f"There is no service {name}")
                return self._above.get(name)
            if reason := self._refused(name):
                raise NotFound(reason)
            if name in self._making:
                raise RecursionError(f"Services need each other: {' → '.join((*self._making, name))}")
            self._making.append(name)
            try:
                self._made[name] = self._make(name)
            finally:
                self._making.pop()
            return self._made[name]

    def in_use(self) -> dict[str, Any]:
        """The services that were made here, oldest first; nothing is made."""
        with _LOCK:
            return {name: made for name, made in self._made.items() if name in self._rows}

    def open_as(self, face: type[Face]) -> Face:
        """The face of this registry, which makers get as `services`: what they ask it for later isn't made early."""
        services = self._made["services"] = face(self)
        return services

    def _make(self, name: str) -> Any:
        target, of = self._rows[name]
        if target.startswith(EVERY):
            makers = self.get("makers_of")(target.removeprefix(EVERY))
            made = (self._call_maker(name, maker, of) for maker in makers)
            return tuple(one for given in made for one in (given if isinstance(given, tuple) else (given,)))
        return self._call_maker(name, load(target), of)

    def _call_maker(self, name: str, maker: Callable[..., Any], of: Mapping[str, str]) -> Any:
        arguments = {}
        for parameter, is_optional in needs_of(maker).items():
            need, _, path = of.get(parameter, parameter).partition(".")
            if need in self:
                arguments[parameter] = attrgetter(path)(self.get(need)) if path else self.get(need)
            elif reason := self._refused(need) if not is_optional else "":
                raise NotFound(reason)
            elif not is_optional:
                raise LookupError(f"The service {name} needs {need}, which is no service")
        return maker(**arguments)


class _Service:
    """An attribute that is a service: made when it is first read, then kept beside the others of its object."""

    def __init__(self, row: ServiceRow) -> None:
        self.row = row

    def __set_name__(self, owner: type["Services"], name: str) -> None:
        self._name = name

    @overload
    def __get__(self, services: None, owner: type["Services"]) -> "_Service": ...
    @overload
    def __get__(self, services: "Services", owner: type["Services"]) -> Any: ...
    def __get__(self, services: "Services | None", owner: type["Services"]) -> Any:
        if services is None:
            return self
        made = services.__dict__[self._name] = services.registry.get(self._name)
        return made


def made(target: str = "", **of: str) -> Any:
    """Declares a service of a class: its row, or nothing where its value is given when the registry opens."""
    return _Service(ServiceRow(target, of))


class Services:
    """The typed face of a registry: its class declares services. Several may be faces of one registry."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry

    @classmethod
    def of(cls, other: "Services") -> Self:
        """The services of another class's registry, seen through this class."""
        return cls(other.registry)


def rows_of(*faces: type[Services]) -> dict[str, ServiceRow]:
    """The rows that classes declare, those of their bases included. Raises ValueError where two are for one name."""
    found: dict[str, ServiceRow] = {}
    for face in dict.fromkeys(base for one in faces for base in one.__mro__):
        for name, row in _declared(face).items():
            if row.target and name in found:
                raise ValueError(f"Two services have the name {name}")
            if row.target:
                found[name] = row
    return found


def declared(face: type[Services]) -> dict[str, ServiceRow]:
    """All services that a class declares, given ones too, with their rows."""
    return {name: row for base in face.__mro__ for name, row in _declared(base).items()}


def _declared(face: type) -> dict[str, ServiceRow]:
    return {name: value.row for name, value in vars(face).items() if isinstance(value, _Service)}
