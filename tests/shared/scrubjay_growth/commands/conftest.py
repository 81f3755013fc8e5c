"""The command line of the tests, for the commands of an extension."""

from tests.shared.cli.conftest import account as account
from tests.shared.cli.conftest import by_hand as by_hand
from tests.shared.cli.conftest import magpie as magpie
from tests.shared.cli.conftest import ready as ready
from tests.shared.cli.conftest import scrubjay as scrubjay
from tests.shared.cli.conftest import trusted as trusted
