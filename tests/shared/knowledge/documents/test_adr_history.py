"""Of a status that has limits, boxes or a history, what holds now and for the whole record counts."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.knowledge.decisions.days import is_month, newest_places
from scrubjay.knowledge.decisions.languages import ENGLISH_MONTHS, Row
from scrubjay.knowledge.decisions.parse import parse_decision


def read(said: str) -> tuple[str, str]:
    """The status of a record, and its successors."""
    text = f"# 3. B\n\n## Status\n\n{said}\n\n## Context\n\nText.\n"
    found = parse_decision("docs/adr/0003-b.md", text, "markdown")
    assert found is not None
    return found.status, " ".join(link.target for link in found.links if link.relation == "superseded-by")


@pytest.mark.parametrize(
    "said",
    [
        "Accepted; replaced by [ADR-1](0001-a.md) for new services only",
        "Accepted. Superseded by ADR-5 for mobile only",
        "Accepted. Superseded by ADR-5 only for mobile",
        "Accepted. Superseded by ADR-5 except for batch jobs",
        "Accepted. Superseded by ADR-5 with regard to logs",
    ],
)
def test_a_record_that_is_replaced_for_some_only_is_in_force(said: str) -> None:
    assert read(said) == ("accepted", "")


@pytest.mark.parametrize(
    "said",
    [
        "Superseded by [ADR-1](0001-a.md) except for batch jobs",
        "Superseded by [ADR-1](0001-a.md), except the naming part which still applies",
        "Superseded by [ADR-1](0001-a.md), except the naming part,\nwhich still applies",
        "Superseded by [ADR-1](0001-a.md), only for new services",
        "Superseded by [ADR-1](0001-a.md) — only for mobile",
        "Replaced by [ADR-1](0001-a.md) (except the batch jobs)",
    ],
)
def test_what_limits_a_relation_is_no_status(said: str) -> None:
    found = parse_decision("docs/adr/0003-b.md", f"# 3. B\n\n## Status\n\n{said}\n", "markdown")
    assert found is not None
    assert found.status == "partly superseded"
    assert [(link.relation, link.target) for link in found.links] == [("amended-by", "0001-a.md")]


@pytest.mark.parametrize(
    "said",
    [
        "Superseded by [ADR-5: Only for mobile](0005-a.md)",
        "Superseded by [ADR-5](0005-a.md) for all services",
        "Superseded by [ADR-5](0005-a.md). It was for the web only.",
    ],
)
def test_a_title_and_another_sentence_limit_nothing(said: str) -> None:
    assert read(said) == ("superseded", "0005-a.md")


@pytest.mark.parametrize(
    ("said", "status", "by"),
    [
        ("- [ ] Superseded by [ADR-1](0001-a.md)\n- [x] Accepted", "accepted", ""),
        ("- [x] Superseded by [ADR-1](0001-a.md)\n- [ ] Accepted", "superseded", "0001-a.md"),
        ("- [ ] Proposed\n- [X] Rejected\n- [ ] Accepted", "rejected", ""),
        ("⬜ Superseded by ADR-1\n☑ Accepted", "accepted", ""),
        ("☐ Proposed ☒ Accepted ☐ Deprecated", "accepted", ""),
        ("- ✅ Accepted\n- ⬜ Superseded by ADR-9", "accepted", ""),
        ("- [ ] Ersetzt durch ADR-9\n- [x] Angenommen", "accepted", ""),
        ("- [x] Proposed\n- [x] Accepted\n- [ ] Superseded", "accepted", ""),
        ("- [ ] Accepted\n- [ ] Rejected", "", ""),
        ("✅ Accepted", "accepted", ""),
        ("Accepted\n\n- [x] Deprecated the old client\n- [ ] Rollout done", "accepted", ""),
        ("Accepted\n\n- [x] Rejected options documented\n- [ ] Rollout", "accepted", ""),
        ("Accepted\n\n- [x] Deprecated\n- [ ] Superseded", "accepted", ""),
        ("- [x] Accepted\n- [x] Deprecated the old client\n- [ ] Rollout", "accepted", ""),
        ("- [ ] Rejected\n- [x] Accepted by the board on 2020-01-01", "accepted", ""),
        ("Choose one:\n\n- [ ] Proposed\n- [x] Accepted", "accepted", ""),
        ("[x] Proposed, [ ] Accepted", "proposed", ""),
        ("- [x] Deprecated the old client\n- [ ] Rollout", "", ""),
        ("- [ ] Stable\n- [x] Experimental", "experimental", ""),
    ],
)
def test_only_ticked_boxes_count(said: str, status: str, by: str) -> None:
    assert read(said) == (status, by)


HEAD = "| Date | Status |\n|---|---|\n"


@pytest.mark.parametrize(
    ("said", "status", "by"),
    [
        (f"{HEAD}| 2020-01-01 | Proposed |\n| 2021-01-01 | Accepted |", "accepted", ""),
        (f"{HEAD}| 2021-01-01 | Accepted |\n| 2020-01-01 | Proposed |", "accepted", ""),
        (f"{HEAD}| 2020 | Proposed |\n| 2021 | Rejected |", "rejected", ""),
        ("| Datum | Status |\n|---|---|\n| 2020-01-01 | Angenommen |\n| 2021-01-01 | Abgelehnt |", "rejected", ""),
        ("| Date | Status | By |\n|---|---|---|\n| 2020 | Accepted | |\n| 2021 | Superseded | [ADR-1](0001-a.md) |",
         "superseded", "0001-a.md"),
        ("| Date | Status | By |\n|---|---|---|\n| 2020 | Superseded | [ADR-1](0001-a.md) |\n| 2021 | Accepted | |",
         "accepted", ""),
        (f"{HEAD}| 02.03.2021 | Accepted |\n| 10.01.2021 | Proposed |", "accepted", ""),
        (f"{HEAD}| 10.01.2021 | Proposed |\n| 02.03.2021 | Accepted |", "accepted", ""),
        (f"{HEAD}| 02.03.2021 | Rejected |\n| 10.01.2021 | Accepted |", "rejected", ""),
        (f"{HEAD}| 3/2/2021 | Accepted |\n| 1/10/2021 | Proposed |", "accepted", ""),
        (f"{HEAD}| March | Accepted |\n| January | Proposed |", "accepted", ""),
        (f"{HEAD}| January | Proposed |\n| March | Accepted |", "accepted", ""),
        (f"{HEAD}| 2 March 2021 | Angenommen |\n| 10 January 2021 | Vorgeschlagen |", "accepted", ""),
        (f"{HEAD}| 2021-01-01 | Accepted |\n| 2021-01-01 | Proposed |", "accepted", ""),
        (f"{HEAD}| 2023 | Rejected |\n| 2022 | Accepted |", "rejected", ""),
        (f"{HEAD}| 2021-03 | Rejected |\n| 2021-01 | Accepted |", "rejected", ""),
        (f"{HEAD}| 2021-02-01 | Proposed |\n| 2021-01-01 | Accepted |", "proposed", ""),
    ],
)  # fmt: skip
def test_the_newest_row_of_a_table_counts(said: str, status: str, by: str) -> None:
    assert read(said) == (status, by)


@pytest.mark.parametrize(
    ("said", "status", "by"),
    [
        ("Accepted 2023-01-01. Deprecated 2024-01-01.", "deprecated", ""),
        ("Deprecated 2024-01-01. Accepted 2023-01-01.", "deprecated", ""),
        ("Accepted (2023-01-01), deprecated (2024-01-01)", "deprecated", ""),
        ("Angenommen 01.02.2023. Abgelehnt 01.03.2024.", "rejected", ""),
        ("Accepted 2023-01-01. Supersedes ADR-1", "accepted", ""),
        ("Proposed -> Accepted", "accepted", ""),
        ("Proposed => Accepted => Rejected", "rejected", ""),
        ("Proposed → Accepted → Superseded by [ADR-1](0001-a.md)", "superseded", "0001-a.md"),
        ("Vorgeschlagen → Angenommen", "accepted", ""),
        ("提案 → 承認済み", "accepted", ""),
        ("Superseded → [ADR-1](0001-a-proposed-way.md)", "superseded", "0001-a-proposed-way.md"),
        ("Accepted → see the notes", "accepted", ""),
        ("Proposed by Max → Accepted", "accepted", ""),
        ("Rejected -> see [ADR-1](0001-a.md), accepted", "rejected", ""),
        ("Accepted 2020-02-01. Deprecated APIs removed 2021-01-01.", "accepted", ""),
    ],
)
def test_the_last_step_of_a_history_on_one_line_counts(said: str, status: str, by: str) -> None:
    assert read(said) == (status, by)


@pytest.mark.parametrize("heading", ["Status", "Links"])
@pytest.mark.parametrize(
    "said", ["Ersetzt [ADR-{0}](0{0}-a.md), ergänzt", "2020-01-01: Ersetzt durch ADR-{0}, ergänzt"]
)
def test_of_a_record_of_thousands_of_lines_a_bounded_part_is_read(
    heading: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    tokens = Row.tokens
    monkeypatch.setattr(Row, "tokens", lambda row, text: asked.append(text) or tokens(row, text))

    def letters(count: int) -> int:
        asked.clear()
        lines = "\n".join(f"- {said.format(number)}" for number in range(1_000, 1_000 + count))
        parse_decision("docs/adr/0003-b.md", f"# 3. B\n\n## {heading}\n\n{lines}\n", "markdown")
        return sum(map(len, asked))

    assert letters(3_000) <= 1.1 * letters(1_500)


def test_the_newest_line_of_a_long_history_is_read() -> None:
    lines = [f"- 2020-01-01: Accepted, {number}" for number in range(500)]
    assert read("\n".join([*lines, "- 2021-01-01: Rejected"]))[0] == "rejected"


def table(*rows: tuple[str, str]) -> str:
    lines = ["| Date | Status |", "|---|---|", *(f"| {day} | {status} |" for day, status in rows)]
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        ("December 2022", "May 2022"),
        ("Dec. 3, 2022", "December 2, 2022"),
        ("3rd of June 2022", "2 May 2022"),
        ("12. Dezember 2022", "3. Mai 2022"),
        ("août 2022", "février 2022"),
        ("декабрь 2022", "3 мая 2022"),
        ("června 2022", "května 2022"),
        ("5. července 2022", "6. června 2022"),
        ("Δεκέμβριος 2022", "Μάιος 2022"),
        ("joulukuu 2022", "toukokuu 2022"),
        ("2022年12月", "2022年5月"),
        ("2022. december 5.", "2022. május 6."),
        ("12/2022", "05/2022"),
        ("Q4 2022", "Q2 2022"),
        ("13/02/2022", "01/02/2022"),
    ],
)
def test_names_of_months_tell_which_row_of_a_history_is_the_newest(newer: str, older: str) -> None:
    rows = [(newer, "Accepted"), (older, "Rejected")]
    assert read(table(*rows))[0] == read(table(*rows[::-1]))[0] == "accepted"


def test_what_languages_disagree_about_is_told_by_nothing_but_its_year() -> None:
    """Listopad is October in Croatian, November in Polish and Czech; rujan is September in Croatian alone."""
    assert newest_places(["listopad 2022", "listopad 2021"]) == [0]
    assert newest_places(["lipiec 2022", "lipnja 2022"]) == [0, 1]


@pytest.mark.parametrize("said", ["Declined 2021", "Decided 2021", "Accepted 2021", "Novel 2021", "Junction 2021"])
def test_a_word_that_begins_like_a_month_is_none(said: str) -> None:
    assert not is_month(said.split()[0].lower())


def test_steps_with_months_behind_arrows_end_with_the_last() -> None:
    assert read("Proposed (May 2021) → Accepted (June 2021) → Rejected (July 2021) → Accepted (August 2021)")[0] == (
        "accepted"
    )
    assert read("- January 2022: accepted\n- May 2023: deprecated")[0] == "deprecated"


@settings(derandomize=True, max_examples=100, deadline=None, database=None)
@given(st.lists(st.tuples(st.integers(1990, 2030), st.integers(0, 11)), min_size=2, max_size=6, unique=True))
def test_names_of_months_order_rows_as_their_numbers_do(days: list[tuple[int, int]]) -> None:
    rows = [f"{ENGLISH_MONTHS[month].title()} {year}" for year, month in days]
    assert newest_places(rows) == newest_places([f"{year}-{month + 1:02}" for year, month in days])
    assert newest_places(rows) == [days.index(max(days))]


@pytest.mark.parametrize(
    ("said", "date"),
    [
        ("Accepted, valid until 2030-01-01", ""),
        ("Accepted (expires 2030-01-01)", ""),
        ("Accepted. To be reviewed by 2031-05-05.", ""),
        ("Accepted; will be deprecated on 2031-05-05", ""),
        ("Accepted on 2021-02-03, valid until 2030-01-01", "2021-02-03"),
        ("Accepted by the architecture board on 2021-02-03", "2021-02-03"),
        ("Akzeptiert, gültig bis 31.12.2023", ""),
        ("Akzeptiert am 03.02.2021, gültig bis 01.01.2030", "2021-02-03"),
        ("承認済み（2030年1月1日まで有効）", ""),
    ],
)
def test_a_day_until_which_a_record_holds_is_not_its_date(said: str, date: str) -> None:
    found = parse_decision("docs/adr/0003-b.md", f"# 3. B\n\n## Status\n\n{said}\n", "markdown")
    assert found is not None
    assert (found.status, found.date) == ("accepted", date)


@pytest.mark.parametrize(
    "said",
    [
        "承認（ADR-0001 に置き換えられるまで）",
        "承認済み。ADR-0001 に置き換えられるまで有効",
        "已接受（在被 ADR-0001 取代之前有效）",
        "已接受，直到被 ADR-0001 取代",
    ],
)
def test_until_something_replaces_a_record_it_is_in_force(said: str) -> None:
    assert read(said) == ("accepted", "")
