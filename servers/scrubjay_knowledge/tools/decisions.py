"""Tool list_decisions: decision records with their status."""

from typing import Literal

from scrubjay_serving import ScrubjayServer, Target
from scrubjay_serving.fields import Limit

DECISIONS = """\
Decision records (ADR, RFC, KEP) at HEAD: number, title, status, date, what replaces what, path. \
What one says: get_document."""

Status = Literal["current", "all", "proposed", "accepted", "rejected", "deprecated", "superseded"]


def list_decisions(*, status: Status = "current", limit: Limit = 30, repo: str = "", target: Target) -> str:
    """List decisions."""
    return target.workspace.context.recall.list_decisions(status, limit)


def register(server: ScrubjayServer) -> None:
    """Register the family on a server."""
    server.offer(list_decisions, title="List decisions", description=DECISIONS)
