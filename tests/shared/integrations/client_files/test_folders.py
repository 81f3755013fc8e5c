"""A client's files are where its own variable says, if that is an absolute path."""

from pathlib import Path

import pytest

from scrubjay.integrations.client_files.launch import FOLDERS, config_folder

ACCOUNT = Path("/home/ada")


@pytest.mark.parametrize(
    ("client", "variables", "folder"),
    [
        ("claude", {"CLAUDE_CONFIG_DIR": "/srv/claude"}, "/srv/claude"),
        ("codex", {}, "/home/ada/.codex"),
        ("codex", {"CODEX_HOME": "/srv/codex"}, "/srv/codex"),
        ("codex", {"CODEX_HOME": "relative"}, "/home/ada/.codex"),
        ("codex", {"CODEX_HOME": ""}, "/home/ada/.codex"),
        ("gemini", {"GEMINI_CLI_HOME": "/srv/ada"}, "/srv/ada/.gemini"),
        ("opencode", {}, "/home/ada/.config/opencode"),
        ("opencode", {"XDG_CONFIG_HOME": "/srv/config"}, "/srv/config/opencode"),
        ("opencode", {"XDG_CONFIG_HOME": "/srv/config", "OPENCODE_CONFIG_DIR": "/srv/oc"}, "/srv/oc"),
        ("goose", {"GOOSE_PATH_ROOT": "/srv/goose", "XDG_CONFIG_HOME": "/srv/config"}, "/srv/goose/config"),
        ("goose plugins", {"XDG_CONFIG_HOME": "/srv/config"}, "/home/ada/.agents/plugins"),
        ("cursor", {"XDG_CONFIG_HOME": "/srv/config"}, "/home/ada/.cursor"),
    ],
)
def test_a_variable_moves_a_clients_folder(client: str, variables: dict[str, str], folder: str) -> None:
    assert FOLDERS[client].path(ACCOUNT, config_folder(ACCOUNT, variables), variables) == Path(folder)


def test_each_variable_is_named_the_stronger_one_first() -> None:
    assert FOLDERS["opencode"].moved_by == ("OPENCODE_CONFIG_DIR", "XDG_CONFIG_HOME")
    assert FOLDERS["cursor"].moved_by == ()
