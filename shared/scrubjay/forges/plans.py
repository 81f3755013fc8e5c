"""How each kind of forge is read; pure."""

from scrubjay.forges import github_plan
from scrubjay.forges.listing import Forge
from scrubjay.forges.targets import ForgeTarget
from scrubjay.settings.forges import ForgeKind


def plan(target: ForgeTarget, files_of: github_plan.FilesOf) -> Forge:
    """What is to be asked for a repository."""
    return github_plan.GitHub(target.label, files_of)


def headers(kind: ForgeKind, token: str) -> dict[str, str]:
    """What each request says, the token in the way of its forge."""
    return github_plan.headers(token)
