"""The pages of the audit: a chain's records, and all of them as a file."""

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from starlette.responses import StreamingResponse

from scrubjay.model.visible import json_text
from scrubjay_ui.endpoints import ViewRoute

if TYPE_CHECKING:
    from starlette.responses import Response

    from scrubjay.identity.audit.chain import AuditChain
    from scrubjay.identity.audit.filters import AuditFilters
    from scrubjay_ui.visit import Visit

A_PART = 500
"""Records of one part of a download."""

EXPORTED = 500_000
"""Records of one download, at most."""

CHAINS = (("project", "This project"), ("user", "Yours, of all projects"), ("agents", "Agents of this project"))
NAMES = tuple(name for name, _ in CHAINS)


def audit(visit: "Visit") -> "Response":
    """A page of records."""
    from scrubjay_ui.views.audit.queries import EVENTS, chain_of, filters_of, shown_chain

    name = visit.choice("chain", NAMES, "project")
    filters, number = filters_of(visit), visit.number("page", 1, 1, 100_000)
    file, verify = visit.text("file"), visit.choice("verify", ("", "now"), "") == "now"
    shown = shown_chain(chain_of(visit, name), filters, number=number, file=file, verify=verify)
    return visit.page(
        "audit/page.html", title="Audit", shown=shown, filters=filters, chain=name, chains=CHAINS, events=EVENTS,
        file=file, number=number,
    )  # fmt: skip


def export(visit: "Visit") -> "Response":
    """The records that pass the filters, a JSON object a line, oldest first."""
    from scrubjay_ui.views.audit.queries import chain_of, filters_of

    name, filters = visit.choice("chain", NAMES, "project"), filters_of(visit)
    return StreamingResponse(
        parts(chain_of(visit, name), filters),
        media_type="application/jsonl",
        headers={"Content-Disposition": f'attachment; filename="audit-{name}.jsonl"'},
    )


def parts(chain: "AuditChain", filters: "AuditFilters") -> Iterator[str]:
    """The lines of a download, many at once: each part costs a change of threads."""
    records = islice(chain.records(filters), EXPORTED)
    while some := list(islice(records, A_PART)):
        yield "".join(f"{json_text(record.as_object(), sort_keys=True)}\n" for record in some)


ROUTES = (
    ViewRoute(path="/audit", show=audit),
    ViewRoute(path="/audit/export.jsonl", show=export),
)
