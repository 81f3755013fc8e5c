"""Why is this path found, or not? Selected, masked, visible, indexed, embedded."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scrubjay.documents import store
from scrubjay.documents.chunking import MAX_PASSAGES
from scrubjay.documents.left_out import shown, why_left_out
from scrubjay.documents.policy import Policy
from scrubjay.documents.selection import Selection
from scrubjay.git.tree import TreeEntry
from scrubjay.storage import Connection


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is known of a path at a view. Counts are of passages; empty texts mean "does not apply".

    `cut_after` is the last of `lines` that is indexed where the document has more passages than are kept, else 0."""

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
) -> Explanation:
    """Explain one path; `entry` is what git's tree holds there, if anything."""
    kind = entry.kind if entry else "absent"
    chosen = Explanation(path, entry is not None, kind, selection.selects(path), selection.why(path))
    if entry is None or not entry.is_file or not chosen.selected:
        return chosen
    if reason := why_left_out(path):
        return Explanation(shown(path), True, kind, True, chosen.selection, blob=entry.blob, refused=reason)
    key = {"blob": entry.blob, "format": selection.format(path)}
    refused = connection.execute(store.Q.find_skipped, {**key, "policy": policy.key}).fetchone()
    content = connection.execute(store.Q.find_content, {**key, "chunker": policy.chunker}).fetchone()
    if content is None:
        return Explanation(
            path, True, kind, True, chosen.selection, blob=entry.blob, refused=refused["reason"] if refused else ""
        )
    passages = connection.execute(store.Q.passages, {"content": content["id"]}).fetchall()
    (embedded,) = connection.execute(
        store.Q.embedded_of_content, {"content": content["id"], "fingerprint": fingerprint}
    ).fetchone()
    return Explanation(
        path, True, kind, True, chosen.selection,
        blob=entry.blob, indexed=True, passages=len(passages),
        cut_after=_cut_after(passages, content["lines"]), lines=content["lines"], embedded=embedded,
        masked_lines=content["masked"], ingested_at=content["ingested_at"],
        ingested_commit=content["ingested_commit"], changed_at=content["changed_at"],
        changed_commit=content["changed_commit"],
    )  # fmt: skip


def _cut_after(passages: Sequence[Mapping[str, Any]], lines: int) -> int:
    """The last indexed line of a document whose passages were too many; 0 of any other."""
    if not passages or passages[-1]["ordinal"] < MAX_PASSAGES - 1 or passages[-1]["end_line"] >= lines - 1:
        return 0
    return int(passages[-1]["end_line"])
