"""Entry point of the operator's page: `python -m scrubjay_ui`, which `scrubjay ui` becomes."""

import gc
import os
import sys
import threading
import time

from scrubjay_ui.run import run

FEW_CYCLES = 50_000
"""Objects between two searches for cycles; to search while modules load is a part of the start."""


STOPPING_S = 0.5
"""Seconds that threads have to stop once the page is left."""


def main() -> None:
    """Serve the page until it is left."""
    gc.set_threshold(FEW_CYCLES)
    code = run()
    until = time.monotonic() + STOPPING_S
    for thread in threading.enumerate():
        if thread is not threading.main_thread() and not thread.daemon:
            thread.join(max(0.0, until - time.monotonic()))
            if thread.is_alive():  # an answer that nobody waits for any more
                sys.stdout.flush()
                os._exit(code)
    sys.exit(code)


if __name__ == "__main__":
    main()
