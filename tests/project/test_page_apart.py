"""Who doesn't ask for the operator's page imports nothing of it."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S

PAGE = ("scrubjay_ui", "jinja2", "starlette.templating", "starlette.staticfiles", "webbrowser")
AND_HTTP = (*PAGE, "starlette", "uvicorn", "h11")
INSIDE = tuple(
    f"scrubjay_ui.{file.stem}"
    for file in sorted((Path(__file__).parents[2] / "servers/scrubjay_ui").iterdir())
    if file.stem not in ("__init__", "__pycache__", "commands") and (file.suffix == ".py" or file.is_dir())
)
"""All of the page's package but its commands, which the command line reads for their help."""

SERVERS = (
    "from scrubjay_serving.backend import Backend, Surroundings\n"
    "import scrubjay_serving.run, scrubjay_session.server as a, scrubjay_knowledge.server as b\n"
    "a.build(Backend(Surroundings())); b.build(Backend(Surroundings()))"
)


@pytest.mark.parametrize(
    ("code", "needless"),
    [
        ("from scrubjay.cli.main import main; main(['--help'])", AND_HTTP),
        ("from scrubjay.cli.main import main; main(['ui', '--help'])", (*INSIDE, *AND_HTTP[1:])),
        ("import scrubjay.integrations.git_hooks.event", AND_HTTP),
        ("import scrubjay.integrations.client_hooks.event", AND_HTTP),
        ("import scrubjay.app, scrubjay.operations.jobs.worker", AND_HTTP),
        (SERVERS, PAGE),
    ],
    ids=["help", "help of ui", "git hook", "client hook", "home and worker", "servers"],
)
def test_nothing_of_the_page_is_imported(code: str, needless: tuple[str, ...]) -> None:
    ask = f"import sys\n{code}\nprint('FOUND', [name for name in {needless!r} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-I", "-c", ask], capture_output=True, text=True, check=True, timeout=PATIENCE_S
    )
    assert done.stdout.splitlines()[-1] == "FOUND []"


def test_the_page_starts_without_its_services() -> None:
    late = ("scrubjay.app", "scrubjay_ui.views", "starlette", "jinja2", "pydantic", "yaml", "numpy", "onnxruntime")
    ask = (
        "import sys, scrubjay_ui.__main__, scrubjay_ui.serving, scrubjay_ui.door\n"
        f"print([name for name in {late!r} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", ask], capture_output=True, text=True, check=True, timeout=PATIENCE_S
    )
    assert done.stdout.strip() == "[]"
