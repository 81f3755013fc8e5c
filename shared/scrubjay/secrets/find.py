"""Where are the secrets in a text? Rules, assignments and detect-secrets' plugins, merged."""

import hashlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from importlib import resources

from scrubjay.secrets import prefilter
from scrubjay.secrets.assignment import assignment_findings
from scrubjay.secrets.model import Finding, Masked
from scrubjay.secrets.plugins import plugin_findings

MOST = 10_000
_CODE_VERSION = "2"


def _rules_version() -> str:
    files = resources.files("scrubjay.secrets")
    texts = [(files / name).read_bytes() for name in ("providers.tsv", "services.txt")]
    return hashlib.sha256(b"\0".join([*texts, _CODE_VERSION.encode()])).hexdigest()[:12]


RULES_VERSION = _rules_version()
"""Changes when a rule changes, so that documents are read again."""


def find_secrets(text: str, *, filter: prefilter.Filter = prefilter.candidates) -> tuple[Finding, ...]:
    """Every secret in a text, in order, without overlap; at most 10,000."""
    found = sorted(set(_all(text, filter)))[:MOST]
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    return tuple(Finding(f.start, f.end, f.kind, bisect_right(starts, f.start)) for f in _apart(found))


def _all(text: str, filter: prefilter.Filter) -> Iterator[Finding]:
    for rule in filter(text):
        group = 1 if rule.expression.groups else 0
        for match in rule.expression.finditer(text):
            yield Finding(match.start(group), match.end(group), rule.kind)
    yield from assignment_findings(text)
    yield from plugin_findings(text)


def _apart(found: Iterable[Finding]) -> Iterator[Finding]:
    """Join findings that overlap: the widest span, under the kind of the first."""
    last: Finding | None = None
    for finding in found:
        if last and finding.start < last.end:
            last = Finding(last.start, max(last.end, finding.end), last.kind)
            continue
        if last:
            yield last
        last = finding
    if last:
        yield last


def mask(text: str) -> Masked:
    """Replace every secret by `[redacted: kind]`; the number of lines stays, so that line ranges stay true."""
    found = find_secrets(text)
    if not found:
        return Masked(text, 0, ())
    parts: list[str] = []
    at = lines = 0
    for finding in found:
        newlines = text.count("\n", finding.start, finding.end)
        parts.extend((text[at : finding.start], f"[redacted: {finding.kind}]", "\n" * newlines))
        at = finding.end
        lines += newlines + 1
    parts.append(text[at:])
    return Masked("".join(parts), lines, tuple(finding.kind for finding in found))
