"""Rename tracking of records that other records name, looked up once in git's history by the named path."""

import time
from collections.abc import Iterable, Mapping

from scrubjay.errors import GitFailed
from scrubjay.git.process import Git
from scrubjay.git.renames import current_path
from scrubjay.knowledge.decisions.finding import link_paths
from scrubjay.knowledge.documents import store
from scrubjay.knowledge.documents.decisions import decisions
from scrubjay.knowledge.index.policy import Policy
from scrubjay.model.decision_entry import DecisionEntry
from scrubjay.model.view import View
from scrubjay.storage.database import Database

MAX_PATHS = 200
MAX_SECONDS = 5.0
"""Limits of one run: paths, and seconds."""


def follow_renames(git: Git, knowledge: Database, view: View, policy: Policy) -> None:
    """Look up the current paths of records that a view's records name and that it doesn't have."""
    if not view.commit:
        return
    entries = knowledge.read(lambda c: decisions(c, view, policy))
    present = {file.path for file in view.files}
    stored = knowledge.read(lambda c: {row["path"]: row for row in c.execute(store.Q.renamed).fetchall()})
    ends = time.monotonic() + MAX_SECONDS
    rows = []
    for path in _absent(entries, present)[:MAX_PATHS]:
        before: Mapping[str, str] = stored.get(path, {"now": "", "checked": ""})
        if before["now"] in present or before["checked"] == view.commit:
            continue
        if time.monotonic() > ends:
            break
        try:
            now = current_path(git, path, view.commit, present, since="" if before["now"] else before["checked"])
        except GitFailed:  # `since` is gone, or the history takes too long: the next run retries
            continue
        rows.append({"path": path, "now": now, "checked": view.commit})
    if rows:
        knowledge.write(lambda c: store.add_records(c, store.Q.add_renamed, rows))


def _absent(entries: Iterable[DecisionEntry], present: set[str]) -> list[str]:
    """The named paths that don't exist in the view, in order."""
    missing: dict[str, None] = {}
    for entry in entries:
        for link in entry.decision.links:
            places = link_paths(entry.path, link.target)
            if not any(place in present or f"{place}/README.md" in present for place in places):
                missing.update(dict.fromkeys(places))
    return list(missing)
