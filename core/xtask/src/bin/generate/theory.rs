//! `docs/theory.md`: the closed forms, with their conditions and the errors in print.

use super::markdown::{NOTE, lower_first, sentence};
use ackscope_lab::catalogue::{Catalogue, FormulaDeclaration};
use std::fmt::Write;

/// The text of the page.
pub fn page(catalogue: &Catalogue) -> String {
    let mut page = format!(
        "{NOTE}\n# Closed forms and fluid models\n\nEvery formula is declared beside the code that evaluates it \
         (`core/lab/src/theory/`). `ackscope theory` lists them, `ackscope theory reno --set p=0.0001,0.001,0.01` gives numbers; \
         the page draws them as curves over what was simulated.\n\nWindows are in segments, rates in segments per second, and \
         every rate is given in bit/s of whole packets too. $p$ is the probability that a segment is the reason for a window \
         reduction, $T_q$ the queueing delay. Most models share one construction (Kelly): per ACK the window changes by $i(W)$ \
         with probability $1-p$ and by $-D(W)$ with probability $p$, and $W$ ACKs come per round-trip time, so that \
         $\\dot W = \\frac{{W}}{{\\mathit{{RTT}}}}\\left[(1-p)\\,i(W) - p\\,D(W)\\right]$. A constant of 1.41 (Kelly's fluid mean) belongs to \
         random losses, 1.22 (the saw-tooth) to periodic ones: simulations with random loss are compared with the former.\n\n"
    );
    for formula in &catalogue.theory {
        let _ = writeln!(page, "- `{}`: {}", formula.id, formula.name);
    }
    for formula in &catalogue.theory {
        one(&mut page, formula);
    }
    page
}

fn one(page: &mut String, formula: &FormulaDeclaration) {
    let _ = writeln!(page, "\n## {} (`{}`)\n\n{}", formula.name, formula.id, formula.summary);
    let _ = writeln!(page, "\n```math\n{}\n```\n\nSource: {}.", formula.latex, sentence(&formula.source));
    page.push_str("\n| parameter | | default | allowed | |\n|---|---|---|---|---|\n");
    for input in &formula.parameters {
        let unit = if input.unit.is_empty() { String::new() } else { format!(" {}", input.unit) };
        let allowed = if input.max < f64::MAX {
            format!("{} to {}", input.min, input.max)
        } else {
            format!("{} and more", input.min)
        };
        let cells = [
            format!("`{}`", input.name),
            format!("${}$", input.symbol),
            format!("{}{unit}", input.default),
            allowed,
            input.help.clone(),
        ];
        let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        let _ = writeln!(page, "| {} |", cells.join(" | "));
    }
    let results: Vec<String> = formula
        .outputs
        .iter()
        .map(|output| {
            let unit = if output.unit.is_empty() { String::new() } else { format!(", {}", output.unit) };
            format!("`{}` (${}${unit}) {}", output.name, output.symbol, sentence(&lower_first(&output.help)))
        })
        .collect();
    let _ = writeln!(page, "\nGives {}.", results.join("; "));
    let holds: Vec<&String> = formula.assumptions.iter().chain(&formula.conditions).collect();
    if !holds.is_empty() {
        page.push_str("\nHolds where:\n\n");
        for text in holds {
            let _ = writeln!(page, "- {text}");
        }
    }
    if !formula.corrections.is_empty() {
        page.push_str("\nCorrected or chosen:\n\n");
        for text in &formula.corrections {
            let _ = writeln!(page, "- {text}");
        }
    }
}
