"""Where a server is: what was typed goes before a variable, that before the settings; a secret's file is private."""

from pathlib import Path

import pytest

from scrubjay.errors import ConfigError, UsageError
from scrubjay_team.place import TeamOptions, TeamPlace, private_text, team_place


def place(home: Path, text: str = "", options: TeamOptions | None = None, **variables: str) -> TeamPlace:
    home.mkdir(exist_ok=True)
    (home / "config.yaml").write_text(text)
    return team_place({"SCRUBJAY_HOME": str(home), **variables}, options or TeamOptions())


def secret(file: Path, text: str = "postgresql://app:secret@db/x\n", mode: int = 0o600) -> str:
    file.write_text(text)
    file.chmod(mode)
    return str(file)


def test_without_a_word_the_data_lie_in_the_home_and_the_database_is_embedded(tmp_path: Path) -> None:
    found = place(tmp_path / "home")
    assert (found.data, found.embedded, found.public) == (tmp_path / "home/team", True, "http://127.0.0.1:8737")


def test_what_was_typed_goes_before_the_file(tmp_path: Path) -> None:
    text = "team: {host: 0.0.0.0, port: 9000, url: https://m.example.org, data: elsewhere}\n"
    found = place(tmp_path / "home", text)
    assert (found.host, found.port, found.public) == ("0.0.0.0", 9000, "https://m.example.org")  # noqa: S104
    assert found.data == tmp_path / "home/elsewhere"
    typed = TeamOptions(host="::1", port=9001, url="http://x", data=str(tmp_path / "d"))
    found = place(tmp_path / "home", text, typed)
    assert (found.host, found.port, found.url, found.data) == ("::1", 9001, "http://x", tmp_path / "d")


def test_an_address_is_the_same_typed_or_set(tmp_path: Path) -> None:
    at = "https://m.example.org:8443"
    assert place(tmp_path / "home", f"team: {{url: '{at}/'}}\n").url == at
    assert place(tmp_path / "home", options=TeamOptions(url=f"{at}/")).url == at
    for wrong in ("m.example.org", "https://", f"{at}/sub", f"{at}?a=b", f"{at}#a", "ftp://m.example.org"):
        with pytest.raises(UsageError, match="https://memory") as refused:
            place(tmp_path / "home", options=TeamOptions(url=wrong))
        assert refused.value.exit_code == 2
        with pytest.raises(ConfigError):
            place(tmp_path / "home", f"team: {{url: '{wrong}'}}\n")


def test_a_dsn_comes_from_a_file_that_was_typed_then_a_variable_then_the_settings(tmp_path: Path) -> None:
    typed, kept = secret(tmp_path / "typed"), secret(tmp_path / "kept", "host=kept")
    text = f"team:\n  dsn: {kept}\n  owner_dsn: postgresql://owner@db/x\n"
    found = place(tmp_path / "home", text)
    assert (found.dsn, found.owner_dsn, found.embedded) == ("host=kept", "postgresql://owner@db/x", False)
    assert place(tmp_path / "home", text, SCRUBJAY_TEAM_DSN="host=variable").dsn == "host=variable"
    assert found.worker_dsn == ""
    assert place(tmp_path / "home", text, SCRUBJAY_TEAM_WORKER_DSN="host=variable").worker_dsn == "host=variable"
    (tmp_path / "home/team").mkdir()
    secret(tmp_path / "home/team/worker.dsn", "host=written")
    assert place(tmp_path / "home", text).worker_dsn == "host=written"
    assert place(tmp_path / "home", text + "  worker_dsn: host=set\n").worker_dsn == "host=set"
    options = TeamOptions(dsn_file=typed)
    assert place(tmp_path / "home", text, options, SCRUBJAY_TEAM_DSN="host=variable").dsn.endswith("secret@db/x")


@pytest.mark.parametrize("mode", [0o644, 0o660, 0o604])
def test_a_secrets_file_that_others_may_read_is_refused(tmp_path: Path, mode: int) -> None:
    with pytest.raises(UsageError, match="chmod 600"):
        private_text(Path(secret(tmp_path / "dsn", mode=mode)), "the DSN's file")


def test_a_link_a_folder_and_a_missing_file_hold_no_secret(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(secret(tmp_path / "dsn"))
    for name in ("link", "missing", "."):
        with pytest.raises(UsageError):
            private_text(tmp_path / name, "the DSN's file")


@pytest.mark.parametrize("text", ["", "\n", "a\nb\n", "x" * 5000, "a\0b"])
def test_a_secrets_file_holds_one_line(tmp_path: Path, text: str) -> None:
    with pytest.raises(UsageError, match=r"no single line|no text"):
        private_text(Path(secret(tmp_path / "dsn", text)), "the DSN's file")


def test_a_wrong_setting_is_named_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"line 2: team\.port"):
        place(tmp_path / "home", "team:\n  port: many\n")
