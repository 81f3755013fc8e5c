"""The pages of the audit: a chain's records, and all of them as a file."""

from collections.abc import Iterator
from itertools import islice

from starlette.responses import Response, StreamingResponse

from scrubjay.identity.audit import AuditEvent, ChainReport
from scrubjay.identity.audit.chain import AuditChain, AuditFilters, AuditPage, RotatedFile
from scrubjay.model.frozen import dataclass
from scrubjay.model.visible import json_text
from scrubjay_ui.endpoints import ViewRoute
from scrubjay_ui.visit import Visit

A_PART = 500
"""Records of one part of a download."""

EXPORTED = 500_000
"""Records of one download, at most."""

CHAINS = (("project", "This project"), ("user", "Yours, of all projects"), ("agents", "Agents of this project"))
NAMES = tuple(name for name, _ in CHAINS)


def audit(visit: Visit) -> Response:
    """A page of records."""

    name = visit.choice("chain", NAMES, "project")
    filters, number = filters_of(visit), visit.number("page", 1, 1, 100_000)
    file, verify = visit.text("file"), visit.choice("verify", ("", "now"), "") == "now"
    shown = shown_chain(chain_of(visit, name), filters, number=number, file=file, verify=verify)
    return visit.page(
        "audit/page.html", title="Audit", shown=shown, filters=filters, chain=name, chains=CHAINS, events=EVENTS,
        file=file, number=number,
    )  # fmt: skip


def export(visit: Visit) -> Response:
    """The records that pass the filters, a JSON object a line, oldest first."""

    name, filters = visit.choice("chain", NAMES, "project"), filters_of(visit)
    return StreamingResponse(
        parts(chain_of(visit, name), filters),
        media_type="application/jsonl",
        headers={"Content-Disposition": f'attachment; filename="audit-{name}.jsonl"'},
    )


def parts(chain: AuditChain, filters: AuditFilters) -> Iterator[str]:
    """The lines of a download, many at once: each part costs a change of threads."""
    records = islice(chain.records(filters), EXPORTED)
    while some := list(islice(records, A_PART)):
        yield "".join(f"{json_text(record.as_object(), sort_keys=True)}\n" for record in some)


ROUTES = (
    ViewRoute(path="/audit", show=audit),
    ViewRoute(path="/audit/export.jsonl", show=export),
)


EVENTS = tuple(map(str, AuditEvent))
A_PAGE = 50
VERIFIED_UNASKED = 1_000
"""Records up to which a chain is verified each time the page is opened: 20 ms. A longer one is verified on a click."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownChain:
    """A page of a chain. `report` is None where it wasn't verified now; `length` counts every record there ever was."""

    page: AuditPage
    files: tuple[RotatedFile, ...]
    length: int
    report: ChainReport | None
    last: int


def chain_of(visit: Visit, name: str) -> AuditChain:
    """One of the chains that the page shows."""
    workspace = visit.workspace
    return workspace.agent_audit.chain() if name == "agents" else workspace.memory_archive.audit_chain(name)


def filters_of(visit: Visit) -> AuditFilters:
    """The filters of the address. Raises UsageError."""
    return AuditFilters(
        event=visit.text("event"),
        actor=visit.text("actor"),
        resource=visit.text("resource").lower(),
        since=visit.text("since"),
        until=visit.text("until"),
    ).checked()


def shown_chain(chain: AuditChain, filters: AuditFilters, *, number: int, file: str, verify: bool) -> ShownChain:
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
