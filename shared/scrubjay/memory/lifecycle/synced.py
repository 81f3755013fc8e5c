"""Memories on their way to a person's other machines, and the merge of those that arrive."""

import json
from collections.abc import Iterable
from typing import Any, Literal

from scrubjay.memory.lifecycle.endings import forget_row
from scrubjay.memory.lifecycle.exchange import exported, insert, insert_validation, link
from scrubjay.memory.lifecycle.merging import (
    BeliefEntry,
    MergedBeliefs,
    entries,
    entries_of,
    from_machine,
    mark_of,
    merge_beliefs,
)
from scrubjay.memory.store.limits import refusal, refuse
from scrubjay.memory.store.rows import Q
from scrubjay.memory.store.writing import WriteContext, number_of
from scrubjay.model.frozen import dataclass
from scrubjay.model.memory import MemoryStatus
from scrubjay.storage.driver import Connection

UNDONE = "undone"
"""Why a memory is believed no more whose writing was taken back: it takes the place of nothing then."""


@dataclass(frozen=True, slots=True)
class Divergence:
    """Two machines changed one memory, neither knowing of the other: how each left it, and what holds now."""

    memory: str
    here: str
    there: str
    holds: str

    @property
    def telling(self) -> bool:
        """Whether two machines ended or replaced the memory in different ways."""
        return len({self.here, self.there, self.holds}) > 1


@dataclass(frozen=True, slots=True)
class MergedMemory:
    """What became of one memory. `more_here`: whether this side has something that the other's record lacks."""

    id: str
    did: Literal["new", "changed", "same", "forgotten"]
    more_here: bool = False
    divergence: Divergence | None = None


def record_of(connection: Connection, place: WriteContext, number: int, machine: str) -> dict[str, Any]:
    """A memory in the form in which it is sent: all its history, or of a forgotten one only that it was."""
    line = exported(connection, place, number)
    beliefs = entries(connection.execute(Q.ranked_beliefs, {"number": number}).fetchall())
    if line["beliefs"][-1]["status"] == MemoryStatus.FORGOTTEN:
        nothing: dict[str, Any] = {
            "validations": [],
            "anchors": [],
            "replaces": [],
            "confirmations": [],
            "contradicts": [],
        }
        tombstone = line | nothing | {"beliefs": line["beliefs"][-1:]}
        return {"record": tombstone, "ranks": [beliefs[-1].rank], "dropped": [], "refused": None}
    marks = {mark_of(validation) for validation in line["validations"]}
    known = connection.execute(Q.marks_of, {"number": number}).fetchall()
    gone = {row["mark"] for row in known if row["dropped"]} | {row["mark"] for row in known} - marks
    named = [from_machine(validation, machine) for validation in line["validations"]]
    return {
        "record": {**line, "validations": named},
        "ranks": [entry.rank for entry in beliefs],
        "dropped": sorted(gone),
        "refused": refusal(connection, line["memory"]["content"]),
    }


def note_marks(connection: Connection, number: int, travelling: dict[str, Any]) -> None:
    """Remember which validations a memory had when it was sent, to notice when one is taken back."""
    for validation in travelling["record"]["validations"]:
        connection.execute(Q.set_mark, {"memory": number, "mark": mark_of(validation), "dropped": 0})
    for mark in travelling["dropped"]:
        connection.execute(Q.set_mark, {"memory": number, "mark": mark, "dropped": 1})


def merge(connection: Connection, place: WriteContext, travelling: dict[str, Any]) -> MergedMemory:
    """Merge a memory of another machine into what is here; what it takes the place of is linked by `link_all`."""
    record = travelling["record"]
    id, last = record["memory"]["id"], record["beliefs"][-1]
    row = connection.execute(Q.find_id, {"id": id}).fetchone()
    tombstone = last["status"] == MemoryStatus.FORGOTTEN
    if row is None:
        insert(connection, place, "user", _without_revoked(travelling))
        number = number_of(connection, id)
        _set_ranks(connection, number, travelling["ranks"])
        note_marks(connection, number, travelling)
        _refuse(connection, travelling)
        return MergedMemory(id, "forgotten" if tombstone else "new")
    number = int(row["number"])
    here = entries(connection.execute(Q.ranked_beliefs, {"number": number}).fetchall())
    if here[-1].fields[0] == MemoryStatus.FORGOTTEN:
        return MergedMemory(id, "same", more_here=not tombstone)
    if tombstone:
        forget_row(connection, place, number, last["actor"], by_person=True)
        return MergedMemory(id, "forgotten")
    merged = merge_beliefs(here, entries_of(record["beliefs"], travelling["ranks"]))
    _reorder(connection, number, here, merged)
    more_evidence, changed_evidence = _merge_evidence(connection, place, number, travelling)
    changed = bool(merged.only_there) or changed_evidence
    more = bool(merged.only_here) or more_evidence
    for confirmation in record["confirmations"]:
        connection.execute(Q.merge_confirmation, {"independent": 0, **confirmation, "memory": number})
    for other in record["contradicts"]:
        connection.execute(Q.add_contradiction, {"memory": number, "other": other})
    _refuse(connection, travelling)
    divergence = _divergence(id, merged) if merged.conflict else None
    return MergedMemory(id, "changed" if changed else "same", more, divergence)


def link_all(connection: Connection, travelling: Iterable[dict[str, Any]]) -> None:
    """Note which memories take the place of which, once all are there; one that was undone takes none."""
    for one in travelling:
        id = one["record"]["memory"]["id"]
        number = number_of(connection, id)
        now = connection.execute(Q.belief_now, {"number": number}).fetchone()
        if now["status"] == MemoryStatus.RETRACTED and now["reason"] == UNDONE:
            connection.execute(Q.drop_replacements, {"number": number})
        else:
            link(connection, id, one["record"]["replaces"])


def _without_revoked(travelling: dict[str, Any]) -> dict[str, Any]:
    """The record without validations that somebody took back."""
    record: dict[str, Any] = travelling["record"]
    left = [one for one in record["validations"] if mark_of(one) not in travelling["dropped"]]
    return {**record, "validations": left}


def _set_ranks(connection: Connection, number: int, ranks: Iterable[int]) -> None:
    rows = connection.execute(Q.ranked_beliefs, {"number": number}).fetchall()
    for row, rank in zip(rows, ranks, strict=True):
        connection.execute(Q.set_rank, {"belief": row["id"], "rank": rank})


def _reorder(connection: Connection, number: int, here: tuple[BeliefEntry, ...], merged: MergedBeliefs) -> None:
    """Write the merged history: the rows up to the first difference stay, the later ones are written anew, in order."""
    order, common = merged.order, merged.common
    if not merged.only_there:
        return
    connection.execute(Q.set_end, {"id": here[-1].id, "at": here[-1].recorded_at})
    ends = [later.recorded_at for later in order[1:]] + [""]
    for entry, end in zip(order[common:], ends[common:], strict=True):
        (id,) = connection.execute(Q.add_ranked, {**entry.row(end), "memory": number}).fetchone()
        connection.execute(Q.set_rank, {"belief": id, "rank": entry.rank})
    if common:
        connection.execute(Q.set_end, {"id": here[common - 1].id, "at": ends[common - 1]})
    for entry in here[:common]:
        connection.execute(Q.set_rank, {"belief": entry.id, "rank": entry.rank})
    anew = json.dumps([entry.id for entry in here[common:]])
    connection.execute(Q.drop_given_back_of, {"beliefs": anew})
    connection.execute(Q.drop_beliefs, {"beliefs": anew})


def _merge_evidence(
    connection: Connection, place: WriteContext, number: int, travelling: dict[str, Any]
) -> tuple[bool, bool]:
    """Bring the validations together; returns whether there are more here, and whether something changed here."""
    present = exported(connection, place, number)["validations"]
    rows = connection.execute(Q.evidence_of, {"number": number}).fetchall()
    here = {mark_of(validation): row for validation, row in zip(present, rows, strict=True)}
    known = connection.execute(Q.marks_of, {"number": number}).fetchall()
    dropped = {row["mark"] for row in known if row["dropped"] or row["mark"] not in here}
    more = bool(dropped - set(travelling["dropped"]))
    dropped |= set(travelling["dropped"])
    there = {mark_of(validation): validation for validation in travelling["record"]["validations"]}
    more = more or bool(set(here) - set(there) - dropped)
    changed = False
    for mark, validation in there.items():
        if mark not in here and mark not in dropped:
            insert_validation(connection, number, validation)
            changed = True
    for mark in set(here) & dropped:
        connection.execute(Q.drop_one_evidence, {"id": here[mark]["id"]})
        changed = True
    for mark in (set(here) | set(there)) - dropped:
        connection.execute(Q.set_mark, {"memory": number, "mark": mark, "dropped": 0})
    for mark in dropped:
        connection.execute(Q.set_mark, {"memory": number, "mark": mark, "dropped": 1})
    return more, changed


def _refuse(connection: Connection, travelling: dict[str, Any]) -> None:
    """Refuse here what a person refused on another machine: no agent can say it again."""
    told, record = travelling["refused"], travelling["record"]
    if told and record["memory"]["content"]:
        refuse(connection, record["memory"]["content"], told["how"], told["actor"], told["at"])


def _divergence(id: str, merged: MergedBeliefs) -> Divergence:
    here, there, holds = merged.here, merged.only_there[-1], merged.order[-1]
    return Divergence(id, here.fields[0], there.fields[0], holds.fields[0])
