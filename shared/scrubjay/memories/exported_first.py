"""What does a line of an export of version 1 say in version 2? The law of the migration, for a file instead of rows."""

from typing import Any

from scrubjay.model.evidence import Act, Origin
from scrubjay.model.grade import Grade

_RELATIONS = {"supported": "speaks of it", "contrary": "says otherwise", "unrelated": "doesn't speak of it"}
_STATUSES = {"verified": "resolved", "source changed since": "changed since"}
_JUDGED = ("tier", "confidence", "score")


def of_version_1(line: dict[str, Any]) -> dict[str, Any]:
    """The line in version 2. What version 1 never had is refused later, so nothing here raises for it.

    What a person typed or let through is told "before grades, not proven"; the rest is to be graded anew.
    """
    try:
        memory, beliefs = dict(line["memory"]), [_belief(one) for one in line["beliefs"]]
        source = memory.pop("source")
        by_hand = source == "manual" or (source == "user" and not memory["quote"])
        memory.pop("claimed")
        told = by_hand or _let_through(line["beliefs"])
        checks = [_validation(one) for one in line["validations"]] or [_unchecked(memory)]
        if told:
            checks[-1] |= {"act": Act.BEFORE, "earned": Grade.TOLD.rank, "source": Origin.PERSON}
        memory |= {"origin": Origin.PERSON if by_hand else Origin.AGENT, "applies": "", "tags": "[]"}
        return {**line, "memory": memory, "beliefs": beliefs, "validations": checks}
    except (KeyError, TypeError, AttributeError, ValueError):
        return line


def _belief(one: dict[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in one.items() if name not in (*_JUDGED, "unconfirmed")}
    return kept | {"status": "held" if kept["status"] == "pending" else kept["status"]}


def _let_through(beliefs: list[dict[str, Any]]) -> bool:
    """Whether a person approved what waited."""
    waited = next((place for place, one in enumerate(beliefs) if one["status"] == "pending"), len(beliefs))
    return any(one["status"] == "active" and one["actor"] != "scrubjay" for one in beliefs[waited:])


def _validation(one: dict[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in one.items() if name not in _JUDGED}
    citations = [_citation(cited) for cited in one["citations"]]
    spoken = any(c["status"] == "resolved" and c["relation"] == "speaks of it" for c in citations)
    return kept | _UNGRADED | {
        "source": Origin.PERSON if one["source"] == "manual" else Origin.AGENT, "citations": citations,
        "earned": (Grade.CITED if spoken else Grade.UNCONFIRMED).rank,
    }  # fmt: skip


_UNGRADED: dict[str, Any] = {
    "verdict": "stored", "act": Act.NONE, "observation": "", "turn": "", "earned": Grade.UNCONFIRMED.rank, "rules": 0,
    "outdated": 0,
}  # fmt: skip


def _unchecked(memory: dict[str, Any]) -> dict[str, Any]:
    return _UNGRADED | {
        "captured_at": memory["recorded_at"], "reason": "written before claims were checked", "source": Origin.AGENT,
        "source_id": memory["author"], "horizon": "", "similarity": 0, "conflict": "", "passed": "[]", "failed": "[]",
        "metadata": "{}", "citations": [],
    }  # fmt: skip


def _citation(one: dict[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in one.items() if name not in ("support", "quote", "quote_hash")}
    return kept | {
        "relation": _RELATIONS.get(one["support"], "not compared"), "words": one["quote"],
        "words_hash": one["quote_hash"], "status": _STATUSES.get(one["status"], one["status"]),
        "heading": "", "standing": "", "place": "", "lacks": "[]", "differs": "",
    }  # fmt: skip
