"""Registry of services: a table names the maker of each, which is imported and called at the first use, once."""

import threading
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, Self, TypeVar, overload

Face = TypeVar("Face", bound="Services")

EVERY = "*"
"""What a row begins with that is everything of a kind."""

_LOCK = threading.RLock()
"""One for all services: they are made of each other, and two locks could wait for each other."""


class Registry:
    """Makes services on first use. A row is `name: "module:maker"`; a maker's parameters name the services it needs.

    A row `*KIND` is all that extensions provide of a kind, made by the same rule; `makers_of` gives their makers.
    `given` are values that are there already. What neither has comes from the one `above`, which lives longer.
    A parameter with a default is filled where a service has its name. A service that can't be made raises each time.
    Safe to use from several threads.
    """

    def __init__(self, rows: Mapping[str, str], given: Mapping[str, object], above: "Registry | None" = None) -> None:
        self._rows = MappingProxyType(dict(rows))
        self._made: dict[str, Any] = dict(given)
        self._above = above
        self._making: list[str] = []

    def __contains__(self, name: str) -> bool:
        return name in self._made or name in self._rows or (self._above is not None and name in self._above)

    def get(self, name: str) -> Any:
        """A service, made now where it isn't yet. Raises LookupError, RecursionError, and what its maker raises."""
        with _LOCK:
            if name in self._made:
                return self._made[name]
            if name not in self._rows:
                if self._above is None:
                    raise LookupError(f"There is no service {name}")
                return self._above.get(name)
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
        row = self._rows[name]
        if row.startswith(EVERY):
            return tuple(self._call(name, maker) for maker in self.get("makers_of")(row.removeprefix(EVERY)))
        return self._call(name, maker_of(row))

    def _call(self, name: str, maker: Callable[..., Any]) -> Any:
        arguments = {}
        for need, is_optional in needs_of(maker):
            if need in self:
                arguments[need] = self.get(need)
            elif not is_optional:
                raise LookupError(f"The service {name} needs {need}, which is no service")
        return maker(**arguments)


def maker_of(row: str) -> Callable[..., Any]:
    """The function or class that a row names; its module is imported for it."""
    module, _, attribute = row.partition(":")
    maker: Callable[..., Any] = getattr(import_module(module), attribute)
    return maker


def needs_of(maker: Callable[..., Any]) -> Iterator[tuple[str, bool]]:
    """The names of a maker's parameters, and whether it can do without; read from its code, as `inspect` is slow."""
    function: Any = maker.__init__ if isinstance(maker, type) else maker  # type: ignore[misc]
    code = getattr(function, "__code__", None)
    if code is None:  # a class without a constructor of its own
        return
    number, skipped = code.co_argcount, int(isinstance(maker, type))
    names = code.co_varnames[: number + code.co_kwonlyargcount]
    filled = {*names[number - len(function.__defaults__ or ()) : number], *(function.__kwdefaults__ or ())}
    yield from ((name, name in filled) for name in names[skipped:])


class _Service:
    """An attribute that is a service: made when it is first read, then kept beside the others of its object."""

    def __init__(self, row: str) -> None:
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


def made(row: str = "") -> Any:
    """Declares a service of a class: its row, or nothing where its value is given when the registry opens."""
    return _Service(row)


class Services:
    """The typed face of a registry: its class declares services. Several may be faces of one registry."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry

    @classmethod
    def of(cls, other: "Services") -> Self:
        """The services that this class declares, where another face stands before them."""
        return cls(other.registry)


def rows_of(*faces: type[Services]) -> dict[str, str]:
    """The rows that classes declare, those of their bases included. Raises ValueError where two are for one name."""
    found: dict[str, str] = {}
    for face in dict.fromkeys(base for one in faces for base in one.__mro__):
        for name, value in vars(face).items():
            if isinstance(value, _Service) and value.row:
                if name in found:
                    raise ValueError(f"Two services have the name {name}")
                found[name] = value.row
    return found


def declared(face: type[Services]) -> dict[str, str]:
    """All services that a class declares, given ones too, with their rows."""
    pairs = [(name, value) for base in face.__mro__ for name, value in vars(base).items()]
    return {name: value.row for name, value in pairs if isinstance(value, _Service)}
