"""Dataclasses that cost little to import: those of the standard library, without its imports and without compiling.

`dataclasses` imports `inspect` and `ast`, and compiles up to eight methods for each class: for 25 classes that is a
quarter of a hook's CPU time, for the 350 of a worker a fifth. Here all classes share their methods, and what makes a
value is compiled once a class has made OFTEN.
Type checkers see the standard library's decorator, and its functions take these classes as well.
"""

import sys
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["dataclass", "field", "field_names", "from_row", "parameters", "replace"]

_Value = TypeVar("_Value")


def field_names(cls: type) -> tuple[str, ...]:
    """The names of a class's fields, in order; of the standard library's classes too, and of those with a base."""
    fields: Any = cls.__dict__["__slots__"] if cls.__bases__ == (object,) and "__slots__" in cls.__dict__ else None
    return tuple(cls.__dataclass_fields__ if fields is None else fields)  # type: ignore[attr-defined]


def from_row(cls: type[_Value], row: Any, /, **given: Any) -> _Value:
    """A value whose fields are a row's columns of the same names, but for those that are given."""
    there = {*row.keys()}.intersection(field_names(cls))
    return cls(**{name: row[name] for name in there} | given)


if TYPE_CHECKING:
    from dataclasses import dataclass, field, replace

    def parameters(cls: type) -> dict[str, bool] | None: ...
else:

    class field:
        """The options of a field that has any."""

        def __init__(self, *, default: Any = ..., default_factory: Any = None, compare=True, repr=True) -> None:
            self.default, self.default_factory, self.compare, self.repr = default, default_factory, compare, repr
            self.is_filled = default is not ... or default_factory is not None

    _PLAIN = field()

    OFTEN = 16
    """Values of a class after which its `__init__` is compiled."""

    _MADE = frozenset({"__init__", "__post_init__", "__repr__", "__eq__", "__hash__", "__getstate__", "__setstate__"})
    """What the standard library would call, or leave to a class that has its own."""

    def dataclass(*, slots: bool, frozen=False, kw_only=False):
        """As the standard library's, for classes with slots, without a base class and without `__post_init__`."""

        def make(cls: type) -> type:
            if cls.__bases__ != (object,) or not _MADE.isdisjoint(vars(cls)):
                raise TypeError(f"{cls.__name__} needs the standard library's dataclass")
            names = tuple(vars(cls).get("__annotations__", ()))
            given = {name: vars(cls)[name] for name in names if name in vars(cls)}
            options = {
                name: value if isinstance(value, field) else field(default=value) for name, value in given.items()
            }
            compared = _reader(tuple(name for name in names if options.get(name, _PLAIN).compare))
            shown = tuple(name for name in names if options.get(name, _PLAIN).repr)
            left_out = {*names, "__dict__", "__weakref__"}
            body = {name: value for name, value in vars(cls).items() if name not in left_out}
            body |= {
                "__slots__": names,
                "__match_args__": () if kw_only else names,
                "__dataclass_fields__": _StandardFields(options, kw_only),
                "__repr__": lambda self: _shown(self, shown),
                "__eq__": lambda self, other: (
                    compared(self) == compared(other) if type(self) is type(other) else NotImplemented
                ),
                "__hash__": (lambda self: hash(compared(self))) if frozen else None,
                "__getstate__": lambda self: [getattr(self, name) for name in names],
                "__setstate__": lambda self, state: _restore(self, names, state),
            }
            if frozen:
                body |= {"__setattr__": _refuse, "__delattr__": _refuse}
            made = type(cls)(cls.__name__, cls.__bases__, body)
            made.__init__ = _initialiser(made, names, options, kw_only, frozen)
            return made

        return make

    def _standard() -> Any:
        import dataclasses

        return dataclasses

    def replace(value: Any, /, **changes: Any) -> Any:
        """A copy with other values in some fields; of a class of the standard library's as well."""
        if not isinstance(vars(type(value))["__dataclass_fields__"], _StandardFields):
            return _standard().replace(value, **changes)
        return type(value)(**{name: getattr(value, name) for name in field_names(type(value))} | changes)

    def parameters(cls: type) -> dict[str, bool] | None:
        """The parameters of a class's `__init__`, and whether it can do without; None for a class that isn't ours."""
        fields = vars(cls).get("__dataclass_fields__")
        if not isinstance(fields, _StandardFields):
            return None
        return {name: fields.options.get(name, _PLAIN).is_filled for name in field_names(cls)}

    class _StandardFields:
        """The standard library's description of the fields, made where one of its functions asks for it."""

        def __init__(self, options: dict[str, field], kw_only: bool) -> None:
            self.options, self._kw_only = options, kw_only
            self._fields: dict[str, Any] = {}

        def __get__(self, value: Any, cls: type) -> dict[str, Any]:
            if self._fields:
                return self._fields
            standard, fields = _standard(), {}
            for name, annotation in cls.__annotations__.items():
                option = self.options.get(name, _PLAIN)
                default = {} if option.default is ... else {"default": option.default}
                factory = {"default_factory": option.default_factory} if option.default_factory else {}
                made = fields[name] = standard.field(
                    compare=option.compare, repr=option.repr, kw_only=self._kw_only, **default, **factory
                )
                made.name, made.type, made._field_type = name, annotation, standard._FIELD
            self._fields = fields
            return fields

    def _initialiser(cls: type, names: tuple[str, ...], options: dict[str, field], kw_only: bool, frozen: bool):
        title, most, left = cls.__name__, 0 if kw_only else len(names), OFTEN
        store = object.__setattr__

        def __init__(self: Any, /, *args: Any, **named: Any) -> None:
            nonlocal left
            left -= 1
            if not left and "dataclasses" in sys.modules:  # a hook imports them for nothing else
                cls.__init__ = _compiled(cls, options, kw_only, frozen)
            for name, value in zip(names, args, strict=False):
                store(self, name, value)
            if len(args) == most and not named and not kw_only:
                return
            if len(args) > most:
                raise TypeError(f"{title}() takes {most} positional arguments but {len(args)} were given")
            for name in names[len(args) :]:
                if name in named:
                    store(self, name, named.pop(name))
                    continue
                option = options.get(name, _PLAIN)
                if option.default_factory:
                    store(self, name, option.default_factory())
                elif option.default is not ...:
                    store(self, name, option.default)
                else:
                    raise TypeError(f"{title}() missing the argument {name!r}")
            if named:
                raise TypeError(f"{title}() got an unknown or repeated argument {next(iter(named))!r}")

        return __init__

    def _compiled(cls: type, options: dict[str, field], kw_only: bool, frozen: bool):
        """The `__init__` that the standard library compiles for a class that makes many values."""
        import dataclasses

        body: dict[str, Any] = {"__annotations__": cls.__annotations__, "__module__": cls.__module__}
        for name, option in options.items():
            if option.default_factory:
                body[name] = dataclasses.field(default_factory=option.default_factory)
            elif option.default is not ...:  # the standard library wants a hash of a default
                hashed = type(option.default).__hash__ is not None
                make = {"default": option.default} if hashed else {"default_factory": lambda one=option.default: one}
                body[name] = dataclasses.field(**make)
        standard = dataclasses.dataclass(eq=False, repr=False, kw_only=kw_only, frozen=frozen)
        return standard(type(cls.__name__, (), body)).__init__

    def _reader(names: tuple[str, ...]):
        """What reads the values of some fields as a tuple."""
        if len(names) > 1:
            return attrgetter(*names)
        return lambda value: tuple([getattr(value, name) for name in names])

    def _shown(value: Any, names: tuple[str, ...]) -> str:
        return f"{type(value).__qualname__}({', '.join(f'{name}={getattr(value, name)!r}' for name in names)})"

    def _restore(value: Any, names: tuple[str, ...], state: list[Any]) -> None:
        for name, part in zip(names, state, strict=True):
            object.__setattr__(value, name, part)

    def _refuse(value: Any, name: str, *_: Any) -> None:
        raise _standard().FrozenInstanceError(f"cannot assign to field {name!r}")
