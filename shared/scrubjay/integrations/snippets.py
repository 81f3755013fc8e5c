"""Configuration snippets for clients whose files scrubjay doesn't write."""

from scrubjay.integrations.client_files.file_servers import plain_entry
from scrubjay.integrations.client_files.launch import Launch, server_commands
from scrubjay.integrations.clients import codex_server_tables as codex
from scrubjay.integrations.clients import vscode
from scrubjay.model.visible import json_text


def server_snippets(launch: Launch) -> str:
    """The servers' entries in JSON and TOML, with the file names of some clients."""
    servers = server_commands(launch)
    return "\n".join(
        [
            "# Claude Desktop, Windsurf and most others; Cursor, Gemini CLI and Cline by hand:",
            json_text({"mcpServers": {server.name: plain_entry(server) for server in servers}}, indent=2),
            "",
            "# VS Code (.vscode/mcp.json); `scrubjay init --client vscode` writes it:",
            json_text({"servers": {server.name: vscode.entry(server) for server in servers}}, indent=2),
            "",
            "# Codex (~/.codex/config.toml); `scrubjay init --client codex` writes it:",
            codex.tables(launch),
        ]
    )
