"""How the outbox is read as the app: by its key from where the caller was, and no table is read whole."""

from psycopg import Connection
from psycopg.rows import DictRow

from scrubjay_team.changes.reading import MOST_CHANGED, Q
from scrubjay_team.database.connecting import Q as ENTERING
from tests.servers.team.changes.conftest import here
from tests.servers.team.makers import NOW
from tests.servers.team.memories.conftest import People


def test_changes_are_read_by_the_key_of_the_outbox(
    people: People, watched: tuple[Connection[DictRow], list[str]]
) -> None:
    connection, plans = watched
    since = here(people)
    people.remember("anna", "The cache keeps a page for sixty minutes.")
    upto = here(people)
    connection.execute(ENTERING.enter, {"digest": people.tokens["ben"], "at": NOW})
    plans.clear()
    params = {"since": since.snapshot, "since_last": since.last, "upto": upto.snapshot, "most": MOST_CHANGED}
    assert len(connection.execute(Q.changes, params).fetchall()) == 1
    connection.commit()  # which ends the statement, whose plan is told then
    (plan,) = [one for one in plans if "FROM outbox AS o" in one]
    assert "Index Cond: (xact >= " in plan.partition("outbox_pkey")[2].partition("Filter")[0], plan
    assert "hashed" not in plan, plan
