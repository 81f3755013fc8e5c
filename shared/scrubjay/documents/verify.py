"""Does the knowledge equal the tree? Compared blob by blob; nothing is repaired."""

from dataclasses import dataclass

from scrubjay.documents import store
from scrubjay.documents.chunking import TokenCounter
from scrubjay.documents.policy import Policy
from scrubjay.documents.prepare import Prepared, prepare
from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay.model.view import View, ViewFile
from scrubjay.storage import Connection, Database


@dataclass(frozen=True, slots=True)
class Verification:
    """How index and view differ: paths that are `missing`, `surplus` (indexed though refused), or `different`."""

    checked: int
    missing: tuple[str, ...]
    surplus: tuple[str, ...]
    different: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing differs."""
        return not self.difference

    @property
    def difference(self) -> int:
        """How many paths differ."""
        return len(self.missing) + len(self.surplus) + len(self.different)


def verify(
    git: Git, knowledge: Database, view: View, policy: Policy, counter: TokenCounter, *, deep: bool = False
) -> Verification:
    """Compare a view with the index; `deep` reads and chunks every blob again and compares the passages."""

    def compare(connection: Connection) -> Verification:
        number = store.visible(connection, view, policy)
        absent, wordless = store.missing(connection, view, policy)
        blobs = {(file.blob, file.format) for file in absent}
        gone = {file.path for file in view.files if (file.blob, file.format) in blobs}
        dark = {row[0] for row in connection.execute(store.Q.unsearchable, {"view": number})}
        surplus: set[str] = set()
        different: set[str] = set(dark)
        if deep:
            with ObjectReader(git) as reader:
                for file in view.files:
                    if file.path not in gone:
                        verdict = _again(connection, reader, file, policy, counter)
                        (surplus if verdict == "surplus" else different).update([file.path] if verdict else [])
        return Verification(
            len(view.files), tuple(sorted(gone | set(wordless))), tuple(sorted(surplus)), tuple(sorted(different))
        )

    return knowledge.read(compare)


def _again(connection: Connection, reader: ObjectReader, file: ViewFile, policy: Policy, counter: TokenCounter) -> str:
    """Read one file again: "" when the index agrees, else "surplus" or "different"."""
    key = {"blob": file.blob, "format": file.format}
    content = connection.execute(store.Q.find_content, {**key, "chunker": policy.chunker}).fetchone()
    info = reader.info([file.blob]).get(file.blob)
    if info is None or info[0] != "blob" or info[1] > policy.max_bytes:
        return "surplus" if content else ""
    fresh = prepare(file, reader.read(file.blob, policy.max_bytes), policy, counter)
    if not isinstance(fresh, Prepared):
        return "surplus" if content else ""
    if content is None:
        return "different"
    stored = [
        (r["ordinal"], r["heading"], r["start_line"], r["end_line"], r["text"])
        for r in connection.execute(store.Q.passages, {"content": content["id"]})
    ]
    expected = [(p.ordinal, " > ".join(p.heading), p.start_line, p.end_line, p.text) for p in fresh.passages]
    return "" if stored == expected else "different"
