"""Of memories that say the same only one is shown, with how often it was said. Pure."""

from collections.abc import Mapping, Sequence

from scrubjay.memory.grouping.groups import FactGroup
from scrubjay.model.hit import Hit


def said_once(hits: Sequence[Hit], groups: Mapping[str, FactGroup], shown: Sequence[Hit] = ()) -> tuple[Hit, ...]:
    """The hits with one of each group: its strongest among them, where the first of them stands.

    A group of which something is `shown` already isn't shown again.
    """
    done = {groups[hit.blob].key for hit in shown if hit.blob in groups}
    by_id = {hit.blob: hit for hit in hits if hit.blob in groups}
    kept: list[Hit] = []
    for hit in hits:
        group = groups.get(hit.blob)
        if group is None:
            kept.append(hit)
        elif group.key not in done:
            done.add(group.key)
            kept.append(next(by_id[id] for id in group.members if id in by_id))
    return tuple(kept)


def also_said(groups: Mapping[str, FactGroup]) -> dict[str, int]:
    """How many others say what each memory of a group says, by id."""
    return {id: len(group.members) - 1 for id, group in groups.items()}
