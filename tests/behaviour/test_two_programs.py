"""Claude Code's and Codex' own programs in two worktrees: one learns, shares, leaves work; the other takes and ends it.

Needs CLAUDE_CODE and CODEX, the paths of the programs. The models are scripts on loopback: no account, no network. The
test says which versions it ran.
"""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.behaviour.processes import quiet, scrubjay
from tests.behaviour.scripted_model import Block, Request, Seen, call, scripted_model, text
from tests.behaviour.scripted_responses import configuration, scripted_responses
from tests.behaviour.test_codex_hooks import review_all
from tests.conftest import Repo
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.optin

CLAUDE, CODEX = os.environ.get("CLAUDE_CODE", ""), os.environ.get("CODEX", "")
TASK = "Weigh parcels once"
CLAIM = "Parcels are weighed at the second gate."
ID = re.compile(r"[0-9a-f]{32}")
WAIT = call("Bash", command="sleep 1", description="wait")
MOST_REQUESTS = 20
Step = Callable[[Sequence[str]], Block]


class Script:
    """Calls one tool after the other, each from what the earlier ones answered; first waits for the servers."""

    def __init__(self, *steps: Step) -> None:
        self.steps = steps
        self.answers: list[str] = []
        self._asked = 0

    def __call__(self, request: Request) -> Sequence[Block]:
        if self._asked > len(self.answers):
            self.answers.append(request.results()[-1])
        if len(self.answers) == len(self.steps) or len(request.results()) > MOST_REQUESTS:
            return (text("done"),)
        names = {tool["name"].rpartition("__")[2]: tool["name"] for tool in request.tools()}
        if not {"remember", "accept_handoff"} <= names.keys():
            return (WAIT,)
        self._asked += 1
        block = self.steps[len(self.answers)](self.answers)
        return (call(names[block["name"]], **block["input"]),)


def first_id(answer: str) -> str:
    found = ID.search(answer)
    assert found, answer
    return found[0]


@pytest.fixture
def backend(make_repo: Callable[..., Repo], environment: dict[str, str], tmp_path: Path) -> Repo:
    """A repository of an account that has set up both, with the toolset switched on by its setting."""
    if not CLAUDE or not CODEX:
        pytest.skip("needs CLAUDE_CODE=/path/to/claude and CODEX=/path/to/codex")
    account = tmp_path / "account"
    (account / ".codex").mkdir(parents=True)
    shutil.copy(Path(environment["HOME"]) / ".gitconfig", account)
    quietly = ("DISABLE_TELEMETRY", "DISABLE_AUTOUPDATER", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC")
    repo = make_repo("backend")
    repo.environment = environment | {"HOME": str(account)} | dict.fromkeys(quietly, "1")
    repo.commit("Begin", {"docs/guide.md": f"# Guide\n\n{CLAIM}\n", "src/shop.py": "x = 1\n"})
    settings = Path(environment["SCRUBJAY_HOME"]) / "config.yaml"
    settings.parent.mkdir(exist_ok=True)
    settings.write_text("toolsets: [core, agents]\nembedding: {provider: none}\n")
    scrubjay(repo, "init", "--yes", "--client", "claude", "--client", "codex")
    quiet(repo)
    review_all(repo)
    return repo


def run(at: Repo, *command: str, **more: str) -> str:
    done = subprocess.run(
        command, cwd=at.path, env=at.environment | more, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, timeout=PATIENCE_S, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def claude(at: Repo, script: Script) -> Seen:
    key = "-".join(("loopback", "only"))
    allowed = "Bash,mcp__scrubjay-session,mcp__scrubjay-knowledge"
    with scripted_model(script) as seen:
        run(at, CLAUDE, "-p", "go on", "--allowedTools", allowed, ANTHROPIC_BASE_URL=seen.url, ANTHROPIC_API_KEY=key)
    return seen


def codex(at: Repo, script: Script) -> Seen:
    file = Path(at.environment["HOME"]) / ".codex" / "config.toml"
    before = file.read_text()
    with scripted_responses(script) as seen:
        file.write_text(configuration(seen.url) + before)
        run(at, CODEX, "exec", "-s", "read-only", "go on")
    file.write_text(before)
    return seen


def test_what_claude_code_leaves_codex_finishes(backend: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        print(f"\nran {run(backend, CLAUDE, '--version').strip()}, {run(backend, CODEX, '--version').strip()}")
    backend.git("worktree", "add", "-q", "-b", "front", "../front")
    front = Repo(backend.path.parent / "front", backend.environment)
    backend.write("scale.py", "weigh = 1\n")
    backend.write("docs/guide.md", f"# Guide\n\n{CLAIM}\n\nScales stand there.\n")
    learns = Script(
        lambda _: call("remember", content=CLAIM, quote="docs/guide.md:3"),
        lambda _: call("create_pool", name="parcels"),
        lambda told: call("share_memory_to_scope", pool_id="parcels", memory_id=json.loads(told[0])["id"]),
        lambda told: call(
            "session_save",
            summary="Measured the scales.",
            next_steps=["drop the second scale"],
            handoff={
                "target_id": "any:codex",
                "context": {"task_description": TASK, "relevant_memories": [json.loads(told[0])["id"]]},
            },
        ),
    )
    claude(backend, learns)
    left = learns.answers[-1]
    assert "from claude_code for any:codex, PENDING" in left
    assert "Uncommitted there: docs/guide.md; scale.py" in left
    id = first_id(left[left.index("Left for another agent") :])
    backend.git("add", "scale.py")
    backend.git("commit", "-q", "-m", "Weigh once")
    quiet(backend)

    takes = Script(
        lambda _: call("accept_handoff", handoff_id=id),
        lambda _: call("get_task_context"),
        lambda _: call("join_pool", pool_id="parcels"),
        lambda _: call("query_shared", pool_id="parcels"),
        lambda _: call("get_agent_info"),
        lambda _: call(
            "complete_handoff",
            handoff_id=id,
            result={"status": "done", "files_modified": ["scale.py"], "notes": "One scale is left."},
        ),
    )
    seen = codex(front, takes)
    assert seen.requests[0].told().count(f"{id} from claude_code for any:codex, PENDING") == 1
    accepted, task, _, shared, info, completed = takes.answers
    assert "Accepted, lease 1." in accepted
    assert "1 commit: Weigh once" in accepted
    assert "uncommitted scale.py: committed since" in accepted
    assert "uncommitted docs/guide.md: only in the sender's folder" in accepted
    assert TASK in task
    assert "drop the second scale" in task
    assert CLAIM in shared
    assert "Sessions: " in info
    assert "inferred" not in info
    assert "Completed." in completed
    quiet(backend)

    [again] = claude(backend, Script()).requests[:1]
    assert f'Your handoff {id[:8]} "{TASK}" is completed by codex: done, 1 file: One scale is left.' in again.told()
