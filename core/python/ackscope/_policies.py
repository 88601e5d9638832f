"""A small network that steers a sender, in Python and as a lane: the same numbers in both."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Callable, Sequence

import numpy as np

from . import _native
from ._errors import refused, unknown

MOST_LAYERS = 3
MOST_UNITS = 32
MOST_WEIGHTS = 400
#: What a script may have (`core/script`): bytes, states, and names of a hook.
MOST_TEXT, MOST_STATES, MOST_LETS = 8192, 64, 32


def _exp(x: np.ndarray) -> np.ndarray:
    # NumPy's own differs in the last bit from processor to processor.
    return np.frombuffer(_native.exp(np.ascontiguousarray(x).tobytes()), dtype=np.float64).reshape(x.shape)


#: What a hidden unit does with its sum: in NumPy, and in a script.
ACTIVATIONS: dict[str, tuple[Callable[[np.ndarray], np.ndarray], str]] = {
    "tanh": (lambda x: 1.0 - 2.0 / (_exp(2.0 * x) + 1.0), "1 - 2 / (exp(2 * {0}) + 1)"),
    "relu": (lambda x: np.maximum(x, 0.0), "max({0}, 0)"),
    "softsign": (lambda x: x / (1.0 + np.abs(x)), "{0} / (1 + abs({0}))"),
}


class Policy:
    """From an observation to an action: `layers` of (weights, biases), weights with a row for each unit.

    The last layer has one unit, the action, which is cut to what the environment takes. Sums go from the first input to the
    last, so that a script computes the same bits.
    """

    def __init__(self, layers: Sequence[tuple[Any, Any]], activation: str = "tanh"):
        if activation not in ACTIVATIONS:
            raise unknown("activation", activation, ACTIVATIONS)
        if not 1 <= len(layers) <= MOST_LAYERS:
            raise refused("layers", str(len(layers)), f"1 to {MOST_LAYERS}")
        self.layers: list[tuple[np.ndarray, np.ndarray]] = []
        self.activation = activation
        for place, (weights, biases) in enumerate(layers):
            weights, biases = np.asarray(weights, dtype=np.float64), np.asarray(biases, dtype=np.float64)
            path = f"layers[{place}]"
            if weights.ndim != 2 or biases.shape != weights.shape[:1]:
                raise refused(path, f"weights of shape {weights.shape}, biases of shape {biases.shape}", "(units, inputs) and (units,)")
            if not (np.isfinite(weights).all() and np.isfinite(biases).all()):
                raise refused(path, "a number that is not finite", "finite numbers")
            if not 1 <= len(biases) <= MOST_UNITS:
                raise refused(path, f"{len(biases)} units", f"1 to {MOST_UNITS}")
            if place > 0 and weights.shape[1] != len(self.layers[-1][1]):
                raise refused(path, f"{weights.shape[1]} inputs", f"{len(self.layers[-1][1])}, the units before")
            self.layers.append((weights, biases))
        number = sum(weights.size for weights, _ in self.layers)
        if number > MOST_WEIGHTS:
            raise refused("layers", f"{number} weights", f"at most {MOST_WEIGHTS}")
        if len(self.layers[-1][1]) != 1:
            raise refused(f"layers[{len(layers) - 1}]", f"{len(self.layers[-1][1])} units", "1, the action")

    @property
    def inputs(self) -> int:
        """The numbers that an observation has."""
        return self.layers[0][0].shape[1]

    def __call__(self, observation: Any, low: float = -1.0, high: float = 1.0) -> np.ndarray:
        """The action for an observation, or for each row of them."""
        x = np.asarray(observation, dtype=np.float64)
        if x.shape[-1:] != (self.inputs,):
            raise refused("observation", f"{x.shape[-1] if x.ndim else 1} numbers", f"{self.inputs}")
        for place, (weights, biases) in enumerate(self.layers):
            total = np.broadcast_to(biases, (*x.shape[:-1], len(biases)))
            for one in range(weights.shape[1]):
                total = total + weights[:, one] * x[..., one : one + 1]
            x = total if place == len(self.layers) - 1 else ACTIVATIONS[self.activation][0](total)
        return np.clip(x, low, high)

    def save(self, path: Any) -> None:
        """Writes it as JSON."""
        layers = [{"weights": weights.tolist(), "biases": biases.tolist()} for weights, biases in self.layers]
        Path(path).write_text(json.dumps({"activation": self.activation, "layers": layers}, indent=1) + "\n", encoding="utf-8")

    @staticmethod
    def load(path: Any) -> Policy:
        """Reads what :meth:`save` wrote."""
        try:
            read = json.loads(Path(path).read_text(encoding="utf-8"))
            layers = [(layer["weights"], layer["biases"]) for layer in read["layers"]]
            return Policy(layers, read.get("activation", "tanh"))
        except (ValueError, TypeError, KeyError) as error:
            if hasattr(error, "allowed"):
                raise
            raise refused(str(path), f"{type(error).__name__}: {error}", '{"activation": …, "layers": [{"weights": …, "biases": …}]}') from None

    def to_script(self, env: Any, name: str = "Policy") -> str:
        """The policy as a script that acts as it does in this environment."""
        return _script(self, env._loop, name)

    def to_lane(self, env: Any, name: str = "policy") -> dict[str, Any]:
        """The scenario of the environment's episode with the policy as its sender, for `ackscope.run`, a link or a file."""
        script = self.to_script(env, name)
        scenario = json.loads(env._loop.native.scenario(0))
        if scenario is None:
            raise refused("env", "no episode", "one that reset has begun")
        flows = [{**flow, "algorithm": name} if flow.get("algorithm") == "manual" else flow for flow in scenario["flows"]]
        return {**scenario, "scripts": {**scenario.get("scripts", {}), name: script}, "flows": flows}


_SIGNS = {"add": "+", "subtract": "-", "multiply": "*", "divide": "/", "true_divide": "/"}
_SIGNS |= {"less": "<", "less_equal": "<=", "greater": ">", "greater_equal": ">=", "equal": "==", "not_equal": "!="}
_SIGNS |= {"logical_and": "and", "logical_or": "or", "bitwise_and": "and", "bitwise_or": "or"}
_CALLS = {"minimum": "min", "maximum": "max", "absolute": "abs", "sqrt": "sqrt"}
_ALLOWED = "+ - * /, comparisons, gym.ratio, np.minimum, np.maximum, np.abs, np.sqrt, np.where, np.clip"


class Term(np.lib.mixins.NDArrayOperatorsMixin):
    """What an observation computes, as the text of a script: NumPy computes it exactly as a script does."""

    # Wherever NumPy asks for a shape: that of one environment.
    shape = ()

    def __init__(self, text: str):
        self.text = text

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Term:
        texts, name = [text_of_term(one) for one in inputs], ufunc.__name__
        if method == "__call__" and not options:
            if name in _SIGNS:
                return Term(f"({texts[0]} {_SIGNS[name]} {texts[1]})")
            if name in _CALLS:
                return Term(f"{_CALLS[name]}({', '.join(texts)})")
            if name == "negative":
                return Term(f"(0 - {texts[0]})")
            if name == "clip":
                return Term(f"clamp({', '.join(texts)})")
        raise refused("observation", f"np.{name}", _ALLOWED)

    def __array_function__(self, func: Any, types: Any, args: Any, options: Any) -> Term:
        texts = [] if options else [text_of_term(one) for one in args]
        if func.__name__ == "where" and len(texts) == 3:
            return Term(f"({texts[0]} ? {texts[1]} : {texts[2]})")
        if func.__name__ == "clip" and len(texts) == 3:
            return Term(f"clamp({', '.join(texts)})")
        raise refused("observation", f"np.{func.__name__}", _ALLOWED)


def text_of_term(value: Any) -> str:
    """A term or a number, as a script writes it."""
    if isinstance(value, Term):
        return value.text
    number = float(np.asarray(value).reshape(()))
    if not np.isfinite(number):
        raise refused("observation", str(number), "finite numbers")
    digits = np.format_float_positional(abs(number), trim="-")
    return f"(0 - {digits})" if number < 0 else digits


class _Asked:
    """A step whose quantities are terms. It notes which ones an observation asks for."""

    def __init__(self, known: Any):
        self._known = known
        self.names: list[str] = []

    def __getattr__(self, name: str) -> Term:
        if name not in _QUANTITIES:
            if name in self._known:
                raise refused("observation", name, f"what a script can know: {', '.join(_QUANTITIES)}")
            raise unknown("observation", name, self._known)
        self._ask(name)
        return Term(f"q_{name}")

    def _ask(self, name: str) -> None:
        for needed in _QUANTITIES[name][0]:
            self._ask(needed)
        if name not in self.names:
            self.names.append(name)

    def past(self, name: str) -> Term:
        raise refused("observation", f"past({name!r})", "history= keeps former steps")


def _counted(name: str) -> tuple[tuple[str, ...], str, dict[str, str], str, str]:
    return (), f"{name} - {name}_before", {f"{name}_before": "0"}, "", f"{name}_before = {name}"


#: How a script computes a quantity of a step: what it needs, the value, states, statements at each RTT sample, and those that
#: begin a step. The same operations in the same order as `core/lab/src/gym`.
_QUANTITIES: dict[str, tuple[tuple[str, ...], str, dict[str, str], str, str]] = {
    "time_s": ((), "now", {}, "", ""),
    "duration_s": ((), "now - began", {}, "", ""),
    "packet_bits": ((), "segment_size", {}, "", ""),
    "sent_packets": _counted("sent"),
    "delivered_packets": _counted("delivered"),
    "lost_packets": _counted("lost"),
    "timeouts": ((), "expired", {"expired": "0"}, "", "expired = 0"),
    "rtt_samples": ((), "samples", {"samples": "0"}, "samples += 1", "samples = 0"),
    "mean_rtt_s": (("rtt_samples",), "rtts / samples", {"rtts": "0"}, "rtts += rtt", "rtts = 0"),
    "min_rtt_s": ((), "least", {"least": "0"}, "least = least == 0 ? rtt : min(least, rtt)", "least = 0"),
    "rtt_slope": (
        ("rtt_samples", "mean_rtt_s"),
        "samples * squares - times * times > 0 ? (samples * products - times * rtts) / (samples * squares - times * times) : 0",
        {"times": "0", "products": "0", "squares": "0"},
        "times += now - began; products += (now - began) * rtt; squares += (now - began) * (now - began)",
        "times = 0; products = 0; squares = 0",
    ),
    "srtt_s": ((), "srtt", {}, "", ""),
    "lowest_rtt_s": ((), "rtt_min", {}, "", ""),
    "lowest_mean_rtt_s": (
        ("mean_rtt_s",),
        "lowest == 0 ? q_mean_rtt_s : min(lowest, q_mean_rtt_s)",
        {"lowest": "0"},
        "",
        "lowest = q_lowest_mean_rtt_s",
    ),
    "cwnd_packets": ((), "cwnd", {}, "", ""),
    "rate_bps": ((), "", {}, "", ""),
    "inflight_packets": ((), "pipe", {}, "", ""),
    "send_bps": (
        ("sent_packets", "packet_bits", "duration_s"),
        "q_duration_s > 0 ? q_sent_packets * q_packet_bits / q_duration_s : 0",
        {},
        "",
        "",
    ),
    "throughput_bps": (
        ("delivered_packets", "packet_bits", "duration_s"),
        "q_duration_s > 0 ? q_delivered_packets * q_packet_bits / q_duration_s : 0",
        {},
        "",
        "",
    ),
    "max_throughput_bps": (
        ("throughput_bps",),
        "max(fastest, q_throughput_bps)",
        {"fastest": "0"},
        "",
        "fastest = q_max_throughput_bps",
    ),
}


def _units(policy: Policy) -> list[list[str]]:
    """The names of hidden units, layer by layer."""
    return [[f"{'uv'[place]}{unit}" for unit in range(len(biases))] for place, (_, biases) in enumerate(policy.layers[:-1])]


def _script(policy: Policy, loop: Any, name: str) -> str:
    about = loop.about
    if not about["by_ack"]:
        raise refused("env", "steps that end with the clock", "by_ack=True: a script is called at ACKs only")
    if loop.dtype != np.float64:
        raise refused("env", f"dtype={np.dtype(loop.dtype).name}", "dtype=numpy.float64: a script computes with 64 bits")
    if policy.inputs != loop.features * loop.history:
        found = f"{loop.features} features of {loop.history} steps"
        raise refused("policy", f"{policy.inputs} inputs", f"{loop.features * loop.history} for {found}")
    number = text_of_term
    action, step = about["action"], about["step"]
    is_rate = action["control"] == "rate"
    low, high = (number(bound) for bound in action["bounds"])
    asked = _Asked(loop.known)
    rounds = step.get("rounds")
    if rounds is not None:
        asked._ask("mean_rtt_s")
    observed = [text_of_term(term) for term in loop.observe(asked)]
    of_window = "srtt > 0 ? cwnd * segment_size / srtt : 0"
    values = {one: _QUANTITIES[one][1] for one in asked.names} | {"rate_bps": "level" if is_rate else of_window}
    states = {"began": "0", "level": "0", "chosen": "0", "active": "0"}
    for one in asked.names:
        states |= _QUANTITIES[one][2]
    if rounds is not None:
        states["mean"] = "0"
    inputs, features = loop.features * loop.history, loop.features
    kept = [f"x{place}" for place in range(inputs)]
    # What has no unit is a state, or is computed from states alone.
    states |= {f"q_{one}": "0" for one in asked.names}
    is_kept = loop.history > 1 or inputs >= MOST_LETS - 1
    if is_kept:
        states |= {one: "0" for one in kept}
    states |= {unit: "0" for units in _units(policy) for unit in units}

    lines = [f"algorithm {json.dumps(name, ensure_ascii=False)}", "", "# A trained policy, written by ackscope.gym: no weight was chosen by hand.", ""]
    lines += [f"state {one} = {value}" for one, value in states.items()]
    lines += ["", "on start {", "  began = now"]
    if loop.history > 1:
        # An episode begins with nothing measured.
        first = loop.at_first(12_000.0)
        if first == loop.at_first(4_000.0):
            texts = [number(value) for value in first]
        else:
            lines.append("  q_packet_bits = segment_size")
            texts = observed
        lines += [f"  {one} = {texts[place % features]}" for place, one in enumerate(kept) if texts[place % features] != "0"]
    lines += ["}", "", "on ack {", "  active = chosen", "  if new_rtt {"]
    lines += [f"    {text}" for one in asked.names for text in [_QUANTITIES[one][3]] if text]
    length = number(step["seconds"]) if rounds is None else f"max(0.000001, {number(rounds)} * mean)"
    lines += [f"    if now - began >= {length} {{"]
    if is_rate:
        lines += [f"      if level == 0 {{ level = clamp({of_window}, {low}, {high}) }}"]
    else:
        lines += [f"      if level == 0 {{ level = clamp(cwnd, {low}, {high}) }}"]
    lines += [f"      q_{one} = {values[one]}" for one in asked.names]
    if is_kept:
        lines += [f"      {kept[place]} = {kept[place + features]}" for place in range(inputs - features)]
        lines += [f"      {kept[inputs - features + place]} = {text}" for place, text in enumerate(observed)]
    else:
        lines += [f"      let {one} = {text}" for one, text in zip(kept, observed)]
    before = kept
    for units, (weights, biases) in zip([*_units(policy), ["let a"]], policy.layers):
        for unit, row, bias in zip(units, weights, biases):
            products = "".join(f"{'-' if weight < 0 else '+'}{number(abs(weight))}*{one}" for weight, one in zip(row, before))
            lines.append(f"      {unit} = {number(bias)}{products}")
            if unit != "let a":
                lines.append(f"      {unit} = {ACTIVATIONS[policy.activation][1].format(unit)}")
        before = units
    lowest, most = (number(float(bound[0])) for bound in (loop.action_space.low, loop.action_space.high))
    scale = number(action["scale"])
    moved = {
        "step": f"action >= 0 ? level * (1 + {scale} * action) : level / (1 - {scale} * action)",
        "power": f"level * ({scale} ^ action)",
        "factor": "level * action",
        "value": "action",
    }[action["form"]]
    lines += [f"      let action = clamp(a, {lowest}, {most})", f"      level = clamp({moved}, {low}, {high})", "      chosen = level"]
    if rounds is not None:
        lines.append("      mean = q_mean_rtt_s")
    lines += [f"      {text}" for one in asked.names for text in [_QUANTITIES[one][4]] if text]
    lines += ["      began = now", "    }", "  }", "}", ""]
    lines.append(f"on increase {{ if active > 0 {{ cwnd = {'10000000' if is_rate else 'active'} }} }}")
    # Losses change neither a rate nor a window here.
    lines += ["on loss { }", f"on timeout {{ {'expired += 1' if 'timeouts' in asked.names else ''} }}", "on ecn { }"]
    if is_rate:
        lines.append("pace active > 0 ? active / segment_size : 0")
    text = "\n".join(lines) + "\n"
    if len(states) > MOST_STATES:
        raise refused("policy", f"a script of {len(states)} states", f"at most {MOST_STATES}: fewer inputs, units or quantities")
    if len(text.encode()) > MOST_TEXT:
        raise refused("policy", f"a script of {len(text.encode())} bytes", f"at most {MOST_TEXT}: fewer units, or weights with fewer digits")
    return text
