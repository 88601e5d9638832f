//! A replayed window, as columns.

use ackscope_engine::sim::Replay;
use ackscope_engine::units::Time;

use super::columns::{Chunk, Cursor, PacketColumns, columns};

/// The packets of a finished replay.
pub fn replayed_packets(replay: &Replay) -> PacketColumns {
    columns(replay.packets())
}

/// The series and events of a finished replay. The first bin of each series holds its value at the
/// start of the window.
pub fn replayed_series(replay: &Replay) -> Chunk {
    let recorder = replay.recorder();
    let mut chunk = Cursor::default().take_from(recorder, Time::NEVER);
    // A bin before the window collects everything since the checkpoint; only its last value
    // describes the start of the window.
    let begin_s = recorder.bin_start_s(0);
    for place in 0..chunk.time_s.len() {
        if chunk.time_s[place] <= begin_s && begin_s > 0.0 {
            chunk.min[place] = chunk.last[place];
            chunk.max[place] = chunk.last[place];
        }
    }
    chunk
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::lane;
    use ackscope_engine::sim::Simulation;
    use ackscope_engine::trace::{RecordOptions, SeriesSource};

    fn finished(options: &RecordOptions) -> Simulation {
        let scenario = r#"{"version":1,"duration":20,"hops":[{"rate":"2Mbps","delay":"10ms","queue":{"capacity":20}}],
            "flows":[{"name":"main","algorithm":"westwood+","rtt":"100ms","compared":true},
                     {"name":"back","algorithm":"newreno","count":3,"direction":"backward","rtt":"100ms"}]}"#;
        let mut simulation = lane(scenario, 0).expect("valid").simulation(options);
        simulation.advance(Time::NEVER, u64::MAX);
        simulation
    }

    #[test]
    fn a_window_of_a_tenth_of_a_millisecond_is_replayed_in_slices_at_full_detail() {
        let simulation = finished(&RecordOptions::PAGE);
        let window = |from_s: f64, to_s: f64| {
            let mut replay = simulation.replay(Time::from_secs(from_s), Time::from_secs(to_s), true);
            let mut before = 0.0;
            while !replay.is_done() {
                replay.advance(100);
                assert!(replay.share() >= before);
                before = replay.share();
            }
            (replayed_series(&replay), replayed_packets(&replay))
        };
        let (series, packets) = window(15.0, 15.0001);
        assert!(!packets.flow.is_empty(), "something is always under way on a full link");
        assert!(packets.arrive_s.iter().all(|&t| t >= 15.0) && packets.enter_s.iter().all(|&t| t <= 15.0001));
        // Every series with a value before the window has a bin immediately before the window.
        assert!(series.index.len() / 3 > 10);
        assert!(series.time_s.iter().all(|&t| (14.99999..=15.0001).contains(&t)));

        // A longer window with the same edges as the recorded bins: its fine bins, combined, equal
        // the recorded ones.
        let whole = Cursor::default().take(&simulation);
        let edge = |bin: u32| simulation.recorder().bin_start_s(bin);
        let (from_s, to_s) = (edge(2000), edge(2400));
        let (detail, _) = window(from_s, to_s);
        let column = |chunk: &Chunk, id: u32| -> Vec<(f64, f32, f32, f32)> {
            let mut at = 0;
            for part in chunk.index.chunks(3) {
                let count = part[2] as usize;
                if part[0] == id {
                    return (at..at + count)
                        .map(|p| (chunk.time_s[p], chunk.min[p], chunk.max[p], chunk.last[p]))
                        .collect();
                }
                at += count;
            }
            Vec::new()
        };
        let bin_s = edge(1);
        let mut compared = 0;
        for id in 0..simulation.recorder().series().len() as u32 {
            let fine = column(&detail, id);
            for (start, min, max, last) in column(&whole, id) {
                if start < from_s || start + bin_s > to_s {
                    continue;
                }
                // Edges in seconds are rounded; bins are much longer than 1 ns.
                let (begin, end) = (start - 1e-9, start + bin_s - 1e-9);
                let inside: Vec<_> = fine.iter().filter(|bin| bin.0 >= begin && bin.0 < end).collect();
                let lowest = inside.iter().map(|bin| bin.1).fold(f32::INFINITY, f32::min);
                let highest = inside.iter().map(|bin| bin.2).fold(f32::NEG_INFINITY, f32::max);
                assert_eq!((lowest, highest), (min, max), "series {id} at {start}");
                // Several flows write into the band of a group; which of them wrote last is
                // arbitrary.
                if !matches!(simulation.recorder().infos()[id as usize].source, SeriesSource::Group(_)) {
                    assert_eq!(inside.last().map(|bin| bin.3), Some(last), "series {id} at {start}");
                }
                compared += 1;
            }
        }
        assert!(compared > 500, "only {compared} bins could be compared");
    }

    #[test]
    fn a_replay_shows_the_events_that_the_cap_left_out() {
        let simulation = finished(&RecordOptions { events_per_rule: 2, ..RecordOptions::PAGE });
        let chunk = Cursor::default().take(&simulation);
        let drop = ackscope_engine::rules().iter().position(|entry| entry.rule.key == "channel.drop");
        let drop = drop.expect("declared") as u16;
        let kept = chunk.event_rule.iter().filter(|&&rule| rule == drop).count();
        assert_eq!(kept, 2);
        assert!(chunk.event_counts[usize::from(drop)] > 10.0, "what is not kept is counted");
        let mut replay = simulation.replay(Time::ZERO, Time::from_secs(20.0), false);
        replay.advance(u64::MAX);
        let again = replayed_series(&replay).event_rule.iter().filter(|&&rule| rule == drop).count();
        assert_eq!(again as f64, chunk.event_counts[usize::from(drop)]);
        assert!(replayed_packets(&replay).flow.is_empty(), "no packet was asked for");
    }
}
