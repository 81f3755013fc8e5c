"""Which records have moved since another one named them? Looked up in git's history once, by the path that is named."""

import time
from collections.abc import Iterable, Mapping

from scrubjay.documents import store
from scrubjay.documents.adr import places_of
from scrubjay.documents.decisions import DecisionEntry, decisions
from scrubjay.documents.policy import Policy
from scrubjay.errors import GitFailed
from scrubjay.git.process import Git
from scrubjay.git.renames import moved_to
from scrubjay.model.view import View
from scrubjay.storage import Database

MOST = 200
SECONDS = 5.0
"""How many paths, and how long, one run looks for."""


def follow_renames(git: Git, knowledge: Database, view: View, policy: Policy) -> None:
    """Look up where the paths went that records of a view name and that it doesn't have."""
    if not view.commit:
        return
    entries = knowledge.read(lambda c: decisions(c, view, policy))
    present = {file.path for file in view.files}
    known = knowledge.read(lambda c: {row["path"]: row for row in c.execute(store.Q.renamed).fetchall()})
    ends = time.monotonic() + SECONDS
    rows = []
    for path in _absent(entries, present)[:MOST]:
        before: Mapping[str, str] = known.get(path, {"now": "", "checked": ""})
        if before["now"] in present or before["checked"] == view.commit:
            continue
        if time.monotonic() > ends:
            break
        try:
            now = moved_to(git, path, view.commit, present, since="" if before["now"] else before["checked"])
        except GitFailed:  # a lost `since`, or a history that takes too long: the next run tries again
            continue
        rows.append({"path": path, "now": now, "checked": view.commit})
    if rows:
        knowledge.write(lambda c: store.add_records(c, store.Q.add_renamed, rows))


def _absent(entries: Iterable[DecisionEntry], present: set[str]) -> list[str]:
    """The paths that records name where nothing lies, in order."""
    wanted: dict[str, None] = {}
    for entry in entries:
        for link in entry.decision.links:
            places = places_of(entry.path, link.target)
            if not any(place in present or f"{place}/README.md" in present for place in places):
                wanted.update(dict.fromkeys(places))
    return list(wanted)
