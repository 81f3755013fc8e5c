"""What a user installs: a wheel that holds everything, an sdist that builds the same wheel, an editable checkout."""

import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from tests.project.trees import PRODUCT

pytestmark = pytest.mark.story

TOP = Path(__file__).parents[2]

NEEDED = (
    "scrubjay/py.typed",
    "scrubjay/inference/embedding/weights/minilm-l6-v2-int8-perchannel.onnx",
    "scrubjay/inference/embedding/weights/tokenizer.json",
    "scrubjay/privacy/secrets/providers.tsv",
    "scrubjay/storage/schema.sql",
    "scrubjay/storage/migrations/knowledge/0041_baseline.sql",
    "scrubjay/knowledge/documents/queries.sql",
    "scrubjay/knowledge/index/queries.sql",
    "scrubjay/_bundled/skills/session-init/SKILL.md",
    "scrubjay/_bundled/skills/session-init/without-scrubjay.md",
    "scrubjay/_bundled/skills/session-save/SKILL.md",
    "scrubjay/_bundled/hooks/absent.sh",
    "scrubjay/_bundled/hooks/git/launcher.sh",
    "scrubjay/_bundled/hooks/git/stub.sh",
    "scrubjay_forges/py.typed",
    "scrubjay_forges/discussions/queries.sql",
    "scrubjay_serving/py.typed",
    "scrubjay_session/__main__.py",
    "scrubjay_team/__main__.py",
    "scrubjay_team/database/migrations/0001_people.sql",
    "scrubjay_team/database/queries.sql",
    "scrubjay_team/database/roles.sql",
    "scrubjay_team/database/schemas.sql",
    "scrubjay_knowledge/__main__.py",
)


def build(source: Path, target: Path, kind: str) -> Path:
    """Build with hatchling as it is installed here: no network."""
    code = f"import hatchling.build as b; print(b.build_{kind}({str(target)!r}))"
    done = subprocess.run([sys.executable, "-c", code], cwd=source, capture_output=True, text=True, check=True)
    return target / done.stdout.strip().splitlines()[-1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("hatchling")
    return build(TOP, tmp_path_factory.mktemp("wheel"), "wheel")


def test_the_wheel_holds_everything_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert [name for name in NEEDED if name not in names] == []
    tops = {name.partition("/")[0] for name in names if ".dist-info" not in name}
    assert tops == set(PRODUCT)
    assert not [name for name in names if "__pycache__" in name or name.startswith("tests")]
    assert not [name for name in names if name.startswith("scrubjay_team/deploy")], "those build from a clone"


def test_the_wheel_brings_its_licences_and_scripts(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (entry_points,) = [name for name in archive.namelist() if name.endswith("entry_points.txt")]
    scripts = archive.read(entry_points).decode()
    assert all(f"{name} = " in scripts for name in ("scrubjay", "scrubjay-session", "scrubjay-knowledge"))
    assert any(name.endswith("licenses/NOTICE") for name in archive.namelist())


def test_the_wheel_installs_beside_its_requirements_and_answers(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "env", with_pip=False, system_site_packages=False)
    site = next((tmp_path / "env").glob("lib/python*/site-packages"))
    zipfile.ZipFile(wheel).extractall(site)  # noqa: S202 - our own
    (site / "requirements.pth").write_text("\n".join(p for p in sys.path if p.endswith("site-packages")))
    code = (
        "import scrubjay, pathlib; from scrubjay.integrations.bundled import bundled; "
        "from scrubjay.inference.embedding.onnx import OnnxEmbedder; "
        f"print(pathlib.Path(scrubjay.__file__).is_relative_to({str(site)!r}), bundled('skills').is_dir(), "
        "OnnxEmbedder().embed_query('jay').vector.shape)"
    )
    python = tmp_path / "env" / "bin" / "python"
    done = subprocess.run([str(python), "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.strip() == "True True (384,)"


def test_the_sdist_builds_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    sdist = build(TOP, tmp_path, "sdist")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    again = build(tmp_path / sdist.name.removesuffix(".tar.gz"), tmp_path, "wheel")
    assert set(zipfile.ZipFile(again).namelist()) == set(zipfile.ZipFile(wheel).namelist())


def test_an_editable_checkout_finds_what_a_wheel_bundles() -> None:
    from scrubjay.integrations.bundled import bundled

    assert (bundled("skills") / "session-init" / "SKILL.md").is_file()
    assert (bundled("hooks") / "git" / "stub.sh").is_file()
