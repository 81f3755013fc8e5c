"""Which other forms of a query's words do the documents of a view use? Only what they explain counts."""

import json

from scrubjay.knowledge.documents import store
from scrubjay.knowledge.index.policy import Policy
from scrubjay.model.view import View
from scrubjay.storage.driver import Connection
from scrubjay.text.abbreviations import Abbreviation, OtherForm, candidates, other_forms

LEAST = 0.1
"""What the documents with the other form alone must be of those with the typed one. Further words weaken a question:
where "ADR" stands in each record, its long form finds nothing more. Added to each abbreviation it cost .03 of recall@10
on openedx-events (35 questions) and .05 on tektoncd/community (200 with "TEP": .905 to .853); so it costs neither."""


def find_forms(connection: Connection, view: View, policy: Policy, query: str) -> tuple[OtherForm, ...]:
    """The forms that a query lacks and that documents without the typed ones use."""
    shorts, longs = candidates(query)
    number = store.visible(connection, view, policy)
    params = {"view": number, "shorts": json.dumps(shorts), "longs": json.dumps(longs)}
    rows = connection.execute(store.Q.abbreviations, params).fetchall()
    explained = [Abbreviation(row["short"], row["long"]) for row in rows]
    return tuple(form for form in other_forms(query, explained) if _tells_more(connection, number, form))


def _tells_more(connection: Connection, view: int, form: OtherForm) -> bool:
    params = {"view": view, "typed": f'"{form.typed}"', "other": f'"{form.other}"'}
    row = connection.execute(store.Q.count_forms, params).fetchone()
    return bool(row["other"] > 0 and row["other"] >= LEAST * row["typed"])
