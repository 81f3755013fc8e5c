"""Stands in for `python -m MODULE ARGUMENTS…`: has it forked with these streams, and ends as that ends.

Usage: python -I -S stand_in.py ADDRESS MODULE ARGUMENTS…
"""

import json
import os
import socket
import sys

address, module, *arguments = sys.argv[1:]
status, told = os.pipe()
request = {"module": module, "arguments": arguments, "cwd": os.getcwd(), "env": dict(os.environ), "patience": 600}  # noqa: PTH109
with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as line:
    line.connect(f"\0{address}")
    socket.send_fds(line, [json.dumps(request).encode()], [0, 1, 2, told])
for mine in (0, 1, 2, told):
    os.close(mine)
with open(status, "rb") as answer:  # noqa: PTH123
    os._exit(int(answer.read().strip() or 255) & 255)
