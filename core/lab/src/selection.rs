//! What of a recorded run is written into a table.

use ackscope_engine::catalogue::nearest;
use ackscope_engine::units::{Span, Time};

/// What has a series or an event, by its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A flow of this group.
    Flow {
        /// Its group's name.
        group: String,
    },
    /// The band of a group's flows.
    Group,
    /// A channel of this hop.
    Hop {
        /// The hop's name.
        name: String,
    },
}

/// What is written; an empty list leaves nothing out.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection {
    /// Flows by their own names or by their group's; with flows or hops, no other source is written.
    pub flows: Vec<String>,
    /// Hops by name, or one channel such as `wire forward`.
    pub hops: Vec<String>,
    /// Series by their ids: `bwe` stands for every `bwe:…`, `event` for the events of every rule.
    pub series: Vec<String>,
    /// The first and the last instant.
    pub interval: Option<(Time, Time)>,
    /// One row at each multiple of this time, instead of a row for each bin.
    pub step: Option<Span>,
    /// Whether events are rows among those of the series.
    pub event_rows: bool,
}

impl Default for Selection {
    fn default() -> Selection {
        Selection {
            flows: Vec::new(),
            hops: Vec::new(),
            series: Vec::new(),
            interval: None,
            step: None,
            event_rows: true,
        }
    }
}

/// Whether a hop or a channel is called so. Without a name it is `hop-0`, which was also spelt `hop 0`.
fn is_hop(given: &str, name: &str) -> bool {
    given == name || given.strip_prefix("hop ").is_some_and(|rest| name.strip_prefix("hop-") == Some(rest))
}

/// Whether a name in the list stands for the series `id`.
fn names_series(name: &str, id: &str) -> bool {
    id == name || id.strip_prefix(name).is_some_and(|rest| rest.starts_with(':'))
}

impl Selection {
    /// Whether an instant is in the interval.
    pub fn holds(&self, time: Time) -> bool {
        self.interval.is_none_or(|(from, to)| (from..=to).contains(&time))
    }

    /// Whether a source is written.
    pub fn has_source(&self, name: &str, source: &Source) -> bool {
        if self.flows.is_empty() && self.hops.is_empty() {
            return true;
        }
        match source {
            Source::Flow { group } => self.flows.iter().any(|flow| flow == name || flow == group),
            Source::Group => false,
            Source::Hop { name: hop } => {
                self.hops.iter().any(|given| is_hop(given, name) || is_hop(given, hop))
            }
        }
    }

    /// Whether a series of a source is written.
    pub fn has(&self, name: &str, source: &Source, id: &str) -> bool {
        self.has_source(name, source) && self.names(id)
    }

    /// Whether a series is written, if its source is.
    pub fn names(&self, id: &str) -> bool {
        self.series.is_empty() || self.series.iter().any(|one| names_series(one, id))
    }

    /// Refuses names that stand for nothing among the sources and series of a run.
    ///
    /// # Errors
    /// The option, what was found and what is allowed.
    pub fn check(&self, known: &[(String, Source, String)]) -> Result<(), String> {
        let mut flows: Vec<&str> = Vec::new();
        let mut hops: Vec<&str> = Vec::new();
        let mut series: Vec<&str> = Vec::new();
        for (name, source, id) in known {
            let (list, group) = match source {
                Source::Flow { group } => (&mut flows, group),
                Source::Hop { name } => (&mut hops, name),
                Source::Group => continue,
            };
            for one in [name, group] {
                if !list.contains(&one.as_str()) {
                    list.push(one);
                }
            }
            if !series.contains(&id.as_str()) {
                series.push(id);
            }
        }
        let refuse = |option: &str, found: &str, allowed: &[&str]| {
            let shown: Vec<&str> = allowed.iter().take(40).copied().collect();
            let more = if allowed.len() > shown.len() { ", …" } else { "" };
            let meant = nearest(found, allowed.iter().copied());
            let meant = meant.map_or_else(String::new, |name| format!("; did you mean {name:?}?"));
            Err(format!(
                "{option}: found {found:?}, allowed in these lanes: {}{more}{meant}",
                shown.join(", ")
            ))
        };
        if let Some(flow) = self.flows.iter().find(|flow| !flows.contains(&flow.as_str())) {
            return refuse("--flow", flow, &flows);
        }
        if let Some(hop) = self.hops.iter().find(|given| !hops.iter().any(|hop| is_hop(given, hop))) {
            return refuse("--hop", hop, &hops);
        }
        if let Some(one) = self.series.iter().find(|one| !series.iter().any(|id| names_series(one, id))) {
            return refuse("--series", one, &series);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn a_selection_names_flows_groups_hops_and_series() {
        let flow = Source::Flow { group: "cross".to_owned() };
        let hop = Source::Hop { name: "wire".to_owned() };
        let all = Selection::default();
        assert!(all.has("cross-1", &flow, "cwnd") && all.has("group cross", &Source::Group, "cwnd"));
        let one =
            Selection { flows: list(&["cross-1"]), series: list(&["cwnd", "bwe"]), ..Selection::default() };
        assert!(one.has("cross-1", &flow, "cwnd") && one.has("cross-1", &flow, "bwe:ewma-0.9"));
        assert!(!one.has("cross-2", &flow, "cwnd") && !one.has("cross-1", &flow, "cwnd-2"));
        assert!(!one.has("wire forward", &hop, "cwnd") && !one.has("group cross", &Source::Group, "cwnd"));
        let group = Selection { flows: list(&["cross"]), hops: list(&["wire"]), ..Selection::default() };
        assert!(group.has("cross-2", &flow, "rtt") && group.has("wire backward", &hop, "queue"));
        let unnamed = Source::Hop { name: "hop-0".to_owned() };
        for given in ["hop-0", "hop 0", "hop 0 forward", "hop-0 forward"] {
            let one = Selection { hops: list(&[given]), ..Selection::default() };
            assert!(
                one.has("hop-0 forward", &unnamed, "queue") && !one.has("wire forward", &hop, "queue"),
                "{given}"
            );
        }
        let channel = Selection { hops: list(&["wire forward"]), ..Selection::default() };
        assert!(channel.has("wire forward", &hop, "queue") && !channel.has("wire backward", &hop, "queue"));
    }

    #[test]
    fn a_name_that_stands_for_nothing_is_refused_with_what_is_there() {
        let known = [
            ("main".to_owned(), Source::Flow { group: "main".to_owned() }, "bwe:tf".to_owned()),
            ("wire forward".to_owned(), Source::Hop { name: "wire".to_owned() }, "queue".to_owned()),
        ];
        let refused = |selection: Selection| selection.check(&known).unwrap_err();
        let none = Selection::default();
        assert_eq!(
            refused(Selection { flows: list(&["mian"]), ..none.clone() }),
            "--flow: found \"mian\", allowed in these lanes: main; did you mean \"main\"?"
        );
        assert!(refused(Selection { hops: list(&["main"]), ..none.clone() }).contains("wire forward, wire"));
        assert!(refused(Selection { series: list(&["cwnd"]), ..none.clone() }).contains("bwe:tf, queue"));
        let right =
            Selection { flows: list(&["main"]), hops: list(&["wire"]), series: list(&["bwe"]), ..none };
        assert_eq!(right.check(&known), Ok(()));
    }
}
