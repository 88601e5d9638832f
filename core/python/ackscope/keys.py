"""The keys of a scenario, for editors and type checkers. At run time they are plain dicts.

>>> scenario: ackscope.keys.Scenario = {"version": 1, "duration": "10s", "hops": [], "flows": []}
"""

# Generated from Rust by `npm run generate`. Do not edit.
from __future__ import annotations

from typing import Any, Literal, Mapping, Sequence, TypedDict, Union

#: The version of this format.
Version = Literal[1]

#: seconds as a number, or a string with ns, us, ms or s such as '250ms'
Seconds = Union[float, str]

_HopRequired = TypedDict("_HopRequired", {
    "rate": "Rate",
    "delay": "Delay",
})


class HopOptions(TypedDict, total=False):
    """A hop between two neighbouring routers: a forward and a backward channel."""

    name: str
    """A name for messages and paths."""
    queue: "Queue"
    """The queue in front of the forward channel. Default: drop-tail of one bandwidth-delay product."""
    loss: "Loss"
    """The loss model of the forward channel. Default: none."""
    jitter: "Jitter"
    """The jitter model of the forward channel: an extra delay, reordering or aggregation. Default: none."""
    back: "Back"
    """The backward channel. Default: like the forward one, without loss and jitter."""
    agent: Literal["snoop", "eln", "ba-tcp"]
    """A proxy at the left router that helps TCP over a lossy hop."""
    repeat: int
    """Number of identical hops. Default: 1."""


class Hop(_HopRequired, HopOptions):
    """A hop between two neighbouring routers: a forward and a backward channel."""

#: A rate: constant, a list of steps from 0 s on, a trace of sending opportunities, or a model that draws it.
Rate = Union["BitsPerSecond", Sequence["RateStep"], "Opportunities", "RateModel"]

#: bit/s as a number, or a string with bps, kbps, Mbps or Gbps such as '2Mbps'
BitsPerSecond = Union[float, str]

#: From this time on, this rate.
RateStep = Sequence[Union["Seconds", "BitsPerSecond"]]

_OpportunitiesRequired = TypedDict("_OpportunitiesRequired", {
    "opportunities_ms": Sequence[float],
})


class OpportunitiesOptions(TypedDict, total=False):
    """A trace of sending opportunities, as mahimahi writes them."""

    loop: bool
    """Whether the list starts again after its last instant. Default: true."""


class Opportunities(_OpportunitiesRequired, OpportunitiesOptions):
    """A trace of sending opportunities, as mahimahi writes them."""

#: A model that draws the rate.
RateModel = Union["CellularRateModel", "LeoRateModel", "WifiRateModel"]

#: A propagation delay: constant, a list of steps from 0 s on, a trace, or a model that draws it.
Delay = Union["Seconds", Sequence["DelayStep"], "DelayTrace", "DelayModel"]

#: From this time on, this delay.
DelayStep = Sequence["Seconds"]

_DelayTraceRequired = TypedDict("_DelayTraceRequired", {
    "delays_ms": Sequence["DelayPoint"],
})


class DelayTraceOptions(TypedDict, total=False):
    """A trace of one-way delays, each of which holds until the next."""

    loop: bool
    """Whether the list starts again at its last instant. Default: true."""


class DelayTrace(_DelayTraceRequired, DelayTraceOptions):
    """A trace of one-way delays, each of which holds until the next."""

#: The delay from this instant on, both in milliseconds.
DelayPoint = Sequence[float]

#: A model that draws the delay.
DelayModel = "HandoverDelayModel"

#: A queue discipline with its parameters.
Queue = Union["DropTailQueue", "RedQueue", "GentleRedQueue", "AdaptiveRedQueue", "EasyRedQueue", "SredQueue", "FredQueue", "BredQueue", "DredQueue", "PieQueue", "CodelQueue", "PolicerQueue", "StepQueue", "FqQueue", "FqCodelQueue", "Dualpi2Queue"]

#: packets as a number, or a string with pkt, B, kB, MB or bdp such as '40pkt' or '1bdp'
BufferCapacity = Union[float, str]

#: A loss model with its parameters.
Loss = Union["NoneLoss", "BernoulliLoss", "GilbertLoss", "MarkovLoss", "BlackoutLoss", "HandoffLoss", "ScriptedLoss"]

#: Where a loss model sits on a channel.
Position = Literal["after", "before"]

#: A jitter model with its parameters.
Jitter = Union["NoneJitter", "UniformJitter", "ReorderJitter", "AggregationJitter"]


class Back(TypedDict, total=False):
    """The backward channel, where it differs from the forward one."""

    rate: "Rate"
    """Its rate. Default: the forward one."""
    delay: "Delay"
    """Its delay. Default: the forward one, also if a model draws it."""
    queue: "Queue"
    """Its queue. Default: like the forward one."""
    loss: "BackLoss"
    """Its loss model. Default: none. `'shared'` follows the forward model's state, but draws its own losses."""
    jitter: "Jitter"
    """Its jitter model. Default: none."""

BackLoss = Union[Literal["shared"], "Loss"]

_FlowWords = TypedDict("_FlowWords", {
    "from": int,
}, total=False)


class FlowOptions(TypedDict, total=False):
    """A group of flows that share one description."""

    name: str
    """A name for messages, paths and results."""
    kind: "FlowKind"
    """Default: TCP."""
    algorithm: "Algorithm"
    """The congestion-control algorithm."""
    tcp: "TcpProfile"
    """A set of mechanisms. `linux6` sets `recovery` to rack, `growth` to linux-count, `rto` to linux6, `initial_window` to 10, `quick_acks` to 16, `delayed_ack_timeout` to linux, `undo` to timestamps, `ack_bytes` to 52, `sack_block_bytes` to 8, `cwnd_validation`, `idle_restart` to halving, `reduction` to prr, `tlp`, `frto`, `dsack`, `paws` and `timer_wheel`; with CUBIC `slow_start` to hystart and the variant linux. It leaves to `bbr`, `bbr3` and `prague` what their kernel modules do themselves. A key that the flow sets itself has priority. Default: classic."""
    transport: "Transport"
    """The transport protocol. With `quic`, `tcp`, `recovery_variant` and the algorithm's own recovery have no effect, and other keys have other defaults: `growth` byte-counting, `pacing` of 1.25 windows per round trip, `delayed_ack_timeout` 25 ms, `ack_bytes` 60, `sack_block_bytes` 2, an initial window of 14720 bytes, 10 packets at most. Default: tcp."""
    quic: "QuicNumbers"
    """Numbers of a QUIC connection. Needs `transport` quic."""
    count: int
    """Number of flows. Default: 1."""
    direction: "Direction"
    """Direction of the data. Default: forward."""
    to: int
    """Right router of its range. Default: the last one."""
    each_hop: bool
    """Whether every hop of the range has such a group, numbered hop by hop."""
    rtt: "Spread"
    """Two-way propagation delay without queueing. The hops' delays are a part of it. The access links have the rest."""
    access_delay: "Spread"
    """One-way delay of the access link at each end, instead of `rtt`. Default: 0."""
    access_at_sender: float
    """Share of the access delay at the sender's end, 0 to 1. Default: 0.5. With traffic in both directions the place of the delay matters: it decides which packets and ACKs meet in the queues."""
    receiver_access: bool
    """Whether the receiver has an access link. Without one it is at its router, and the sender has all of the access delay. Default: true."""
    access_rate: "AccessRate"
    """Rate of the access links, or `none`: they transmit in no time. Default: ten times the fastest hop."""
    rate: "BitsPerSecond"
    """Rate on the wire, for constant bit rate."""
    packet_bytes: "Bytes"
    """Size of a data packet on the wire. Default: 1500."""
    ack_bytes: "Bytes"
    """Size of an ACK on the wire. Default: 40; with `tcp: linux6` and timestamps, 52."""
    sack_block_bytes: "Bytes"
    """Size that each SACK block adds to an ACK, 0 to 1000 bytes. Default: 0; with `tcp: linux6`, 8."""
    initial_window: "WindowPackets"
    """Initial window. Default: 3."""
    initial_ssthresh: "Ssthresh"
    """Initial slow-start threshold. Default: infinite."""
    receive_window: "WholePackets"
    """Receive window. Default: 10⁶."""
    receive_buffer: "ReceiveBuffer"
    """A receive buffer that grows with the rate, as in Linux: while its window grows, the receiver acknowledges each segment at once. Not with `receive_window`. Default: `fixed`; with `tcp: linux6` it grows from 2 MiB."""
    start: "Seconds"
    """Start time. Default: 0."""
    stop: "Seconds"
    """Stop time. Default: the end of the run."""
    active: Sequence["Period"]
    """Periods of activity; each one is a new connection. Default: always. An empty list: never."""
    start_jitter: "Seconds"
    """Maximum of a random, uniform delay of each start. Default: 1 s if `count` is above 1, else 0."""
    send_jitter: "Seconds"
    """Maximum of a random, uniform delay of each packet. The order stays. Default: 0."""
    measure_delay: bool
    """Whether the delay of each packet that arrives is counted, for the series and the percentiles of the delay. Default: true for constant bit rate, false for TCP."""
    bytes: "Bytes"
    """Size of the transfer in bytes. Default: endless."""
    application: "Application"
    """The application that writes into the connection: on and off, requests, video. Default: a bulk transfer, of `bytes` or endless."""
    delayed_ack: bool
    """Whether the receiver delays ACKs. Default: true."""
    delayed_ack_timeout: "AckTimeout"
    """Maximum delay of an ACK, or `linux`: it follows the time between segments. Default: 200 ms."""
    quick_acks: int
    """Number of ACKs at the start that are not delayed, one per segment, 0 to 1000. Default: 0."""
    timestamps: bool
    """Timestamps: an RTT sample from every ACK of new data. Default: true."""
    limited_transmit: bool
    """Limited transmit. Default: true (false with the timer of ns-2 of 2001, which has none)."""
    handshake: "HandshakeChoice"
    """Whether a connection starts with a SYN exchange. With `in-window` the SYN is the first segment of the initial window, and the others are sent together with it. Default: true."""
    recovery: "RecoveryChoice"
    """Loss recovery. Default: the algorithm's own."""
    recovery_variant: "OneOrMany"
    """Named departures of loss recovery."""
    slow_start: "SlowStartChoice"
    """How slow start ends. Default: as the algorithm says."""
    hystart: "HystartNumbers"
    """Parameters of HyStart. Needs `slow_start` hystart."""
    careful_resume: "CarefulResumeNumbers"
    """What Careful Resume knows of an earlier connection. Needs `slow_start` careful-resume."""
    rapid_start: "RapidStartNumbers"
    """Parameters of Rapid Start. Needs `slow_start` rapid-start."""
    pacing: "Pacing"
    """Whether segments are spread over the round trip. Default: off. An algorithm that paces (`bbr`) keeps its own rate."""
    gso: "Quantum"
    """Segments that the sender hands to its network card at once (segmentation offload), 2 to 64, or `tso`: those of about a millisecond. They leave at the rate of the access link. For a full burst the sender waits for the next ACK, if that is near. Needs `recovery` rack. Default: each segment leaves alone."""
    gro: "Seconds"
    """How long the receiver's network card waits for more segments (receive offload), 0 to 10 ms. What has come in order until then, at most 64 KiB, gets one ACK. Default: 0."""
    cwnd_validation: bool
    """Whether the window grows only while it is used, by the rule of Linux. Default: it grows while the window, and not the source or the receiver, limits the sender."""
    idle_restart: "IdleRestartChoice"
    """What happens to the window when the connection was idle for longer than its timeout. Default: off."""
    reduction: "ReductionChoice"
    """How the window is reduced in a recovery. Needs `recovery` sack or rack. Default: at once."""
    tlp: bool
    """Tail loss probes: a probe after about two RTTs of silence. Needs `recovery` rack. Default: false."""
    frto: bool
    """After a timeout the sender first sends new data, to find out whether the timeout was too early (F-RTO). Needs `recovery` sack or rack. Default: false."""
    dsack: bool
    """Whether the receiver reports segments that arrive twice. RACK then waits longer for overtaken segments, and a recovery without a needed retransmission is undone, unless `undo` is none. Needs `recovery` sack or rack. Default: false."""
    paws: bool
    """Whether the receiver discards a segment whose timestamp is older than that of the last segment in order (PAWS). Reordering then becomes loss once a loss is repaired. Needs `timestamps`. Default: false."""
    timer_wheel: bool
    """Whether the sender's timers expire on the grid of a kernel's clock: whole ticks of `clock_hz`, and up to an eighth of a long wait late. Default: false, they are exact."""
    undo: "UndoChoice"
    """What undoes a recovery after a false loss. Default: none; with `dsack`, its reports."""
    clock_hz: int
    """Ticks per second of a kernel's clock, 100 to 10000. Default: 1000."""
    growth: "GrowthChoice"
    """How ACKs are counted for window growth. Default: per ACK."""
    ecn: "EcnChoice"
    """Explicit congestion notification. Default: the algorithm's own: `accurate` for `dctcp`, `l4s` for `prague`, `off` for all others."""
    abe: bool
    """Alternative back-off: a mark reduces the window by less than a loss. Default: false."""
    beta_ecn: float
    """Fraction of the window that remains after a mark, with `abe`. Default: 0.8, CUBIC 0.85."""
    ack_every_marks: int
    """Number of marked packets after which an accurate receiver reports at once, 2 to 7. Default: 2."""
    ace_bits: int
    """Bits of the mark count that an ACK carries: 3 as in the header field of RFC 9768 (ACE) alone, where eight marks between two ACKs look like none. Default: all bits, as with its option."""
    rto: "Rto"
    """The retransmission timer. Default: `default`; with `tcp: linux6`, `linux6`."""
    parameters: Mapping[str, Any]
    """The algorithm's own parameters."""
    shadow: Sequence["Estimator"]
    """Estimators to record in addition to the algorithm's own."""
    compared: bool
    """Whether each lane replaces its algorithm. Default: false."""


class Flow(_FlowWords, FlowOptions):
    """A group of flows that share one description."""

#: The kind of a flow.
FlowKind = Literal["tcp", "cbr"]

#: A set of mechanisms that belong together.
TcpProfile = Literal["linux6", "classic"]

#: The transport protocol.
Transport = Literal["tcp", "quic"]


class QuicNumbers(TypedDict, total=False):
    """Numbers of a QUIC connection."""

    packet_threshold: int
    """A packet is lost if one with a number this much higher is acknowledged, 1 to 1000. Default: 3."""
    time_threshold: float
    """It is lost after this many RTTs if any higher one is acknowledged, 1 to 8. Default: 1.125."""
    initial_rtt: "Seconds"
    """RTT before the first sample, 1 ms to 10 s. Default: 333 ms."""
    probes: int
    """Most probes that a probe timeout sends, 1 or 2. Default: 2."""
    ack_every: int
    """Packets that the receiver acknowledges at once, 1 to 1000; the sender may ask for it by ACK_FREQUENCY. Default: 2; without `delayed_ack`, 1."""
    reordering_threshold: int
    """The receiver acknowledges at once if a packet is missing and one with a number this much higher has arrived, up to 1000. 0: never for that reason. Default: 1."""

#: The direction of the data.
Direction = Literal["forward", "backward"]

#: One time for all flows of a group, a list taken in turn, or evenly spaced times: from…to with both ends, above…to without the lower one.
Spread = Union["Seconds", Sequence["Seconds"], Mapping[str, Any]]

AccessRate = Union[Literal["none"], "BitsPerSecond"]

#: bytes as a number, or a string with B, kB or MB such as '64kB'
Bytes = Union[float, str]

#: packets as a number, or a string with pkt such as '40pkt'
WindowPackets = Union[float, str]

Ssthresh = Union[Literal["infinite"], "WindowPackets"]

#: packets as a number, or a string with pkt such as '40pkt'
WholePackets = Union[float, str]

ReceiveBuffer = Union[Literal["auto", "fixed"], "ReceiveBufferNumbers"]


class ReceiveBufferNumbers(TypedDict, total=False):
    """The memory of a receive buffer that grows."""

    initial: "Bytes"
    """The memory at first. Default: 128 KiB."""
    max: "Bytes"
    """The most memory. Default: 32 MiB."""

#: From a time to a later one.
Period = Sequence["Seconds"]

#: An application with its parameters.
Application = Union["OnOffApplication", "PhasesApplication", "RequestsApplication", "VideoApplication"]

AckTimeout = Union[Literal["linux"], "Seconds"]

HandshakeChoice = Union[Literal["in-window"], bool]

#: How a sender recovers from loss.
RecoveryChoice = Literal["tahoe", "reno", "newreno", "sack", "rack"]

#: A word, or a list of words.
OneOrMany = Union["RecoveryVariant", Sequence["RecoveryVariant"]]

#: A named departure from the recovery rules.
RecoveryVariant = Literal["less_careful", "reno_gated", "min_exit", "ns2_exit", "rfc", "impatient", "slow_but_steady", "ns2_rto", "ns2_sack1", "ns2_linux", "ns2_linux_whole", "ns2_sink"]

#: How slow start ends, or how fast it grows.
SlowStartChoice = Literal["standard", "hystart", "hystart++", "limited", "search", "careful-resume", "rapid-start", "jump-start"]


class HystartNumbers(TypedDict, total=False):
    """Parameters of HyStart."""

    low_window: int
    """Slow start does not end below this window, 1 to 1000 segments. Default: 16."""
    ack_delta: "Seconds"
    """ACKs at most this far apart are back to back, up to 100 ms. Default: 2 ms."""
    detect: "HystartSigns"
    """Which sign ends slow start. Default: both."""
    rounds: "HystartRounds"
    """When rounds begin. Default: every."""

#: Which of HyStart's two signs ends slow start.
HystartSigns = Literal["both", "train", "delay"]

#: When HyStart's rounds begin.
HystartRounds = Literal["every", "gated"]


class CarefulResumeNumbers(TypedDict, total=False):
    """What Careful Resume knows of an earlier connection."""

    window: "WindowPackets"
    """Its window. Default: 200 segments."""
    rtt: "Seconds"
    """Its smallest RTT. Default: 100 ms."""
    max_jump: "WindowPackets"
    """The window of the jump is no larger. Default: no bound but half of `window`."""
    beta: float
    """The part of what has arrived that is the threshold after a retreat, 0.5 to 1. Default: 0.5."""


class RapidStartNumbers(TypedDict, total=False):
    """Parameters of Rapid Start."""

    initial_windows: float
    """The first window in initial windows, 1 to 2. Default: 2."""
    drain: float
    """The constant K of the draft, 0 to 1: how much of the reduction waits for what arrives. Default: 11/18."""

#: Whether and how a flow paces.
Pacing = Union["PacingWord", "PacingNumbers"]

#: Whether a flow paces.
PacingWord = Literal["off", "on"]


class PacingNumbers(TypedDict, total=False):
    """Numbers of the pacer."""

    ss: float
    """Windows per round trip in slow start below half of ssthresh, 1 to 10. Default: 2."""
    ca: float
    """Windows per round trip otherwise, 1 to 10. Default: 1.2."""
    free: int
    """Segments at the start of a connection that are not paced, 0 to 1000. Default: 10."""
    quantum: "Quantum"
    """Segments that leave together, 1 to 64, or `tso`: those of about a millisecond. Default: 1."""

Quantum = Union[Literal["tso"], int]

#: What happens to the window when a connection was idle for longer than its timeout.
IdleRestartChoice = Literal["off", "halving", "at-once"]

#: How the window is reduced in a recovery.
ReductionChoice = Literal["at-once", "prr", "prr-crb", "prr-ssrb"]

#: What undoes a recovery after a false loss.
UndoChoice = Literal["none", "timestamps"]

#: How ACKs are counted for window growth.
GrowthChoice = Literal["per-ack", "byte-counting", "linux-count"]

#: How a flow uses explicit congestion notification.
EcnChoice = Literal["off", "classic", "accurate", "l4s", "ect0", "ect1"]

Rto = Union["RtoPreset", "RtoNumbers"]

#: A preset of the retransmission timer.
RtoPreset = Literal["rfc6298", "default", "ns2_2001", "ns2_2003", "ns2_2005", "linux", "linux6"]


class RtoNumbers(TypedDict, total=False):
    """Values of a retransmission timer. Default: those of the default timer."""

    min: "Seconds"
    """Smallest timeout."""
    max: "Seconds"
    """Largest timeout, back-off included."""
    initial: "Seconds"
    """Timeout before the first sample."""
    granularity: "Seconds"
    """Clock granularity."""

#: A lane: an algorithm's id, or an object that may also change other settings.
CompareEntry = Union["Algorithm", "LaneChanges"]


class LaneChanges(TypedDict, total=False):
    """What a lane changes."""

    label: str
    """Name of the lane. Default: made from the other two."""
    algorithm: "Algorithm"
    """The algorithm of the compared flows. Default: the scenario's."""
    parameters: Mapping[str, Any]
    """Parameters of that algorithm, in place of those of the flows."""
    set: Mapping[str, Any]
    """Values to put at paths such as `hops.0.queue.capacity`."""

_ForkRequired = TypedDict("_ForkRequired", {
    "at": "Seconds",
})


class ForkOptions(TypedDict, total=False):
    """What changes from a given time on. Until then the run is the same, packet by packet."""

    algorithm: str
    """The algorithm that takes the compared flows over, as a socket option does on a live connection: cwnd, ssthresh and loss recovery stay. Default: the one that they have."""
    parameters: Mapping[str, Any]
    """Parameters of that algorithm, in place of those of the flows."""
    set: Mapping[str, Any]
    """Values to put at paths: rates, delays, queue capacities and loss models of hops, algorithms and parameters of flows."""


class Fork(_ForkRequired, ForkOptions):
    """What changes from a given time on. Until then the run is the same, packet by packet."""


class DropTailQueue(TypedDict, total=False):
    """First in, first out. A packet that arrives at a full queue is dropped."""

    kind: Literal["drop-tail"]
    capacity: "BufferCapacity"
    drop_front: bool
    """Drop the packet at the head instead of the arriving one, so that the sender detects it sooner."""

_RedQueueRequired = TypedDict("_RedQueueRequired", {
    "kind": Literal["red"],
})


class RedQueueOptions(TypedDict, total=False):
    """Drops early and at random. The drop probability grows with the average queue; above max_th every packet is dropped."""

    capacity: "BufferCapacity"
    min_th: Union[float, str]
    """Average queue below which no packet is dropped early."""
    max_th: Union[float, str]
    """Average queue at which the drop probability reaches max_p."""
    max_p: float
    """Drop probability at an average queue of max_th."""
    w_q: float
    """Weight of the current queue in the average."""
    wait: bool
    """Let at least 1/p packets pass between two early drops; off: the rule of 1993."""
    mean_packet_bytes: Union[float, str]
    """Packet size that converts idle time to packets."""
    ecn: bool
    """Mark ECN-capable packets instead of dropping them early. Other packets are dropped as before."""
    mark_limit: float
    """With ecn: from this drop probability of the average queue on, packets are dropped instead of marked. Above 1: never."""


class RedQueue(_RedQueueRequired, RedQueueOptions):
    """Drops early and at random. The drop probability grows with the average queue; above max_th every packet is dropped."""

_GentleRedQueueRequired = TypedDict("_GentleRedQueueRequired", {
    "kind": Literal["gentle-red"],
})


class GentleRedQueueOptions(TypedDict, total=False):
    """RED whose drop probability rises smoothly to 1 between max_th and twice max_th."""

    capacity: "BufferCapacity"
    min_th: Union[float, str]
    """Average queue below which no packet is dropped early."""
    max_th: Union[float, str]
    """Average queue at which the drop probability reaches max_p."""
    max_p: float
    """Drop probability at an average queue of max_th."""
    w_q: float
    """Weight of the current queue in the average."""
    wait: bool
    """Let at least 1/p packets pass between two early drops; off: the rule of 1993."""
    mean_packet_bytes: Union[float, str]
    """Packet size that converts idle time to packets."""
    ecn: bool
    """Mark ECN-capable packets instead of dropping them early. Other packets are dropped as before."""
    mark_limit: float
    """With ecn: from this drop probability of the average queue on, packets are dropped instead of marked. Above 1: never."""


class GentleRedQueue(_GentleRedQueueRequired, GentleRedQueueOptions):
    """RED whose drop probability rises smoothly to 1 between max_th and twice max_th."""

_AdaptiveRedQueueRequired = TypedDict("_AdaptiveRedQueueRequired", {
    "kind": Literal["adaptive-red"],
})


class AdaptiveRedQueueOptions(TypedDict, total=False):
    """Gentle RED that adapts max_p so that the average queue stays between the thresholds."""

    capacity: "BufferCapacity"
    min_th: Union[float, str]
    """Average queue below which no packet is dropped early."""
    max_th: Union[float, str]
    """Average queue at which the drop probability reaches max_p."""
    max_p: float
    """Initial drop probability at max_th."""
    w_q: float
    """Weight of the current queue in the average."""
    target_delay: Union[float, str]
    """Queueing delay that determines min_th, if min_th is not given."""
    adapt: Literal["floyd", "feng"]
    """How max_p adapts. `floyd`: every half second by a step or a factor. `feng`: divided by three when the average falls below min_th, doubled when it rises above max_th."""
    wait: bool
    """Let at least 1/p packets pass between two early drops; off: the rule of 1993."""
    mean_packet_bytes: Union[float, str]
    """Packet size that converts idle time to packets."""
    ecn: bool
    """Mark ECN-capable packets instead of dropping them early. Other packets are dropped as before."""
    mark_limit: float
    """With ecn: from this drop probability of the average queue on, packets are dropped instead of marked. Above 1: never."""


class AdaptiveRedQueue(_AdaptiveRedQueueRequired, AdaptiveRedQueueOptions):
    """Gentle RED that adapts max_p so that the average queue stays between the thresholds."""

_EasyRedQueueRequired = TypedDict("_EasyRedQueueRequired", {
    "kind": Literal["easy-red"],
})


class EasyRedQueueOptions(TypedDict, total=False):
    """Drops with a fixed probability while the current queue is above a threshold. No averages."""

    capacity: "BufferCapacity"
    min_th: Union[float, str]
    """From this queue length on, arrivals are dropped at random. Default: a third of the capacity."""
    pdrop: float
    """Drop probability from min_th on."""
    ecn: bool
    """Mark ECN-capable packets instead of dropping them early. Other packets are dropped as before."""


class EasyRedQueue(_EasyRedQueueRequired, EasyRedQueueOptions):
    """Drops with a fixed probability while the current queue is above a threshold. No averages."""

_SredQueueRequired = TypedDict("_SredQueueRequired", {
    "kind": Literal["sred"],
})


class SredQueueOptions(TypedDict, total=False):
    """Estimates the number of active flows: it compares arrivals with a list of recent flows. The estimate sets the drop probability."""

    capacity: "BufferCapacity"
    zombies: int
    """Length of the list of remembered flows."""
    replace: float
    """Probability that an arriving flow replaces a remembered flow that it does not match."""
    max_p: float
    """Drop probability with many flows and a long queue."""
    variant: Literal["full", "simple"]
    """`full` drops packets of a flow that matched more often. `simple` does not."""


class SredQueue(_SredQueueRequired, SredQueueOptions):
    """Estimates the number of active flows: it compares arrivals with a list of recent flows. The estimate sets the drop probability."""

_FredQueueRequired = TypedDict("_FredQueueRequired", {
    "kind": Literal["fred"],
})


class FredQueueOptions(TypedDict, total=False):
    """RED with per-flow accounting: packets of a flow above its share of the queue are dropped."""

    capacity: "BufferCapacity"
    min_th: Union[float, str]
    """Average queue below which no packet is dropped early."""
    max_th: Union[float, str]
    """Average queue at which the drop probability reaches max_p."""
    max_p: float
    """Drop probability at an average queue of max_th."""
    w_q: float
    """Weight of the current queue in the average."""
    min_q: Union[float, str]
    """Every flow may always have this many waiting packets."""
    wait: bool
    """Let at least 1/p packets pass between two early drops; off: the rule of 1993."""
    mean_packet_bytes: Union[float, str]
    """Packet size that converts idle time to packets."""


class FredQueue(_FredQueueRequired, FredQueueOptions):
    """RED with per-flow accounting: packets of a flow above its share of the queue are dropped."""

_BredQueueRequired = TypedDict("_BredQueueRequired", {
    "kind": Literal["bred"],
})


class BredQueueOptions(TypedDict, total=False):
    """The drop probability of a flow grows with its own queue length. Other flows do not matter."""

    capacity: "BufferCapacity"
    l1: Union[float, str]
    """A flow with fewer waiting packets than this has no drops."""
    l2: Union[float, str]
    """For a flow with at least this number of waiting packets, p2 applies instead of p1."""
    w_m: Union[float, str]
    """The maximum number of waiting packets of a flow."""
    p1: float
    """Drop probability between l1 and l2."""
    p2: float
    """Drop probability between l2 and w_m."""


class BredQueue(_BredQueueRequired, BredQueueOptions):
    """The drop probability of a flow grows with its own queue length. Other flows do not matter."""

_DredQueueRequired = TypedDict("_DredQueueRequired", {
    "kind": Literal["dred"],
})


class DredQueueOptions(TypedDict, total=False):
    """An integral controller adjusts the drop probability to keep the queue at a reference length."""

    capacity: "BufferCapacity"
    q_ref: Union[float, str]
    """Target queue length. Default: half the capacity."""
    alpha: float
    """Gain of the controller."""
    beta: float
    """Weight of the current error in its average."""
    sample_packets: Union[float, str]
    """Time between two samples, in transmission times of the largest packets."""
    no_drop: float
    """No packets are dropped while the queue is shorter than this fraction of the reference."""


class DredQueue(_DredQueueRequired, DredQueueOptions):
    """An integral controller adjusts the drop probability to keep the queue at a reference length."""

_PieQueueRequired = TypedDict("_PieQueueRequired", {
    "kind": Literal["pie"],
})


class PieQueueOptions(TypedDict, total=False):
    """Adjusts its drop probability to keep the queueing delay near a target."""

    capacity: "BufferCapacity"
    target: Union[float, str]
    """Target queueing delay."""
    update: Union[float, str]
    """Time between two updates of the probability."""
    alpha: float
    """Weight of the distance from the target."""
    beta: float
    """Weight of the change since the last update."""
    max_burst: Union[float, str]
    """Length of a burst that passes an idle queue without drops."""
    ecn: bool
    """Mark ECN-capable packets instead of dropping them early. Other packets are dropped as before."""
    mark_limit: float
    """With ecn: above this drop probability, packets are dropped instead of marked."""


class PieQueue(_PieQueueRequired, PieQueueOptions):
    """Adjusts its drop probability to keep the queueing delay near a target."""

_CodelQueueRequired = TypedDict("_CodelQueueRequired", {
    "kind": Literal["codel"],
})


class CodelQueueOptions(TypedDict, total=False):
    """Drops from the head when the minimum queueing delay of an interval exceeds the target. Drops become more frequent until the delay is below the target again."""

    capacity: "BufferCapacity"
    target: Union[float, str]
    """Acceptable standing queueing delay."""
    interval: Union[float, str]
    """How long the delay may stay above the target. It should be the worst-case round-trip time."""
    ecn: bool
    """Mark ECN-capable packets instead of dropping them early. Other packets are dropped as before."""
    ce_threshold: Union[float, str]
    """Mark every ECN-capable packet that has waited longer than this, whatever CoDel decides. Default: off."""
    ce_threshold_for: Literal["all", "ect1"]
    """Which packets ce_threshold marks: `all` ECN-capable packets, or those of L4S senders (`ect1`)."""


class CodelQueue(_CodelQueueRequired, CodelQueueOptions):
    """Drops from the head when the minimum queueing delay of an interval exceeds the target. Drops become more frequent until the delay is below the target again."""

_PolicerQueueRequired = TypedDict("_PolicerQueueRequired", {
    "kind": Literal["policer"],
})


class PolicerQueueOptions(TypedDict, total=False):
    """Drops packets that exceed a rate and a burst size, before they reach the queue. The queue itself is drop-tail."""

    capacity: "BufferCapacity"
    rate: Union[float, str]
    """Rate at which tokens arrive. Default: half the peak rate of the link."""
    burst: Union[float, str]
    """Size of the bucket: the most that can pass at once after a pause. Default: 100 ms of tokens, at least ten packets."""


class PolicerQueue(_PolicerQueueRequired, PolicerQueueOptions):
    """Drops packets that exceed a rate and a burst size, before they reach the queue. The queue itself is drop-tail."""

_StepQueueRequired = TypedDict("_StepQueueRequired", {
    "kind": Literal["step"],
})


class StepQueueOptions(TypedDict, total=False):
    """Marks every packet that finds more than a threshold in the queue. It uses neither an average nor randomness."""

    capacity: "BufferCapacity"
    threshold: Union[float, str]
    """Waiting packets above which arrivals are marked. Default: 65 packets, if threshold_time is not given."""
    threshold_time: Union[float, str]
    """Queueing delay above which arrivals are marked, instead of threshold."""
    non_ect: Literal["drop", "pass"]
    """What happens above the threshold to packets that are not ECN-capable. `drop` drops them. With `pass` only a full queue drops them."""
    ecn: bool
    """Mark ECN-capable packets instead of dropping them early. Other packets are dropped as before."""


class StepQueue(_StepQueueRequired, StepQueueOptions):
    """Marks every packet that finds more than a threshold in the queue. It uses neither an average nor randomness."""

_FqQueueRequired = TypedDict("_FqQueueRequired", {
    "kind": Literal["fq"],
})


class FqQueueOptions(TypedDict, total=False):
    """One line per flow, served in turn by bytes. A full queue drops from the longest line."""

    capacity: "BufferCapacity"
    quantum: Union[int, str]
    """Bytes that a flow may send in its turn. Default: the largest packet."""
    buckets: int
    """Number of lines. Flows that are assigned to the same line share it."""
    hash: Literal["flow", "salted"]
    """`flow` gives every flow its own line while there are enough lines. `salted` assigns flows to lines at random."""
    salt: int
    """With hash `salted`: each number gives a different assignment of flows to lines."""
    drop_batch: Union[int, str]
    """When the queue is full, at most this many packets of the longest line are dropped, and at most half of its bytes."""


class FqQueue(_FqQueueRequired, FqQueueOptions):
    """One line per flow, served in turn by bytes. A full queue drops from the longest line."""

_FqCodelQueueRequired = TypedDict("_FqCodelQueueRequired", {
    "kind": Literal["fq-codel"],
})


class FqCodelQueueOptions(TypedDict, total=False):
    """One line per flow, served in turn by bytes, with CoDel on each line. Flows that send little go first."""

    capacity: "BufferCapacity"
    target: Union[float, str]
    """Acceptable standing queueing delay."""
    interval: Union[float, str]
    """How long the delay may stay above the target. It should be the worst-case round-trip time."""
    quantum: Union[int, str]
    """Bytes that a flow may send in its turn. Default: the largest packet."""
    buckets: int
    """Number of lines. Flows that are assigned to the same line share it."""
    hash: Literal["flow", "salted"]
    """`flow` gives every flow its own line while there are enough lines. `salted` assigns flows to lines at random."""
    salt: int
    """With hash `salted`: each number gives a different assignment of flows to lines."""
    drop_batch: Union[int, str]
    """When the queue is full, at most this many packets of the longest line are dropped, and at most half of its bytes."""
    ecn: bool
    """Mark ECN-capable packets instead of dropping them early. Other packets are dropped as before."""
    ce_threshold: Union[float, str]
    """Mark every ECN-capable packet that has waited longer than this, whatever CoDel decides. Default: off."""
    ce_threshold_for: Literal["all", "ect1"]
    """Which packets ce_threshold marks: `all` ECN-capable packets, or those of L4S senders (`ect1`)."""


class FqCodelQueue(_FqCodelQueueRequired, FqCodelQueueOptions):
    """One line per flow, served in turn by bytes, with CoDel on each line. Flows that send little go first."""

_Dualpi2QueueRequired = TypedDict("_Dualpi2QueueRequired", {
    "kind": Literal["dualpi2"],
})


class Dualpi2QueueOptions(TypedDict, total=False):
    """Two queues for one link: a shallow one for L4S flows, a classic one for all others. Marks are coupled so that both get about the same rate."""

    capacity: "BufferCapacity"
    variant: Literal["recur", "random"]
    """`recur` spreads marks evenly. `random` draws each mark at random; the classic queue marks if two draws with p' both hit."""
    target: Union[float, str]
    """Target delay of the classic queue."""
    rtt_max: Union[float, str]
    """Longest RTT for which the controller is designed."""
    update: Union[float, str]
    """Time between two updates. Default: the target, at most a third of rtt_max."""
    alpha: float
    """Weight of the distance from the target. Default: 0.1·update/rtt_max²."""
    beta: float
    """Weight of the change since the last update. Default: 0.3/rtt_max."""
    k: float
    """Coupling of the two queues."""
    threshold: Union[float, str]
    """Middle of the ramp: the L4S queue marks with a probability that rises with its own delay."""
    range: Union[float, str]
    """Width of the ramp around threshold; 0 is a step."""
    th_len: Union[int, str]
    """The ramp applies only if at least this many other packets wait in the L4S queue."""
    scheduler: Literal["wrr", "time-shift"]
    """Which queue sends next. `wrr` weights the two queues. `time-shift` takes the older head, after it adds time_shift to the age of the L4S head."""
    time_shift: Union[float, str]
    """With scheduler `time-shift`: a classic packet goes first if it is older by more than this."""
    classic_weight: float
    """With scheduler `wrr`: minimum share of the link for the classic queue."""
    drop_overload: bool
    """Drop in both queues when k·p' reaches 1. Off: p' is at most 1/k, and only a full queue drops."""


class Dualpi2Queue(_Dualpi2QueueRequired, Dualpi2QueueOptions):
    """Two queues for one link: a shallow one for L4S flows, a classic one for all others. Marks are coupled so that both get about the same rate."""

_NoneLossRequired = TypedDict("_NoneLossRequired", {
    "kind": Literal["none"],
})


class NoneLossOptions(TypedDict, total=False):
    """The link loses no packets. Only queues drop packets."""

    position: "Position"


class NoneLoss(_NoneLossRequired, NoneLossOptions):
    """The link loses no packets. Only queues drop packets."""

_BernoulliLossRequired = TypedDict("_BernoulliLossRequired", {
    "kind": Literal["bernoulli"],
})


class BernoulliLossOptions(TypedDict, total=False):
    """Every packet is lost with the same probability, independently of the others."""

    position: "Position"
    probability: float
    """Probability that a packet is lost."""
    per_bit: bool
    """The probability is a bit error rate: a packet of n bits survives with probability (1 − p)ⁿ. Short packets such as ACKs are lost less often."""


class BernoulliLoss(_BernoulliLossRequired, BernoulliLossOptions):
    """Every packet is lost with the same probability, independently of the others."""

_GilbertLossRequired = TypedDict("_GilbertLossRequired", {
    "kind": Literal["gilbert"],
})


class GilbertLossOptions(TypedDict, total=False):
    """Good and bad states have fixed lengths. When a state ends, the next one is random."""

    position: "Position"
    good: Union[float, str]
    """Dwell time in the good state."""
    bad: Union[float, str]
    """Dwell time in the bad state."""
    good_loss: float
    """Loss probability in the good state."""
    bad_loss: float
    """Loss probability in the bad state."""
    switch_probability: float
    """Probability that the state changes when its dwell time is over."""
    advance: Literal["time", "arrivals"]
    """What changes the state: the clock, as in the paper's text, or the first packet after the dwell time, as in the paper's simulator."""


class GilbertLoss(_GilbertLossRequired, GilbertLossOptions):
    """Good and bad states have fixed lengths. When a state ends, the next one is random."""

_MarkovLossRequired = TypedDict("_MarkovLossRequired", {
    "kind": Literal["markov"],
})


class MarkovLossOptions(TypedDict, total=False):
    """Good and bad states alternate; each lasts an exponentially distributed time."""

    position: "Position"
    good_mean: Union[float, str]
    """Mean length of a good state."""
    bad_mean: Union[float, str]
    """Mean length of a bad state."""
    good_loss: float
    """Loss probability in the good state."""
    bad_loss: float
    """Loss probability in the bad state."""


class MarkovLoss(_MarkovLossRequired, MarkovLossOptions):
    """Good and bad states alternate; each lasts an exponentially distributed time."""

_BlackoutLossRequired = TypedDict("_BlackoutLossRequired", {
    "kind": Literal["blackout"],
})


class BlackoutLossOptions(TypedDict, total=False):
    """Every packet is lost during a blackout. Blackouts are random with exponential lengths, or listed as periods."""

    position: "Position"
    good_mean: Union[float, str]
    """Mean time between two blackouts."""
    bad_mean: Union[float, str]
    """Mean length of a blackout."""
    good_loss: float
    """Loss probability between blackouts."""
    at: Sequence["Period"]
    """A list of blackout periods, instead of random ones."""


class BlackoutLoss(_BlackoutLossRequired, BlackoutLossOptions):
    """Every packet is lost during a blackout. Blackouts are random with exponential lengths, or listed as periods."""

_HandoffLossRequired = TypedDict("_HandoffLossRequired", {
    "kind": Literal["handoff"],
})


class HandoffLossOptions(TypedDict, total=False):
    """Every packet is lost during an outage at fixed intervals; independent losses between them."""

    position: "Position"
    period: Union[float, str]
    """From the start of an outage to the start of the next."""
    outage: Union[float, str]
    """Length of an outage."""
    first: Union[float, str]
    """Start of the first outage."""
    probability: float
    """Loss probability between outages."""


class HandoffLoss(_HandoffLossRequired, HandoffLossOptions):
    """Every packet is lost during an outage at fixed intervals; independent losses between them."""

_ScriptedLossRequired = TypedDict("_ScriptedLossRequired", {
    "kind": Literal["scripted"],
})


class ScriptedLossOptions(TypedDict, total=False):
    """Loses the listed packets, or some packets out of every N."""

    position: "Position"
    packets: Sequence[float]
    """Numbers of the packets to lose, counted from 0 as they arrive at the channel, SYN included."""
    every: Union[int, str]
    """N: of every N packets, the last `burst` are lost."""
    burst: Union[int, str]
    """Number of packets to lose out of every N."""


class ScriptedLoss(_ScriptedLossRequired, ScriptedLossOptions):
    """Loses the listed packets, or some packets out of every N."""

_NoneJitterRequired = TypedDict("_NoneJitterRequired", {
    "kind": Literal["none"],
})


class NoneJitter(_NoneJitterRequired):
    """Every packet takes exactly the propagation delay."""

_UniformJitterRequired = TypedDict("_UniformJitterRequired", {
    "kind": Literal["uniform"],
})


class UniformJitterOptions(TypedDict, total=False):
    """Every packet is late by a random time up to a bound. The packets keep their order unless `overtake` is on."""

    max: Union[float, str]
    """Maximum extra delay."""
    overtake: bool
    """Packets may overtake each other. Otherwise they arrive in order."""


class UniformJitter(_UniformJitterRequired, UniformJitterOptions):
    """Every packet is late by a random time up to a bound. The packets keep their order unless `overtake` is on."""

_ReorderJitterRequired = TypedDict("_ReorderJitterRequired", {
    "kind": Literal["reorder"],
})


class ReorderJitterOptions(TypedDict, total=False):
    """A packet is late with some probability, and packets behind it overtake it. Nothing is lost."""

    probability: float
    """Probability that a packet is late."""
    delay: Union[float, str]
    """Maximum extra delay of a late packet."""
    fixed: bool
    """Every late packet is late by the full delay instead of a random part of it."""


class ReorderJitter(_ReorderJitterRequired, ReorderJitterOptions):
    """A packet is late with some probability, and packets behind it overtake it. Nothing is lost."""

_AggregationJitterRequired = TypedDict("_AggregationJitterRequired", {
    "kind": Literal["aggregation"],
})


class AggregationJitterOptions(TypedDict, total=False):
    """Packets wait for the medium and arrive in batches, as over Wi-Fi and cable. ACKs can be thinned."""

    wait: Union[float, str]
    """Shortest wait of the first packet of a batch."""
    spread: Union[float, str]
    """Each wait is longer by a random time up to this."""
    thin_acks: bool
    """Only the last ACK of each flow in a batch is delivered. Duplicate ACKs are kept."""


class AggregationJitter(_AggregationJitterRequired, AggregationJitterOptions):
    """Packets wait for the medium and arrive in batches, as over Wi-Fi and cable. ACKs can be thinned."""

_HandoverDelayModelRequired = TypedDict("_HandoverDelayModelRequired", {
    "kind": Literal["handover"],
})


class HandoverDelayModelOptions(TypedDict, total=False):
    """At fixed intervals the path changes and has a new random delay, as with satellites in a low orbit. The loss model `handoff` with the same period also loses packets there."""

    period: Union[float, str]
    """From one hand-over to the next."""
    first: Union[float, str]
    """The first hand-over."""
    min: Union[float, str]
    """Smallest one-way delay."""
    max: Union[float, str]
    """Largest one-way delay."""


class HandoverDelayModel(_HandoverDelayModelRequired, HandoverDelayModelOptions):
    """At fixed intervals the path changes and has a new random delay, as with satellites in a low orbit. The loss model `handoff` with the same period also loses packets there."""

_CellularRateModelRequired = TypedDict("_CellularRateModelRequired", {
    "kind": Literal["cellular"],
})


class CellularRateModelOptions(TypedDict, total=False):
    """The rate of a phone in a cellular network: it holds for a random time, then the next one is drawn, and sometimes there is none for about a second."""

    mean: Union[float, str]
    """Mean rate over a long time, with its outages. Where one number is needed, such as for 1bdp, it is this."""
    spread: float
    """Standard deviation of the rate between outages, as a share of its mean there."""
    correlation: Union[float, str]
    """Mean time for which a rate holds: over this time the autocorrelation falls to 1/e."""
    outage: Union[float, str]
    """Mean length of an outage, in which the rate is zero; 0: there are none."""
    outage_every: Union[float, str]
    """Mean time from the start of an outage to the start of the next, at least twice its length."""


class CellularRateModel(_CellularRateModelRequired, CellularRateModelOptions):
    """The rate of a phone in a cellular network: it holds for a random time, then the next one is drawn, and sometimes there is none for about a second."""

_LeoRateModelRequired = TypedDict("_LeoRateModelRequired", {
    "kind": Literal["leo"],
})


class LeoRateModelOptions(TypedDict, total=False):
    """The rate to satellites in a low orbit: at fixed intervals the path is assigned anew and has another rate. The delay model `handover` with the same period changes the delay there."""

    mean: Union[float, str]
    """Mean rate over a long time, with its outages. Where one number is needed, such as for 1bdp, it is this."""
    spread: float
    """Standard deviation of the rate between outages, as a share of its mean there."""
    period: Union[float, str]
    """For how long a rate holds: the autocorrelation falls to zero over this time."""
    outage: Union[float, str]
    """Mean length of an outage, in which the rate is zero; 0: there are none."""
    outage_every: Union[float, str]
    """Mean time from the start of an outage to the start of the next, at least twice its length."""


class LeoRateModel(_LeoRateModelRequired, LeoRateModelOptions):
    """The rate to satellites in a low orbit: at fixed intervals the path is assigned anew and has another rate. The delay model `handover` with the same period changes the delay there."""

_WifiRateModelRequired = TypedDict("_WifiRateModelRequired", {
    "kind": Literal["wifi"],
})


class WifiRateModelOptions(TypedDict, total=False):
    """The rate of a station in a shared wireless LAN: within a few tenths of a second it may fall to a tenth."""

    mean: Union[float, str]
    """Mean rate over a long time, with its outages. Where one number is needed, such as for 1bdp, it is this."""
    spread: float
    """Standard deviation of the rate between outages, as a share of its mean there."""
    correlation: Union[float, str]
    """Mean time for which a rate holds: over this time the autocorrelation falls to 1/e."""
    outage: Union[float, str]
    """Mean length of an outage, in which the rate is zero; 0: there are none."""
    outage_every: Union[float, str]
    """Mean time from the start of an outage to the start of the next, at least twice its length."""


class WifiRateModel(_WifiRateModelRequired, WifiRateModelOptions):
    """The rate of a station in a shared wireless LAN: within a few tenths of a second it may fall to a tenth."""

_OnOffApplicationRequired = TypedDict("_OnOffApplicationRequired", {
    "kind": Literal["on-off"],
})


class OnOffApplicationOptions(TypedDict, total=False):
    """Sends for a random time and pauses for a random time, over one connection. `rate` limits how fast it writes."""

    on: Union[float, str]
    """Mean time with data to send."""
    off: Union[float, str]
    """Mean time without data to send."""
    rate: Union[float, str]
    """Rate at which it writes while it is on. Default: there is always more data than the connection can send."""
    fixed: bool
    """Every time is exactly the mean instead of exponentially distributed."""


class OnOffApplication(_OnOffApplicationRequired, OnOffApplicationOptions):
    """Sends for a random time and pauses for a random time, over one connection. `rate` limits how fast it writes."""

_PhasesApplicationRequired = TypedDict("_PhasesApplicationRequired", {
    "kind": Literal["phases"],
})


class PhasesApplicationOptions(TypedDict, total=False):
    """Writes at a rate, as much as the connection can send, or nothing, one phase after the other, over one connection."""

    phases: Sequence[Sequence[Union["Seconds", Union[Literal["greedy", "pause"], "BitsPerSecond"]]]]
    """Pairs of a time and what the application does for that time: a rate, `greedy` or `pause`, such as [['5s', '500kbps'], ['10s', 'greedy'], ['3s', 'pause']]."""
    repeat: bool
    """The phases start again after the last one. Otherwise the last one lasts."""


class PhasesApplication(_PhasesApplicationRequired, PhasesApplicationOptions):
    """Writes at a rate, as much as the connection can send, or nothing, one phase after the other, over one connection."""

_RequestsApplicationRequired = TypedDict("_RequestsApplicationRequired", {
    "kind": Literal["requests"],
})


class RequestsApplicationOptions(TypedDict, total=False):
    """Short transfers one after the other, each over a new connection, with a pause in between. One flow is one user."""

    size: Union[float, str]
    """Mean size of a response."""
    sizes: Literal["fixed", "exponential", "pareto"]
    """Distribution of the sizes. `pareto` gives many small responses and a few very large ones."""
    shape: float
    """Shape of `pareto`. A value nearer to 1 gives a heavier tail."""
    think: Union[float, str]
    """Mean pause between a response and the next request. Pauses are exponentially distributed."""


class RequestsApplication(_RequestsApplicationRequired, RequestsApplicationOptions):
    """Short transfers one after the other, each over a new connection, with a pause in between. One flow is one user."""

_VideoApplicationRequired = TypedDict("_VideoApplicationRequired", {
    "kind": Literal["video"],
})


class VideoApplicationOptions(TypedDict, total=False):
    """A simple player. It requests one chunk after another. The throughput decides which rate of the ladder it takes."""

    ladder: Sequence[float]
    """Rates of the encodings in bit/s, ascending. Default: 350 kbit/s, 750 kbit/s, 1.5 Mbit/s, 3 Mbit/s, 6 Mbit/s."""
    chunk: Union[float, str]
    """Playing time of a chunk."""
    buffer: Union[float, str]
    """Maximum playing time in the buffer."""
    safety: float
    """The chosen rate is at most this fraction of the measured throughput."""


class VideoApplication(_VideoApplicationRequired, VideoApplicationOptions):
    """A simple player. It requests one chunk after another. The throughput decides which rate of the ladder it takes."""

#: The congestion-control algorithm.
Algorithm = Union[Literal["tahoe", "reno", "newreno", "sack", "vegas", "westwood", "westwood-gm02", "westwood+", "logwestwood+", "stcp", "hstcp", "htcp", "bic", "cubic", "cubic-rfc9438", "fast", "compound", "illinois", "veno", "hybla", "bbr", "bbr3", "dctcp", "prague", "manual"], str]

#: A bandwidth estimator.
Estimator = Literal["westwood-filter", "rtt-sampled-filter", "ewma-0.9", "linux-double", "cwnd-over-rtt", "vegas-backlog", "delivery-rate"]

_ScenarioRequired = TypedDict("_ScenarioRequired", {
    "version": "Version",
    "duration": "Seconds",
    "hops": Sequence["Hop"],
    "flows": Sequence["Flow"],
})


class ScenarioOptions(TypedDict, total=False):
    """An experiment: a line of hops, the flows over them, and the lanes to compare."""

    title: str
    """A short title."""
    seed: int
    """Seed of every random stream. Default: 1."""
    ns2_order: bool
    """Events at the same instant follow the order of ns-2: first by its clock, a floating-point number whose sums are rounded, then by when they were scheduled. Default: true if a flow has the recovery of an agent of ns-2, else false. Without it, departures come before arrivals and arrivals before timers, each in the order of the scenario."""
    ns2_losses: bool
    """Losses draw from the generator of ns-2, so that an exported script loses the same packets. Default: false."""
    scripts: Mapping[str, str]
    """Algorithms that the scenario contains: texts in Ackscript, by their ids."""
    compare: Sequence["CompareEntry"]
    """One entry per lane. Default: one lane with the scenario itself."""
    measure: Sequence["Period"]
    """Measurement intervals. Default: the whole run."""
    fork: "Fork"
    """What changes from a given time on."""


class Scenario(_ScenarioRequired, ScenarioOptions):
    """An experiment: a line of hops, the flows over them, and the lanes to compare."""
