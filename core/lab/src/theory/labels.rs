//! What people call the quantities of the formulas: one name has one label in all of them.

/// By name; in the order of the names.
pub const LABELS: &[(&str, &str)] = &[
    ("additive_rounds", "additive rounds"),
    ("alpha", "alpha"),
    ("asymptote", "asymptote"),
    ("average_window", "average window"),
    ("backlog", "backlog"),
    ("bandwidth", "bandwidth"),
    ("base_rtt", "base RTT"),
    ("beta", "beta"),
    ("buffer", "buffer"),
    ("buffer_bdp", "buffer in BDP"),
    ("buffer_packets", "buffer in packets"),
    ("c", "c"),
    ("cubic_window", "CUBIC window"),
    ("cycle", "cycle"),
    ("decrease", "decrease"),
    ("drain_time", "drain time"),
    ("exact", "exact"),
    ("first", "first"),
    ("first_window", "first window"),
    ("gain", "gain"),
    ("gap", "gap"),
    ("gap_left", "gap left"),
    ("initial_rate", "initial rate"),
    ("initial_window", "initial window"),
    ("keep", "keep"),
    ("left", "left"),
    ("noise_gain", "noise gain"),
    ("p", "loss probability"),
    ("packet_bytes", "packet size"),
    ("rate", "rate"),
    ("rate_bps", "rate in bit/s"),
    ("rate_of_link", "rate of link"),
    ("ratio", "ratio"),
    ("receive_window", "receive window"),
    ("recovery", "recovery"),
    ("reno_ratio", "Reno ratio"),
    ("round", "round"),
    ("rounded_window", "rounded window"),
    ("rounds", "rounds"),
    ("rounds_to_top", "rounds to top"),
    ("rto", "RTO"),
    ("rtt", "round-trip time"),
    ("rtt_1", "RTT 1"),
    ("rtt_2", "RTT 2"),
    ("rtt_min", "RTT min"),
    ("s_max", "s max"),
    ("s_min", "s min"),
    ("samples", "samples"),
    ("samples_per_tau", "samples per tau"),
    ("samples_to_90", "samples to 90"),
    ("search_rounds", "search rounds"),
    ("second", "second"),
    ("segments_per_ack", "segments per ACK"),
    ("share", "share"),
    ("silence", "silence"),
    ("spacing", "spacing"),
    ("t", "time"),
    ("tau", "tau"),
    ("timeout_part", "timeout part"),
    ("total_window", "total window"),
    ("utilisation", "utilization"),
    ("w_max", "w max"),
    ("westwood_ratio", "Westwood ratio"),
    ("window", "window"),
    ("window_before", "window before"),
];

/// The label of the quantity `name`; its name where it has none, which no formula's quantity has.
pub fn label(name: &'static str) -> &'static str {
    let place = LABELS.binary_search_by_key(&name, |(known, _)| known);
    place.map_or(name, |place| LABELS[place].1)
}

#[cfg(test)]
mod tests {
    use super::super::formulas;
    use super::LABELS;
    use std::collections::BTreeSet;

    #[test]
    fn every_quantity_has_a_label_and_every_label_a_quantity() {
        let names = formulas().flat_map(|formula| {
            let inputs = formula.all_inputs().map(|input| input.term.name);
            inputs.chain(formula.all_outputs().map(|output| output.name))
        });
        let names: BTreeSet<&str> = names.collect();
        let known: BTreeSet<&str> = LABELS.iter().map(|(name, _)| *name).collect();
        assert_eq!(known, names);
        assert!(LABELS.is_sorted_by(|(a, _), (b, _)| a < b), "a name is looked up in their order");
        for (name, label) in LABELS {
            assert!(!label.contains('_'), "{name}");
        }
    }
}
