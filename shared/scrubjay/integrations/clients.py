"""Every client that `init` can set up, in the order in which they are shown."""

from collections.abc import Mapping

from scrubjay.integrations.claude_code.client import CLAUDE_CODE
from scrubjay.integrations.client_files.client import Client
from scrubjay.integrations.cline.client import CLINE
from scrubjay.integrations.codex.client import CODEX
from scrubjay.integrations.cursor.client import CURSOR
from scrubjay.integrations.gemini.client import GEMINI
from scrubjay.integrations.goose.client import GOOSE
from scrubjay.integrations.opencode.client import OPENCODE
from scrubjay.integrations.vscode.client import VSCODE
from scrubjay.integrations.zed.client import ZED

CLIENTS: Mapping[str, Client] = {
    client.name: client for client in (CLAUDE_CODE, CODEX, GEMINI, OPENCODE, CURSOR, VSCODE, CLINE, ZED, GOOSE)
}
