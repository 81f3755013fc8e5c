"""The base of both servers: an MCPServer with helpful errors, toolsets and small schemas."""

import difflib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio.to_thread
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, CallToolResult, GetPromptResult, InputRequiredResult, TextContent, Tool
from mcp_types.version import is_version_at_least

from scrubjay import __version__
from scrubjay.errors import ScrubjayError
from scrubjay.extensions.loading import load, not_importing
from scrubjay.log import Log
from scrubjay.privacy.secrets.masking import masked_text
from scrubjay_serving.backend import CODEX, Backend, timed_call
from scrubjay_serving.offers import Offers
from scrubjay_serving.pending import PendingRequests
from scrubjay_serving.resources import ResourceServer, has_notifier
from scrubjay_serving.sanitising import check_arguments, refuse_cursors, sanitise, without_odd_answers
from scrubjay_serving.schemas import annotations_of, drop_titles, reduce_schema, without_arguments
from scrubjay_serving.stdio import Incoming, Outgoing, Wire, serve
from scrubjay_serving.stored import StoredOffer
from scrubjay_serving.worktree import client_name

if TYPE_CHECKING:
    from mcp.server.mcpserver.tools import Tool as MadeTool

    from scrubjay.extensions.kinds.tool import DeclaredTool
    from scrubjay.model.agent import Capability
    from scrubjay.settings.schema import Toolset

_log = Log(__name__)

SUBSCRIPTIONS_SINCE = "2026-07-28"
"""Protocol version from which a client subscribes to changes; before it none are advertised."""

ALWAYS_LOADED = {"anthropic/alwaysLoad": True}
"""Metadata for Claude Code, which defers tools behind a search unless they carry it."""


class ScrubjayServer(ResourceServer):
    """An MCPServer over one Backend; its tools are plain functions that run in worker threads."""

    def __init__(
        self,
        name: str,
        *,
        title: str,
        instructions: str,
        backend: Backend,
        declare: Callable[["ScrubjayServer"], bool] | None = None,
    ) -> None:
        @asynccontextmanager
        async def lifespan(_: MCPServer[None]) -> AsyncIterator[None]:
            try:
                async with anyio.create_task_group() as self.background:
                    yield None
                    self.background.cancel_scope.cancel()
            finally:
                with anyio.CancelScope(shield=True):
                    await anyio.to_thread.run_sync(backend.close)

        with not_importing("rich"):  # for a log handler of the SDK's; ours stands by then
            super().__init__(
                name, title=title, instructions=instructions, version=__version__, log_level="WARNING",
                lifespan=lifespan, middleware=(sanitise, refuse_cursors, without_odd_answers),
            )  # fmt: skip
        self.backend = backend
        self._stored = StoredOffer(backend.surroundings.environment, name) if declare else None
        self.offers = Offers(declare and partial(declare, self))
        self._greeted = False
        self.listed_names = {}
        if declare and has_notifier(backend):
            self.serve_subscriptions()

    @property
    def needs(self) -> "dict[str, tuple[Capability, ...]]":
        """What an agent must be allowed for a tool, or for the function that answers a resource."""
        return self.offers.needs

    @property
    def writing(self) -> set[str]:
        """The names of the tools that store something."""
        return self.offers.writing

    def _made(self, name: str) -> "MadeTool | None":
        """A tool with its schemas; None where there is none of the name."""
        if make := self.offers.take(name):
            self._make(self.offers.tools[name], make())
        return self._tool_manager.get_tool(name)

    def _make(self, tool: "DeclaredTool", function: Callable[..., Any]) -> None:
        """Register a tool with the SDK, and reduce its JSON schemas."""
        self.add_tool(
            function,
            title=tool.title,
            description=tool.description,
            annotations=annotations_of(tool),
            structured_output=tool.answers is not str,
            meta=dict(ALWAYS_LOADED) if tool.always else None,
        )
        made = self._tool_manager.get_tool(tool.name)
        if made is not None:
            drop_titles(made.parameters)
            reduce_schema(made.fn_metadata.output_schema or {})

    def is_stored(self) -> bool:
        """Whether an earlier start stored the list of tools, for the present settings."""
        return self._stored is not None and self._stored.read() is not None

    async def serve_stdio(self, wire: Wire, waiting: PendingRequests) -> None:
        """Serve one client over two descriptors. Raises ClientGone."""
        server = self._lowlevel_server

        async def run(incoming: Incoming, outgoing: Outgoing) -> None:
            await server.run(incoming, outgoing, server.create_initialization_options())

        await serve(run, wire, waiting)

    async def list_tools(self) -> list[Tool]:
        """The tools and arguments of the toolsets in the user's settings: as stored, where nothing was made yet."""
        stored = self._stored if self._stored and not self._tool_manager.list_tools() else None
        tools = await anyio.to_thread.run_sync(stored.read) if stored else None
        if tools is None:
            key = await anyio.to_thread.run_sync(stored.key) if stored else ""
            chosen = await self._chosen()
            names = [name for name in self.offers.of_sets(chosen) if self._made(name)]
            listed = {tool.name: tool for tool in await super().list_tools()}
            tools = [without_arguments(listed[name], self.offers.without(name, chosen)) for name in names]
            if stored and self.offers.are_whole:
                await anyio.to_thread.run_sync(stored.write, tools, key)
        self.record_list("tools", (tool.name for tool in tools))
        return tools

    async def _notify_changes(self, context: Context[None, Any], chosen: "frozenset[Toolset]") -> None:
        """Tell subscribers which of the lists that were asked for changed. Only the era that has subscriptions."""
        if not is_version_at_least(context.protocol_version or "", SUBSCRIPTIONS_SINCE):
            return
        before = dict(self.listed_names)
        if "tools" in before:
            self.record_list("tools", self.offers.of_sets(chosen))
            if self.listed_names["tools"] != before["tools"]:
                await context.notify_tools_changed()
        if "resources" in before:
            await self.list_resources()
            if self.listed_names["resources"] != before["resources"]:
                await context.notify_resources_changed()

    async def _chosen(self) -> "frozenset[Toolset]":
        """The toolsets of the user's settings."""
        if all(tool.toolset == "core" for tool in self.offers.tools.values()):
            return frozenset({"core"})  # the settings aren't read for a server with core tools only
        known = self.backend.known_toolsets()  # one look at a file: less than a hop to another thread costs
        return frozenset(await anyio.to_thread.run_sync(self.backend.toolsets) if known is None else known)

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[None, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool. Raises ToolError whose text says what happened and what to do next."""
        chosen = await self._chosen()
        offered = self.offers.of_sets(chosen)
        tools = self.offers.tools
        if name in tools and name not in offered:
            raise _other_toolset_error(name, tools[name].toolset)
        tool = self._made(name)
        if tool is None:
            close = difflib.get_close_matches(name, offered, n=1, cutoff=0.5)
            hint = f" Did you mean {close[0]}?" if close else ""
            raise ToolError(
                f"{self.name} has no tool {masked_text(name)[:60]!r}.{hint} It has: {', '.join(sorted(offered))}."
            )
        arguments = {key: value for key, value in arguments.items() if key not in tools[name].retired}
        without = self.offers.without(name, chosen)
        for argument, toolset in without.items():
            if argument in arguments:
                raise _other_toolset_error(f"{argument} of {name}", toolset)
        check_arguments(tool, arguments, without)
        try:
            with _log.timed("tool %s", name), timed_call(name):
                result = await super().call_tool(name, arguments, context)
        except ToolError as error:
            raise translated(name, error) from error.__cause__
        if context is not None:
            await self._notify_changes(context, chosen)
            if isinstance(result, CallToolResult) and result.structured_content is None and not self._greeted:
                self._greeted = True
                if words := self._first_words(client_name(context)):
                    result.content.append(TextContent(type="text", text=words))
        return result

    def _first_words(self, client: str) -> str:
        """A note before a client's first answer that it doesn't run our hooks yet; only Codex may not run them."""
        surroundings = self.backend.surroundings
        if CODEX not in (surroundings.client, client.partition("-")[0].lower()):
            return ""
        return str(load("scrubjay_serving.client_files:first_words")(surroundings, Path.home()))

    async def get_prompt(
        self, name: str, arguments: dict[str, Any] | None = None, context: Context[None, Any] | None = None
    ) -> GetPromptResult | InputRequiredResult:
        """Fill in a prompt. Raises MCPError with what to send for a name or arguments that don't fit."""
        prompts = {prompt.name: prompt for prompt in self._prompt_manager.list_prompts()}
        if name not in prompts:
            offered = f"It has: {', '.join(sorted(prompts))}." if prompts else "It has none."
            raise MCPError(INVALID_PARAMS, f"{self.name} has no prompt {masked_text(name)[:60]!r}. {offered}")
        takes = {argument.name: argument.required for argument in prompts[name].arguments or ()}
        names = set(arguments or {})
        if names - takes.keys() or {argument for argument, required in takes.items() if required} - names:
            expected = ", ".join(
                argument if required else f"{argument} (optional)" for argument, required in takes.items()
            )
            got = ", ".join(sorted(names))[:60] or "none"
            raise MCPError(INVALID_PARAMS, f"{name} takes {expected or 'no arguments'}; it got {got}.")
        return await super().get_prompt(name, arguments, context)


def _other_toolset_error(what: str, toolset: str) -> ToolError:
    return ToolError(f"{what} is in the toolset {toolset}. Add {toolset} to `toolsets` in config.yaml, then reconnect.")


def translated(tool: str, error: ToolError, then: str = "run `scrubjay doctor`") -> ToolError:
    """The error for the agent: our own errors with their text, a crash without it; `then` is what helps after one."""
    cause: BaseException | None = error.__cause__
    if isinstance(cause, ScrubjayError):
        return ToolError(masked_text(str(cause)))
    if isinstance(cause, ToolError) and not isinstance(error, UnexpectedToolError):
        return ToolError(masked_text(str(cause)))
    if isinstance(error, UnexpectedToolError):
        kind = type(cause).__name__ if cause is not None else "unknown"
        return UnexpectedToolError(
            f"{tool} failed inside scrubjay ({kind}); the server's log on stderr has the details. Try again, or {then}."
        )
    return error
