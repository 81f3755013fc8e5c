"""Which discussion of the repositories that are kept does a text name? Pure."""

from collections.abc import Mapping

from scrubjay.model.discussion import DiscussionRef, Sign
from scrubjay.text.references import NamedDiscussion

SIGNED = "gitlab"
"""The forge that numbers merge requests by themselves."""


def meant(named: NamedDiscussion, forges: Mapping[str, str]) -> DiscussionRef | None:
    """The discussion that is named, whether or not there is one. `forges`: the forge of each repository, by name.

    A bare number is the first-named repository's; `!12` alone that of the first at GitLab. Where issues and pull
    requests are numbered together, `owner/name!12` is `owner/name#12`.
    """
    asked = named.repository.lower()
    for name, forge in forges.items():
        fits = asked in ("", name.lower(), name.partition("/")[2].lower())
        if fits and (sign := _sign(named, forge)):
            return DiscussionRef(name, named.number, sign)
    return None


def _sign(named: NamedDiscussion, forge: str) -> Sign | None:
    if forge == SIGNED:
        return named.sign
    return "#" if named.repository or named.sign == "#" else None


def forms(ref: DiscussionRef, forge: str) -> tuple[str, ...]:
    """How texts may name it, with its host."""
    return (ref.full,) if forge == SIGNED else (ref.full, f"{ref.repository}!{ref.number}")
