//! A script as a BPF program of the kernel's `struct tcp_congestion_ops` (`net/ipv4/bpf_tcp_ca.c`).
//!
//! Numbers are fixed point. The kernel's cwnd is a whole number of segments. The fraction is kept
//! in the connection's private memory and adjusted when the kernel changes cwnd.

use super::bpf_glue::{PRIVATE_BYTES, Parts, glue};
use super::c::{Dialect, Writer};
use super::memory::{FIELDS, MemoryField};
use super::{Refusals, identifier};
use ackscope_program::input::{Event, Input};
use ackscope_program::program::Filter;
use ackscope_script::Checked;
use ackscope_script::check::{Meaning, kind_of};
use ackscope_script::name::{Function, Kind};
use ackscope_script::syntax::{DeclarationKind, Operator};
use std::fmt::Write;

/// Three numbers of a filter and when they came.
const FILTER_BYTES: usize = 36;
/// TCP_CA_NAME_MAX is 16, with the terminating zero.
const NAME_MOST: usize = 15;
/// The first number that does not fit into the 31 integer bits.
const LARGEST: f64 = 2_147_483_648.0;
/// The smallest positive number.
const SMALLEST: f64 = 1.0 / 4_294_967_296.0;

const DIFFERS: [&str; 5] = [
    "on round comes after a reduction for marks, not in the middle of it",
    "during recovery the kernel shapes cwnd by proportional rate reduction; what the script sets holds after it",
    "after a timeout the kernel sets cwnd to 1",
    "ssthresh is a whole number of segments",
    "numbers have 32 bits before and 32 behind the point",
];

#[derive(Default)]
struct Bpf {
    kept: Vec<MemoryField>,
    filters: usize,
}

impl Bpf {
    fn keep<'t>(&mut self, field: MemoryField, text: &'t str) -> &'t str {
        if !self.kept.contains(&field) {
            self.kept.push(field);
        }
        text
    }

    /// Keeps what is taken from the RTT samples of the kernel's estimator. It tells them only by
    /// what they change in the smoothed RTT; the sample of `pkts_acked` is that of the newest
    /// segment, without the wait of a delayed ACK.
    fn keep_rtt<'t>(&mut self, field: MemoryField, text: &'t str) -> &'t str {
        self.keep(MemoryField::Smoothed, "");
        self.keep(field, text)
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
            Input::Rtt => self.keep_rtt(MemoryField::Rtt, "fx_us(c->rtt_us)"),
            Input::Srtt => "fx_us(tp->srtt_us >> 3)",
            Input::Rttvar => "fx_us(tp->rttvar_us >> 2)",
            Input::RttMin => self.keep_rtt(MemoryField::RttMin, "fx_us(c->rtt_min_us)"),
            Input::RttMax => self.keep_rtt(MemoryField::RttMax, "fx_us(c->rtt_max_us)"),
            Input::Window => "fx_min(cwnd, receive_window(tp))",
            Input::ReceiveWindow => "receive_window(tp)",
            Input::Flight => "FX_OF(tp->packets_out)",
            Input::Pipe => "FX_OF(tp->packets_out - tp->sacked_out - tp->lost_out + tp->retrans_out)",
            // The kernel counts the SYN, too.
            Input::Delivered => {
                self.keep(MemoryField::DeliveredAtStart, "FX_OF(tp->delivered - c->delivered_at_start)")
            }
            Input::Lost => "FX_OF(tp->lost)",
            Input::Sent => "FX_OF(tp->data_segs_out)",
            Input::InitialWindow => self.keep(MemoryField::Initial, "FX_OF(c->initial)"),
            Input::SegmentSize => "FX_OF((tp->mss_cache + tp->tcp_header_len + 20) * 8)",
            Input::InSlowStart => "(cwnd < ssthresh)",
            // The kernel leaves the state after it has told of the end.
            Input::InRecovery if known == Some(Event::Recovered) => "false",
            Input::InRecovery => "(tp->inet_conn.icsk_ca_state == TCP_CA_Recovery)",
            Input::AppLimited => "(tp->app_limited != 0)",
            Input::HasRtt => "(tp->srtt_us != 0)",
            Input::Acked => self.keep(MemoryField::Acked, "FX_OF(c->acked)"),
            Input::DeliveredNow => self.keep(MemoryField::Delivered, "FX_OF(tp->delivered - c->delivered)"),
            // In a growth hook the kernel passes the segments to count; an estimator uses those of
            // the ACK.
            Input::Steps if known == Some(Event::Ack) => self.keep(MemoryField::Acked, "FX_OF(c->acked)"),
            Input::Steps => "FX_OF(acked)",
            Input::IsDuplicate => self.keep(MemoryField::Acked, "(c->acked == 0)"),
            Input::NewRtt => self.keep(MemoryField::Sample, "(c->sample_us >= 0)"),
            Input::SegmentRtt => {
                self.keep(MemoryField::Sample, "(c->sample_us >= 0 ? fx_us((__u32)c->sample_us) : 0)")
            }
            Input::RoundTime => self
                .keep(MemoryField::RoundStart, "fx_us((__u32)((__u32)tp->tcp_mstamp - c->round_start_us))"),
            Input::RoundMinRtt => {
                self.keep(MemoryField::RoundSamples, "");
                self.keep(MemoryField::RoundMin, "(c->round_samples ? fx_us(c->round_min_us) : 0)")
            }
            Input::RoundMeanRtt => {
                self.keep(MemoryField::RoundSamples, "");
                self.keep(
                    MemoryField::RoundSum,
                    "(c->round_samples ? fx_us(c->round_sum_us / c->round_samples) : 0)",
                )
            }
            Input::RoundAcked => {
                self.keep(MemoryField::Acked, "");
                self.keep(MemoryField::RoundAcked, "FX_OF(c->round_acked)")
            }
            Input::RoundSent => self.keep(MemoryField::RoundSent, "FX_OF(tp->data_segs_out - c->round_sent)"),
            Input::RoundSamples => self.keep(MemoryField::RoundSamples, "FX_OF(c->round_samples)"),
            Input::Repeated => "repeated",
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
            Function::Exp
            | Function::Log
            | Function::Log10
            | Function::WindowedMax
            | Function::WindowedMin => return None,
        };
        Some(format!("{name}({})", values.join(", ")))
    }

    fn windowed(&mut self, filter: Filter, value: &str, span: &str) -> Option<String> {
        let number = self.filters;
        self.filters += 1;
        let kind = if filter.is_max { "max" } else { "min" };
        let (kind, now) = if filter.by_rounds {
            self.keep(MemoryField::Round, "");
            (format!("{kind}_by_rounds"), self.keep(MemoryField::Rounds, "c->rounds"))
        } else {
            (format!("{kind}_by_time"), "(__u32)tp->tcp_mstamp")
        };
        Some(format!("windowed_{kind}(c->f{number}_best, c->f{number}_at, {value}, {now}, {span})"))
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
            "static __always_inline void on_{}(struct tcp_sock *tp, struct memory *c, {})\n{{\n    \
             fx cwnd = load_cwnd(tp, c), ssthresh = load_ssthresh(tp);\n{body}    {}\n}}\n\n",
            event.word(),
            if event == Event::Timeout { "bool repeated" } else { "__u32 acked" },
            // An estimator only reads the windows.
            if event == Event::Ack { "(void)cwnd;" } else { "store(tp, c, cwnd, ssthresh);" },
        );
    }
    let (mut params, mut first) = (String::new(), String::new());
    // Fields by their size, so that nothing lies between them: the largest ones come first.
    let (mut words, mut halves, mut bools) = (String::new(), String::new(), String::new());
    let mut bytes = 12;
    for declaration in &script.tree.declarations {
        let name = declaration.name;
        let value = writer.constant(declaration.value);
        if declaration.kind != DeclarationKind::State {
            let _ = writeln!(params, "#define p_{name} ({value})");
            continue;
        }
        let (kind, size, fields) = match kind_of(declaration) {
            Kind::Condition => ("bool", 1, &mut bools),
            Kind::Number(_) => ("fx", 8, &mut words),
        };
        bytes += size;
        let _ = writeln!(fields, "    {kind} s_{name};");
        let _ = writeln!(first, "    c->s_{name} = {value};");
    }
    for filter in 0..writer.dialect.filters {
        bytes += FILTER_BYTES;
        let (best, at) = (format!("f{filter}_best"), format!("f{filter}_at"));
        let _ = writeln!(words, "    fx {best}[3];");
        let _ = writeln!(halves, "    __u32 {at}[3];");
        let _ = writeln!(first, "    c->{best}[0] = c->{best}[1] = c->{best}[2] = -FX_MOST;");
        let _ = writeln!(first, "    c->{at}[0] = c->{at}[1] = c->{at}[2] = 0;");
    }
    if script.tree.pace.is_some() {
        writer.refused.add("pace: the kernel sets the pacing rate of such a program itself".to_owned());
    }
    let rounds = script.tree.hooks.iter().any(|hook| hook.event == Event::Round);
    if rounds {
        writer.dialect.keep(MemoryField::Round, "");
    }
    let kept = &writer.dialect.kept;
    for (field, name, size, kind) in FIELDS {
        if kept.contains(&field) {
            bytes += size;
            let fields = if size == 8 { &mut words } else { &mut halves };
            let _ = writeln!(fields, "    {kind} {name};");
        }
    }
    bytes = bytes.div_ceil(8) * 8;
    if bytes > PRIVATE_BYTES {
        writer.refused.add(format!("{bytes} bytes of states: the kernel gives a connection {PRIVATE_BYTES}"));
    }
    let text = glue(&Parts {
        name: &format!("ack_{}", identifier(id, NAME_MOST - 4)),
        params: &params,
        words: &words,
        others: &(halves + &bools),
        first: &first,
        has_filters: writer.dialect.filters > 0,
        hooks: &hooks,
        kept,
    });
    (text, writer.refused, DIFFERS.to_vec())
}
