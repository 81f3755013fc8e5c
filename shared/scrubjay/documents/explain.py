"""Explanation of why a path is found or not: selected, masked, visible, indexed, embedded."""

from dataclasses import dataclass, replace

from scrubjay.documents import store
from scrubjay.documents.listing import COPIES_REASON
from scrubjay.documents.omitted import omission_reason
from scrubjay.documents.selection import Selection
from scrubjay.git.tree import TreeEntry
from scrubjay.index import refusals
from scrubjay.index import store as index
from scrubjay.index.policy import Policy
from scrubjay.model.view import View
from scrubjay.secrets.shown_names import shown
from scrubjay.storage import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """The state of a path at a view. Counts are of passages; empty texts mean "does not apply".

    `cut_after` is the last of `lines` that is indexed where not all is, else 0; `limits` names the limits that were
    met.
    """

    path: str
    at_head: bool
    kind: str
    selected: bool
    selection: str
    blob: str = ""
    indexed: bool = False
    refused: str = ""
    passages: int = 0
    cut_after: int = 0
    limits: str = ""
    lines: int = 0
    embedded: int = 0
    masked_lines: int = 0
    ingested_at: str = ""
    ingested_commit: str = ""
    changed_at: str = ""
    changed_commit: str = ""


def explain(
    connection: Connection,
    entry: TreeEntry | None,
    path: str,
    selection: Selection,
    policy: Policy,
    fingerprint: str,
    view: View,
) -> Explanation:
    """Explain one path; `entry` is its entry in git's tree, if any."""
    chosen = Explanation(
        path=path,
        at_head=entry is not None,
        kind=entry.kind if entry else "absent",
        selected=selection.selects(path),
        selection=selection.reason(path),
    )
    if entry is None or not entry.is_file or not chosen.selected:
        return chosen
    chosen = replace(chosen, blob=entry.blob)
    if reason := omission_reason(path):
        return replace(chosen, path=shown(path), refused=reason)
    if all(file.path != path for file in view.files):
        return replace(chosen, refused=f"the whole tree {view.cut[0]}" if view.cut else COPIES_REASON)
    return _indexed(connection, chosen, selection.format(path), policy, fingerprint)


def _indexed(connection: Connection, chosen: Explanation, format: str, policy: Policy, fingerprint: str) -> Explanation:
    """The explanation of a selected file with what the index has of its content, or why it has nothing."""
    content = index.find(connection, chosen.blob, format, policy.chunker)
    if content is None:
        refused = refusals.find(connection, chosen.blob, format, policy.key)
        return replace(chosen, refused=refused["reason"] if refused else "")
    limit = connection.execute(store.Q.limit_of, {"content": content["id"]}).fetchone()
    return replace(
        chosen,
        indexed=True,
        passages=len(index.passages(connection, content["id"])),
        cut_after=limit["cut_after"] if limit else 0,
        limits=limit["reason"] if limit else "",
        lines=content["lines"],
        embedded=index.embedded(connection, content["id"], fingerprint),
        masked_lines=content["masked"],
        ingested_at=content["ingested_at"],
        ingested_commit=content["ingested_commit"],
        changed_at=content["changed_at"],
        changed_commit=content["changed_commit"],
    )
