"""Every legal form of a client's file: what it said it says beside our entries, and every byte comes back."""

import json
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from scrubjay.errors import ConfigError
from scrubjay.integrations.client_files.client import Site
from scrubjay.integrations.clients.table import CLIENTS
from scrubjay.integrations.edits import Receipt
from scrubjay.integrations.edits.jsonc import Jsonc
from tests.conftest import Repo
from tests.shared.integrations.client_files.test_servers import PLACES

MakeSite = Callable[..., Site]
OURS = {"scrubjay-session", "scrubjay-knowledge"}
CONTAINERS = {"codex": "mcp_servers", "goose": "extensions"}


def parsed(name: str, data: bytes) -> Any:
    text = data.decode("utf-8-sig")
    if name == "codex":
        return tomllib.loads(text)
    said = yaml.safe_load(text) if name == "goose" else Jsonc.of(text).value() if text.strip() else None
    return said or {}


def without_ours(name: str, said: Mapping[str, Any]) -> dict[str, Any]:
    """What is the user's: no server or hook of ours, and no container that holds nothing else."""
    key = CONTAINERS.get(name, "mcpServers")
    servers = {server: entry for server, entry in (said.get(key) or {}).items() if server not in OURS}
    hooks = {
        event: [group for group in groups or () if "hook.sh" not in json.dumps(group)] if event != "state" else groups
        for event, groups in (said.get("hooks") or {}).items()
    }
    rest = {name: value for name, value in sorted(said.items()) if name not in (key, "hooks")}
    return rest | {key: servers, "hooks": sorted((event, groups) for event, groups in hooks.items() if groups)}


@pytest.fixture
def in_and_out(account: Path, site: MakeSite, tmp_path: Path) -> Callable[[str, bytes], bool]:
    """Set a client up and take it back; False where its file was refused."""
    (tmp_path / "home").mkdir()

    def check(name: str, before: bytes) -> bool:
        receipt = Receipt(tmp_path / "home" / "projects" / "p" / "receipt.json")
        file = account / PLACES[name][1]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(before)
        refused: list[str] = []
        for part in CLIENTS[name].parts:
            try:
                CLIENTS[name].apply(site(), receipt, part)
            except ConfigError as error:
                refused.append(str(error))
        assert all(str(file) in said for said in refused)
        after = file.read_bytes()
        said = parsed(name, after)
        assert repr(without_ours(name, said)) == repr(without_ours(name, parsed(name, before)))  # nan is itself
        if not refused:
            assert set(said[CONTAINERS.get(name, "mcpServers")]) >= OURS
        ends = before.count(b"\r\n") if before.count(b"\n") == before.count(b"\r\n") else 0
        assert not ends or after.count(b"\n") == after.count(b"\r\n")
        CLIENTS[name].take_back(site(), receipt)
        assert file.read_bytes() == before
        assert receipt.names("") == ()
        return not refused

    return check


lawful = settings(
    max_examples=40, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
ends = st.sampled_from(["\n", "\r\n"])
boms = st.sampled_from(["", "\ufeff"])

servers = st.sampled_from([{}, {"mine": {"command": "x", "n": 1.0}}, {"a": {}, "b": {"args": [1, None]}}, None])
lists = st.sampled_from([None, [], [{"hooks": [{"type": "command", "command": "echo mine"}]}]])
hooks = st.dictionaries(st.sampled_from(["SessionStart", "SessionEnd", "BeforeTool"]), lists, max_size=2) | st.none()
objects = st.fixed_dictionaries({}, optional={"theme": st.text(max_size=4), "mcpServers": servers, "hooks": hooks})
comments = st.sampled_from(["", " // mine", " /* a, b */"])


@given(objects | st.just(""), st.sampled_from([None, 1, "\t"]), comments, st.booleans(), ends, boms)
@lawful
def test_json(
    in_and_out: Callable[[str, bytes], bool], said: Any, indent: Any, comment: str, comma: bool, end: str, bom: str
) -> None:
    text = json.dumps(said, indent=indent, ensure_ascii=False) if said != "" else ""
    if indent is not None and said:
        lines = text.split("\n")
        lines[-2] += "," * comma
        text = "\n".join([f"{line}{comment}" for line in lines[:-1]] + lines[-1:]) + "\n"
    assert in_and_out("gemini", (bom * bool(said) + text.replace("\n", end)).encode())


@pytest.mark.parametrize("text", [b"", b" \r\n", b"\xef\xbb\xbf{}", b'{"projects": null, "hooks": null}\r\n'])
def test_files_that_say_nothing_or_begin_with_a_bom(
    account: Path, repo: Repo, site: MakeSite, receipt: Receipt, text: bytes
) -> None:
    names = (".claude.json", ".cursor/hooks.json", ".codex/hooks.json", ".gemini/settings.json")
    files = (repo.path / ".claude/settings.local.json", *(account / name for name in names))
    (account.parent / "home").mkdir()
    for file in files:
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(text)
    clients = [CLIENTS[name] for name in ("claude", "cursor", "codex", "gemini")]
    for client in clients:
        for part in client.parts:
            assert client.apply(site(), receipt, part).notes == ()
    assert all(file.read_bytes() != text for file in files)
    for client in clients:
        assert client.take_back(site(), receipt).problems == ()
    assert [file.read_bytes() for file in files] == [text] * len(files)
    assert receipt.names("") == ()


TOML = [
    "", "# only", "model = 'x'  # [mcp_servers.scrubjay-session]", "[mcp_servers]", "mcp_servers.mine.command = 'x'",
    '"mcp_servers".mine = { command = "x", args = [\n  "a", # c\n] }', "[ mcp_servers . mine ]\ncommand = 'x'",
    "[mcp_servers]\nmine = { command = 'x' }\n[mcp_servers.b.env]\nE = '''\n[mcp_servers.scrubjay-session]\n'''",
    "[hooks]\nStop = [{ hooks = [] }]", "[[hooks.Stop]]\nmatcher = 'x'", "f = nan\nd = 1979-05-27",
    "[hooks.state.'/x:stop:0:0']\ntrusted_hash = 'sha256:0'",
]  # fmt: skip
INLINE = ["mcp_servers = {}", "mcp_servers = { mine = { command = 'x' } }"]


@given(st.sampled_from(TOML), st.sampled_from(["", "\n", "\n\n# the end\n"]), ends, boms)
@lawful
def test_toml(in_and_out: Callable[[str, bytes], bool], text: str, tail: str, end: str, bom: str) -> None:
    assert in_and_out("codex", (bom + (text + tail).replace("\n", end)).encode())


@pytest.mark.parametrize("text", INLINE)
def test_toml_that_takes_no_table_is_refused_before_it_is_written(
    in_and_out: Callable[[str, bytes], bool], text: str
) -> None:
    assert not in_and_out("codex", text.encode())


HEADS = ["", "---\n", "# mine\n", "GOOSE_MODEL: x   # inline\n", "n: .nan\ntext: |\n  extensions:\n"]
EXTENSIONS = [
    "", "extensions:", "'extensions':  # all", '"extensions" :\n    mine:\n        enabled: true', "extensions: {}",
    "extensions: { } # none", "extensions: {mine: {enabled: true, args: [a]}}", "extensions: {a: {b: 1},}",
    "extensions:\n  {mine: {a: 1}, # one\n   b: {c: 'x'} # two\n  }", "extensions:\n  mine: {enabled: true}\n\n\nz: 1",
]  # fmt: skip


@given(st.sampled_from(HEADS), st.sampled_from(EXTENSIONS), st.sampled_from(["", "\n", "\nlast: 1\n", "\n...\n"]), ends)
@lawful
def test_yaml(in_and_out: Callable[[str, bytes], bool], head: str, text: str, tail: str, end: str) -> None:
    assume(text or ":" in head or "..." not in tail)  # the mark ends nothing
    assert in_and_out("goose", (head + text + tail).replace("\n", end).encode())


@pytest.mark.parametrize("name", ["claude", "gemini", "opencode", "cursor", "zed"])
def test_a_name_that_stands_twice_is_refused_by_name(
    repo: Repo, account: Path, site: MakeSite, receipt: Receipt, name: str
) -> None:
    where, place = PLACES[name]
    file = (repo.path if where == "repo" else account) / place
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text('{"mcp": {}, "mcpServers": {"a": {}}, "mcpServers": {"b": {}}}')
    with pytest.raises(ConfigError, match='"mcpServers" stands in one object twice'):
        [part.plan(site(), receipt) for part in CLIENTS[name].parts if part.name == "servers"]
