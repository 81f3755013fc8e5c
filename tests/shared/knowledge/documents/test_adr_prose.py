"""A record's own sentences make links; code, quotes, denials and plans don't."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.knowledge.decisions.parse import parse_decision
from scrubjay.knowledge.decisions.stated import statements, without_code


def links(
    body: str, *, status: str = "Accepted", path: str = "docs/adr/0009-x.md", form: str = "markdown"
) -> list[str]:
    heading = "## " if form == "markdown" else ""
    rule = "" if form == "markdown" else "\n======="
    text = f"# 9. X\n\n{heading}Status{rule}\n\n{status}\n\n{heading}Context{rule}\n\n{body}\n"
    found = parse_decision(path, text, form)
    assert found is not None
    return [f"{link.relation} {link.target}" for link in found.links]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("This decision supersedes ADR-3.", ["supersedes 3"]),
        (
            "We tried. This ADR replaces [ADR-0003](0003-redis.md) and ADR-4.",
            ["supersedes 0003-redis.md", "supersedes 4"],
        ),
        ("Supersedes ADR-3.", ["supersedes 3"]),
        ("- Superseded by [ADR-12](0012-y.md)", ["superseded-by 0012-y.md"]),
        ("This record has been superseded by ADR 12.", ["superseded-by 12"]),
        ("**Note:** this ADR is superseded by ADR-12", ["superseded-by 12"]),
        ("This ADR amends ADR-3.", ["amends 3"]),
        ("This ADR partially supersedes ADR-3.", ["amends 3"]),
        ("This ADR supersedes the caching section of ADR-3.", ["amends 3"]),
        ("Superseded in part by ADR-12.", ["amended-by 12"]),
        ("[ADR-12](0012-y.md) supersedes this decision.", ["superseded-by 0012-y.md"]),
        ("ADR-12 amends this record.", ["amended-by 12"]),
        ("> [!WARNING]\n> This ADR has been superseded by ADR-12.", ["superseded-by 12"]),
        ("## Links\n\n- Superseded by: ADR-12", ["superseded-by 12"]),
        # None of these says that this record replaces or is replaced.
        ("This does not supersede ADR-3.", []),
        ("This decision doesn't replace ADR-3.", []),
        ("This ADR is not superseded by ADR-12.", []),
        ("This ADR will be superseded by ADR-12.", []),
        ("If this works, this ADR supersedes ADR-3.", []),
        ("This may later be replaced by ADR-12.", []),
        ("ADR-4 supersedes ADR-3.", []),
        ("Redis replaces ADR-3's database.", []),
        ("This replaces 3 servers by 1.", []),
        ("- Replaces 3 of our servers", []),
        ("- Replaces the cache of 2019", []),
        ('Write "Superseded by ADR-12" into the old record.', []),
        ('An example:\n\n"This decision supersedes ADR-3."', []),
        ("> This decision supersedes ADR-3.", []),
        ("```\nThis decision supersedes ADR-3.\n```", []),
        ("```markdown\n# 3. X\n\n## Status\n\nSuperseded by ADR-12\n```", []),
        ("~~~\n* Supersedes ADR-3\n~~~", []),
        ("    Supersedes ADR-3.", []),
        ("`Supersedes ADR-3.`", []),
        ("Write `superseded by ADR-12` there.", []),
        ("<!-- Superseded by ADR-12 -->", []),
    ],
)
def test_only_what_a_record_says_of_itself_is_a_link(body: str, expected: list[str]) -> None:
    assert links(body) == expected


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        ("Accepted. Supersedes 3", ["supersedes 3"]),
        ("Superseded by decision 12", ["superseded-by 12"]),
        ("Accepted, does not supersede ADR-3", []),
        ("Accepted, will be superseded by ADR-12", []),
        ("Accepted, to be replaced by ADR-12", []),
        ("Accepted on 12 May, replaces the 3 old ones", []),
        ("Superseded by 3, 4 and 5", ["superseded-by 3", "superseded-by 4", "superseded-by 5"]),
    ],
)
def test_a_status_may_name_a_record_by_its_number_alone(status: str, expected: list[str]) -> None:
    assert links("Text.", status=status) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (".. note:: This ADR has been superseded by :doc:`0012-y`", ["superseded-by 0012-y"]),
        (".. warning::\n\n   Superseded by :doc:`0012-y`.", ["superseded-by 0012-y"]),
        (".. code-block:: rst\n\n   Superseded by :doc:`0012-y`.\n\nText.", []),
        ("As in::\n\n   Supersedes ADR-3.\n\nText.", []),
    ],
)
def test_admonitions_count_and_literal_blocks_do_not(body: str, expected: list[str]) -> None:
    assert links(body, path="docs/adr/0009-x.rst", form="rst") == expected


@given(st.text(alphabet="`~>:. \n\taASupersedes ADR-3\"'*", max_size=120), st.sampled_from(["markdown", "rst"]))
@settings(derandomize=True, deadline=None, max_examples=200)
def test_emptying_code_keeps_every_line_in_its_place(text: str, form: str) -> None:
    left = without_code(text, form)
    assert left.count("\n") == text.count("\n")
    assert all(a in ("", b) for a, b in zip(left.split("\n"), text.split("\n"), strict=True))
    list(statements(left))


@settings(max_examples=60)
@given(
    st.sampled_from(["roles", "flag", "third option", "curlew stance", "Decision 3"]),
    st.sampled_from(["of", "in", "from"]),
)
def test_any_part_of_another_record_is_amended_without_a_list_of_parts(part: str, word: str) -> None:
    assert links("", status=f"Accepted\n\nSupersedes the {part} {word} [ADR 3](0003-y.md).") == ["amends 0003-y.md"]


def test_a_possessive_behind_a_record_names_a_part_of_it() -> None:
    assert links("This supersedes ADR-3's roles.") == ["amends 3"]
    assert links("This supersedes ADR-3.") == ["supersedes 3"]


def test_a_field_of_successors_names_records_of_any_series() -> None:
    text = ":Status: Superseded\n:Replaced-By: :ref:`NEP56`\n"
    found = parse_decision("docs/adr/0037-x.rst", f"NEP 37\n======\n\n{text}", "rst")
    assert found is not None
    assert [link.target for link in found.links] == ["56"]


def test_a_status_under_a_subheading_of_status_is_the_status() -> None:
    text = "# 3. X\n\n## Status\n\n### Current\n\nAccepted\n\n## Context\n\nRejected before.\n"
    found = parse_decision("docs/adr/0003-x.md", text, "markdown")
    assert found is not None
    assert found.status == "accepted"
