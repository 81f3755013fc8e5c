"""The home is where the environment says, else where the platform keeps users' data."""

import sys
from pathlib import Path

import platformdirs
import pytest

from scrubjay.errors import ConfigError
from scrubjay.settings.home import home_folder


def test_the_home_is_the_one_that_the_environment_names(tmp_path: Path) -> None:
    assert home_folder({"SCRUBJAY_HOME": str(tmp_path)}) == tmp_path


def test_a_home_that_depends_on_the_folder_is_refused() -> None:
    with pytest.raises(ConfigError, match="absolute path"):
        home_folder({"SCRUBJAY_HOME": "here"})


@pytest.mark.parametrize("data", [None, "", "/data", "relative/data"])
def test_without_one_it_is_where_the_platform_keeps_data(monkeypatch: pytest.MonkeyPatch, data: str | None) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    if data is not None:
        monkeypatch.setenv("XDG_DATA_HOME", data)
    named = {} if data is None else {"XDG_DATA_HOME": data}
    assert home_folder(named) == Path(platformdirs.user_data_dir("scrubjay", appauthor=False)), sys.platform
