"""Trains two small policies by evolution, a linear one and a network, and puts them beside CUBIC on the report card.

`python examples/evolve.py [folder]`: some minutes on two cores. It writes `linear.json` and `network.json`, which
`gym.Policy.load` reads, and the same as scripts, `linear.ack` and `network.ack`, which any lane can have as its algorithm.

The cross-entropy method: draw policies around a mean, keep the best sixth, move the mean there (Rubinstein, 1999).
"""

import sys
import time
from pathlib import Path

import numpy as np

import ackscope
from ackscope import gym

POLICIES, EPISODES, ELITE, STEPS = 48, 8, 8, 80
#: The units of hidden layers, the generations, and the spread at first.
KINDS = {"linear": ([], 60, 1.0), "network": ([6], 100, 0.7)}


def observation(q):
    """What each of the last two round trips says of queue, window, losses and rate.

    The smallest RTT of a step, since the others contain waits for a second segment (delayed ACKs).
    """
    return [
        np.minimum(gym.ratio(q.min_rtt_s, q.lowest_rtt_s, 1.0) - 1.0, 3.0),
        np.minimum(gym.ratio(4.0, q.cwnd_packets), 1.0),
        gym.ratio(q.lost_packets, q.lost_packets + q.delivered_packets),
        gym.ratio(q.throughput_bps, q.max_throughput_bps),
    ]


def reward(q):
    """Throughput as a share of the link, minus half the queue in path RTTs, minus the share of losses."""
    lost = gym.ratio(q.lost_packets, q.lost_packets + q.delivered_packets)
    waits = np.where(q.mean_rtt_s > 0, q.mean_rtt_s / q.base_rtt_s - 1.0, 0.0)
    return q.throughput_bps / q.bottleneck_bps - 0.5 * waits - lost


#: One flow alone on networks that are drawn. Not the paths of the report card, none of which has a drawn value.
TRAINING = {
    "scenario": {
        "version": 1,
        "duration": "1000s",
        "hops": [{"rate": "10Mbps", "delay": "5ms", "queue": {"capacity": "50pkt"}, "loss": {"kind": "bernoulli", "probability": 0.0}}],
        "flows": [{"algorithm": "manual", "rtt": "60ms", "recovery": "newreno", "receive_window": "500pkt"}],
    },
    "ranges": {
        "hops.0.rate": {"log": ("2Mbps", "40Mbps")},
        "flows.0.rtt": {"log": ("20ms", "300ms")},
        "hops.0.queue.capacity": {"log": ("4pkt", "400pkt")},
        "hops.0.loss.probability": {"choice": [0, 0, 0.001, 0.01]},
    },
    "step": "1rtt",
    "action": {"control": "window", "form": "power", "scale": 2.0},
    "observation": observation,
    "history": 2,
    "reward": reward,
    "by_ack": True,
    "dtype": np.float64,
}


def sizes_of(hidden, inputs):
    sizes = [inputs, *hidden, 1]
    return list(zip(sizes, sizes[1:]))


def split(weights, sizes):
    """The layers of a row of weights, or of many rows."""
    at = 0
    for before, after in sizes:
        end = at + before * after
        yield weights[..., at:end].reshape(*weights.shape[:-1], after, before), weights[..., end : end + after]
        at = end + after


def act(weights, sizes, x):
    """The action of each environment by its own policy."""
    layers = list(split(weights, sizes))
    for place, (rows, biases) in enumerate(layers):
        x = (rows * x[:, None, :]).sum(axis=-1) + biases
        if place < len(layers) - 1:
            x = np.tanh(x)
    return np.clip(x, -1, 1)


def returns(envs, weights, sizes, seeds):
    """The mean reward of each environment over an episode, each step as long as it took."""
    observations, _ = envs.reset(seed=seeds)
    total = np.zeros(envs.num_envs)
    for _ in range(STEPS):
        observations, rewards, *_ = envs.step(act(weights, sizes, observations))
        total += rewards
    return total / STEPS


def train(kind, generations=None):
    hidden, usual, spread = KINDS[kind]
    envs = gym.VectorEnv(POLICIES * EPISODES, **TRAINING)
    sizes = sizes_of(hidden, envs.single_observation_space.shape[0])
    number = sum((before + 1) * after for before, after in sizes)
    draws, mean, spread = np.random.default_rng(1), np.zeros(number), np.full(number, spread)
    for generation in range(usual if generations is None else generations):
        policies = draws.normal(mean, spread, (POLICIES, number))
        # Every policy meets the same networks.
        seeds = [1000 * generation + episode for _ in range(POLICIES) for episode in range(EPISODES)]
        scores = returns(envs, np.repeat(policies, EPISODES, axis=0), sizes, seeds).reshape(POLICIES, EPISODES).mean(axis=1)
        best = policies[np.argsort(scores)[-ELITE:]]
        # Half of the step, so that one lucky draw of networks decides less.
        mean, spread = 0.5 * (mean + best.mean(axis=0)), 0.5 * (spread + best.std(axis=0)) + 0.02
        if generation % 10 == 9:
            print(f"{kind}, generation {generation + 1}: best {scores.max():.3f}, mean {scores.mean():.3f}", flush=True)
    return gym.Policy(list(split(mean.round(4), sizes)), "tanh")


def compare(scripts, seeds=5):
    """Goodput by its fair share and p95 of the queueing delay on each path of the report card, beside CUBIC."""
    names = ["cubic-rfc9438", *scripts]
    card = ackscope.score(names, scripts=scripts, seeds=seeds)
    cells = {one["algorithm"]: one["cells"] for one in card["algorithms"]}
    mean = lambda cell, key: cell[key]["mean"]  # noqa: E731
    for path, (cubic, *others) in zip(card["paths"], zip(*(cells[name] for name in names))):
        row = [f"{mean(one, 'goodput_share'):.2f} {1000 * mean(one, 'p95_delay_s'):6.1f} ms" for one in (cubic, *others)]
        print(f"{path['id']:12}", *(f"{text:>16}" for text in row))
    for place, name in enumerate(names[1:], start=1):
        pairs = list(zip(cells[names[0]], cells[name]))
        more = [mean(b, "goodput_share") >= mean(a, "goodput_share") for a, b in pairs]
        less = [mean(b, "p95_delay_s") <= mean(a, "p95_delay_s") for a, b in pairs]
        both = sum(x and y for x, y in zip(more, less))
        print(f"{name}: more than CUBIC on {sum(more)} paths, less delay on {sum(less)}, both on {both} of {len(pairs)}")
    return card


if __name__ == "__main__":
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "policies")
    folder.mkdir(parents=True, exist_ok=True)
    env = gym.Env(**TRAINING)
    env.reset(seed=1)
    scripts = {}
    for kind in KINDS:
        began, spent = time.perf_counter(), time.process_time()
        policy = train(kind)
        print(f"{kind}: {time.perf_counter() - began:.0f} s, {time.process_time() - spent:.0f} s of processor time")
        policy.save(folder / f"{kind}.json")
        scripts[kind] = policy.to_script(env, kind)
        (folder / f"{kind}.ack").write_text(scripts[kind], encoding="utf-8")
    compare(scripts)
