"""The manifest's pods: as the restricted profile of pod security has them, two versions side by side, and in time."""

from typing import Any

import pytest

from scrubjay_team.mirrors.worker import STOP_S
from scrubjay_team.serving.life import GRACE_S
from tests.servers.team.deploy import files

PODS = files.pods()


def container(name: str) -> dict[str, Any]:
    """The one container of a pod."""
    (found,) = PODS[name]["containers"]
    return dict(found)


@pytest.mark.parametrize("name", PODS)
def test_every_pod_is_restricted(name: str) -> None:
    pod, one = PODS[name], container(name)
    account = pod["securityContext"]
    assert (account["runAsNonRoot"], account["runAsUser"], account["fsGroup"]) == (True, files.ACCOUNT, files.ACCOUNT)
    assert account["seccompProfile"] == {"type": "RuntimeDefault"}
    assert one["securityContext"] == {
        "allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]},
    }  # fmt: skip
    assert pod["automountServiceAccountToken"] is False
    assert one["resources"].keys() == {"requests", "limits"}
    level = files.manifest("Namespace")["metadata"]["labels"]["pod-security.kubernetes.io/enforce"]
    assert level == "restricted"


@pytest.mark.parametrize("name", PODS)
def test_every_mount_has_its_volume_and_a_secret_is_a_plain_file_of_its_group(name: str) -> None:
    volumes = {one["name"]: one for one in PODS[name]["volumes"]}
    mounts = container(name)["volumeMounts"]
    assert {one["name"] for one in mounts} == set(volumes)
    assert volumes["secrets"]["secret"]["defaultMode"] == 0o440
    for mount in mounts:
        plain = mount["name"] in ("secrets", "settings")
        assert ("subPath" in mount) is plain, "a link is refused, and without subPath there are links"
        assert not plain or mount["mountPath"].endswith(f"/{mount['subPath']}")


def test_no_object_holds_a_secret() -> None:
    assert "Secret" not in {one["kind"] for one in files.manifests()}


def test_two_versions_answer_side_by_side_and_nobody_is_turned_away_meanwhile() -> None:
    spec = files.manifest("Deployment")["spec"]
    assert spec["strategy"]["rollingUpdate"] == {"maxUnavailable": 0, "maxSurge": 1}
    assert spec["replicas"] >= 2
    assert files.manifest("PodDisruptionBudget")["spec"]["minAvailable"] < spec["replicas"]
    assert "exec" in container("Deployment scrubjay")["lifecycle"]["preStop"]


def test_a_disk_of_one_pod_is_given_on_before_the_next_pod_begins() -> None:
    spec = files.manifest("Deployment", "scrubjay-worker")["spec"]
    assert (spec["replicas"], spec["strategy"]) == (1, {"type": "Recreate"})


@pytest.mark.parametrize("name", ["Deployment scrubjay", "Deployment scrubjay-worker"])
def test_a_pod_has_the_time_to_end(name: str) -> None:
    drained = container(name).get("lifecycle", {}).get("preStop", {}).get("exec", {}).get("command", ["0"])
    assert PODS[name]["terminationGracePeriodSeconds"] >= int(drained[-1]) + GRACE_S + STOP_S


def test_what_points_to_pods_points_to_those_that_are_there() -> None:
    labels = {
        one["metadata"]["name"]: one["spec"]["template"]["metadata"]["labels"]
        for one in files.manifests() if one["kind"] in ("Deployment", "Job")
    }  # fmt: skip
    servers = labels["scrubjay"]
    assert files.manifest("Service")["spec"]["selector"] == servers
    assert files.manifest("PodDisruptionBudget")["spec"]["selector"]["matchLabels"] == servers
    shared = files.manifest("NetworkPolicy")["spec"]["podSelector"]["matchLabels"]
    assert all(shared.items() <= one.items() for one in labels.values())
    for one in (each for each in files.manifests() if each["kind"] == "Deployment"):
        assert one["spec"]["selector"]["matchLabels"] == one["spec"]["template"]["metadata"]["labels"]
    backend = files.manifest("Ingress")["spec"]["rules"][0]["http"]["paths"][0]["backend"]["service"]
    assert (backend["name"], backend["port"]["name"]) == ("scrubjay", "http")


def test_what_the_step_of_the_schema_needs_is_applied_with_it() -> None:
    first = {(one["kind"], one["metadata"]["name"]) for one in files.manifests()
             if one["metadata"].get("labels", {}).get("part") == "schema"}  # fmt: skip
    assert first == {("ServiceAccount", "scrubjay"), ("Job", "scrubjay-schema"), ("NetworkPolicy", "scrubjay")}
