"""Incident reports of a view."""

import json
from dataclasses import asdict

from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay.knowledge.documents import store
from scrubjay.knowledge.documents.incidents import Incident, looks_like_incident, may_declare_incident, parse_incident
from scrubjay.knowledge.documents.policy import MAX_RECORD_CHARACTERS
from scrubjay.knowledge.documents.text import decode
from scrubjay.knowledge.index.policy import Policy
from scrubjay.model.view import View
from scrubjay.privacy.secrets.masking import mask
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection


def unparsed_reports(connection: Connection, view: View, policy: Policy) -> list[tuple[str, int, str]]:
    """Files that are reports by path, or may be by their front matter, and that this parser version hasn't read.

    Each with its path, content and blob.
    """
    number = store.visible(connection, view, policy)
    rows = connection.execute(store.Q.unread_reports, {"view": number, "parser": policy.parser})
    return [(row["path"], row["id"], row["blob"]) for row in rows if _due(row["path"], says=row["says"])]


def _due(path: str, *, says: bool) -> bool:
    return looks_like_incident(path) or (says and may_declare_incident(path))


def record_incidents(git: Git, knowledge: Database, view: View, policy: Policy) -> int:
    """Parse the reports of a view that weren't parsed under their path; returns how many."""
    todo = knowledge.read(lambda c: unparsed_reports(c, view, policy))
    if not todo:
        return 0
    rows = []
    with ObjectReader(git) as reader:
        for path, content, blob in todo:
            text = mask(decode(reader.read(blob, policy.max_bytes)).text[:MAX_RECORD_CHARACTERS], policy.allowed).text
            incident = parse_incident(path, text)
            record = json.dumps(_said(incident), ensure_ascii=False) if incident else ""
            rows.append({"content": content, "path": path, "record": record, "parser": policy.parser})
    knowledge.write(lambda c: store.add_records(c, store.Q.add_incident, rows))
    return len(rows)


def incidents(connection: Connection, view: View, policy: Policy) -> dict[str, Incident]:
    """The reports of a view by path."""
    number = store.visible(connection, view, policy)
    rows = connection.execute(store.Q.incidents, {"view": number, "parser": policy.parser})
    return {row["path"]: _incident(row["record"]) for row in rows}


def _said(incident: Incident) -> dict[str, object]:
    """What a report says of itself; git's day is added once it is known."""
    return {name: value for name, value in asdict(incident).items() if name != "filed"}


def _incident(record: str) -> Incident:
    fields = json.loads(record)
    return Incident(**{**fields, "services": tuple(fields["services"])})
