"""Configuration snippets for clients whose files scrubjay doesn't write."""

from scrubjay.integrations.claude_code.servers import SERVERS, Launch, entry
from scrubjay.integrations.codex import servers as codex
from scrubjay.model.visible import json_text


def server_snippets(launch: Launch) -> str:
    """The servers' entries in JSON and TOML, with the file names of some clients."""
    servers = {name: entry(launch, module) for name, module in SERVERS.items()}
    plain = {name: {key: value for key, value in server.items() if key != "type"} for name, server in servers.items()}
    return "\n".join(
        [
            "# Cursor (.cursor/mcp.json), Claude Desktop, Gemini CLI (settings.json), Windsurf and most others:",
            json_text({"mcpServers": plain}, indent=2),
            "",
            "# VS Code (.vscode/mcp.json):",
            json_text({"servers": servers}, indent=2),
            "",
            "# Codex (~/.codex/config.toml); `scrubjay init --client codex` writes it:",
            codex.tables(launch),
        ]
    )
