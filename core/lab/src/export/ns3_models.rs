//! The congestion controls and queues of ns-3 that correspond to ours, and what ns-3 makes of a flow.

use super::settings::{carried, model, plain, refuse_others};
use super::{Remarks, Simulator};
use ackscope_engine::catalogue::{Params, Setting};
use ackscope_engine::math::within;
use ackscope_engine::setup::{
    AckCounting, Capacity, ChannelSetup, Ecn, FlowSetup, Handshake, HyStartSetup, MarkFeedback,
    MechanismSettings, Mechanisms, Pacing, PacingQuantum, Recovery, Reduction, RtoSetup, RtoStyle,
    SlowStartRule, SourceSetup, TcpSetup,
};
use ackscope_engine::units::Span;
use ackscope_scenario::Models;

/// The headers of a segment and of an ACK: IPv4 and TCP, the timestamp option with its padding, and
/// two bytes of the point-to-point link.
pub fn headers(tcp: &TcpSetup) -> u32 {
    42 + if tcp.timestamps { 12 } else { 0 }
}

/// The class of a congestion control in ns-3.
pub fn class(tcp: &TcpSetup) -> Option<&'static str> {
    if tcp.own_algorithm.is_some() {
        return None;
    }
    Some(match tcp.algorithm {
        "newreno" | "sack" if tcp.growth != AckCounting::PerAck => "TcpLinuxReno",
        "newreno" | "sack" => "TcpNewReno",
        "cubic" | "cubic-rfc9438" => "TcpCubic",
        "bic" => "TcpBic",
        "stcp" => "TcpScalable",
        "hstcp" => "TcpHighSpeed",
        "htcp" => "TcpHtcp",
        "hybla" => "TcpHybla",
        "veno" => "TcpVeno",
        "vegas" => "TcpVegas",
        "illinois" => "TcpIllinois",
        "westwood+" => "TcpWestwoodPlus",
        "bbr" => "TcpBbr",
        "dctcp" => "TcpDctcp",
        _ => return None,
    })
}

/// Parameters of an algorithm that its class has as attributes: id, parameter, attribute.
const ATTRIBUTES: [(&str, &str, &str); 20] = [
    ("cubic-rfc9438", "c", "TcpCubic::C"),
    ("cubic-rfc9438", "beta", "TcpCubic::Beta"),
    ("cubic-rfc9438", "fast_convergence", "TcpCubic::FastConvergence"),
    ("cubic", "c", "TcpCubic::C"),
    ("cubic", "fast_convergence", "TcpCubic::FastConvergence"),
    ("bic", "low_window", "TcpBic::LowWnd"),
    ("bic", "fast_convergence", "TcpBic::FastConvergence"),
    ("stcp", "b", "TcpScalable::MDFactor"),
    ("htcp", "low_period", "TcpHtcp::DeltaL"),
    ("hybla", "rtt0", "TcpHybla::RRTT"),
    ("illinois", "alpha_max", "TcpIllinois::AlphaMax"),
    ("illinois", "alpha_min", "TcpIllinois::AlphaMin"),
    ("illinois", "beta_max", "TcpIllinois::BetaMax"),
    ("illinois", "beta_min", "TcpIllinois::BetaMin"),
    ("illinois", "window_threshold", "TcpIllinois::WinThresh"),
    ("illinois", "theta", "TcpIllinois::Theta"),
    ("bbr", "startup_gain", "TcpBbr::HighGain"),
    ("bbr", "probe_rtt_duration", "TcpBbr::ProbeRttDuration"),
    ("dctcp", "g", "TcpDctcp::DctcpShiftG"),
    ("dctcp", "alpha_0", "TcpDctcp::DctcpAlphaOnInit"),
];

/// The attributes of whole numbers and of times; the others are real numbers.
const WHOLE: [&str; 3] = ["TcpBic::LowWnd", "TcpIllinois::WinThresh", "TcpIllinois::Theta"];
const TIMES: [&str; 3] = ["TcpHtcp::DeltaL", "TcpHybla::RRTT", "TcpBbr::ProbeRttDuration"];

/// The attributes of a flow's algorithm with their C++ values.
pub fn attributes(tcp: &TcpSetup) -> Vec<(&'static str, String)> {
    let of_algorithm = ATTRIBUTES.iter().filter(|(id, _, _)| *id == tcp.algorithm);
    let value = |&(_, param, name): &(&str, &'static str, &'static str)| {
        let (_, setting) = tcp.params.iter().find(|(known, _)| *known == param)?;
        let value = match setting {
            Setting::Number(x) if WHOLE.contains(&name) => format!("UintegerValue({})", x.round()),
            Setting::Number(x) if TIMES.contains(&name) => format!("TimeValue(Seconds({x:?}))"),
            Setting::Number(x) => format!("DoubleValue({x:?})"),
            Setting::Flag(x) => format!("BooleanValue({x})"),
            _ => return None,
        };
        Some((name, value))
    };
    of_algorithm.filter_map(value).collect()
}

/// Remarks on what a class does in another way than its algorithm, besides its keys.
pub fn of_class(tcp: &TcpSetup, class: &str, remarks: &mut Remarks) {
    let id = tcp.algorithm;
    match class {
        "TcpWestwoodPlus" => remarks.differs(
            "westwood+: its estimate is unlike its source in ns-3.37 (samples are taken per ACK, not per round trip)",
        ),
        "TcpBbr" => remarks.differs("bbr: in ns-3.37 it does not recover its rate after losses"),
        "TcpVegas" if tcp.delayed_ack => {
            remarks.differs("vegas: in ns-3.37 it misreads its round-trip times under delayed ACKs");
        }
        "TcpCubic" => remarks.differs(format!("{id}: one implementation after RFC 8312")),
        _ => {}
    }
}

/// A flow as the program sends it.
pub fn sent(flow: &FlowSetup) -> FlowSetup {
    let plain = plain();
    let mut ecn = Ecn::NotCapable;
    let source = match &flow.source {
        SourceSetup::Tcp(tcp) => {
            let theirs = connection(tcp, &plain);
            if theirs.marks != MarkFeedback::Off {
                ecn = Ecn::Capable0;
            }
            SourceSetup::Tcp(Box::new(theirs))
        }
        cbr @ SourceSetup::Cbr { .. } => cbr.clone(),
    };
    let resent_ecn = if is_dctcp(&source) { ecn } else { plain.resent_ecn };
    FlowSetup { ecn, resent_ecn, ..carried(flow, source) }
}

fn is_dctcp(source: &SourceSetup) -> bool {
    matches!(source, SourceSetup::Tcp(tcp) if tcp.algorithm == "dctcp")
}

/// A connection as ns-3 makes it: what its sockets take over, and their rules for the rest.
pub fn connection(tcp: &TcpSetup, plain: &FlowSetup) -> TcpSetup {
    let SourceSetup::Tcp(plain) = &plain.source else { unreachable!("it has an algorithm") };
    let class = class(tcp).unwrap_or_default();
    let has_sack = tcp.recovery.uses_sack();
    let is_reduced = has_sack && tcp.mechanisms.chosen.reduction != Reduction::AtOnce;
    let is_cubic = class == "TcpCubic";
    let window = tcp.initial_window.floor();
    TcpSetup {
        algorithm: tcp.algorithm,
        own_algorithm: tcp.own_algorithm.clone(),
        params: params(tcp),
        ack_bytes: headers(tcp),
        sack_block_bytes: if has_sack { 8 } else { 0 },
        initial_window: window,
        initial_ssthresh: tcp.initial_ssthresh.floor(),
        receive_window: tcp.receive_window,
        segments: tcp.segments,
        delayed_ack: tcp.delayed_ack,
        delayed_ack_timeout: tcp.delayed_ack_timeout,
        timestamps: tcp.timestamps,
        limited_transmit: tcp.limited_transmit,
        handshake: Handshake::Before,
        recovery: if has_sack { Recovery::Sack } else { Recovery::NewReno },
        growth: match class {
            "TcpNewReno" | "TcpVeno" | "TcpHybla" => AckCounting::PerAck,
            _ => AckCounting::ByteCounting,
        },
        marks: match tcp.marks {
            MarkFeedback::State if class == "TcpDctcp" => MarkFeedback::State,
            MarkFeedback::Classic => MarkFeedback::Classic,
            _ => MarkFeedback::Off,
        },
        rto: RtoSetup {
            min: tcp.rto.min,
            max: Span::from_millis(60_000),
            initial: tcp.rto.initial,
            granularity: Span::from_secs(granularity_s(tcp)),
            ack_delay: Span::ZERO,
            style: RtoStyle::Exact,
        },
        mechanisms: Mechanisms {
            slow_start: match tcp.mechanisms.slow_start {
                SlowStartRule::HyStart if is_cubic => SlowStartRule::HyStart,
                _ => SlowStartRule::Standard,
            },
            hystart: if is_cubic {
                HyStartSetup { gated_rounds: false, ..tcp.mechanisms.hystart }
            } else {
                HyStartSetup::LINUX
            },
            pacing: tcp.mechanisms.pacing.map(|pacing| Pacing {
                slow_start: percent(pacing.slow_start) / 100.0,
                avoidance: percent(pacing.avoidance) / 100.0,
                free: window as u64,
                quantum: PacingQuantum::Segments(1),
            }),
            chosen: MechanismSettings {
                reduction: if is_reduced { Reduction::Prr } else { Reduction::AtOnce },
                ..plain.mechanisms.chosen
            },
            ..plain.mechanisms
        },
        ..(**plain).clone()
    }
}

/// Ratios of pacing are whole percents there.
pub fn percent(ratio: f64) -> f64 {
    within((100.0 * ratio).round(), 0.0, 65_535.0)
}

/// The granularity that the program sets, in seconds.
pub fn granularity_s(tcp: &TcpSetup) -> f64 {
    tcp.rto.granularity.secs().max(1e-3)
}

/// The numbers of an algorithm: what its class has as attributes is taken over. The classes follow
/// current kernels where a model has that variant.
fn params(tcp: &TcpSetup) -> Params {
    let Some(spec) = Models::registered().algorithms.iter().find(|spec| spec.id == tcp.algorithm) else {
        return tcp.params.clone();
    };
    let mut params = Params::defaults(spec.parameters);
    let takes = |param: &str| ATTRIBUTES.iter().any(|(id, known, _)| *id == tcp.algorithm && *known == param);
    for (name, setting) in tcp.params.iter().filter(|(name, _)| takes(name)) {
        let setting = match setting {
            Setting::Number(x) if matches!(name, "low_window" | "window_threshold" | "theta") => {
                Setting::Number(x.round())
            }
            other => other.clone(),
        };
        params.set(name, setting);
    }
    params
}

/// A queue: the device's limit in packets, and the queue discipline above it with its attributes.
pub struct Queue {
    pub device_packets: u64,
    /// The discipline's class and C++ attribute pairs, if there is one.
    pub discipline: Option<(&'static str, Vec<(&'static str, String)>)>,
}

pub fn queue(channel: &ChannelSetup, remarks: &mut Remarks) -> Queue {
    let queue = &channel.queue;
    let none = Queue { device_packets: 1, discipline: None };
    let models = Models::registered();
    refuse_others(models.queues, queue.kind, &queue.params, translated(queue.kind), Simulator::Ns3, remarks);
    let Capacity::Packets(packets) = queue.capacity else {
        remarks.cannot("a queue with a capacity in bytes: packets differ in size by their headers");
        return none;
    };
    if queue.kind == "drop-tail" {
        return Queue { device_packets: packets, discipline: None };
    }
    let (class, own) = match queue.kind {
        "red" | "gentle-red" => ("ns3::RedQueueDisc", red_attributes(channel)),
        "codel" => ("ns3::CoDelQueueDisc", codel_attributes(&queue.params)),
        "fq-codel" => ("ns3::FqCoDelQueueDisc", fq_codel_attributes(&queue.params)),
        "pie" => ("ns3::PieQueueDisc", pie_attributes(&queue.params)),
        other => {
            remarks
                .cannot(format!("ns-3 has no queue {} of capacity {packets}", model(other, &queue.params)));
            return none;
        }
    };
    remarks.differs("below a queue discipline the device holds one packet more");
    if queue.kind == "fq-codel"
        && let Some(quantum) = queue.params.optional_number("quantum")
    {
        remarks.differs(format!("fq-codel: quantum is {quantum} here, the largest packet in ns-3"));
    }
    let mut attributes = vec![("MaxSize", format!("QueueSizeValue(QueueSize(\"{packets}p\"))"))];
    attributes.extend(own);
    Queue { device_packets: 1, discipline: Some((class, attributes)) }
}

/// The parameters of a discipline that its attributes carry.
fn translated(kind: &str) -> &'static [&'static str] {
    match kind {
        "red" | "gentle-red" => {
            &["min_th", "max_th", "max_p", "w_q", "wait", "mean_packet_bytes", "ecn", "mark_limit"]
        }
        "codel" => &["target", "interval", "ecn", "ce_threshold", "ce_threshold_for"],
        "fq-codel" => &[
            "target",
            "interval",
            "quantum",
            "buckets",
            "drop_batch",
            "ecn",
            "ce_threshold",
            "ce_threshold_for",
        ],
        "pie" => &["target", "update", "alpha", "beta", "max_burst", "ecn", "mark_limit"],
        _ => &[],
    }
}

/// Attributes of a discipline with their values in C++.
type Attributes = Vec<(&'static str, String)>;

fn red_attributes(channel: &ChannelSetup) -> Attributes {
    let params = &channel.queue.params;
    let mean_packet_bytes = params.optional_number("mean_packet_bytes").unwrap_or(1500.0);
    vec![
        ("MinTh", double(params.number("min_th"))),
        ("MaxTh", double(params.number("max_th"))),
        ("LInterm", double(1.0 / params.number("max_p"))),
        ("QW", double(params.number("w_q"))),
        ("Gentle", boolean(channel.queue.kind == "gentle-red")),
        ("Wait", boolean(params.flag("wait"))),
        ("MeanPktSize", format!("UintegerValue({mean_packet_bytes})")),
        ("LinkBandwidth", format!("DataRateValue(DataRate({}))", channel.rate.nominal().bps())),
        ("LinkDelay", time(channel.delay.least().secs())),
        // With marks: above the upper threshold packets are dropped, as from the limit on.
        ("UseHardDrop", boolean(params.number("mark_limit") <= 1.0)),
        ("UseEcn", boolean(marks(params))),
    ]
}

fn codel_attributes(params: &Params) -> Attributes {
    let mut attributes = vec![
        ("Target", format!("StringValue(\"{}s\")", params.number("target"))),
        ("Interval", format!("StringValue(\"{}s\")", params.number("interval"))),
        ("UseEcn", boolean(marks(params))),
    ];
    attributes.extend(mark_threshold(params));
    attributes
}

fn fq_codel_attributes(params: &Params) -> Attributes {
    let mut attributes = vec![
        ("Target", format!("StringValue(\"{}s\")", params.number("target"))),
        ("Interval", format!("StringValue(\"{}s\")", params.number("interval"))),
        ("Flows", format!("UintegerValue({})", params.number("buckets"))),
        ("DropBatchSize", format!("UintegerValue({})", params.number("drop_batch"))),
        ("UseEcn", boolean(marks(params))),
    ];
    attributes.extend(mark_threshold(params));
    attributes
}

fn pie_attributes(params: &Params) -> Attributes {
    vec![
        ("QueueDelayReference", time(params.number("target"))),
        ("Tupdate", time(params.number("update"))),
        ("A", double(params.number("alpha"))),
        ("B", double(params.number("beta"))),
        ("MaxBurstAllowance", time(params.number("max_burst"))),
        ("UseEcn", boolean(marks(params))),
        ("MarkEcnThreshold", double(params.number("mark_limit"))),
    ]
}

/// The step that marks above a delay, if the discipline has one.
fn mark_threshold(params: &Params) -> Attributes {
    let only = boolean(params.choice("ce_threshold_for") == "ect1");
    let found = params.optional_number("ce_threshold");
    found.map_or(Vec::new(), |s| vec![("CeThreshold", time(s)), ("UseL4s", only)])
}

fn marks(params: &Params) -> bool {
    params.iter().any(|(known, it)| known == "ecn" && *it == Setting::Flag(true))
}

fn double(x: f64) -> String {
    format!("DoubleValue({x:?})")
}

fn time(s: f64) -> String {
    format!("TimeValue(Seconds({s:?}))")
}

fn boolean(is: bool) -> String {
    format!("BooleanValue({is})")
}
