"""Whom a handoff is for: an agent's id, any agent of a type, or whoever comes next on a branch."""

import re

from scrubjay.errors import UsageError
from scrubjay.model.abbreviated import LEAST_DIGITS
from scrubjay.model.agent import AgentType, Caller
from scrubjay.privacy.secrets.shown_names import shown
from scrubjay.session.tasks.bounds import identifier

_ID = re.compile(f"[0-9a-f]{{{LEAST_DIGITS},32}}")


def parse_target(given: str, branch: str) -> str:
    """The target as it is stored; `branch` alone is the current one. Raises UsageError, LimitExceeded."""
    kind, _, rest = given.strip().partition(":")
    if kind == "any" and rest in [type.value for type in AgentType]:
        return f"any:{rest}"
    if kind == "branch":
        return f"branch:{shown(identifier('branch', rest or branch))}"
    if _ID.fullmatch(given.strip().lower()):
        return given.strip().lower()
    types = ", ".join(type.value for type in AgentType)
    raise UsageError(
        f"target_id {given[:40]!r} is none. Give an agent's id, branch, branch:NAME, or any:TYPE with one of: {types}."
    )


def targets_of(caller: Caller, branch: str) -> tuple[str, ...]:
    """The targets that an agent stands for on a branch."""
    return (caller.agent, f"any:{caller.type}", f"branch:{branch}")


def addressed(target: str) -> str:
    """A target in words."""
    return f"agent {target[:8]}" if _ID.fullmatch(target) else target.replace("branch:", "branch ")
