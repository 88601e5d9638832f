//! A script as a BPF program of the kernel's `struct tcp_congestion_ops` (`net/ipv4/bpf_tcp_ca.c`).
//!
//! Numbers are fixed point. The kernel's cwnd is a whole number of segments. The fraction is kept
//! in the connection's private memory and adjusted when the kernel changes cwnd.

use super::c::{Dialect, Writer};
use super::memory::{FIELDS, Kept};
use super::{Refusals, identifier};
use ackscope_program::input::{Event, Input};
use ackscope_script::Checked;
use ackscope_script::check::{Meaning, kind_of};
use ackscope_script::name::{Function, Kind};
use ackscope_script::syntax::{DeclarationKind, Operator};
use std::fmt::Write;

const PRELUDE: &str = include_str!("bpf_prelude.h");
/// The size of `icsk_ca_priv` in Linux 6: 13 words.
const PRIVATE_BYTES: usize = 104;
/// TCP_CA_NAME_MAX is 16, with the terminating zero.
const NAME_MOST: usize = 15;
/// The first number that does not fit into the 31 integer bits.
const LARGEST: f64 = 2_147_483_648.0;
/// The smallest positive number.
const SMALLEST: f64 = 1.0 / 4_294_967_296.0;

const DIFFERS: [&str; 4] = [
    "during recovery the kernel shapes cwnd by proportional rate reduction; what the script sets holds after it",
    "after a timeout the kernel sets cwnd to 1",
    "ssthresh is a whole number of segments",
    "numbers have 32 bits before and 32 behind the point",
];

#[derive(Default)]
struct Bpf {
    kept: Vec<Kept>,
}

impl Bpf {
    fn keep<'t>(&mut self, field: Kept, text: &'t str) -> &'t str {
        if !self.kept.contains(&field) {
            self.kept.push(field);
        }
        text
    }
}

impl Dialect for Bpf {
    const NUMBER: &'static str = "fx";

    fn number(&mut self, value: f64, refused: &mut Refusals) -> String {
        if value.abs() >= LARGEST {
            refused.add(format!("{value}: fixed point ends at 2147483648"));
        } else if value != 0.0 && value.abs() < SMALLEST {
            refused.add(format!("{value}: fixed point begins at {SMALLEST:e}"));
        }
        let fixed = (value / SMALLEST).round() as i64;
        format!("{fixed}LL /* {value} */")
    }

    fn input(&mut self, input: Input, known: Option<Event>) -> Option<String> {
        let text = match input {
            Input::Now => "fx_us(tp->tcp_mstamp)",
            Input::Rtt => self.keep(Kept::Rtt, "fx_us(c->rtt_us)"),
            Input::Srtt => "fx_us(tp->srtt_us >> 3)",
            Input::Rttvar => "fx_us(tp->rttvar_us >> 2)",
            Input::RttMin => self.keep(Kept::RttMin, "fx_us(c->rtt_min_us)"),
            Input::RttMax => self.keep(Kept::RttMax, "fx_us(c->rtt_max_us)"),
            Input::Window => "fx_min(cwnd, receive_window(tp))",
            Input::ReceiveWindow => "receive_window(tp)",
            Input::Flight => "FX_OF(tp->packets_out)",
            Input::Pipe => "FX_OF(tp->packets_out - tp->sacked_out - tp->lost_out + tp->retrans_out)",
            Input::Delivered => "FX_OF(tp->delivered)",
            Input::Lost => "FX_OF(tp->lost)",
            Input::Sent => "FX_OF(tp->data_segs_out)",
            Input::InitialWindow => self.keep(Kept::Initial, "FX_OF(c->initial)"),
            Input::SegmentSize => "FX_OF((tp->mss_cache + tp->tcp_header_len + 20) * 8)",
            Input::InSlowStart => "(cwnd < ssthresh)",
            Input::InRecovery => "(tp->inet_conn.icsk_ca_state == TCP_CA_Recovery)",
            Input::AppLimited => "(tp->app_limited != 0)",
            Input::HasRtt => "(tp->srtt_us != 0)",
            Input::Acked => self.keep(Kept::Acked, "FX_OF(c->acked)"),
            Input::DeliveredNow => self.keep(Kept::Delivered, "FX_OF(tp->delivered - c->delivered)"),
            // In a growth hook the kernel passes the segments to count; an estimator uses those of
            // the ACK.
            Input::Steps if known == Some(Event::Ack) => self.keep(Kept::Acked, "FX_OF(c->acked)"),
            Input::Steps => "FX_OF(acked)",
            Input::IsDuplicate => self.keep(Kept::Acked, "(c->acked == 0)"),
            Input::NewRtt => self.keep(Kept::Sample, "(c->sample_us >= 0)"),
            Input::SegmentRtt => {
                self.keep(Kept::Sample, "(c->sample_us >= 0 ? fx_us((__u32)c->sample_us) : 0)")
            }
            Input::RoundTime => {
                self.keep(Kept::RoundStart, "fx_us((__u32)((__u32)tp->tcp_mstamp - c->round_start_us))")
            }
            Input::RoundMinRtt => {
                self.keep(Kept::RoundSamples, "");
                self.keep(Kept::RoundMin, "(c->round_samples ? fx_us(c->round_min_us) : 0)")
            }
            Input::RoundMeanRtt => {
                self.keep(Kept::RoundSamples, "");
                self.keep(
                    Kept::RoundSum,
                    "(c->round_samples ? fx_us(c->round_sum_us / c->round_samples) : 0)",
                )
            }
            Input::RoundAcked => self.keep(Kept::RoundDelivered, "FX_OF(tp->delivered - c->round_delivered)"),
            Input::RoundSent => self.keep(Kept::RoundSent, "FX_OF(tp->data_segs_out - c->round_sent)"),
            Input::RoundSamples => self.keep(Kept::RoundSamples, "FX_OF(c->round_samples)"),
            Input::Repeated => "(tp->inet_conn.icsk_retransmits > 0)",
            // Not available: the write queue, the segments that one ACK's SACK blocks add, and
            // counts of CE marks, which classic feedback does not carry.
            Input::OldestSent
            | Input::OldestSends
            | Input::Sacked
            | Input::FlightBefore
            | Input::DeliveryRate
            | Input::CeMarked
            | Input::CeFraction => return None,
        };
        Some(text.to_owned())
    }

    fn arithmetic(&self, operator: Operator, a: &str, b: &str) -> String {
        match operator {
            Operator::Multiply => format!("fx_mul({a}, {b})"),
            Operator::Divide => format!("fx_div({a}, {b})"),
            Operator::Add => format!("fx_add({a}, {b})"),
            Operator::Subtract => format!("fx_add({a}, fx_negative({b}))"),
            other => format!("({a} {} {b})", other.sign()),
        }
    }

    fn power(&mut self, base: &str, _: &str, literal: Option<f64>) -> Option<String> {
        let exponent = literal?;
        if exponent == 0.5 {
            return Some(format!("fx_sqrt({base})"));
        }
        if exponent.fract() != 0.0 || !(1.0..=9.0).contains(&exponent.abs()) {
            return None;
        }
        let times = exponent.abs() as usize;
        let product = (1..times).fold(base.to_owned(), |product, _| format!("fx_mul({product}, {base})"));
        Some(if exponent > 0.0 { product } else { format!("fx_div(FX_ONE, {product})") })
    }

    fn call(&mut self, function: Function, values: &[String]) -> Option<String> {
        let name = match function {
            Function::Min | Function::Max => {
                let name = if function == Function::Min { "fx_min" } else { "fx_max" };
                let (first, others) = values.split_first()?;
                return Some(others.iter().fold(first.clone(), |a, b| format!("{name}({a}, {b})")));
            }
            Function::Clamp => {
                let [x, low, high] = values else { return None };
                return Some(format!("fx_min(fx_max({x}, {low}), {high})"));
            }
            Function::Abs => "fx_abs",
            Function::Floor => "fx_floor",
            Function::Ceil => "fx_ceil",
            Function::Round => "fx_round",
            Function::Sqrt => "fx_sqrt",
            Function::Cbrt => "fx_cbrt",
            Function::Sign => "fx_sign",
            Function::Smooth => "fx_smooth",
            Function::Random => return Some("((fx)bpf_get_prandom_u32())".to_owned()),
            Function::Exp | Function::Log | Function::Log10 => return None,
        };
        Some(format!("{name}({})", values.join(", ")))
    }

    fn assign(&self, target: &str, window: Option<Meaning>, value: &str) -> String {
        match window {
            Some(Meaning::Cwnd) => format!("cwnd = fx_min(fx_max({value}, FX_ONE), FX_OF(10000000));"),
            Some(_) => format!("ssthresh = fx_max({value}, FX_OF(2));"),
            None => format!("{target} = {value};"),
        }
    }

    fn state(&self, name: &str) -> String {
        format!("c->s_{name}")
    }
}

/// The hooks in output order, with the New Reno code for a hook that the script leaves out.
const HOOKS: [(Event, &str); 9] = [
    (Event::Start, ""),
    (Event::Ack, ""),
    (Event::SlowStart, "standard_increase();"),
    (Event::Avoidance, "standard_increase();"),
    (Event::Round, ""),
    (Event::Loss, "standard_loss();"),
    (Event::Recovered, ""),
    (Event::Timeout, "standard_timeout();"),
    (Event::Ecn, "standard_loss();"),
];

/// The program, the features it cannot express, and the differences.
pub fn program(id: &str, script: &Checked) -> (String, Refusals, Vec<&'static str>) {
    let mut writer = Writer::new(script, Bpf::default());
    let mut hooks = String::new();
    let increase = writer.hook(Event::Increase);
    for (event, standard) in HOOKS {
        let own = if event.is_growth() { increase.clone() } else { None };
        let body = own.or_else(|| writer.hook(event)).unwrap_or_else(|| format!("    {standard}\n"));
        let _ = write!(
            hooks,
            "static __always_inline void on_{}(struct tcp_sock *tp, struct memory *c, __u32 acked)\n{{\n    \
             fx cwnd = load_cwnd(tp, c), ssthresh = load_ssthresh(tp);\n{body}    {}\n}}\n\n",
            event.word(),
            // An estimator only reads the windows.
            if event == Event::Ack { "(void)cwnd;" } else { "store(tp, c, cwnd, ssthresh);" },
        );
    }
    let (mut params, mut fields, mut first, mut bytes) = (String::new(), String::new(), String::new(), 12);
    for declaration in &script.tree.declarations {
        let name = declaration.name;
        let value = writer.constant(declaration.value);
        let (kind, size) = match kind_of(declaration) {
            Kind::Condition => ("bool", 1),
            Kind::Number(_) => ("fx", 8),
        };
        if declaration.kind == DeclarationKind::State {
            bytes += size;
            let _ = writeln!(fields, "    {kind} s_{name};");
            let _ = writeln!(first, "    c->s_{name} = {value};");
        } else {
            let _ = writeln!(params, "#define p_{name} ({value})");
        }
    }
    if script.tree.pace.is_some() {
        writer.refused.add("pace: the kernel sets the pacing rate of such a program itself".to_owned());
    }
    let rounds = script.tree.hooks.iter().any(|hook| hook.event == Event::Round);
    if rounds {
        writer.dialect.keep(Kept::Round, "");
    }
    let kept = &writer.dialect.kept;
    for (field, name, size, kind) in FIELDS {
        if kept.contains(&field) {
            bytes += size;
            let _ = writeln!(fields, "    {kind} {name};");
        }
    }
    // 8-byte words are aligned to 8 bytes.
    bytes = bytes.div_ceil(8) * 8 + 8;
    if bytes > PRIVATE_BYTES {
        writer.refused.add(format!("{bytes} bytes of states: the kernel gives a connection {PRIVATE_BYTES}"));
    }
    let text = glue(&Parts {
        name: &format!("ack_{}", identifier(id, NAME_MOST - 4)),
        params: &params,
        fields: &fields,
        first: &first,
        hooks: &hooks,
        kept,
    });
    (text, writer.refused, DIFFERS.to_vec())
}

struct Parts<'a> {
    name: &'a str,
    params: &'a str,
    fields: &'a str,
    first: &'a str,
    hooks: &'a str,
    kept: &'a [Kept],
}

/// The code around the hooks: it maps calls of the kernel to events.
fn glue(parts: &Parts) -> String {
    let Parts { name, params, fields, first, hooks, kept } = parts;
    let has = |field: Kept| kept.contains(&field);
    let only = |field: Kept, text: &str| if has(field) { format!("{text}\n") } else { String::new() };
    let begin_round = [
        (Kept::RoundStart, "    c->round_start_us = (__u32)tp->tcp_mstamp;"),
        (Kept::RoundDelivered, "    c->round_delivered = tp->delivered;"),
        (Kept::RoundSent, "    c->round_sent = tp->data_segs_out;"),
        (Kept::RoundSamples, "    c->round_samples = 0;"),
        (Kept::RoundSum, "    c->round_sum_us = 0;"),
        (Kept::RoundMin, "    c->round_min_us = 0xffffffff;"),
    ];
    let begin_round: String = begin_round.iter().map(|(field, text)| only(*field, text)).collect();
    let sample = [
        (Kept::Rtt, "        c->rtt_us = rtt;"),
        (
            Kept::RttMin,
            "        if (!c->rtt_min_us || rtt < c->rtt_min_us)\n            c->rtt_min_us = rtt;",
        ),
        (Kept::RttMax, "        if (rtt > c->rtt_max_us)\n            c->rtt_max_us = rtt;"),
        (Kept::RoundSamples, "        c->round_samples++;"),
        (Kept::RoundSum, "        c->round_sum_us += rtt;"),
        (Kept::RoundMin, "        if (rtt < c->round_min_us)\n            c->round_min_us = rtt;"),
    ];
    let sample: String = sample.iter().map(|(field, text)| only(*field, text)).collect();
    let at_start = [
        (Kept::Rtt, "    c->rtt_us = tp->srtt_us >> 3;"),
        (Kept::RttMin, "    c->rtt_min_us = tp->srtt_us >> 3;"),
        (Kept::RttMax, "    c->rtt_max_us = tp->srtt_us >> 3;"),
        (Kept::Sample, "    c->sample_us = -1;"),
        (Kept::Acked, "    c->acked = 0;"),
        (Kept::Delivered, "    c->delivered = tp->delivered;"),
        (Kept::Initial, "    c->initial = tp->snd_cwnd;"),
    ];
    let at_start: String = at_start.iter().map(|(field, text)| only(*field, text)).collect();
    let round_begins = only(Kept::Round, "    begin_round(tp, c);");
    let round_ends = only(
        Kept::Round,
        "    if ((__s32)(tp->snd_una - c->round_end) >= 0) {\n        on_round(tp, c, acked);\n        begin_round(tp, c);\n    }",
    );
    let round_end = only(Kept::Round, "    c->round_end = tp->snd_nxt;");
    let acked = only(Kept::Acked, "    c->acked = sample->pkts_acked;");
    let own_sample = only(Kept::Sample, "    c->sample_us = sample->rtt_us;");
    let delivered = only(Kept::Delivered, "    c->delivered = tp->delivered;");
    format!(
        r#"
{PRELUDE}
{params}
/* What a connection remembers; the kernel gives it {PRIVATE_BYTES} bytes. */
struct memory {{
    fx cwnd;
    __u32 seen; /* the kernel's cwnd when ours was stored */
{fields}}};

static __always_inline struct memory *memory_of(struct sock *sk)
{{
    return (struct memory *)((struct inet_connection_sock *)sk)->icsk_ca_priv;
}}

/* Our fraction, as long as the kernel has not set the window itself. */
static __always_inline fx load_cwnd(struct tcp_sock *tp, struct memory *c)
{{
    return tp->snd_cwnd == c->seen ? c->cwnd : FX_OF(tp->snd_cwnd);
}}

static __always_inline fx load_ssthresh(struct tcp_sock *tp)
{{
    return tp->snd_ssthresh >= 0x7fffffff ? FX_MOST : FX_OF(tp->snd_ssthresh);
}}

/* The window is written where the kernel lets it grow; in recovery it waits for the end. */
static __always_inline void store(struct tcp_sock *tp, struct memory *c, fx cwnd, fx ssthresh)
{{
    c->cwnd = cwnd;
    c->seen = tp->snd_cwnd;
    tp->snd_ssthresh = ssthresh >= FX_OF(0x7fffffff) ? 0x7fffffff : (__u32)(ssthresh >> 32);
}}

static __always_inline void apply(struct tcp_sock *tp, struct memory *c)
{{
    __u32 whole = (__u32)(c->cwnd >> 32);
    if (whole > tp->snd_cwnd_clamp)
        whole = tp->snd_cwnd_clamp;
    tp->snd_cwnd = whole;
    c->seen = whole;
}}

static __always_inline fx receive_window(struct tcp_sock *tp)
{{
    return tp->mss_cache ? FX_OF(tp->snd_wnd / tp->mss_cache) : 0;
}}

/* What New Reno does. */
#define standard_increase() \
    (cwnd = cwnd < ssthresh ? fx_min(cwnd + FX_OF(acked), fx_max(ssthresh, cwnd + FX_ONE)) \
                            : cwnd + fx_div(FX_OF(acked), cwnd))
#define standard_loss() (cwnd = ssthresh = fx_max(fx_min(cwnd, receive_window(tp)) >> 1, FX_OF(2)))
#define standard_timeout() \
    (ssthresh = tp->inet_conn.icsk_retransmits ? ssthresh : fx_max(fx_min(cwnd, receive_window(tp)) >> 1, FX_OF(2)), \
     cwnd = FX_ONE)

static __always_inline void begin_round(struct tcp_sock *tp, struct memory *c)
{{
{round_end}{begin_round}}}

{hooks}SEC("struct_ops/script_init")
void BPF_PROG(script_init, struct sock *sk)
{{
    struct tcp_sock *tp = (struct tcp_sock *)sk;
    struct memory *c = memory_of(sk);
    c->cwnd = FX_OF(tp->snd_cwnd);
    c->seen = tp->snd_cwnd;
{first}{at_start}{round_begins}    on_start(tp, c, 0);
    apply(tp, c);
}}

/* Every ACK, duplicates too, after its SACK blocks and before losses are looked for. */
SEC("struct_ops/script_pkts_acked")
void BPF_PROG(script_pkts_acked, struct sock *sk, const struct ack_sample *sample)
{{
    struct tcp_sock *tp = (struct tcp_sock *)sk;
    struct memory *c = memory_of(sk);
    __u32 rtt = (__u32)sample->rtt_us;
{acked}{own_sample}    if (sample->rtt_us >= 0) {{
        (void)rtt;
{sample}    }}
    on_ack(tp, c, sample->pkts_acked);
{delivered}}}

/* New data outside recovery. */
SEC("struct_ops/script_cong_avoid")
void BPF_PROG(script_cong_avoid, struct sock *sk, __u32 ack, __u32 acked)
{{
    struct tcp_sock *tp = (struct tcp_sock *)sk;
    struct memory *c = memory_of(sk);
{round_ends}    if (cwnd_is_limit(tp)) {{
        if (load_cwnd(tp, c) < load_ssthresh(tp))
            on_slow_start(tp, c, acked);
        else
            on_avoidance(tp, c, acked);
    }}
    apply(tp, c);
}}

/* Asked at each reduction; which one it is, the next call says. */
SEC("struct_ops/script_ssthresh")
__u32 BPF_PROG(script_ssthresh, struct sock *sk)
{{
    __u32 half = ((struct tcp_sock *)sk)->snd_cwnd >> 1;
    return half > 2 ? half : 2;
}}

SEC("struct_ops/script_set_state")
void BPF_PROG(script_set_state, struct sock *sk, __u8 state)
{{
    struct tcp_sock *tp = (struct tcp_sock *)sk;
    struct memory *c = memory_of(sk);
    if (state == TCP_CA_Recovery) {{
        on_loss(tp, c, 0);
    }} else if (state == TCP_CA_CWR) {{
        on_ecn(tp, c, 0);
    }} else if (state == TCP_CA_Open && tp->inet_conn.icsk_ca_state == TCP_CA_Loss) {{
        on_recovered(tp, c, 0);
        apply(tp, c);
    }}
}}

SEC("struct_ops/script_cwnd_event")
void BPF_PROG(script_cwnd_event, struct sock *sk, enum tcp_ca_event event)
{{
    struct tcp_sock *tp = (struct tcp_sock *)sk;
    struct memory *c = memory_of(sk);
    if (event == CA_EVENT_LOSS) {{
        on_timeout(tp, c, 0);
    }} else if (event == CA_EVENT_COMPLETE_CWR) {{
        /* What the script set at the loss holds now. */
        c->seen = tp->snd_cwnd;
        on_recovered(tp, c, 0);
        apply(tp, c);
    }}
}}

SEC("struct_ops/script_undo_cwnd")
__u32 BPF_PROG(script_undo_cwnd, struct sock *sk)
{{
    struct tcp_sock *tp = (struct tcp_sock *)sk;
    return tp->snd_cwnd > tp->prior_cwnd ? tp->snd_cwnd : tp->prior_cwnd;
}}

SEC(".struct_ops")
struct tcp_congestion_ops {name} = {{
    .init = (void *)script_init,
    .pkts_acked = (void *)script_pkts_acked,
    .cong_avoid = (void *)script_cong_avoid,
    .ssthresh = (void *)script_ssthresh,
    .set_state = (void *)script_set_state,
    .cwnd_event = (void *)script_cwnd_event,
    .undo_cwnd = (void *)script_undo_cwnd,
    .name = "{name}",
}};
"#
    )
}
