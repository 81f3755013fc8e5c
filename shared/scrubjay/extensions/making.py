"""The making of what an extension provides: a class or function gets the services that its parameters name."""

from collections.abc import Callable, Iterator, Mapping
from inspect import Parameter, signature
from typing import Any

from scrubjay.errors import NotFound
from scrubjay.extensions.manifest import Extension
from scrubjay.extensions.registry import BROKEN, ExtensionRegistry
from scrubjay.model.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Made:
    """A thing of an extension, ready to be used."""

    extension: Extension
    thing: Any


def make(maker: Callable[..., Any], services: Mapping[str, Any]) -> Any:
    """What a maker returns for the services that its parameters name. Raises NotFound, and whatever it raises."""
    needed = [
        one.name for one in signature(maker).parameters.values() if one.default is Parameter.empty and _named(one)
    ]
    if missing := [name for name in needed if name not in services]:
        raise NotFound(f"{getattr(maker, '__name__', 'it')} asks for {missing[0]}, which isn't there.")
    return maker(**{name: services[name] for name in needed})


def _named(parameter: Parameter) -> bool:
    return parameter.kind in (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)


def made(registry: ExtensionRegistry, kind: str, services: Callable[[Extension], Mapping[str, Any]]) -> Iterator[Made]:
    """What the extensions provide of a kind, each made; what can't be is named and left out."""
    for provided in registry.provided(kind):
        try:
            thing = make(provided.value, services(provided.extension))
        except BROKEN as error:
            registry.failed(provided.extension.name, error)
            continue
        yield Made(provided.extension, thing)
