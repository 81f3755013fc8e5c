"""Every client that `init` can set up, in the order in which they are shown."""

from collections.abc import Mapping

from scrubjay.integrations.client_files.client import Client
from scrubjay.integrations.clients.claude_code.client import CLAUDE_CODE
from scrubjay.integrations.clients.cline.client import CLINE
from scrubjay.integrations.clients.codex.client import CODEX
from scrubjay.integrations.clients.cursor.client import CURSOR
from scrubjay.integrations.clients.gemini.client import GEMINI
from scrubjay.integrations.clients.goose.client import GOOSE
from scrubjay.integrations.clients.opencode.client import OPENCODE
from scrubjay.integrations.clients.vscode.client import VSCODE
from scrubjay.integrations.clients.zed.client import ZED

CLIENTS: Mapping[str, Client] = {
    client.name: client for client in (CLAUDE_CODE, CODEX, GEMINI, OPENCODE, CURSOR, VSCODE, CLINE, ZED, GOOSE)
}
