import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import parallel_api_test, parallel_seed_test

import ackscope
from ackscope import gym


def link(**flow):
    return {
        "version": 1,
        "duration": "20s",
        "hops": [{"rate": "6Mbps", "delay": "20ms", "queue": {"capacity": "50pkt"}}],
        "flows": [{"name": "main", "algorithm": "manual", "rtt": "60ms", "recovery": "rack", "handshake": False, **flow}],
    }


def drawn(**options):
    return {"ranges": {"hops.0.rate": ("2Mbps", "8Mbps")}, "step": "30ms", "max_steps": 7, **options}


@pytest.mark.filterwarnings("ignore::UserWarning")  # An observation has no bounds.
@pytest.mark.parametrize("name", ["aurora", "orca", "astraea"])
def test_gymnasium_accepts_an_environment(name):
    check_env(gym.Env(link(), by_ack=True, dtype=np.float64, **drawn(action=name, observation=name, reward=name)), skip_render_check=True)
    env = gym.Env(link(), render_mode="rgb_array", **drawn(action=name, observation=name, reward=name))
    check_env(env)
    observation, _ = env.reset(seed=3)
    assert observation.dtype == np.float32 and env.observation_space.contains(observation)
    assert 2e6 <= float(env.quantities.bottleneck_bps[0, 0]) <= 8e6
    assert env.scenario["hops"][0]["rate"].endswith("Mbps")


def test_pettingzoo_accepts_several_flows():
    def make():
        return gym.ParallelEnv(link(count=3), **drawn(action="astraea", observation="astraea", reward="astraea"))

    parallel_api_test(make(), num_cycles=30)
    parallel_seed_test(make, num_cycles=30)
    env = make()
    env.reset(seed=1)
    assert env.agents == ["main-1", "main-2", "main-3"]
    _, rewards, *_ = env.step({agent: np.zeros(1) for agent in env.agents})
    assert len(set(rewards.values())) == 1, "Astraea's reward is that of the link"


def test_a_transfer_that_ends_leaves_the_others():
    both = link()
    both["flows"].append({**both["flows"][0], "name": "short", "bytes": "15kB"})
    env = gym.ParallelEnv(both, step="1s", action={"control": "window", "form": "value"})
    env.reset(seed=1)
    _, _, terminated, truncated, _ = env.step({"main": [10.0], "short": [10.0]})
    assert terminated == {"main": False, "short": True} and not any(truncated.values())
    assert env.agents == ["main"]
    observations, *_ = env.step({"main": [10.0]})
    assert list(observations) == ["main"]


def test_the_next_step_after_an_end_begins_an_episode():
    envs = gym.VectorEnv(3, link(), **drawn())
    assert envs.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    envs.reset(seed=1)
    for step in range(1, 17):
        observations, rewards, _, truncated, _ = envs.step(np.ones((3, 1)))
        assert truncated.all() == (step % 8 == 7), step
        assert (envs.quantities.begins == 1).all() == (step % 8 == 0), step
        if step % 8 == 0:
            # The action is ignored, and the history starts anew.
            assert not rewards.any() and np.ptp(observations.reshape(3, 10, 3), axis=1).max() == 0
    assert envs.observation_space.contains(observations)


def run(threads, seed=5):
    envs = gym.VectorEnv(6, link(), threads=threads, **drawn(action="orca"))
    envs.reset(seed=seed)
    draws = np.random.default_rng(1)
    found = [envs.step(draws.uniform(-1, 1, (6, 1))) for _ in range(40)]
    return b"".join(array.tobytes() for step in found for array in step[:4])


def test_the_same_seed_and_actions_are_the_same_bytes_on_any_number_of_threads():
    alone = run(1)
    assert run(2) == alone and run(6) == alone
    assert run(1, seed=6) != alone


def test_a_vector_is_its_environments():
    envs = gym.VectorEnv(3, link(), **drawn())
    envs.reset(seed=[11, 12, 13])
    vector = [envs.step(np.full((3, 1), 0.5)) for _ in range(5)]
    again = gym.VectorEnv(1, link(), **drawn())
    again.reset(seed=[12])
    for step in vector:
        found = again.step(np.full((1, 1), 0.5))
        assert found[0][0].tobytes() == step[0][1].tobytes() and found[1][0] == step[1][1]


def test_aurora_sees_and_rewards_what_its_paper_says():
    # 3 Mbit/s on a link of 6 Mbit/s: 250 packets of 12,000 bits in a second, no queue, no loss.
    env = gym.Env(link(delayed_ack=False), step="100ms", action={"control": "rate", "form": "value"})
    env.reset(seed=1)
    for _ in range(12):
        observation, reward, *_ = env.step([3e6])
    rtt_s = float(env.quantities.mean_rtt_s[0, 0])
    assert 0.06 < rtt_s < 0.064
    assert observation.reshape(10, 3) == pytest.approx(np.tile([0, 1, 1], (10, 1)), abs=0.05)
    assert reward == pytest.approx(0.001 * (10 * 250 - 1000 * rtt_s), abs=0.11)


def test_orca_is_rewarded_for_throughput_without_delay():
    # A window of 60 packets takes 120 ms at 6 Mbit/s; the empty path takes 62 ms and the first packets a little more.
    env = gym.Env(link(delayed_ack=False), step="500ms", action={"control": "window", "form": "value"}, observation="orca", reward="orca")
    env.reset(seed=1)
    for _ in range(12):
        _, reward, *_ = env.step([60.0])
    q = env.quantities
    assert q.lost_packets.sum() == 0 and float(q.srtt_s[0, 0]) == pytest.approx(0.12, abs=1e-3)
    assert reward == pytest.approx(1.25 * 0.062 / 0.12, abs=0.02)


def test_own_observations_and_rewards_are_expressions():
    env = gym.Env(
        link(),
        step="1rtt",
        observation=lambda q: [q.throughput_bps / q.bottleneck_bps, q.cwnd_packets],
        reward=lambda q: q.throughput_bps / q.bottleneck_bps - q.timeouts,
        history=2,
        action={"control": "window", "form": "factor"},
    )
    observation, _ = env.reset(seed=1)
    assert observation.tolist() == [0, 3, 0, 3], "the initial window"
    observation, reward, *_ = env.step([2.0])
    assert observation[[1, 3]].tolist() == [3, 6] and reward == pytest.approx(observation[2])
    with pytest.raises(AttributeError, match="throughput_bps"):
        env.quantities.throughput


def test_a_cross_flow_is_there():
    both = link()
    both["flows"].append({"name": "cross", "algorithm": "cubic", "rtt": "60ms"})
    env = gym.Env(both, step="1s", action={"control": "window", "form": "value"})
    env.reset(seed=1)
    shares = [float(env.quantities.throughput_bps[0, 0]) for _ in range(10) if env.step([5.0])]
    assert max(shares[1:]) < 5 * 12_000 / 0.06, "CUBIC's queue makes the round trips of five packets longer"


@pytest.mark.parametrize(
    ("options", "place"),
    [
        ({"step": "fast"}, "step"),
        ({"step": "0ms"}, "step"),
        ({"action": "auror"}, "action"),
        ({"reward": "money"}, "reward"),
        ({"observation": "all"}, "observation"),
        ({"history": 0}, "history"),
        ({"history": 1.5}, "history"),
        ({"max_steps": 0}, "max_steps"),
        ({"max_steps": 2.5}, "max_steps"),
        ({"start": (1, float("nan"))}, "start"),
        ({"start": 1}, "start"),
        ({"ranges": 5}, "ranges"),
        ({"action": 5}, "action"),
        ({"action": {"control": "window", "form": "value", "limits": (1, 2)}}, "action"),
        ({"action": {"form": "value"}}, "action.control"),
        ({"action": {"control": "window"}}, "action.form"),
        ({"action": {"control": "window", "form": "value", "bounds": (1, 2, 3)}}, "action.bounds"),
        ({"observation": lambda q: []}, "observation"),
        ({"observation": lambda q: [np.zeros((2, 2))]}, "observation"),
        ({"observation": lambda q: [None]}, "observation"),
        ({"ranges": {"hops.0.rate": ("6Mbps", "2Mbps")}}, "ranges.hops.0.rate"),
        ({"ranges": {"hops.9.rate": ("1Mbps", "2Mbps")}}, "hops"),
        ({"action": {"control": "rate", "form": "step", "scale": -1}}, "scale"),
    ],
)
def test_refusals_say_where(options, place):
    with pytest.raises(ackscope.ScenarioError) as caught:
        gym.Env(link(), **options)
    assert caught.value.path == place and caught.value.allowed


def test_wrong_uses_are_refused():
    with pytest.raises(ackscope.ScenarioError, match="manual"):
        gym.Env(link(algorithm="cubic"))
    with pytest.raises(ackscope.ScenarioError, match="ParallelEnv"):
        gym.Env(link(count=2))
    with pytest.raises(ackscope.ScenarioError, match="num_envs"):
        gym.VectorEnv(0, link())
    envs = gym.VectorEnv(2, link())
    envs.reset(seed=1)
    for actions in ([[1.0]], [[1.0], [float("nan")]]):
        with pytest.raises(ackscope.ScenarioError, match="actions"):
            envs.step(actions)
    for seed in (-1, 1.5, True, "x", 2**64 - 1, [1], [1, -1], [1, None]):
        with pytest.raises(ackscope.ScenarioError, match="seed"):
            envs.reset(seed=seed)
    with pytest.raises(ackscope.ScenarioError, match="place"):
        envs.scenario(-1)
    with pytest.raises(ackscope.ScenarioError, match="threads"):
        gym.VectorEnv(2, link(), threads=-1)
    # A function that forgets to return, and one whose numbers fit nothing.
    for reward in (lambda q: None, lambda q: [1, 2, 3], lambda q: "much"):
        with pytest.raises(ackscope.ScenarioError, match="reward"):
            gym.VectorEnv(2, link(), reward=reward).reset(seed=np.int64(1))


def test_auroras_training_ranges_run():
    envs = gym.VectorEnv(4, **gym.AURORA)
    envs.reset(seed=1)
    bits = envs.quantities.bottleneck_bps[:, 0] / 12_000
    assert ((bits >= 100) & (bits <= 500)).all() and len(set(bits)) == 4
    for _ in range(20):
        observations, *_ = envs.step(np.zeros((4, 1)))
    assert np.isfinite(observations).all() and (envs.quantities.rate_bps >= 0.48e6).all()
