"""How do rows become memories, and memories rows?"""

import hashlib
import json
from dataclasses import asdict

from scrubjay.memories.anchors import Anchor
from scrubjay.memories.index import place_index
from scrubjay.model.evidence import (
    Act,
    CitationKind,
    CitationResult,
    CitationStatus,
    EvidenceObject,
    Observation,
    Origin,
    PlaceKind,
    Relation,
    Seen,
    TypedStatement,
    ValidationResult,
    Verdict,
)
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Belief, Memory, MemoryStatus
from scrubjay.secrets import mask
from scrubjay.storage import Connection, Row, load

Q = load(__package__)


def digest(content: str) -> str:
    """What is the same for the same words, whatever their case and spacing."""
    return hashlib.sha256(" ".join(content.casefold().split()).encode()).hexdigest()


def belief_of(row: Row) -> Belief:
    """The belief that a row holds."""
    return Belief(
        MemoryStatus(row["status"]), row["reason"], row["valid_from"], row["valid_until"], row["believed_at"],
        row["retracted_at"], row["actor"],
    )  # fmt: skip


def memory_of(connection: Connection, row: Row) -> Memory:
    """The memory that a row of `memory` joined with `belief` holds."""
    number = {"number": row["number"]}
    older = tuple(other["id"] for other in connection.execute(Q.older, number))
    against = tuple(other["other"] for other in connection.execute(Q.contradictions, number))
    return Memory(
        row["id"], row["kind"], row["content"], row["scope"], row["project"], row["author"], Origin(row["origin"]),
        row["session"], row["quote"], row["applies"], tuple(json.loads(row["tags"])), row["branch"], row["commit_sha"],
        row["made_at"], belief_of(row), older, against,
    )  # fmt: skip


def believe(connection: Connection, number: int, at: str, actor: str, **changes: object) -> Belief:
    """Close what is believed of a memory and add what is believed instead; returns what was believed before.

    Record time never runs backwards for one memory, whatever a clock says. A reason is kept without secrets.
    """
    row = connection.execute(Q.close_belief, {"memory": number, "at": at}).fetchone()
    names = ("status", "reason", "valid_from", "valid_until")
    fresh = {name: row[name] for name in names} | changes
    fresh["reason"] = mask(fresh["reason"]).text
    connection.execute(
        Q.add_belief,
        {**fresh, "memory": number, "recorded_at": row["closed_at"], "retracted_at": "", "actor": actor},
    )
    connection.execute(Q.bump_generation)
    return belief_of(row)


RULES = 1
"""Version of the rules of grounding: evidence of an older one is gathered anew."""


def add_evidence(connection: Connection, number: int, result: ValidationResult) -> None:
    """Keep a validation of a memory with its citations, and look the memory up where it belongs by now.

    The claim itself stands in the memory. A reason is kept without secrets.
    """
    said = result.evidence
    (evidence,) = connection.execute(
        Q.add_evidence,
        {
            "memory": number, "captured_at": said.capture_time, "verdict": result.verdict,
            "reason": mask(result.reason).text,
            "source": said.source, "source_id": said.source_id, "act": said.act,
            "observation": _json(asdict(said.observation)) if said.observation else "",
            "turn": _json(asdict(said.turn)) if said.turn else "", "earned": said.grade.rank, "rules": RULES,
            "horizon": said.validity_horizon, "similarity": result.similarity_score,
            "conflict": result.conflicting_memory_id, "passed": _json(result.checks_passed),
            "failed": _json(result.checks_failed), "metadata": _json(said.metadata),
        },
    ).fetchone()  # fmt: skip
    for ordinal, citation in enumerate(said.citations):
        words = citation.words
        connection.execute(
            Q.add_citation,
            {
                "evidence": evidence, "ordinal": ordinal, "kind": citation.kind, "text": citation.text,
                "target": citation.target, "status": citation.status, "relation": citation.relation,
                "path": citation.path, "start_line": citation.lines[0], "end_line": citation.lines[1],
                "blob": citation.blob, "commit_sha": citation.commit, "words": words,
                "words_hash": hashlib.sha256(words.encode("utf-8", "replace")).hexdigest() if words else "",
                "heading": citation.heading, "standing": citation.standing, "place": citation.place,
                "lacks": _json(citation.lacks), "differs": citation.differs, "detail": citation.detail,
                "attached": citation.attached,
            },
        )  # fmt: skip
    place_index(connection, number, connection.execute(Q.memory_row, {"number": number}).fetchone()["id"])


def validations(connection: Connection, number: int, claim: str) -> tuple[ValidationResult, ...]:
    """The validations of a memory, oldest first."""
    rows = connection.execute(Q.evidence_of, {"number": number}).fetchall()
    return tuple(_validation(connection, row, claim) for row in rows)


def _validation(connection: Connection, row: Row, claim: str) -> ValidationResult:
    evidence = evidence_of(connection, row, claim)
    return ValidationResult(
        Verdict(row["verdict"]), Grade.of_rank(row["earned"]), row["reason"], tuple(json.loads(row["passed"])),
        tuple(json.loads(row["failed"])), evidence, row["similarity"], row["conflict"],
    )  # fmt: skip


def evidence_of(connection: Connection, row: Row, claim: str = "") -> EvidenceObject:
    """The evidence that a row holds, with its citations."""
    citations = tuple(citation_of(cited) for cited in connection.execute(Q.citations_of, {"evidence": row["id"]}))
    return EvidenceObject(
        claim, row["captured_at"], Origin(row["source"]), row["source_id"], Act(row["act"]), citations,
        _observation(row["observation"]), _turn(row["turn"]), row["horizon"], json.loads(row["metadata"]),
    )  # fmt: skip


def _observation(text: str) -> Observation | None:
    if not text:
        return None
    said = json.loads(text)
    return Observation(**{**said, "how": Seen(said["how"])})


def _turn(text: str) -> TypedStatement | None:
    return TypedStatement(**json.loads(text)) if text else None


def citation_of(row: Row) -> CitationResult:
    """The citation that a row holds."""
    return CitationResult(
        CitationKind(row["kind"]), row["text"], row["target"], CitationStatus(row["status"]), Relation(row["relation"]),
        row["path"], (row["start_line"], row["end_line"]), row["blob"], row["commit_sha"], row["words"],
        row["heading"], row["standing"], PlaceKind(row["place"]), tuple(json.loads(row["lacks"])), row["differs"],
        row["detail"], bool(row["attached"]),
    )  # fmt: skip


def anchor_of(row: Row) -> Anchor:
    """The anchor that a row holds."""
    lines = None if row["lines"] is None else tuple(json.loads(row["lines"]))
    return Anchor(
        row["commit_sha"], row["patch_id"], row["path"], row["blob"], row["made_at"], lines, bool(row["apart"])
    )


def add_anchor(connection: Connection, number: int, anchor: Anchor) -> None:
    """Keep what a memory hangs on."""
    connection.execute(
        Q.add_anchor,
        {
            "memory": number, "commit": anchor.commit, "patch": anchor.patch_id, "path": anchor.path,
            "blob": anchor.blob, "made_at": anchor.made_at, "apart": anchor.apart,
            "lines": None if anchor.lines is None else _json(anchor.lines),
        },
    )  # fmt: skip


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
