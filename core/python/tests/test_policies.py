import importlib
import json
import pathlib

import numpy as np
import pytest

import ackscope
from ackscope import gym

LINK = {
    "version": 1,
    "seed": 4,
    "duration": "12s",
    "hops": [{"rate": "6Mbps", "delay": "20ms", "queue": {"capacity": "40pkt"}, "loss": {"kind": "bernoulli", "probability": 0.01}}],
    "flows": [
        {"name": "main", "algorithm": "manual", "rtt": "60ms", "recovery": "rack"},
        {"name": "cross", "algorithm": "cubic", "rtt": "40ms", "active": [["4s", "7s"]]},
    ],
}
#: All that a script can know.
KNOWN = [name for name in gym.QUANTITIES if name in ackscope._policies._QUANTITIES]


def all_known(q):
    """Each quantity, about 1 in size, by the operations that a script has."""
    scales = {"time_s": 10.0, "max_throughput_bps": 6e6, "throughput_bps": 6e6, "send_bps": 6e6, "rate_bps": 6e6, "packet_bits": 12e3}
    return [np.clip(getattr(q, name) / scales.get(name, 20.0 if name.endswith("packets") else 1.0), -3, 3) for name in KNOWN]


def few(q):
    queue = gym.ratio(q.mean_rtt_s, q.lowest_rtt_s, 1.0) - 1.0
    lost = np.where((q.lost_packets > 0) & (q.delivered_packets >= 1), q.lost_packets / 8, -np.sqrt(q.duration_s))
    return [queue, np.minimum(gym.ratio(q.send_bps, q.throughput_bps, 1.0), 2.0), np.abs(q.rtt_slope), np.maximum(lost, -0.5)]


def network(inputs, units, activation, scale=1.0, middle=0.0):
    """Random weights; the action has this scale and middle."""
    draws = np.random.default_rng(1)
    sizes = [inputs, *units, 1]
    layers = [(draws.normal(0, 0.6, (b, a)).round(4), draws.normal(0, 0.3, b).round(4)) for a, b in zip(sizes, sizes[1:])]
    weights, biases = layers.pop()
    return gym.Policy([*layers, (weights * scale, biases * scale + middle)], activation)


def played(env, policy):
    """A whole episode: its actions."""
    observation, _ = env.reset(seed=3)
    done, actions = False, []
    while not done:
        actions.append(policy(observation, env.action_space.low, env.action_space.high))
        observation, _, terminated, truncated, _ = env.step(actions[-1])
        done = terminated or truncated
    return np.array(actions)[:, 0]


@pytest.mark.parametrize("activation", ["tanh", "relu", "softsign"])
@pytest.mark.parametrize(
    ("action", "step", "observation", "history", "network_of"),
    [
        ("aurora", "0.5rtt", few, 1, {"units": []}),
        ("aurora", "0.3rtt", few, 4, {"units": [6]}),
        ("orca", "30ms", few, 3, {"units": [5, 4], "scale": 0.3}),
        ({"control": "window", "form": "factor"}, "0.3rtt", all_known, 1, {"units": [4], "scale": 0.3, "middle": 1.0}),
        ({"control": "rate", "form": "value", "bounds": (5e5, 8e6)}, "50ms", all_known, 1, {"units": [3], "scale": 2e6, "middle": 4e6}),
    ],
)
def test_a_policy_is_the_same_run_in_a_loop_and_as_a_lane(activation, action, step, observation, history, network_of):
    env = gym.Env(LINK, step=step, action=action, observation=observation, history=history, by_ack=True, dtype=np.float64)
    policy = network(env.observation_space.shape[0], activation=activation, **network_of)
    actions = played(env, policy)
    assert len(actions) > 50 and len(set(actions)) > 20, "it reacts"
    lane = policy.to_lane(env)
    found = ackscope.run(lane).lanes[0]
    assert found.trace_hash == env.trace_hash
    # A weight that differs in its fourth digit is another run.
    (weights, biases), *rest = policy.layers
    other = gym.Policy([(weights, biases + 1e-3), *rest], activation)
    assert ackscope.run(other.to_lane(env)).lanes[0].trace_hash != env.trace_hash


GOLDEN = pathlib.Path(__file__).parents[2] / "engine/tests/goldens/policies"
EXAMPLES = pathlib.Path(__file__).parents[1] / "examples"


@pytest.mark.parametrize(("lane", "kind"), list(enumerate(["linear", "network"])))
def test_trained_policies_are_lanes_of_the_page(monkeypatch, lane, kind):
    """The golden's lanes run in the engine's tests, in Node and in Chromium; here the policies run in a loop."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    training = importlib.import_module("evolve").TRAINING
    golden = json.loads((GOLDEN / "scenario.json").read_text(encoding="utf-8"))
    given = {key: value for key, value in golden.items() if key not in ("scripts", "compare")}
    given["flows"] = [{**golden["flows"][0], "algorithm": "manual"}, *golden["flows"][1:]]
    env = gym.Env(**{**training, "scenario": given, "ranges": {"seed": {"choice": [golden["seed"]]}}})
    policy = gym.Policy.load(EXAMPLES / "policies" / f"{kind}.json")
    played(env, policy)
    assert golden["scripts"][kind] == policy.to_script(env, kind)
    assert env.trace_hash == (GOLDEN / "hash.txt").read_text(encoding="utf-8").split()[lane]


def test_a_policy_is_a_file(tmp_path):
    policy = network(4, [3], "tanh")
    policy.save(tmp_path / "policy.json")
    read = gym.Policy.load(tmp_path / "policy.json")
    assert read(np.ones((5, 4))).tobytes() == policy(np.ones((5, 4))).tobytes()
    env = gym.Env(LINK, observation=few, history=1, by_ack=True, dtype=np.float64)
    env.reset(seed=1)
    assert json.loads(json.dumps(read.to_lane(env)))["scripts"]["policy"] == policy.to_script(env, "policy")
    (tmp_path / "wrong.json").write_text("[1]")
    with pytest.raises(ackscope.ScenarioError, match="wrong.json"):
        gym.Policy.load(tmp_path / "wrong.json")


def test_the_first_ack_tells_a_sender_its_path():
    env = gym.Env(LINK, step="1rtt", action="aurora", observation=few, history=1, by_ack=True)
    env.reset(seed=1)
    assert float(env.quantities.rate_bps[0, 0]) == 0
    env.step([1.0])
    q = env.quantities
    # The initial window in the first round trip: what was chosen before it had no effect.
    expected = float(q.cwnd_packets[0, 0] * q.packet_bits[0, 0] / q.srtt_s[0, 0])
    assert float(q.rate_bps[0, 0]) == pytest.approx(expected) and float(q.rtt_samples[0, 0]) == 1
    env.step([1.0])
    assert float(env.quantities.rate_bps[0, 0]) == pytest.approx(1.025 * expected)
    assert float(env.quantities.duration_s[0, 0]) >= float(q.mean_rtt_s[0, 0])


@pytest.mark.parametrize(
    ("observation", "found"),
    [
        (lambda q: [q.bottleneck_bps], "bottleneck_bps"),
        (lambda q: [q.rtt_increase_s], "rtt_increase_s"),
        (lambda q: [np.exp(q.srtt_s)], "np.exp"),
        (lambda q: [q.past("srtt_s")[0]], "srtt_s"),
    ],
)
def test_what_a_script_cannot_know_is_refused(observation, found):
    env = gym.Env(LINK, observation=observation, by_ack=True, dtype=np.float64)
    env.reset(seed=1)
    with pytest.raises(ackscope.ScenarioError, match=found) as caught:
        gym.Policy([([[1.0]], [0.0])]).to_lane(env)
    assert caught.value.path == "observation" and caught.value.allowed


def test_refusals_of_a_policy_say_where():
    for layers, options, place in [
        ([], {}, "layers"),
        ([([[1.0]], [0.0])] * 4, {}, "layers"),
        ([(np.zeros((33, 1)), np.zeros(33)), (np.zeros((1, 33)), [0.0])], {}, "layers[0]"),
        ([(np.zeros((20, 20)), np.zeros(20)), (np.zeros((1, 20)), [0.0])], {}, "layers"),
        ([(np.zeros((2, 3)), np.zeros(2)), (np.zeros((1, 3)), [0.0])], {}, "layers[1]"),
        ([(np.zeros((2, 3)), np.zeros(2))], {}, "layers[0]"),
        ([([[float("nan")]], [0.0])], {}, "layers[0]"),
        ([([[1.0]], [0.0])], {"activation": "tan"}, "activation"),
    ]:
        with pytest.raises(ackscope.ScenarioError) as caught:
            gym.Policy(layers, **options)
        assert caught.value.path == place and caught.value.allowed
    one = gym.Policy([([[1.0] * 4], [0.0])])
    with pytest.raises(ackscope.ScenarioError, match="observation: found 3"):
        one([1.0, 2.0, 3.0])
    for options, place in [({}, "env"), ({"by_ack": True}, "env"), ({"by_ack": True, "dtype": np.float64, "history": 2}, "policy")]:
        env = gym.Env(LINK, **{"observation": few, "history": 1, **options})
        env.reset(seed=1)
        with pytest.raises(ackscope.ScenarioError) as caught:
            one.to_lane(env)
        assert caught.value.path == place
    with pytest.raises(ackscope.ScenarioError, match="start"):
        gym.Env(LINK, by_ack=True, start=(0.5, 1.0))
    for history, units, digits, word in [(20, 1, 1, "states"), (3, 25, 17, "bytes")]:
        wide = gym.Env(LINK, observation=few, history=history, by_ack=True, dtype=np.float64)
        wide.reset(seed=1)
        draws = np.random.default_rng(1)
        layers = [(draws.normal(size=(units, 4 * history)).round(digits), np.zeros(units)), (draws.normal(size=(1, units)), [0.0])]
        with pytest.raises(ackscope.ScenarioError, match=word) as caught:
            gym.Policy(layers).to_lane(wide)
        assert caught.value.path == "policy"


def test_an_episode_has_a_picture():
    env = gym.Env(LINK, step="1s", action={"control": "window", "form": "value"}, render_mode="rgb_array")
    env.reset(seed=1)
    for _ in range(6):
        env.step([20.0])
    env.step([40.0])
    picture = env.render()
    assert picture.shape == (400, 720, 3) and picture.dtype == np.uint8
    window = (picture[:200] == (0x0B, 0x6E, 0x99)).all(axis=2)
    heights = [200 - np.flatnonzero(column).min() if column.any() else 0 for column in window.T]
    # The window of 20 segments has half the height of that of 40, which the last second has.
    assert heights[715] == pytest.approx(2 * heights[300], abs=4) and heights[715] > 150
    assert (picture[200:] == (0x0B, 0x6E, 0x99)).all(axis=2).sum() > 500, "a queue"
    assert gym.Env(LINK).render() is None
    with pytest.raises(ackscope.ScenarioError, match="render_mode"):
        gym.Env(LINK, render_mode="human")
