"""What doctor and status say of sync, while its extension is on."""

from scrubjay.app import App
from scrubjay.operations.doctor.check import checks_of_home
from scrubjay_exchange.syncing import state


def test_a_home_that_syncs_says_so_and_says_nothing_while_exchange_is_off(app: App) -> None:
    assert [*checks_of_home(app)] == []
    app.user_database().write(lambda c: state.set_place(c, state.SyncPlace("desk:memories.git", "desk")))
    (check,) = checks_of_home(app)
    assert (check.name, check.ok, check.found) == ("sync", True, "not yet ended once, 0 other machines")
    (app.settings.home / "config.yaml").write_text("extensions:\n  exchange: off\n")
    assert [*checks_of_home(app)] == []
