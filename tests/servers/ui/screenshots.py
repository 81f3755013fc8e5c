"""Pictures of every view, to be looked at: wide and narrow, light and dark, with what the browser complained about.

`python -m tests.servers.ui.screenshots FOLDER [PART…]`; with parts only views whose path holds one of them.
"""

import os
import sys
import tempfile
from pathlib import Path
from typing import Final, Literal

from tests.conftest import FIXED_DATE, Repo
from tests.servers.ui.addresses import FILES, addresses
from tests.servers.ui.chromium import Chromium, chromium
from tests.servers.ui.rich import RichHome, rich_home
from tests.servers.ui.served import ServedPage, served

WIDTHS: Final = (1280, 390)
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")


def environment_of(folder: Path) -> dict[str, str]:
    """An environment with an account and a home of its own, below a folder."""
    account = folder / "account"
    account.mkdir()
    (account / ".gitconfig").write_text("[user]\n\tname = Ada\n\temail = ada@example.org\n[gc]\n\tauto = 0\n")
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG", "TMPDIR")}
    dates = {"GIT_AUTHOR_DATE": FIXED_DATE, "GIT_COMMITTER_DATE": FIXED_DATE}
    return kept | dates | {"HOME": str(account), "GIT_CONFIG_NOSYSTEM": "1", "SCRUBJAY_HOME": str(folder / "home")}


def a_home(folder: Path) -> RichHome:
    """The story's home, below a folder."""
    repo = Repo(folder / "shop", environment_of(folder))
    repo.path.mkdir()
    repo.git("init", "-q", "-b", "main")
    return rich_home(repo, repo.environment)


def name_of(path: str) -> str:
    """A file's name for a view's path."""
    return "-".join(part.strip("{}").partition(":")[0] for part in path.split("/") if part) or "first"


def take(browser: Chromium, page: ServedPage, home: RichHome, folder: Path, parts: list[str]) -> None:
    """Take pictures of all views that are wanted."""
    for path, example in addresses(home):
        if (parts and not any(part in path for part in parts)) or path.endswith(FILES):
            continue
        for width in WIDTHS:
            for scheme in SCHEMES:
                with page.tab(browser, width=width, scheme=scheme) as tab:
                    status = tab.open(page.at(example))
                    tab.page.screenshot(path=folder / f"{name_of(path)}-{width}-{scheme}.png", full_page=True)
                    wrong = [*tab.found(), *(["wider than the window"] if tab.is_wider() else [])]
                    if status != 200 or wrong:
                        print(f"{path} at {width}, {scheme}: {status} {'; '.join(wrong)}")


def main(folder: str, *parts: str) -> None:
    """Take them."""
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        home = a_home(Path(scratch))
        with chromium() as browser, served(home) as page:
            take(browser, page, home, place, list(parts))


if __name__ == "__main__":
    main(*sys.argv[1:])
