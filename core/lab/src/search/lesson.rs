//! A find as a lesson of one's own (docs/adding-a-lesson.md): which of the two fails, and why?

use super::find::{Find, Subject};
use super::job::Measured;
use super::path::{BESIDE, Layout, MAIN};
use crate::causes::Of;
use ackscope_scenario::Models;
use serde_json::{Value, json};

/// What stands in place of the link to the run: who has the scenario makes it.
pub const RUN: &str = "{run}";

/// What is asked about an objective: in words, of which number of a lane, and whether the most or the least of it fails.
struct Question {
    asks: &'static str,
    number: fn(lane: &str) -> String,
    right: &'static str,
    /// What the run shows, after the name of the one that fails and before that of its witness.
    shows: &'static str,
}

/// None of a failure that no measure of a lesson shows.
fn question(objective: &str, own: &Measured, witness: &Measured) -> Option<Question> {
    let least = |asks, shows, number: fn(&str) -> String| Question { asks, number, right: "least", shows };
    let most = |asks, shows, number: fn(&str) -> String| Question { asks, number, right: "most", shows };
    Some(match objective {
        "starved" => least("has less goodput", "has less goodput than", |lane| format!("goodput({lane})")),
        // Its share is also the smaller one of what both have left.
        "crowded" if own.goodput_bps < witness.goodput_bps => {
            least("gets less beside its neighbour", "gets less beside its neighbour than", |lane| {
                format!("goodput({lane}/{MAIN})")
            })
        }
        "harm" => least("leaves its neighbour less", "leaves its neighbour less than", |lane| {
            format!("goodput({lane}/{BESIDE})")
        }),
        "late" => most("lets packets wait longer", "lets packets wait longer than", |lane| {
            format!("p99_delay({lane})")
        }),
        "unfair" => {
            least("shares less evenly with a second flow of its own", "shares less evenly than", |lane| {
                format!("jain({lane})")
            })
        }
        "wasteful" => most("sends more segments again", "sends more segments again than", |lane| {
            format!("retransmissions({lane})")
        }),
        // A pause has no measure of its own; it costs goodput, or it is not for a class.
        "stuck" if own.goodput_bps < 0.9 * witness.goodput_bps => {
            least("delivers less, with a long pause", "delivers less than", |lane| format!("goodput({lane})"))
        }
        _ => return None,
    })
}

/// The Markdown of a find, with [`RUN`] in place of its link. `why` is what the cause's question answered.
pub(super) fn lesson(
    subject: &Subject,
    find: &Find,
    (own, witness): (&Measured, &Measured),
    network: &str,
    (cause, why): (&str, Option<&str>),
    scenario: &Value,
) -> Option<String> {
    let objective = find.objective();
    let Question { asks, number, right, shows } = question(objective.id, own, witness)?;
    let models = Models::registered();
    let name = |id: &str| {
        let known = models.algorithms.iter().find(|spec| spec.id == id && !subject.scripts.contains_key(id));
        known.map_or_else(|| id.to_owned(), |spec| spec.name.to_owned())
    };
    let (one, other) = (&subject.algorithm, &find.witness);
    let (failing, well) = (name(one), name(other));
    let sign = if right == "least" { '<' } else { '>' };
    let claim = format!("{failing} {shows} {well}");
    let who = match objective.layout {
        Layout::Alone => "Each of the two has the path for itself.",
        Layout::Beside => "Each of the two runs once beside the same neighbour.",
        Layout::Pair => "Each of the two runs once, with a second flow of its own beside it.",
    };
    // Strings of JSON are strings of YAML: names have colons and signs.
    let (title, asked) =
        (json!(format!("What breaks {failing}?")), json!(format!("Which of the two {asks}?")));
    let summary = json!(format!("A network on which {failing} fails and {well} does well."));
    let (choose, otherwise, held) = (json!(failing), json!(well), json!(claim));
    let (own_number, other_number) = (number(one), number(other));
    let window = &scenario["measure"][0];
    let of = objective.of.filter(|_| why.is_some()).map(|of| match of {
        Of::Goodput => "goodput",
        Of::Delay => "delay",
        Of::Completion => "completion",
        Of::Fairness => "fairness",
    });
    let asks_why = of.map_or_else(String::new, |of| {
        format!("why:\n  lane: {one}\n  of: {of}\n  over: {}..{}\n  cause: {cause}\n", window[0], window[1])
    });
    let named = |why: &str| why.replacen(&format!("{one} "), &format!("{failing} "), 1);
    let because = why.map_or_else(String::new, |why| format!(" {}", named(why)));
    let (low, high) = find.range;
    Some(format!(
        "---\ntitle: {title}\nsummary: {summary}\nminutes: 5\n---\n\n\
        {failing} and {well} run on the same network. {who}\n\n\
        ## Which one fails here?\n\n\
        The network: {network}.\n\n\
        ```lab\nrun: {RUN}\npredict:\n  ask: {asked}\n  pick:\n    {choose}: {own_number}\n    {otherwise}: {other_number}\n  \
        right: {right}\n{asks_why}expect:\n  {held}: {own_number} {sign} {other_number}\n```\n\n\
        ### Afterwards\n\n\
        {claim}.{because}\n\n\
        ## For the teacher\n\n\
        A search found this network (`ackscope break {one} --seed {seed}`): `{id}`, {about}. In five runs that differ a little \
        {failing} is {low:.1} to {high:.1} times worse than {well}.\n",
        seed = subject.seed,
        id = objective.id,
        about = objective.about,
    ))
}
