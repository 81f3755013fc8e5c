"""The end of a server: what runs is answered, and what comes later finds nobody."""

import threading

import psycopg

from tests.patience import PATIENCE_S
from tests.servers.team.serving.conftest import Answered, ServedTeam


def test_a_running_answer_ends_before_the_server_does(served: ServedTeam) -> None:
    token = served.token("anna", "search", "remember")
    answers: list[Answered] = []

    def remember() -> None:
        answers.append(served.call(token, "remember", content="The staging database is rebuilt every Monday at six."))

    at = served.databases.addresses.superuser
    with psycopg.connect(at) as connection, psycopg.connect(at, autocommit=True) as watching:
        connection.execute("LOCK TABLE scrubjay.memory IN ACCESS EXCLUSIVE MODE")
        running = threading.Thread(target=remember)
        running.start()
        while watching.execute("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'").fetchone() is None:
            assert running.is_alive()
        served.leave()
    running.join(PATIENCE_S)
    assert [answer.json["result"]["structuredContent"]["outcome"] for answer in answers] == ["stored"]
