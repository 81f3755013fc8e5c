"""A process that runs an embedded PostgreSQL until it is killed or told to end: `python -m … FOLDER`."""

import signal
import sys
from pathlib import Path

from scrubjay_team.engine.embedded import EmbeddedPostgres
from scrubjay_team.errors import EngineBusy
from tests.servers.team.conftest import FAST

if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with EmbeddedPostgres(Path(sys.argv[1]), settings=FAST) as engine:
            print(engine.pid, flush=True)
            signal.pause()
    except EngineBusy as error:
        print(error, flush=True)
    except KeyboardInterrupt:
        pass
