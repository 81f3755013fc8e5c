"""What published memories are compared with: the claims of the project, and those of the user."""

from collections.abc import Callable, Collection, Mapping

from scrubjay.wiring.inputs import WorktreeInputs


def claims_of(inputs: WorktreeInputs) -> Callable[[Collection[str]], Mapping[str, str]]:
    """Gives what some memories say, by id; the user's database is opened only where there is one."""

    def claims(ids: Collection[str]) -> Mapping[str, str]:
        from scrubjay_publishing.standings.marks import claims_in

        if not ids:
            return {}
        said = inputs.stores.knowledge.read(lambda c: claims_in(c, ids))
        rest = frozenset(ids) - said.keys()
        if rest and (inputs.shared.settings.home / "user" / "knowledge.db").exists():
            said |= inputs.shared.user_database().read(lambda c: claims_in(c, rest))
        return said

    return claims
