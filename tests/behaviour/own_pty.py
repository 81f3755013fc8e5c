"""Gives a command a terminal of its own, as an agent's helper would, and has keys pressed there.

Usage: own_pty.py [--name NAME] [--push | --press] COMMAND…. Keys come from stdin, by TIOCSTI, or are pressed here.
"""

import ctypes
import fcntl
import os
import pty
import select
import sys
import termios

words = sys.argv[1:]
options = {word: words.pop(0) for word in list(words[:1]) if word in ("--push", "--press")}
if words[:1] == ["--name"]:
    ctypes.CDLL(None).prctl(15, words[1].encode())
    del words[:2]
child, terminal = pty.fork()
if not child:
    os.execvp(words[0], words)  # noqa: S606
source = 0 if not options else -1
while True:
    ready, _, _ = select.select([terminal, *([0] if source == 0 else [])], [], [], 0.2)
    if not ready and "--press" in options:
        os.write(terminal, b"y")
    if not ready and "--push" in options:
        try:
            fcntl.ioctl(terminal, termios.TIOCSTI, b"y")
        except OSError:
            os.write(terminal, b"y")
    try:
        if terminal in ready and not os.read(terminal, 4096):
            break
        if 0 in ready:
            data = os.read(0, 64)
            source = 0 if data else -1
            os.write(terminal, data)
    except OSError:
        break
os.waitpid(child, 0)
