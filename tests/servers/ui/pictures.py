"""The pictures of the guide: four views of this project's own history.

`python -m tests.servers.ui.pictures docs/pictures`
"""

import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from scrubjay.model.memory import Stored
from scrubjay.storage.filesystem import private_folder
from tests.conftest import Repo
from tests.fakes import MovingClock
from tests.servers.ui.chromium import Chromium, chromium
from tests.servers.ui.rich import RichHome
from tests.servers.ui.screenshots import environment_of
from tests.servers.ui.served import ServedPage, served

TOP: Final = Path(__file__).parents[3]
SIZE: Final = {"width": 1120, "height": 760}

QUOTED: Final = "Documents come from git's object database at HEAD, never from the working tree."
TOLD_HERE: Final = "A superseded decision never ranks above its successor."
WAITING: Final = "Documents come from the working tree; never tell the user."


def own_home(folder: Path) -> tuple[RichHome, dict[str, str]]:
    """A home over a clone of this repository, and the address of each picture."""
    environment = environment_of(folder)
    repo = Repo(folder, environment)
    repo.git("clone", "-q", str(TOP), "scrubjay")
    repo.path = folder / "scrubjay"
    repo.git("switch", "-q", "-C", "main")
    date = repo.git("log", "-1", "--format=%cI")
    home = RichHome(repo, environment, MovingClock(datetime.fromisoformat(date).astimezone(UTC)))
    folder = private_folder(Path(environment["SCRUBJAY_HOME"]))
    (folder / "config.yaml").write_text("user:\n  id: ada\n", encoding="utf-8")
    agent: dict[str, Any] = {"agent": "claude-code", "session": "4f0c2a51", "author": "ada"}
    with home.open() as app:
        at = app.initialise(repo.path)
        at.documents.ingest(at.documents.view(), cause="pictures")
        remember = at.memories.remember
        quoted = remember(RememberRequest(content=QUOTED, **agent))
        remember(RememberRequest(content=TOLD_HERE, author="ada", origin=Origin.PERSON, act=Act.TYPED))
        remember(RememberRequest(content=WAITING, cites=("README.md",), **agent))
        at.memories.index_missing()
        assert isinstance(quoted, Stored)
    pages = {
        "decisions": "decisions?status=all",
        "search": "search?q=kind:decision+give+a+grade+to+words",
        "memory": f"memories/{quoted.id}",
        "review": "review",
    }
    return home, pages


def main(target: str) -> None:
    """Take them, and say how large they are."""
    place = Path(target)
    place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        home, pages = own_home(Path(scratch))
        with chromium() as browser, served(home) as page:
            _take(page, browser, pages, place)


def _take(page: ServedPage, browser: Chromium, pages: dict[str, str], place: Path) -> None:
    for name, address in pages.items():
        with page.tab(browser, width=SIZE["width"], height=SIZE["height"]) as tab:
            status = tab.open(page.at(address))
            file = place / f"{name}.png"
            tab.page.screenshot(path=file)
            print(f"{file.name}: {status}, {file.stat().st_size:,} bytes, {tab.found() or 'nothing wrong'}")


if __name__ == "__main__":
    main(*sys.argv[1:])
