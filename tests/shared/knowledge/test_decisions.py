"""Decision records in five forms, and which of them stand."""

from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.knowledge.decisions.naming import kep_readme, looks_like_decision
from scrubjay.knowledge.decisions.parse import parse_decision
from scrubjay.knowledge.decisions.standing import resolve_supersession
from scrubjay.knowledge.documents.selection import format_of
from scrubjay.model.decision import Decision, Link

MADR = '---\nstatus: "superseded by ADR-0009"\ndate: 2026-03-01\n---\n# Use Redis\n\n## Context\n\nText.\n'
MADR_2 = "# 3. Use Redis\n\n* Status: accepted\n* Date: 2026-03-01\n* Supersedes: [ADR-2](0002-x.md)\n\nText.\n"
DATED = "# 3. Use Redis\n\nDate: 2026-03-01\n\n## Status\n\n"
NYGARD = DATED + "Superseded by [9. Drop Redis](0009-drop-redis.md)\n\n## Context\n"
TOOLS = DATED + "Accepted\n\nSupercedes [2. X](0002-x.md)\n\nAmends [1. Y](0001-y.md)\n"
RST = (
    "3. Use Redis\n############\n\nStatus\n******\n\n**Accepted** 2026-03-01\n\nSupersedes :doc:`0002-x`\n\n"
    "Context\n*******\n"
)
KEP = (
    "title: Use Redis\nkep-number: 1234\nstatus: implementable\ncreation-date: 2026-03-01\n"
    "replaces:\n  - /keps/sig/12-x\n"
)


@pytest.mark.parametrize(
    ("path", "text", "number", "status", "links"),
    [
        ("docs/decisions/0003-redis.md", MADR, "3", "superseded", [("superseded-by", "9")]),
        ("docs/adr/0003-redis.md", MADR_2, "3", "accepted", [("supersedes", "0002-x.md")]),
        ("doc/adr/0003-redis.md", NYGARD, "3", "superseded", [("superseded-by", "0009-drop-redis.md")]),
        ("doc/adr/0003-redis.md", TOOLS, "3", "accepted", [("supersedes", "0002-x.md"), ("amends", "0001-y.md")]),
        ("docs/decisions/0003-redis.rst", RST, "3", "accepted", [("supersedes", "0002-x")]),
        ("keps/sig/1234-redis/kep.yaml", KEP, "1234", "implementable", [("supersedes", "/keps/sig/12-x")]),
    ],
    ids=["MADR", "MADR 2", "Nygard", "adr-tools", "rst", "KEP"],
)
def test_every_usual_form_is_read(path: str, text: str, number: str, status: str, links: list[tuple[str, str]]) -> None:
    found = parse_decision(path, text, format_of(path))
    assert found is not None
    assert (found.number, found.status, found.date) == (number, status, "2026-03-01")
    assert found.title == "Use Redis"
    assert [(link.relation, link.target) for link in found.links] == links


@pytest.mark.parametrize(
    "path",
    ["README.md", "docs/guide.md", "docs/adr/template.md", "docs/adr/adr-template.md", "docs/adr/0000-template.md",
     "docs/adr/README.md", "docs/adr/index.rst", "src/adr.py"],
)  # fmt: skip
def test_other_files_are_no_decisions(path: str) -> None:
    assert not looks_like_decision(path)
    assert parse_decision(path, TOOLS, "markdown") is None


def test_a_kep_belongs_to_the_readme_beside_it() -> None:
    assert kep_readme("keps/sig/1234-redis/kep.yaml") == "keps/sig/1234-redis/README.md"
    assert kep_readme("docs/adr/0001-x.md") == ""


@pytest.mark.parametrize(
    "front",
    [
        "status: [",
        "status: *a",
        "a: &a [x]\nb: [*a,*a]",
        "status: {x: {y: 1}}",
        "\tstatus: accepted",
        "date: 2026-99-99",
    ],
)
def test_malformed_front_matter_never_stops_the_reader(front: str) -> None:
    found = parse_decision("docs/adr/0001-x.md", f"---\n{front}\n---\n# X\n", "markdown")
    assert found is not None
    assert found.number == "1"


@settings(derandomize=True, max_examples=150, deadline=None, database=None)
@given(st.text(max_size=300))
def test_any_text_is_read_without_an_error(text: str) -> None:
    for path in ("docs/adr/0001-x.md", "docs/adr/0001-x.rst", "keps/a/kep.yaml"):
        parse_decision(path, text, format_of(path))


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ("Accepted", "accepted"),
        ("**Accepted** (was: proposed)", "accepted"),
        ("<!-- proposed | rejected | superseded by [ADR-0005](0005-x.md) -->\nAccepted", "accepted"),
        ("Accepted\n\nPartially superseded by [ADR-5](0005-x.md)", "accepted"),
        ("Accepted, supersedes ADR-2", "accepted"),
        ("Accepted\n\nSuperseded by ADR-5", "superseded"),
        ("Superceded", "superseded"),
        ("Superseeded by [ADR-5](0005-x.md)", "superseded"),
        ("{proposed | accepted | superseded by [ADR-0005](0005-x.md)}", ""),
        ("Provisional", "draft"),
        ("Not accepted yet, proposed", "proposed"),
        ("On hold (until spring)", "on hold"),
    ],
)
def test_a_status_is_told_by_what_it_says_of_the_record_itself(said: str, status: str) -> None:
    found = parse_decision("docs/adr/0001-x.md", f"# X\n\n## Status\n\n{said}\n\n## Context\n\nRejected.\n", "markdown")
    assert found is not None
    assert found.status == status


@pytest.mark.parametrize(
    ("head", "said", "status", "links"),
    [
        ("Superseded: 2019-12-19 by [ADR 14](0014-x.md)\n\n", "Superseded", "superseded", ["superseded-by 0014-x.md"]),
        ("", "⌛️ Superseded [0019](0019-x.md)", "superseded", ["superseded-by 0019-x.md"]),
        ("", "Superseded by\n[ADR 14](0014-x.md)", "superseded", ["superseded-by 0014-x.md"]),
        ("", "Superseded by\n\n* [ADR 14](0014-x.md)", "superseded", ["superseded-by 0014-x.md"]),
        ("", "Superseded by:\n\n- [A](0014-x.md)\n- [B](0015-y.md)", "superseded",
         ["superseded-by 0014-x.md", "superseded-by 0015-y.md"]),
        ("", "Partly superseded", "partly superseded", []),
        ("", "Partly superseded by [ADR 14](0014-x.md)", "partly superseded", ["amended-by 0014-x.md"]),
        ("", "Accepted\n\nThis ADR in part supersedes [0003](0003-x.md).", "accepted", ["amends 0003-x.md"]),
        ("", "Superseded by [gone](gone.md)", "superseded", ["superseded-by gone.md"]),
        ("", "Superseded (by [12](0012-x.md))", "superseded", ["superseded-by 0012-x.md"]),
        ("", "Superseded (as never built) by [ADR 32](/adr/32)", "superseded", ["superseded-by /adr/32"]),
        ("", "Superseded in favour of [ADR 32](0032-x.md)", "superseded", ["superseded-by 0032-x.md"]),
        ("", "Implemented. Parts of this ADR were superseded by ADR-20.", "implemented", ["amended-by 20"]),
        ("", "Accepted - the flag is replaced by :doc:`0005-x.rst`", "accepted", ["amended-by 0005-x.rst"]),
        ("", "Accepted (supersedes [2](0002-x.md), [5](0005-y.md)) on 2020-01-12", "accepted",
         ["supersedes 0002-x.md", "supersedes 0005-y.md"]),
        ("> Superseded by [ADR 14](0014-x.md).\n\n", "Accepted", "superseded", ["superseded-by 0014-x.md"]),
        ("* Supersedes: https://example.org/a/b/pull/152\n\n", "Accepted", "accepted", []),
        ("* Supersedes: [PR#95](https://example.org/a/b/pull/95)\n\n", "Accepted", "accepted", []),
        ("", "Proposed [Proposed, Accepted, Rejected, Superseded, etc.]", "proposed", []),
        ("", "> Accepted or Rejected", "", []),
        ("| Status | Superseded |\n| Superseded by: | [ADR 14](0014-x.md) |\n\n", "", "superseded",
         ["superseded-by 0014-x.md"]),
    ],
)  # fmt: skip
def test_supersession_is_read_as_people_write_it(head: str, said: str, status: str, links: list[str]) -> None:
    text = f"# X\n\n{head}## Status\n\n{said}\n\n## Context\n\nRejected.\n"
    found = parse_decision("docs/adr/0001-x.md", text, "markdown")
    assert found is not None
    assert found.status == status
    assert [f"{link.relation} {link.target}" for link in found.links] == links


@pytest.mark.parametrize(
    ("path", "record"),
    [
        ("keps/sig-apps/5978-pod-template-status/kep.yaml", True),
        ("docs/adr/0042-use-mustache-templates.md", True),
        ("docs/adr/0042-template-engine.md", True),
        ("keps/NNNN-kep-template/kep.yaml", False),
        ("docs/adr/NNNN-template.md", False),
        ("docs/adr/adr-template-long.md", False),
        ("docs/adr/0000-adr-template.md", False),
        ("docs/adr/templates/0001-x.md", False),
    ],
)
def test_a_record_about_templates_is_no_template(path: str, record: bool) -> None:
    assert looks_like_decision(path) is record


def test_a_superseded_record_outside_the_usual_folders_says_so_itself() -> None:
    old = "# Redis\n\n## Status\n\nSuperseded by [sqlite](sqlite.md)\n"
    found = parse_decision("notes/redis.md", old, "markdown")
    assert found is not None
    assert found.status == "superseded"
    assert parse_decision("notes/redis.md", "# Redis\n\nThe cache was superseded by SQLite.\n", "markdown") is None
    assert parse_decision("notes/redis.md", "# Redis\n\n## Status\n\nPartly superseded\n", "markdown") is None


@pytest.mark.parametrize(
    ("said", "link"),
    [
        ("Partially superseded by [ADR-5](0005-x.md)", ("amended-by", "0005-x.md")),
        ("Superseded by [ADR-5](https://example.org/wiki/Page)", ("superseded-by", "5")),
        ("Superseded by [five](https://example.org/adr/0005-x.md#top)", ("superseded-by", "0005-x.md")),
        ("Superseded by RFC 12", ("superseded-by", "RFC-12")),
        ("Superseded on 2020-01-02 by nobody", None),
    ],
)
def test_a_link_is_taken_from_what_is_written(said: str, link: tuple[str, str] | None) -> None:
    found = parse_decision("docs/adr/0001-x.md", f"# X\n\n## Status\n\n{said}\n", "markdown")
    assert found is not None
    assert [(one.relation, one.target) for one in found.links] == ([link] if link else [])


def test_links_are_also_read_from_a_list_of_links() -> None:
    text = "# X\n\n* Status: accepted\n\n## Links\n\n* Supersedes [ADR-0003](0003-y.md)\n* Uses [z](0004-z.md)\n"
    found = parse_decision("docs/decisions/0007-x.md", text, "markdown")
    assert found is not None
    assert found.links == (Link("supersedes", "0003-y.md"),)


def test_the_first_record_may_have_the_number_zero() -> None:
    found = parse_decision("docs/decisions/0000-use-records.md", "# Use Records\n", "markdown")
    assert found is not None
    assert found.number == "0"


def test_a_numbered_file_elsewhere_needs_a_usual_status() -> None:
    path = "docs/architecture/0003-redis.md"
    assert parse_decision(path, NYGARD, "markdown") is not None
    assert parse_decision(path, "# 3. A chapter\n\nText.\n", "markdown") is None
    assert parse_decision(path, "---\nstatus: published\n---\n# Post\n", "markdown") is None


def test_a_kep_is_found_by_the_folder_that_another_names() -> None:
    old, new = "keps/sig-a/12-x/README.md", "keps/sig-a/34-y/README.md"
    named = Decision(
        series="KEP",
        number="34",
        title="Y",
        status="accepted",
        date="",
        links=(Link("supersedes", "/keps/sig-a/12-x"),),
    )
    found = resolve_supersession(
        {old: Decision(series="KEP", number="12", title="X", status="accepted", date=""), new: named}
    )
    assert found[old].superseded_by == (new,)


def record(number: str, *links: tuple[str, str]) -> Decision:
    return Decision(
        series="ADR",
        number=number,
        title=f"Decision {number}",
        status="accepted",
        date="",
        links=tuple(Link(cast("Any", r), t) for r, t in links),
    )


def standing(**records: Decision) -> dict[str, tuple[str, ...]]:
    found = resolve_supersession({f"adr/{name}.md": decision for name, decision in records.items()})
    return {path.removeprefix("adr/")[:-3]: tuple(p[4:-3] for p in s.superseded_by) for path, s in found.items()}


def test_a_link_counts_from_either_end() -> None:
    assert standing(a=record("1"), b=record("2", ("supersedes", "1"))) == {"a": ("b",), "b": ()}
    assert standing(a=record("1", ("superseded-by", "2")), b=record("2")) == {"a": ("b",), "b": ()}
    assert standing(a=record("1", ("superseded-by", "b.md")), b=record("2")) == {"a": ("b",), "b": ()}


def test_a_chain_names_each_next_one() -> None:
    found = standing(a=record("1"), b=record("2", ("supersedes", "1")), c=record("3", ("supersedes", "2")))
    assert found == {"a": ("b",), "b": ("c",), "c": ()}


def test_a_successor_that_is_not_visible_does_not_count() -> None:
    assert standing(a=record("1", ("superseded-by", "9"))) == {"a": ()}
    found = resolve_supersession({"a.md": record("1", ("superseded-by", "gone.md"), ("amended-by", "9"))})
    assert found["a.md"].gone == ("gone.md",)


def test_decisions_in_a_circle_do_not_supersede_each_other() -> None:
    found = standing(a=record("1", ("supersedes", "2")), b=record("2", ("supersedes", "1")))
    assert found == {"a": (), "b": ()}


def test_a_number_that_two_records_share_is_ambiguous() -> None:
    assert standing(a=record("1"), b=record("1"), c=record("2", ("supersedes", "1"))) == {"a": (), "b": (), "c": ()}


def test_amending_is_not_superseding() -> None:
    found = resolve_supersession({"a.md": record("1"), "b.md": record("2", ("amends", "1"))})
    assert found["a.md"].superseded_by == ()
    assert found["a.md"].amended_by == ("b.md",)


@settings(derandomize=True, max_examples=100, deadline=None, database=None)
@given(
    st.lists(
        st.tuples(st.integers(1, 6), st.sampled_from(["supersedes", "superseded-by"]), st.integers(1, 6)), max_size=12
    )
)
def test_no_decision_ever_supersedes_itself_however_they_are_linked(edges: list[tuple[int, str, int]]) -> None:
    records = {
        f"{n}.md": record(str(n), *((relation, str(to)) for who, relation, to in edges if who == n))
        for n in range(1, 7)
    }
    found = resolve_supersession(records)
    for path in records:
        seen, todo = set(), list(found[path].superseded_by)
        while todo:
            newer = todo.pop()
            assert newer != path
            if newer not in seen:
                seen.add(newer)
                todo.extend(found[newer].superseded_by)
