"""What is asked once for each call of a tool or a route: whose rows, may they, and how much; ours, then extensions'."""

import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

import psycopg

from scrubjay.errors import ScrubjayError
from scrubjay.extensions.in_time import in_time
from scrubjay.extensions.kinds.tenants import OwnTeam
from scrubjay.model.acting import Acting
from scrubjay.model.frozen import dataclass
from scrubjay.model.visible import visible
from scrubjay.privacy.secrets.masking import masked_text
from scrubjay_team.errors import NotGranted
from scrubjay_team.people.rights import held
from scrubjay_team.usage.days import count_call

if TYPE_CHECKING:
    from datetime import datetime

    from scrubjay.extensions.kinds.access import AccessController
    from scrubjay.extensions.kinds.tenants import TenantProvider
    from scrubjay.extensions.kinds.usage import UsageTracker
    from scrubjay.extensions.registry import ExtensionRegistry
    from scrubjay_team.database.connecting import Entered, TeamCaller

T = TypeVar("T")

LONGEST: Final = 300
"""Characters of an extension's objection that are told."""

OWN_TEAM: Final = OwnTeam()

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedKinds:
    """The kinds that each call asks. Of extensions there are those, by name, that the server's own user enabled."""

    registry: "ExtensionRegistry | None" = None
    tenants: "tuple[tuple[str, TenantProvider], ...]" = ()
    controllers: "tuple[tuple[str, AccessController], ...]" = ()
    trackers: "tuple[tuple[str, UsageTracker], ...]" = ()

    @classmethod
    def of(cls, registry: "ExtensionRegistry") -> "AskedKinds":
        """Those of a registry. Raises NotGranted for one that can't be made: a server without it would allow more."""

        def made(kind: str) -> tuple[tuple[str, Any], ...]:
            wanted = [one.name for one in registry.others for each in one.provides if each.kind == kind]
            found = tuple((one.extension.name, one.value) for one in registry.made(kind, lambda _: {}))
            if len(found) < len(wanted) and kind != "usage_tracker":
                raise NotGranted(
                    f"The extension {wanted[0]} decides who may what here, and it can't be loaded: "
                    f"{registry.why(wanted[0])}. See `scrubjay extensions show {wanted[0]}`; or take it out: "
                    f"`scrubjay extensions disable {wanted[0]}`."
                )
            return found

        return cls(
            registry=registry, tenants=made("tenant_provider"), controllers=made("access_controller"),
            trackers=made("usage_tracker"),
        )  # fmt: skip

    def admit(self, caller: "TeamCaller", called: str, scope: str, ours: Callable[[], object]) -> None:
        """Let a call through, or raise PermissionDenied with the name of what refused it.

        `ours` is the check of roles and scopes, which raises; the extensions' come behind it, and only narrow.
        """
        acting = acting_of(caller)
        ours()
        for name, provider in (("", OWN_TEAM), *self.tenants):
            if self._certain(name, partial(provider.tenant, acting)) != acting.team:
                raise NotGranted(f"{name or 'scrubjay'} doesn't let {caller.member_name} into {caller.team_name}.")
        for name, controller in self.controllers:
            if why := self._certain(name, partial(controller.objection, acting, called, scope)):
                raise NotGranted(f"{name} refused this: {masked_text(visible(why))[:LONGEST]}")

    def _certain(self, name: str, ask: Callable[[], str]) -> str:
        """What an extension says. Raises NotGranted, by its name, where it says nothing in time."""
        if not name or self.registry is None:
            return ask()
        try:
            found = in_time(self.registry, name, ask, str)
        except ScrubjayError as error:
            raise NotGranted(f"{name} refused this: {masked_text(visible(str(error)))[:LONGEST]}") from error
        if found is None:
            raise NotGranted(f"degraded: {name}: it didn't answer, so nobody is let in. Tell the owner of the server.")
        return found

    def count(self, entered: "Entered", called: str, now: "datetime", *, writes: bool) -> None:
        """Count a call that was answered, at the end of its transaction; what fails is logged, and no call for it."""
        try:
            with entered.connection.transaction():
                count_call(entered, called, now, writes=writes)
        except psycopg.Error as error:
            if entered.connection.broken:
                raise
            _log.warning("a call wasn't counted: %s", type(error).__name__)
        for name, tracker in self.trackers if self.registry else ():
            ask = partial(_counted, tracker, acting_of(entered.caller), called)
            try:
                in_time(self.registry, name, ask, bool)  # type: ignore[arg-type]
            except ScrubjayError as error:
                _log.warning("degraded: %s: %s", name, error)


OURS: Final = AskedKinds()
"""Ours alone, as where no extension decides or counts anything."""


def _counted(tracker: "UsageTracker", caller: Acting, called: str) -> bool:
    tracker.count(caller, called)
    return True


def acting_of(caller: "TeamCaller") -> Acting:
    """A caller as extensions are told of one."""
    return Acting(
        team=caller.team.hex, team_name=caller.team_name, member=caller.member.hex, member_name=caller.member_name,
        role=caller.role, scopes=held(caller.role, caller.scopes), projects=tuple(one.hex for one in caller.projects),
        person=caller.person,
    )  # fmt: skip
