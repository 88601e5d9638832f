// Generated from Rust by `npm run generate`. Do not edit.

export type AccessRate = 'none' | BitsPerSecond;

export type AckTimeout = 'linux' | Seconds;

/** Gentle RED that adapts max_p so that the average queue stays between the thresholds. */
export interface AdaptiveRedQueue {
  kind: 'adaptive-red';
  capacity?: BufferCapacity;
  /** Average queue below which no packet is dropped early. */
  min_th?: number | string;
  /** Average queue at which the drop probability reaches max_p. */
  max_th?: number | string;
  /** Initial drop probability at max_th. */
  max_p?: number;
  /** Weight of the current queue in the average. */
  w_q?: number;
  /** Queueing delay that determines min_th, if min_th is not given. */
  target_delay?: number | string;
  /** How max_p adapts. `floyd`: every half second by a step or a factor. `feng`: divided by three when the average falls below min_th, doubled when it rises above max_th. */
  adapt?: 'floyd' | 'feng';
  /** Let at least 1/p packets pass between two early drops; off: the rule of 1993. */
  wait?: boolean;
  /** Packet size that converts idle time to packets. */
  mean_packet_bytes?: number | string;
  /** Mark ECN-capable packets instead of dropping them early. Other packets are dropped as before. */
  ecn?: boolean;
  /** With ecn: from this drop probability of the average queue on, packets are dropped instead of marked. Above 1: never. */
  mark_limit?: number;
}

/** Packets wait for the medium and arrive in batches, as over Wi-Fi and cable. ACKs can be thinned. */
export interface AggregationJitter {
  kind: 'aggregation';
  /** Shortest wait of the first packet of a batch. */
  wait?: number | string;
  /** Each wait is longer by a random time up to this. */
  spread?: number | string;
  /** Only the last ACK of each flow in a batch is delivered. Duplicate ACKs are kept. */
  thin_acks?: boolean;
}

/** The congestion-control algorithm. */
export type Algorithm = 'tahoe' | 'reno' | 'newreno' | 'sack' | 'vegas' | 'westwood' | 'westwood-gm02' | 'westwood+' | 'logwestwood+' | 'stcp' | 'hstcp' | 'htcp' | 'bic' | 'cubic' | 'cubic-rfc9438' | 'fast' | 'compound' | 'illinois' | 'veno' | 'hybla' | 'bbr' | 'bbr3' | 'dctcp' | 'prague' | 'manual' | never;

/** An application with its parameters. */
export type Application = OnOffApplication | PhasesApplication | RequestsApplication | VideoApplication;

/** The backward channel, where it differs from the forward one. */
export interface Back {
  /** Its rate. Default: the forward one. */
  rate?: Rate;
  /** Its delay. Default: the forward one, also if a model draws it. */
  delay?: Delay;
  /** Its queue. Default: like the forward one. */
  queue?: Queue;
  /** Its loss model. Default: none. `"shared"` follows the forward model's state, but draws its own losses. */
  loss?: BackLoss;
  /** Its jitter model. Default: none. */
  jitter?: Jitter;
}

export type BackLoss = 'shared' | Loss;

/** Every packet is lost with the same probability, independently of the others. */
export interface BernoulliLoss {
  kind: 'bernoulli';
  position?: Position;
  /** Probability that a packet is lost. */
  probability?: number;
  /** The probability is a bit error rate: a packet of n bits survives with probability (1 − p)ⁿ. Short packets such as ACKs are lost less often. */
  per_bit?: boolean;
}

/** bit/s as a number, or a string with bps, kbps, Mbps or Gbps such as "2Mbps" */
export type BitsPerSecond = number | string;

/** Every packet is lost during a blackout. Blackouts are random with exponential lengths, or listed as periods. */
export interface BlackoutLoss {
  kind: 'blackout';
  position?: Position;
  /** Mean time between two blackouts. */
  good_mean?: number | string;
  /** Mean length of a blackout. */
  bad_mean?: number | string;
  /** Loss probability between blackouts. */
  good_loss?: number;
  /** A list of blackout periods, instead of random ones. */
  at?: Period[];
}

/** The drop probability of a flow grows with its own queue length. Other flows do not matter. */
export interface BredQueue {
  kind: 'bred';
  capacity?: BufferCapacity;
  /** A flow with fewer waiting packets than this has no drops. */
  l1?: number | string;
  /** For a flow with at least this number of waiting packets, p2 applies instead of p1. */
  l2?: number | string;
  /** The maximum number of waiting packets of a flow. */
  w_m?: number | string;
  /** Drop probability between l1 and l2. */
  p1?: number;
  /** Drop probability between l2 and w_m. */
  p2?: number;
}

/** packets as a number, or a string with pkt, B, kB, MB or bdp such as "40pkt" or "1bdp" */
export type BufferCapacity = number | string;

/** bytes as a number, or a string with B, kB or MB such as "64kB" */
export type Bytes = number | string;

/** What Careful Resume knows of an earlier connection. */
export interface CarefulResumeNumbers {
  /** Its window. Default: 200 segments. */
  window?: WindowPackets;
  /** Its smallest RTT. Default: 100 ms. */
  rtt?: Seconds;
  /** The window of the jump is no larger. Default: no bound but half of `window`. */
  max_jump?: WindowPackets;
  /** The part of what has arrived that is the threshold after a retreat, 0.5 to 1. Default: 0.5. */
  beta?: number;
}

/** The rate of a phone in a cellular network: it holds for a random time, then the next one is drawn, and sometimes there is none for about a second. */
export interface CellularRateModel {
  kind: 'cellular';
  /** Mean rate over a long time, with its outages. Where one number is needed, such as for 1bdp, it is this. */
  mean?: number | string;
  /** Standard deviation of the rate between outages, as a share of its mean there. */
  spread?: number;
  /** Mean time for which a rate holds: over this time the autocorrelation falls to 1/e. */
  correlation?: number | string;
  /** Mean length of an outage, in which the rate is zero; 0: there are none. */
  outage?: number | string;
  /** Mean time from the start of an outage to the start of the next, at least twice its length. */
  outage_every?: number | string;
}

/** Drops from the head when the minimum queueing delay of an interval exceeds the target. Drops become more frequent until the delay is below the target again. */
export interface CodelQueue {
  kind: 'codel';
  capacity?: BufferCapacity;
  /** Acceptable standing queueing delay. */
  target?: number | string;
  /** How long the delay may stay above the target. It should be the worst-case round-trip time. */
  interval?: number | string;
  /** Mark ECN-capable packets instead of dropping them early. Other packets are dropped as before. */
  ecn?: boolean;
  /** Mark every ECN-capable packet that has waited longer than this, whatever CoDel decides. Default: off. */
  ce_threshold?: number | string;
  /** Which packets ce_threshold marks: `all` ECN-capable packets, or those of L4S senders (`ect1`). */
  ce_threshold_for?: 'all' | 'ect1';
}

/** A lane: an algorithm's id, or an object that may also change other settings. */
export type CompareEntry = Algorithm | LaneChanges;

/** A propagation delay: constant, a list of steps from 0 s on, a trace, or a model that draws it. */
export type Delay = Seconds | DelayStep[] | DelayTrace | DelayModel;

/** A model that draws the delay. */
export type DelayModel = HandoverDelayModel;

/** The delay from this instant on, both in milliseconds. */
export type DelayPoint = [number, number];

/** From this time on, this delay. */
export type DelayStep = [Seconds, Seconds];

/** A trace of one-way delays, each of which holds until the next. */
export interface DelayTrace {
  /** Pairs of an instant and the delay from then on, both in milliseconds, in order. The first instant is 0. */
  delays_ms: DelayPoint[];
  /** Whether the list starts again at its last instant. Default: true. */
  loop?: boolean;
}

/** The direction of the data. */
export type Direction = 'forward' | 'backward';

/** An integral controller adjusts the drop probability to keep the queue at a reference length. */
export interface DredQueue {
  kind: 'dred';
  capacity?: BufferCapacity;
  /** Target queue length. Default: half the capacity. */
  q_ref?: number | string;
  /** Gain of the controller. */
  alpha?: number;
  /** Weight of the current error in its average. */
  beta?: number;
  /** Time between two samples, in transmission times of the largest packets. */
  sample_packets?: number | string;
  /** No packets are dropped while the queue is shorter than this fraction of the reference. */
  no_drop?: number;
}

/** First in, first out. A packet that arrives at a full queue is dropped. */
export interface DropTailQueue {
  kind?: 'drop-tail';
  capacity?: BufferCapacity;
  /** Drop the packet at the head instead of the arriving one, so that the sender detects it sooner. */
  drop_front?: boolean;
}

/** Two queues for one link: a shallow one for L4S flows, a classic one for all others. Marks are coupled so that both get about the same rate. */
export interface Dualpi2Queue {
  kind: 'dualpi2';
  capacity?: BufferCapacity;
  /** `recur` spreads marks evenly. `random` draws each mark at random; the classic queue marks if two draws with p' both hit. */
  variant?: 'recur' | 'random';
  /** Target delay of the classic queue. */
  target?: number | string;
  /** Longest RTT for which the controller is designed. */
  rtt_max?: number | string;
  /** Time between two updates. Default: the target, at most a third of rtt_max. */
  update?: number | string;
  /** Weight of the distance from the target. Default: 0.1·update/rtt_max². */
  alpha?: number;
  /** Weight of the change since the last update. Default: 0.3/rtt_max. */
  beta?: number;
  /** Coupling of the two queues. */
  k?: number;
  /** Middle of the ramp: the L4S queue marks with a probability that rises with its own delay. */
  threshold?: number | string;
  /** Width of the ramp around threshold; 0 is a step. */
  range?: number | string;
  /** The ramp applies only if at least this many other packets wait in the L4S queue. */
  th_len?: number | string;
  /** Which queue sends next. `wrr` weights the two queues. `time-shift` takes the older head, after it adds time_shift to the age of the L4S head. */
  scheduler?: 'wrr' | 'time-shift';
  /** With scheduler `time-shift`: a classic packet goes first if it is older by more than this. */
  time_shift?: number | string;
  /** With scheduler `wrr`: minimum share of the link for the classic queue. */
  classic_weight?: number;
  /** Drop in both queues when k·p' reaches 1. Off: p' is at most 1/k, and only a full queue drops. */
  drop_overload?: boolean;
}

/** Drops with a fixed probability while the current queue is above a threshold. No averages. */
export interface EasyRedQueue {
  kind: 'easy-red';
  capacity?: BufferCapacity;
  /** From this queue length on, arrivals are dropped at random. Default: a third of the capacity. */
  min_th?: number | string;
  /** Drop probability from min_th on. */
  pdrop?: number;
  /** Mark ECN-capable packets instead of dropping them early. Other packets are dropped as before. */
  ecn?: boolean;
}

/** How a flow uses explicit congestion notification. */
export type EcnChoice = 'off' | 'classic' | 'accurate' | 'l4s' | 'ect0' | 'ect1';

/** A bandwidth estimator. */
export type Estimator = 'westwood-filter' | 'rtt-sampled-filter' | 'ewma-0.9' | 'linux-double' | 'cwnd-over-rtt' | 'vegas-backlog' | 'delivery-rate';

/** A group of flows that share one description. */
export interface Flow {
  /** A name for messages, paths and results. */
  name?: string;
  /** Default: TCP. */
  kind?: FlowKind;
  /** The congestion-control algorithm. */
  algorithm?: Algorithm;
  /** A set of mechanisms. `linux6` sets `recovery` to rack, `growth` to linux-count, `rto` to linux6, `initial_window` to 10, `quick_acks` to 16, `delayed_ack_timeout` to linux, `undo` to timestamps, `ack_bytes` to 52, `sack_block_bytes` to 8, `cwnd_validation`, `idle_restart` to halving, `reduction` to prr, `tlp`, `frto`, `dsack`, `paws` and `timer_wheel`; with CUBIC `slow_start` to hystart and the variant linux. It leaves to `bbr`, `bbr3` and `prague` what their kernel modules do themselves. A key that the flow sets itself has priority. Default: classic. */
  tcp?: TcpProfile;
  /** The transport protocol. With `quic`, `tcp`, `recovery_variant` and the algorithm's own recovery have no effect, and other keys have other defaults: `growth` byte-counting, `pacing` of 1.25 windows per round trip, `delayed_ack_timeout` 25 ms, `ack_bytes` 60, `sack_block_bytes` 2, an initial window of 14720 bytes, 10 packets at most. Default: tcp. */
  transport?: Transport;
  /** Numbers of a QUIC connection. Needs `transport` quic. */
  quic?: QuicNumbers;
  /** Number of flows. Default: 1. */
  count?: number;
  /** Direction of the data. Default: forward. */
  direction?: Direction;
  /** Left router of its range. Default: the first one. */
  from?: number;
  /** Right router of its range. Default: the last one. */
  to?: number;
  /** Whether every hop of the range has such a group, numbered hop by hop. */
  each_hop?: boolean;
  /** Two-way propagation delay without queueing. The hops' delays are a part of it. The access links have the rest. */
  rtt?: Spread;
  /** One-way delay of the access link at each end, instead of `rtt`. Default: 0. */
  access_delay?: Spread;
  /** Share of the access delay at the sender's end, 0 to 1. Default: 0.5. With traffic in both directions the place of the delay matters: it decides which packets and ACKs meet in the queues. */
  access_at_sender?: number;
  /** Whether the receiver has an access link. Without one it is at its router, and the sender has all of the access delay. Default: true. */
  receiver_access?: boolean;
  /** Rate of the access links, or `none`: they transmit in no time. Default: ten times the fastest hop. */
  access_rate?: AccessRate;
  /** Rate on the wire, for constant bit rate. */
  rate?: BitsPerSecond;
  /** Size of a data packet on the wire. Default: 1500. */
  packet_bytes?: Bytes;
  /** Size of an ACK on the wire. Default: 40; with `tcp: linux6` and timestamps, 52. */
  ack_bytes?: Bytes;
  /** Size that each SACK block adds to an ACK, 0 to 1000 bytes. Default: 0; with `tcp: linux6`, 8. */
  sack_block_bytes?: Bytes;
  /** Initial window. Default: 3. */
  initial_window?: WindowPackets;
  /** Initial slow-start threshold. Default: infinite. */
  initial_ssthresh?: Ssthresh;
  /** Receive window. Default: 10⁶. */
  receive_window?: WholePackets;
  /** A receive buffer that grows with the rate, as in Linux: while its window grows, the receiver acknowledges each segment at once. Not with `receive_window`. Default: `fixed`; with `tcp: linux6` it grows from 2 MiB. */
  receive_buffer?: ReceiveBuffer;
  /** Start time. Default: 0. */
  start?: Seconds;
  /** Stop time. Default: the end of the run. */
  stop?: Seconds;
  /** Periods of activity; each one is a new connection. Default: always. An empty list: never. */
  active?: Period[];
  /** Maximum of a random, uniform delay of each start. Default: 1 s if `count` is above 1, else 0. */
  start_jitter?: Seconds;
  /** Maximum of a random, uniform delay of each packet. The order stays. Default: 0. */
  send_jitter?: Seconds;
  /** Whether the delay of each packet that arrives is counted, for the series and the percentiles of the delay. Default: true for constant bit rate, false for TCP. */
  measure_delay?: boolean;
  /** Size of the transfer in bytes. Default: endless. */
  bytes?: Bytes;
  /** The application that writes into the connection: on and off, requests, video. Default: a bulk transfer, of `bytes` or endless. */
  application?: Application;
  /** Whether the receiver delays ACKs. Default: true. */
  delayed_ack?: boolean;
  /** Maximum delay of an ACK, or `linux`: it follows the time between segments. Default: 200 ms. */
  delayed_ack_timeout?: AckTimeout;
  /** Number of ACKs at the start that are not delayed, one per segment, 0 to 1000. Default: 0. */
  quick_acks?: number;
  /** Timestamps: an RTT sample from every ACK of new data. Default: true. */
  timestamps?: boolean;
  /** Limited transmit. Default: true (false with the timer of ns-2 of 2001, which has none). */
  limited_transmit?: boolean;
  /** Whether a connection starts with a SYN exchange. With `in-window` the SYN is the first segment of the initial window, and the others are sent together with it. Default: true. */
  handshake?: HandshakeChoice;
  /** Loss recovery. Default: the algorithm's own. */
  recovery?: RecoveryChoice;
  /** Named departures of loss recovery. */
  recovery_variant?: OneOrMany;
  /** How slow start ends. Default: as the algorithm says. */
  slow_start?: SlowStartChoice;
  /** Parameters of HyStart. Needs `slow_start` hystart. */
  hystart?: HystartNumbers;
  /** What Careful Resume knows of an earlier connection. Needs `slow_start` careful-resume. */
  careful_resume?: CarefulResumeNumbers;
  /** Parameters of Rapid Start. Needs `slow_start` rapid-start. */
  rapid_start?: RapidStartNumbers;
  /** Whether segments are spread over the round trip. Default: off. An algorithm that paces (`bbr`) keeps its own rate. */
  pacing?: Pacing;
  /** Segments that the sender hands to its network card at once (segmentation offload), 2 to 64, or `tso`: those of about a millisecond. They leave at the rate of the access link. For a full burst the sender waits for the next ACK, if that is near. Needs `recovery` rack. Default: each segment leaves alone. */
  gso?: Quantum;
  /** How long the receiver's network card waits for more segments (receive offload), 0 to 10 ms. What has come in order until then, at most 64 KiB, gets one ACK. Default: 0. */
  gro?: Seconds;
  /** Whether the window grows only while it is used, by the rule of Linux. Default: it grows while the window, and not the source or the receiver, limits the sender. */
  cwnd_validation?: boolean;
  /** What happens to the window when the connection was idle for longer than its timeout. Default: off. */
  idle_restart?: IdleRestartChoice;
  /** How the window is reduced in a recovery. Needs `recovery` sack or rack. Default: at once. */
  reduction?: ReductionChoice;
  /** Tail loss probes: a probe after about two RTTs of silence. Needs `recovery` rack. Default: false. */
  tlp?: boolean;
  /** After a timeout the sender first sends new data, to find out whether the timeout was too early (F-RTO). Needs `recovery` sack or rack. Default: false. */
  frto?: boolean;
  /** Whether the receiver reports segments that arrive twice. RACK then waits longer for overtaken segments, and a recovery without a needed retransmission is undone, unless `undo` is none. Needs `recovery` sack or rack. Default: false. */
  dsack?: boolean;
  /** Whether the receiver discards a segment whose timestamp is older than that of the last segment in order (PAWS). Reordering then becomes loss once a loss is repaired. Needs `timestamps`. Default: false. */
  paws?: boolean;
  /** Whether the sender's timers expire on the grid of a kernel's clock: whole ticks of `clock_hz`, and up to an eighth of a long wait late. Default: false, they are exact. */
  timer_wheel?: boolean;
  /** What undoes a recovery after a false loss. Default: none; with `dsack`, its reports. */
  undo?: UndoChoice;
  /** Ticks per second of a kernel's clock, 100 to 10000. Default: 1000. */
  clock_hz?: number;
  /** How ACKs are counted for window growth. Default: per ACK. */
  growth?: GrowthChoice;
  /** Explicit congestion notification. Default: the algorithm's own: `accurate` for `dctcp`, `l4s` for `prague`, `off` for all others. */
  ecn?: EcnChoice;
  /** Alternative back-off: a mark reduces the window by less than a loss. Default: false. */
  abe?: boolean;
  /** Fraction of the window that remains after a mark, with `abe`. Default: 0.8, CUBIC 0.85. */
  beta_ecn?: number;
  /** Number of marked packets after which an accurate receiver reports at once, 2 to 7. Default: 2. */
  ack_every_marks?: number;
  /** Bits of the mark count that an ACK carries: 3 as in the header field of RFC 9768 (ACE) alone, where eight marks between two ACKs look like none. Default: all bits, as with its option. */
  ace_bits?: number;
  /** The retransmission timer. Default: `default`; with `tcp: linux6`, `linux6`. */
  rto?: Rto;
  /** The algorithm's own parameters. */
  parameters?: Record<string, unknown>;
  /** Estimators to record in addition to the algorithm's own. */
  shadow?: Estimator[];
  /** Whether each lane replaces its algorithm. Default: false. */
  compared?: boolean;
}

/** The kind of a flow. */
export type FlowKind = 'tcp' | 'cbr';

/** What changes from a given time on. Until then the run is the same, packet by packet. */
export interface Fork {
  /** From when on. */
  at: Seconds;
  /** The algorithm that takes the compared flows over, as a socket option does on a live connection: cwnd, ssthresh and loss recovery stay. Default: the one that they have. */
  algorithm?: string;
  /** Parameters of that algorithm, in place of those of the flows. */
  parameters?: Record<string, unknown>;
  /** Values to put at paths: rates, delays, queue capacities and loss models of hops, algorithms and parameters of flows. */
  set?: Record<string, unknown>;
}

/** One line per flow, served in turn by bytes, with CoDel on each line. Flows that send little go first. */
export interface FqCodelQueue {
  kind: 'fq-codel';
  capacity?: BufferCapacity;
  /** Acceptable standing queueing delay. */
  target?: number | string;
  /** How long the delay may stay above the target. It should be the worst-case round-trip time. */
  interval?: number | string;
  /** Bytes that a flow may send in its turn. Default: the largest packet. */
  quantum?: number | string;
  /** Number of lines. Flows that are assigned to the same line share it. */
  buckets?: number;
  /** `flow` gives every flow its own line while there are enough lines. `salted` assigns flows to lines at random. */
  hash?: 'flow' | 'salted';
  /** With hash `salted`: each number gives a different assignment of flows to lines. */
  salt?: number;
  /** When the queue is full, at most this many packets of the longest line are dropped, and at most half of its bytes. */
  drop_batch?: number | string;
  /** Mark ECN-capable packets instead of dropping them early. Other packets are dropped as before. */
  ecn?: boolean;
  /** Mark every ECN-capable packet that has waited longer than this, whatever CoDel decides. Default: off. */
  ce_threshold?: number | string;
  /** Which packets ce_threshold marks: `all` ECN-capable packets, or those of L4S senders (`ect1`). */
  ce_threshold_for?: 'all' | 'ect1';
}

/** One line per flow, served in turn by bytes. A full queue drops from the longest line. */
export interface FqQueue {
  kind: 'fq';
  capacity?: BufferCapacity;
  /** Bytes that a flow may send in its turn. Default: the largest packet. */
  quantum?: number | string;
  /** Number of lines. Flows that are assigned to the same line share it. */
  buckets?: number;
  /** `flow` gives every flow its own line while there are enough lines. `salted` assigns flows to lines at random. */
  hash?: 'flow' | 'salted';
  /** With hash `salted`: each number gives a different assignment of flows to lines. */
  salt?: number;
  /** When the queue is full, at most this many packets of the longest line are dropped, and at most half of its bytes. */
  drop_batch?: number | string;
}

/** RED with per-flow accounting: packets of a flow above its share of the queue are dropped. */
export interface FredQueue {
  kind: 'fred';
  capacity?: BufferCapacity;
  /** Average queue below which no packet is dropped early. */
  min_th?: number | string;
  /** Average queue at which the drop probability reaches max_p. */
  max_th?: number | string;
  /** Drop probability at an average queue of max_th. */
  max_p?: number;
  /** Weight of the current queue in the average. */
  w_q?: number;
  /** Every flow may always have this many waiting packets. */
  min_q?: number | string;
  /** Let at least 1/p packets pass between two early drops; off: the rule of 1993. */
  wait?: boolean;
  /** Packet size that converts idle time to packets. */
  mean_packet_bytes?: number | string;
}

/** RED whose drop probability rises smoothly to 1 between max_th and twice max_th. */
export interface GentleRedQueue {
  kind: 'gentle-red';
  capacity?: BufferCapacity;
  /** Average queue below which no packet is dropped early. */
  min_th?: number | string;
  /** Average queue at which the drop probability reaches max_p. */
  max_th?: number | string;
  /** Drop probability at an average queue of max_th. */
  max_p?: number;
  /** Weight of the current queue in the average. */
  w_q?: number;
  /** Let at least 1/p packets pass between two early drops; off: the rule of 1993. */
  wait?: boolean;
  /** Packet size that converts idle time to packets. */
  mean_packet_bytes?: number | string;
  /** Mark ECN-capable packets instead of dropping them early. Other packets are dropped as before. */
  ecn?: boolean;
  /** With ecn: from this drop probability of the average queue on, packets are dropped instead of marked. Above 1: never. */
  mark_limit?: number;
}

/** Good and bad states have fixed lengths. When a state ends, the next one is random. */
export interface GilbertLoss {
  kind: 'gilbert';
  position?: Position;
  /** Dwell time in the good state. */
  good?: number | string;
  /** Dwell time in the bad state. */
  bad?: number | string;
  /** Loss probability in the good state. */
  good_loss?: number;
  /** Loss probability in the bad state. */
  bad_loss?: number;
  /** Probability that the state changes when its dwell time is over. */
  switch_probability?: number;
  /** What changes the state: the clock, as in the paper's text, or the first packet after the dwell time, as in the paper's simulator. */
  advance?: 'time' | 'arrivals';
}

/** How ACKs are counted for window growth. */
export type GrowthChoice = 'per-ack' | 'byte-counting' | 'linux-count';

/** Every packet is lost during an outage at fixed intervals; independent losses between them. */
export interface HandoffLoss {
  kind: 'handoff';
  position?: Position;
  /** From the start of an outage to the start of the next. */
  period?: number | string;
  /** Length of an outage. */
  outage?: number | string;
  /** Start of the first outage. */
  first?: number | string;
  /** Loss probability between outages. */
  probability?: number;
}

/** At fixed intervals the path changes and has a new random delay, as with satellites in a low orbit. The loss model `handoff` with the same period also loses packets there. */
export interface HandoverDelayModel {
  kind: 'handover';
  /** From one hand-over to the next. */
  period?: number | string;
  /** The first hand-over. */
  first?: number | string;
  /** Smallest one-way delay. */
  min?: number | string;
  /** Largest one-way delay. */
  max?: number | string;
}

export type HandshakeChoice = boolean | 'in-window';

/** A hop between two neighbouring routers: a forward and a backward channel. */
export interface Hop {
  /** A name for messages and paths. */
  name?: string;
  /** Its rate, constant or over time. */
  rate: Rate;
  /** One-way propagation delay, constant or over time. Where one number is needed, as for the RTT of a flow, the smallest delay counts. */
  delay: Delay;
  /** The queue in front of the forward channel. Default: drop-tail of one bandwidth-delay product. */
  queue?: Queue;
  /** The loss model of the forward channel. Default: none. */
  loss?: Loss;
  /** The jitter model of the forward channel: an extra delay, reordering or aggregation. Default: none. */
  jitter?: Jitter;
  /** The backward channel. Default: like the forward one, without loss and jitter. */
  back?: Back;
  /** A proxy at the left router that helps TCP over a lossy hop. */
  agent?: 'snoop' | 'eln' | 'ba-tcp';
  /** Number of identical hops. Default: 1. */
  repeat?: number;
}

/** Parameters of HyStart. */
export interface HystartNumbers {
  /** Slow start does not end below this window, 1 to 1000 segments. Default: 16. */
  low_window?: number;
  /** ACKs at most this far apart are back to back, up to 100 ms. Default: 2 ms. */
  ack_delta?: Seconds;
  /** Which sign ends slow start. Default: both. */
  detect?: HystartSigns;
  /** When rounds begin. Default: every. */
  rounds?: HystartRounds;
}

/** When HyStart's rounds begin. */
export type HystartRounds = 'every' | 'gated';

/** Which of HyStart's two signs ends slow start. */
export type HystartSigns = 'both' | 'train' | 'delay';

/** What happens to the window when a connection was idle for longer than its timeout. */
export type IdleRestartChoice = 'off' | 'halving' | 'at-once';

/** A jitter model with its parameters. */
export type Jitter = NoneJitter | UniformJitter | ReorderJitter | AggregationJitter;

/** What a lane changes. */
export interface LaneChanges {
  /** Name of the lane. Default: made from the other two. */
  label?: string;
  /** The algorithm of the compared flows. Default: the scenario's. */
  algorithm?: Algorithm;
  /** Parameters of that algorithm, in place of those of the flows. */
  parameters?: Record<string, unknown>;
  /** Values to put at paths such as `hops.0.queue.capacity`. */
  set?: Record<string, unknown>;
}

/** The rate to satellites in a low orbit: at fixed intervals the path is assigned anew and has another rate. The delay model `handover` with the same period changes the delay there. */
export interface LeoRateModel {
  kind: 'leo';
  /** Mean rate over a long time, with its outages. Where one number is needed, such as for 1bdp, it is this. */
  mean?: number | string;
  /** Standard deviation of the rate between outages, as a share of its mean there. */
  spread?: number;
  /** For how long a rate holds: the autocorrelation falls to zero over this time. */
  period?: number | string;
  /** Mean length of an outage, in which the rate is zero; 0: there are none. */
  outage?: number | string;
  /** Mean time from the start of an outage to the start of the next, at least twice its length. */
  outage_every?: number | string;
}

/** A loss model with its parameters. */
export type Loss = NoneLoss | BernoulliLoss | GilbertLoss | MarkovLoss | BlackoutLoss | HandoffLoss | ScriptedLoss;

/** Good and bad states alternate; each lasts an exponentially distributed time. */
export interface MarkovLoss {
  kind: 'markov';
  position?: Position;
  /** Mean length of a good state. */
  good_mean?: number | string;
  /** Mean length of a bad state. */
  bad_mean?: number | string;
  /** Loss probability in the good state. */
  good_loss?: number;
  /** Loss probability in the bad state. */
  bad_loss?: number;
}

/** Every packet takes exactly the propagation delay. */
export interface NoneJitter {
  kind: 'none';
}

/** The link loses no packets. Only queues drop packets. */
export interface NoneLoss {
  kind: 'none';
  position?: Position;
}

/** Sends for a random time and pauses for a random time, over one connection. `rate` limits how fast it writes. */
export interface OnOffApplication {
  kind: 'on-off';
  /** Mean time with data to send. */
  on?: number | string;
  /** Mean time without data to send. */
  off?: number | string;
  /** Rate at which it writes while it is on. Default: there is always more data than the connection can send. */
  rate?: number | string;
  /** Every time is exactly the mean instead of exponentially distributed. */
  fixed?: boolean;
}

/** A word, or a list of words. */
export type OneOrMany = RecoveryVariant | RecoveryVariant[];

/** A trace of sending opportunities, as mahimahi writes them. */
export interface Opportunities {
  /** Milliseconds from the start at which 1500 bytes may leave, in order. */
  opportunities_ms: number[];
  /** Whether the list starts again after its last instant. Default: true. */
  loop?: boolean;
}

/** Whether and how a flow paces. */
export type Pacing = PacingWord | PacingNumbers;

/** Numbers of the pacer. */
export interface PacingNumbers {
  /** Windows per round trip in slow start below half of ssthresh, 1 to 10. Default: 2. */
  ss?: number;
  /** Windows per round trip otherwise, 1 to 10. Default: 1.2. */
  ca?: number;
  /** Segments at the start of a connection that are not paced, 0 to 1000. Default: 10. */
  free?: number;
  /** Segments that leave together, 1 to 64, or `tso`: those of about a millisecond. Default: 1. */
  quantum?: Quantum;
}

/** Whether a flow paces. */
export type PacingWord = 'off' | 'on';

/** From a time to a later one. */
export type Period = [Seconds, Seconds];

/** Writes at a rate, as much as the connection can send, or nothing, one phase after the other, over one connection. */
export interface PhasesApplication {
  kind: 'phases';
  /** Pairs of a time and what the application does for that time: a rate, `greedy` or `pause`, such as [["5s", "500kbps"], ["10s", "greedy"], ["3s", "pause"]]. */
  phases?: ([Seconds, BitsPerSecond | 'greedy' | 'pause'])[];
  /** The phases start again after the last one. Otherwise the last one lasts. */
  repeat?: boolean;
}

/** Adjusts its drop probability to keep the queueing delay near a target. */
export interface PieQueue {
  kind: 'pie';
  capacity?: BufferCapacity;
  /** Target queueing delay. */
  target?: number | string;
  /** Time between two updates of the probability. */
  update?: number | string;
  /** Weight of the distance from the target. */
  alpha?: number;
  /** Weight of the change since the last update. */
  beta?: number;
  /** Length of a burst that passes an idle queue without drops. */
  max_burst?: number | string;
  /** Mark ECN-capable packets instead of dropping them early. Other packets are dropped as before. */
  ecn?: boolean;
  /** With ecn: above this drop probability, packets are dropped instead of marked. */
  mark_limit?: number;
}

/** Drops packets that exceed a rate and a burst size, before they reach the queue. The queue itself is drop-tail. */
export interface PolicerQueue {
  kind: 'policer';
  capacity?: BufferCapacity;
  /** Rate at which tokens arrive. Default: half the peak rate of the link. */
  rate?: number | string;
  /** Size of the bucket: the most that can pass at once after a pause. Default: 100 ms of tokens, at least ten packets. */
  burst?: number | string;
}

/** Where a loss model sits on a channel. */
export type Position = 'after' | 'before';

export type Quantum = 'tso' | number;

/** A queue discipline with its parameters. */
export type Queue = DropTailQueue | RedQueue | GentleRedQueue | AdaptiveRedQueue | EasyRedQueue | SredQueue | FredQueue | BredQueue | DredQueue | PieQueue | CodelQueue | PolicerQueue | StepQueue | FqQueue | FqCodelQueue | Dualpi2Queue;

/** Numbers of a QUIC connection. */
export interface QuicNumbers {
  /** A packet is lost if one with a number this much higher is acknowledged, 1 to 1000. Default: 3. */
  packet_threshold?: number;
  /** It is lost after this many RTTs if any higher one is acknowledged, 1 to 8. Default: 1.125. */
  time_threshold?: number;
  /** RTT before the first sample, 1 ms to 10 s. Default: 333 ms. */
  initial_rtt?: Seconds;
  /** Most probes that a probe timeout sends, 1 or 2. Default: 2. */
  probes?: number;
  /** Packets that the receiver acknowledges at once, 1 to 1000; the sender may ask for it by ACK_FREQUENCY. Default: 2; without `delayed_ack`, 1. */
  ack_every?: number;
  /** The receiver acknowledges at once if a packet is missing and one with a number this much higher has arrived, up to 1000. 0: never for that reason. Default: 1. */
  reordering_threshold?: number;
}

/** Parameters of Rapid Start. */
export interface RapidStartNumbers {
  /** The first window in initial windows, 1 to 2. Default: 2. */
  initial_windows?: number;
  /** The constant K of the draft, 0 to 1: how much of the reduction waits for what arrives. Default: 11/18. */
  drain?: number;
}

/** A rate: constant, a list of steps from 0 s on, a trace of sending opportunities, or a model that draws it. */
export type Rate = BitsPerSecond | RateStep[] | Opportunities | RateModel;

/** A model that draws the rate. */
export type RateModel = CellularRateModel | LeoRateModel | WifiRateModel;

/** From this time on, this rate. */
export type RateStep = [Seconds, BitsPerSecond];

export type ReceiveBuffer = 'auto' | 'fixed' | ReceiveBufferNumbers;

/** The memory of a receive buffer that grows. */
export interface ReceiveBufferNumbers {
  /** The memory at first. Default: 128 KiB. */
  initial?: Bytes;
  /** The most memory. Default: 32 MiB. */
  max?: Bytes;
}

/** How a sender recovers from loss. */
export type RecoveryChoice = 'tahoe' | 'reno' | 'newreno' | 'sack' | 'rack';

/** A named departure from the recovery rules. */
export type RecoveryVariant = 'less_careful' | 'reno_gated' | 'min_exit' | 'ns2_exit' | 'rfc' | 'impatient' | 'slow_but_steady' | 'ns2_rto' | 'ns2_sack1' | 'ns2_linux' | 'ns2_linux_whole' | 'ns2_sink';

/** Drops early and at random. The drop probability grows with the average queue; above max_th every packet is dropped. */
export interface RedQueue {
  kind: 'red';
  capacity?: BufferCapacity;
  /** Average queue below which no packet is dropped early. */
  min_th?: number | string;
  /** Average queue at which the drop probability reaches max_p. */
  max_th?: number | string;
  /** Drop probability at an average queue of max_th. */
  max_p?: number;
  /** Weight of the current queue in the average. */
  w_q?: number;
  /** Let at least 1/p packets pass between two early drops; off: the rule of 1993. */
  wait?: boolean;
  /** Packet size that converts idle time to packets. */
  mean_packet_bytes?: number | string;
  /** Mark ECN-capable packets instead of dropping them early. Other packets are dropped as before. */
  ecn?: boolean;
  /** With ecn: from this drop probability of the average queue on, packets are dropped instead of marked. Above 1: never. */
  mark_limit?: number;
}

/** How the window is reduced in a recovery. */
export type ReductionChoice = 'at-once' | 'prr' | 'prr-crb' | 'prr-ssrb';

/** A packet is late with some probability, and packets behind it overtake it. Nothing is lost. */
export interface ReorderJitter {
  kind: 'reorder';
  /** Probability that a packet is late. */
  probability?: number;
  /** Maximum extra delay of a late packet. */
  delay?: number | string;
  /** Every late packet is late by the full delay instead of a random part of it. */
  fixed?: boolean;
}

/** Short transfers one after the other, each over a new connection, with a pause in between. One flow is one user. */
export interface RequestsApplication {
  kind: 'requests';
  /** Mean size of a response. */
  size?: number | string;
  /** Distribution of the sizes. `pareto` gives many small responses and a few very large ones. */
  sizes?: 'fixed' | 'exponential' | 'pareto';
  /** Shape of `pareto`. A value nearer to 1 gives a heavier tail. */
  shape?: number;
  /** Mean pause between a response and the next request. Pauses are exponentially distributed. */
  think?: number | string;
}

export type Rto = RtoPreset | RtoNumbers;

/** Values of a retransmission timer. Default: those of the default timer. */
export interface RtoNumbers {
  /** Smallest timeout. */
  min?: Seconds;
  /** Largest timeout, back-off included. */
  max?: Seconds;
  /** Timeout before the first sample. */
  initial?: Seconds;
  /** Clock granularity. */
  granularity?: Seconds;
}

/** A preset of the retransmission timer. */
export type RtoPreset = 'rfc6298' | 'default' | 'ns2_2001' | 'ns2_2003' | 'ns2_2005' | 'linux' | 'linux6';

/** An experiment: a line of hops, the flows over them, and the lanes to compare. */
export interface Scenario {
  /** Version of this format. */
  version: Version;
  /** A short title. */
  title?: string;
  /** Seed of every random stream. Default: 1. */
  seed?: number;
  /** How long to simulate. */
  duration: Seconds;
  /** Events at the same instant follow the order of ns-2: first by its clock, a floating-point number whose sums are rounded, then by when they were scheduled. Default: true if a flow has the recovery of an agent of ns-2, else false. Without it, departures come before arrivals and arrivals before timers, each in the order of the scenario. */
  ns2_order?: boolean;
  /** Losses draw from the generator of ns-2, so that an exported script loses the same packets. Default: false. */
  ns2_losses?: boolean;
  /** The hops from left to right, between routers R0, R1, …. */
  hops: Hop[];
  /** Algorithms that the scenario contains: texts in Ackscript, by their ids. */
  scripts?: Record<string, string>;
  /** The groups of flows. */
  flows: Flow[];
  /** One entry per lane. Default: one lane with the scenario itself. */
  compare?: CompareEntry[];
  /** Measurement intervals. Default: the whole run. */
  measure?: Period[];
  /** What changes from a given time on. */
  fork?: Fork;
}

/** Loses the listed packets, or some packets out of every N. */
export interface ScriptedLoss {
  kind: 'scripted';
  position?: Position;
  /** Numbers of the packets to lose, counted from 0 as they arrive at the channel, SYN included. */
  packets?: number[];
  /** N: of every N packets, the last `burst` are lost. */
  every?: number | string;
  /** Number of packets to lose out of every N. */
  burst?: number | string;
}

/** seconds as a number, or a string with ns, us, ms or s such as "250ms" */
export type Seconds = number | string;

/** How slow start ends, or how fast it grows. */
export type SlowStartChoice = 'standard' | 'hystart' | 'hystart++' | 'limited' | 'search' | 'careful-resume' | 'rapid-start' | 'jump-start';

/** One time for all flows of a group, a list taken in turn, or evenly spaced times: from…to with both ends, above…to without the lower one. */
export type Spread = Seconds | Seconds[] | {
  from: Seconds;
  to: Seconds;
} | {
  above: Seconds;
  to: Seconds;
};

/** Estimates the number of active flows: it compares arrivals with a list of recent flows. The estimate sets the drop probability. */
export interface SredQueue {
  kind: 'sred';
  capacity?: BufferCapacity;
  /** Length of the list of remembered flows. */
  zombies?: number;
  /** Probability that an arriving flow replaces a remembered flow that it does not match. */
  replace?: number;
  /** Drop probability with many flows and a long queue. */
  max_p?: number;
  /** `full` drops packets of a flow that matched more often. `simple` does not. */
  variant?: 'full' | 'simple';
}

export type Ssthresh = 'infinite' | WindowPackets;

/** Marks every packet that finds more than a threshold in the queue. It uses neither an average nor randomness. */
export interface StepQueue {
  kind: 'step';
  capacity?: BufferCapacity;
  /** Waiting packets above which arrivals are marked. Default: 65 packets, if threshold_time is not given. */
  threshold?: number | string;
  /** Queueing delay above which arrivals are marked, instead of threshold. */
  threshold_time?: number | string;
  /** What happens above the threshold to packets that are not ECN-capable. `drop` drops them. With `pass` only a full queue drops them. */
  non_ect?: 'drop' | 'pass';
  /** Mark ECN-capable packets instead of dropping them early. Other packets are dropped as before. */
  ecn?: boolean;
}

/** A set of mechanisms that belong together. */
export type TcpProfile = 'linux6' | 'classic';

/** The transport protocol. */
export type Transport = 'tcp' | 'quic';

/** What undoes a recovery after a false loss. */
export type UndoChoice = 'none' | 'timestamps';

/** Every packet is late by a random time up to a bound. The packets keep their order unless `overtake` is on. */
export interface UniformJitter {
  kind: 'uniform';
  /** Maximum extra delay. */
  max?: number | string;
  /** Packets may overtake each other. Otherwise they arrive in order. */
  overtake?: boolean;
}

/** The version of this format. */
export type Version = 1;

/** A simple player. It requests one chunk after another. The throughput decides which rate of the ladder it takes. */
export interface VideoApplication {
  kind: 'video';
  /** Rates of the encodings in bit/s, ascending. Default: 350 kbit/s, 750 kbit/s, 1.5 Mbit/s, 3 Mbit/s, 6 Mbit/s. */
  ladder?: number[];
  /** Playing time of a chunk. */
  chunk?: number | string;
  /** Maximum playing time in the buffer. */
  buffer?: number | string;
  /** The chosen rate is at most this fraction of the measured throughput. */
  safety?: number;
}

/** packets as a number, or a string with pkt such as "40pkt" */
export type WholePackets = number | string;

/** The rate of a station in a shared wireless LAN: within a few tenths of a second it may fall to a tenth. */
export interface WifiRateModel {
  kind: 'wifi';
  /** Mean rate over a long time, with its outages. Where one number is needed, such as for 1bdp, it is this. */
  mean?: number | string;
  /** Standard deviation of the rate between outages, as a share of its mean there. */
  spread?: number;
  /** Mean time for which a rate holds: over this time the autocorrelation falls to 1/e. */
  correlation?: number | string;
  /** Mean length of an outage, in which the rate is zero; 0: there are none. */
  outage?: number | string;
  /** Mean time from the start of an outage to the start of the next, at least twice its length. */
  outage_every?: number | string;
}

/** packets as a number, or a string with pkt such as "40pkt" */
export type WindowPackets = number | string;
