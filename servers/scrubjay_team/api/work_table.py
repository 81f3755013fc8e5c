"""The routes of handoffs and pools, as a part of the table."""

from typing import Final

from scrubjay_team.api import handoff_forms as handoffs
from scrubjay_team.api import pools
from scrubjay_team.api.route import ApiRoute
from scrubjay_team.serving.declared import SCOPES

_RUNS: Final = "scrubjay_team.api"

WORK_ROUTES: Final[tuple[ApiRoute, ...]] = (
    ApiRoute(
        method="GET", path="/handoffs", runs=f"{_RUNS}.handoffs:listed", scope=SCOPES["get_pending_handoffs"],
        takes=handoffs.HandoffList, gives=handoffs.HandoffsAnswer,
        summary="The handoffs that the caller left, took or may take, the newest first.",
    ),
    ApiRoute(
        method="GET", path="/handoffs/pending", runs=f"{_RUNS}.handoffs:pending",
        scope=SCOPES["get_pending_handoffs"], takes=handoffs.HandoffList, gives=handoffs.HandoffsAnswer,
        summary="The handoffs that wait for the caller, and how the caller's own ended until they were told.",
    ),
    ApiRoute(
        method="POST", path="/handoffs", runs=f"{_RUNS}.handoffs:leave", scope=SCOPES["initiate_handoff"],
        takes=handoffs.HandoffLeft, gives=handoffs.HandoffAnswer,
        summary="Leave work for a member, or for whoever comes next.",
    ),
    ApiRoute(
        method="POST", path="/handoffs/told", runs=f"{_RUNS}.handoffs:told", scope=SCOPES["get_pending_handoffs"],
        takes=handoffs.HandoffsTold, gives=handoffs.HandoffMoment,
        summary="Say that the caller was told how some of theirs ended.",
    ),
    ApiRoute(
        method="POST", path="/handoffs/renew", runs=f"{_RUNS}.handoffs:renew", scope=SCOPES["accept_handoff"],
        takes=handoffs.HandoffSession, gives=handoffs.HandoffMoment,
        summary="Let the leases of a session go on, which still works.",
    ),
    ApiRoute(
        method="GET", path="/handoffs/{id}", runs=f"{_RUNS}.handoffs:find", scope=SCOPES["get_pending_handoffs"],
        takes=handoffs.HandoffTaking, gives=handoffs.HandoffAnswer,
        summary="A handoff, by its id or the first eight digits.",
    ),
    ApiRoute(
        method="POST", path="/handoffs/{id}/accept", runs=f"{_RUNS}.handoffs:accept", scope=SCOPES["accept_handoff"],
        takes=handoffs.HandoffTaking, gives=handoffs.HandoffAnswer,
        summary="Take a handoff: of several at once exactly one gets it, and the same session again the same lease.",
    ),
    ApiRoute(
        method="POST", path="/handoffs/{id}/complete", runs=f"{_RUNS}.handoffs:complete",
        scope=SCOPES["complete_handoff"], takes=handoffs.HandoffOutcome, gives=handoffs.HandoffAnswer,
        summary="Finish a handoff; a result that comes too late is kept as a note.",
    ),
    ApiRoute(
        method="POST", path="/handoffs/{id}/reject", runs=f"{_RUNS}.handoffs:reject", scope=SCOPES["reject_handoff"],
        takes=handoffs.HandoffRefusal, gives=handoffs.HandoffAnswer,
        summary="Refuse a handoff, or give back what the session holds.",
    ),
    ApiRoute(
        method="POST", path="/handoffs/{id}/cancel", runs=f"{_RUNS}.handoffs:cancel", scope=SCOPES["cancel_handoff"],
        takes=handoffs.HandoffSession, gives=handoffs.HandoffAnswer,
        summary="Withdraw a handoff that the caller left.",
    ),
    ApiRoute(
        method="GET", path="/pools", runs=f"{_RUNS}.pools:listed", scope=SCOPES["query_shared"],
        gives=pools.PoolsAnswer, summary="The pools of the team, by name.",
    ),
    ApiRoute(
        method="POST", path="/pools", runs=f"{_RUNS}.pools:create", scope=SCOPES["create_pool"],
        takes=pools.PoolMade, gives=pools.PoolActed, summary="Make a pool, which the caller administers.",
    ),
    ApiRoute(
        method="POST", path="/pools/join", runs=f"{_RUNS}.pools:join", scope=SCOPES["join_pool"],
        takes=pools.PoolJoining, gives=pools.PoolActed, summary="Join a pool, or with admin let another member in.",
    ),
    ApiRoute(
        method="POST", path="/pools/leave", runs=f"{_RUNS}.pools:leave", scope=SCOPES["leave_pool"],
        takes=pools.PoolLeaving, gives=pools.PoolActed,
        summary="Leave a pool, or with admin let another member out.",
    ),
    ApiRoute(
        method="POST", path="/pools/share", runs=f"{_RUNS}.pools:share", scope=SCOPES["share_memory_to_scope"],
        takes=pools.PoolSharing, gives=pools.PoolShareAnswer, summary="Share a memory of the team in a pool.",
    ),
    ApiRoute(
        method="POST", path="/pools/ask", runs=f"{_RUNS}.pools:ask", scope=SCOPES["query_shared"],
        takes=pools.PoolQuestion, gives=pools.PoolFoundAnswer, reads=True,
        summary="Ask a pool that the caller is in; without a query its newest.",
    ),
)  # fmt: skip
"""In the order in which paths are compared."""
