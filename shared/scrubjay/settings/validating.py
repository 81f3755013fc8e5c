"""Validation of a settings file by the schema: its errors, and its values where they aren't plain."""

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, NamedTuple, get_args, get_origin

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, create_model

from scrubjay.model.frozen import field_names
from scrubjay.settings.section import FOREIGN, After, Allowed, Before, S, Section


class FirstError(NamedTuple):
    """The first error in a file, as pydantic describes it: its kind, its place, and what is wrong."""

    kind: str
    place: tuple[int | str, ...]
    message: str


def validated(kind: type[S], tree: dict[str, Any]) -> "S | FirstError":
    """The section that a file's tree stands for, or what is wrong with it."""
    read = read_by(_model(kind), tree)
    return read if isinstance(read, FirstError) else _section(kind, read)


def read_by(model: Any, tree: dict[str, Any]) -> Any:
    """The tree as a pydantic model reads it, or the first error."""
    try:
        return model.model_validate(tree)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        return FirstError(first["type"], first["loc"], first["msg"])


def _pydantic_model(kind: Any) -> type[BaseModel]:
    fields: dict[str, Any] = {}
    for name, field in kind.fields.items():
        typed = _annotated(_pydantic_type(field.annotation), field.metadata)
        foreign = FOREIGN in field.metadata
        fields[name] = (typed, Field(default={}, validate_default=True) if foreign else field.default)
    made: type[BaseModel] = create_model(kind.__name__, __config__=ConfigDict(frozen=True, extra="forbid"), **fields)
    return made


_model: Callable[[Any], type[BaseModel]] = cache(_pydantic_model)


def _annotated(kind: Any, marks: tuple[Any, ...]) -> Any:
    return Annotated.__class_getitem__((kind, *map(_pydantic_mark, marks))) if marks else kind  # type: ignore[attr-defined]


def _pydantic_type(kind: Any) -> Any:
    """A type as pydantic reads it."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _annotated(_pydantic_type(kind.__origin__), kind.__metadata__)
    if origin in (tuple, dict):
        return origin[tuple(_pydantic_type(one) for one in inner)]
    if isinstance(kind, type) and origin is None and issubclass(kind, Section):
        return _model(kind)
    return kind


def _pydantic_mark(mark: Any) -> Any:
    if isinstance(mark, Allowed):
        given = {name: getattr(mark, name) for name in field_names(Allowed)}
        return Field(**{name: value for name, value in given.items() if value is not None})
    if isinstance(mark, Before):
        return BeforeValidator(mark.change)
    return AfterValidator(mark.change) if isinstance(mark, After) else mark


def _section(kind: type[S], model: Any) -> S:
    """The values of a model that were set, as a section; those of extensions stay what they are."""
    set_ = {*model.model_fields_set, *(name for name, field in kind.fields.items() if FOREIGN in field.metadata)}
    return kind(**{name: _value(kind.fields[name].annotation, getattr(model, name)) for name in set_})


def _value(kind: Any, value: Any) -> Any:
    if get_origin(kind) is Annotated:
        kind = kind.__origin__
    if get_origin(kind) is dict and isinstance(value, dict):
        return {key: _value(get_args(kind)[1], one) for key, one in value.items()}
    if isinstance(kind, type) and get_origin(kind) is None and issubclass(kind, Section):
        return _section(kind, value)
    return value
