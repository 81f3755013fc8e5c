"""What do the chains of records say, and are they unbroken?"""

from typing import TYPE_CHECKING

from scrubjay.identity.audit import AuditEvent
from scrubjay.identity.audit.filters import AuditFilters
from scrubjay.model.frozen import dataclass

if TYPE_CHECKING:
    from scrubjay.identity.audit import ChainReport
    from scrubjay.identity.audit.chain import AuditChain, AuditPage, RotatedFile
    from scrubjay_ui.visit import Visit

EVENTS = tuple(map(str, AuditEvent))
A_PAGE = 50
VERIFIED_UNASKED = 1_000
"""Records up to which a chain is verified each time the page is opened: 20 ms. A longer one is verified on a click."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownChain:
    """A page of a chain. `report` is None where it wasn't verified now; `length` counts every record there ever was."""

    page: "AuditPage"
    files: "tuple[RotatedFile, ...]"
    length: int
    report: "ChainReport | None"
    last: int


def chain_of(visit: "Visit", name: str) -> "AuditChain":
    """One of the chains that the page shows."""
    workspace = visit.workspace
    return workspace.agent_audit.chain() if name == "agents" else workspace.memory_archive.audit_chain(name)


def filters_of(visit: "Visit") -> AuditFilters:
    """The filters of the address. Raises UsageError."""
    return AuditFilters(
        event=visit.text("event"),
        actor=visit.text("actor"),
        resource=visit.text("resource").lower(),
        since=visit.text("since"),
        until=visit.text("until"),
    ).checked()


def shown_chain(chain: "AuditChain", filters: AuditFilters, *, number: int, file: str, verify: bool) -> ShownChain:
    """A page of records with what is known of the chain."""
    length = chain.length()
    page = chain.page(filters, A_PAGE, (number - 1) * A_PAGE, file)
    return ShownChain(
        page=page,
        files=chain.files(),
        length=length,
        report=chain.verify() if verify or length <= VERIFIED_UNASKED else None,
        last=max(1, -(-page.found // A_PAGE)),
    )
