"""`scrubjay rot` lists decision records whose numbers or references aren't clear; they don't change its exit code."""

import json
from typing import Any


def test_records_that_share_a_number_or_name_what_is_not_there_are_listed(ready: Any, magpie: Any) -> None:
    adr = "docs/decisions"
    magpie.write(f"{adr}/0035-pointers.md", "# Pointers\n\n## Status\n\nAccepted\n")
    magpie.write(f"{adr}/0035-modules.md", "# Modules\n\n## Status\n\nAccepted\n")
    magpie.write(f"{adr}/0036-indices.md", "# Indices\n\n## Status\n\nRemplacé par ADR-0099\n")
    magpie.git("add", "-A")
    magpie.git("commit", "-q", "-m", "decide")
    done = ready("rot")
    assert done.code == 0
    assert "3 decision records with a number or a reference that isn't clear:" in done.out
    assert f"- ADR-036 {adr}/0036-indices.md: superseded by ADR-099 (not in this view)" in done.out
    records = json.loads(ready("rot", "--json").out)["records"]
    assert {one["path"]: one["remarks"] for one in records}[f"{adr}/0035-modules.md"] == [
        f"ADR-035 is also the number of {adr}/0035-pointers.md"
    ]
