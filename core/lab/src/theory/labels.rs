//! Labels of the formulas' quantities: a name has the same label in all formulas.

/// Labels that differ from the name with spaces.
const LABELS: &[(&str, &str)] = &[
    ("base_rtt", "base RTT"),
    ("buffer_bdp", "buffer in BDP"),
    ("buffer_packets", "buffer in packets"),
    ("cubic_window", "CUBIC window"),
    ("p", "loss probability"),
    ("packet_bytes", "packet size"),
    ("rate_bps", "rate in bit/s"),
    ("reno_ratio", "Reno ratio"),
    ("rto", "RTO"),
    ("rtt", "round-trip time"),
    ("rtt_1", "RTT 1"),
    ("rtt_2", "RTT 2"),
    ("rtt_min", "RTT min"),
    ("segments_per_ack", "segments per ACK"),
    ("t", "time"),
    ("utilisation", "utilization"),
    ("westwood_ratio", "Westwood ratio"),
];

/// The label of the quantity `name`: its entry above, or the name with spaces.
pub fn label(name: &str) -> String {
    let own = LABELS.iter().find(|(known, _)| *known == name);
    own.map_or_else(|| with_spaces(name), |(_, label)| (*label).to_owned())
}

fn with_spaces(name: &str) -> String {
    name.replace('_', " ")
}

#[cfg(test)]
mod tests {
    use super::super::formulas;
    use super::{LABELS, label, with_spaces};
    use std::collections::BTreeSet;

    #[test]
    fn every_label_of_the_table_is_of_a_quantity_and_differs_from_its_name() {
        let names = formulas().flat_map(|formula| {
            let inputs = formula.all_inputs().map(|input| input.term.name);
            inputs.chain(formula.all_outputs().map(|output| output.name))
        });
        let names: BTreeSet<&str> = names.collect();
        for &(name, own) in LABELS {
            assert!(names.contains(name), "no formula has a quantity {name}");
            assert_ne!(own, with_spaces(name), "{name} needs no label of its own");
            assert_eq!(label(name), own, "{name} is in the table twice");
        }
        assert_eq!(label("gap_left"), "gap left");
    }
}
