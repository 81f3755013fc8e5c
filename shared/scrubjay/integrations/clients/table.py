"""Every client that `init` can set up, in the order in which they are shown."""

from collections.abc import Mapping

from scrubjay.integrations.client_files.client import Client
from scrubjay.integrations.clients.claude_code import CLAUDE_CODE
from scrubjay.integrations.clients.cline import CLINE
from scrubjay.integrations.clients.codex import CODEX
from scrubjay.integrations.clients.cursor import CURSOR
from scrubjay.integrations.clients.gemini import GEMINI
from scrubjay.integrations.clients.goose import GOOSE
from scrubjay.integrations.clients.opencode import OPENCODE
from scrubjay.integrations.clients.vscode import VSCODE
from scrubjay.integrations.clients.zed import ZED

CLIENTS: Mapping[str, Client] = {
    client.name: client for client in (CLAUDE_CODE, CODEX, GEMINI, OPENCODE, CURSOR, VSCODE, CLINE, ZED, GOOSE)
}
