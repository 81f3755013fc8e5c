"""Audit loggers of extensions, told of each act before it is done: what one of them can't keep isn't done."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from scrubjay.errors import ScrubjayError
from scrubjay.extensions.in_time import in_time
from scrubjay.extensions.kinds.audit import AuditedAct, AuditLogger
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.model.frozen import dataclass
from scrubjay.model.visible import visible
from scrubjay.privacy.secrets.masking import masked_text
from scrubjay_team.errors import ActNotKept

if TYPE_CHECKING:
    from scrubjay_team.database.acts import Acts, OnAudit

KIND: Final = "audit_logger"
AUDIT_S: Final = 2.0
"""Seconds that a logger may take for the acts of one transaction."""

LONGEST: Final = 300


@dataclass(frozen=True, slots=True)
class AuditTelling:
    """The loggers, by the name of their extension, of a registry."""

    registry: ExtensionRegistry
    loggers: tuple[tuple[str, AuditLogger], ...]

    def __call__(self, acts: "Acts") -> None:
        """Let every logger keep some acts. Raises ActNotKept, with the name of the one that didn't."""
        told = tuple(map(_act, acts))
        for name, logger in self.loggers:
            try:
                kept = in_time(self.registry, name, partial(_write, logger, told), bool, AUDIT_S)
            except ScrubjayError as error:
                raise _not_kept(name, str(error)) from error
            if not kept:
                raise _not_kept(name, self.registry.why(name))


def audit_telling(home: Path) -> "OnAudit | None":
    """What tells the loggers that the user of a home enabled; None where there is none.

    Raises ActNotKept for one that can't be loaded: a server without it would do what isn't kept.
    """
    registry = ExtensionRegistry.of(home)
    wanted = [one.name for one in registry.others for each in one.provides if each.kind == KIND]
    if not wanted:
        return None
    loggers = tuple((one.extension.name, one.value) for one in registry.made(KIND, lambda _: {}))
    missing = [name for name in wanted if name not in dict(loggers)]
    if missing:
        raise _not_kept(missing[0], registry.why(missing[0]))
    return AuditTelling(registry, loggers)


def _write(logger: AuditLogger, acts: tuple[AuditedAct, ...]) -> bool:
    logger.write(acts)
    return True


def _act(told: Mapping[str, Any]) -> AuditedAct:
    return AuditedAct(**{**told, "member": told["member"] or ""})


def _not_kept(name: str, why: str) -> ActNotKept:
    return ActNotKept(
        f"The audit log of the extension {name} didn't keep this, so nothing was done: "
        f"{masked_text(visible(why))[:LONGEST] or 'it was late'}. See `scrubjay extensions show {name}`; or take it "
        f"out: `scrubjay extensions disable {name}`."
    )
