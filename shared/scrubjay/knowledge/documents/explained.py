"""Why a path is found or not, in words: a question a line. Pure."""

from scrubjay.knowledge.documents.explain import Explanation
from scrubjay.knowledge.index.kinds import kind_of
from scrubjay.model.counted import counted
from scrubjay.privacy.secrets.shown_names import shown


def explained(explanation: Explanation, short: str) -> list[tuple[str, str]]:
    """A path's state as (question, answer); `short` is the commit that it was asked at."""
    here = explanation.checked_out
    selected = f"{'yes' if explanation.selected else 'no'}: {explanation.selection}"
    out = [
        ("path", shown(explanation.path)),
        *([("submodule", shown(explanation.origin))] if explanation.origin else []),
        ("at HEAD", f"{'yes' if explanation.at_head else 'no'}, {explanation.kind} at {short}"),
        *([("files", here)] if explanation.at_head and here != "yes" else []),
        *([("selected", selected)] if explanation.kind in ("file", "absent") else []),
    ]
    if explanation.blob:
        out.append(("blob", explanation.blob))
    if not explanation.indexed:
        reason = explanation.refused or ("not yet" if explanation.selected else "not selected")
        out.append(("indexed", f"no: {reason}"))
        out.append(("why", explanation.why))
        return [*out, ("change", explanation.change or "nothing that is set here would change it")]
    commit = explanation.ingested_commit[:10] or "the working view"
    return [
        *out,
        (
            "masked",
            f"{counted(explanation.masked_lines, 'line')} with secrets (`scrubjay log --masked`)"
            if explanation.masked_lines
            else "nothing",
        ),
        ("indexed", f"{counted(explanation.passages, 'passage')}, {explanation.ingested_at}, at {commit}"),
        *([("limits", explanation.limits)] if explanation.limits else []),
        (
            "changed",
            f"{explanation.changed_at or 'unknown'} by {explanation.changed_commit[:10] or 'an unknown commit'}",
        ),
        ("embedded", _embedded(explanation)),
    ]


def _embedded(explanation: Explanation) -> str:
    if kind_of(explanation.format) == "code":
        return "no: code is found by its words"
    return f"{explanation.embedded} of {counted(explanation.passages, 'passage')}"
