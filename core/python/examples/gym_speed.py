"""Steps a second through Python, on Aurora's ranges: `python examples/gym_speed.py [environments] [threads]`."""

import sys
import time

import numpy as np

from ackscope import gym

number = int(sys.argv[1]) if len(sys.argv) > 1 else 16
threads = int(sys.argv[2]) if len(sys.argv) > 2 else 0
envs = gym.VectorEnv(number, threads=threads, **gym.AURORA)
envs.reset(seed=1)
actions = np.random.default_rng(1).uniform(-1, 1, (100, number, 1))
for step in range(100):
    envs.step(actions[step])
began, spent, steps = time.perf_counter(), time.process_time(), 0
while time.perf_counter() - began < 10:
    for step in range(100):
        envs.step(actions[step])
    steps += 100 * number
wall, spent = time.perf_counter() - began, time.process_time() - spent
print(f"{number} environments: {steps / wall:,.0f} steps a second, {steps / spent:,.0f} a second of processor time")
