"""Days of records that say none: since when git has each file, looked up in one walk of the history and kept."""

from scrubjay.git.births import first_days
from scrubjay.git.process import Git
from scrubjay.knowledge.documents import store
from scrubjay.knowledge.index.policy import Policy
from scrubjay.model.view import View
from scrubjay.storage import Connection, Database


def file_records(git: Git, knowledge: Database, view: View, policy: Policy) -> None:
    """Date the view's decisions and reports without a day by git; what git can't say isn't asked again."""
    if not view.commit:
        return

    def undated(connection: Connection) -> list[tuple[str, int, str]]:
        parameters = {"view": store.visible(connection, view, policy), "parser": policy.parser}
        rows = connection.execute(store.Q.undated_records, parameters)
        return [(row["record"], row["content"], row["path"]) for row in rows]

    todo = knowledge.read(undated)
    if not todo:
        return
    days = first_days(git, {path for _, _, path in todo}, view.commit)

    def write(connection: Connection) -> None:
        for record, sql in (("decision", store.Q.file_decision), ("incident", store.Q.file_incident)):
            rows = [
                {"content": content, "path": path, "day": days.get(path, "")}
                for kind, content, path in todo
                if kind == record
            ]
            store.add_records(connection, sql, rows)

    knowledge.write(write)
