"""Trains a linear policy on Aurora's ranges by evolution and compares it with CUBIC on paths that it has not seen.

`python examples/evolve.py [generations]`: some minutes on two cores. The policy maps Aurora's observation (the last ten
intervals) to a change of the rate. The cross-entropy method: draw policies around a mean, keep the best fifth, move the mean
there (Rubinstein, 1999).
"""

import sys

import numpy as np

import ackscope
from ackscope import gym

POLICIES = 40
EPISODES = 4
ELITE = 8


def reward(q):
    """Throughput as a share of the link, minus the queue in path RTTs, minus twice the share of losses."""
    lost = gym.ratio(q.lost_packets, q.lost_packets + q.delivered_packets)
    waits = np.where(q.mean_rtt_s > 0, q.mean_rtt_s / q.base_rtt_s - 1.0, 0.0)
    return q.throughput_bps / q.bottleneck_bps - 0.5 * waits - 2.0 * lost


TRAINING = {**gym.AURORA, "max_steps": 200, "reward": reward}


def act(weights, observations):
    """The action of each environment: its policy's answer to the mean of the last three intervals and to the last one."""
    seen = observations.reshape(len(observations), 10, 3) - np.array([0.0, 1.0, 1.0])
    inputs = np.concatenate([seen[:, -1], seen[:, -3:].mean(axis=1), np.ones((len(seen), 1))], axis=1)
    return np.clip((weights * inputs).sum(axis=1, keepdims=True), -1, 1)


def returns(envs, weights, seeds):
    """The mean reward of each environment over an episode."""
    observations, _ = envs.reset(seed=seeds)
    total = np.zeros(envs.num_envs)
    for _ in range(TRAINING["max_steps"]):
        observations, rewards, *_ = envs.step(act(weights, observations))
        total += rewards
    return total / TRAINING["max_steps"]


def train(generations):
    draws = np.random.default_rng(1)
    mean, spread = np.zeros(7), np.full(7, 2.0)
    envs = gym.VectorEnv(POLICIES * EPISODES, **TRAINING)
    for generation in range(generations):
        policies = draws.normal(mean, spread, (POLICIES, 7))
        # Every policy meets the same networks.
        seeds = [1000 * generation + episode for _ in range(POLICIES) for episode in range(EPISODES)]
        scores = returns(envs, np.repeat(policies, EPISODES, axis=0), seeds).reshape(POLICIES, EPISODES).mean(axis=1)
        best = policies[np.argsort(scores)[-ELITE:]]
        mean, spread = best.mean(axis=0), best.std(axis=0) + 0.02
        print(f"generation {generation + 1}: best {scores.max():.3f}, mean {scores.mean():.3f}", flush=True)
    return mean


def compare(weights, paths=40):
    """The policy and CUBIC on the same held-out networks: share of the link, queueing delay in path RTTs."""
    envs = gym.VectorEnv(paths, **TRAINING)
    observations, _ = envs.reset(seed=[10**6 + place for place in range(paths)])
    delivered, waited, rtts = np.zeros(paths), np.zeros(paths), np.zeros(paths)
    for _ in range(TRAINING["max_steps"]):
        observations, *_ = envs.step(act(weights, observations))
        q = envs.quantities
        delivered += q.delivered_packets[:, 0] * q.packet_bits[:, 0]
        waited += (q.mean_rtt_s * q.rtt_samples)[:, 0]
        rtts += q.rtt_samples[:, 0]
    base = q.base_rtt_s[:, 0]
    mine = delivered / (q.time_s * q.bottleneck_bps)[:, 0], waited / rtts / base - 1
    rows = []
    for place in range(paths):
        scenario = envs.scenario(place)
        scenario["duration"] = float(q.time_s[place, 0])
        scenario["flows"][0]["algorithm"] = "cubic"
        window = ackscope.run(scenario).lanes[0].results["flows"][0]["windows"][0]
        rows.append((window["goodput_bps"] / q.bottleneck_bps[place, 0], window["mean_rtt_s"] / base[place] - 1))
    theirs = np.array(rows).T
    for name, (share, queue) in {"linear policy": mine, "CUBIC": theirs}.items():
        print(f"{name}: {100 * np.mean(share):.1f} % of the link, queue of {np.mean(queue):.2f} path RTTs, over {paths} paths")
    return mine, theirs


if __name__ == "__main__":
    found = train(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
    print("weights:", np.round(found, 3).tolist())
    compare(found)
