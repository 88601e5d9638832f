//! The congestion controls and queues of ns-3 that correspond to ours.

use super::{Remarks, changed};
use ackscope_engine::setup::{AckCounting, Capacity, ChannelSetup, Handshake, Recovery, RtoStyle, TcpSetup};
use ackscope_scenario::Models;

/// The class of a flow's congestion control, or `None` if ns-3 has none.
pub fn control(tcp: &TcpSetup, remarks: &mut Remarks) -> Option<&'static str> {
    let id = tcp.algorithm_id();
    let counts_bytes = tcp.growth == AckCounting::ByteCounting;
    let class = match id {
        "newreno" | "sack" if counts_bytes => "TcpLinuxReno",
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
        other => {
            remarks.cannot(format!("ns-3 has no congestion control {other}"));
            return None;
        }
    };
    match class {
        "TcpWestwoodPlus" => remarks.differs(
            "westwood+: its estimate is unlike its source in ns-3.37 (samples are taken per ACK, not per round trip)",
        ),
        "TcpBbr" => remarks.differs("bbr: in ns-3.37 it does not recover its rate after losses"),
        "TcpVegas" if tcp.delayed_ack => {
            remarks.differs("vegas: in ns-3.37 it misreads its round-trip times under delayed ACKs");
        }
        "TcpCubic" => remarks.differs(format!(
            "{id}: one implementation after RFC 8312 with HyStart; HyStart is turned off here"
        )),
        _ => {}
    }
    if !counts_bytes && !matches!(class, "TcpNewReno" | "TcpVeno" | "TcpHybla") {
        remarks.differs(format!(
            "{id}: {class} counts acknowledged segments, so delayed ACKs do not slow its growth"
        ));
    }
    if tcp.recovery != Recovery::Sack {
        remarks.differs(format!(
            "{id}: recovery without SACK is ns-3's own New Reno ({} here)",
            tcp.recovery.id()
        ));
    }
    if tcp.rto.style != RtoStyle::Exact {
        remarks.differs("the retransmission timer is RFC 6298's, with the scenario's least timeout");
    }
    if tcp.handshake != Handshake::Before {
        remarks.differs("every connection begins with a handshake");
    }
    if tcp.initial_window.fract() != 0.0 {
        remarks.differs("the initial window is a whole number of segments");
    }
    if matches!(tcp.recovery, Recovery::Tahoe | Recovery::Reno) {
        remarks.cannot(format!("{}'s recovery: ns-3 has New Reno's and SACK's", tcp.recovery.id()));
    }
    let left = changed(Models::registered().algorithms, id, &tcp.params, &["variant"]);
    if !left.is_empty() {
        remarks.cannot(format!("{id} with {}: ns-3 has its own numbers", left.join(", ")));
    }
    Some(class)
}

/// A queue: the device's limit in packets, and the queue discipline above it with its attributes.
pub struct Queue {
    /// In packets.
    pub device_packets: u64,
    /// The discipline's class and C++ attribute pairs, if there is one.
    pub discipline: Option<(&'static str, Vec<(&'static str, String)>)>,
}

/// The queue of a channel.
pub fn queue(channel: &ChannelSetup, remarks: &mut Remarks) -> Queue {
    let queue = &channel.queue;
    let none = Queue { device_packets: 1, discipline: None };
    let Capacity::Packets(packets) = queue.capacity else {
        remarks.cannot("a buffer in bytes, as long as packets differ in size by headers");
        return none;
    };
    let number = |name: &str| queue.params.number(name);
    let size = ("MaxSize", format!("QueueSizeValue(QueueSize(\"{packets}p\"))"));
    let double = |x: f64| format!("DoubleValue({x:?})");
    let time = |s: f64| format!("TimeValue(Seconds({s:?}))");
    let above_device = |remarks: &mut Remarks| {
        remarks.differs("below a queue discipline the device holds one packet more");
    };
    match queue.kind {
        "drop-tail" if queue.params.flag("drop_front") => {
            remarks.cannot("dropping from the front");
            none
        }
        "drop-tail" => Queue { device_packets: packets, discipline: None },
        kind @ ("red" | "gentle-red") => {
            above_device(remarks);
            let attributes = vec![
                size,
                ("MinTh", double(number("min_th"))),
                ("MaxTh", double(number("max_th"))),
                ("LInterm", double(1.0 / number("max_p"))),
                ("QW", double(number("w_q"))),
                ("Gentle", format!("BooleanValue({})", kind == "gentle-red")),
                ("Wait", format!("BooleanValue({})", queue.params.flag("wait"))),
                (
                    "MeanPktSize",
                    format!(
                        "UintegerValue({})",
                        queue.params.optional_number("mean_packet_bytes").unwrap_or(1500.0)
                    ),
                ),
                ("LinkBandwidth", format!("DataRateValue(DataRate({}))", channel.rate.peak().bps())),
                ("LinkDelay", time(channel.delay.secs())),
                ("UseHardDrop", "BooleanValue(true)".to_owned()),
                ("UseEcn", "BooleanValue(false)".to_owned()),
            ];
            Queue { device_packets: 1, discipline: Some(("ns3::RedQueueDisc", attributes)) }
        }
        "codel" => {
            above_device(remarks);
            let attributes =
                vec![size, ("Target", time(number("target"))), ("Interval", time(number("interval")))];
            Queue { device_packets: 1, discipline: Some(("ns3::CoDelQueueDisc", attributes)) }
        }
        "pie" => {
            above_device(remarks);
            let attributes = vec![
                size,
                ("QueueDelayReference", time(number("target"))),
                ("Tupdate", time(number("update"))),
                ("A", double(number("alpha"))),
                ("B", double(number("beta"))),
                ("MaxBurstAllowance", time(number("max_burst"))),
            ];
            Queue { device_packets: 1, discipline: Some(("ns3::PieQueueDisc", attributes)) }
        }
        other => {
            remarks.cannot(format!("ns-3 has no {other} queue as it is here"));
            none
        }
    }
}
