"""Two layers of settings: the user's may set anything, a repository's only what concerns content."""

from pathlib import Path

import pytest

from scrubjay.errors import ConfigError
from scrubjay.settings.layers import load_settings, requested_project, with_repository
from scrubjay.settings.schema import Settings


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


def user(home: Path, text: str = "", **environment: str) -> Settings:
    (home / "config.yaml").write_text(text)
    return load_settings({"SCRUBJAY_HOME": str(home), **environment})


def test_without_a_file_the_defaults_hold(home: Path) -> None:
    settings = load_settings({"SCRUBJAY_HOME": str(home)})
    assert settings.home == home
    assert settings.ingestion.max_file_size_kb == 500
    assert settings.embedding.provider == "onnx"
    assert settings.user_id


def test_a_section_whose_lines_are_commented_out_says_nothing(home: Path) -> None:
    text = "conversations:\n  # index: true\nhooks:\nembedding:\n  threads: 1\n"
    settings = user(home, text, SCRUBJAY_HOOKS_STOP="false")
    assert (settings.conversations.index, settings.hooks.stop, settings.embedding.threads) == (False, False, 1)


def test_the_environment_wins_over_the_users_file(home: Path) -> None:
    text = "ingestion:\n  max_file_size_kb: 100\n"
    settings = user(home, text, SCRUBJAY_INGESTION_MAX_FILE_SIZE_KB="200", SCRUBJAY_INGESTION_INCLUDE="[a.md, b.md]")
    assert settings.ingestion.max_file_size_kb == 200
    assert settings.ingestion.include == ("a.md", "b.md")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ingestion:\n  exlude: [a]\n", r"line 2: unknown key ingestion\.exlude, did you mean ingestion\.exclude\?"),
        ("ingestion:\n  include: [a]\n  include: [b]\n", r"line 3: ingestion\.include is already set on line 2"),
        ("ingestion:\n\n  max_file_size_kb: 99999999\n", r"line 3: ingestion\.max_file_size_kb"),
        ("ingestion: [\n", r"line 2: not valid YAML"),
        ("toolsets: core\n", r"line 1: toolsets: a list is wanted"),
        ("toolsets: []\n", r"line 1: toolsets: the list needs an entry"),
        ("hooks:\n  stop: 3\n", r"line 2: hooks\.stop: true or false is wanted"),
        ("conversations: yes\n", r"line 1: conversations: keys and values are wanted below it"),
        ("- a\n", r"line 1: expected `key: value` lines"),
        ("ingestion:\n  secrets: maybe\n", r"line 2: ingestion\.secrets"),
        ("ingest:\n  include: []\n", r"line 1: unknown key ingest, did you mean ingestion\?"),
    ],
)
def test_a_mistake_is_named_with_file_line_and_nearest_key(home: Path, text: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        user(home, text)


def test_words_that_yaml_would_change_stay_as_typed(home: Path) -> None:
    assert user(home, "user:\n  id: no\n").user_id == "no"
    assert user(home, "user:\n  id: 012\n").user_id == "012"


def test_aliases_and_deep_nesting_are_refused_quickly(home: Path) -> None:
    bomb = "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b]\n"
    with pytest.raises(ConfigError):
        user(home, bomb)
    with pytest.raises(ConfigError):
        user(home, "{a: " * 5000 + "1" + "}" * 5000)


def test_a_file_that_is_not_utf8_is_named(home: Path) -> None:
    (home / "config.yaml").write_bytes(b"user:\n  id: \xff\n")
    with pytest.raises(ConfigError, match="line 2: not UTF-8"):
        load_settings({"SCRUBJAY_HOME": str(home)})


def test_a_repository_chooses_content(home: Path) -> None:
    text = "ingestion:\n  include: [docs/**]\n  max_file_size_kb: 50\nretrieval:\n  weights:\n    bm25: 2\n"
    settings, refused = with_repository(user(home), text, ".agent/config.yaml")
    assert settings.ingestion.include == ("docs/**",)
    assert settings.ingestion.max_file_size_kb == 50
    assert settings.retrieval.weights.bm25 == 2
    assert refused == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ingestion:\n  exlude: [a]\n", "line 2: unknown key ingestion.exlude, did you mean ingestion.exclude?"),
        ("ingest:\n  include: [a]\n", "line 2: unknown key ingest.include, did you mean ingestion.include?"),
        ("retrieval:\n  recipe:\n    x: 1\n", "line 3: unknown key retrieval.recipe.x, did you mean retrieval.recipe?"),
        ("hooks:\n  stopp: off\n", "line 2: unknown key hooks.stopp, did you mean hooks.stop?"),
        ("trust:\n  sources: [agent]\n", "line 2: unknown key trust.sources; what isn't content belongs in the user's"),
        ("network: on\n", "line 1: unknown key network; what isn't content belongs in the user's config"),
    ],
)
def test_a_key_of_a_newer_scrubjay_in_a_repository_is_named_and_the_others_hold(
    home: Path, text: str, said: str
) -> None:
    before = user(home)
    settings, refused = with_repository(before, text, ".agent/config.yaml")
    assert settings == before
    (line,) = refused
    assert line.startswith(f".agent/config.yaml, {said}")
    assert "no effect here" in line
    assert "\n" not in line
    beside = "skills:\nretrieval:\n  candidates: 50\n" if "retrieval" not in text else "ingestion:\n  code: [python]\n"
    settings, refused = with_repository(before, text + beside, ".agent/config.yaml")
    assert len(refused) == 1
    assert settings.retrieval.candidates == 50 or settings.ingestion.code == ("python",)


@pytest.mark.parametrize(
    "line",
    [
        "endpoint:\n  url: http://127.0.0.1:9/",
        "embedding:\n  model: ./evil",
        "embedding:\n  provider: sentence-transformers",
        "citations:\n  urls: check",
        "user:\n  id: root",
        "review:\n  per_user: 100000",
        "extensions:\n  bad: on",
        "projects:\n  x:\n    ingestion: 3",
        "forges:\n  github.com/acme/shop: {}",
    ],
)
def test_anything_else_in_a_repository_is_refused_and_has_no_effect(home: Path, line: str) -> None:
    before = user(home)
    settings, refused = with_repository(before, line + "\n", ".agent/config.yaml")
    assert settings == before
    assert len(refused) == 1
    assert "belongs in the user's config" in refused[0]


def test_a_repository_tightens_a_limit_but_never_raises_it(home: Path) -> None:
    mine = user(home, "ingestion:\n  max_file_size_kb: 100\n")
    settings, refused = with_repository(mine, "ingestion:\n  max_file_size_kb: 5000\n", ".agent/config.yaml")
    assert settings.ingestion.max_file_size_kb == 100
    assert "line 2" in refused[0]


def test_a_repository_may_turn_submodules_off_and_never_on(home: Path) -> None:
    on = "ingestion:\n  submodules: true\n"
    settings, refused = with_repository(user(home), on, ".agent/config.yaml")
    assert settings.ingestion.submodules is False
    assert "belongs in the user's config" in refused[0]
    settings, refused = with_repository(user(home, on), on.replace("true", "false"), ".agent/config.yaml")
    assert (settings.ingestion.submodules, refused) == (False, ())


def test_a_repository_may_ask_to_join_a_project(home: Path) -> None:
    text = "project:\n  id: abc\n"
    assert requested_project(text, ".agent/config.yaml") == "abc"
    assert with_repository(user(home), text, ".agent/config.yaml")[1] == ()


def test_what_is_done_with_personal_data_is_set_in_the_users_file_alone(home: Path) -> None:
    assert user(home, SCRUBJAY_PRIVACY_PERSONAL="off").privacy.personal == "auto"
    assert user(home, "privacy:\n  personal: mask\n", SCRUBJAY_PRIVACY_PERSONAL="off").privacy.personal == "mask"
    settings, refused = with_repository(user(home), "privacy:\n  personal: off\n", "config.yaml")
    assert settings.privacy.personal != "off"
    assert "belongs in the user's config" in refused[0]


def test_only_the_users_file_lets_a_model_read_grounds(home: Path) -> None:
    assert user(home, SCRUBJAY_GROUNDING_JUDGE="model").grounding.judge == "off"
    settings, refused = with_repository(user(home), "grounding:\n  judge: model\n", "config.yaml")
    assert settings.grounding.judge == "off"
    assert "belongs in the user's config" in refused[0]
    assert user(home, "grounding:\n  judge: model\n").grounding.judge == "model"


def test_no_variable_makes_a_script_trusted(environment: dict[str, str], tmp_path: Path) -> None:
    assert not load_settings(environment | {"SCRUBJAY_TRUST_SCRIPTS": "true"}).trust.scripts
    home = Path(environment["SCRUBJAY_HOME"])
    home.mkdir(exist_ok=True)
    (home / "config.yaml").write_text("trust:\n  scripts: true\n")
    assert load_settings(environment | {"SCRUBJAY_TRUST_SCRIPTS": "false"}).trust.scripts


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("SCRUBJAY_TRUST_ELICITATION", "false"),
        ("SCRUBJAY_MEMORY_SAID", "hide"),
        ("SCRUBJAY_MEMORY_MIN_GRADE", "said"),
        ("SCRUBJAY_EXTRACTION_BY", "off"),
        ("SCRUBJAY_USER_ID", "somebody"),
    ],
)
def test_what_is_said_of_memories_and_by_whom_is_set_by_the_file_alone(
    environment: dict[str, str], variable: str, value: str
) -> None:
    assert load_settings(environment | {variable: value}) == load_settings(environment)


def test_the_users_file_chooses_what_is_shown_of_memories(home: Path) -> None:
    chosen = user(home, "memory:\n  said: hide\n  min_grade: quoted\n").memory
    assert (chosen.said, chosen.min_grade) == ("hide", "quoted")


def test_the_environment_names_nobody(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = user(home).user_id
    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.setenv(name, "linus")
    assert user(home, USER="linus", LOGNAME="linus", SCRUBJAY_USER_ID="linus").user_id == mine
    assert mine != "linus"
