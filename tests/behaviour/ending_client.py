"""Stands in for a client's program that ends its server in many ways: server and hooks are its children.

Usage: AGENT ending_client.py PYTHON FOLDER STEP…; prints what the hook of each step `prompt` or `start` told.
"""

import json
import signal
import subprocess
import sys

python, folder, *steps = sys.argv[1:]
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}}
EVENTS = {"prompt": "UserPromptSubmit", "start": "SessionStart"}
SIGNALS = {"kill": signal.SIGKILL, "term": signal.SIGTERM, "int": signal.SIGINT}


def serve() -> "subprocess.Popen[bytes]":
    """Start a server and wait for its first answer."""
    pipe = subprocess.PIPE
    process = subprocess.Popen([python, "-I", "-m", "scrubjay_session"], cwd=folder, stdin=pipe, stdout=pipe)
    assert process.stdin is not None
    assert process.stdout is not None
    question = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": HELLO}
    process.stdin.write(json.dumps(question).encode() + b"\n")
    process.stdin.flush()
    process.stdout.readline()
    return process


def told(event: str) -> str:
    """What the hook of an event tells."""
    said = {"hook_event_name": event, "session_id": "s1", "cwd": folder, "source": "startup", "prompt": "go on"}
    command = [python, "-I", "-m", "scrubjay.integrations.client_hooks.event"]
    done = subprocess.run(command, input=json.dumps(said).encode(), stdout=subprocess.PIPE, cwd=folder, check=True)
    return json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"] if done.stdout else ""


server = serve()
for step in steps:
    if step in SIGNALS:
        server.send_signal(SIGNALS[step])
    if step == "close":
        server.communicate()
    if step == "again":
        server = serve()
    if step in EVENTS:
        print(json.dumps(told(EVENTS[step])), flush=True)
    elif step != "again":
        server.wait()
if server.poll() is None:
    server.communicate()
