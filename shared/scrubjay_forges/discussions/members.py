"""Who is a member? Whom the forge or a file calls one, and whom the user's settings name, for what is kept already.

A bot answers nobody: it thanks, counts and closes without reading. Forges call it x[bot], x-bot or project_1_bot_2.
"""

import json
from collections.abc import Iterable, Mapping, Sequence

from scrubjay.knowledge.index.generation import bump
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, Row
from scrubjay_forges.discussions.rows import Q, answer, name_of

MembersOf = Mapping[str, Sequence[str]]
"""Logins that the user's settings name, by repository as HOST/OWNER/NAME."""


def apply_members(database: Database, members: MembersOf) -> bool:
    """Count those as members that the settings name now, where they are others than before; whether they were."""
    wanted = {name.lower(): held(logins) for name, logins in members.items()}

    def changed(connection: Connection) -> list[dict[str, object]]:
        rows = connection.execute(Q.members_held).fetchall()
        pairs = [(row, wanted.get(row["name"].lower(), held(()))) for row in rows]
        return [{"repository": row["id"], "members": now} for row, now in pairs if now != row["members"]]

    def write(connection: Connection) -> bool:
        repositories = changed(connection)
        for params in repositories:
            connection.execute(Q.hold_members, params)
            _count(connection, params)
        if repositories:
            bump(connection)
        return bool(repositories)

    return bool(database.read(changed)) and database.write(write)


def tell_members(connection: Connection, of: Row, logins: Iterable[str]) -> None:
    """Count those as members that the forge tells now, for what it gave before as well."""
    params = {"repository": of["id"], "told": json.dumps(sorted(logins))}
    connection.execute(Q.hold_told_members, params)
    connection.execute(Q.tell_members, params)
    _count(connection, {"repository": of["id"], "members": of["members"] or held(())})
    bump(connection)


def _count(connection: Connection, params: Mapping[str, object]) -> None:
    connection.execute(Q.count_members, params)
    names = {name_of(row) for row in connection.execute(Q.names_of_texts, params).fetchall()}
    answer(connection, int(str(params["repository"])), names)


def held(logins: Iterable[str]) -> str:
    """Logins as they are kept: forges tell none apart by capitals."""
    return json.dumps(sorted({login.lower() for login in logins}))
