"""Takes what validations tell of a forgotten source out of their rows; the memories keep their claims and citations."""

import json
from collections.abc import Collection
from typing import Final

from scrubjay.memory.store.rows import Q
from scrubjay.storage.driver import Connection

FORGOTTEN: Final = "[forgotten with its repository]"
"""Words that no discussion has, so that what leaned on the source stays fallen even where it is read again."""


def forget_quoted(connection: Connection, repository: str) -> int:
    """Take out all that came from a repository's discussions (HOST/OWNER/NAME); returns how many citations named it.

    A memory's quote goes with it, since it may be a discussion's words.
    """
    params = {"repository": repository}
    rows = connection.execute(Q.naming_repository, params).fetchall()
    cited: dict[int, set[str]] = {}
    for row in rows:
        cited.setdefault(row["id"], set()).add(row["text"])
    for row in rows:
        checks = {name: json.dumps(without_outcomes(json.loads(row[name]), cited[row["id"]])) for name in _CHECKS}
        connection.execute(Q.set_checks, {"id": row["id"], **checks})
        connection.execute(Q.forget_quote, {"memory": row["memory"]})
    return int(connection.execute(Q.forget_quoted, {**params, "instead": FORGOTTEN}).rowcount)


def without_outcomes(checks: Collection[str], cited: Collection[str]) -> list[str]:
    """Checks of which those of some citations keep which one it was: "place #12: forgotten". Pure."""
    leads = tuple(f"place {text}: " for text in sorted(cited, key=len, reverse=True))

    def forgotten(check: str) -> str:
        return next((f"{lead}forgotten" for lead in leads if check.startswith(lead)), check)

    return list(map(forgotten, checks))


_CHECKS: Final = ("passed", "failed")
