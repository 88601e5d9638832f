//! A small chart of an experiment's numbers as an SVG file: lines with 95 % bands, or bars. It is
//! readable in light and dark mode.

use ackscope_lab::experiments::entry::{Panel, PanelKind};
use ackscope_lab::experiments::keys::domain;
use ackscope_lab::experiments::measured::Measured;
use ackscope_lab::experiments::world::{Key, World};
use std::fmt::Write as _;

const WIDTH: f64 = 460.0;
const HEIGHT: f64 = 220.0;
const LEFT: f64 = 56.0;
const BOTTOM: f64 = 190.0;
const TOP: f64 = 14.0;
const RIGHT: f64 = 330.0;

/// The colours of Okabe and Ito, which colour-blind people can distinguish. Yellow is left out
/// because it is invisible on white.
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#8c6d00", "#7f7f7f"];

/// A line or a series of bars.
struct Line {
    name: String,
    /// Position along x, value, half width of the interval.
    points: Vec<(f64, f64, f64)>,
}

/// The chart of a panel; `None` if there is nothing to draw.
pub fn chart(panel: &Panel, world: Measured) -> Option<String> {
    if panel.kind == PanelKind::Trace {
        return None;
    }
    let metric = world.experiment.metric(&panel.y)?;
    let form = world.numbers.form;
    let xs = domain(world.experiment, form, &panel.x)?;
    let series = match &panel.series {
        Some(series) => domain(world.experiment, form, series)?.into_iter().map(Some).collect(),
        None => vec![None],
    };
    let place = |index: usize, key: &Key| match (panel.kind, key) {
        (PanelKind::Line, Key::Number(x)) if panel.log_x => x.log10_for_drawing(),
        (PanelKind::Line, Key::Number(x)) => *x,
        _ => index as f64,
    };
    let mut lines = Vec::new();
    for chosen in &series {
        let mut points = Vec::new();
        for (index, x) in xs.iter().enumerate() {
            let key = |name: &String| {
                if *name == panel.x {
                    Some(x.clone())
                } else if Some(name) == panel.series.as_ref() {
                    chosen.clone()
                } else {
                    panel.fixed.get(name).cloned()
                }
            };
            let keys: Vec<Key> = metric.keys.iter().filter_map(key).collect();
            if let Ok(value) = world.metric(&panel.y, &keys) {
                let half =
                    world.numbers.get(&panel.y, &keys).and_then(|summary| summary.half_width).unwrap_or(0.0);
                points.push((place(index, x), value, half));
            }
        }
        if !points.is_empty() {
            lines.push(Line { name: chosen.as_ref().map(Key::to_string).unwrap_or_default(), points });
        }
    }
    if lines.is_empty() {
        return None;
    }
    Some(draw(panel, &xs, &lines, &metric.unit))
}

/// A logarithm for drawing only, where its last bits do not matter.
trait ForDrawing {
    fn log10_for_drawing(self) -> f64;
}

impl ForDrawing for f64 {
    fn log10_for_drawing(self) -> f64 {
        ackscope_engine::math::ln(self.max(1e-12)) / ackscope_engine::math::ln(10.0)
    }
}

fn draw(panel: &Panel, xs: &[Key], lines: &[Line], unit: &str) -> String {
    let all = || lines.iter().flat_map(|line| &line.points);
    let bars = panel.kind == PanelKind::Bars;
    let (mut low, mut high) =
        all().fold((f64::MAX, f64::MIN), |(low, high), point| (low.min(point.0), high.max(point.0)));
    if bars || low == high {
        (low, high) = (low - 0.5, high + 0.5);
    }
    let top = all().map(|point| point.1 + point.2).fold(0.0, f64::max) * 1.05;
    let bottom = all().map(|point| point.1 - point.2).fold(0.0, f64::min);
    let x_of = |x: f64| LEFT + (x - low) / (high - low) * (RIGHT - LEFT);
    let y_of = |y: f64| BOTTOM - (y - bottom) / (top - bottom).max(f64::MIN_POSITIVE) * (BOTTOM - TOP);
    let (scale, unit) = if unit == "bit/s" { (1e6, "Mbit/s") } else { (1.0, unit) };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"11\" role=\"img\">\n<title>{}: {} over {}</title>\n<style>text{{fill:#333}}@media(prefers-color-scheme:dark){{text{{fill:#ccc}}}}</style>\n",
        escape(&panel.figure),
        escape(&panel.y),
        escape(&panel.x)
    );
    for share in [0.0, 0.5, 1.0] {
        let value = bottom + (top - bottom) * share;
        let y = y_of(value);
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {y:.1}H{RIGHT}\" stroke=\"#8888\" stroke-width=\".5\"/><text x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 4.0,
            y + 4.0,
            short(value / scale)
        );
    }
    let every = xs.len().div_ceil(6);
    for (index, key) in xs.iter().enumerate().filter(|(index, _)| index % every == 0) {
        let place = match key {
            Key::Number(x) if !bars && panel.log_x => x.log10_for_drawing(),
            Key::Number(x) if !bars => *x,
            _ => index as f64,
        };
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.0}\" text-anchor=\"middle\">{}</text>",
            x_of(place),
            BOTTOM + 13.0,
            escape(&key_name(key))
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"middle\">{}</text><text x=\"4\" y=\"10\">{}</text>",
        (LEFT + RIGHT) / 2.0,
        HEIGHT - 4.0,
        escape(&panel.x.replace('_', " ")),
        escape(unit)
    );
    for (index, line) in lines.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        if bars {
            let width = (RIGHT - LEFT) / (xs.len() * (lines.len() + 1)) as f64;
            for (x, value, _) in &line.points {
                let left = x_of(*x) + (index as f64 - lines.len() as f64 / 2.0) * width;
                let _ = writeln!(
                    svg,
                    "<rect x=\"{left:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{:.1}\" fill=\"{colour}\"/>",
                    y_of(*value),
                    (BOTTOM - y_of(*value)).max(0.0)
                );
            }
        } else {
            let dash = [" ", " stroke-dasharray=\"6 3\"", " stroke-dasharray=\"2 2\""][index % 3];
            let path: Vec<String> =
                line.points.iter().map(|(x, y, _)| format!("{:.1} {:.1}", x_of(*x), y_of(*y))).collect();
            let _ = writeln!(
                svg,
                "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\"{dash}/>",
                path.join("L")
            );
            for (x, y, half) in &line.points {
                let (x, y) = (x_of(*x), y_of(*y));
                let bar = (half / (top - bottom).max(f64::MIN_POSITIVE)) * (BOTTOM - TOP);
                let _ = writeln!(
                    svg,
                    "<path d=\"M{x:.1} {:.1}V{:.1}\" stroke=\"{colour}\"/><circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2\" fill=\"{colour}\"/>",
                    y - bar,
                    y + bar
                );
            }
        }
        let y = TOP + 8.0 + 15.0 * index as f64;
        let _ = writeln!(
            svg,
            "<rect x=\"{:.0}\" y=\"{:.0}\" width=\"12\" height=\"4\" fill=\"{colour}\"/><text x=\"{:.0}\" y=\"{:.0}\">{}</text>",
            RIGHT + 10.0,
            y - 4.0,
            RIGHT + 27.0,
            y + 1.0,
            escape(&line.name)
        );
    }
    svg + "</svg>\n"
}

fn key_name(key: &Key) -> String {
    match key {
        Key::Number(x) => short(*x),
        Key::Text(text) => text.clone(),
    }
}

fn short(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        x if x >= 1e6 => format!("{value:e}"),
        x if x >= 100.0 => format!("{value:.0}"),
        x if x >= 0.01 => {
            let text = format!("{value:.2}");
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
        _ => format!("{value:.0e}"),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
