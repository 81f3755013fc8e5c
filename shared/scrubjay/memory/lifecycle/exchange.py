"""Export and import of memories: JSON lines with all their history, sealed by the home that wrote them."""

import hashlib
import hmac
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from scrubjay.errors import UsageError
from scrubjay.identity.audit import AuditEvent
from scrubjay.memory.lifecycle.merging import Arrivals, arrivals
from scrubjay.memory.store.bounds import SAID_IN
from scrubjay.memory.store.index import MOST, index_memory
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.store.rows import Q, add_evidence
from scrubjay.memory.store.writing import WriteContext, number_of
from scrubjay.model.evidence import Act, EvidenceObject, Origin, ValidationResult, Verdict
from scrubjay.model.grade import Grade
from scrubjay.model.later import Later
from scrubjay.model.memory import MemoryStatus
from scrubjay.model.visible import json_text
from scrubjay.storage.driver import Connection

if TYPE_CHECKING:
    from scrubjay.memory.lifecycle import exported as exported_lines
else:
    exported_lines = Later("scrubjay.memory.lifecycle.exported")

VERSION = 3
LONGEST_LINE = 2_000_000
OlderLine = Callable[[dict[str, Any]], dict[str, Any]]
_OURS = ("number", "project", "memory", "evidence")


class ExportFile(NamedTuple):
    """What an exported file holds, whether this home `sealed` it unchanged, and which project it says it left."""

    scope: str
    memories: list[dict[str, Any]]
    sealed: bool
    project: str
    roots: frozenset[str]


def count(connection: Connection, project: str) -> int:
    """How many memories a project or user has, of every status."""
    return len(connection.execute(Q.numbers, {"project": project}).fetchall())


def export_lines(
    connection: Connection, place: WriteContext, scope: str, seal: bytes, roots: Collection[str] = ()
) -> Iterator[str]:
    """Every memory with its history, oldest first, between a head and a seal; without a key the seal is empty.

    The head names the project that they are of, by its id and the root commits of its repository.
    """
    digest = hmac.new(seal, digestmod=hashlib.sha256)
    of = {"project": place.owner, "roots": sorted(roots)} if place.owner else {}
    head = json_text({"scrubjay": "memories", "version": VERSION, "scope": scope, **of})
    digest.update(head.encode())
    yield head
    count = 0
    for row in connection.execute(Q.numbers, {"project": place.owner}).fetchall():
        line = json_text(exported(connection, place, row["number"]), sort_keys=True)
        digest.update(line.encode())
        count += 1
        yield line
    yield json_text({"memories": count, "seal": digest.hexdigest() if seal else ""})


def exported(connection: Connection, place: WriteContext, number: int) -> dict[str, Any]:
    """One memory with its history, oldest first."""
    params = {"number": number}
    memory = _exported_columns(connection.execute(Q.memory_row, params).fetchone())
    if memory["key"] and memory["key"].startswith(f"{place.owner}:"):
        memory["key"] = memory["key"].removeprefix(f"{place.owner}:")
    checks = []
    for row in connection.execute(Q.evidence_of, params).fetchall():
        citations = [
            _exported_columns(citation) for citation in connection.execute(Q.citations_of, {"evidence": row["id"]})
        ]
        checks.append({**_exported_columns(row, "id"), "citations": citations})
    return {
        "memory": memory,
        "beliefs": [_exported_columns(row, "id", "believed_at") for row in connection.execute(Q.beliefs_of, params)],
        "validations": checks,
        "anchors": [_exported_columns(row) for row in connection.execute(Q.anchors_of, params)],
        "replaces": [
            {"id": row["id"], "how": row["how"]} for row in connection.execute(Q.older, {"numbers": f"[{number}]"})
        ],
        "confirmations": [_exported_columns(row) for row in connection.execute(Q.confirmations_of, params)],
        "contradicts": [row["other"] for row in connection.execute(Q.contradictions_ever, params)],
    }


def _exported_columns(row: Any, *also: str) -> dict[str, Any]:
    return {name: row[name] for name in row.keys() if name not in (*_OURS, *also)}  # noqa: SIM118 - a Row, no dict


def read_file(lines: Iterable[str], seal: bytes, older: Mapping[int, OlderLine] = MappingProxyType({})) -> ExportFile:
    """Read an exported file; `older` turns lines of an earlier version into today's form. Raises UsageError."""
    digest = hmac.new(seal, digestmod=hashlib.sha256)
    scope, sealed, project, roots = "", False, "", frozenset[str]()
    law: OlderLine | None = None
    memories: list[dict[str, Any]] = []
    for number, written in enumerate(lines, 1):
        text = written.rstrip("\n")
        try:
            value = json.loads(text) if len(text) <= LONGEST_LINE else None
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            raise UsageError(
                f"Line {number} is no JSON object. Nothing was imported; give a file of `scrubjay export`."
            )
        if number == 1:
            law = older.get(value.get("version", 0))
            if value.get("scrubjay") != "memories" or (law is None and value.get("version") != VERSION):
                raise UsageError("This is no export of memories that this scrubjay can read. Nothing was imported.")
            scope = "user" if value.get("scope") == "user" else "project"
            project, listed = str(value.get("project", "")), value.get("roots")
            roots = frozenset(map(str, listed)) if isinstance(listed, list) else roots
        elif "seal" in value:
            sealed = hmac.compare_digest(str(value["seal"]), digest.hexdigest()) and value.get("memories") == len(
                memories
            )
            continue
        else:
            line = law(value) if law else value
            check(line, number)
            memories.append(line)
        digest.update(text.encode())
    if not scope:
        raise UsageError("The file is empty. Give a file of `scrubjay export`.")
    return ExportFile(scope, memories, sealed, project, roots)


def check(value: dict[str, Any], line: int) -> None:
    """Check a line of an export before anything is written. Raises UsageError for one that no export would hold."""
    if wrong := exported_lines.problem(value):
        raise UsageError(f"Line {line}: {wrong}. Nothing was imported.")


def restore_memories(
    connection: Connection,
    place: WriteContext,
    scope: str,
    lines: list[dict[str, Any]],
    actor: str,
    *,
    sealed: bool,
    origin: Origin = Origin.PERSON,
) -> Arrivals:
    """Write memories with their history as they were; one that is there stays. Returns how many are new.

    One with a secret anywhere in its history is left out. What a file that this home didn't seal says of persons and
    machines proves nothing: `actor` stands behind what holds in it where they are a person; to a script that may read
    one all of it is its own claim.
    """
    counts, new = arrivals(connection, lines)
    for entry in new:
        line = entry if sealed else unproven(entry) if origin is Origin.PERSON else claimed(entry, scope, place.project)
        insert(connection, place, scope, line)
        holds = entry["beliefs"][-1]["status"] == MemoryStatus.ACTIVE
        if not sealed and holds and origin is Origin.PERSON:
            _confirm_by_person(connection, place, entry["memory"]["id"], actor)
    for entry in new:
        link(connection, entry["memory"]["id"], entry["replaces"])
    connection.execute(Q.bump_generation)
    place.audit.add(
        connection, place.now, AuditEvent.IMPORT, actor, "", "import as it was", "stored",
        {"memories": len(new), "there already": len(lines) - len(new), "by": origin},
    )  # fmt: skip
    return counts


def link(connection: Connection, id: str, replaces: Iterable[dict[str, Any]]) -> None:
    """Note which memories a memory takes the place of, as far as these are there."""
    newer = number_of(connection, id)
    for older in replaces:
        if row := connection.execute(Q.find_id, {"id": older["id"]}).fetchone():
            connection.execute(Q.add_replacement, {"newer": newer, "older": row["number"], "how": older["how"]})


def unproven(line: dict[str, Any]) -> dict[str, Any]:
    """An exported memory without what only its own home could know: what persons said and machines showed."""
    least = {"act": "", "observation": "", "turn": ""}
    checks = [
        {
            **validation,
            **least,
            "earned": max(validation["earned"], Grade.GROUNDED.rank),
            "citations": _unquoted_citations(validation),
            "source": Origin.AGENT,
        }
        for validation in line["validations"]
    ]
    return {**line, "validations": checks}


def _unquoted_citations(validation: dict[str, Any]) -> list[dict[str, Any]]:
    """The citations of a validation, none marked as quoted: no checkout here was looked at."""
    return [citation | {"whole": 0} for citation in validation["citations"]]


def claimed(line: dict[str, Any], scope: str, project: str) -> dict[str, Any]:
    """An exported memory as the claim of a script: nothing that the file says of sources counts either."""
    memory = line["memory"] | {"origin": Origin.SCRIPT}
    request = RememberRequest(content=memory["content"], kind=memory["kind"], scope=scope, origin=Origin.SCRIPT)
    metadata = json_text({SAID_IN: project} if request.confined else {})
    none = {"earned": Grade.SAID.rank, "source": Origin.SCRIPT, "citations": [], "metadata": metadata}
    checks = [validation | none for validation in unproven(line)["validations"]]
    return {**line, "memory": memory, "validations": checks}


def _confirm_by_person(connection: Connection, place: WriteContext, id: str, actor: str) -> None:
    """Note that the person who imports a memory stands behind it."""
    evidence = EvidenceObject(claim="", capture_time=place.now, source=Origin.PERSON, source_id=actor, act=Act.IMPORTED)
    validation = ValidationResult(
        verdict=Verdict.STORED,
        grade=Grade.TOLD,
        reason=f"imported by {actor}",
        checks_passed=(),
        checks_failed=(),
        evidence=evidence,
    )
    add_evidence(connection, number_of(connection, id), validation)


def insert(connection: Connection, place: WriteContext, scope: str, line: dict[str, Any]) -> None:
    """Write a memory that isn't there with its history; what it takes the place of is linked later."""
    memory = line["memory"]
    key = memory.get("key")
    if key and not key.startswith("forgotten:"):
        key = f"{place.owner}:{key}"
    if key and connection.execute(Q.by_key, {"key": key, "forgotten": key}).fetchone():
        key = None  # another memory was stored under it here
    row = {"agent": "", **memory, "scope": scope, "project": place.owner, "key": key, "commit": memory["commit_sha"],
           "at": memory["recorded_at"]}  # fmt: skip
    (number,) = connection.execute(Q.add, row).fetchone()
    for belief in line["beliefs"]:
        connection.execute(Q.add_belief, {**belief, "memory": number})
    for validation in line["validations"]:
        insert_validation(connection, number, validation)
    for anchor in line["anchors"]:
        connection.execute(
            Q.add_anchor,
            {"made_at": 0, "lines": None, "apart": 1, **anchor, "memory": number, "commit": anchor["commit_sha"],
             "patch": anchor["patch_id"]},
        )  # fmt: skip
    for confirmations in line.get("confirmations", []):
        connection.execute(Q.add_confirmation, {"independent": 0, **confirmations, "memory": number, "most": MOST})
    for other in line.get("contradicts", []):
        connection.execute(Q.add_contradiction, {"memory": number, "other": other})
    if memory["content"]:
        index_memory(connection, place.counter, number, memory["id"], memory["content"], memory["recorded_at"])


def insert_validation(connection: Connection, number: int, validation: dict[str, Any]) -> None:
    """Write a validation of a memory with its citations."""
    row = {"session": "", **validation, "memory": number}
    (evidence,) = connection.execute(Q.add_evidence, row).fetchone()
    for citation in validation["citations"]:
        connection.execute(Q.add_citation, {**citation, "evidence": evidence})
