//! The table of mechanisms in `docs/scenario.md`. The rest of that page is written by hand.

use super::root;
use ackscope_engine::cc;
use ackscope_engine::mechanism::{Mechanism, Need, REGISTRY, Values};
use ackscope_scenario::LINUX6;

const BEGIN: &str = "<!-- Generated from Rust by `npm run generate`: the table of mechanisms. -->\n";
const END: &str = "<!-- The end of the table. -->\n";

/// The page with a new table between its two marks.
pub fn scenario_page() -> String {
    let page = std::fs::read_to_string(root().join("docs/scenario.md")).expect("the page is there");
    let (before, rest) = page.split_once(BEGIN).expect("the page has the table's first mark");
    let (_, after) = rest.split_once(END).expect("the page has the table's last mark");
    let mut table =
        "| key | values, the first is the default | `linux6` | needs | what it does |\n|---|---|---|---|---|\n"
            .to_owned();
    for mechanism in REGISTRY {
        let Mechanism { key, values, help: _, details, needs } = mechanism;
        let values = match values {
            Values::Flag => "false, true".to_owned(),
            Values::Words { words, .. } => {
                words.iter().map(|it| format!("`{}`", it.word)).collect::<Vec<_>>().join(" ")
            }
        };
        let set = LINUX6.rows.iter().find(|row| row.key == *key).map_or("", |row| row.value);
        let set = if ["", "true"].contains(&set) { set.to_owned() } else { format!("`{set}`") };
        let own = cc::REGISTRY.iter().filter(|spec| cc::features_of(spec.id).own_control.contains(key));
        let own: Vec<String> = own.map(|spec| format!("`{}`", spec.id)).collect();
        let set = if own.is_empty() { set } else { format!("{set}, not for {}", own.join(", ")) };
        let needs: Vec<&str> = needs.iter().map(said).collect();
        table += &format!("| `{key}` | {values} | {set} | {} | {details} |\n", needs.join("; "));
    }
    format!("{before}{BEGIN}\n{table}\n{END}{after}")
}

fn said(need: &Need) -> &'static str {
    match need {
        Need::Sack => "`recovery` `sack` or `rack`",
        Need::Rack => "`recovery` `rack`",
        Need::PlainBoard => "no `recovery_variant` with a scoreboard of ns-2",
        Need::Timestamps => "`timestamps`",
        Need::SharedWindow => "an algorithm that leaves its window to the sender (not `bbr`)",
    }
}
