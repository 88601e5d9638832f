//! The rules of the sender itself, for every algorithm.

mod terms;

use self::terms::{
    AGE, DUPLICATES, LOST, MISSING, PIPE_SIZE, RECOVER, RECOVERY_END, REORDERING, RESTORED, RISE,
    TIMEOUT_TERMS, WINDOW,
};
use crate::catalogue::{Rule, RuleKind, lean_rules, term};

/// The sender's rules.
pub static RULES: &[Rule] = &lean_rules([
    Rule {
        key: "tcp.fast-retransmit",
        kind: RuleKind::FastRetransmit,
        title: "Three duplicate ACKs: the missing segment is retransmitted at once.",
        formula: r"{{duplicates}} \ge 3 \ \Rightarrow\ \text{resend}\ {{segment}},\quad \mathit{recover} = {{recover}}",
        terms: &[DUPLICATES, MISSING, RECOVER],
        source: "RFC 5681 §3.2, RFC 6582 §3.2, RFC 6675 §5",
    },
    Rule {
        key: "tcp.timeout",
        kind: RuleKind::Timeout,
        title: "The retransmission timer expired: all outstanding data counts as lost.",
        formula: r"{{rto}} = \left( {{srtt}} + 4 \cdot {{rttvar}} \right) \cdot {{backoff}},\quad \text{resend from}\ {{segment}}",
        terms: TIMEOUT_TERMS,
        source: "RFC 6298 §2, §5",
    },
    Rule {
        key: "tcp.recovered",
        kind: RuleKind::Phase,
        title: "All data sent before the loss is acknowledged: recovery ends.",
        formula: r"{{ack}} \ge \mathit{recover} = {{recover}},\quad \mathit{cwnd} = {{cwnd}}",
        terms: RECOVERY_END,
        source: "RFC 6582 §3.2 step 3, RFC 6675 §5",
    },
    Rule {
        key: "tcp.start",
        kind: RuleKind::Flow,
        title: "A connection starts.",
        formula: r"\mathit{cwnd} = {{cwnd}},\quad \mathit{ssthresh} = {{ssthresh}}",
        terms: &[
            term("cwnd", r"\mathit{IW}", "segments", "Initial window."),
            term("ssthresh", r"\mathit{ssthresh}", "segments", "Initial slow-start threshold."),
        ],
        source: "RFC 5681 §3.1",
    },
    Rule {
        key: "tcp.stop",
        kind: RuleKind::Flow,
        title: "The source has no more data. Outstanding data is still delivered.",
        formula: r"\mathit{last} = {{segment}}",
        terms: &[term("segment", r"\mathit{max}", "segment", "Segments sent so far.")],
        source: "scenario",
    },
    Rule {
        key: "tcp.corruption-told",
        kind: RuleKind::FastRetransmit,
        title: "An ACK reports that the missing segment was corrupted: it is retransmitted, and the window stays.",
        formula: r"\text{resend}\ {{segment}},\quad \mathit{cwnd} = {{cwnd}}",
        terms: &[
            term("segment", r"\mathit{una}", "segment", "The corrupted segment."),
            term("cwnd", r"\mathit{cwnd}", "segments", "The window, which is not reduced."),
        ],
        source: "Balakrishnan and Katz 1998",
    },
    Rule {
        key: "tcp.fair-share",
        kind: RuleKind::WindowCut,
        title: "The window is set to the fair share that the routers announce.",
        formula: r"{{ssthresh}} = \max\left( \frac{ {{share}} \cdot {{rttmin}} }{ \mathit{size} },\ 2 \right)",
        terms: &[
            term(
                "ssthresh",
                r"\mathit{ssthresh}",
                "segments",
                "The window; after a timeout, the end of slow start.",
            ),
            term("share", r"\mathit{fs}", "bit/s", "The announced share, smoothed."),
            term("rttmin", r"\mathit{RTT}_{\min}", "s", "Smallest RTT seen."),
        ],
        source: "Gerla, Weng and Lo Cigno 2000, reconstruction",
    },
    Rule {
        key: "tcp.three-sacked",
        kind: RuleKind::FastRetransmit,
        title: "Three segments above the missing one are SACKed: it is retransmitted before the third duplicate ACK.",
        formula: r"{{sacked}} \ge 3 \ \Rightarrow\ \text{resend}\ {{segment}},\quad \mathit{recover} = {{recover}},\quad {{duplicates}}",
        terms: &[
            DUPLICATES,
            MISSING,
            RECOVER,
            term("sacked", r"n_{\mathrm{SACK}}", "", "SACKed segments above the missing one."),
        ],
        source: "RFC 6675 §4 IsLost, §5",
    },
    Rule {
        key: "tcp.declared-lost",
        kind: RuleKind::FastRetransmit,
        title: "The algorithm declares the oldest segment lost: it is retransmitted before the third duplicate ACK.",
        formula: r"\text{resend}\ {{segment}},\quad \mathit{recover} = {{recover}},\quad {{duplicates}}",
        terms: &[DUPLICATES, MISSING, RECOVER],
        source: "Brakmo & Peterson 1995 §3.1",
    },
    Rule {
        key: "tcp.recovery-left",
        kind: RuleKind::Phase,
        title: "New data is acknowledged: Reno's fast recovery ends, even if more segments are missing.",
        formula: r"{{ack}} < \mathit{recover} = {{recover}},\quad \mathit{cwnd} = {{cwnd}}",
        terms: RECOVERY_END,
        source: "RFC 2581 §3.2",
    },
    Rule {
        key: "tcp.rack",
        kind: RuleKind::FastRetransmit,
        title: "A segment sent later has arrived, and the reordering time has passed: the missing segment is lost and is retransmitted.",
        formula: r"\text{resend}\ {{segment}},\quad {{age}},\quad {{rtt}},\quad {{reordering}},\quad {{sacked}}",
        terms: &[
            LOST,
            AGE,
            term(
                "rtt",
                r"\mathit{RTT}_{\mathrm{RACK}}",
                "s",
                "RTT of the arrived segment that was sent last.",
            ),
            REORDERING,
            term("sacked", r"n_{\mathrm{SACK}}", "", "SACKed segments."),
        ],
        source: "RFC 8985 §6.2",
    },
    Rule {
        key: "tcp.rack-timer",
        kind: RuleKind::Decision,
        title: "The reordering time has passed, and the segment has not arrived: it is lost.",
        formula: r"\text{resend}\ {{segment}},\quad {{age}},\quad {{reordering}}",
        terms: &[LOST, AGE, REORDERING],
        source: "RFC 8985 §6.2 step 5",
    },
    Rule {
        key: "tcp.retransmission-lost",
        kind: RuleKind::Decision,
        title: "A segment sent after the retransmission has arrived: the retransmission is lost too. The segment is retransmitted again, without a timeout.",
        formula: r"\text{resend}\ {{segment}},\quad {{sent}},\quad {{age}}",
        terms: &[LOST, term("sent", r"t_{\mathrm{sent}}", "s", "When the segment was last sent."), AGE],
        source: "RFC 8985 §6.2",
    },
    Rule {
        key: "tcp.probe",
        kind: RuleKind::FastRetransmit,
        title: "No ACK for about two RTTs: a tail loss probe is sent.",
        formula: r"\text{send}\ {{segment}},\quad {{waited}},\quad {{srtt}},\quad {{outstanding}}",
        terms: &[
            term(
                "segment",
                r"\mathit{probe}",
                "segment",
                "The probe: a new segment, or a retransmission of the highest one.",
            ),
            term("waited", "t", "s", "Time since the last segment was sent."),
            term("srtt", r"\mathit{SRTT}", "s", "Smoothed RTT."),
            term("outstanding", r"n", "", "Segments without an ACK."),
        ],
        source: "RFC 8985 §7",
    },
    Rule {
        key: "tcp.probe-repaired",
        kind: RuleKind::Decision,
        title: "The probe has repaired the loss of the last segment: the window is reduced, but no recovery starts.",
        formula: r"{{segment}}\ \text{was lost}",
        terms: &[LOST],
        source: "RFC 8985 §7.4",
    },
    Rule {
        key: "tcp.prr",
        kind: RuleKind::Decision,
        title: "The window falls in proportion to the delivered segments.",
        formula: r"{{prior}} \searrow {{ssthresh}},\quad {{pipe}}",
        terms: &[
            term("prior", r"\mathit{cwnd}", "segments", "The window before the loss."),
            term("ssthresh", r"\mathit{ssthresh}", "segments", "The window at the end of recovery."),
            term("pipe", r"\mathit{pipe}", "segments", "Segments in the network."),
        ],
        source: "Linux, tcp_cwnd_reduction; after RFC 9937 §6",
    },
    Rule {
        key: "tcp.prr-arrived",
        kind: RuleKind::Decision,
        title: "The data in flight has fallen to the threshold: from now on each delivered segment allows one transmission.",
        formula: r"{{pipe}} \le {{ssthresh}},\quad {{delivered}},\quad {{out}}",
        terms: &[
            term("pipe", r"\mathit{pipe}", "segments", "Segments in the network."),
            term("ssthresh", r"\mathit{ssthresh}", "segments", "The window at the end of recovery."),
            term(
                "delivered",
                r"n_{\mathrm{delivered}}",
                "",
                "Segments delivered since the loss was detected.",
            ),
            term("out", r"n_{\mathrm{sent}}", "", "Segments sent since the loss was detected."),
        ],
        source: "Linux, tcp_cwnd_reduction; after RFC 9937 §6",
    },
    Rule {
        key: "tcp.ecn-echo",
        kind: RuleKind::Decision,
        title: "An ACK reports marks, and the window has not been reduced for them yet.",
        formula: r"{{ack}} > {{point}},\quad \text{next answer after}\ {{until}}",
        terms: &[
            term("ack", r"\mathit{ack}", "segment", "The cumulative ACK."),
            term(
                "point",
                r"\mathit{max}",
                "segment",
                "The highest segment sent at the last reduction; 0 before the first.",
            ),
            term("until", r"\mathit{max}'", "segment", "The highest segment sent now."),
        ],
        source: "RFC 3168 §6.1.2",
    },
    Rule {
        key: "tcp.cwr",
        kind: RuleKind::Decision,
        title: "A segment tells the receiver that the window was reduced. The receiver can stop ECN-Echo.",
        formula: r"\text{CWR on segment}\ {{segment}}",
        terms: &[term("segment", "n", "segment", "The segment.")],
        source: "RFC 3168 §6.1.2",
    },
    Rule {
        key: "slow-start.train",
        kind: RuleKind::Phase,
        title: "ACKs have come back to back for half a round trip (with pacing, a whole one): the pipe is full, and slow start ends.",
        formula: r"{{elapsed}} > {{limit}} \ \Rightarrow\ \mathit{ssthresh} = {{cwnd}}",
        terms: &[
            term("elapsed", r"t - t_{\mathrm{round}}", "s", "Time since the round began."),
            term(
                "limit",
                r"\mathit{limit}",
                "s",
                "The smallest RTT plus up to 1 ms; half of that if segments are not paced.",
            ),
            WINDOW,
        ],
        source: "Linux, tcp_cubic.c",
    },
    Rule {
        key: "slow-start.delay",
        kind: RuleKind::Phase,
        title: "The smallest RTT of the round exceeds that of the connection by more than the threshold: a queue builds up, and slow start ends.",
        formula: r"{{rtt}} > {{least}} + {{rise}} \ \Rightarrow\ \mathit{ssthresh} = {{cwnd}}",
        terms: &[
            term("rtt", r"\mathit{RTT}_{\mathrm{round}}", "s", "Smallest RTT of the round."),
            term("least", r"\mathit{RTT}_{\min}", "s", "Smallest RTT of the connection."),
            RISE,
            WINDOW,
        ],
        source: "Linux, tcp_cubic.c",
    },
    Rule {
        key: "slow-start.css",
        kind: RuleKind::Phase,
        title: "The RTT rises from round to round: slow start continues at a quarter of its pace.",
        formula: r"{{rtt}} \ge {{last}} + {{rise}},\quad {{cwnd}}",
        terms: &[
            term("rtt", r"\mathit{RTT}_{\mathrm{round}}", "s", "Smallest RTT of the round."),
            term("last", r"\mathit{RTT}_{\mathrm{last}}", "s", "Smallest RTT of the round before."),
            RISE,
            WINDOW,
        ],
        source: "RFC 9406 §4.2",
    },
    Rule {
        key: "slow-start.resumed",
        kind: RuleKind::Phase,
        title: "The RTT has fallen again: the rise was a false alarm, and slow start resumes its full pace.",
        formula: r"{{rtt}} < {{baseline}},\quad {{cwnd}}",
        terms: &[
            term("rtt", r"\mathit{RTT}_{\mathrm{round}}", "s", "Smallest RTT of the round."),
            term("baseline", r"\mathit{RTT}_0", "s", "Smallest RTT when the pace was reduced."),
            WINDOW,
        ],
        source: "RFC 9406 §4.2",
    },
    Rule {
        key: "slow-start.ended",
        kind: RuleKind::Phase,
        title: "Five rounds at a quarter of the pace are over: slow start ends.",
        formula: r"{{rounds}} \ge 5 \ \Rightarrow\ \mathit{ssthresh} = {{cwnd}}",
        terms: &[term("rounds", "n", "", "Rounds of conservative slow start."), WINDOW],
        source: "RFC 9406 §4.2",
    },
    Rule {
        key: "tcp.spurious",
        kind: RuleKind::Phase,
        title: "An ACK echoes a timestamp from before the first retransmission: nothing was lost, and the window is restored.",
        formula: r"{{before}} \rightarrow {{cwnd}},\quad {{ssthresh}}",
        terms: RESTORED,
        source: "RFC 3522 §3.2, RFC 4015",
    },
    Rule {
        key: "tcp.spurious-timeout",
        kind: RuleKind::Phase,
        title: "A segment that was never retransmitted has arrived: the timeout was too early (F-RTO), and the window is restored.",
        formula: r"{{before}} \rightarrow {{cwnd}},\quad {{ssthresh}}",
        terms: RESTORED,
        source: "RFC 5682 §3",
    },
    Rule {
        key: "tcp.paced",
        kind: RuleKind::Decision,
        title: "The pacing rate changes. By default it is 2 windows per round trip while cwnd is below ssthresh/2, and 1.2 windows otherwise.",
        formula: r"{{rate}} = {{ratio}} \cdot \frac{ {{window}} }{ {{srtt}} }",
        terms: &[
            term("rate", "r", "segments/s", "The pacing rate."),
            term("ratio", r"\rho", "", "Windows per round trip."),
            term(
                "window",
                r"\mathit{cwnd}",
                "segments",
                "The larger of the window and the outstanding data.",
            ),
            term("srtt", r"\mathit{SRTT}", "s", "Smoothed RTT."),
        ],
        source: "Linux, tcp_input.c, tcp_update_pacing_rate",
    },
    Rule {
        key: "tcp.unused-window",
        kind: RuleKind::Decision,
        title: "The window was not fully used in the last round trip: it does not grow.",
        formula: r"{{used}} < {{cwnd}}",
        terms: &[term("used", r"n_{\max}", "segments", "Most segments outstanding at once."), WINDOW],
        source: "Linux, tcp_is_cwnd_limited",
    },
    Rule {
        key: "tcp.idle-restart",
        kind: RuleKind::WindowCut,
        title: "The connection was idle for longer than its timeout: the window may no longer fit the path and is reduced.",
        formula: r"{{idle}} > {{rto}} \ \Rightarrow\ {{before}} \rightarrow {{cwnd}}",
        terms: &[
            term("before", r"\mathit{cwnd}", "segments", "The window before."),
            term("cwnd", r"\mathit{cwnd}'", "segments", "The window now."),
            term("idle", "t", "s", "Time since the last segment was sent."),
            term("rto", r"\mathit{RTO}", "s", "The timeout."),
        ],
        source: "RFC 2861 §3.1, RFC 5681 §4.1",
    },
    Rule {
        key: "tcp.marks-told",
        kind: RuleKind::Decision,
        title: "An ACK reports marked segments. Shown in a replayed interval only.",
        formula: r"{{marked}} \le {{delivered}}",
        terms: &[
            term("marked", r"n_{\mathrm{CE}}", "segments", "Segments that the ACK newly reports as marked."),
            term("delivered", "n", "segments", "Segments that the ACK newly reports as delivered."),
        ],
        source: "RFC 9768 §3.2; RFC 8257 §3.2",
    },
    Rule {
        key: "tcp.algorithm",
        kind: RuleKind::Decision,
        title: "Another algorithm takes over. The window and the threshold stay the same, unless the start of the new algorithm changes them.",
        formula: r"{{cwnd}},\quad {{ssthresh}}",
        terms: &[
            term("cwnd", r"\mathit{cwnd}", "segments", "The window."),
            term("ssthresh", r"\mathit{ssthresh}", "segments", "The slow-start threshold."),
        ],
        source: "Linux, net/ipv4/tcp_cong.c, tcp_set_congestion_control",
    },
    Rule {
        key: "tcp.burst",
        kind: RuleKind::Decision,
        title: "The sender hands its network card bursts of another size: those of about a millisecond, and more on short paths.",
        formula: r"{{size}},\quad {{cwnd}},\quad {{srtt}}",
        terms: &[
            term("size", r"n", "segments", "Segments of a burst."),
            WINDOW,
            term("srtt", r"\mathit{SRTT}", "s", "Smoothed RTT."),
        ],
        source: "Linux, tcp_output.c, tcp_tso_autosize",
    },
    Rule {
        key: "tcp.dsack",
        kind: RuleKind::Decision,
        title: "An ACK reports a segment that has arrived twice: it was retransmitted needlessly.",
        formula: r"{{segment}}",
        terms: &[term("segment", "n", "segment", "The segment.")],
        source: "RFC 2883 §4",
    },
    Rule {
        key: "tcp.reordering-window",
        kind: RuleKind::Decision,
        title: "The path reorders, and a retransmission was needless: RACK waits one step longer for an overtaken segment.",
        formula: r"{{steps}} \cdot \frac{\mathit{RTT}_{\min}}{4},\quad {{reordering}}",
        terms: &[
            term("steps", "n", "", "Steps, each a quarter of the smallest RTT."),
            term("reordering", r"\mathit{reo}", "s", "The reordering window, at most the smoothed RTT."),
        ],
        source: "RFC 8985 §6.2 step 4",
    },
    Rule {
        key: "tcp.spurious-reported",
        kind: RuleKind::Phase,
        title: "All retransmissions have arrived twice: nothing was lost, and the window is restored.",
        formula: r"{{before}} \rightarrow {{cwnd}},\quad {{ssthresh}}",
        terms: RESTORED,
        source: "RFC 3708; Linux, tcp_input.c, tcp_try_undo_dsack",
    },
    Rule {
        key: "tcp.stale",
        kind: RuleKind::Decision,
        title: "The receiver has discarded a segment: its timestamp is older than that of a segment that came before.",
        formula: r"{{segment}},\quad {{age}} > 0.001",
        terms: &[
            term("segment", "n", "segment", "The segment. Only a retransmission can replace it."),
            term(
                "age",
                r"\Delta t",
                "s",
                "By how much its timestamp is older than the one that the receiver echoes.",
            ),
        ],
        source: "RFC 7323 §5.3; Linux, tcp_input.c, tcp_validate_incoming",
    },
    Rule {
        key: "tcp.undo-held",
        kind: RuleKind::Decision,
        title: "A segment was only late, but other retransmissions are out: the window is not restored.",
        formula: r"{{resent}} \ge 1,\quad \mathit{cwnd} = {{cwnd}}",
        terms: &[
            term(
                "resent",
                r"n_{\mathrm{out}}",
                "",
                "Retransmissions that are out. One of them may be needed.",
            ),
            WINDOW,
        ],
        source: "Linux, tcp_input.c, tcp_try_undo_partial",
    },
    Rule {
        key: "slow-start.search",
        kind: RuleKind::Phase,
        title: "What arrives no longer doubles from one round trip to the next: the pipe is full, and slow start ends.",
        formula: r"1 - \frac{ {{current}} }{2 \cdot {{before}} } = {{part}} \ge 0.35 \ \Rightarrow\ \mathit{ssthresh} = {{cwnd}}",
        terms: &[
            term("before", r"d'", "segments", "Delivered in 3.5 round trips that ended one round trip ago."),
            term("current", "d", "segments", "Delivered in the latest 3.5 round trips."),
            term("part", r"\nu", "", "The part by which this stays below the double."),
            WINDOW,
        ],
        source: "draft-chung-ccwg-search-09 §3",
    },
    Rule {
        key: "slow-start.refused",
        kind: RuleKind::Phase,
        title: "The saved values are not used: the window is as large already, the RTT is another one, or something was lost.",
        formula: r"{{target}},\quad {{least}},\quad {{cwnd}}",
        terms: &[
            term("target", r"\mathit{jump}", "segments", "The window of the jump."),
            term("least", r"\mathit{RTT}_{\min}", "s", "Smallest RTT of the connection."),
            WINDOW,
        ],
        source: "RFC 9959 §4.2",
    },
    Rule {
        key: "slow-start.jump",
        kind: RuleKind::Phase,
        title: "The window jumps, and what it lets go is spread over a round trip.",
        formula: r"{{pipe}} \rightarrow {{cwnd}}\ \text{in}\ {{srtt}}",
        terms: &[PIPE_SIZE, WINDOW, term("srtt", r"\mathit{SRTT}", "s", "Smoothed RTT.")],
        source: "RFC 9959 §4.3; draft-kazuho-ccwg-rapid-start-02 §3.1; Liu et al. 2007",
    },
    Rule {
        key: "slow-start.landed",
        kind: RuleKind::Phase,
        title: "The jump is sent. The window is what is in flight, if the jump has used it; otherwise what has arrived.",
        formula: r"{{flight}},\quad {{pipe}} \ \Rightarrow\ {{cwnd}}",
        terms: &[term("flight", r"\mathit{flight}", "segments", "Segments in flight."), PIPE_SIZE, WINDOW],
        source: "RFC 9959 §4.3",
    },
    Rule {
        key: "slow-start.retreat",
        kind: RuleKind::Phase,
        title: "The path does not hold the jump: the window is half of what has arrived of it.",
        formula: r"{{cwnd}} = {{pipe}} / 2",
        terms: &[PIPE_SIZE, WINDOW],
        source: "RFC 9959 §4.5; Liu et al. 2007",
    },
    Rule {
        key: "slow-start.validated",
        kind: RuleKind::Phase,
        title: "All of the jump has arrived: the algorithm goes on from this window.",
        formula: r"{{pipe}},\quad {{cwnd}}",
        terms: &[PIPE_SIZE, WINDOW],
        source: "RFC 9959 §4.4",
    },
    Rule {
        key: "slow-start.left",
        kind: RuleKind::Phase,
        title: "What was not lost of the jump has arrived. A part of that is the threshold.",
        formula: r"{{pipe}} \ \Rightarrow\ {{ssthresh}}",
        terms: &[PIPE_SIZE, term("ssthresh", r"\mathit{ssthresh}", "segments", "The slow-start threshold.")],
        source: "RFC 9959 §4.5; Liu et al. 2007",
    },
    Rule {
        key: "slow-start.factor",
        kind: RuleKind::Phase,
        title: "The smallest RTT of a round shows whether there is a queue: each round trip triples the window without one, and doubles it with one.",
        formula: r"{{floor}},\quad {{limit}} \ \Rightarrow\ {{factor}} \cdot \mathit{cwnd},\quad {{cwnd}}",
        terms: &[
            term("floor", r"\mathit{RTT}_{\mathrm{floor}}", "s", "Smallest RTT of the round."),
            term(
                "limit",
                r"\mathit{thresh}",
                "s",
                "What it may be without a queue: the smallest RTT of the connection and a tenth more, at most 4 ms.",
            ),
            term("factor", "g", "", "Growth per round trip from now on."),
            WINDOW,
        ],
        source: "draft-kazuho-ccwg-rapid-start-02 §3.2",
    },
    Rule {
        key: "slow-start.silence",
        kind: RuleKind::WindowCut,
        title: "The first loss or mark: the sender pauses until as much is in the network as this window lets go.",
        formula: r"{{part}} \cdot {{before}} \ge {{cwnd}},\quad {{beta}}",
        terms: &[
            term("before", r"\mathit{cwnd}_0", "segments", "The window before."),
            term("part", "s", "", "The part that is left at first."),
            term("beta", r"\beta", "", "The part that the algorithm keeps."),
            WINDOW,
        ],
        source: "draft-kazuho-ccwg-rapid-start-02 §3.3",
    },
    Rule {
        key: "slow-start.settled",
        kind: RuleKind::Phase,
        title: "The first recovery is over: the window is the part of what has arrived in it that the algorithm keeps after a loss.",
        formula: r"{{arrived}},\quad {{lost}},\quad {{before}} > {{cwnd}}",
        terms: &[
            term("before", r"\mathit{cwnd}_0", "segments", "The window before."),
            term("arrived", r"n_{\mathrm{acked}}", "segments", "Of what was in the network then: arrived."),
            term("lost", r"n_{\mathrm{lost}}", "segments", "Found lost since then."),
            WINDOW,
        ],
        source: "draft-kazuho-ccwg-rapid-start-02 §3.3",
    },
]);

/// Duplicate ACKs started a recovery.
pub static FAST_RETRANSMIT: &Rule = &RULES[0];
/// The retransmission timer expired.
pub static TIMEOUT: &Rule = &RULES[1];
/// A recovery ended.
pub static RECOVERED: &Rule = &RULES[2];
/// A connection started.
pub static START: &Rule = &RULES[3];
/// A source stopped.
pub static STOP: &Rule = &RULES[4];
/// A segment was resent because an ACK said that it was corrupted.
pub static CORRUPTION_REPORTED: &Rule = &RULES[5];
/// The window follows the share that routers announce.
pub static FAIR_SHARE: &Rule = &RULES[6];
/// SACK says that a segment is lost before the third duplicate ACK does.
pub static THREE_SACKED: &Rule = &RULES[7];
/// The algorithm declares a segment lost.
pub static DECLARED_LOST: &Rule = &RULES[8];
/// A recovery ended with data from before the loss still missing.
pub static RECOVERY_LEFT: &Rule = &RULES[9];
/// RACK has found a loss, and a recovery starts.
pub static RACK: &Rule = &RULES[10];
/// The reordering timer of RACK has found a loss.
pub static RACK_TIMER: &Rule = &RULES[11];
/// RACK has found a lost retransmission.
pub static RETRANSMISSION_LOST: &Rule = &RULES[12];
/// A tail loss probe.
pub static PROBE: &Rule = &RULES[13];
/// A tail loss probe has repaired the loss of the last segment.
pub static PROBE_LOST: &Rule = &RULES[14];
/// Proportional rate reduction begins.
pub static PRR: &Rule = &RULES[15];
/// Proportional rate reduction has brought the data in flight down to ssthresh.
pub static PRR_ARRIVED: &Rule = &RULES[16];
/// An ACK reported marks, and the algorithm is asked for an answer.
pub static MARK_ANSWERED: &Rule = &RULES[17];
/// A segment carries CWR.
pub static REDUCTION_REPORTED: &Rule = &RULES[18];
/// HyStart has seen a train of ACKs.
pub static SLOW_START_TRAIN: &Rule = &RULES[19];
/// HyStart has seen the RTT rise.
pub static SLOW_START_DELAY: &Rule = &RULES[20];
/// HyStart++ slows down slow start.
pub static SLOW_START_CSS: &Rule = &RULES[21];
/// HyStart++ resumes slow start.
pub static SLOW_START_RESUMED: &Rule = &RULES[22];
/// HyStart++ ends slow start.
pub static SLOW_START_ENDED: &Rule = &RULES[23];
/// Timestamps show that a loss was spurious.
pub static SPURIOUS: &Rule = &RULES[24];
/// F-RTO shows that a timeout was spurious.
pub static SPURIOUS_TIMEOUT: &Rule = &RULES[25];
/// The pacer takes another ratio.
pub static PACED: &Rule = &RULES[26];
/// The window does not grow because it is not used.
pub static UNUSED: &Rule = &RULES[27];
/// The window was cut after an idle time.
pub static IDLE_RESTARTED: &Rule = &RULES[28];
/// An ACK reports marked segments.
pub static MARKS_REPORTED: &Rule = &RULES[29];
/// Another algorithm drives the connection.
pub static SWITCHED: &Rule = &RULES[30];
/// The bursts have another size.
pub static BURST: &Rule = &RULES[31];
/// A segment is reported to have arrived twice.
pub static DUPLICATE_REPORTED: &Rule = &RULES[32];
/// RACK waits longer for overtaken segments.
pub static REORDERING_WIDENED: &Rule = &RULES[33];
/// Reports of duplicates show that a loss was spurious.
pub static SPURIOUS_BY_REPORTS: &Rule = &RULES[34];
/// The receiver has discarded a segment with an old timestamp.
pub static STALE: &Rule = &RULES[35];
/// A spurious retransmission undoes nothing while others are out.
pub static UNDO_HELD: &Rule = &RULES[36];
/// SEARCH ends slow start.
pub static SLOW_START_SEARCH: &Rule = &RULES[37];
/// The saved values of Careful Resume are not used.
pub static SLOW_START_REFUSED: &Rule = &RULES[38];
/// A start has jumped to a larger window.
pub static SLOW_START_JUMP: &Rule = &RULES[39];
/// All of a jump has been sent.
pub static SLOW_START_LANDED: &Rule = &RULES[40];
/// Some of the jump is lost.
pub static SLOW_START_RETREAT: &Rule = &RULES[41];
/// All of the jump has arrived.
pub static SLOW_START_VALIDATED: &Rule = &RULES[42];
/// The retreat from a jump is over.
pub static SLOW_START_LEFT: &Rule = &RULES[43];
/// Rapid Start triples or doubles the window from now on.
pub static SLOW_START_FACTOR: &Rule = &RULES[44];
/// The first recovery of Rapid Start begins.
pub static SLOW_START_SILENCE: &Rule = &RULES[45];
/// The first recovery of Rapid Start is over.
pub static SLOW_START_SETTLED: &Rule = &RULES[46];
