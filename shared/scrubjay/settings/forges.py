"""Settings of forges: whose discussions are read, into which project, and where the token is kept."""

import re
from typing import Annotated, Any, Final, Literal

from scrubjay.model.pattern import pattern
from scrubjay.settings.code import NO_TOKEN, VariableName
from scrubjay.settings.section import After, Allowed, Before, Section

MOST: Final = 100

REPOSITORY: Final = pattern(
    r"(?=.{5,300}\Z)(?!.*\.[gG][iI][tT]\Z)[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?!:443/)(?::\d{1,5})?(?:/(?!\.)[A-Za-z0-9_.-]+){2,8}",
    re.ASCII,
)
"""HOST/OWNER/NAME, at GitLab with subgroups between; without the `.git` and the usual port of an address, so that one
repository has one name."""

ForgeKind = Literal["github", "gitlab", "gitea", "forgejo", "files"]
"""`files`: it is imported from files alone, and no forge is asked."""


def _checked_login(login: str) -> str:
    if login.lower() == "ghost":
        raise ValueError("ghost stands for every account that was deleted; name people")
    return login


Login = Annotated[str, Allowed(max_length=100, pattern=r"^[\w.-]+(\[bot\])?$"), After(_checked_login)]


def _checked_names(value: Any) -> Any:
    """The mapping of forges as it is. Raises ValueError for a name that isn't HOST/OWNER/NAME, without repeating it."""
    if isinstance(value, dict) and not all(isinstance(name, str) and REPOSITORY.fullmatch(name) for name in value):
        raise ValueError("a repository is named HOST/OWNER/NAME, such as github.com/acme/shop, without .git")
    return value


class ForgeSettings(Section):
    """One repository at a forge, by HOST/OWNER/NAME. `project`: the id or name of the project it is read into.

    `token_env` names the environment variable that holds a read-only token, `token_file` a file that only its owner may
    read, from the home where it is relative. `api` is the address of the forge's API, where it isn't the usual one.
    `members` are logins that count as members, besides those whom the forge or a file calls so.
    """

    project: Annotated[str, Allowed(min_length=1, max_length=200)]
    kind: ForgeKind = "github"
    token_env: VariableName = ""
    token_file: Annotated[str, NO_TOKEN, Allowed(max_length=1000)] = ""
    api: Annotated[str, NO_TOKEN, Allowed(max_length=2000, pattern=r"^(https://[^\s@?#]+)?$")] = ""
    members: Annotated[tuple[Login, ...], Allowed(max_length=1000)] = ()

    def address(self, name: str) -> str:
        """The address of the API of the forge at which a repository is, by its HOST/OWNER/NAME."""
        host = name.partition("/")[0]
        if self.api:
            return self.api.rstrip("/")
        if self.kind == "github":
            return "https://api.github.com" if host == "github.com" else f"https://{host}/api/v3"
        return f"https://{host}/api/{'v4' if self.kind == 'gitlab' else 'v1'}"


def _checked_forges(forges: dict[str, ForgeSettings]) -> dict[str, ForgeSettings]:
    if any(one.token_env and one.token_file for one in forges.values()):
        raise ValueError("token_env and token_file are two places of one token; keep one of them")
    if twice := next((name for name in forges if [*map(str.lower, forges)].count(name.lower()) > 1), ""):
        raise ValueError(f"{twice} is named twice, in capitals and small letters: it is one repository; keep one entry")
    if any(one.kind != "gitlab" and name.count("/") > 2 for name, one in forges.items()):
        raise ValueError("a repository is named HOST/OWNER/NAME; only GitLab has subgroups (kind: gitlab)")
    return forges


Forges = Annotated[dict[str, ForgeSettings], Before(_checked_names), After(_checked_forges), Allowed(max_length=MOST)]
