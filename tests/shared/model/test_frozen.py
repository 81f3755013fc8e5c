"""A frozen dataclass of ours is what the standard library's is: the same values, texts, hashes, copies and refusals."""

import copy
import dataclasses
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.model import frozen
from scrubjay.model.frozen import field_names, replace

VALUES = st.one_of(st.none(), st.integers(-2, 2), st.text(max_size=2), st.lists(st.integers(0, 1), max_size=1))
OFTEN: int = vars(frozen)["OFTEN"]
"""The type checker is shown the standard library's in its place."""

FIELDS = st.lists(st.tuples(st.sampled_from(["given", "default", "factory", "aside"]), VALUES), min_size=1, max_size=5)


def made(module: Any, fields: list[tuple[str, Any]], options: dict[str, bool]) -> type:
    """A class `Parcel` with fields `f0`, `f1`, … as one of the two modules makes it."""
    given = [name for name, _ in fields].count("given")
    kinds = sorted(fields, key=lambda item: item[0] != "given")
    body: dict[str, Any] = {"__annotations__": {f"f{n}": "Any" for n in range(len(kinds))}, "__doc__": "A parcel."}
    for number, (kind, value) in enumerate(kinds[given:], given):
        if kind == "factory" or isinstance(value, list):
            body[f"f{number}"] = module.field(default_factory=lambda value=value: value)
        elif kind == "aside":
            body[f"f{number}"] = module.field(default=value, compare=False, repr=False)
        else:
            body[f"f{number}"] = value
    decorate: Callable[[type], type] = module.dataclass(slots=True, **options)
    return decorate(type("Parcel", (), body))


def outcome(work: Callable[[], Any]) -> Any:
    """What some work returns, or the kind of its error."""
    try:
        return work()
    except Exception as error:
        return type(error)


@given(
    FIELDS,
    st.fixed_dictionaries({"frozen": st.booleans(), "kw_only": st.booleans()}),
    st.lists(VALUES, max_size=6),
    st.dictionaries(st.sampled_from(["f0", "f1", "f2", "f4", "other"]), VALUES, max_size=3),
    st.booleans(),
)
def test_both_make_the_same_of_the_same_arguments(
    fields: list[tuple[str, Any]], options: dict[str, bool], args: list[Any], named: dict[str, Any], often: bool
) -> None:
    ours, theirs = (made(module, fields, options) for module in (frozen, dataclasses))
    assert ours.__match_args__ == theirs.__match_args__  # type: ignore[attr-defined]
    assert field_names(ours) == tuple(field.name for field in dataclasses.fields(theirs))
    for _ in range(OFTEN if often else 0):
        outcome(lambda: ours(*args, **named))
    value, standard = (outcome(lambda cls=cls: cls(*args, **named)) for cls in (ours, theirs))  # type: ignore[misc]
    if isinstance(standard, type):
        assert value is standard
        return
    assert dataclasses.asdict(value) == dataclasses.asdict(standard)
    assert repr(value) == repr(standard)
    assert outcome(lambda: hash(value)) == outcome(lambda: hash(standard))
    again, changed = outcome(lambda: ours(*args, **named)), {"f0": 7}
    assert value == again
    assert value != standard, "one class is not the other"
    mine, its = (outcome(lambda one=one: frozen.replace(one, **changed)) for one in (value, standard))  # type: ignore[misc]
    copied = outcome(lambda: dataclasses.replace(value, **changed))
    assert repr(mine) == repr(its).replace(repr(theirs), repr(ours)) == repr(copied)
    for work in (lambda one: setattr(one, "f0", 1), lambda one: delattr(one, "f0")):
        assert outcome(lambda work=work: work(value)) == outcome(lambda work=work: work(standard))  # type: ignore[misc]
    assert isinstance(outcome(lambda: setattr(value, "other", 1)), type)


@frozen.dataclass(frozen=True, slots=True)
class Crate:
    """A crate at the top of a module, so that it can be pickled."""

    name: str
    parcels: tuple[int, ...] = ()

    def heavier(self) -> "Crate":
        """A crate with one parcel more."""
        return frozen.replace(self, parcels=(*self.parcels, 1))


def test_it_is_copied_pickled_and_matched() -> None:
    crate = Crate("a").heavier()
    assert copy.deepcopy(crate) == pickle.loads(pickle.dumps(crate)) == crate  # noqa: S301 - our own
    match crate:
        case Crate(name, parcels):
            assert (name, parcels) == ("a", (1,))
    with pytest.raises(dataclasses.FrozenInstanceError):
        crate.name = "b"  # type: ignore[misc]


def test_a_value_of_the_standard_library_is_replaced_too() -> None:
    base = dataclasses.make_dataclass("Base", ["name"], frozen=True, slots=True)
    heavy = dataclasses.make_dataclass("Heavy", ["weight"], bases=(base,), frozen=True, slots=True)
    assert dataclasses.astuple(frozen.replace(heavy("a", 1), weight=2)) == ("a", 2)


def test_its_parameters_are_told_without_a_constructor_of_its_own() -> None:
    assert frozen.parameters(Crate) == {"name": False, "parcels": True}
    assert frozen.parameters(dataclasses.make_dataclass("Other", ["name"])) is None


@frozen.dataclass(slots=True)
class Tag:
    """A class whose values have no hash."""

    name: str = "plain"


PLAIN = Tag()


@frozen.dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A class with a default of each kind."""

    text: str
    tag: Tag = PLAIN
    size: int = 3
    marks: list[str] = frozen.field(default_factory=list)


def test_a_value_is_the_same_before_and_after_its_class_is_compiled() -> None:
    labels = [Label(text=str(number)) for number in range(2 * OFTEN)]
    for label in labels:
        assert (label.tag is PLAIN, label.size, label.marks) == (True, 3, [])
    assert len({id(label.marks) for label in labels}) == len(labels)
    with pytest.raises(TypeError, match="text"):
        Label(size=1)  # type: ignore[call-arg]


def test_what_it_can_not_do_is_refused_where_a_class_is_made() -> None:
    with pytest.raises(TypeError, match="the standard library's"):

        @frozen.dataclass(frozen=True, slots=True)
        class Heavy(Crate):  # type: ignore[unused-ignore]
            weight: int = 1


def test_a_value_takes_the_columns_of_its_fields_and_what_is_given_instead() -> None:
    row = {"name": "left", "parcels": "[1]", "weight": 7}
    assert frozen.from_row(Crate, row, parcels=(1,)) == Crate("left", (1,))
    with pytest.raises(TypeError):
        frozen.from_row(Crate, {"parcels": ()})


@dataclasses.dataclass(frozen=True)
class Base:
    first: int


@dataclasses.dataclass(frozen=True, slots=True)
class Derived(Base):
    second: int = 2


def test_a_class_of_the_standard_library_with_a_base_is_replaced_too() -> None:
    assert field_names(Derived) == ("first", "second")
    assert replace(Derived(1), second=3) == Derived(1, 3)
