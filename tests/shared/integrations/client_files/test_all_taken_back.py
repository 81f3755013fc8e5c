"""Whatever files people have, and whichever clients come and go in any order, every byte is there again."""

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from scrubjay.integrations.client_files.client import Site
from scrubjay.integrations.clients.table import CLIENTS
from scrubjay.integrations.edits import Receipt
from scrubjay.integrations.hook_files.launcher import launcher_file
from tests.conftest import Repo
from tests.shared.integrations.client_files.test_servers import BEFORE, PLACES

pytestmark = pytest.mark.story

JSON_TEXTS = [
    *BEFORE,
    b'{"hooks": {}, "mcpServers": {"scrubjay-other": {"command": "x"}}}\r\n',
    b'{"hooks": {"SessionStart": []}}',
    b'{\n\t"version": 1,\n\t"hooks": {"stop": [{"command": "true"}]}\n}',
]
TEXTS: Mapping[str, list[bytes | None]] = {
    "codex": [None, b"", b"model = 'x'\r\n", b"\xef\xbb\xbfa = 1 # b", b"[hooks]\n[[hooks.Stop]]\nmatcher = 'x'\n"],
    "goose": [None, b"", b"# only\n", b"a: 1\r\nextensions:\r\n  d:\r\n    enabled: true\r\n", b"extensions:"],
    "claude": [None, b"{}", b'{"projects": {}, "n": 1.0}\r\n'],
}
HOOK_FILES = (
    ".codex/hooks.json", ".cursor/hooks.json", ".copilot/hooks/scrubjay.json", "Documents/Cline/Hooks/TaskStart",
    ".agents/plugins/scrubjay/hooks/hooks.json", ".config/opencode/plugins/scrubjay.js",
)  # fmt: skip

files = st.fixed_dictionaries({name: st.sampled_from(TEXTS.get(name, JSON_TEXTS)) for name in PLACES})
hook_files = st.fixed_dictionaries({name: st.sampled_from([None, *JSON_TEXTS[-3:]]) for name in HOOK_FILES})
orders = st.permutations(list(CLIENTS))


def state(*tops: Path) -> dict[str, bytes | None]:
    """Every file with its bytes, and every folder, but git's."""
    return {
        str(path): path.read_bytes() if path.is_file() else None
        for top in tops
        for path in sorted(top.rglob("*"))
        if ".git" not in path.parts
    }


@given(files, hook_files, orders, orders, st.lists(st.sampled_from(list(CLIENTS)), max_size=4))
@settings(
    max_examples=15,
    phases=[Phase.explicit, Phase.generate],
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_all_clients_of_two_projects_leave_every_byte_as_it_was(
    repo: Repo,
    account: Path,
    site: Callable[..., Site],
    tmp_path: Path,
    texts: dict[str, bytes | None],
    hooks: dict[str, bytes | None],
    coming: list[str],
    going: list[str],
    of_the_other: list[str],
) -> None:
    for path in (*account.iterdir(), *(path for path in repo.path.iterdir() if path.name != ".git")):
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    shutil.rmtree(tmp_path / "home", ignore_errors=True)
    for name, text in (*texts.items(), *hooks.items()):
        where, file = PLACES.get(name, ("account", name))
        path = (repo.path if where == "repo" else account) / file
        if text is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)
    before = state(repo.path, account)
    (tmp_path / "home").mkdir()
    own, other = (Receipt(tmp_path / "home" / "projects" / name / "receipt.json") for name in ("own", "other"))
    shared = [name for name in dict.fromkeys(of_the_other) if CLIENTS[name].shared]
    for name in coming:
        set_up(site(other), own, name)
    for name in shared:
        set_up(site(own), other, name)
    for name in going:
        CLIENTS[name].take_back(site(other), own)
    for name in shared:
        CLIENTS[name].take_back(site(own), other)
    assert state(repo.path, account) == before
    assert [name for receipt in (own, other) for name in receipt.names("")] == []
    assert not launcher_file(tmp_path / "home").exists()


def set_up(site: Site, receipt: Receipt, name: str) -> None:
    for part in CLIENTS[name].parts:
        CLIENTS[name].apply(site, receipt, part)
