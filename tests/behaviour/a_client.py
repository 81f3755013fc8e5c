"""Stands in for a client's program: its name is an agent's, and hooks and server are its children.

Usage: AGENT a_client.py PYTHON FOLDER SESSION TRANSCRIPT. Reports the session by the real hook, serves knowledge over
its own standard streams until they close, then reports the end.
"""

import json
import subprocess
import sys

python, folder, session, transcript = sys.argv[1:5]


def hook(event: str, **more: str) -> None:
    """Tell scrubjay of an event, as the client does."""
    said = {"hook_event_name": event, "session_id": session, "transcript_path": transcript, "cwd": folder, **more}
    command = [python, "-m", "scrubjay.integrations.client_hooks.event"]
    subprocess.run(command, input=json.dumps(said).encode(), stdout=sys.stderr, cwd=folder, check=False)


hook("SessionStart", source="startup")
subprocess.run([python, "-m", "scrubjay_knowledge"], cwd=folder, check=False)
hook("Stop")
hook("SessionEnd", reason="exit")
