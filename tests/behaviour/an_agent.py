"""Stands in for an agent: runs the lines of its ways in shells below it, and waits until each has said that it ended.

Usage: claude an_agent.py WAYS FIFO. WAYS is a JSON list of [number, line]; each line writes its number to FIFO.
"""

import json
import os
import select
import subprocess
import sys

ways, fifo = sys.argv[1:3]
PATIENCE_S = 60

with open(ways, encoding="utf-8") as text:  # noqa: PTH123
    lines = json.load(text)
ended = os.open(fifo, os.O_RDWR)
for number, line in lines:
    shell = ["bash", "-c", line]
    with subprocess.Popen(shell, stdin=subprocess.DEVNULL, stdout=sys.stderr, stderr=sys.stderr) as running:
        ready, _, _ = select.select([ended], [], [], PATIENCE_S)
        told = os.read(ended, 64).decode().split() if ready else []
        running.kill()
    print(number, *told, flush=True)
