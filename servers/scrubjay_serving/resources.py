"""The part of a server that lists and reads resources and takes subscriptions; each imported once it is asked for."""

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import anyio.to_thread
from anyio.abc import TaskGroup
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.helper_types import ReadResourceContents
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError, UnexpectedResourceError
from mcp.server.subscriptions import ListenHandler
from mcp_types import (
    EmptyResult,
    InputRequiredResult,
    Resource,
    ResourceTemplate,
    SubscribeRequestParams,
    SubscriptionsListenRequestParams,
    SubscriptionsListenResult,
    UnsubscribeRequestParams,
)
from pydantic import AnyUrl

from scrubjay.errors import ConfigError, NotFound, ScrubjayError, UnsafePath, UsageError
from scrubjay.extensions.builtin import BUILT_IN
from scrubjay.extensions.chosen import FILE, chosen
from scrubjay.extensions.loading import load, targets_of
from scrubjay.privacy.secrets.masking import masked_text
from scrubjay.settings.home import home_folder

if TYPE_CHECKING:
    from scrubjay_serving.backend import Backend
    from scrubjay_serving.offers import Offers
    from scrubjay_serving.subscribing import Subscriptions
    from scrubjay_serving.watched import WatchedOffer

ListName = Literal["tools", "resources"]
Request = ServerRequestContext[Any, Any]

MOST_STREAMS = 50
"""Streams of changes that one client has open."""


class ResourceServer(MCPServer[None]):
    """An MCPServer whose resources can be watched, where an extension that is on tells of changes."""

    backend: "Backend"
    offers: "Offers"
    background: TaskGroup
    """Runs what goes on beside requests, until the client has gone."""

    listed_names: dict[ListName, frozenset[str]]
    """Names on each list when it was last made, for those that a client has asked for."""

    @cached_property
    def watched(self) -> "WatchedOffer":
        """The resources of extensions that can be watched; looked for once somebody asks for resources."""
        made: WatchedOffer = load("scrubjay_serving.watched:WatchedOffer")(self, self.backend, self.offers)
        return made

    def serve_subscriptions(self) -> None:
        """Serve subscriptions to resources, as each era of the protocol has them."""
        server, streams = self._lowlevel_server, ListenHandler(self._subscriptions, max_subscriptions=MOST_STREAMS)
        made: list[Subscriptions] = []

        async def subscriptions() -> "Subscriptions":
            if not made:
                watched = await anyio.to_thread.run_sync(lambda: self.watched)
                make = load("scrubjay_serving.subscribing:Subscriptions")
                made.append(make(self, watched, self.background, streams, self._subscriptions))
            return made[0]

        async def listen(ctx: Request, params: SubscriptionsListenRequestParams) -> SubscriptionsListenResult:
            if params.notifications.resource_subscriptions:
                return await (await subscriptions()).listen(ctx, params)
            return await streams(ctx, params)

        async def subscribe(ctx: Request, params: SubscribeRequestParams) -> EmptyResult:
            return await (await subscriptions()).subscribe(ctx, params)

        async def unsubscribe(ctx: Request, params: UnsubscribeRequestParams) -> EmptyResult:
            return await (await subscriptions()).unsubscribe(ctx, params)

        server.add_request_handler("subscriptions/listen", SubscriptionsListenRequestParams, listen)
        server.add_request_handler("resources/subscribe", SubscribeRequestParams, subscribe)
        server.add_request_handler("resources/unsubscribe", UnsubscribeRequestParams, unsubscribe)

    def record_list(self, name: ListName, items: Iterable[str]) -> None:
        """Record what a list holds now; a subscriber is told once it holds something else."""
        self.listed_names[name] = frozenset(items)

    async def list_resources(self) -> list[Resource]:
        """What can be watched under a fixed address."""
        listed: list[Resource] = await anyio.to_thread.run_sync(lambda: self.watched.listed())
        self.record_list("resources", (str(resource.uri) for resource in listed))
        return listed

    async def list_resource_templates(self) -> list[ResourceTemplate]:
        """The forms of addresses, without those of toolsets that the user doesn't name."""
        chosen_here = await anyio.to_thread.run_sync(lambda: self.watched.chosen())
        left_out = {one.uri for one in self.watched.resources} - {one.uri for one in chosen_here}
        return [one for one in await super().list_resource_templates() if one.uri_template not in left_out]

    async def read_resource(
        self, uri: AnyUrl | str, context: Context[None, Any] | None = None
    ) -> Iterable[ReadResourceContents] | InputRequiredResult:
        """Read a resource; that nothing has its name is an answer. Raises ResourceNotFoundError, which says why not."""
        await anyio.to_thread.run_sync(lambda: self.watched)
        try:
            return await super().read_resource(uri, context)
        except UnexpectedResourceError as error:
            cause = error.__cause__
            if isinstance(cause, NotFound | UnsafePath | UsageError):
                return (ReadResourceContents(content=masked_text(str(cause)), mime_type="text/plain"),)
            if isinstance(cause, ScrubjayError):
                raise ResourceNotFoundError(masked_text(str(cause))) from cause
            raise


def has_notifier(backend: "Backend") -> bool:
    """Whether an extension that tells of changes is on; one look at the user's file."""
    try:
        switches = chosen(home_folder(backend.surroundings.environment) / FILE)
    except ConfigError:
        return False
    return any(targets_of("notifier", (one for one in BUILT_IN if switches.get(one.name) is not False)))
