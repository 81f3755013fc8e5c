"""How each kind of forge is read; pure."""

from scrubjay.settings.forges import ForgeKind
from scrubjay_forges.forges import gitea_plan, github_plan, gitlab_plan
from scrubjay_forges.forges.listing import FilesOf, Forge
from scrubjay_forges.forges.targets import ForgeTarget


def plan(target: ForgeTarget, files_of: FilesOf) -> Forge:
    """What is to be asked for a repository."""
    if target.settings.kind == "github":
        return github_plan.GitHub(target.label, files_of)
    if target.settings.kind == "gitlab":
        return gitlab_plan.GitLab(target.label, files_of)
    return gitea_plan.Gitea(target.label, files_of)


def headers(kind: ForgeKind, token: str) -> dict[str, str]:
    """What each request says, the token in the way of its forge. Raises ForgeRefuses where one must have a token."""
    if kind == "gitlab":
        return gitlab_plan.headers(token)
    return github_plan.headers(token) if kind == "github" else gitea_plan.headers(token)
