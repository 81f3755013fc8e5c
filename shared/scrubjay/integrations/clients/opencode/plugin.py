"""Our plugin for opencode 1: a file that reports a session's events and puts the briefing into it.

Run with opencode 1.18.33 on 2026-11-23: a plugin is any `.js` file of the folder. opencode 2 loads a module by its
default export and complains of one without `id` and `setup` (third parties' releases, read on that day and not run), so
ours has both, and does nothing there.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from scrubjay.integrations.bundled import bundled
from scrubjay.integrations.client_files.client import Site
from scrubjay.integrations.clients.opencode.servers import is_version_2
from scrubjay.integrations.hook_files.launcher import launcher_file
from scrubjay.integrations.hook_files.own_files import OwnFiles

FILE = "plugins/scrubjay.js"
NOTE = "opencode 2 runs no plugin of opencode 1: there the tools brief the session, and nothing reports its events"


def files(home: Path) -> Mapping[str, str]:
    """The plugin for a home. A JSON string is a JavaScript string."""
    text = bundled("hooks", "opencode", "scrubjay.js").read_text(encoding="utf-8")
    return {FILE: text.replace("{launcher}", json.dumps(str(launcher_file(home))))}


def hint(site: Site) -> str:
    """What a user of version 2 should know."""
    return NOTE if is_version_2(site) else ""


PLUGIN = OwnFiles(client="opencode", folder=lambda site: site.folder("opencode"), files=files, hint=hint)
