"""Secrets of a text, found or masked; the rules are read with the first text, since few processes have one."""

from collections.abc import Collection

from scrubjay.model.pattern import pattern
from scrubjay.privacy.secrets.model import Masked, SecretFinding

RULES_VERSION = "3496655cbfe9"
"""Fingerprint of the rules, which a test compares; when it changes, documents are scanned again."""

_LINE_END = pattern(r"[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")


def find_secrets(text: str, *, allowed: Collection[str] = ()) -> tuple[SecretFinding, ...]:
    """Every secret in a text, as `find.find_secrets` finds them."""
    if not text:
        return ()
    from scrubjay.privacy.secrets import find

    return find.find_secrets(text, allowed=allowed)


def mask(text: str, allowed: Collection[str] = ()) -> Masked:
    """Replace every secret by `[redacted: kind]`; the number of lines is unchanged, so that line ranges stay valid."""
    findings = find_secrets(text, allowed=allowed)
    if not findings:
        return Masked(text, 0, ())
    parts: list[str] = []
    position = lines = last = 0
    for finding in findings:
        ends = _LINE_END.findall(text, finding.start, finding.end)
        parts.extend((text[position : finding.start], f"[redacted: {finding.kind}]", *ends))
        position = finding.end
        first, last = max(finding.line, last + 1), finding.line + ends.count("\n")
        lines += max(0, last - first + 1)
    parts.append(text[position:])
    return Masked("".join(parts), lines, tuple(finding.kind for finding in findings), findings)


def masked_text(text: str) -> str:
    """The text with `[redacted: kind]` in place of every secret."""
    return mask(text).text
