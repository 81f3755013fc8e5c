"""A discussion of a file from its JSON value, in whichever of the forms it is; what can't be read is said; pure."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from scrubjay_forges.discussions.values import DiscussionHead, DiscussionKind, DiscussionPart, Role
from scrubjay_forges.forges.offline import camel, plain, rest
from scrubjay_forges.forges.offline.fields import MOST_NUMBER, BadItem, Fields, repository_of
from scrubjay_forges.forges.offline.lines import NotRead

GRAPHQL: Final = (
    "what `gh api graphql` printed, which has no fixed form; print it with `gh issue list --state all --limit 10000 "
    "--json number,title,body,state,author,createdAt,updatedAt,closedAt,labels,comments,url`"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class OfflineItem:
    """One discussion of a file; `where` names its line or place, `wrong` says why it is skipped.

    `number` is its number also where it is skipped, 0 where that isn't known. `repository` is HOST/OWNER/NAME where its
    address says it; `is_other`: that isn't the one that is imported. `held` are the kinds of texts of which all that
    there were are in the file.
    """

    where: str
    head: DiscussionHead | None = None
    parts: tuple[DiscussionPart, ...] = ()
    wrong: str = ""
    number: int = 0
    repository: str = ""
    held: frozenset[Role] = frozenset()
    is_other: bool = False


def item_of(where: str, value: Any, kind: DiscussionKind | None, members: Collection[str]) -> OfflineItem:
    """One discussion. `kind`: of the list that it stands in, `members`: logins that the file proves."""
    if not isinstance(value, dict):
        return OfflineItem(where=where, wrong=value if isinstance(value, NotRead) else "no JSON object")
    number = value.get("number")
    number = number if type(number) is int and 0 < number <= MOST_NUMBER else 0
    try:
        head, parts, held = _read(value, kind, members)
    except BadItem as error:
        return OfflineItem(where=where, wrong=str(error), number=number)
    return OfflineItem(
        where=where, head=head, parts=tuple(parts), number=number, repository=repository_of(value), held=held
    )


def _read(
    value: Fields, kind: DiscussionKind | None, members: Collection[str]
) -> tuple[DiscussionHead, list[DiscussionPart], frozenset[Role]]:
    if isinstance(value.get("data"), dict):
        raise BadItem(GRAPHQL)
    if "kind" not in value and rest.is_rest(value):
        return *rest.discussion(value), frozenset()
    if "kind" in value and "createdAt" not in value:
        return *plain.discussion(value), plain.held_in(value)
    return *camel.discussion(value, kind or camel.kind_of(value), members), camel.held_in(value)
