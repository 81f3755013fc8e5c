"""Since which commit is a decision record out of force? By what it and its successors said in earlier commits."""

from scrubjay.git.ancestry import blobs_at, changes_of
from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay.knowledge.decisions.parse import parse_decision
from scrubjay.knowledge.decisions.standing import resolve_supersession
from scrubjay.knowledge.documents.decisions import attach_keps
from scrubjay.knowledge.documents.formats import format_of
from scrubjay.knowledge.documents.in_force import is_in_force
from scrubjay.knowledge.documents.policy import MAX_RECORD_CHARACTERS
from scrubjay.knowledge.documents.text import decode
from scrubjay.model.decision import Decision
from scrubjay.model.decision_entry import DecisionEntry

MOST_COMMITS = 50
"""Commits that are looked at, the newest; what ended a record before them counts as the oldest one's."""

MAX_BYTES = 1_000_000


def ended_in(git: Git, head: str, entry: DecisionEntry) -> str:
    """The commit that brought a record's successor, or ended the record itself; empty where git doesn't tell.

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
    """Whether a commit has the record, in force beside those that succeed it now."""
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
