"""Does a server give freed memory back? Asked of a real process, which prints what its C library and the system say."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S

pytestmark = pytest.mark.story

PROBE = """
import ctypes, os, threading
from scrubjay_serving.run import keep_little

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")

assert keep_little()
ready, end = threading.Barrier(5), threading.Event()

def work():
    pieces = [bytes(2000) for _ in range(500)]
    ready.wait()
    end.wait()

threads = [threading.Thread(target=work) for _ in range(4)]
for thread in threads:
    thread.start()
ready.wait()
library = ctypes.CDLL(None)
library.fopen.restype = ctypes.c_void_p
file = library.fopen(b"heaps.xml", b"w")
library.malloc_info(0, ctypes.c_void_p(file))
library.fclose(ctypes.c_void_p(file))
end.set()
for thread in threads:
    thread.join()
before = resident()
pieces = [b"x" * 1_000_000 for _ in range(64)]
held = resident() - before
del pieces
with open("heaps.xml") as told:
    print(told.read().count("<heap nr="), held, resident() - before)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only glibc can be told")
def test_threads_share_one_heap_and_what_is_freed_goes_back_to_the_system(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROBE], cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE_S
    )
    assert done.returncode == 0, done.stderr
    heaps, held, kept = map(int, done.stdout.split())
    assert heaps == 1
    assert held > 60_000_000
    assert kept < 20_000_000
