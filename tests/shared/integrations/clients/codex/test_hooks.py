"""Our hooks stand behind the user's own in Codex, none of which ever moves: its trust is a position."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scrubjay.errors import ConfigError
from scrubjay.integrations.client_files.launch import Launch
from scrubjay.integrations.clients import codex_hooks as hooks
from scrubjay.integrations.clients import codex_servers as servers
from scrubjay.integrations.clients import codex_trust as trust
from scrubjay.integrations.edits import Receipt
from scrubjay.integrations.hook_files.launcher import command, launcher_file

THEIRS = {"hooks": [{"type": "command", "command": "date"}]}
CONFIG = (
    'model = "m"  # mine\n\n[[hooks.SessionStart]]\n[[hooks.SessionStart.hooks]]\ntype = "command"\ncommand = "date"'
)
STATE = '\n[hooks.state."x:session_start:0:0"]\ntrusted_hash = "sha256:0"\n'


@pytest.fixture
def launch(tmp_path: Path) -> Launch:
    (tmp_path / "home of ada").mkdir()
    return Launch((sys.executable,), str(tmp_path / "home of ada"))


def file(folder: Path, name: str = hooks.FILE, text: str | None = None) -> Path:
    path = folder / name
    if text is not None:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text.encode())
    return path


def snapshot(folder: Path) -> dict[str, bytes | None]:
    return {str(path): path.read_bytes() if path.is_file() else None for path in sorted(folder.rglob("*"))}


GROUPS = st.lists(
    st.fixed_dictionaries(
        {"hooks": st.lists(st.fixed_dictionaries({"type": st.just("command"), "command": st.text(max_size=8)}))},
        optional={"matcher": st.sampled_from(["startup", "a|b"])},
    ),
    max_size=3,
)
FILES = st.fixed_dictionaries(
    {},
    optional={
        "description": st.text(max_size=5),
        "hooks": st.dictionaries(st.sampled_from([*hooks.EVENTS, "PostToolUse"]), GROUPS, max_size=4),
    },
)


@given(FILES, st.sampled_from([None, 1, 2, "\t"]), st.sampled_from(["", "\n", "\r\n\r\n"]))
@settings(max_examples=50, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_group_of_the_user_moves_and_every_byte_comes_back(
    tmp_path_factory: pytest.TempPathFactory, theirs: dict[str, Any], indent: int | str | None, end: str
) -> None:
    top = tmp_path_factory.mktemp("codex")
    folder, home = top / "codex", top / "home"
    folder.mkdir(), home.mkdir()
    path = file(folder, text=json.dumps(theirs, indent=indent) + end)
    before, receipt = path.read_bytes(), Receipt(top / "receipt.json")
    for python in ("/old/python", "/new/python"):
        hooks.install(folder, Launch((python,), str(home)), receipt)
        made = json.loads(path.read_bytes())["hooks"]
        for event in {*theirs.get("hooks", {}), *hooks.EVENTS}:
            own = theirs.get("hooks", {}).get(event, [])
            assert made[event][: len(own)] == own
            assert made[event][len(own) :] == ([{"hooks": [hooks.hook(home, event)]}] if event in hooks.EVENTS else [])
    hooks.remove(folder, str(home), receipt)
    assert path.read_bytes() == before
    assert receipt.names("") == ()


def test_without_a_file_one_is_written_and_deleted_again(folder: Path, launch: Launch, receipt: Receipt) -> None:
    assert [change.path.name for change in hooks.plan_install(folder, launch)] == ["hook.sh", "hooks.json"]
    hooks.install(folder, launch, receipt)
    assert hooks.plan_install(folder, launch) == ()
    assert hooks.plan_remove(folder, launch.home, receipt)
    hooks.remove(folder, launch.home, receipt)
    assert snapshot(folder) == {}
    assert receipt.names("") == ()


def test_another_python_changes_the_launcher_alone(folder: Path, launch: Launch, receipt: Receipt) -> None:
    hooks.install(folder, launch, receipt)
    changes = hooks.plan_install(folder, Launch(("/opt/new/python",), launch.home))
    assert [change.path for change in changes] == [launcher_file(Path(launch.home))]


def test_a_group_that_the_user_put_behind_ours_keeps_its_position(
    folder: Path, launch: Launch, receipt: Receipt
) -> None:
    hooks.install(folder, launch, receipt)
    path = file(folder)
    made = json.loads(path.read_text())
    made["hooks"]["Stop"][0]["hooks"][0]["timeout"] = 99
    made["hooks"]["Stop"].append(THEIRS)
    path.write_text(json.dumps(made))
    hooks.install(folder, launch, receipt)
    home = Path(launch.home)
    assert json.loads(path.read_text())["hooks"]["Stop"] == [{"hooks": [hooks.hook(home, "Stop")]}, THEIRS]


@pytest.mark.parametrize("end", ["", "\n", "\n\n# the end\n", STATE])
def test_hooks_stand_in_the_configuration_where_the_users_are(
    folder: Path, launch: Launch, receipt: Receipt, end: str
) -> None:
    path = file(folder, hooks.CONFIG, CONFIG + end)
    before = snapshot(folder)
    hooks.install(folder, launch, receipt)
    groups = tomllib.loads(path.read_text())["hooks"]["SessionStart"]
    assert groups == [THEIRS, {"hooks": [hooks.hook(Path(launch.home), "SessionStart")]}]
    assert not file(folder).exists()
    assert hooks.plan_install(folder, launch) == ()
    hooks.remove(folder, launch.home, receipt)
    assert snapshot(folder) == before


def test_what_codex_writes_behind_our_tables_stays(folder: Path, launch: Launch, receipt: Receipt) -> None:
    path = file(folder, hooks.CONFIG, CONFIG)
    hooks.install(folder, launch, receipt)
    path.write_text(path.read_text() + "\n" + STATE)
    hooks.install(folder, launch, receipt)
    hooks.remove(folder, launch.home, receipt)
    assert path.read_text() == CONFIG + "\n" + STATE


def test_tables_that_codex_moved_apart_are_known_each_by_itself(folder: Path, launch: Launch, receipt: Receipt) -> None:
    """When it stores a trust, it puts the tables of one event together, and the others behind the trust."""
    path = file(folder, hooks.CONFIG, CONFIG + "\n" + STATE)
    hooks.install(folder, launch, receipt)
    text = path.read_text()
    ours = text[text.index("# scrubjay") :]
    first = ours[: ours.index("[[hooks.PreCompact]]")]
    path.write_text(CONFIG + "\n" + first + STATE + ours.removeprefix(first))
    assert hooks.plan_install(folder, launch) == ()
    hooks.remove(folder, launch.home, receipt)
    assert path.read_text() == CONFIG + "\n" + STATE


def test_servers_and_hooks_in_one_configuration_go_in_any_order(folder: Path, launch: Launch, receipt: Receipt) -> None:
    file(folder, hooks.CONFIG, CONFIG)
    before = snapshot(folder)
    servers.register(folder, launch, receipt)
    hooks.install(folder, launch, receipt)
    servers.unregister(folder, launch.home, receipt)
    hooks.remove(folder, launch.home, receipt)
    assert snapshot(folder) == before


@pytest.mark.parametrize("config", ["[hooks]\nSessionStart = []\n", "[hooks]\nStop = [{hooks = []}]\n", STATE])
def test_a_list_that_takes_no_table_leaves_the_configuration_alone(
    folder: Path, launch: Launch, receipt: Receipt, config: str
) -> None:
    path = file(folder, hooks.CONFIG, config)
    hooks.install(folder, launch, receipt)
    assert path.read_text() == config
    assert file(folder).exists()


@pytest.mark.parametrize("text", ["[]", "{", '{"hooks": {"Stop": {}}}'])
def test_a_file_that_codex_would_not_read_is_left_alone(
    folder: Path, launch: Launch, receipt: Receipt, text: str
) -> None:
    path = file(folder, text=text)
    with pytest.raises(ConfigError):
        hooks.install(folder, launch, receipt)
    assert path.read_text() == text


def test_another_project_keeps_the_hooks_and_inherits_what_was_made(
    folder: Path, launch: Launch, receipt: Receipt, tmp_path: Path
) -> None:
    other = Receipt(tmp_path / "other.json")
    hooks.install(folder, launch, receipt)
    hooks.install(folder, launch, other)
    assert hooks.remove(folder, launch.home, receipt, (other,)) == ()
    assert file(folder).exists()
    hooks.remove(folder, launch.home, other)
    assert snapshot(folder) == {}


def test_hooks_of_another_home_are_not_ours(folder: Path, launch: Launch, receipt: Receipt, tmp_path: Path) -> None:
    hooks.install(folder, launch, receipt)
    (tmp_path / "second").mkdir()
    second, theirs = Launch(launch.start, str(tmp_path / "second")), Receipt(tmp_path / "second.json")
    hooks.install(folder, second, theirs)
    assert len(json.loads(file(folder).read_text())["hooks"]["Stop"]) == 2
    hooks.remove(folder, second.home, theirs)
    assert len(json.loads(file(folder).read_text())["hooks"]["Stop"]) == 1


def test_a_file_that_is_kept_elsewhere_is_written_there(folder: Path, launch: Launch, receipt: Receipt) -> None:
    kept = folder.parent / "dotfiles"
    kept.mkdir()
    folder.symlink_to(kept)
    hooks.install(folder, launch, receipt)
    assert (kept / "hooks.json").exists()
    hooks.remove(folder, launch.home, receipt)
    assert list(kept.iterdir()) == []


def test_the_launcher_ends_silently_where_its_python_is_gone(folder: Path, launch: Launch, receipt: Receipt) -> None:
    hooks.install(folder, Launch(("/nowhere/python",), launch.home), receipt)
    done = subprocess.run(
        ["/bin/sh", "-c", command(Path(launch.home), "codex")], input=b"{}", capture_output=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


DATE = '{"hooks":[{"type":"command","command":"date"}]}'
MATCHED = (
    '{"matcher":"startup|resume","hooks":[{"type":"command","command":"/bin/sh \\"/a b/hook.sh\\"","timeout":10,'
    '"statusMessage":"hi"}]}'
)
KNOWN = {
    DATE: "d6f048301b56e3f1aed19b714f170de4cc7c09fdb361fc9e1736fa7e6ccbbe3e",
    MATCHED: "7694bc326c578ecbbdfbc191b99e1ebd458a0d0bdc13903b2d1b7b000b689f1e",
}


@pytest.mark.parametrize("group", list(KNOWN))
def test_the_hash_is_the_one_that_codex_told(group: str) -> None:
    """As `hooks/list` of Codex 0.169.0 answered."""
    value = json.loads(group)
    assert trust.trusted_hash("SessionStart", value, value["hooks"][0]) == f"sha256:{KNOWN[group]}"


@pytest.mark.parametrize("config", ["", CONFIG + "\n"])
def test_a_hook_is_trusted_when_the_user_has_reviewed_it_as_it_is(
    folder: Path, launch: Launch, receipt: Receipt, config: str
) -> None:
    path = file(folder, hooks.CONFIG, config)
    assert trust.review(folder, Path(launch.home)) == {}
    hooks.install(folder, launch, receipt)
    home, place = Path(launch.home), (path, 1) if config else (file(folder), 0)
    assert trust.review(folder, home) == dict.fromkeys(hooks.EVENTS, False)
    own = hooks.hook(home, "SessionStart")
    text = path.read_text()
    seen = trust.trusted_hash("SessionStart", {}, own)
    for value, more, expected in ((seen, "", True), (seen, "enabled = false\n", False), ("sha256:0", "", False)):
        key = f"{place[0]}:session_start:{place[1]}:0"
        path.write_text(f'{text}\n[hooks.state."{key}"]\ntrusted_hash = "{value}"\n{more}')
        assert trust.review(folder, home)["SessionStart"] is expected
        assert trust.review(folder, home)["Stop"] is False


def test_nothing_of_ours_writes_a_trusted_hash(folder: Path, launch: Launch, receipt: Receipt) -> None:
    for text in ("", CONFIG):
        file(folder, hooks.CONFIG, text)
        changes = hooks.plan_install(folder, launch)
        assert not any(b"trusted_hash" in (change.after or b"") for change in changes)
        assert not any(b"bypass" in (change.after or b"") for change in changes)
