"""A setting goes into the user's file without touching the rest of it."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scrubjay.errors import ConfigError
from scrubjay.settings.fields import keys, value_at
from scrubjay.settings.rules import flow
from scrubjay.settings.schema import SettingsFile
from scrubjay.settings.source import parse, parse_value
from scrubjay.settings.validating import validated
from scrubjay.settings.write import at, set_setting, unset_setting, with_value

HERE = ("projects", "ab12", "ingestion", "code")
INDEX = ("conversations", "index")
SHOP = ("forges", "github.com/acme/shop")


@pytest.mark.parametrize(
    ("key", "value", "before", "after"),
    [
        (INDEX, "true", "", "conversations:\n  index: true\n"),
        (INDEX, "true", "user: {id: ada}", "user: {id: ada}\nconversations:\n  index: true\n"),
        (INDEX, "true", "conversations:\n    retention_days: 30\n",
         "conversations:\n    index: true\n    retention_days: 30\n"),
        (INDEX, "true", "conversations: # mine\n  # days\n  retention_days: 30\nuser: {id: a}\n",
         "conversations: # mine\n  index: true\n  # days\n  retention_days: 30\nuser: {id: a}\n"),
        (INDEX, "true", "conversations:\n  index: false # no\n", "conversations:\n  index: true # no\n"),
        (INDEX, "true", "conversations:\n  # later\n", "conversations:\n  index: true\n  # later\n"),
        (HERE, "auto", "# mine\n", "# mine\nprojects:\n  ab12:\n    ingestion:\n      code: auto\n"),
        (HERE, "auto", "projects:\n  cd34: {}\n# end\n",
         "projects:\n  ab12:\n    ingestion:\n      code: auto\n  cd34: {}\n# end\n"),
        (HERE, "auto",
         "projects:\n  ab12:\n    ingestion:\n      code:\n        - go\n        - python\nuser: {id: a} # me\n",
         "projects:\n  ab12:\n    ingestion:\n      code:\n        auto\nuser: {id: a} # me\n"),
        (HERE, "[go]", "projects:\n  ab12:\n    ingestion:\n      code: [python] # why\n",
         "projects:\n  ab12:\n    ingestion:\n      code: [go] # why\n"),
        (INDEX, "true", "conversations: {retention_days: 30} # mine\n",
         "conversations: {retention_days: 30, index: true} # mine\n"),
        (INDEX, "true", "{conversations: {retention_days: 30}}\n",
         "{conversations: {retention_days: 30, index: true}}\n"),
        (SHOP, "{project: shop}", "forges: {}\n", "forges: {github.com/acme/shop: {project: shop}}\n"),
        (SHOP, "{project: shop}", "", "forges:\n  github.com/acme/shop: {project: shop}\n"),
        (("forges",), "{}", "forges:\n  github.com/acme/shop:\n    project: shop\n\npeople: on\n",
         "forges:\n  {}\n\npeople: on\n"),
        (("toolsets",), "- core\n- graph", "# mine\r\npeople: on\r\n",
         "# mine\r\npeople: on\r\ntoolsets: [core, graph]\n"),
        (("embedding", "query_prefix"), "'ask: # '", "", "embedding:\n  query_prefix: 'ask: # '\n"),
        (("embedding", "query_prefix"), "", "", "embedding:\n  query_prefix: \"\"\n"),
        (("embedding", "query_prefix"), "b", "embedding:\n  query_prefix: |\n    a\n  threads: 1\n",
         "embedding:\n  query_prefix: b\n  threads: 1\n"),
    ],
)  # fmt: skip
def test_one_key_is_set(tmp_path: Path, key: tuple[str, ...], value: str, before: str, after: str) -> None:
    file = tmp_path / "config.yaml"
    file.write_bytes(before.encode())
    set_setting(file, key, value)
    assert file.read_bytes() == after.encode()
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "before",
    [
        "conversations: {retention_days: 30, # why\n  index: false}\n",
        "conversations:\n  index:\n    - a\n    # why\n    - b\n",
    ],
)
def test_a_file_written_otherwise_is_left_alone_and_the_line_is_told(tmp_path: Path, before: str) -> None:
    file = tmp_path / "config.yaml"
    file.write_text(before)
    with pytest.raises(ConfigError, match="Add by hand"):
        set_setting(file, INDEX, "true")
    assert file.read_text() == before


@pytest.mark.parametrize(
    ("key", "before", "after"),
    [
        (INDEX, "user: {id: a}\nconversations:\n  # why\n  index: true # so\n# end\n",
         "user: {id: a}\n  # why\n# end\n"),
        (INDEX, "conversations:\n  index: true\n  retention_days: 30\n", "conversations:\n  retention_days: 30\n"),
        (INDEX, "conversations: {index: true, retention_days: 30} # mine\n",
         "conversations: {retention_days: 30} # mine\n"),
        (INDEX, "conversations: {index: true}\npeople: on\n", "people: on\n"),
        (("toolsets",), "people: on\ntoolsets:\n  - core\n  - graph\n\nuser: {id: a}\n",
         "people: on\n\nuser: {id: a}\n"),
        (HERE, "projects:\n  ab12:\n    ingestion:\n      code: auto\n  cd34: {}\n", "projects:\n  cd34: {}\n"),
        (SHOP, "forges: {github.com/acme/shop: {project: shop}, github.com/acme/inn: {project: inn}}",
         "forges: {github.com/acme/inn: {project: inn}}"),
        (("people",), "people: on", ""),
        (INDEX, "conversations:\n  index: 'a # b'\n", ""),
    ],
)  # fmt: skip
def test_one_key_is_removed_with_what_is_empty_then(
    tmp_path: Path, key: tuple[str, ...], before: str, after: str
) -> None:
    file = tmp_path / "config.yaml"
    file.write_text(before)
    assert unset_setting(file, key) is not None
    assert file.read_text() == after


def test_what_isn_t_set_is_not_removed(tmp_path: Path) -> None:
    file = tmp_path / "config.yaml"
    assert unset_setting(file, INDEX) is None
    file.write_text("conversations:\n  retention_days: 30\n")
    assert unset_setting(file, INDEX) is None
    assert file.read_text() == "conversations:\n  retention_days: 30\n"


def test_a_value_with_two_names_is_left_alone(tmp_path: Path) -> None:
    before = "projects:\n  ab12: &mine\n    ingestion:\n      code: [go]\n  cd34: *mine\n"
    file = tmp_path / "config.yaml"
    file.write_text(before)
    with pytest.raises(ConfigError, match="Add by hand"):
        set_setting(file, HERE, "auto")
    assert file.read_text() == before


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        (
            ("ingestion", "code"),
            "banana",
            "ingestion.code: no language 'banana'; there are bash, c, .* patterns",
        ),
        (("ingestion", "secrets"), "hide", "ingestion.secrets: Input should be 'mask' or 'skip'. Nothing was changed"),
        (("retrieval", "recipe"), "banana", "Input should be 'balanced', 'code', "),
        (("toolsets",), "[core, all]", "toolsets: Input should be 'core', 'conversations'"),
        (("review", "total"), "{a: b}", "review.total: Input should be a valid integer"),
        (("forges", "acme"), "{project: shop}", "forges: a repository is named HOST/OWNER/NAME"),
        ((*SHOP, "kind"), "gitlab", "forges.github.com/acme/shop.project: it is needed"),
        (SHOP, "{project: shop, banana: x}", "unknown key forges.github.com/acme/shop.banana"),
        (("citations", "token_env"), f"ghp_{'0aB' * 12}", "citations.token_env: this looks like a token; name the"),
        (("endpoint", "key_env"), f"hf_{'abC' * 11}", "endpoint.key_env: this looks like a token"),
        (("endpoint", "key_env"), "0" * 40, "endpoint.key_env: this looks like a token"),
        (("endpoint", "url"), f"https://host/v1?key={'0aB' * 12}", "endpoint.url: this looks like a token"),
        (("endpoint", "key_env"), "1KEY", "endpoint.key_env: String should match pattern"),
        (("skills", "directory"), "../../etc", "skills.directory: it climbs out of its folder"),
        (("skills", "directory"), ".git/hooks", "skills.directory: it names git's own folder"),
        (("publishing", "folder"), "/etc", "publishing.folder: it is absolute; a folder is named from"),
        (("user", "id"), "[a, [b]]", "this takes a list of plain values"),
        (("user", "id"), "{a", "not valid YAML"),
        (("ingestion", "code"), "auto}, trust: {scripts: true", "not valid YAML"),
    ],
)
def test_a_value_that_the_schema_refuses_is_told_with_what_is_allowed(
    tmp_path: Path, key: tuple[str, ...], value: str, said: str
) -> None:
    with pytest.raises(ConfigError, match=said):
        set_setting(tmp_path / "config.yaml", key, value)
    assert not (tmp_path / "config.yaml").exists()


def test_another_key_that_is_wrong_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text("people: on\nreview:\n  total: many\n")
    with pytest.raises(ConfigError, match=r"config.yaml, line 3: review.total: .* Correct the line"):
        set_setting(tmp_path / "config.yaml", INDEX, "true")


def test_a_wrong_value_is_put_right_or_removed(tmp_path: Path) -> None:
    file = tmp_path / "config.yaml"
    file.write_text("ingestion:\n  code: banana\n")
    set_setting(file, ("ingestion", "code"), "go")
    assert file.read_text() == "ingestion:\n  code: go\n"
    file.write_text("review:\n  total: 500\ningestion:\n  code: banana\n")
    assert unset_setting(file, ("ingestion", "code")) is not None
    assert file.read_text() == "review:\n  total: 500\n"


WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(
    [
        "true",
        "off",
        "7",
        "0.5",
        "auto",
        "mask",
        "core",
        "told",
        "HEAD",
        "github.com/acme/shop",
        "# no",
        "a: b",
        "- a",
        "&a",
        "*a",
    ]
)
ANYTHING = st.recursive(
    WORDS, lambda inner: st.lists(WORDS, max_size=3) | st.dictionaries(WORDS, inner, max_size=2), max_leaves=4
)
COMMENTED = """# mine
ingestion: # files
  # why
  skip_binary: true
retrieval: {recipe: fast}
forges:
  github.com/acme/inn:  # an inn
    project: inn
"""


@settings(max_examples=400, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    key=st.sampled_from(keys()), value=ANYTHING | st.sampled_from(["true", "off", "3", "[core]", "{}", "auto", "fast"])
)
def test_what_is_set_is_read_and_a_refusal_leaves_every_byte(tmp_path: Path, key: str, value: Any) -> None:
    file, parts = tmp_path / "config.yaml", tuple(key.split("."))
    file.write_text(COMMENTED)
    before = parse("", COMMENTED).tree
    wanted = with_value(before, parts, value)
    try:
        read = set_setting(file, parts, flow(value))
    except ConfigError:
        assert file.read_text() == COMMENTED
        return
    assert parse("", file.read_text()).tree == wanted
    assert value_at(read, parts) == value_at(validated(SettingsFile, wanted), parts)
    assert {"# mine", "  # why"} <= set(file.read_text().split("\n"))
    unset_setting(file, parts)
    assert at(parse("", file.read_text()).tree, parts) is None


@given(value=ANYTHING)
def test_a_value_in_one_line_reads_back_as_the_same(value: Any) -> None:
    if value != "":
        assert "\n" not in flow(value)
    assert parse_value("", flow(value)) == value


def test_a_wrong_value_changes_nothing(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="true or false"):
        set_setting(tmp_path / "config.yaml", INDEX, "perhaps")
    assert not (tmp_path / "config.yaml").exists()


def test_a_link_to_the_file_stays_one(tmp_path: Path) -> None:
    kept, link = tmp_path / "dotfiles.yaml", tmp_path / "config.yaml"
    kept.write_text("# mine\n", encoding="utf-8")
    link.symlink_to(kept)
    set_setting(link, INDEX, "true")
    assert link.is_symlink()
    assert "index: true" in kept.read_text(encoding="utf-8")


@pytest.mark.skipif(sys.platform == "win32", reason="no modes")
@pytest.mark.parametrize(
    "write", [lambda file: set_setting(file, INDEX, "true"), lambda file: unset_setting(file, INDEX)]
)
def test_a_file_that_its_owner_made_read_only_is_left_alone(tmp_path: Path, write: Callable[[Path], object]) -> None:
    file, before = tmp_path / "config.yaml", "conversations:\n  index: false\n"
    file.write_text(before, encoding="utf-8")
    file.chmod(0o400)
    with pytest.raises(ConfigError, match=r"is read-only. Nothing was changed; `chmod u\+w"):
        write(file)
    assert (file.read_text(encoding="utf-8"), file.stat().st_mode & 0o777) == (before, 0o400)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        (("endpoint", "url"), "https://host/Meta_Llama_3_1_70B_Instruct_FP8_dynamic/v1"),
        (("citations", "token_env"), "My_Company_GitHub_Token_For_CI_2026_prod"),
        (("citations", "token_env"), "ghe_enterprise_token_for_citations"),
    ],
)
def test_a_long_name_is_no_token(tmp_path: Path, key: tuple[str, ...], value: str) -> None:
    set_setting(tmp_path / "config.yaml", key, value)
    assert value in (tmp_path / "config.yaml").read_text()
