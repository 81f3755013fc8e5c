"""A membership in a home: what joining writes, leaving takes back byte for byte, and nobody else's file is followed."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scrubjay.errors import ConfigError, ScrubjayError, UsageError
from scrubjay.settings.layers import load_settings, with_repository
from scrubjay_joined.errors import AlreadyJoined, NotJoined
from scrubjay_joined.membership import Joined, Membership, drop, joined_server, keep, membership_of
from tests.shared.scrubjay_joined.conftest import TOKEN

ACME = Membership("https://memory.example.org", "acme", "anna", "5e7")


def read(home: Path) -> Joined | None:
    return joined_server(load_settings({"SCRUBJAY_HOME": str(home)}))


def state(home: Path) -> dict[str, bytes]:
    return {str(one.relative_to(home)): one.read_bytes() if one.is_file() else b"" for one in home.rglob("*")}


def test_a_home_that_is_in_no_team_has_no_server(home: Path) -> None:
    assert read(home) is None


def test_joining_writes_a_section_and_a_token_that_only_its_owner_reads(home: Path) -> None:
    keep(home, ACME, TOKEN)
    assert (home / "joined").stat().st_mode & 0o777 == 0o700
    assert (home / "joined/token").stat().st_mode & 0o777 == 0o600
    assert TOKEN not in (home / "config.yaml").read_text()
    joined = read(home)
    assert joined is not None
    assert (joined.membership, joined.name, joined.client.url) == (ACME, "team acme", ACME.url)
    assert TOKEN not in repr(joined)


FILES = st.sampled_from([
    "", "user:\n  id: anna\n", "# mine\n\nuser: {id: anna}  # me\n", "privacy:\n  personal: mask\n\n\n# end\n",
    "user:\n    id: anna\nextensions:\n    ui: off\n", "team:\n  port: 9000\n", "---\nuser: {id: anna}\n",
])  # fmt: skip
NAMES = st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1, max_size=20).filter(str.strip)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(text=FILES, team=NAMES, member=NAMES)
def test_leaving_takes_back_what_joining_wrote_byte_for_byte(home: Path, text: str, team: str, member: str) -> None:
    file = home / "config.yaml"
    if text:
        file.write_text(text, encoding="utf-8")
    else:
        file.unlink(missing_ok=True)
    before = state(home)
    keep(home, Membership(ACME.url, team, member, ACME.server), TOKEN)
    (home / "joined/projects.json").write_text("{}")
    joined = read(home)
    assert joined is not None
    assert (joined.membership.team, joined.membership.member) == (team, member)
    assert drop(home) is True
    assert state(home) == before
    assert drop(home) is False
    assert state(home) == before


def test_leaving_ends_a_membership_of_which_a_part_is_left(home: Path) -> None:
    keep(home, ACME, TOKEN)
    (home / "joined/token").unlink()
    with pytest.raises(NotJoined, match="its token is gone"):
        read(home)
    assert drop(home)
    keep(home, ACME, TOKEN)
    (home / "config.yaml").unlink()
    assert read(home) is None
    assert drop(home)
    assert state(home) == {}


@pytest.mark.parametrize(
    "section",
    ["{url: 'https://a.example'}", "5", "[a]", "{url: 'ftp://a', team: a, member: b, server: c}",
     "{url: 'https://x:y@a.example', team: a, member: b, server: c}"],
)  # fmt: skip
def test_a_damaged_section_is_named_and_leaving_removes_it(home: Path, section: str) -> None:
    (home / "config.yaml").write_text(f"joined: {section}\n")
    with pytest.raises(ConfigError, match="scrubjay team leave"):
        read(home)
    assert drop(home)
    assert state(home) == {}


def test_where_the_users_file_cant_be_changed_nothing_of_a_membership_is_left(home: Path) -> None:
    (home / "config.yaml").write_text("user: {id: anna}\n")
    (home / "config.yaml").chmod(0o400)
    before = state(home)
    with pytest.raises(ConfigError):
        keep(home, ACME, TOKEN)
    assert state(home) == before


def test_no_link_is_followed(home: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "token").write_text(TOKEN)
    (elsewhere / "token").chmod(0o600)
    (home / "joined").symlink_to(elsewhere)
    for act in (lambda: keep(home, ACME, TOKEN), lambda: drop(home)):
        with pytest.raises(UsageError, match="no link"):
            act()
    (home / "joined").unlink()
    keep(home, ACME, TOKEN)
    (home / "joined/token").unlink()
    (home / "joined/token").symlink_to(elsewhere / "token")
    with pytest.raises(UsageError, match="it is a link"):
        read(home)
    (home / "joined/more").symlink_to(elsewhere)
    drop(home)
    assert (elsewhere / "token").read_text() == TOKEN


@pytest.mark.parametrize("mode", [0o644, 0o640])
def test_a_token_that_others_may_read_isnt_used(home: Path, mode: int) -> None:
    keep(home, ACME, TOKEN)
    (home / "joined/token").chmod(mode)
    with pytest.raises(UsageError, match="chmod 600"):
        read(home)


def test_no_variable_and_no_repository_sets_any_of_it(home: Path) -> None:
    variables = {f"SCRUBJAY_JOINED_{name}": "https://evil.example" for name in ("URL", "TEAM", "MEMBER", "SERVER")}
    assert membership_of(load_settings({"SCRUBJAY_HOME": str(home)} | variables)) is None
    keep(home, ACME, TOKEN)
    mine = load_settings({"SCRUBJAY_HOME": str(home)} | variables)
    text = "joined: {url: 'https://evil.example', team: evil, member: eve, server: '666'}\n"
    theirs, refused = with_repository(mine, text, ".agent/config.yaml")
    assert membership_of(theirs) == membership_of(mine) == ACME
    assert refused


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives things to another account")
def test_another_accounts_folder_is_refused(home: Path) -> None:
    (home / "joined").mkdir()
    os.chown(home / "joined", 1234, 1234)
    with pytest.raises(ScrubjayError, match="belongs to another user"):
        keep(home, ACME, TOKEN)


def test_who_joins_while_another_did_changes_nothing(home: Path) -> None:
    first = Membership("https://a.example", "acme", "anna", "5e7")
    keep(home, first, TOKEN)
    with pytest.raises(AlreadyJoined, match="meanwhile"):
        keep(home, Membership("https://b.example", "other", "ben", "0"), TOKEN.replace("x", "y"))
    assert membership_of(load_settings({"SCRUBJAY_HOME": str(home)})) == first
    assert (home / "joined/token").read_text().strip() == TOKEN
