"""Stands in for a client's program: its name is an agent's, and hooks and server are its children.

Usage: AGENT a_client.py PYTHON FOLDER SESSION TRANSCRIPT [OTHER OTHERS_TRANSCRIPT SOURCE]. Reports the session by the
real hook, serves knowledge over its own standard streams until they close, then reports the end. With OTHER a tool call
of the session runs that hook, too, for a session that somebody made up.
"""

import json
import subprocess
import sys

python, folder, session, transcript = sys.argv[1:5]


def hook(event: str, **more: str) -> None:
    """Tell scrubjay of an event, as the client does."""
    said = {"hook_event_name": event, "session_id": session, "transcript_path": transcript, "cwd": folder} | more
    command = [python, "-m", "scrubjay.integrations.client_hooks.event"]
    subprocess.run(command, input=json.dumps(said).encode(), stdout=sys.stderr, cwd=folder, check=False)


hook("SessionStart", source="startup")
for other, file, source in [sys.argv[5:8]] if sys.argv[5:] else ():
    hook("SessionStart", session_id=other, transcript_path=file, source=source)
    hook("Stop", session_id=other, transcript_path=file)
subprocess.run([python, "-m", "scrubjay_knowledge"], cwd=folder, check=False)
hook("Stop")
hook("SessionEnd", reason="exit")
