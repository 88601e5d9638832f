//! A script as an ns-3 class in one header. `TcpSocketBase` calls it like its own congestion
//! controls (`src/internet/model/tcp-congestion-ops.h`).

use super::c::{Dialect, Writer};
use super::{Refusals, identifier};
use ackscope_program::input::{Event, Input, Kind};
use ackscope_program::program::Filter;
use ackscope_script::Checked;
use ackscope_script::check::{Meaning, kind_of};
use ackscope_script::name::Function;
use ackscope_script::syntax::{DeclarationKind, Operator};
use std::fmt::Write;

const TEMPLATE: &str = include_str!("ns3_class.h");

const DIFFERS: [&str; 5] = [
    "during recovery ns-3's TcpRecoveryOps shape cwnd; what the script sets holds after it",
    "after a timeout ns-3 sets cwnd to 1",
    "window is cwnd, because the class does not see the receive window",
    "on ack comes with ACKs of new data, and during a recovery with duplicates",
    "on round comes after a reduction for marks, not in the middle of it",
];

#[derive(Default)]
struct Ns3 {
    filters: usize,
}

impl Dialect for Ns3 {
    const NUMBER: &'static str = "double";

    fn number(&mut self, value: f64, _: &mut Refusals) -> String {
        // The shortest digits that read back exactly; the decimal point makes it a double.
        format!("{value:?}")
    }

    fn input(&mut self, input: Input, known: Option<Event>) -> Option<String> {
        let text = match input {
            Input::Now => "Simulator::Now().GetSeconds()",
            Input::Rtt => "m_rtt",
            Input::Srtt => "m_srtt",
            Input::Rttvar => "m_rttvar",
            Input::RttMin => "m_rttMin",
            Input::RttMax => "m_rttMax",
            Input::Window => "cwnd",
            Input::Flight => "(double(tcb->m_highTxMark.Get() - m_una) / tcb->m_segmentSize)",
            // Everything outstanding is lost then.
            Input::Pipe if known == Some(Event::Timeout) => "0.0",
            Input::Pipe => "(double(tcb->m_bytesInFlight.Get()) / tcb->m_segmentSize)",
            Input::Delivered => "m_delivered",
            Input::InitialWindow => "double(tcb->m_initialCWnd)",
            Input::SegmentSize => "(tcb->m_segmentSize * 8.0)",
            Input::InSlowStart => "(cwnd < ssthresh)",
            // ns-3 leaves the state after it has told of the end.
            Input::InRecovery if known == Some(Event::Recovered) => "false",
            Input::InRecovery => "(tcb->m_congState == TcpSocketState::CA_RECOVERY)",
            Input::HasRtt => "(m_rtt > 0)",
            Input::Acked => "m_acked",
            Input::DeliveredNow => "m_deliveredNow",
            // A growth hook gets the segments to count; an estimator uses those of the ACK.
            Input::Steps if known == Some(Event::Ack) => "m_acked",
            Input::Steps => "m_steps",
            Input::NewRtt => "(m_sample > 0)",
            Input::RoundTime => "(Simulator::Now().GetSeconds() - m_roundStart)",
            Input::RoundMinRtt => "(m_roundSamples > 0 ? m_roundMin : 0.0)",
            Input::RoundMeanRtt => "Ratio(m_roundSum, m_roundSamples)",
            Input::RoundAcked => "m_roundAcked",
            Input::RoundSamples => "m_roundSamples",
            Input::Repeated => "m_repeated",
            // TcpCongestionOps sees neither duplicate ACKs nor single segments, nor counts of sent
            // or marked segments.
            Input::ReceiveWindow
            | Input::Lost
            | Input::Sent
            | Input::AppLimited
            | Input::OldestSent
            | Input::OldestSends
            | Input::Sacked
            | Input::FlightBefore
            | Input::IsDuplicate
            | Input::SegmentRtt
            | Input::DeliveryRate
            | Input::RoundSent
            | Input::CeMarked
            | Input::CeFraction => return None,
        };
        Some(text.to_owned())
    }

    fn arithmetic(&self, operator: Operator, a: &str, b: &str) -> String {
        match operator {
            Operator::Divide => format!("Ratio({a}, {b})"),
            other => format!("({a} {} {b})", other.sign()),
        }
    }

    fn power(&mut self, base: &str, exponent: &str, literal: Option<f64>) -> Option<String> {
        Some(match literal {
            Some(2.0) => format!("({base} * {base})"),
            Some(3.0) => format!("({base} * {base} * {base})"),
            _ => format!("std::pow({base}, {exponent})"),
        })
    }

    fn call(&mut self, function: Function, values: &[String]) -> Option<String> {
        let name = match function {
            Function::Min | Function::Max => {
                let name = if function == Function::Min { "std::min" } else { "std::max" };
                let (first, others) = values.split_first()?;
                return Some(others.iter().fold(first.clone(), |a, b| format!("{name}<double>({a}, {b})")));
            }
            Function::Clamp => {
                let [x, low, high] = values else { return None };
                return Some(format!("std::min<double>(std::max<double>({x}, {low}), {high})"));
            }
            Function::Abs => "std::fabs",
            Function::Floor => "std::floor",
            Function::Ceil => "std::ceil",
            Function::Round => "std::round",
            Function::Sqrt => "std::sqrt",
            Function::Cbrt => "std::cbrt",
            Function::Exp => "std::exp",
            Function::Log => "std::log",
            Function::Log10 => "std::log10",
            Function::Sign => "Sign",
            Function::Smooth => "Smooth",
            Function::Random => return Some("m_random->GetValue()".to_owned()),
            Function::WindowedMax | Function::WindowedMin => return None,
        };
        Some(format!("{name}({})", values.join(", ")))
    }

    fn windowed(&mut self, filter: Filter, value: &str, span: &str) -> Option<String> {
        let number = self.filters;
        self.filters += 1;
        let sign = if filter.is_max { "" } else { "-" };
        let now = if filter.by_rounds { "m_rounds" } else { "Simulator::Now().GetSeconds()" };
        Some(format!("({sign}m_filter{number}.Add({sign}({value}), {now}, {span}))"))
    }

    fn assign(&self, target: &str, window: Option<Meaning>, value: &str) -> String {
        match window {
            Some(Meaning::Cwnd) => format!("cwnd = Bounded(cwnd, {value}, 1, 1e7);"),
            Some(_) => format!("ssthresh = Bounded(ssthresh, {value}, 2, 1e15);"),
            None => format!("{target} = Finite({target}, {value});"),
        }
    }

    fn state(&self, name: &str) -> String {
        format!("s_{name}")
    }
}

/// The hooks with their method names, and the New Reno code for a hook that the script leaves out.
const HOOKS: [(Event, &str, &str); 9] = [
    (Event::Start, "OnStart", ""),
    (Event::Ack, "OnAck", ""),
    (Event::SlowStart, "OnSlowStart", "standard_increase();"),
    (Event::Avoidance, "OnAvoidance", "standard_increase();"),
    (Event::Round, "OnRound", ""),
    (Event::Loss, "OnLoss", "standard_loss();"),
    (Event::Recovered, "OnRecovered", ""),
    (Event::Timeout, "OnTimeout", "standard_timeout();"),
    (Event::Ecn, "OnEcn", "standard_loss();"),
];

/// The class, the features it cannot express, and the differences.
pub fn program(id: &str, script: &Checked) -> (String, Refusals, Vec<&'static str>) {
    let mut writer = Writer::new(script, Ns3::default());
    let mut hooks = String::new();
    let increase = writer.hook(Event::Increase);
    for (event, name, standard) in HOOKS {
        let own = if event.is_growth() { increase.clone() } else { None };
        let body = own.or_else(|| writer.hook(event)).unwrap_or_else(|| format!("    {standard}\n"));
        let _ = writeln!(
            hooks,
            "  void {name}(Ptr<const TcpSocketState> tcb)\n  {{\n    double& cwnd = m_cwnd;\n    \
             double& ssthresh = m_ssthresh;\n    (void)tcb, (void)cwnd, (void)ssthresh;\n{body}  }}\n"
        );
    }
    let mut fields = String::new();
    for declaration in &script.tree.declarations {
        let value = writer.constant(declaration.value);
        let kind = if kind_of(declaration) == Kind::Condition { "bool" } else { "double" };
        let name = declaration.name;
        let _ = match declaration.kind {
            DeclarationKind::State => writeln!(fields, "  {kind} s_{name}{{{value}}};"),
            DeclarationKind::Param { .. } => {
                writeln!(fields, "  static constexpr {kind} p_{name}{{{value}}};")
            }
        };
    }
    for filter in 0..writer.dialect.filters {
        let _ = writeln!(fields, "  Windowed m_filter{filter};");
    }
    if script.tree.pace.is_some() {
        writer.refused.add("pace: TcpSocketBase sets the pacing rate of such a class itself".to_owned());
    }
    let text = TEMPLATE
        .replace("ACKSCRIPT_NAME", &class_name(id))
        .replace("  // ACKSCRIPT_HOOKS\n", &hooks)
        .replace("  // ACKSCRIPT_FIELDS\n", &fields);
    (text, writer.refused, DIFFERS.to_vec())
}

/// The congestion controls of ns-3 up to ns-3.44. Our class must not take one of their names.
const OF_NS3: &[&str] = &[
    "TcpBbr",
    "TcpBic",
    "TcpCubic",
    "TcpDctcp",
    "TcpHighSpeed",
    "TcpHtcp",
    "TcpHybla",
    "TcpIllinois",
    "TcpLedbat",
    "TcpLinuxReno",
    "TcpLp",
    "TcpNewReno",
    "TcpScalable",
    "TcpVegas",
    "TcpVeno",
    "TcpWestwood",
    "TcpWestwoodPlus",
    "TcpYeah",
];

/// `my-own` as `TcpMyOwn`, and `vegas` as `TcpVegasScript`.
fn class_name(id: &str) -> String {
    let words = id.split(|sign: char| !sign.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let word = |word: &str| word[..1].to_uppercase() + &identifier(&word[1..], 60);
    let name: String = std::iter::once("Tcp".to_owned()).chain(words.map(word)).collect();
    if OF_NS3.contains(&name.as_str()) { name + "Script" } else { name }
}
