"""A handoff that is left in the same call as a save: what it doesn't say itself, the save says."""

from collections.abc import Mapping

from scrubjay.errors import UsageError
from scrubjay.model.frozen import dataclass
from scrubjay.model.snapshot import snapshot
from scrubjay.session.tasks.task import SessionSave
from scrubjay_agents.handoffs.handoff import DEFAULT_TTL

SECONDS = int(DEFAULT_TTL.total_seconds())
MEMBERS = ("target_id", "context", "ttl_seconds", "source_id")


@dataclass(frozen=True, slots=True)
class Leaving:
    """What to leave, as `initiate_handoff` takes it."""

    target_id: str
    context: Mapping[str, object]
    ttl_seconds: int = SECONDS
    source_id: str = ""


def leaving(given: Mapping[str, object], save: SessionSave) -> Leaving:
    """What to leave, by the argument of a save. Raises UsageError.

    The branch's task isn't taken: another author may have written it, and a quarantine of that one wouldn't reach it.
    """
    values = snapshot(given, "handoff")
    unknown = [name for name in values if name not in MEMBERS]
    if unknown:
        raise UsageError(f"handoff has no member {unknown[0][:40]!r}. It takes: {', '.join(MEMBERS)}.")
    context, seconds = values.pop("context", {}), values.pop("ttl_seconds", SECONDS)
    if not isinstance(context, dict):
        raise UsageError("handoff.context must be an object, as initiate_handoff takes it.")
    if not isinstance(seconds, int) or isinstance(seconds, bool):
        raise UsageError("handoff.ttl_seconds must be a whole number.")
    texts = {name: values.get(name, "") for name in ("target_id", "source_id")}
    for name, value in texts.items():
        if not isinstance(value, str):
            raise UsageError(f"handoff.{name} must be a text.")
    stands = {
        "completed": save.completed, "in_progress": save.in_progress, "blocked_on": save.blockers,
        "next_steps": save.next_steps,
    }  # fmt: skip
    said = {"task_description": save.summary, "current_state": {k: v for k, v in stands.items() if v}}
    return Leaving(str(texts["target_id"]), said | context, seconds, str(texts["source_id"]))
