"""Where the key comes from: a file, a variable, a command; each gives one key or leaves everything closed."""

import sys
from pathlib import Path
from uuid import uuid4

import pytest
from cryptography.fernet import Fernet

from scrubjay.errors import ConfigError
from scrubjay.extensions.kinds.keys import KeyProvider
from scrubjay.extensions.testing.serving import check_key_provider
from scrubjay_team.errors import SecretsLocked
from scrubjay_team.mirrors.key_sources import CommandKey, EnvironmentKey, FileKey, key_provider
from scrubjay_team.mirrors.sealing import CREDENTIAL, Sealer
from scrubjay_team.place import TeamOptions, team_place
from tests.servers.team.mirrors.routes import PROGRAMS

PROJECT = uuid4()


def printing(text: str, seconds: float = 30.0, code: int = 0) -> CommandKey:
    program = f"import sys; sys.stdout.write({text!r}); sys.stdout.flush(); sys.exit({code})"
    return CommandKey((sys.executable, "-c", program), {}, seconds)


def providers(tmp_path: Path) -> tuple[KeyProvider, ...]:
    key = Fernet.generate_key().decode()
    return FileKey(tmp_path / "data"), EnvironmentKey("TEAM_KEY", {"TEAM_KEY": key}), printing(f"{key}\n")


def test_every_provider_keeps_its_promises(tmp_path: Path) -> None:
    for provider in providers(tmp_path):
        check_key_provider(provider)


def test_what_one_sealed_opens_by_the_same_key_alone(tmp_path: Path) -> None:
    for provider in providers(tmp_path):
        if provider.key() is None:
            provider.make()
        sealed = Sealer(tmp_path / "data", provider).seal(PROJECT, CREDENTIAL, "word")
        assert Sealer(tmp_path / "data", provider).open(PROJECT, CREDENTIAL, sealed) == "word"
        with pytest.raises(SecretsLocked):
            Sealer(tmp_path / "other", printing(Fernet.generate_key().decode())).open(PROJECT, CREDENTIAL, sealed)


@pytest.mark.parametrize(
    "provider",
    [
        printing("x" * 500), printing("no key"), printing("", code=3), printing("key", code=1),
        CommandKey((sys.executable, "-c", "import time; time.sleep(60)"), {}, 0.2), CommandKey(("/no/such",), {}),
        EnvironmentKey("TEAM_KEY", {}), EnvironmentKey("TEAM_KEY", {"TEAM_KEY": "y" * 500}),
    ],
)  # fmt: skip
def test_what_gives_no_key_leaves_all_closed(tmp_path: Path, provider: KeyProvider) -> None:
    with pytest.raises(SecretsLocked):
        Sealer(tmp_path, provider).seal(PROJECT, CREDENTIAL, "word")


def test_no_error_says_what_was_printed(tmp_path: Path) -> None:
    with pytest.raises(SecretsLocked) as told:
        Sealer(tmp_path, printing("half a secret")).seal(PROJECT, CREDENTIAL, "word")
    assert "half a secret" not in str(told.value)


def test_settings_choose_one_and_refuse_two(tmp_path: Path) -> None:
    def chosen(text: str) -> KeyProvider:
        (tmp_path / "config.yaml").write_text(text)
        environment = {"SCRUBJAY_HOME": str(tmp_path), "HOME": str(tmp_path)}
        return key_provider(team_place(environment, TeamOptions()), environment)

    assert isinstance(chosen(""), FileKey)
    assert isinstance(chosen("team:\n  key_variable: TEAM_KEY\n"), EnvironmentKey)
    assert isinstance(chosen("team:\n  key_command: [age, --decrypt, key.age]\n"), CommandKey)
    with pytest.raises(ConfigError):
        chosen("team:\n  key_variable: TEAM_KEY\n  key_command: [age]\n")


def test_a_program_that_fails_is_asked_once_in_a_while_and_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "program"
    script.write_text('#!/bin/sh\ncd "$(dirname "$0")"\necho asked >> asked\n[ -e there ] && cat there\n')
    script.chmod(0o700)
    sealer = Sealer(tmp_path / "data", CommandKey((str(script),), {"PATH": PROGRAMS}))
    for _ in range(50):
        with pytest.raises(SecretsLocked, match="failed with exit code 1"):
            sealer.seal(PROJECT, CREDENTIAL, "word")
    assert (tmp_path / "asked").read_text() == "asked\n"
    (tmp_path / "there").write_bytes(Fernet.generate_key())
    monkeypatch.setattr("scrubjay_team.mirrors.sealing.AGAIN_S", 0.0)
    sealed = sealer.seal(PROJECT, CREDENTIAL, "word")
    (tmp_path / "there").unlink()  # it is away later: the process keeps what it has
    assert (sealer.open(PROJECT, CREDENTIAL, sealed), sealer.has_key) == ("word", True)
