"""A service that is made on first use: a process imports and opens what it uses, nothing else."""

import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

Group = TypeVar("Group")
Service = TypeVar("Service")

_LOCK = threading.RLock()
"""One for all services: they are made of each other, and two locks could wait for each other."""


class on_first_use(Generic[Group, Service]):
    """Decorates a method that makes a service; the attribute of its name is made once, whichever thread asks first.

    A service that can't be made raises each time. Unlike functools.cached_property it has a lock in every Python.
    """

    def __init__(self, make: Callable[[Group], Service]) -> None:
        self._make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, group: type[Group], name: str) -> None:
        self._name = name

    @overload
    def __get__(self, group: None, kind: type[Group]) -> "on_first_use[Group, Service]": ...
    @overload
    def __get__(self, group: Group, kind: type[Group]) -> Service: ...
    def __get__(self, group: Group | None, kind: type[Group]) -> "on_first_use[Group, Service] | Service":
        if group is None:
            return self
        with _LOCK:
            if self._name not in group.__dict__:
                group.__dict__[self._name] = self._make(group)
            service: Service = group.__dict__[self._name]
            return service


def services_in_use(group: object, *names: str) -> list[Any]:
    """The services of a group, by attribute, that somebody has used; nothing is made."""
    with _LOCK:
        return [group.__dict__[name] for name in names if name in group.__dict__]
