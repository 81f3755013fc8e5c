"""Where are the secrets in a text? Rules, assignments and detect-secrets' plugins, merged."""

import hashlib
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from importlib import resources
from itertools import chain

from scrubjay.secrets import assignment, prefilter
from scrubjay.secrets.model import Finding, Masked
from scrubjay.secrets.plugins import PLUGINS, plugin_findings
from scrubjay.secrets.words import is_a_name

MOST = 10_000
"""Findings in one text. From this one on, all that is left counts as secret: rather too much masked than too little."""
_LINE_END = re.compile(r"[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_BASE64 = re.compile(r"[A-Za-z0-9+/]{0,200}")
_CODE_VERSION = "4"
"""Raised by hand when a threshold or a branch changes; tables and expressions are counted in by themselves."""


def _rules_version() -> str:
    files = resources.files("scrubjay.secrets")
    tables = [(files / name).read_text(encoding="utf-8") for name in ("providers.tsv", "services.txt")]
    expressions = [value.pattern for value in vars(assignment).values() if isinstance(value, re.Pattern)]
    return hashlib.sha256("\0".join([*tables, *expressions, *PLUGINS, _CODE_VERSION]).encode()).hexdigest()[:12]


RULES_VERSION = _rules_version()
"""Changes when a rule changes, so that documents are read again."""


def find_secrets(text: str, *, filter: prefilter.Filter = prefilter.candidates) -> tuple[Finding, ...]:
    """Every secret in a text, in order, without overlap; at most MOST: the last then takes all that follows."""
    found = list(_apart(sorted(set(_all(text, filter)))))
    if not found:
        return ()
    if len(found) > MOST:
        found[MOST - 1 :] = [Finding(found[MOST - 1].start, len(text), "too-many-secrets")]
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    return tuple(Finding(f.start, f.end, f.kind, bisect_right(starts, f.start)) for f in found)


def _all(text: str, filter: prefilter.Filter) -> Iterator[Finding]:
    for finding in chain(_of_rules(text, filter), plugin_findings(text)):
        if not _in_blob(text, finding) and not is_a_name(text, finding):
            yield finding
    yield from assignment.assignment_findings(text)


def _of_rules(text: str, filter: prefilter.Filter) -> Iterator[Finding]:
    for rule in filter(text):
        group = 1 if rule.expression.groups else 0
        for match in rule.expression.finditer(text):
            yield Finding(match.start(group), match.end(group), rule.kind)


def _in_blob(text: str, finding: Finding) -> bool:
    """Whether a token's form came up by chance inside encoded data, such as an embedded image."""
    after = _BASE64.match(text, finding.end)
    before = _BASE64.match(text[max(0, finding.start - 200) : finding.start][::-1])
    return sum(found.end() - found.start() for found in (before, after) if found) >= 200


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
    at = lines = last = 0
    for finding in found:
        ends = _LINE_END.findall(text, finding.start, finding.end)
        parts.extend((text[at : finding.start], f"[redacted: {finding.kind}]", *ends))
        at = finding.end
        first, last = max(finding.line, last + 1), finding.line + ends.count("\n")
        lines += max(0, last - first + 1)
    parts.append(text[at:])
    return Masked("".join(parts), lines, tuple(finding.kind for finding in found))
