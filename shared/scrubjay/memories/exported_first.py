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
        memory, beliefs = dict(line["memory"]), [_belief(belief) for belief in line["beliefs"]]
        source = memory.pop("source")
        by_hand = source == "manual" or (source == "user" and not memory["quote"])
        memory.pop("claimed")
        is_told = by_hand or _let_through(line["beliefs"])
        checks = [_validation(validation) for validation in line["validations"]] or [_unchecked(memory)]
        if is_told:
            checks[-1] |= {"act": Act.BEFORE, "earned": Grade.TOLD.rank, "source": Origin.PERSON}
        memory |= {"origin": Origin.PERSON if by_hand else Origin.AGENT, "applies": "", "tags": "[]"}
        return {**line, "memory": memory, "beliefs": beliefs, "validations": checks}
    except (KeyError, TypeError, AttributeError, ValueError):
        return line


def _belief(belief: dict[str, Any]) -> dict[str, Any]:
    fields = {name: value for name, value in belief.items() if name not in (*_JUDGED, "unconfirmed")}
    return fields | {"status": "held" if fields["status"] == "pending" else fields["status"]}


def _let_through(beliefs: list[dict[str, Any]]) -> bool:
    """Whether a person approved what waited."""
    waited = next((place for place, belief in enumerate(beliefs) if belief["status"] == "pending"), len(beliefs))
    return any(belief["status"] == "active" and belief["actor"] != "scrubjay" for belief in beliefs[waited:])


def _validation(validation: dict[str, Any]) -> dict[str, Any]:
    fields = {name: value for name, value in validation.items() if name not in _JUDGED}
    citations = [_citation(cited) for cited in validation["citations"]]
    spoken = any(c["status"] == "resolved" and c["relation"] == "speaks of it" for c in citations)
    return fields | _UNGRADED | {
        "source": Origin.PERSON if validation["source"] == "manual" else Origin.AGENT, "citations": citations,
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


def _citation(citation: dict[str, Any]) -> dict[str, Any]:
    fields = {name: value for name, value in citation.items() if name not in ("support", "quote", "quote_hash")}
    return fields | {
        "relation": _RELATIONS.get(citation["support"], "not compared"), "words": citation["quote"],
        "words_hash": citation["quote_hash"], "status": _STATUSES.get(citation["status"], citation["status"]),
        "heading": "", "standing": "", "place": "", "lacks": "[]", "differs": "",
    }  # fmt: skip
