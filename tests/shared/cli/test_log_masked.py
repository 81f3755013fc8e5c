"""`scrubjay log --masked`: what was masked, where and by which rule, and how a line is kept as it is."""

import json
from typing import Any

import pytest

from scrubjay.settings.layers import load_settings

pytestmark = pytest.mark.story

VALUE = "tr0ub4" + "dor-XYZ"
DOCUMENT = f"# Deploying\n\nLog in first.\n\n    db_password = '{VALUE}'\n"


def test_it_names_place_blob_and_rule_and_never_the_value(ready: Any, magpie: Any) -> None:
    magpie.commit("deploy", files={"docs/deploy.md": DOCUMENT, "docs/again.md": DOCUMENT})
    ready("ingest")
    shown = ready("log", "--masked").out
    blob = magpie.git("rev-parse", "HEAD:docs/deploy.md").strip()
    assert f"docs/deploy.md:5 @ {blob[:10]}" in shown
    assert f"docs/again.md:5 @ {blob[:10]}" in shown
    assert "password" in shown
    assert VALUE not in shown
    told = json.loads(ready("log", "--masked", "--json").out)["masked"]
    assert [(one["path"], one["line"], one["rule"]) for one in told] == [
        ("docs/again.md", 5, "password"),
        ("docs/deploy.md", 5, "password"),
    ]
    assert VALUE not in json.dumps(told)


def test_nothing_masked_is_said(ready: Any) -> None:
    assert ready("log", "--masked").out == "Nothing is masked at HEAD.\n"


def test_a_mark_in_the_users_file_keeps_the_line_and_only_there(
    ready: Any, magpie: Any, environment: dict[str, str]
) -> None:
    magpie.commit("deploy", files={"docs/deploy.md": DOCUMENT})
    ready("ingest")
    assert VALUE not in ready("search", "deploying log in").out
    (one,) = json.loads(ready("log", "--masked", "--json").out)["masked"]
    magpie.write(".agent/config.yaml", f"privacy:\n  allow: ['{one['allow']}']\n")
    ready("ingest")
    assert len(json.loads(ready("log", "--masked", "--json").out)["masked"]) == 1
    home = load_settings(environment).home
    (home / "config.yaml").write_text(f"privacy:\n  allow: ['{one['allow']}']\n", encoding="utf-8")
    ready("ingest")
    assert json.loads(ready("log", "--masked", "--json").out)["masked"] == []
    assert VALUE in ready("search", "deploying log in").out
    assert ready("verify").code == 0


def test_a_mark_fits_one_value_alone(ready: Any, magpie: Any, environment: dict[str, str]) -> None:
    magpie.commit("deploy", files={"docs/deploy.md": DOCUMENT + f"    api_password = '{VALUE[::-1]}'\n"})
    ready("ingest")
    first, second = json.loads(ready("log", "--masked", "--json").out)["masked"]
    assert first["allow"] != second["allow"]
    home = load_settings(environment).home
    (home / "config.yaml").write_text(f"privacy:\n  allow: ['{first['allow']}']\n", encoding="utf-8")
    ready("ingest")
    left = json.loads(ready("log", "--masked", "--json").out)["masked"]
    assert [one["line"] for one in left] == [second["line"]]
