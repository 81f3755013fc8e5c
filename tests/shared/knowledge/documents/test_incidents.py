"""What an incident report says of itself is read from its front matter or the lines at its top."""

import pytest

from scrubjay.knowledge.documents.incidents import Incident, looks_like_incident, parse_incident

FRONT = """\
---
severity: SEV-1
services: [payments, checkout]
date: 2026-02-03
resolved: 2026-02-04T10:00:00Z
status: closed
---
# Payments were down
"""

BULLETS = """\
# Checkout was slow

* **Severity**: sev2
* Affected services: checkout
* Started: 2026-01-09 10:00 UTC

The pool was empty.
"""

TABLE = "# Outage\n\n| Severity | high |\n| Service | search |\n"


@pytest.mark.parametrize(
    ("text", "incident"),
    [
        (FRONT, Incident("sev-1", ("payments", "checkout"), "2026-02-03", "2026-02-04", "closed")),
        (BULLETS, Incident("sev2", ("checkout",), "2026-01-09")),
        (TABLE, Incident("high", ("search",))),
        ("# Nothing said\n", Incident()),
        ("---\n: [\n---\n# Broken\n", Incident()),
    ],
)
def test_its_fields_are_read_in_every_form(text: str, incident: Incident) -> None:
    assert parse_incident("docs/incidents/x.md", text) == incident


@pytest.mark.parametrize(
    "said",
    ["type: incident", "kind: Post-Mortem", "tags: [ops, postmortem]", "category: incident_report", "doc_type: RCA"],
)
def test_front_matter_makes_a_report_anywhere(said: str) -> None:
    found = parse_incident("docs/2026/pool.md", f"---\n{said}\nseverity: SEV-2\n---\n# Empty pool\n")
    assert found == Incident("sev-2")


@pytest.mark.parametrize(
    "said", ["type: guide", "title: incident", "type: incidental", "severity: high", "tags: {a: b}"]
)
def test_other_front_matter_makes_none(said: str) -> None:
    assert parse_incident("docs/2026/pool.md", f"---\n{said}\n---\n# Pool\n") is None


def test_a_template_is_none_whatever_it_says() -> None:
    assert parse_incident("templates/a.md", "---\ntype: incident\n---\n# Name it\n") is None


def test_a_day_in_the_name_stands_in_for_a_missing_date() -> None:
    found = parse_incident("postmortems/2026-01-09-pool.md", "# Pool\n")
    assert found is not None
    assert found.started == "2026-01-09"


@pytest.mark.parametrize("path", ["docs/incidents/a.md", "runbooks/restart.rst", "ops/postmortem-2026.md"])
def test_the_usual_places_hold_reports(path: str) -> None:
    assert looks_like_incident(path)


@pytest.mark.parametrize(
    "path", ["docs/a.md", "docs/incidents/README.md", "incidents/template.md", "incidents/a.py", "docs/incidental.md"]
)
def test_templates_and_other_files_are_none(path: str) -> None:
    assert not looks_like_incident(path)
    assert parse_incident(path, FRONT) is None
