"""The team's memories from a member's machine: kept, changed and traced on the server alone."""

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from scrubjay.errors import (
    LimitExceeded,
    NotFound,
    PermissionDenied,
    ScrubjayError,
    UsageError,
    VersionConflict,
)
from scrubjay.git.process import Git
from scrubjay.memory.grounding.citations import sources_named
from scrubjay.memory.store.request import RememberRequest, checked
from scrubjay.model.clock import Clock
from scrubjay.model.evidence import CitationKind
from scrubjay.model.far import FarClaim, FarOutcome
from scrubjay.model.frozen import replace
from scrubjay.model.memory import Blocked
from scrubjay.model.paths import path_problem
from scrubjay.model.pattern import pattern
from scrubjay.model.project import Project
from scrubjay.privacy.personal.policy import masked_memory
from scrubjay.settings.schema import Settings
from scrubjay_joined.answers import read
from scrubjay_joined.client import AGAIN_S
from scrubjay_joined.errors import NotATeamServer, NotJoined, TeamAway, TeamRefusedCall, WriteLost
from scrubjay_joined.link import TeamLink, link_of
from scrubjay_joined.written import WireConflict, WireHistory, WireOutcome

if TYPE_CHECKING:
    from scrubjay_joined.membership import Joined

TRY_S: Final = 5.0
"""Seconds for one try of a write; there are two."""

KEY_DIGITS: Final = 12
"""Of a key that is made here: few enough that it is typed, and that no message takes it for a secret."""

ENDINGS: Final = ("invalidate", "retract")

SAY_SO: Final = "It is told once a person says so at"
"""What stands before the address of a memory on the server's page."""

_ADDRESS: Final = pattern(r"[^\s:/]+:[^\s:]+:\d.*")
"""A place as answers print a repository's of the team: repository:path:lines."""

_DIGITS: Final = pattern(r"[0-9a-f]{8,64}")


class MemoriesThere:
    """The memories of the team that a home is in, for one worktree. Thread-safe."""

    def __init__(self, link: TeamLink, project: str, git: Git, settings: Settings, clock: Clock) -> None:
        self._link = link
        self._project = project
        self._git = git
        self._settings = settings
        self._clock = clock

    @property
    def called(self) -> str:
        """What the team is called; empty once the home left it, or its membership is damaged."""
        try:
            return self._joined().name
        except ScrubjayError:
            return ""

    def remember(self, claim: FarClaim) -> FarOutcome:
        """Keep a claim there: for the members of this repository's project, where the team has it, else for all."""
        joined = self._joined()
        accepted = self._accepted(claim)
        if isinstance(accepted, Blocked):
            return FarOutcome(called=joined.name, outcome="blocked", why=accepted.reason, add=accepted.do)
        key = accepted.key or uuid4().hex[:KEY_DIGITS]
        project = self._project_for(joined, accepted)
        body = {
            "content": accepted.content, "kind": accepted.kind, "scope": "team", "project": project,
            "sources": list(accepted.sources), "quote": accepted.quote, "supersedes": accepted.supersedes,
            "valid_until": accepted.valid_until, "applies": accepted.applies, "key": key, "tags": list(accepted.tags),
            "client": accepted.agent, "told": accepted.told,
        }  # fmt: skip
        then = f"Say it again under the key {key} (`--key`): what is stored already isn't stored twice."
        outcome = read(WireOutcome, self._sent(joined, "/memories", body, then)).value(joined.name)
        whom = f"for the members of {project}" if project else "for the whole team"
        why = " · ".join(filter(None, (f"{joined.name}, {whom}", outcome.why)))
        waits = outcome.outcome == "held" or (accepted.told and outcome.grade != "told")
        add = f"{SAY_SO} {joined.membership.url}/tell/{outcome.id}" if outcome.id and waits else ""
        return replace(outcome, why=why, add=" ".join(filter(None, (outcome.add, add))))

    def update(self, id: str, content: str, how: str, agent: str = "") -> FarOutcome:
        """Change a memory as it stands there now. Raises NotFound, VersionConflict, PermissionDenied."""
        joined = self._joined()
        accepted = self._accepted(FarClaim(content=content, agent=agent))
        if isinstance(accepted, Blocked):
            return FarOutcome(called=joined.name, outcome="blocked", why=accepted.reason, add=accepted.do)
        memory = self._history(joined, id)
        body = {"how": how, "content": accepted.content, "version": memory.version, "client": agent}
        if how not in ENDINGS:
            body["key"] = uuid4().hex
        then = f"Look by get_provenance {memory.id[:12]} before you say it again."
        said = self._sent(joined, f"/memories/{memory.id}", body, then, again=how not in ENDINGS)
        return read(WireOutcome, said).value(joined.name)

    def forget(self, id: str) -> FarOutcome:
        """Delete what a memory says there. Raises NotFound, VersionConflict, PermissionDenied."""
        joined = self._joined()
        memory = self._history(joined, id)
        body = {"how": "forget", "version": memory.version}
        then = "Say it again: what is forgotten already isn't found any more."
        said = self._sent(joined, f"/memories/{memory.id}", body, then, again=False)
        return read(WireOutcome, said).value(joined.name)

    def provenance(self, id: str) -> str:
        """Where a memory comes from, in the server's words, as long as the home's own at most. Raises NotFound."""
        joined = self._joined()
        return "\n".join([joined.name, *self._history(joined, id).shown])

    def _joined(self) -> "Joined":
        joined = self._link.joined()
        if joined is None:
            raise NotJoined()
        return joined

    def _accepted(self, claim: FarClaim) -> "FarClaim | Blocked":
        """The claim as it may leave this machine: bounded, without a secret. Raises UsageError, LimitExceeded."""
        request = RememberRequest(
            content=claim.content, kind=claim.kind, quote=claim.quote, supersedes=claim.supersedes,
            valid_until=claim.valid_until, applies=claim.applies, key=claim.key, tags=claim.tags, cites=claim.sources,
        )  # fmt: skip
        accepted = checked(request, self._clock().date(), self._settings.privacy.allow)
        if isinstance(accepted, Blocked):
            return accepted
        personal = self._settings.privacy.personal
        return replace(
            claim, content=masked_memory(accepted.content, personal), quote=masked_memory(accepted.quote, personal),
            sources=accepted.cites, tags=accepted.tags,
        )  # fmt: skip

    def _project_for(self, joined: "Joined", claim: FarClaim) -> str:
        """What this worktree's repository is called there; empty where the team hasn't it, or a source names another.

        Raises UsageError for places of a repository that the team hasn't.
        """
        if any(map(_is_of_machine, claim.sources)):
            raise UsageError(
                "A source lies on this machine alone. Name it from the repository's top, such as docs/usage.md:3."
            )
        if claim.sources and all(map(_ADDRESS.fullmatch, claim.sources)):
            return ""
        try:
            name = joined.projects.match(self._project, self._git).name
        except TeamAway as away:
            raise WriteLost(_nothing(joined, away)) from None
        if claim.sources and not name:
            raise UsageError(
                f"This repository isn't matched with one of {joined.name}, so places in it say nothing there: "
                "`scrubjay team status` shows why. Leave the sources out, or name them as the team's hits are named."
            )
        return name

    def _history(self, joined: "Joined", id: str) -> WireHistory:
        if not _DIGITS.fullmatch(id):
            raise NotFound(f"No memory here or in {joined.name} has the id {id[:40]!r}.")
        try:
            memory = read(WireHistory, joined.client.within(TRY_S).get(f"/memories/{id}"))
        except TeamRefusedCall as refused:
            raise _refusal(joined, refused) from None
        if not memory.id.startswith(id):
            raise NotATeamServer(f"{joined.name} was asked for memory {id[:12]} and answered with another one.")
        return memory

    def _sent(
        self, joined: "Joined", path: str, body: Mapping[str, Any], then: str, *, again: bool = True
    ) -> Mapping[str, Any]:
        """The answer to a write, tried twice where a repeat does no harm. `then`: what to do if it may have been done.

        Raises WriteLost without an answer, else what the server's refusal means.
        """
        client, reached, began = joined.client.within(TRY_S), False, time.monotonic()
        for left in (again, False):
            try:
                return client.post(path, body)
            except TeamAway as away:
                reached = reached or away.sent
                if not left or time.monotonic() - began > AGAIN_S:
                    raise WriteLost(
                        f"{joined.name} didn't answer ({away.why}), and it may have been done there; nothing waits "
                        f"here to be sent. {then}"
                        if reached
                        else _nothing(joined, away)
                    ) from None
            except TeamRefusedCall as refused:
                raise _refusal(joined, refused) from None
        raise AssertionError("each round returns or raises")


def _is_of_machine(source: str) -> bool:
    """Whether a source is a place, but none from a repository's top, and tells how this machine's disk is laid."""
    place = source.partition(":")[2] if _ADDRESS.fullmatch(source) else source
    return any(
        one.kind is CitationKind.PLACE and (one.target.startswith("\\") or path_problem(one.target))
        for one in sources_named([place])
    )


def _nothing(joined: "Joined", away: TeamAway) -> str:
    return (
        f"{joined.name} doesn't answer ({away.why}), so nothing was stored, there or here, and nothing waits to be "
        "sent. Say it again later; `scrubjay team status` tells when it answers."
    )


def _refusal(joined: "Joined", refused: TeamRefusedCall) -> ScrubjayError:
    """The core's own error for what a server refuses, so that whoever reads it knows what to do."""
    words = f"{joined.name} refused: {refused.message}"
    match refused.status:
        case 401:
            return PermissionDenied(
                f"{joined.name} refuses this home's token, so nothing was done: `scrubjay team leave`, then join anew."
            )
        case 403:
            return PermissionDenied(words)
        case 404:
            return NotFound(words)
        case 409:
            return VersionConflict(_conflict(joined, read(WireConflict, refused.said), refused.message))
        case 429:
            return LimitExceeded(words)
    return UsageError(words)


def _conflict(joined: "Joined", told: WireConflict, message: str) -> str:
    """Both texts of a memory that somebody changed meanwhile, and how to go on."""
    if not (told.theirs and told.id):
        return f"{joined.name} refused: {message}"
    yours = f' Yours says: "{told.yours}".' if told.yours else ""
    return (
        f"Somebody changed this memory of {joined.name} meanwhile, so nothing was changed by you. Memory "
        f'{told.id[:12]} ({told.status}) says now: "{told.theirs}".{yours} If yours shall stand in its place, '
        f"update_memory {told.id[:12]}; else leave it."
    )


def far_memories(
    user_settings: Settings, clock: Clock, project: Project, git: Git, settings: Settings
) -> MemoriesThere:
    """The memories of a worktree's team."""
    return MemoriesThere(link_of(user_settings, clock), project.id, git, settings, clock)
