//! The catalogue as pages: description, equations, parameters and departures of each model.

use super::evidence::evidence;
use ackscope_engine::cc::{self, RecoverySupport};
use ackscope_lab::catalogue::{Catalogue, Model, Parameter, ParameterKind, RuleDeclaration};
use serde_json::Value;
use std::fmt::Write;

pub const NOTE: &str = "<!-- Generated from Rust by `npm run generate`. Do not edit. -->\n";

/// `docs/algorithms.md`.
pub fn algorithms(catalogue: &Catalogue) -> String {
    let mut page = format!(
        "{NOTE}\n# Algorithms and estimators\n\nEverything here is declared beside the code that does it \
         (`core/engine/src/cc/`, `core/ns2/src/laws/`, `core/engine/src/estimator/`); `ackscope list algorithms` prints the same. \
         The equations are those that the event inspector shows with their numbers.\n"
    );
    contents(&mut page, &[("Algorithms", &catalogue.algorithms), ("Estimators", &catalogue.estimators)]);
    page += "\n## Algorithms\n";
    let evidence = evidence();
    for algorithm in &catalogue.algorithms {
        let loss = match ackscope_ns2::declared_recovery(&algorithm.id) {
            RecoverySupport::Fixed(which) => format!("Loss recovery: always `{}`.", which.id()),
            RecoverySupport::Default(which) => {
                format!("Loss recovery: `{}` unless a flow chooses another.", which.id())
            }
            RecoverySupport::FixedUnless { recovery, free, default } => format!(
                "Loss recovery: always `{}`; the variants `{}` run over `{}` unless a flow chooses another.",
                recovery.id(),
                free.join("` and `"),
                default.id()
            ),
        };
        let own = match cc::features_of(&algorithm.id).own_control {
            [] => String::new(),
            keys => format!(
                " With `tcp: linux6` its module does itself what the profile sets by `{}`.",
                keys.join("`, `")
            ),
        };
        let held = evidence.get(&algorithm.id).map_or("", String::as_str);
        model(&mut page, algorithm, &format!("{loss}{own}\n\n{held}"), &catalogue.rules);
    }
    page += "\n## Estimators\n\nAn estimator can be shown as a shadow beside any algorithm: `\"shadow\": [\"ewma-0.9\"]`.\n";
    for estimator in &catalogue.estimators {
        model(&mut page, estimator, "", &catalogue.rules);
    }
    page
}

/// `docs/queues-and-losses.md`.
pub fn queues_and_losses(catalogue: &Catalogue) -> String {
    let mut page = format!(
        "{NOTE}\n# Queues, losses, delays, rates, jitter and applications\n\nEverything here is declared beside the code that does it \
         (`core/engine/src/queue/`, `core/engine/src/loss/`, `core/engine/src/delay/`, `core/engine/src/rate/`, `core/engine/src/jitter/`, `core/engine/src/application/`). Every queue has a `capacity`, every loss model a `position`: \
         see [the scenario](scenario.md#a-hop).\n"
    );
    contents(
        &mut page,
        &[
            ("Queue disciplines", &catalogue.queues),
            ("Loss models", &catalogue.losses),
            ("Delay models", &catalogue.delays),
            ("Rate models", &catalogue.rates),
            ("Jitter models", &catalogue.jitters),
            ("Applications", &catalogue.applications),
        ],
    );
    page += "\n## Queue disciplines\n";
    for queue in &catalogue.queues {
        model(&mut page, queue, "", &catalogue.rules);
    }
    page += "\n## Loss models\n";
    for loss in &catalogue.losses {
        model(&mut page, loss, "", &catalogue.rules);
    }
    page += "\n## Delay models\n\nThe propagation delay of a channel, if a model draws it: `delay` of a hop or of its `back`.\n";
    for delay in &catalogue.delays {
        model(&mut page, delay, "", &catalogue.rules);
    }
    page +=
        "\n## Rate models\n\nThe rate of a channel, if a model draws it: `rate` of a hop or of its `back`.\n";
    for rate in &catalogue.rates {
        model(&mut page, rate, "", &catalogue.rules);
    }
    page += "\n## Jitter models\n\nHow much later than its propagation delay a channel hands a packet over: `jitter` of a hop or of its `back`.\n";
    for jitter in &catalogue.jitters {
        model(&mut page, jitter, "", &catalogue.rules);
    }
    page += "\n## Applications\n\nWhat writes into the connections of a TCP flow: its `application`.\n";
    for application in &catalogue.applications {
        model(&mut page, application, "", &catalogue.rules);
    }
    page
}

fn contents(page: &mut String, parts: &[(&str, &[Model])]) {
    for (title, models) in parts {
        let ids: Vec<String> = models.iter().map(|model| format!("`{}`", model.id)).collect();
        let _ = writeln!(page, "\n{title}: {}.", ids.join(" "));
    }
}

fn model(page: &mut String, model: &Model, more: &str, rules: &[RuleDeclaration]) {
    let _ = writeln!(page, "\n### {} (`{}`)\n\n{}", model.name, model.id, model.summary);
    let _ = writeln!(page, "\nSource: {}. {more}", sentence(&model.source));
    page.truncate(page.trim_end().len());
    page.push('\n');
    if !model.parameters.is_empty() {
        page.push_str("\n| parameter | default | allowed | what it does | source |\n|---|---|---|---|---|\n");
        for parameter in &model.parameters {
            let cells = [
                format!("`{}`", parameter.name),
                default(parameter),
                allowed(parameter),
                parameter.help.clone(),
                parameter.source.clone(),
            ];
            let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
            let _ = writeln!(page, "| {} |", cells.join(" | "));
        }
    }
    for rule in rules.iter().filter(|rule| rule.algorithm.as_deref() == Some(model.id.as_str())) {
        equation(page, rule);
    }
    if !model.departures.is_empty() {
        page.push_str("\nDepartures:\n\n");
        for departure in &model.departures {
            let _ = writeln!(page, "- {departure}");
        }
    }
}

/// A source without its full stop, for the end of a sentence.
pub fn sentence(text: &str) -> &str {
    text.trim_end_matches('.')
}

fn default(parameter: &Parameter) -> String {
    let unit = if parameter.unit.is_empty() { String::new() } else { format!(" {}", parameter.unit) };
    match &parameter.default {
        Value::Null => "its own".to_owned(),
        Value::String(word) => format!("`{word}`"),
        Value::Number(number) => format!("{}{unit}", number.as_f64().unwrap_or_default()),
        other => other.to_string(),
    }
}

fn allowed(parameter: &Parameter) -> String {
    if !parameter.choices.is_empty() {
        let words: Vec<String> = parameter.choices.iter().map(|word| format!("`{word}`")).collect();
        return words.join(" ");
    }
    if parameter.kind == ParameterKind::Phases {
        return "pairs".to_owned();
    }
    match (parameter.min, parameter.max) {
        (Some(min), Some(max)) => format!("{min} to {max}"),
        (Some(min), None) => format!("{min} and more"),
        (None, Some(max)) => format!("up to {max}"),
        (None, None) => "true or false".to_owned(),
    }
}

fn equation(page: &mut String, rule: &RuleDeclaration) {
    let mut formula = rule.formula.clone();
    for term in &rule.terms {
        formula = formula.replace(&format!("{{{{{}}}}}", term.name), &format!("{{{}}}", term.symbol));
    }
    let _ = writeln!(page, "\n**{}** ({})", rule.title, sentence(&rule.source));
    if !formula.is_empty() {
        let _ = writeln!(page, "\n```math\n{formula}\n```");
    }
    if !rule.terms.is_empty() {
        let of_term = |term: &ackscope_lab::catalogue::TermDeclaration| {
            let unit = if term.unit.is_empty() { String::new() } else { format!(" ({})", term.unit) };
            format!("${}$ {}{unit}", term.symbol, sentence(&lower_first(&term.help)))
        };
        let terms: Vec<String> = rule.terms.iter().map(of_term).collect();
        let _ = writeln!(page, "\nwith {}.", terms.join("; "));
    }
}

/// Lower-cases the first letter of a help text, for use inside a sentence. A word that begins with
/// two capitals, such as RTT, is unchanged.
pub fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    match (letters.next(), text.chars().nth(1)) {
        (Some(first), Some(second)) if !second.is_uppercase() => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => text.to_owned(),
    }
}
