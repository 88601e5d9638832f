//! A picture of runs, for those who cannot open the page: windows above, queues below, a colour for each lane.

use ackscope_engine::sim::Simulation;
use ackscope_engine::trace::{SeriesId, SeriesSource};

pub const WIDTH: usize = 720;
pub const HEIGHT: usize = 400;

/// Inks of the lanes, in their order. All are dark on white.
pub const INKS: [[u8; 3]; 6] = [
    [0x0b, 0x6e, 0x99],
    [0xb5, 0x48, 0x0f],
    [0x5a, 0x3f, 0xa0],
    [0x2f, 0x7d, 0x32],
    [0x9b, 0x1c, 0x5a],
    [0x6b, 0x5b, 0x00],
];
const AXIS: [u8; 3] = [0x55; 3];

/// What is in a row: the window of a lane's first compared flow in segments, its fullest queue in packets.
const ROWS: [SeriesId; 2] = [SeriesId::Cwnd, SeriesId::Queue];
/// Pixels of a row, and those that stay free above its largest value.
const ROW: usize = HEIGHT / ROWS.len();
const FREE: usize = 8;

/// Rows and columns of three bytes each. Every row goes from 0 to its largest value, the columns from 0 to the end.
pub struct Picture {
    pub pixels: Vec<u8>,
    /// The largest window, and the largest queue.
    pub most: [f32; 2],
    pub end_s: f64,
}

/// For each column of pixels the smallest and the largest value in its time.
type Curve = Vec<Option<(f32, f32)>>;

/// The recorded runs, as far as they have come.
pub fn of(lanes: &[&Simulation]) -> Picture {
    let end_s = lanes.iter().map(|lane| lane.progress().time.secs()).fold(1e-9, f64::max);
    let mut picture = Picture { pixels: vec![255; WIDTH * HEIGHT * 3], most: [0.0; 2], end_s };
    for (row, series) in ROWS.into_iter().enumerate() {
        let curves: Vec<Curve> =
            lanes.iter().map(|lane| curve(lane, series, end_s).unwrap_or_default()).collect();
        let most = curves.iter().flatten().flatten().fold(0.0, |most: f32, (_, high)| most.max(*high));
        picture.most[row] = most;
        let base = ROW * (row + 1) - 2;
        (0..WIDTH).for_each(|column| picture.ink(column, base + 1..base + 2, AXIS));
        let place = |value: f32| base - (value / most.max(1e-9) * (ROW - FREE) as f32) as usize;
        for (curve, ink) in curves.iter().zip(INKS.into_iter().cycle()) {
            for (column, extremes) in curve.iter().enumerate() {
                if let Some((low, high)) = extremes {
                    picture.ink(column, place(*high) - 1..place(*low) + 1, ink);
                }
            }
        }
    }
    picture
}

impl Picture {
    fn ink(&mut self, column: usize, rows: std::ops::Range<usize>, ink: [u8; 3]) {
        for row in rows {
            let at = 3 * (row * WIDTH + column);
            self.pixels[at..at + 3].copy_from_slice(&ink);
        }
    }
}

fn curve(lane: &Simulation, wanted: SeriesId, end_s: f64) -> Option<Curve> {
    let (setup, recorder) = (lane.setup(), lane.recorder());
    let all = recorder.infos().iter().zip(recorder.series()).filter(|(info, _)| info.series == wanted);
    let rank = |source: &SeriesSource, highest: f32| match source {
        SeriesSource::Flow(flow) => {
            f32::from(u8::from(setup.groups[setup.flows[*flow].group].compared)) - *flow as f32 * 1e-6
        }
        SeriesSource::Hop(..) => highest,
        SeriesSource::Group(_) => -1.0,
    };
    let highest =
        |bins: &[ackscope_engine::trace::Bin]| bins.iter().fold(0.0, |most: f32, bin| most.max(bin.max));
    let ranked = all.map(|(info, series)| {
        let bins: Vec<_> = series.bins(0).collect();
        (rank(&info.source, highest(&bins)), bins)
    });
    let (_, bins) = ranked.max_by(|one, other| one.0.total_cmp(&other.0))?;
    let mut columns: Curve = vec![None; WIDTH];
    let mut held: Option<(usize, f32)> = None;
    let mut hold = |columns: &mut Curve, until: usize, next: Option<f32>| {
        if let Some((from, value)) = held {
            (from + 1..until).for_each(|column| columns[column] = Some((value, value)));
        }
        held = next.map(|value| (until, value)).or(held);
    };
    for bin in &bins {
        let share = recorder.bin_end(bin.index).secs() / end_s;
        let column = ((share * WIDTH as f64) as usize).min(WIDTH - 1);
        hold(&mut columns, column, Some(bin.last));
        let (low, high) = columns[column].unwrap_or((bin.min, bin.max));
        columns[column] = Some((low.min(bin.min), high.max(bin.max)));
    }
    hold(&mut columns, WIDTH, None);
    Some(columns)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::FILE;
    use crate::lanes::plan;
    use ackscope_engine::units::Time;
    use ackscope_scenario::read_value;
    use serde_json::json;

    /// A window that is held at 40 segments, and one at 20: full height, and half of it. The link holds 20 packets, so
    /// the larger one has a queue of 20.
    #[test]
    fn windows_and_queues_have_their_heights() {
        let flow = |window: &str| {
            json!({ "version": 1, "duration": "20s",
                "hops": [{ "rate": "2400kbps", "delay": "20ms", "queue": { "capacity": "100pkt" } }],
                "flows": [{ "algorithm": "newreno", "rtt": "100ms", "receive_window": window, "delayed_ack": false }] })
        };
        let runs: Vec<Simulation> = ["40pkt", "20pkt"]
            .map(|window| {
                let plans = plan(&read_value(&flow(window)).expect("a scenario")).expect("a lane");
                let mut run = plans[0].simulation(&FILE);
                run.advance(Time::NEVER, u64::MAX);
                run
            })
            .into();
        let picture = of(&[&runs[0], &runs[1]]);
        assert_eq!((picture.pixels.len(), picture.end_s), (WIDTH * HEIGHT * 3, 20.0));
        let at = |row: usize, column: usize| &picture.pixels[3 * (row * WIDTH + column)..][..3];
        let top = |ink: usize, rows: std::ops::Range<usize>| {
            rows.clone().find(|row| at(*row, WIDTH - 20) == INKS[ink]).map(|row| rows.end - row)
        };
        let heights = [top(0, 0..ROW), top(1, 0..ROW), top(0, ROW..HEIGHT)].map(Option::unwrap_or_default);
        assert!(heights[0] >= ROW - FREE, "{heights:?}");
        assert!((19.0..=22.0).contains(&picture.most[1]), "{:?}", picture.most);
        assert!((90..=112).contains(&heights[1]), "half of it: {heights:?}");
        assert!(heights[2] > ROW - 4 * FREE, "the queue stands: {heights:?}");
        assert!(top(1, ROW..HEIGHT).is_none_or(|height| height < ROW / 8), "the smaller window has no queue");
    }
}
