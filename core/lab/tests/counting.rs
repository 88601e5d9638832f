//! The flows of a scenario are compared, so they count alike: with ACKs that are delayed, a sender that counts them adds
//! half a segment per round trip where one that counts segments adds a whole one. RFC 5681 §3.1 recommends to count what is
//! acknowledged. The papers' entries keep their senders, and so does what only old links name.

use ackscope_engine::setup::{AckCounting, Setup, SourceSetup, TcpSetup};
use ackscope_lab::experiments::entry::{Evidence, Experiment, Form};
use ackscope_lab::experiments::experiments;
use ackscope_lab::experiments::runs::plan;
use ackscope_lab::score::{ScoreRequest, built_in, spec};
use serde_json::{Map, Value};

/// Algorithms whose rule counts what is delivered, whatever the flow's `growth`.
const COUNT_THEMSELVES: [&str; 4] = [
    // RFC 9438 §4.3: segments_acked.
    "cubic-rfc9438",
    // draft-briscoe-iccrg-prague-congestion-control: acknowledged and unmarked bytes.
    "prague",
    // The model of both is a rate of delivery.
    "bbr",
    "bbr3",
];

/// `sender-thin-acks` compares the two ways to count: a lane of each.
const COMPARES_COUNTING: &str = "sender-thin-acks";

fn counts_segments(tcp: &TcpSetup) -> bool {
    tcp.growth != AckCounting::PerAck
        || COUNT_THEMSELVES.contains(&tcp.algorithm_id())
        // Each ACK is one segment.
        || !tcp.delayed_ack
}

/// The flows of a run that count ACKs.
fn of_acks(setup: &Setup) -> impl Iterator<Item = &str> {
    setup.flows.iter().filter_map(|flow| match &flow.source {
        SourceSetup::Tcp(tcp) if !counts_segments(tcp) => Some(tcp.algorithm_id()),
        _ => None,
    })
}

/// The entries that the page offers of its own.
fn own() -> Vec<Experiment> {
    let offered = |entry: &Experiment| {
        let is_own = entry.paper.is_none() && entry.evidence != Evidence::Live;
        is_own && entry.today.is_none() && entry.id != COMPARES_COUNTING
    };
    experiments().into_iter().filter(offered).collect()
}

#[test]
fn every_lane_of_the_pages_own_entries_counts_segments() {
    let own = own();
    assert!(own.len() > 25, "{} entries", own.len());
    let mut wrong = Vec::new();
    for entry in &own {
        for form in [Form::Full, Form::Quick] {
            for job in plan(entry, form, None).unwrap_or_else(|error| panic!("{}: {error}", entry.id)).jobs {
                let lane = &job.lane().label;
                wrong.extend(of_acks(job.setup()).map(|id| format!("{} {lane}: {id} counts ACKs", entry.id)));
            }
        }
    }
    // The law sees what it is about: in this entry only the lane with `tcp: linux6` counted segments.
    let old = experiments().into_iter().find(|entry| entry.id == "sender-mechanisms").expect("it");
    let jobs = plan(&old, Form::Full, None).expect("runs").jobs;
    let counting: Vec<bool> = jobs.iter().map(|job| of_acks(job.setup()).next().is_some()).collect();
    assert_eq!(counting.iter().filter(|counts_acks| **counts_acks).count() * 5, counting.len() * 4);
    wrong.dedup();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_lane_of_the_report_card_counts_segments() {
    let algorithms = built_in().into_iter().map(str::to_owned).collect();
    let sweep = spec(&ScoreRequest { algorithms, scripts: Map::new(), seeds: 1 }).sweep().expect("a sweep");
    let mut runs = 0;
    for job in sweep.jobs() {
        let setup = sweep.lane(&job).expect("a run").setup;
        assert_eq!(of_acks(&setup).collect::<Vec<_>>(), [""; 0]);
        runs += 1;
    }
    assert!(runs > 100, "{runs} runs");
}

/// What stands for an old entry is the same but for how its flows count: title, lanes, axes, intervals, quantities, seeds.
#[test]
fn an_entry_with_todays_sender_differs_in_nothing_but_the_sender() {
    let all = experiments();
    let replaced: Vec<&Experiment> = all.iter().filter(|entry| entry.today.is_some()).collect();
    assert_eq!(replaced.len(), 10);
    for old in replaced {
        let today = all.iter().find(|entry| Some(&entry.id) == old.today.as_ref());
        let new = today.unwrap_or_else(|| panic!("{}: no {:?}", old.id, old.today));
        assert!(new.today.is_none(), "{}", new.id);
        // A preset has no numbers of its own: what was measured elsewhere is of the old sender.
        let is_preset = new.page.is_some();
        assert_eq!(without_counting(new, is_preset), without_counting(old, is_preset), "{}", old.id);
    }
}

fn without_counting(entry: &Experiment, is_preset: bool) -> Value {
    let mut entry = serde_json::to_value(entry).expect("JSON");
    let texts = ["id", "today", "question", "claims", "values", "notes"];
    let numbers: &[&str] = if is_preset { &["metrics", "plot"] } else { &[] };
    for key in texts.iter().chain(numbers) {
        entry.as_object_mut().expect("an object").remove(*key);
    }
    for flow in entry["scenario"]["flows"].as_array_mut().expect("flows") {
        for key in ["growth", "recovery_variant"] {
            flow.as_object_mut().expect("an object").remove(key);
        }
    }
    entry
}
