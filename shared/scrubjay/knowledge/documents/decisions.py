"""Decision records and incident reports of a view: their standing, their names, and since when one is not in force."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any, TypeVar

from scrubjay.git.ancestry import blobs_at, changes_of
from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay.knowledge.decisions.naming import kep_readme, looks_like_decision, may_declare_decision
from scrubjay.knowledge.decisions.parse import parse_decision
from scrubjay.knowledge.decisions.standing import resolve_supersession
from scrubjay.knowledge.documents import store
from scrubjay.knowledge.documents.incidents import Incident, looks_like_incident, may_declare_incident, parse_incident
from scrubjay.knowledge.documents.policy import MAX_RECORD_CHARACTERS
from scrubjay.knowledge.documents.selection import format_of
from scrubjay.knowledge.documents.text import decode
from scrubjay.knowledge.documents.values import is_in_force
from scrubjay.knowledge.index.kinds import Policy
from scrubjay.model.decision import Decision, DecisionEntry, Link
from scrubjay.model.view import View
from scrubjay.privacy.secrets.masking import mask
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection

T = TypeVar("T")


def unparsed_decisions(connection: Connection, view: View, policy: Policy) -> list[tuple[str, int, str, str]]:
    """Files of the view that may be decision records and that this version's parser hasn't read under their path.

    Each with its path, content, blob and format.
    """
    number = store.visible(connection, view, policy)
    rows = connection.execute(store.Q.undecided, {"view": number, "parser": policy.parser})
    return [(r["path"], r["id"], r["blob"], r["format"]) for r in rows if _may_be_decision(r["path"], says=r["says"])]


def _may_be_decision(path: str, *, says: bool) -> bool:
    """Whether a file may be a decision record: by its path, or because its text `says` that it was replaced."""
    return looks_like_decision(path) or (says and may_declare_decision(path))


def record_decisions(git: Git, knowledge: Database, view: View, policy: Policy) -> int:
    """Parse the decision records of a view that weren't parsed under their path; returns how many.

    What a record is depends on its path as well as its text, so a moved record is parsed again.
    """
    todo = knowledge.read(lambda c: unparsed_decisions(c, view, policy))
    if not todo:
        return 0

    rows = []
    with ObjectReader(git) as reader:
        for path, content, blob, format_ in todo:
            text = mask(decode(reader.read(blob, policy.max_bytes)).text[:MAX_RECORD_CHARACTERS], policy.allowed).text
            decision = parse_decision(path, text, format_)
            record = json.dumps(asdict(decision), ensure_ascii=False) if decision else ""
            rows.append({"content": content, "path": path, "record": record, "parser": policy.parser})
    knowledge.write(lambda c: store.add_records(c, store.Q.add_decision, rows))
    return len(rows)


def decisions(connection: Connection, view: View, policy: Policy) -> tuple[DecisionEntry, ...]:
    """The decisions of a view in path order, each with its relations to the others."""
    number = store.visible(connection, view, policy)
    rows = connection.execute(store.Q.decisions, {"view": number, "parser": policy.parser})
    moved = {row["path"]: row["now"] for row in connection.execute(store.Q.renamed) if row["now"]}
    return entries_of({row["path"]: (row["blob"], row["record"]) for row in rows}, view, moved)


def entries_of(
    stored: Mapping[str, tuple[str, str]], view: View, moved: Mapping[str, str]
) -> tuple[DecisionEntry, ...]:
    """The decisions of a view from what is stored of each path: its blob and its record as JSON.

    `moved` are the present paths of renamed files, by the old ones.
    """
    read = {path: (blob, json.loads(record)) for path, (blob, record) in stored.items()}
    attached = attach_keps(read, (file.path for file in view.files))
    filed = {path: record.pop("filed", "") for path, (_, record) in attached.items()}
    records = {path: (blob, _decision(record)) for path, (blob, record) in attached.items()}
    standing = resolve_supersession({path: decision for path, (_, decision) in records.items()}, moved)
    return tuple(
        DecisionEntry(path, blob, decision, standing[path], filed[path])
        for path, (blob, decision) in sorted(records.items())
    )


def by_path(entries: Iterable[DecisionEntry], paths: Iterable[str]) -> dict[str, DecisionEntry]:
    """Decisions by the paths that show them: a KEP stands under its README and under its kep.yaml."""
    entries_by_path = {entry.path: entry for entry in entries}
    beside = {path: entries_by_path[readme] for path in paths if (readme := kep_readme(path)) in entries_by_path}
    return beside | entries_by_path


def attach_keps(records: Mapping[str, T], paths: Iterable[str]) -> dict[str, T]:
    """The records by path, where that of a kep.yaml stands under the README beside it."""
    present = set(paths)
    attached: dict[str, T] = {}
    for path, entry in records.items():
        readme = kep_readme(path)
        target = readme if readme and readme in present else path
        if target not in attached or target != path:
            attached[target] = entry
    return attached


def _decision(record: dict[str, Any]) -> Decision:
    links = tuple(Link(**link) for link in record.pop("links"))
    return Decision(**record, links=links)


MOST_COMMITS = 50
"""Commits that are looked at, the newest; what ended a record before them counts as the oldest one's."""

MAX_BYTES = 1_000_000


def ended_in(git: Git, head: str, entry: DecisionEntry) -> str:
    """The commit that added a record's successor, or that ended the record itself; empty where git doesn't say.

    Of a record that ended several times the last one counts.
    """
    paths = (entry.path, *entry.standing.superseded_by)
    places = [*paths, *(f"{path.rpartition('/')[0]}/kep.yaml" for path in paths if path.endswith("/README.md"))]
    ended = ""
    for commit in changes_of(git, head, places, MOST_COMMITS):
        if _in_force(git, commit, entry, places):
            return ended or commit
        ended = commit
    return ended


def _in_force(git: Git, commit: str, entry: DecisionEntry, places: list[str]) -> bool:
    """Whether the record of an entry exists at a commit and is in force there, beside its present successors."""
    records: dict[str, tuple[str, Decision]] = {}
    with ObjectReader(git) as reader:
        for path, blob in blobs_at(git, commit, places).items():
            text = decode(reader.read(blob, MAX_BYTES)).text[:MAX_RECORD_CHARACTERS]
            decision = parse_decision(path, text, format_of(path))
            if decision is not None:
                records[path] = (blob, decision)
    records = attach_keps(records, places)
    if entry.path not in records:
        return False
    standing = resolve_supersession({path: decision for path, (_, decision) in records.items()})
    blob, decision = records[entry.path]
    return is_in_force(DecisionEntry(entry.path, blob, decision, standing[entry.path]))


def unparsed_reports(connection: Connection, view: View, policy: Policy) -> list[tuple[str, int, str]]:
    """Files of the view that may be incident reports and that this version's parser hasn't read.

    Each with its path, content and blob.
    """
    number = store.visible(connection, view, policy)
    rows = connection.execute(store.Q.unread_reports, {"view": number, "parser": policy.parser})
    return [(row["path"], row["id"], row["blob"]) for row in rows if _may_be_report(row["path"], says=row["says"])]


def _may_be_report(path: str, *, says: bool) -> bool:
    """Whether a file may be an incident report: by its path, or because its text `says` so."""
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
            record = json.dumps(_incident_metadata(incident), ensure_ascii=False) if incident else ""
            rows.append({"content": content, "path": path, "record": record, "parser": policy.parser})
    knowledge.write(lambda c: store.add_records(c, store.Q.add_incident, rows))
    return len(rows)


def incidents(connection: Connection, view: View, policy: Policy) -> dict[str, Incident]:
    """The reports of a view by path."""
    number = store.visible(connection, view, policy)
    rows = connection.execute(store.Q.incidents, {"view": number, "parser": policy.parser})
    return {row["path"]: incident_of(row["record"]) for row in rows}


def _incident_metadata(incident: Incident) -> dict[str, object]:
    """What a report states of itself as plain values, without the day that git gives."""
    return {name: value for name, value in asdict(incident).items() if name != "filed"}


def incident_of(record: str) -> Incident:
    """A report from what is stored of it, as JSON."""
    fields = json.loads(record)
    return Incident(**{**fields, "services": tuple(fields["services"])})
