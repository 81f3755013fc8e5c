"""Tests of the page of settings: which layer a value comes from, with file and line, and what was refused."""

from pathlib import Path

import pytest

from tests.conftest import Repo
from tests.servers.ui.conftest import Browser


@pytest.fixture
def files(environment: dict[str, str], project: Repo) -> None:
    """The user's file sets a limit; the repository's sets another one, and asks for trust."""
    home = Path(environment["SCRUBJAY_HOME"])
    (home / "config.yaml").write_text("ingestion:\n  max_file_size_kb: 300\n", encoding="utf-8")
    project.write(".agent/config.yaml", "ingestion:\n  max_file_size_kb: 200\ntrust:\n  scripts: true\n")


def test_a_setting_is_shown_with_its_layer_file_and_line(files: None, browser: Browser) -> None:
    page = browser.open("settings")
    row = page.words("tr[id='ingestion.max_file_size_kb']")[0]
    assert row.startswith("ingestion.max_file_size_kb 200 repository's file")
    assert "config.yaml , line 2" in row
    assert "your file: 300" in row
    assert "default: 500" in row


def test_what_a_repository_may_not_set_is_named_with_its_line(files: None, browser: Browser) -> None:
    told = browser.open("settings").words("main li")
    assert any(line.startswith("trust.scripts in ") and "line 4" in line for line in told)


def test_only_what_somebody_set_can_be_shown(files: None, browser: Browser) -> None:
    page = browser.open("settings?show=set")
    assert page.words("tbody th") == ["ingestion.max_file_size_kb"]
    assert "Set by somebody (1)" in page.text


def test_settings_are_found_by_a_part_of_their_name(browser: Browser) -> None:
    assert browser.open("settings?q=weights").words("tbody th") == [
        "retrieval.weights.bm25",
        "retrieval.weights.vector",
        "retrieval.weights.reranker",
    ]
    assert "No setting fits." in browser.open("settings?q=nosuch").text


def test_the_page_of_settings_has_no_form_that_writes(browser: Browser) -> None:
    assert [form.attributes.get("method") for form in browser.open("settings").all("main form")] == [None]


def test_a_file_that_cannot_be_read_is_named_with_its_line(browser: Browser, environment: dict[str, str]) -> None:
    (Path(environment["SCRUBJAY_HOME"]) / "config.yaml").write_text("ingestion: [\n", encoding="utf-8")
    page = browser.open("settings")
    assert (page.status, "config.yaml, line 2" in page.text) == (422, True)


def test_a_value_changed_after_the_start_is_said_to_wait(browser: Browser, environment: dict[str, str]) -> None:
    (Path(environment["SCRUBJAY_HOME"]) / "config.yaml").write_text("review:\n  total: 7\n", encoding="utf-8")
    assert "still runs with the old value: review.total" in browser.open("settings").text
