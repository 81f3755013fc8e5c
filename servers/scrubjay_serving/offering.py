"""The offer of a server: its own tools, those of our extensions that are on with what they add, and those of others."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

from mcp_types import TextContent
from pydantic import Field

from scrubjay.errors import ConfigError, ExtensionFailed, ScrubjayError
from scrubjay.extensions.bounded import MOST_FOR_AGENTS, bounded
from scrubjay.extensions.builtin import BUILT_IN
from scrubjay.extensions.in_time import ASKED_S, in_time
from scrubjay.extensions.kinds.content import NAME
from scrubjay.extensions.kinds.tool import NEEDED, SEARCHES_ALL, WRITES, AddedArgument, DeclaredTool, ToolArgument
from scrubjay.extensions.loading import load, loaded, targets_of
from scrubjay.extensions.registry import ExtensionRegistry, Provided
from scrubjay.model.clock import system_clock
from scrubjay.model.frozen import replace
from scrubjay.settings.home import home_folder
from scrubjay_serving.worktree import Target

if TYPE_CHECKING:
    from scrubjay.extensions.kinds.tool import Tool
    from scrubjay.wiring.tool_calls import CallTarget
    from scrubjay_serving.backend import Backend
    from scrubjay_serving.server import ScrubjayServer

Run = Callable[..., Any]

LONGEST_TITLE, LONGEST_DESCRIPTION = 200, 2_000
"""Characters of what somebody else's tool says of itself."""

REPO = ToolArgument("repo", "path inside another worktree")
"""Worktree of the call; empty: see `scrubjay_serving.worktree`."""


def registry_of(backend: "Backend") -> ExtensionRegistry | None:
    """The extensions of the home that the process was started for; None where it names none."""
    try:
        return ExtensionRegistry.of(home_folder(backend.surroundings.environment))
    except ConfigError:
        return None


def added_kinds(registry: ExtensionRegistry | None) -> tuple[str, ...]:
    """The kinds that other people's extensions let a search be narrowed to, as their classes name them."""
    if registry is None or not registry.others:
        return ()
    named = (
        registry.guarded(one.extension.name, lambda value=one.value: getattr(value, "kind", ""))  # type: ignore[misc]
        for one in registry.of_others("source")
    )
    return tuple(dict.fromkeys(kind for kind in named if isinstance(kind, str) and NAME.fullmatch(kind)))


def offer_ours(
    server: "ScrubjayServer", name: str, tools: Sequence[DeclaredTool], registry: ExtensionRegistry | None
) -> None:
    """Offer a server's tools and those of our extensions that are on, each set in its place. `name` is the server's."""
    own = [one for one in BUILT_IN if registry is None or one not in registry.off]
    added: list[AddedArgument] = [one for target in targets_of("argument", own) for one in load(target)]
    offered = list(tools)
    for tools_of in (one for extension in own for one in extension.toolsets.values() if one.server == name):
        place = next((i for i, tool in enumerate(offered) if tool.toolset == tools_of.before), len(offered))
        offered[place:place] = load(tools_of.target)
    for tool in offered:
        additions = tuple(one for one in added if one.tool == tool.name)
        server.offers.add(tool, partial(signed, tool, partial(_run_ours, tool, additions), additions), additions)


def _run_ours(tool: DeclaredTool, added: Sequence[AddedArgument], target: "CallTarget", **values: Any) -> Any:
    """Run a tool with the arguments that extensions add. A read-only one sees a single moment of the repository."""
    parts = []
    for one in added:
        value = values.pop(one.argument.name) if one.argument else None
        if value or (one.argument is None and one.toolset in target.workspace.settings.toolsets):
            parts.append((loaded(one.runs), value))
    with nullcontext() if tool.writes or tool.further else target.moment():
        answer = loaded(tool.runs)(replace(target, added=tuple(parts)) if parts else target, **values)
    if isinstance(answer, list) and answer and isinstance(answer[0], TextContent):
        text = with_news(target, answer[0].text)
        return answer if text == answer[0].text else [TextContent(type="text", text=text), *answer[1:]]
    return with_news(target, answer) if isinstance(answer, str) else answer


def with_news(target: "CallTarget", answer: str) -> str:
    """An answer with one line of what its session wasn't told yet, such as a handoff for it; mostly there is none."""
    workspace = target.workspace
    kinds = ("answer_news", "far_news") if "agents" in workspace.settings.toolsets else ("far_news",)
    try:
        asked = [news for kind in kinds for news in workspace.provided(kind)]
        parts = [part for news in asked for part in news(workspace, target.caller, answer)]
    except ScrubjayError:
        return answer  # the answer is worth more
    return f"{answer}\nNews: {', '.join(parts)}." if parts else answer


def signed(tool: DeclaredTool, run: Run, added: Iterable[AddedArgument] = ()) -> Run:
    """The function of a tool with the signature that the SDK reads: its own, the added and the common arguments."""

    def call(*, target: Any, repo: str = "", **values: Any) -> Any:
        return run(target, **values)

    arguments = list(tool.arguments)
    for one in added:
        if one.argument:
            names = [argument.name for argument in arguments]
            arguments.insert(names.index(one.before) if one.before else len(names), one.argument)
    return with_signature(call, tool, (*arguments, REPO), {**tool.further, "target": Target})


def with_signature(call: Run, tool: DeclaredTool, arguments: Iterable[ToolArgument], filled: Mapping[str, Any]) -> Run:
    """A function with the name and signature that the SDK reads: a tool's arguments, and what the server fills."""
    parameters = [_parameter(one) for one in arguments]
    parameters += [Parameter(name, Parameter.KEYWORD_ONLY, annotation=kind) for name, kind in filled.items()]
    call.__signature__ = signature(call).replace(  # type: ignore[attr-defined]
        parameters=parameters, return_annotation=tool.answers
    )
    call.__annotations__ = {one.name: one.annotation for one in parameters} | {"return": tool.answers}
    call.__name__ = call.__qualname__ = tool.name
    call.__doc__ = tool.description
    return call


def _parameter(argument: ToolArgument) -> Parameter:
    makes = isinstance(argument.default, type)
    told: dict[str, Any] = {
        "default_factory": argument.default if makes else None,
        "ge": argument.least,
        "le": argument.most,
        "description": argument.about or None,
    }
    field = {name: value for name, value in told.items() if value is not None}
    kind = Annotated[argument.kind, Field(**field)] if field else argument.kind
    default = Parameter.empty if makes or argument.default is NEEDED else argument.default
    return Parameter(argument.name, Parameter.KEYWORD_ONLY, annotation=kind, default=default)


def offer_others(server: "ScrubjayServer", registry: ExtensionRegistry | None) -> None:
    """Offer the tools of other people's extensions. One that can't be offered is named, and stops no other."""
    if registry is None:
        return
    for provided in registry.of_others("tool"):
        registry.guarded(provided.extension.name, partial(_offer, server, registry, provided))


def _offer(server: "ScrubjayServer", registry: ExtensionRegistry, provided: Provided) -> None:
    """Offer the tools that one extension provides. Raises ValueError for a name without the extension's prefix."""
    tools: Sequence[Tool] = provided.value if isinstance(provided.value, list) else [provided.value]
    prefix = f"{provided.extension.name.replace('-', '_')}_"
    for tool in tools:
        if not tool.name.isidentifier() or not tool.name.startswith(prefix):
            raise ValueError(f"the name of its tool {tool.name[:40]!r} doesn't begin with {prefix}")
        declared = _declared(tool)
        server.offers.add(declared, partial(signed, declared, partial(_run_other, registry, provided, tool)))


def _declared(tool: "Tool") -> DeclaredTool:
    """A tool of somebody else's extension, declared as ours are, with the right to search everything."""
    hints = get_type_hints(tool.fn)
    _host, *others = signature(tool.fn).parameters.values()
    arguments = [
        ToolArgument(
            one.name,
            tool.arguments.get(one.name, ""),
            hints.get(one.name, str),
            NEEDED if one.default is Parameter.empty else one.default,
        )
        for one in others
    ]
    return DeclaredTool(
        name=tool.name,
        runs="",
        title=bounded(tool.title, LONGEST_TITLE),
        description=bounded(tool.description, LONGEST_DESCRIPTION),
        needs=(*SEARCHES_ALL, *WRITES) if tool.writes else SEARCHES_ALL,
        arguments=tuple(arguments),
        writes=tool.writes,
        repeatable=tool.repeatable,
        destroys=tool.destroys,
    )


def _run_other(
    registry: ExtensionRegistry, provided: Provided, tool: "Tool", target: "CallTarget", **values: Any
) -> str:
    """Call somebody else's function with its host, in time; what it gives is bounded and masked."""
    name = provided.extension.name
    host = load("scrubjay.wiring.hosting:hosted")(
        target.workspace, system_clock, registry, provided.extension, writes=tool.writes
    )
    answer = in_time(registry, name, lambda: bounded(str(tool.fn(host, **values)), MOST_FOR_AGENTS), str, ASKED_S)
    if answer is None:
        raise ExtensionFailed(f"degraded: {name}: {registry.why(name)}. See `scrubjay extensions show {name}`.")
    return answer
