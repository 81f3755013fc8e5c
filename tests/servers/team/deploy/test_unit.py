"""The unit of systemd: an account without rights, a folder of its own, the time to end, and secrets as credentials."""

from scrubjay_team.mirrors.worker import STOP_S
from scrubjay_team.place import DSN_VARIABLE, WORKER_VARIABLE
from scrubjay_team.serving.life import GRACE_S
from tests.servers.team.deploy import files

SERVICE = files.unit()["Service"]


def test_it_runs_as_an_account_without_rights_in_a_folder_that_is_its_own() -> None:
    assert SERVICE["User"] == SERVICE["Group"] == ["scrubjay"]
    assert SERVICE["StateDirectoryMode"] == ["0700"]
    (home,) = SERVICE["Environment"]
    assert home == f"SCRUBJAY_HOME=%S/{SERVICE['StateDirectory'][0]}"
    assert SERVICE["CapabilityBoundingSet"] == [""]
    for key in ("NoNewPrivileges", "ProtectHome", "PrivateTmp", "PrivateDevices", "RestrictSUIDSGID"):
        assert SERVICE[key] == ["yes"], key
    assert SERVICE["ProtectSystem"] == ["strict"]


def test_it_has_the_time_to_end_and_claims_no_word_that_it_never_gives() -> None:
    assert int(SERVICE["TimeoutStopSec"][0]) >= GRACE_S + STOP_S
    assert SERVICE["Type"] == ["exec"]
    assert SERVICE["KillMode"] == ["mixed"], "PostgreSQL and git are ended by the server, not beside it"


def test_the_drop_in_gives_each_credential_to_the_variable_that_reads_it() -> None:
    more = files.unit("scrubjay-team.service.d/credentials.conf")["Service"]
    loaded = [one.partition(":")[0] for one in more["LoadCredential"]]
    read = dict(one.split("=", 1) for one in more["Environment"])
    assert read == {DSN_VARIABLE: "%d/app.dsn", WORKER_VARIABLE: "%d/worker.dsn"}
    assert [f"%d/{name}" for name in loaded] == list(read.values())
