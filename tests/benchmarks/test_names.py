"""How often does a secret rule take a file's name or a link for a token? Each rule's false alarms on real ones.

`--data FOLDER` holds `names.txt` and `links.txt`, one a line, from repositories whose names hold no secrets, mixed:
`git ls-tree -r --name-only HEAD` of many clones, and the link targets of their documents.
"""

from collections import Counter
from pathlib import Path

import pytest

from scrubjay.privacy.secrets.masking import find_secrets
from scrubjay.privacy.secrets.rules import PLUGINS, rules
from tests.benchmarks.figures import show

pytestmark = pytest.mark.benchmark
ROWS = 10_000


def alarms(file: Path) -> tuple[int, Counter[str]]:
    rows = file.read_text(encoding="utf-8", errors="replace").splitlines()[:ROWS]
    return len(rows), Counter(finding.kind for row in rows for finding in find_secrets(row))


def test_no_rule_takes_a_real_file_name_for_a_secret(data: Path) -> None:
    names, of_names = alarms(data / "names.txt")
    links, of_links = alarms(data / "links.txt")
    stated = sorted({rule.kind for rule in rules()} | set(PLUGINS) | set(of_names) | set(of_links))
    loud = {kind: (of_names[kind], of_links[kind]) for kind in stated if of_names[kind] or of_links[kind]}
    given = f"{names:,} names and {links:,} links, {len(stated)} rules"
    show("false alarms", given, str(loud or "none"), "0 on names; (names, links) of each rule that has any")
    assert names >= ROWS
    assert not of_names
