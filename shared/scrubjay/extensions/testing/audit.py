"""The suite of audit loggers: what each must keep, and in which order."""

from collections.abc import Callable, Sequence

from scrubjay.extensions.kinds.audit import AuditedAct, AuditLogger
from scrubjay.extensions.testing.expecting import expect


def act(number: int, **more: object) -> AuditedAct:
    """An act of an example."""
    id = f"00000000-0000-4000-8000-{number:012}"
    values = {
        "id": number, "team": id, "at": "2026-03-02T09:00:00.000000Z", "member": "", "how": "command", "act": "add",
        "kind": "member", "object": id, "details": {"role": "writer"},
    }  # fmt: skip
    return AuditedAct(**values | more)  # type: ignore[arg-type]


def check_audit_logger(logger: AuditLogger, kept: Callable[[], Sequence[AuditedAct]]) -> None:
    """Check that a logger keeps every act whole, in order, as soon as `write` returns.

    `kept` reads all that it has; it may hold something already.
    """
    before = list(kept())
    first = [act(1), act(2, member="00000000-0000-4000-8000-000000000009", how="session")]
    second = [act(3, act="role", details={"role": "owner", "n": 1, "open": True, "scopes": ["search"], "to": None})]
    for acts in (first, second, []):
        expect(logger.write(tuple(acts)) is None, "write() gives nothing")
    now = list(kept())
    expect(now[: len(before)] == before, "what was there stays as it was")
    expect(now[len(before) :] == [*first, *second], "each act is kept whole, once, and in order")
