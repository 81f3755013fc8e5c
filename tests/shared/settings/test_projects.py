"""The user's settings for a project stand above what its repository sets, and hold for it alone."""

import pytest

from scrubjay.errors import ConfigError
from scrubjay.settings.layers import for_project, load_settings, with_repository
from scrubjay.settings.schema import Settings

FILE = """\
ingestion:
  code: [go]
  skip_binary: false
projects:
  ab12:
    ingestion:
      code: auto
"""


@pytest.fixture
def settings(environment: dict[str, str]) -> Settings:
    from pathlib import Path

    home = Path(environment["SCRUBJAY_HOME"])
    home.mkdir(parents=True, exist_ok=True)
    (home / "config.yaml").write_text(FILE, encoding="utf-8")
    return load_settings(environment)


@pytest.mark.parametrize(
    ("repository", "project", "code", "binary"),
    [
        ("", "", ("go",), False),
        ("", "ab12", ("auto",), False),
        ("", "cd34", ("go",), False),
        ("ingestion: {code: [rust], skip_binary: true}", "cd34", ("rust",), True),
        ("ingestion: {code: [rust], skip_binary: true}", "ab12", ("auto",), True),
    ],
)
def test_the_order_is_user_repository_project(
    settings: Settings, repository: str, project: str, code: tuple[str, ...], binary: bool
) -> None:
    merged = for_project(with_repository(settings, repository, "config.yaml")[0], project)
    assert (merged.ingestion.code, merged.ingestion.skip_binary) == (code, binary)


def test_a_repository_sets_nothing_for_a_project(settings: Settings) -> None:
    text = "projects: {ab12: {ingestion: {code: [rust]}}}"
    merged, refused = with_repository(settings, text, "config.yaml")
    assert for_project(merged, "ab12").ingestion.code == ("auto",)
    assert len(refused) == 1


def test_a_wrong_value_of_a_project_is_told_with_its_line(environment: dict[str, str], settings: Settings) -> None:
    (settings.home / "config.yaml").write_text(FILE.replace("code: auto", "code: {go: 1}"), encoding="utf-8")
    with pytest.raises(ConfigError, match=r"line 7: projects\.ab12\.ingestion\.code: a list is wanted"):
        load_settings(environment)
