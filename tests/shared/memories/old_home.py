"""A knowledge database as the first rules of grounding left it: the schema of steps 1 to 13, and rows of that time."""

import json
from pathlib import Path

from scrubjay.memories.rows import digest
from scrubjay.storage.driver import Connection, connect
from scrubjay.storage.migrate import migrate, migrations_up_to

STEPS = 13
THEN = "2026-01-05T10:00:00Z"


class OldHome:
    """Writes memories as the program of then did."""

    def __init__(self, path: Path, owner: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._raw: Connection = connect(path)
        self._raw.execute("PRAGMA journal_mode = WAL")
        migrate(self._raw, "knowledge", path, migrations_up_to("knowledge", STEPS))
        self._owner = owner

    def close(self) -> None:
        """Let go of the file."""
        self._raw.close()

    def memory(
        self, content: str, source: str, *statuses: str, kind: str = "fact", actor: str = "ada", checked: bool = True,
        quote: str = "",
    ) -> str:  # fmt: skip
        """A claim with what was believed of it, one status after the other; returns its id."""
        (count,) = self._raw.execute("SELECT count(*) FROM memory").fetchone()
        number, id = count + 1, f"{count + 1:032x}"
        self._put("memory", {
            "number": number, "id": id, "kind": kind, "content": content, "digest": digest(content),
            "scope": "project" if self._owner else "user", "project": self._owner, "author": "ada", "session": "s1",
            "source": source, "claimed": "user", "quote": quote, "branch": "main", "commit_sha": "",
            "recorded_at": THEN, "key": None,
        })  # fmt: skip
        for step, status in enumerate(statuses):
            self._put("belief", {
                "memory": number, "status": status, "tier": "FLAG_REVIEW", "reason": "then", "confidence": "low",
                "score": 0.4, "unconfirmed": 0, "valid_from": THEN, "valid_until": "", "recorded_at": THEN,
                "retracted_at": "" if step == len(statuses) - 1 else THEN, "actor": actor,
            })  # fmt: skip
        if checked:
            self._put("evidence", {
                "memory": number, "captured_at": THEN, "tier": "FLAG_REVIEW", "reason": "then", "confidence": "low",
                "score": 0.4, "source": source, "source_id": "ada", "horizon": "", "similarity": 0, "conflict": "",
                "passed": "[]", "failed": "[]", "metadata": json.dumps({"of": "then"}),
            })  # fmt: skip
        return id

    def cites(self, id: str, support: str, path: str = "docs/parcels.md", words: str = "Parcels are weighed.") -> None:
        """The newest evidence of a memory cites a place, which was found to support it, or not."""
        sql = "SELECT max(e.id) FROM evidence AS e JOIN memory AS m ON m.number = e.memory WHERE m.id = ?"
        (evidence,) = self._raw.execute(sql, (id,)).fetchone()
        self._put("citation", {
            "evidence": evidence, "ordinal": 0, "kind": "place", "text": path, "target": path, "status": "verified",
            "support": support, "path": path, "start_line": 1, "end_line": 1, "blob": "0" * 40, "commit_sha": "",
            "quote": words, "quote_hash": "", "detail": "", "attached": 0,
        })  # fmt: skip

    def replaces(self, newer: str, older: str) -> None:
        """The one would take the place of the other."""
        self._raw.execute(
            "INSERT INTO replacement SELECT n.number, o.number, 'supersede' FROM memory AS n, memory AS o "
            "WHERE n.id = ? AND o.id = ?",
            (newer, older),
        )

    def _put(self, table: str, row: dict[str, object]) -> None:
        places = ", ".join("?" * len(row))
        self._raw.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({places})", tuple(row.values()))
