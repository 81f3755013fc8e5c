"""Extensions as the servers have them: toolsets of ours that are off, and tools of others."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from inspect import Parameter, signature
from types import ModuleType
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

from scrubjay.errors import ConfigError, ScrubjayError
from scrubjay.extensions.kinds.content import NAME
from scrubjay.extensions.registry import BROKEN, ExtensionRegistry, Provided, said
from scrubjay.model.clock import system_clock
from scrubjay.settings.home import home_folder
from scrubjay_serving.fields import Repo, about
from scrubjay_serving.worktree import CallTarget, Target

if TYPE_CHECKING:
    from scrubjay.extensions.kinds.tool import Tool
    from scrubjay_serving.backend import Backend
    from scrubjay_serving.server import ScrubjayServer


def registry_of(backend: "Backend") -> ExtensionRegistry | None:
    """The extensions of the home that the process was started for; None where it names none."""
    try:
        return ExtensionRegistry.of(home_folder(backend.surroundings.environment))
    except ConfigError:
        return None


def offered_families(families: Iterable[ModuleType], registry: ExtensionRegistry | None) -> list[ModuleType]:
    """The families of tools without those of extensions of ours that are off."""
    left_out = {
        module
        for extension in (registry.off if registry else ())
        for toolset in extension.toolsets.values()
        for module in toolset.modules
    }
    return [family for family in families if family.__name__ not in left_out]


def added_kinds(registry: ExtensionRegistry | None) -> tuple[str, ...]:
    """The kinds that other people's extensions let a search be narrowed to, as their classes name them."""
    if registry is None or not registry.others:
        return ()
    named = (getattr(provided.value, "kind", "") for provided in registry.provided("source"))
    return tuple(dict.fromkeys(kind for kind in named if isinstance(kind, str) and NAME.fullmatch(kind)))


def offer_tools(server: "ScrubjayServer", registry: ExtensionRegistry | None) -> None:
    """Offer the tools of the extensions that are on. One that can't be offered is named, and stops no other."""
    if registry is None:
        return
    for provided in registry.provided("tool"):
        registry.guarded(provided.extension.name, partial(_offer, server, registry, provided))


def _offer(server: "ScrubjayServer", registry: ExtensionRegistry, provided: Provided) -> None:
    tools: Sequence[Tool] = provided.value if isinstance(provided.value, list) else [provided.value]
    prefix = f"{provided.extension.name.replace('-', '_')}_"
    for tool in tools:
        if not tool.name.isidentifier() or not tool.name.startswith(prefix):
            raise ValueError(f"its tool {tool.name[:40]!r} doesn't begin with {prefix}")
        server.offer(
            _called(registry, provided, tool),
            title=tool.title,
            description=tool.description,
            writes=tool.writes,
            repeatable=tool.repeatable,
            destroys=tool.destroys,
        )


def _called(registry: ExtensionRegistry, provided: Provided, tool: "Tool") -> Callable[..., str]:
    """The function that the server calls: with its arguments, a worktree, and the extension's own errors named."""
    name = provided.extension.name

    def call(*, target: CallTarget, repo: str = "", **values: Any) -> str:
        from scrubjay.wiring.hosting import hosted  # its services: only a call needs them

        host = hosted(target.workspace, system_clock, registry, provided.extension, writes=tool.writes)
        try:
            answer = tool.fn(host, **values)
        except ScrubjayError:
            raise
        except BROKEN as error:
            registry.failed(name, error)
            raise ScrubjayError(f"degraded: {name}: {said(error)}. See `scrubjay extensions show {name}`.") from error
        return str(answer)

    hints = get_type_hints(tool.fn)
    _host, *others = signature(tool.fn).parameters.values()
    parameters = [
        one.replace(
            kind=Parameter.KEYWORD_ONLY, annotation=_annotated(hints.get(one.name, str), tool.arguments, one.name)
        )
        for one in others
    ]
    parameters += [
        Parameter("repo", Parameter.KEYWORD_ONLY, annotation=Repo, default=""),
        Parameter("target", Parameter.KEYWORD_ONLY, annotation=Target),
    ]
    shown = signature(call).replace(parameters=parameters, return_annotation=str)
    call.__signature__ = shown  # type: ignore[attr-defined]
    call.__annotations__ = {one.name: one.annotation for one in parameters} | {"return": str}
    call.__name__ = call.__qualname__ = tool.name
    call.__doc__ = tool.description
    return call


def _annotated(kind: Any, arguments: Mapping[str, str], name: str) -> Any:
    return Annotated[kind, about(arguments[name])] if name in arguments else kind
