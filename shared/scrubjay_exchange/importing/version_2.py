"""A line of an export of version 2 in today's words: the law of migration 42, for a file instead of rows. Pure."""

import json
from collections.abc import Mapping
from typing import Any, Final

from scrubjay.model.evidence import Act, PlaceKind
from scrubjay.model.grade import Grade

WORDS: Final = 300
_NO_GROUND: Final = ("doesn't speak of it", "not compared")
_MAKES_NO_QUOTE: Final = ("commit", "issue", "url")


def of_version_2(line: dict[str, Any]) -> dict[str, Any]:
    """A line of an export of version 2 in today's form. Nothing is raised for a wrong line: it is refused later."""
    try:
        checks = [_renewed_validation(one) for one in line["validations"] if not one["outdated"]]
        others = [other for other in line["contradicts"] if "." not in other and "/" not in other]
    except (KeyError, TypeError, AttributeError, ValueError):
        return line
    return {**line, "validations": checks, "contradicts": others}


def _renewed_validation(one: Mapping[str, Any]) -> dict[str, Any]:
    """A validation in today's form."""
    fields = {name: value for name, value in one.items() if name not in ("rules", "outdated")}
    seen = json.loads(fields["observation"]) if fields["observation"] else {}
    fields["observation"] = json.dumps(seen) if seen and seen.pop("how") == "shown" else ""
    fields["act"] = Act.NONE if fields["act"] == "before grades, not proven" else fields["act"]
    fields["citations"] = [_renewed_citation(cited) for cited in fields["citations"] if not cited["attached"]]
    return {**fields, "earned": _earned_grade(fields).rank}


def _renewed_citation(cited: Mapping[str, Any]) -> dict[str, Any]:
    """A citation in today's form."""
    fields = {name: value for name, value in cited.items() if name not in ("relation", "differs", "attached")}
    whole = int(cited["relation"] == "says the same")
    if cited["relation"] in _NO_GROUND:
        return {**fields, "words": "", "words_hash": "", "whole": whole}
    return {**fields, "words": cited["words"][:WORDS], "whole": whole}


def _earned_grade(fields: Mapping[str, Any]) -> Grade:
    """The grade of a memory of version 2, by whose words it is as far as the file says."""
    if fields["act"] or (fields["turn"] and json.loads(fields["turn"])["same"]):
        return Grade.TOLD
    grounds = [one for one in fields["citations"] if one["status"] == "resolved" and one["lacks"] == "[]"]
    if any(one["whole"] and one["place"] == PlaceKind.STATES and one["kind"] not in _MAKES_NO_QUOTE for one in grounds):
        return Grade.QUOTED
    is_grounded = fields["observation"] or fields["turn"] or any(one["words"] for one in grounds)
    return Grade.GROUNDED if is_grounded else Grade.SAID
