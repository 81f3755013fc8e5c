"""Memories as rows, and rows as memories."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from scrubjay.memory.store.claim import Anchor
from scrubjay.model.evidence import (
    Act,
    CitationKind,
    CitationResult,
    CitationStatus,
    EvidenceObject,
    Observation,
    Origin,
    PlaceKind,
    TypedStatement,
    ValidationResult,
    Verdict,
)
from scrubjay.model.frozen import from_row
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Belief, Memory, MemoryStatus
from scrubjay.model.reading import words_hash
from scrubjay.privacy.secrets.masking import mask
from scrubjay.storage.driver import Connection, Row, load

Q = load(__package__)


def digest(content: str) -> str:
    """A hash that is the same for the same words, whatever their case and spacing."""
    return hashlib.sha256(" ".join(content.casefold().split()).encode()).hexdigest()


def belief_of(row: Row) -> Belief:
    """The belief that a row holds."""
    return from_row(Belief, row, status=MemoryStatus(row["status"]), recorded_at=row["believed_at"])


def memories_of(connection: Connection, rows: Sequence[Row]) -> list[Memory]:
    """The memories that some rows of `memory` joined with `belief` hold."""
    if not rows:
        return []
    numbers = {"numbers": json.dumps([row["number"] for row in rows])}
    older, against = defaultdict[int, list[str]](list), defaultdict[int, list[str]](list)
    for row in connection.execute(Q.older, numbers):
        older[row["newer"]].append(row["id"])
    for number, other in connection.execute(Q.contradictions, numbers):
        against[number].append(other)
    return [
        from_row(
            Memory,
            row,
            origin=Origin(row["origin"]),
            tags=tuple(json.loads(row["tags"])),
            commit=row["commit_sha"],
            recorded_at=row["made_at"],
            belief=belief_of(row),
            supersedes=tuple(older[row["number"]]),
            contradicts=tuple(against[row["number"]]),
        )
        for row in rows
    ]


def believe(connection: Connection, number: int, since: str, actor: str, **changes: object) -> Belief:
    """Close the current belief of a memory and add a changed one; returns the belief before.

    Record time never runs backwards for one memory, whatever a clock says. A reason is kept without secrets.
    """
    row = connection.execute(Q.close_belief, {"memory": number, "at": since}).fetchone()
    names = ("status", "reason", "valid_from", "valid_until")
    fresh = {name: row[name] for name in names} | changes
    fresh["reason"] = mask(fresh["reason"]).text
    connection.execute(
        Q.add_belief,
        {**fresh, "memory": number, "recorded_at": row["closed_at"], "retracted_at": "", "actor": actor},
    )
    connection.execute(Q.bump_generation)
    return belief_of(row)


def add_evidence(connection: Connection, number: int, result: ValidationResult, session: str = "") -> None:
    """Store a validation of a memory with its citations.

    `session` is where the claim was made, else the agent that made it. The claim itself stands in the memory. A reason
    is kept without secrets.
    """
    validated = result.evidence
    (evidence,) = connection.execute(
        Q.add_evidence,
        {
            "memory": number, "captured_at": validated.capture_time, "verdict": result.verdict,
            "reason": mask(result.reason).text,
            "source": validated.source, "source_id": validated.source_id, "act": validated.act,
            "observation": _json(asdict(validated.observation)) if validated.observation else "",
            "turn": _json(asdict(validated.turn)) if validated.turn else "",
            "earned": validated.grade.rank,
            "horizon": validated.validity_horizon, "similarity": result.similarity_score,
            "conflict": result.conflicting_memory_id, "passed": _json(result.checks_passed),
            "failed": _json(result.checks_failed), "metadata": _json(validated.metadata), "session": session,
        },
    ).fetchone()  # fmt: skip
    for ordinal, citation in enumerate(validated.citations):
        words = citation.words
        connection.execute(
            Q.add_citation,
            {
                "evidence": evidence, "ordinal": ordinal, "kind": citation.kind, "text": citation.text,
                "target": citation.target, "status": citation.status, "whole": citation.whole,
                "path": citation.path, "start_line": citation.lines[0], "end_line": citation.lines[1],
                "blob": citation.blob, "commit_sha": citation.commit, "words": words,
                "words_hash": words_hash(words),
                "heading": citation.heading, "standing": citation.standing, "place": citation.place,
                "lacks": _json(citation.lacks), "detail": citation.detail,
            },
        )  # fmt: skip


def validations(connection: Connection, number: int, claim: str) -> tuple[ValidationResult, ...]:
    """The validations of a memory, oldest first."""
    rows = connection.execute(Q.evidence_of, {"number": number}).fetchall()
    return tuple(_validation(connection, row, claim) for row in rows)


def _validation(connection: Connection, row: Row, claim: str) -> ValidationResult:
    evidence = evidence_of(connection, row, claim)
    return ValidationResult(
        verdict=Verdict(row["verdict"]),
        grade=Grade(row["earned"]),
        reason=row["reason"],
        checks_passed=tuple(json.loads(row["passed"])),
        checks_failed=tuple(json.loads(row["failed"])),
        evidence=evidence,
        similarity_score=row["similarity"],
        conflicting_memory_id=row["conflict"],
    )


def evidence_of(connection: Connection, row: Row, claim: str = "") -> EvidenceObject:
    """The evidence that a row holds, with its citations."""
    citations = tuple(citation_of(cited) for cited in connection.execute(Q.citations_of, {"evidence": row["id"]}))
    return EvidenceObject(
        claim=claim,
        capture_time=row["captured_at"],
        source=Origin(row["source"]),
        source_id=row["source_id"],
        act=Act(row["act"]),
        citations=citations,
        observation=_observation(row["observation"]),
        turn=_turn(row["turn"]),
        validity_horizon=row["horizon"],
        metadata=json.loads(row["metadata"]),
    )


def _observation(text: str) -> Observation | None:
    if not text:
        return None
    return Observation(**_with_lacks_tuple(json.loads(text)))


def _turn(text: str) -> TypedStatement | None:
    return TypedStatement(**_with_lacks_tuple(json.loads(text))) if text else None


def _with_lacks_tuple(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of a ground, with `lacks` as a tuple."""
    return fields | {"lacks": tuple(fields.get("lacks", ()))}


def citation_of(row: Row) -> CitationResult:
    """The citation that a row holds."""
    return from_row(
        CitationResult,
        row,
        kind=CitationKind(row["kind"]),
        status=CitationStatus(row["status"]),
        whole=bool(row["whole"]),
        lines=(row["start_line"], row["end_line"]),
        commit=row["commit_sha"],
        place=PlaceKind(row["place"]),
        lacks=tuple(json.loads(row["lacks"])),
    )


def anchor_of(row: Row) -> Anchor:
    """The anchor that a row holds."""
    lines = None if row["lines"] is None else tuple(json.loads(row["lines"]))
    return from_row(Anchor, row, commit=row["commit_sha"], lines=lines, base_differed=bool(row["apart"]))


def add_anchor(connection: Connection, number: int, anchor: Anchor) -> None:
    """Store an anchor of a memory."""
    connection.execute(
        Q.add_anchor,
        {
            "memory": number, "commit": anchor.commit, "patch": anchor.patch_id, "path": anchor.path,
            "blob": anchor.blob, "made_at": anchor.made_at, "apart": anchor.base_differed,
            "lines": None if anchor.lines is None else _json(anchor.lines),
        },
    )  # fmt: skip


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def keyed(owner: str, key: str) -> str | None:
    """An idempotency key as it is stored, unique in one database; None for an empty one."""
    return f"{owner}:{key}" if key else None


def keys_below(connection: Connection, owner: str, prefix: str) -> dict[str, str]:
    """The idempotency keys of an owner's memories that begin with a prefix, by memory id; no forgotten ones."""
    key = f"{owner}:{prefix}"
    params = {"key": key, "after": f"{key}\U0010ffff", "project": owner}
    rows = connection.execute(Q.ids_by_key, params).fetchall()
    return {row["id"]: row["key"].removeprefix(f"{owner}:") for row in rows}


def forgotten_key(owner: str, key: str) -> str | None:
    """What is left of a key when its memory is forgotten: enough to know it again, nothing to read."""
    return f"forgotten:{digest(f'{owner}:{key}')}" if key else None


def end_of(day: str) -> str:
    """The last moment of a day, through which a memory holds; a moment is returned as it is."""
    return f"{day}T23:59:59Z" if len(day) == 10 else day
