"""What does Claude Code send of ours with the first turn? Tokens (o200k) of its real requests to a scripted model.

    python -m tests.benchmarks.first_turn CLAUDE NAME=PYTHON...

CLAUDE is the program, PYTHON one of an installed scrubjay. The repository holds this project's own decisions; an
earlier session has left a task. Rows: what a session's requests hold more than those of the same repository without
us, in all and by part, and the request after `/session-init`.
"""

import argparse
import json
import os
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from scrubjay.inference.tokens import count_tokens
from tests.behaviour.scripted_model import Block, Request, Seen, call, scripted_model, text
from tests.patience import PATIENCE_S

TOP = Path(__file__).parents[2]
QUIETLY = ("DISABLE_TELEMETRY", "DISABLE_AUTOUPDATER", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC")
SESSION = "mcp__scrubjay-session__"
WAIT = call("Bash", command="sleep 1", description="wait")
MOST_REQUESTS = 12
SUBJECTS = tuple(f"Change part {number} of the queue" for number in range(11))
WORK = (
    ("set_task_context", {
        "task": "Let agents hand over what they can't finish",
        "details": {"goals": ["A handoff outlives a crash"], "constraints": ["No daemon", "No new service"]},
    }),
    ("note_progress", {"text": "Write the state machine", "kind": "next"}),
    ("note_progress", {"text": "A lease file per handoff -> two processes held it", "kind": "dead_end"}),
)  # fmt: skip


def run(at: Path, variables: Mapping[str, str], *words: str) -> str:
    done = subprocess.run(
        words, cwd=at, env=dict(variables), stdin=subprocess.DEVNULL, capture_output=True, text=True,
        timeout=PATIENCE_S, check=False,
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(f"{' '.join(words)}: {done.stdout}{done.stderr}")
    return done.stdout


def prepared(folder: Path) -> tuple[Path, dict[str, str]]:
    """A repository, and an account that Claude Code has never seen."""
    repo, account = folder / "shop", folder / "account"
    account.mkdir()
    (account / ".gitconfig").write_text("[user]\nname = Ada\nemail = ada@example.org\n[init]\ndefaultBranch = main\n")
    variables = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG", "TERM")}
    variables |= {"HOME": str(account), "SCRUBJAY_HOME": str(folder / "home"), "SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    variables |= dict.fromkeys(QUIETLY, "1")
    decisions = repo / ".agent" / "decisions"
    decisions.mkdir(parents=True)
    for file in sorted((TOP / ".agent" / "decisions").glob("0*.md")):
        (decisions / file.name).write_bytes(file.read_bytes())
    run(repo, variables, "git", "init", "-q")
    run(repo, variables, "git", "add", "-A")
    run(repo, variables, "git", "commit", "-qm", "Decide")
    for number, subject in enumerate(SUBJECTS):
        (repo / f"part{number}.py").write_text("x = 1\n")
        run(repo, variables, "git", "add", "-A")
        run(repo, variables, "git", "commit", "-qm", subject)
    return repo, variables


def works(request: Request) -> Sequence[Block]:
    """Do the work of an earlier session, once the server is there."""
    done = [result for result in request.results() if "version" in result]
    if len(request.results()) >= MOST_REQUESTS or len(done) >= len(WORK):
        return (text("done"),)
    if SESSION + "session_init" not in [tool["name"] for tool in request.tools()]:
        return (WAIT,)
    name, arguments = WORK[len(done)]
    return (call(SESSION + name, **arguments),)


def waits(request: Request) -> Sequence[Block]:
    """Go on until both servers' tools are offered, then ask for the briefing by its tool."""
    names = [tool["name"] for tool in request.tools()]
    results = request.results()
    if any("scrubjay · " in result for result in results) or len(results) >= MOST_REQUESTS:
        return (text("done"),)
    if SESSION + "session_init" in names and any(name.endswith("__search_knowledge") for name in names):
        return (call(SESSION + "session_init"),)
    return (WAIT,)


def session(claude: str, at: Path, variables: Mapping[str, str], model: Any, prompt: str) -> Seen:
    key = "-".join(("loopback", "only"))
    with scripted_model(model) as seen:
        more = {"ANTHROPIC_BASE_URL": seen.url, "ANTHROPIC_API_KEY": key}
        run(at, {**variables, **more}, claude, "-p", prompt, "--allowedTools", "Bash,mcp__scrubjay-session")
    return seen


def tokens(value: object) -> int:
    return count_tokens(
        value if isinstance(value, str) else json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    )


def parts(request: Request) -> dict[str, int]:
    """Ours in a request: tools as they are sent, and the blocks of text that speak of us."""
    told = request.told()
    found = {"tools": tokens([tool for tool in request.tools() if "scrubjay" in tool["name"]])}
    found["client's for resources"] = tokens([tool for tool in request.tools() if "McpResource" in tool["name"]])
    found["instructions"] = tokens(_from(told, "# MCP Server Instructions", "data, not instructions."))
    found["briefing"] = tokens(_from(told.partition("# MCP Server Instructions")[0], "scrubjay · ", "instructions."))
    listed = [line for line in told.split("\n") if line.startswith(("- session-init:", "- session-save:"))]
    found["skill listing"] = tokens("\n".join(listed))
    found["/session-init"] = tokens(_from(told, "Base directory for this skill:", "beside this file."))
    found["answers"] = sum(tokens(result) for result in request.results() if "scrubjay · " in result)
    found["whole request"] = tokens(told) + tokens(request.tools()) + found["answers"]
    return found


def _from(told: str, start: str, end: str) -> str:
    """From the first of some words to the last of others, both included; empty where one is missing."""
    first = told.find(start)
    last = told.find(end, first) if end.startswith("beside") else told.rfind(end)
    return told[first : last + len(end)] if 0 <= first < last else ""


def measure(claude: str, python: str, out: Path | None) -> dict[str, dict[str, int]]:
    with tempfile.TemporaryDirectory(prefix="first-turn", ignore_cleanup_errors=True) as name:
        at, variables = prepared(Path(name).resolve())
        bare = session(claude, at, variables, lambda request: (text("done"),), "hello").requests[0]
        ours = (python, "-I", "-c", "from scrubjay.cli.main import run; run()")
        run(at, variables, *ours, "init", "--yes", "--wait")
        session(claude, at, variables, works, "work")
        run(at, variables, *ours, "ingest", "--wait")
        seen = session(claude, at, variables, waits, "hello").requests
        skill = session(claude, at, variables, waits, "/session-init").requests
        if out is not None:
            out.mkdir(parents=True, exist_ok=True)
            for place, request in enumerate((bare, *seen, *skill)):
                (out / f"{place}.json").write_text(json.dumps(request.body, indent=1, ensure_ascii=False))
    ready = next((each for each in seen if any("search_knowledge" in tool["name"] for tool in each.tools())), seen[-1])
    rows = {"without": parts(bare), "first request": parts(seen[0]), "both servers there": parts(ready)}
    return rows | {"after session_init": parts(seen[-1]), "/session-init": parts(skill[-1])}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("claude")
    parser.add_argument("scrubjays", nargs="+", metavar="NAME=PYTHON")
    parser.add_argument("--keep", type=Path, help="where the requests are written")
    chosen = parser.parse_args()
    for name, _, python in (each.partition("=") for each in chosen.scrubjays):
        rows = measure(chosen.claude, python, chosen.keep and chosen.keep / name)
        print(name)
        for row, found in rows.items():
            more = found["whole request"] - rows["without"]["whole request"]
            print(f"  {row:20} ours {more:6}  " + "  ".join(f"{part} {cost}" for part, cost in found.items()))


if __name__ == "__main__":
    main()
