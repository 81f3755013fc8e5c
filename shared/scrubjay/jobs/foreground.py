"""How are the vectors made while somebody waits? With the worker's lock, or by watching the worker that has it."""

import time
from collections.abc import Callable
from pathlib import Path

from scrubjay.embedding.embedder import Embedder
from scrubjay.jobs.embed import Embedded, Progress, embed_pending
from scrubjay.queue import LOCK_NAME, JobQueue
from scrubjay.retrieval.vector import VectorIndex
from scrubjay.storage import Database
from scrubjay.storage.locks import file_lock

WATCH_S = 0.25


def embed_now(
    home: Path,
    queue: JobQueue,
    knowledge: Database,
    embedder: Embedder,
    *,
    wake: Callable[[], object],
    progress: Progress | None = None,
) -> Embedded:
    """Return when every passage of the database has its vector; `made` counts those made here.

    `wake` starts the worker; it is called for what was queued while the lock was held here, also on Ctrl-C.
    Raises ModelUnavailable.
    """
    try:
        while True:
            with file_lock(home / LOCK_NAME) as mine:
                if mine:
                    return embed_pending(knowledge, embedder, stop=lambda: False, progress=progress)
            have, total = knowledge.read(VectorIndex(embedder.fingerprint).progress)
            if progress:
                progress(have, total)
            if have >= total:
                return Embedded(0, 0)
            time.sleep(WATCH_S)
    finally:
        if queue.due_in() is not None:
            wake()
