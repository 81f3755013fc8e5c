"""A section of settings: frozen values, each annotated with what may stand there. Light: every command reads settings.

What is plainly right is taken here; what isn't is left to `scrubjay.settings.validating`, whose import is slow.
"""

import re
from collections.abc import Callable, Mapping
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    Literal,
    NoReturn,
    Self,
    TypeVar,
    dataclass_transform,
    get_args,
    get_origin,
)

from scrubjay.model.frozen import dataclass

NEEDED: Final = ...
"""The default of a field that has to be given."""

NO_ENTRIES: Final[dict[str, Any]] = {}
"""The default of a mapping."""

FOREIGN: Final = "of an extension"
"""The mark of a field whose type is an extension's, which also makes its default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowed:
    """The bounds of a value: of a number, or of a text's or list's length; and the form of a text."""

    ge: float | None = None
    gt: float | None = None
    le: float | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None

    def hold(self, value: Any) -> bool:
        """Whether a value is within the bounds; the form of a text can be told here only for ASCII."""
        return (
            (self.ge is None or value >= self.ge)
            and (self.gt is None or value > self.gt)
            and (self.le is None or value <= self.le)
            and (self.min_length is None or len(value) >= self.min_length)
            and (self.max_length is None or len(value) <= self.max_length)
            and (self.pattern is None or re.fullmatch(self.pattern, value, re.ASCII) is not None)
        )


@dataclass(frozen=True, slots=True)
class Before:
    """A function that checks or changes a value of the file before its type is looked at. It raises ValueError."""

    change: Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class After:
    """A function that checks or changes a typed value. It raises ValueError."""

    change: Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class SectionField:
    """One setting: its type, the marks of its annotation, and its default."""

    annotation: Any
    metadata: tuple[Any, ...]
    default: Any

    @classmethod
    def of(cls, kind: Any, default: Any) -> "SectionField":
        """The field that a section's annotation and default declare."""
        if get_origin(kind) is Annotated:
            return cls(kind.__origin__, kind.__metadata__, default)
        return cls(kind, (), default)


class NotPlain(Exception):
    """A value that can't be judged here, and needs the full validation."""


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Section:
    """A frozen section of settings, whose class declares them."""

    fields: ClassVar[Mapping[str, SectionField]] = {}

    def __init_subclass__(cls) -> None:
        own = vars(cls).get("__annotations__", {}).items()
        cls.fields = {**cls.fields, **{name: SectionField.of(kind, vars(cls).get(name, NEEDED)) for name, kind in own}}

    def __init__(self, **values: Any) -> None:
        missing = [name for name, field in self.fields.items() if field.default is NEEDED and name not in values]
        if missing or not values.keys() <= self.fields.keys():
            wrong = [*missing, *(values.keys() - self.fields.keys())]
            raise TypeError(f"{type(self).__name__} has missing or unknown fields: {', '.join(wrong)}")
        vars(self).update(
            {name: field.default for name, field in self.fields.items()} | values, _given=frozenset(values)
        )

    @property
    def given(self) -> frozenset[str]:
        """The names of the fields that were set, be it to their defaults."""
        names: frozenset[str] = vars(self)["_given"]
        return names

    def but(self, **changes: Any) -> Self:
        """A copy with other values in some fields."""
        return type(self)(**{name: getattr(self, name) for name in self.given} | changes)

    def values(self) -> dict[str, Any]:
        """Every value by its name, those of inner sections too."""
        return {name: _as_plain(getattr(self, name), Section.values) for name in self.fields}

    def given_values(self) -> dict[str, Any]:
        """The values that were set, by their names."""
        return {
            name: _as_plain(getattr(self, name), Section.given_values) for name in self.fields if name in self.given
        }

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and all(getattr(self, name) == getattr(other, name) for name in self.fields)

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, name) for name in self.fields))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self.fields)})"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__}.{name} is frozen")


S = TypeVar("S", bound=Section)


def _as_plain(value: Any, how: Callable[[Any], Any]) -> Any:
    if isinstance(value, dict):
        return {key: _as_plain(inner, how) for key, inner in value.items()}
    return how(value) if isinstance(value, Section) else value


def overlaid(below: S, above: S) -> S:
    """The lower section with the fields that the upper one sets, also within sections of its own."""
    return below.but(
        **{
            name: overlaid(getattr(below, name), value) if isinstance(value, Section) else value
            for name in above.given
            for value in (getattr(above, name),)
        }
    )


class Secret:
    """A text that no output shows by itself."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def get_secret_value(self) -> str:
        """The secret text."""
        return self._value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and self._value == other._value

    def __hash__(self) -> int:
        return hash(self._value)

    def __repr__(self) -> str:
        return f"Secret({'**********' if self._value else ''!r})"


_SWITCHES: Final = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_WHOLE: Final = re.compile(r"0|[1-9][0-9]{0,9}")
_NUMBER: Final = re.compile(r"(?:0|[1-9][0-9]{0,9})(?:\.[0-9]{1,9})?")


def parse_plainly(kind: Any, value: Any, metadata: tuple[Any, ...] = ()) -> Any:
    """A value of a file, converted by its type and marks. Raises NotPlain where only full validation can tell."""
    if get_origin(kind) is Annotated:
        return parse_plainly(kind.__origin__, value, (*kind.__metadata__, *metadata))
    try:
        for mark in reversed(metadata):
            if isinstance(mark, Before):
                value = mark.change(value)
        value = _typed_value(kind, value)
        for mark in metadata:
            if isinstance(mark, Allowed) and not mark.hold(value):
                raise NotPlain
            if isinstance(mark, After):
                value = mark.change(value)
    except ValueError:
        raise NotPlain from None
    return value


def _typed_value(kind: Any, value: Any) -> Any:
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal and isinstance(value, str) and value in inner:
        return value
    if origin is tuple and isinstance(value, list | tuple):
        return tuple(parse_plainly(inner[0], one) for one in value)
    if origin is dict and isinstance(value, dict):
        return {parse_plainly(inner[0], key): parse_plainly(inner[1], one) for key, one in value.items()}
    if isinstance(kind, type) and issubclass(kind, Section) and isinstance(value, dict):
        return _section(kind, value)
    text = value if isinstance(value, str) and value.isascii() else None
    if kind is str and text is not None:
        return text
    if kind is bool and text in _SWITCHES:
        return _SWITCHES[text]
    if kind is int and text is not None and _WHOLE.fullmatch(text):
        return int(text)
    if kind is float and text is not None and _NUMBER.fullmatch(text):
        return float(text)
    raise NotPlain


def _section(kind: type[Section], tree: dict[str, Any]) -> Section:
    needed = {name for name, field in kind.fields.items() if field.default is NEEDED}
    if not needed <= tree.keys() <= kind.fields.keys() or any(FOREIGN in one.metadata for one in kind.fields.values()):
        raise NotPlain
    typed = {}
    for name, value in tree.items():
        field = kind.fields[name]
        typed[name] = parse_plainly(field.annotation, value, field.metadata)
    return kind(**typed)
