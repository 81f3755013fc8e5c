"""How do rows become memories, and memories rows?"""

import hashlib
import json

from scrubjay.memories.anchors import Anchor
from scrubjay.model.evidence import (
    CitationKind,
    CitationResult,
    CitationStatus,
    Confidence,
    EvidenceObject,
    IngestionTier,
    Source,
    Support,
    ValidationResult,
)
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
        MemoryStatus(row["status"]), IngestionTier(row["tier"]), row["reason"], Confidence(row["confidence"]),
        row["score"], bool(row["unconfirmed"]), row["valid_from"], row["valid_until"], row["believed_at"],
        row["retracted_at"], row["actor"],
    )  # fmt: skip


def memory_of(connection: Connection, row: Row) -> Memory:
    """The memory that a row of `memory` joined with `belief` holds."""
    older = tuple(one["id"] for one in connection.execute(Q.older, {"number": row["number"]}))
    return Memory(
        row["id"], row["kind"], row["content"], row["scope"], row["project"], row["author"], row["session"],
        row["source"], row["claimed"], row["quote"], row["branch"], row["commit_sha"], row["made_at"],
        belief_of(row), older,
    )  # fmt: skip


def believe(connection: Connection, number: int, at: str, actor: str, **changes: object) -> Belief:
    """Close what is believed of a memory and add what is believed instead; returns what was believed before.

    Record time never runs backwards for one memory, whatever a clock says. A reason is kept without secrets.
    """
    row = connection.execute(Q.close_belief, {"memory": number, "at": at}).fetchone()
    names = ("status", "tier", "reason", "confidence", "score", "unconfirmed", "valid_from", "valid_until")
    fresh = {name: row[name] for name in names} | changes
    fresh["reason"] = mask(fresh["reason"]).text
    connection.execute(
        Q.add_belief,
        {**fresh, "memory": number, "recorded_at": row["closed_at"], "retracted_at": "", "actor": actor},
    )
    connection.execute(Q.bump_generation)
    return belief_of(row)


def add_evidence(connection: Connection, number: int, result: ValidationResult) -> None:
    """Keep a validation of a memory with its citations. The claim itself stands in the memory."""
    said = result.evidence
    (evidence,) = connection.execute(
        Q.add_evidence,
        {
            "memory": number, "captured_at": said.capture_time, "tier": result.tier, "reason": result.reason,
            "confidence": said.confidence, "score": said.score, "source": said.source, "source_id": said.source_id,
            "horizon": said.validity_horizon, "similarity": result.similarity_score,
            "conflict": result.conflicting_memory_id, "passed": _json(result.checks_passed),
            "failed": _json(result.checks_failed), "metadata": _json(said.metadata),
        },
    ).fetchone()  # fmt: skip
    for ordinal, one in enumerate(said.citations):
        connection.execute(
            Q.add_citation,
            {
                "evidence": evidence, "ordinal": ordinal, "kind": one.kind, "text": one.text, "target": one.target,
                "status": one.status, "support": one.support, "path": one.path, "start_line": one.lines[0],
                "end_line": one.lines[1], "blob": one.blob, "commit_sha": one.commit, "quote": one.quote,
                "quote_hash": hashlib.sha256(one.quote.encode("utf-8", "replace")).hexdigest() if one.quote else "",
                "detail": one.detail, "attached": one.attached,
            },
        )  # fmt: skip


def validations(connection: Connection, number: int, claim: str) -> tuple[ValidationResult, ...]:
    """The validations of a memory, oldest first."""
    rows = connection.execute(Q.evidence_of, {"number": number}).fetchall()
    return tuple(_validation(connection, row, claim) for row in rows)


def _validation(connection: Connection, row: Row, claim: str) -> ValidationResult:
    citations = tuple(citation_of(one) for one in connection.execute(Q.citations_of, {"evidence": row["id"]}))
    evidence = EvidenceObject(
        claim, row["captured_at"], Confidence(row["confidence"]), row["score"], Source(row["source"]),
        row["source_id"], citations, row["horizon"], json.loads(row["metadata"]),
    )  # fmt: skip
    return ValidationResult(
        IngestionTier(row["tier"]), row["reason"], tuple(json.loads(row["passed"])), tuple(json.loads(row["failed"])),
        evidence, row["similarity"], row["conflict"],
    )  # fmt: skip


def citation_of(row: Row) -> CitationResult:
    """The citation that a row holds."""
    return CitationResult(
        CitationKind(row["kind"]), row["text"], row["target"], CitationStatus(row["status"]), Support(row["support"]),
        row["path"], (row["start_line"], row["end_line"]), row["blob"], row["commit_sha"], row["quote"],
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
