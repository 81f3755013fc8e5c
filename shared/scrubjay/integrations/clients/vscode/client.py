"""VS Code as set-up knows it."""

from scrubjay.integrations.client_files.client import Client
from scrubjay.integrations.clients.vscode import hooks
from scrubjay.integrations.clients.vscode.servers import FILE, SERVERS

VSCODE = Client(
    name="vscode",
    title="VS Code",
    signs=lambda site: (site.account / ".vscode", site.app_support / "Code"),
    config_file=FILE,
    parts=(SERVERS, hooks.HOOKS),
    hooked=f"~/.copilot/{hooks.FILE}",
    project_files=(FILE,),
    shared=True,
)
