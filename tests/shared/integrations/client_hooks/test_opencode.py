"""opencode's plugin asks our hook, and puts the briefing into each request of a session."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scrubjay.integrations.clients import opencode as plugin
from scrubjay.integrations.edits import Receipt, apply
from scrubjay.integrations.hook_files.launcher import plan_launcher
from tests.conftest import Repo
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.story

NODE = shutil.which("node") or ""

DRIVE = """
const plugin = (await import(process.argv[2])).default
const hooks = await plugin.server({ directory: process.argv[3] })
await plugin.setup({})
const system = async (sessionID) => {
  const output = { system: [] }
  await hooks["experimental.chat.system.transform"]({ sessionID }, output)
  return output.system
}
const fire = (type, properties) => hooks.event({ event: { type, properties } })
await fire("session.created", { info: { id: "one" } })
const said = [await system("one"), await system("one")]
await hooks["experimental.session.compacting"]({ sessionID: "one" })
await fire("session.compacted", { sessionID: "one" })
said.push(await system("one"), await system("gone on with"))
await fire("session.created", { info: { id: "child", parentID: "one" } })
said.push(await system("child"))
const title = { system: ["You are a title generator. You output ONLY a thread title."] }
await hooks["experimental.chat.system.transform"]({ sessionID: "one" }, title)
said.push(title.system.slice(1))
const called = async (tool, sessionID, session) => {
  const args = session === undefined ? {} : { session }
  await hooks["tool.execute.before"]({ tool, sessionID, callID: "1" }, { args })
  return args.session ?? ""
}
const init = "scrubjay-session_session_init"
said.push([
  await called(init, "one"), await called(init, "one", "my own word"), await called(init, "one", "none"),
  await called(init, "child"), await called(init, "child", "one/child"), await called("bash", "one"),
])
await fire("session.idle", { sessionID: "one" })
await fire("session.deleted", { info: { id: "one" } })
console.log(JSON.stringify(said))
"""


@pytest.mark.skipif(not NODE, reason="no node")
def test_every_request_of_a_session_has_its_briefing(
    environment: dict[str, str], receipt: Receipt, project: Repo, tmp_path: Path
) -> None:
    """Of a new one, after a compaction, and of one that is gone on with; a sub-agent's has none."""
    home = Path(environment["SCRUBJAY_HOME"])
    apply(plan_launcher(home, (sys.executable,)), receipt)
    module = tmp_path / "plugin.mjs"
    module.write_text(plugin.files(home)[plugin.FILE])
    drive = tmp_path / "drive.mjs"
    drive.write_text(DRIVE)
    done = subprocess.run(
        [NODE, str(drive), str(module), str(project.path)],
        env=environment, capture_output=True, text=True, check=True, timeout=PATIENCE_S,
    )  # fmt: skip
    new, again, compacted, continued, child, title, named = json.loads(done.stdout)
    assert "ADR-001" in new[0]
    assert new == again == compacted
    assert "ADR-001" in continued[0]
    assert child == title == []
    assert named == ["one", "one", "none", "child", "one/child", ""]
