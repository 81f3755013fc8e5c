"""The routes by which a team is managed, as a part of the table: people, repositories, tokens, usage."""

from typing import Final

from scrubjay_team.api import export, granting, leaving, members, tokens, usage
from scrubjay_team.api.route import ApiFile, ApiRoute

_RUNS: Final = "scrubjay_team.api"

OFFICE_ROUTES: Final[tuple[ApiRoute, ...]] = (
    ApiRoute(
        method="GET", path="/members", runs=f"{_RUNS}.members:members", scope="search", gives=members.MembersAnswer,
        summary="The present members of the team, by name.",
    ),
    ApiRoute(
        method="POST", path="/members/{id}/role", runs=f"{_RUNS}.members:give_role", person=True,
        takes=members.RoleBody, gives=members.MemberAct, summary="Give a member a role. For owners.",
    ),
    ApiRoute(
        method="POST", path="/members/{id}/remove", runs=f"{_RUNS}.members:remove_member", person=True,
        gives=members.MemberAct, summary="Take a member out of the team: what they may do ends at once. For owners.",
    ),
    ApiRoute(
        method="POST", path="/members/{id}/hand-over", runs=f"{_RUNS}.leaving:hand_over", person=True,
        takes=leaving.HandOverBody, gives=leaving.HandOverAnswer,
        summary="Give a member's open handoffs, and the memories that they chose, to another one. For owners.",
    ),
    ApiRoute(
        method="POST", path="/members/{id}/erase", runs=f"{_RUNS}.leaving:erase", person=True,
        takes=leaving.EraseBody, gives=leaving.EraseAnswer,
        summary="Take the name of a member who left away; it can't be undone. For owners.",
    ),
    ApiRoute(
        method="GET", path="/audit", runs=f"{_RUNS}.leaving:audit", person=True, takes=leaving.AuditBody,
        gives=leaving.AuditAnswer,
        summary="Who did what, the newest first. For owners; reviewers see what became of memories.",
    ),
    ApiRoute(
        method="GET", path="/invitations", runs=f"{_RUNS}.members:invitations", person=True,
        gives=members.InvitationsAnswer, summary="The open invitations, the oldest first. For owners.",
    ),
    ApiRoute(
        method="POST", path="/invitations", runs=f"{_RUNS}.members:invite", person=True, takes=members.InviteBody,
        gives=members.InvitedAnswer, summary="Invite somebody, once, for 72 hours. For owners.",
    ),
    ApiRoute(
        method="POST", path="/invitations/{id}/revoke", runs=f"{_RUNS}.members:revoke_invitation", person=True,
        gives=members.InvitationAct, summary="Take an open invitation back. For owners.",
    ),
    ApiRoute(
        method="GET", path="/repositories", runs=f"{_RUNS}.granting:granted", scope="search",
        gives=granting.RepositoriesAnswer, summary="The repositories that the caller is granted, by name.",
    ),
    ApiRoute(
        method="GET", path="/repositories/all", runs=f"{_RUNS}.granting:repositories", person=True,
        gives=granting.RepositoriesAnswer,
        summary="Every repository of the team, with its address and whom it names. For owners.",
    ),
    ApiRoute(
        method="POST", path="/repositories/{id}/grant", runs=f"{_RUNS}.granting:grant", person=True,
        takes=granting.GrantBody, gives=granting.RepositoryAct,
        summary="Grant a repository to members, or open it to the whole team. For owners.",
    ),
    ApiRoute(
        method="POST", path="/repositories/{id}/revoke", runs=f"{_RUNS}.granting:take_back", person=True,
        takes=granting.GrantBody, gives=granting.RepositoryAct,
        summary="Take a repository back from members, or close it to all whom it doesn't name. For owners.",
    ),
    ApiRoute(
        method="GET", path="/tokens", runs=f"{_RUNS}.tokens:own_tokens", gives=tokens.TokensAnswer,
        summary="The caller's own tokens, the oldest first.",
    ),
    ApiRoute(
        method="GET", path="/tokens/all", runs=f"{_RUNS}.tokens:tokens", person=True, gives=tokens.TokensAnswer,
        summary="The heads of every member's tokens. For owners.",
    ),
    ApiRoute(
        method="POST", path="/tokens", runs=f"{_RUNS}.tokens:make_token", person=True, takes=tokens.TokenBody,
        gives=tokens.TokenMade, summary="Make a token of the caller's own, whose text is told once.",
    ),
    ApiRoute(
        method="POST", path="/tokens/{id}/revoke", runs=f"{_RUNS}.tokens:revoke_own_token", gives=tokens.TokenAct,
        summary="End a token of the caller's own at once, be it the one that calls.",
    ),
    ApiRoute(
        method="POST", path="/tokens/all/{id}/revoke", runs=f"{_RUNS}.tokens:revoke_token", person=True,
        gives=tokens.TokenAct, summary="End a token of any member at once. For owners.",
    ),
    ApiRoute(
        method="GET", path="/export", runs=f"{_RUNS}.export:export", scope="export", takes=export.ExportBody,
        gives=ApiFile, summary="The memories that the caller sees, a page as JSON lines or as Parquet.",
    ),
    ApiRoute(
        method="GET", path="/usage", runs=f"{_RUNS}.usage:own_usage", takes=usage.UsageBody, gives=usage.UsageAnswer,
        summary="What the caller used, by days.",
    ),
    ApiRoute(
        method="GET", path="/usage/all", runs=f"{_RUNS}.usage:usage_of_all", person=True, takes=usage.UsageBody,
        gives=usage.UsageAnswer, summary="What every member used, by days. For owners.",
    ),
)  # fmt: skip
"""In the order of the documents. Acts of owners run as the app's role, in the office that only a person opens."""
