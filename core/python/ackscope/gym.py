"""Environments for learning: the engine behind Gymnasium's and PettingZoo's interfaces (`pip install "ackscope[gym]"`).

A flow of the scenario learns if its algorithm is `manual`. All environments of a vector run in the engine, without
Python's lock; the same seed and actions give the same bytes on any number of threads.
"""

from __future__ import annotations

import json
import re
from typing import Any, Callable, Mapping, Sequence, Union

import numpy as np

from . import _native
from ._errors import meant, refused, unknown
from ._policies import Policy, Term, text_of_term
from ._scenarios import ScenarioLike, scenario_of, text_of

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
    from pettingzoo import ParallelEnv as _ParallelEnv
except ImportError as error:
    raise ImportError(f'ackscope.gym needs gymnasium and pettingzoo ({error}): pip install "ackscope[gym]"') from error

__all__ = ["ACTIONS", "AURORA", "Env", "OBSERVATIONS", "ParallelEnv", "Policy", "QUANTITIES", "REWARDS", "Step", "VectorEnv"]

#: Unit and meaning of each quantity of a step, by name.
QUANTITIES: dict[str, tuple[str, str]] = {name: (unit, help) for name, unit, help in _native.Envs.quantities()}
_PLACES = {name: place for place, name in enumerate(QUANTITIES)}
#: Steps that a reward can look back at.
_PAST = 5


class Step:
    """The quantities of a step as arrays: a row for each environment, a column for each learning flow."""

    def __init__(self, rows: np.ndarray, past: np.ndarray):
        self.rows = rows
        self._past = past

    def __getattr__(self, name: str) -> np.ndarray:
        if name not in _PLACES:
            raise AttributeError(f"a step has no {name!r}, allowed: {', '.join(_PLACES)}{meant(name, _PLACES)}")
        return self.rows[..., _PLACES[name]]

    def past(self, name: str) -> np.ndarray:
        """The quantity in the last five steps of the episode, the newest last, along the first axis."""
        return self._past[..., _PLACES[name]]

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *_PLACES]


def ratio(numerator: Any, denominator: Any, otherwise: float = 0.0) -> np.ndarray:
    """Their ratio; `otherwise` where the denominator is zero."""
    if isinstance(numerator, Term) or isinstance(denominator, Term):
        above, below = text_of_term(numerator), text_of_term(denominator)
        return Term(f"({below} != 0 ? {above} / {below} : {text_of_term(otherwise)})")
    filled = np.full(np.broadcast(numerator, denominator).shape, otherwise)
    return np.divide(numerator, denominator, out=filled, where=np.asarray(denominator) != 0)


def _loss_share(q: Step) -> np.ndarray:
    return ratio(q.lost_packets, q.lost_packets + q.delivered_packets)


def _aurora_observation(q: Step) -> list[np.ndarray]:
    # Jay et al., "A Deep Reinforcement Learning Perspective on Internet Congestion Control", ICML 2019, §4.1; the empty
    # intervals are those of its code (PCC-RL, sender_obs.py).
    sent = ratio(q.send_bps, q.throughput_bps, 1.0)
    return [
        ratio(q.rtt_increase_s, q.duration_s),
        ratio(q.mean_rtt_s, q.lowest_mean_rtt_s),
        np.where(sent < 1000.0, sent, 1.0),
    ]


def _aurora_reward(q: Step) -> np.ndarray:
    # §4.1 of the same paper: packets per second, seconds, a share; the factor is that of its code (network_sim.py).
    return 0.001 * (10.0 * q.throughput_bps / q.packet_bits - 1e3 * q.mean_rtt_s - 2e3 * _loss_share(q))


def _orca_delay(q: Step) -> np.ndarray:
    return np.minimum(1.0, ratio(1.25 * q.lowest_rtt_s, q.srtt_s, 1.0))


def _orca_observation(q: Step) -> list[np.ndarray]:
    # Abbasloo et al., "Classic Meets Modern", SIGCOMM 2020, §4.2, as its code has it (envwrapper.py, use_normalizer false).
    lost_bps = ratio(q.lost_packets * q.packet_bits, q.duration_s)
    return [
        ratio(q.throughput_bps, q.max_throughput_bps),
        np.minimum(10.0, ratio(q.rate_bps, q.max_throughput_bps)),
        ratio(5.0 * lost_bps, q.max_throughput_bps),
        ratio(q.rtt_samples, q.cwnd_packets),
        q.duration_s,
        ratio(q.lowest_rtt_s, q.srtt_s),
        _orca_delay(q),
    ]


def _orca_reward(q: Step) -> np.ndarray:
    # Equation 4 of the same paper, with ζ = 5 and β = 1.25 as in its code.
    lost_bps = ratio(q.lost_packets * q.packet_bits, q.duration_s)
    return ratio(q.throughput_bps - 5.0 * lost_bps, q.max_throughput_bps) * _orca_delay(q)


def _astraea_observation(q: Step) -> list[np.ndarray]:
    # Liao et al., "Towards Fair and Efficient Learning-based Congestion Control", EuroSys 2024, §3.3, scaled and cut as in
    # the code of its inference server (context.cc), which counts rates in byte/s. Its first number is always 1 there by a
    # slip; here it is the share of the largest throughput, as in training.
    most = q.max_throughput_bps / 8.0
    lost = ratio(q.lost_packets * q.packet_bits / 8.0, q.duration_s)
    window = ratio(q.cwnd_packets * 1460 * 8, q.lowest_rtt_s * most) / 10.0
    return [
        np.where(q.throughput_bps > 0, ratio(q.throughput_bps, q.max_throughput_bps), 0.5),
        np.minimum(2.0, np.where(q.mean_rtt_s > 0, ratio(q.mean_rtt_s, q.lowest_rtt_s), 2.0)),
        np.minimum(2.0, np.where(q.srtt_s > 0, ratio(q.srtt_s, q.lowest_rtt_s), 2.0)),
        np.minimum(2.0, window),
        most / 1e7,
        q.lowest_rtt_s / 0.5,
        ratio(lost, most),
        ratio(q.inflight_packets, q.cwnd_packets),
        np.minimum(2.0, ratio(q.rate_bps / 8.0, most)),
        ratio(q.lost_packets, q.inflight_packets),
    ]


def _astraea_reward(q: Step) -> np.ndarray:
    # §3.3 of the same paper, with the metrics and the weights of its code: one reward for all flows of a link.
    flows = q.rows.shape[-2]
    total = q.throughput_bps.sum(axis=-1)
    one_way_s = q.base_rtt_s.mean(axis=-1) / 2.0
    heard = q.mean_rtt_s > 0
    waits = ratio(np.where(heard, q.mean_rtt_s - q.base_rtt_s, 0.0).sum(axis=-1), heard.sum(axis=-1))
    waits = np.maximum(0.0, waits - 0.3 * one_way_s)
    bottleneck = q.bottleneck_bps.mean(axis=-1)
    latency = q.rate_bps.sum(axis=-1) * waits / (bottleneck * one_way_s * np.sqrt(flows))
    used = np.minimum(1.0, total / bottleneck)
    fairness = 1.0 - ratio(q.throughput_bps.std(axis=-1), total)
    moves = q.past("cwnd_packets").std(axis=0).mean(axis=-1) / 100.0
    steady = (1.0 - np.where((moves > 1.0) | (fairness < 0.96), 1.0, moves)) * used
    loss = ratio(q.lost_packets * q.packet_bits, q.duration_s * q.rate_bps).mean(axis=-1)
    reward = np.maximum(-0.5, -0.02 * latency + 0.1 * used + 0.01 * steady - loss)
    return np.repeat(np.where(total > 0, reward, 0.0)[..., None], flows, axis=-1)


#: Features of a step and how many steps an observation holds.
OBSERVATIONS: dict[str, tuple[Callable[[Step], Sequence[np.ndarray]], int]] = {
    "aurora": (_aurora_observation, 10),
    "orca": (_orca_observation, 10),
    "astraea": (_astraea_observation, 5),
}
REWARDS: dict[str, Callable[[Step], np.ndarray]] = {"aurora": _aurora_reward, "orca": _orca_reward, "astraea": _astraea_reward}
#: What an action does: `control` (`rate` in bit/s or `window` in segments), `form` (`step`, `power`, `factor`, `value`), `scale`,
#: the `bounds` of what is controlled.
ACTIONS: dict[str, dict[str, Any]] = {
    "aurora": {"control": "rate", "form": "step", "scale": 0.025, "bounds": (1e4, 1e11)},
    "orca": {"control": "window", "form": "power", "scale": 4.0, "bounds": (2.0, 1e6)},
    "astraea": {"control": "window", "form": "step", "scale": 0.025, "bounds": (2.0, 1e6)},
}

#: The training of Aurora (PCC-RL, network_sim.py): 100 to 500 packets per second, 50 to 500 ms each way, 2 to 2981 packets of
#: buffer, up to 5 % loss; a rate between 40 and 1000 packets per second, set every half RTT, 400 times. There is no loss before
#: the buffer and no noise of the delay here.
AURORA: dict[str, Any] = {
    "scenario": {
        "version": 1,
        "duration": "2000s",
        "hops": [{"rate": "3Mbps", "delay": "100ms", "queue": {"capacity": "100pkt"}, "loss": {"kind": "bernoulli", "probability": 0.01}}],
        "flows": [{"algorithm": "manual", "access_delay": "0s", "recovery": "rack", "delayed_ack": False, "handshake": False}],
    },
    "ranges": {
        "hops.0.rate": ("1.2Mbps", "6Mbps"),
        "hops.0.delay": ("50ms", "500ms"),
        "hops.0.queue.capacity": {"log": ("2pkt", "2981pkt")},
        "hops.0.loss.probability": (0.0, 0.05),
    },
    "start": (0.3, 1.5),
    "step": "0.5rtt",
    "action": {**ACTIONS["aurora"], "bounds": (0.48e6, 12e6)},
    "max_steps": 400,
}

#: What an action may say, and which words each of them takes.
_CONTROLS, _FORMS = ("rate", "window"), ("step", "power", "factor", "value")

Observation = Union[str, Callable[[Step], Sequence[np.ndarray]]]
Reward = Union[str, Callable[[Step], np.ndarray]]


class _Loop:
    """The engine's environments with observations and rewards."""

    def __init__(
        self,
        number: int,
        threads: int,
        scenario: ScenarioLike,
        *,
        ranges: Mapping[str, Any] | None = None,
        step: str = "1rtt",
        action: str | Mapping[str, Any] = "aurora",
        observation: Observation = "aurora",
        reward: Reward = "aurora",
        history: int | None = None,
        start: tuple[float, float] | None = None,
        max_steps: int | None = None,
        by_ack: bool = False,
        dtype: Any = np.float32,
        record: bool = False,
    ):
        action = _action_of(action)
        number = _whole("num_envs", number, 1, 100_000)
        threads = _whole("threads", threads, 0, 1024)
        max_steps = None if max_steps is None else _whole("max_steps", max_steps, 1, 2**53)
        start = None if start is None else _pair("start", start)
        if not isinstance(ranges or {}, Mapping):
            raise refused("ranges", repr(ranges), "a dict of paths and ranges")
        found = re.fullmatch(r"([0-9.]+)\s*(rtt|ms|s)", step) if isinstance(step, str) else None
        try:
            length = float(found[1]) if found else 0.0
        except ValueError:
            length = 0.0
        if not found or length <= 0:
            raise refused("step", repr(step), 'a time or round trips, such as "30ms" or "0.5rtt"')
        unit = found[2]
        spec = {
            "scenario": scenario_of(scenario),
            "ranges": dict(ranges or {}),
            "step": {"rounds": length} if unit == "rtt" else {"seconds": length / (1000.0 if unit == "ms" else 1.0)},
            "action": action,
            "start": start,
            "max_steps": max_steps,
            "by_ack": by_ack,
            "record": record,
        }
        if dtype not in (np.float32, np.float64):
            raise refused("dtype", repr(dtype), "numpy.float32 or numpy.float64")
        self.about, self.dtype, self.known = spec, dtype, _PLACES
        self.native = _native.Envs(text_of(spec), number, threads)
        self.agents = self.native.agents
        self.shape = (number, len(self.agents))
        self.observe, steps = _named("observation", observation, OBSERVATIONS, (None, 1))
        self.observe = self.observe or observation
        self.history = steps if history is None else _whole("history", history, 1, 10_000)
        self._reward = _named("reward", reward, REWARDS, reward)
        # Only their shape matters: no step was made yet.
        rows = np.ones((*self.shape, len(_PLACES)))
        self._past = np.ones((_PAST, *rows.shape))
        features = self.observe(Step(rows, self._past))
        if not isinstance(features, (list, tuple)) or not features:
            raise refused("observation", repr(features), "a list of numbers of a step, one of each environment and flow")
        for feature in features:
            self._fits("observation", feature)
        self.features = len(features)
        self._seen = np.zeros((*self.shape, self.history, self.features), dtype=dtype)
        form, bounds = action["form"], action["bounds"]
        low, high = {"factor": (0.5, 2.0), "value": bounds}.get(form, (-1.0, 1.0))
        self.action_space = spaces.Box(np.float32(low), np.float32(high), (1,), np.float32)
        self.observation_space = spaces.Box(-np.inf, np.inf, (self.history * self.features,), dtype)
        #: What a flow without an action does.
        self.neutral = 1.0 if form == "factor" else float(bounds[0]) if form == "value" else 0.0
        self.quantities = Step(rows, self._past)

    def at_first(self, packet_bits: float) -> list[float]:
        """The features of an episode that has measured nothing."""
        rows = np.zeros((1, 1, len(_PLACES)))
        rows[..., _PLACES["packet_bits"]] = packet_bits
        features = self.observe(Step(rows, np.zeros((_PAST, *rows.shape))))
        return [float(np.asarray(feature).reshape(())) for feature in features]

    def _fits(self, what: str, given: Any) -> np.ndarray:
        """Numbers with a row for each environment and a column for each learning flow; one number stands for all."""
        if given is None:
            raise refused(what, "None", "numbers: does the function return them?")
        try:
            return np.broadcast_to(np.asarray(given, dtype=np.float64), self.shape)
        except (TypeError, ValueError) as error:
            raise refused(what, f"{given!r} ({error})", f"numbers of the shape {self.shape}, or one number") from error

    def seed(self, seeds: Sequence[int]) -> None:
        for place, seed in enumerate(seeds):
            self.native.reseed(place, _whole("seed", seed, 0, 2**64 - 1))

    def reset(self) -> np.ndarray:
        return self._read(self.native.reset())[0]

    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        actions = np.ascontiguousarray(actions, dtype=np.float64)
        return self._read(self.native.step(actions.tobytes()))

    def _read(self, rows: bytearray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        # A view of what the engine wrote.
        step = Step(np.frombuffer(rows, dtype=np.float64).reshape(*self.shape, -1), self._past)
        begins = step.begins[:, 0] > 0
        self._past[:-1] = self._past[1:]
        self._past[-1] = step.rows
        self._seen[:, :, :-1] = self._seen[:, :, 1:]
        features = self.observe(step)
        for place, feature in enumerate(features):
            self._seen[:, :, -1, place] = feature
        rewards = self._fits("reward", self._reward(step)).copy()
        if begins.any():
            self._past[:, begins] = step.rows[begins]
            self._seen[begins] = self._seen[begins, :, -1:]
            rewards = np.where(begins[:, None], 0.0, rewards)
        self.quantities = step
        observations = self._seen.reshape(*self.shape, -1).copy()
        return observations, rewards, step.terminated > 0, step.truncated > 0


def _whole(what: str, given: Any, low: int, high: int) -> int:
    """A whole number within these bounds."""
    if isinstance(given, bool) or not hasattr(given, "__index__") or not low <= given <= high:
        raise refused(what, repr(given), f"a whole number from {low} to {high}")
    return int(given)


def _pair(what: str, given: Any) -> tuple[float, float]:
    """Two numbers."""
    try:
        low, high = (float(one) for one in given)
    except (TypeError, ValueError) as error:
        raise refused(what, repr(given), "two numbers") from error
    if not (np.isfinite(low) and np.isfinite(high)):
        raise refused(what, repr(given), "two finite numbers")
    return low, high


def _action_of(given: Any) -> dict[str, Any]:
    """What an action does, with what it leaves out."""
    if isinstance(given, str):
        if given not in ACTIONS:
            raise unknown("action", given, ACTIONS)
        return ACTIONS[given]
    if not isinstance(given, Mapping):
        raise refused("action", repr(given), f"{', '.join(ACTIONS)}, or a dict")
    for key in given:
        if key not in ACTIONS["aurora"]:
            raise unknown("action", key, ACTIONS["aurora"])
    for key, words in (("control", _CONTROLS), ("form", _FORMS)):
        if given.get(key) not in words:
            raise unknown(f"action.{key}", str(given.get(key)), words)
    bounds = (1e4, 1e11) if given["control"] == "rate" else (2.0, 1e6)
    return {"scale": 1.0, **given, "bounds": _pair("action.bounds", given.get("bounds", bounds))}


def _named(what: str, given: Any, known: Mapping[str, Any], otherwise: Any) -> Any:
    if callable(given):
        return otherwise
    if given not in known:
        raise unknown(what, str(given), known)
    return known[given]


class _Measured:
    """What the last step of an environment measured."""

    _loop: _Loop

    @property
    def quantities(self) -> Step:
        """What the last step measured."""
        return self._loop.quantities


def _mode(render_mode: str | None) -> dict[str, Any]:
    if render_mode not in (None, "rgb_array"):
        raise refused("render_mode", repr(render_mode), "None or 'rgb_array'")
    return {"record": render_mode is not None}


class _OneNetwork(_Measured):
    """An environment with one network."""

    render_mode: str | None

    @property
    def scenario(self) -> dict[str, Any]:
        """The scenario of the episode, as drawn."""
        return json.loads(self._loop.native.scenario(0))

    @property
    def trace_hash(self) -> str:
        """The fingerprint of the episode so far."""
        return self._loop.native.trace_hash(0)

    def render(self) -> np.ndarray | None:
        """The episode so far, as `rgb_array`: windows in segments above, queues in packets below, from 0 to now."""
        if self.render_mode is None:
            return None
        height, width, pixels = self._loop.native.picture(0)
        return np.frombuffer(pixels, dtype=np.uint8).reshape(height, width, 3)


class Env(_OneNetwork, gymnasium.Env):
    """One learning flow: `Env(scenario, ranges=…, step="1rtt", action="aurora", observation="aurora", reward="aurora")`."""

    metadata = {"render_modes": ["rgb_array"], "render_fps": 10}

    def __init__(self, scenario: ScenarioLike, *, render_mode: str | None = None, **options: Any):
        self._loop = _Loop(1, 1, scenario, **_mode(render_mode), **options)
        if len(self._loop.agents) != 1:
            raise refused("flows", f"{len(self._loop.agents)} flows that learn", "one; ParallelEnv has several")
        self.action_space, self.observation_space = self._loop.action_space, self._loop.observation_space
        self.render_mode = render_mode
        self._is_seeded = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None):
        super().reset(seed=seed)
        if seed is not None or not self._is_seeded:
            self._loop.seed([int(self.np_random.integers(2**52))])
            self._is_seeded = True
        return self._loop.reset()[0, 0], {}

    def step(self, action):
        observation, reward, terminated, truncated = self._loop.step(action)
        return observation[0, 0], float(reward[0, 0]), bool(terminated[0, 0]), bool(truncated[0, 0]), {}


class VectorEnv(_Measured, gymnasium.vector.VectorEnv):
    """Many environments with one learning flow each, on `threads` threads (0: one for each core).

    After the end of an episode the next step of this environment begins another one and ignores its action
    (Gymnasium's `NEXT_STEP`).
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(self, num_envs: int, scenario: ScenarioLike, *, threads: int = 0, **options: Any):
        self._loop = _Loop(num_envs, threads, scenario, **options)
        if len(self._loop.agents) != 1:
            raise refused("flows", f"{len(self._loop.agents)} flows that learn", "one; ParallelEnv has several")
        self.num_envs = num_envs
        self.single_action_space, self.single_observation_space = self._loop.action_space, self._loop.observation_space
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.render_mode = None
        self._is_seeded = False

    def reset(self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None):
        if hasattr(seed, "__index__") and np.ndim(seed) == 0:
            # As Gymnasium's own vectors do.
            first = _whole("seed", seed, 0, 2**64 - self.num_envs)
            super().reset(seed=first)
            self._loop.seed([first + place for place in range(self.num_envs)])
        elif seed is not None:
            if not hasattr(seed, "__len__") or len(seed) != self.num_envs:
                raise refused("seed", repr(seed), f"{self.num_envs} whole numbers, or one")
            self._loop.seed(seed)
        elif not self._is_seeded:
            self._loop.seed(self.np_random.integers(2**52, size=self.num_envs))
        self._is_seeded = True
        return self._loop.reset()[:, 0], {}

    def step(self, actions):
        observations, rewards, terminated, truncated = self._loop.step(actions)
        return observations[:, 0], rewards[:, 0], terminated[:, 0], truncated[:, 0], {}

    def scenario(self, place: int) -> dict[str, Any]:
        """The scenario of the episode of an environment, as drawn."""
        return json.loads(self._loop.native.scenario(_whole("place", place, 0, self.num_envs - 1)))


class ParallelEnv(_OneNetwork, _ParallelEnv):
    """Several learning flows in one network: PettingZoo's parallel interface. The agents are the names of the flows."""

    metadata = {"name": "ackscope", "render_modes": ["rgb_array"], "render_fps": 10}

    def __init__(self, scenario: ScenarioLike, *, render_mode: str | None = None, **options: Any):
        self._loop = _Loop(1, 1, scenario, **_mode(render_mode), **options)
        self.possible_agents = list(self._loop.agents)
        self.agents: list[str] = []
        self.render_mode = render_mode
        self._is_seeded = False
        self._spaces = {agent: (self._loop.observation_space, self._loop.action_space) for agent in self.possible_agents}

    def observation_space(self, agent):
        return self._spaces[agent][0]

    def action_space(self, agent):
        return self._spaces[agent][1]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None):
        if seed is not None or not self._is_seeded:
            self._loop.seed([np.random.SeedSequence(seed).generate_state(1, np.uint64)[0] >> np.uint64(12)])
            self._is_seeded = True
        self.agents = list(self.possible_agents)
        observations = self._loop.reset()[0]
        return dict(zip(self.agents, observations)), {agent: {} for agent in self.agents}

    def step(self, actions):
        if not self.agents:
            return {}, {}, {}, {}, {}
        given = [float(np.asarray(actions[agent]).reshape(-1)[0]) if agent in actions else self._loop.neutral for agent in self.possible_agents]
        found = self._loop.step(given)
        live = [(place, agent) for place, agent in enumerate(self.possible_agents) if agent in self.agents]
        observations = {agent: found[0][0, place] for place, agent in live}
        rewards = {agent: float(found[1][0, place]) for place, agent in live}
        terminated = {agent: bool(found[2][0, place]) for place, agent in live}
        truncated = {agent: bool(found[3][0, place]) for place, agent in live}
        self.agents = [agent for _, agent in live if not (terminated[agent] or truncated[agent])]
        return observations, rewards, terminated, truncated, {agent: {} for _, agent in live}
