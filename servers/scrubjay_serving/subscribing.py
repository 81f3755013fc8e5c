"""Subscriptions to resources, in both eras of the protocol; nothing of it is there before somebody subscribes."""

import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

import anyio
import anyio.to_thread
from anyio.abc import TaskGroup
from mcp.server.context import ServerRequestContext
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.session import ServerSession
from mcp.server.subscriptions import SubscriptionBus
from mcp.shared.exceptions import MCPError
from mcp.shared.subscriptions import ResourceUpdated
from mcp_types import (
    INVALID_PARAMS,
    EmptyResult,
    SubscribeRequestParams,
    SubscriptionsListenRequestParams,
    SubscriptionsListenResult,
    UnsubscribeRequestParams,
)

from scrubjay.errors import LimitExceeded, ScrubjayError
from scrubjay.extensions.kinds.watched import Watched, watched_at
from scrubjay.privacy.secrets.masking import masked_text
from scrubjay_serving.watched import WatchedOffer, target_of

_log = logging.getLogger(__name__)

LOOK_S = 1.0
"""Seconds between two looks."""

MOST_SUBSCRIPTIONS = 50
"""Resources that a client watches at once, in whichever worktrees and sessions."""

Request = ServerRequestContext[Any, Any]
Listen = Callable[[Request, SubscriptionsListenRequestParams], Awaitable[SubscriptionsListenResult]]
Who = tuple[str, str, str]
"""A subscriber: worktree, agent, session."""


class HeldResource(NamedTuple):
    """One resource that somebody subscribed to."""

    who: Who
    watched: Watched


class Subscriptions:
    """What the client of a server watches. One task looks, once a second, from the first subscription to the last."""

    def __init__(
        self,
        server: MCPServer[None],
        offer: WatchedOffer,
        background: TaskGroup,
        listen: Listen,
        bus: SubscriptionBus,
    ) -> None:
        self._server = server
        self._offer = offer
        self._background = background
        self._listen = listen
        self._bus = bus
        self._lock = anyio.Lock()
        """Held while notifiers are asked: they are for one thread at a time."""
        self._notifiers: dict[Who, Any] = {}
        self._held = Counter[HeldResource]()
        self._subscribed: dict[str, tuple[HeldResource, ServerSession]] = {}
        """By address: the subscriptions of the handshake era, which has no stream of its own for each."""
        self._looking: anyio.CancelScope | None = None

    async def listen(self, ctx: Request, params: SubscriptionsListenRequestParams) -> SubscriptionsListenResult:
        """Serve a stream of changes; what can't be watched here isn't among what is acknowledged."""
        wanted = params.notifications
        held = await self._begin(ctx, wanted.resource_subscriptions or ())
        honoured = [one.watched.uri for one in held]
        told = wanted.model_copy(update={"resource_subscriptions": honoured or None})
        try:
            return await self._listen(ctx, params.model_copy(update={"notifications": told}))
        finally:
            with anyio.CancelScope(shield=True):
                await self._end(held)

    async def subscribe(self, ctx: Request, params: SubscribeRequestParams) -> EmptyResult:
        """Watch a resource for a client of the handshake era. Raises MCPError where it can't be watched."""
        uri = str(params.uri)
        if uri not in self._subscribed:
            held = await self._begin(ctx, [uri])
            if not held:
                forms = ", ".join(one.uri for one in self._offer.resources)
                raise MCPError(INVALID_PARAMS, f"{masked_text(uri)[:80]} can't be watched. There are: {forms}.")
            if uri in self._subscribed:  # by another request, meanwhile
                await self._end(held)
            else:
                self._subscribed[uri] = held[0], ctx.session
        return EmptyResult()

    async def unsubscribe(self, ctx: Request, params: UnsubscribeRequestParams) -> EmptyResult:
        """Watch a resource no longer."""
        subscribed = self._subscribed.pop(str(params.uri), None)
        if subscribed is not None:
            await self._end([subscribed[0]])
        return EmptyResult()

    async def _begin(self, ctx: Request, uris: Sequence[str]) -> list[HeldResource]:
        """Watch resources from now on; those that can't be watched are left out. Raises MCPError.

        The caller may not wait between this and the registration of whoever is told, or a change goes by.
        """
        context: Context[Any, Any] = Context(request_context=ctx, mcp_server=self._server)
        async with self._lock:
            try:
                held = await anyio.to_thread.run_sync(self._watch, context, uris)
            except ScrubjayError as error:
                raise MCPError(INVALID_PARAMS, masked_text(str(error))) from error
            finally:
                await self._close_idle()
            self._held.update(held)
            if held and self._looking is None:
                self._looking = anyio.CancelScope()
                self._background.start_soon(self._look, self._looking)
        return held

    def _watch(self, ctx: Context[Any, Any], uris: Sequence[str]) -> list[HeldResource]:
        """Subscribe at the notifier of whoever asks, in a worker thread. Raises ScrubjayError."""
        chosen, held = self._offer.chosen(), list[HeldResource]()
        named = [watched for uri in dict.fromkeys(uris) if (watched := watched_at(uri, chosen)) is not None]
        try:
            for watched in named:
                target = target_of(ctx, watched.name)
                caller, path = target.caller(), target.workspace.repository.worktree
                who = str(path), caller.agent, caller.session
                if who not in self._notifiers:
                    (opened, *_) = target.workspace.provided("notifier")
                    self._notifiers[who] = opened(lambda path=path: self._offer.backend.app().workspace(path), caller)
                one = HeldResource(who, watched)
                if len({*self._held, *held, one}) > MOST_SUBSCRIPTIONS:
                    raise LimitExceeded(f"A client watches {MOST_SUBSCRIPTIONS} resources at most: end one first.")
                if self._notifiers[who].subscribe(watched):
                    held.append(one)
        except ScrubjayError:
            for one in held:
                if not self._held[one]:
                    self._notifiers[one.who].unsubscribe(one.watched)
            raise
        return held

    async def _end(self, held: Sequence[HeldResource]) -> None:
        """Watch some resources no longer; after the last one nothing is looked at any more."""
        async with self._lock:
            for one in held:
                self._held[one] -= 1
                if self._held[one] <= 0:
                    del self._held[one]
                    if one.who in self._notifiers:
                        self._notifiers[one.who].unsubscribe(one.watched)
            if not self._held and self._looking is not None:
                self._looking.cancel()
                self._looking = None
            await self._close_idle()

    async def _look(self, scope: anyio.CancelScope) -> None:
        """Look once a second, and tell whoever subscribed what changed. What fails is logged, once while it lasts."""
        said = ""
        try:
            with scope:
                while True:
                    await anyio.sleep(LOOK_S)
                    try:
                        async with self._lock:
                            changed, trouble = await anyio.to_thread.run_sync(self._changed)
                        for uri in changed:
                            await self._tell(uri)
                    except Exception as error:  # requests are answered all the same
                        trouble = f"{type(error).__name__}: {error}"
                    if trouble != said and trouble:
                        _log.warning("what is watched can't be looked at: %s", trouble)
                    said = trouble
        finally:
            if self._looking is scope:  # the server ends
                with anyio.CancelScope(shield=True):
                    for notifier in self._notifiers.values():
                        await anyio.to_thread.run_sync(notifier.close)

    def _changed(self) -> tuple[list[str], str]:
        """The addresses of what changed, each once, and why others can't be looked at; in a worker thread."""
        found = [change.watched.uri for notifier in self._notifiers.values() for change in notifier.look()]
        troubles = (line for notifier in self._notifiers.values() for line in notifier.troubles)
        return list(dict.fromkeys(found)), "; ".join(dict.fromkeys(troubles))

    async def _tell(self, uri: str) -> None:
        """Tell the streams of the newer era, or the one client of the older."""
        await self._bus.publish(ResourceUpdated(uri=uri))
        subscribed = self._subscribed.get(uri)
        if subscribed is not None:
            await subscribed[1].send_resource_updated(uri)

    async def _close_idle(self) -> None:
        """Close the notifiers that watch nothing any more: a source may have begun something."""
        for who in [who for who, notifier in self._notifiers.items() if not notifier.watched]:
            await anyio.to_thread.run_sync(self._notifiers.pop(who).close)
