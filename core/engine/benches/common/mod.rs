//! The setups of the benchmarks, built without the scenario reader.

use ackscope_engine::catalogue::{OwnRules, Params};
use ackscope_engine::cc;
use ackscope_engine::jitter;
use ackscope_engine::loss::none;
use ackscope_engine::queue::drop_tail;
use ackscope_engine::setup::{
    AckCounting, Capacity, ChannelSetup, DelaySetup, Direction, Ecn, FlowSetup, GroupSetup, Handshake,
    HopSetup, JitterSetup, LossPosition, LossSetup, Mechanisms, QueueSetup, RateSetup, Recovery,
    RecoveryVariants, RtoSetup, RtoStyle, Setup, SourceSetup, TcpSetup,
};
use ackscope_engine::units::{BitRate, Span, Time};

/// Simulated time until the windows are full. One flow needs twenty round trips of slow start with
/// delayed ACKs for it.
pub const FULL_AT: Time = Time::from_nanos(4_000_000_000);

/// New Reno flows whose receive windows are `window` segments together, over 100 ms. The path holds
/// five sixths of them and the rest waits. No packet is lost: the same packets pass in the same
/// second, whatever the number of flows.
pub fn line(flows: usize, window: u64) -> Setup {
    let rate = BitRate::from_bps(window * 100_000);
    let delay = Span::from_millis(10);
    let duration = Time::from_secs(1000.0);
    let channel = ChannelSetup {
        rate: RateSetup::Constant(rate),
        delay: DelaySetup::Constant(delay),
        queue: QueueSetup {
            kind: drop_tail::SPEC.id,
            capacity: Capacity::Packets(2 * window),
            params: Params::defaults(drop_tail::SPEC.parameters),
            own: None,
        },
        loss: LossSetup {
            kind: none::SPEC.id,
            position: LossPosition::After,
            shared: false,
            params: Params::defaults(none::SPEC.parameters),
            streams: None,
        },
        jitter: JitterSetup {
            kind: jitter::none::SPEC.id,
            params: Params::defaults(jitter::none::SPEC.parameters),
        },
    };
    let tcp = TcpSetup {
        algorithm: cc::newreno::SPEC.id,
        make: cc::Controller::new,
        own_algorithm: None,
        params: Params::defaults(cc::newreno::SPEC.parameters),
        ack_bytes: 40,
        sack_block_bytes: 0,
        initial_window: 3.0,
        initial_ssthresh: f64::INFINITY,
        receive_window: window / flows as u64,
        segments: None,
        application: None,
        delayed_ack: true,
        delayed_ack_timeout: Span::from_millis(200),
        timestamps: true,
        limited_transmit: true,
        handshake: Handshake::Before,
        recovery: Recovery::NewReno,
        own_recovery: None,
        recovery_variants: RecoveryVariants::default(),
        growth: AckCounting::PerAck,
        marks: ackscope_engine::setup::MarkFeedback::Off,
        beta_ecn: None,
        rto: RtoSetup {
            min: Span::from_millis(1000),
            max: Span::from_millis(60_000),
            initial: Span::from_millis(1000),
            granularity: Span::ZERO,
            style: RtoStyle::Exact,
            ack_delay: Span::ZERO,
        },
        mechanisms: Mechanisms::default(),
        shadow: Vec::new(),
    };
    let flow = |index: usize| FlowSetup {
        name: format!("flow-{index}"),
        group: 0,
        direction: Direction::Forward,
        from: 0,
        to: 1,
        access_rate: BitRate::from_bps(window * 1_000_000),
        access_delays: [Span::from_millis(20); 2],
        receiver_access: true,
        rtt: Span::from_millis(100),
        packet_bytes: 1500,
        periods: vec![(Time::from_nanos(index as u64 * 1_000_000_000 / flows as u64), duration)],
        start_jitter: Span::ZERO,
        send_jitter: Span::ZERO,
        measures_delay: false,
        ecn: Ecn::NotCapable,
        resent_ecn: Ecn::NotCapable,
        source: SourceSetup::Tcp(Box::new(tcp.clone())),
    };
    Setup {
        seed: 1,
        duration,
        hops: vec![HopSetup { name: "hop".into(), forward: channel.clone(), backward: channel, agent: None }],
        flows: (0..flows).map(flow).collect(),
        groups: vec![GroupSetup { name: "flow".into(), compared: false }],
        measure: vec![(FULL_AT, duration)],
        ties: None,
        own_rules: OwnRules::default(),
        fork: None,
    }
}
