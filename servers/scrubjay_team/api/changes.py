"""GET /changes: what changed for the caller, at once or as soon as something does."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Final

from pydantic import Field

from scrubjay_team.api.route import ApiAnswer, ApiBody, ApiCall
from scrubjay_team.changes.cursors import LONGEST
from scrubjay_team.changes.reading import changes
from scrubjay_team.changes.values import Told
from scrubjay_team.changes.waiting import PACE_S
from scrubjay_team.serving.gate import CALLER, DIGEST, PERSON
from scrubjay_team.serving.refusals import HttpRefusal

if TYPE_CHECKING:
    from starlette.types import Receive, Scope

    from scrubjay_team.changes.waiting import ChangeHub, Waiter

Given = Mapping[str, Any] | HttpRefusal
"""What a route gives, as JSON has it."""

LONGEST_WAIT: Final = 25
"""Seconds that a request may wait."""


class ChangesBody(ApiBody):
    """Since when, by the cursor of the answer before (empty: from now on), and the seconds to wait for a change."""

    after: Annotated[str, Field(max_length=LONGEST)] = ""
    wait: Annotated[int, Field(ge=0, le=LONGEST_WAIT)] = 0


class ChangedResource(ApiAnswer):
    """What changed of the memories of a project or of the team's own, of the caller's handoffs, or of a pool.

    `id` and `name` are the project's or the pool's, `name` of handoffs their client, where they are of one; `ids` the
    newest that changed and can be read, `gone` those that can't any more, `count` all of them. `others` counts what
    others did, `fresh` what others made, `ended` the caller's handoffs that ended; `waiting` are the handoffs that wait
    for the caller with that client, `over` those that were for the caller and wait no more.
    """

    told: Told
    id: str
    name: str
    ids: tuple[str, ...]
    gone: tuple[str, ...]
    count: int
    others: int
    fresh: int
    waiting: tuple[str, ...]
    over: tuple[str, ...]
    ended: int


class ChangesAnswer(ApiAnswer):
    """What changed, and the cursor to ask on with. `resync`: too much or too long ago; read again what you show."""

    cursor: str
    resync: bool
    changes: tuple[ChangedResource, ...]


def changed(call: ApiCall, body: ChangesBody) -> ChangesAnswer:
    """Tell what changed until now. Waiting is what `later` does around it."""
    connection, cursors, member = call.entered.connection, call.services.cursors, call.caller.member
    since = cursors.open(connection, member, body.after) if body.after else None
    found = changes(connection, since)
    return ChangesAnswer(
        cursor=cursors.seal(connection, member, found.upto),
        resync=found.resync,
        changes=tuple(ChangedResource.model_validate(one, from_attributes=True) for one in found.changes),
    )


async def later(
    hub: "ChangeHub", scope: "Scope", receive: "Receive", body: ApiBody, ask: Callable[[ApiBody], Awaitable[Given]]
) -> Given:
    """The answer to a request that may wait: as soon as there is a change, or without one once its time is over.

    A page doesn't wait: who waits is looked after by their tokens.

    Raises what ends the waiting: TokenRefused, TeamDatabaseUnavailable and the like.
    """
    if not isinstance(body, ChangesBody) or not (body.after and body.wait) or scope[PERSON]:
        return await ask(body)
    now = asyncio.get_running_loop().time()
    with hub.waiting(scope[DIGEST], scope[CALLER]) as waiter:
        leaving = asyncio.create_task(_leave(receive, waiter))
        try:
            goes_on = await waiter.until(now + PACE_S, woken=False)
            while True:
                answer = await ask(body)
                if not goes_on or isinstance(answer, HttpRefusal) or answer["changes"] or answer["resync"]:
                    return answer
                body = ChangesBody(after=answer["cursor"], wait=body.wait)
                if not await waiter.until(now + body.wait):
                    return answer
        finally:
            leaving.cancel()


async def _leave(receive: "Receive", waiter: "Waiter") -> None:
    """Let a request wait no longer once its sender went away."""
    while (await receive())["type"] != "http.disconnect":
        pass
    waiter.end()
