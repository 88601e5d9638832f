//! DualPI2 with the numbers of ecn-and-l4s §5.1.

use super::super::testing::{facts, view};
use super::*;

fn queue() -> Queue {
    Queue::new(&Params::defaults(SPEC.parameters), &facts(1000.0))
}

fn at_p(p: f64) -> Queue {
    Queue { p, ..queue() }
}

fn close(value: f64, expected: f64) {
    assert!((value - expected).abs() < 1e-12, "{value} against {expected}");
}

#[test]
fn the_controller_follows_the_older_head() {
    // ecn-and-l4s E5.1.
    let mut queue = queue();
    close(queue.alpha, 0.15);
    close(queue.beta, 3.0);
    for (q_ms, p) in [(0.0, 0.0), (10.0, 0.029_25), (25.0, 0.075_75), (20.0, 0.061_5), (15.0, 0.046_5)] {
        queue.update(q_ms / 1e3);
        close(queue.p, p);
    }
}

#[test]
fn updates_see_the_heads_as_they_were() {
    let mut queue = queue();
    let head = |ms: u64| LineView { packets: 1, bytes: 1500, head: Some(Time::from_nanos(ms * 1_000_000)) };
    // At 15 and 30 ms, the head of C is 5 and 20 ms old, and the head of L is 1 and 16 ms old.
    queue.catch_up(Time::from_nanos(31_000_000), &[head(14), head(10)]);
    let mut expected = super::tests::queue();
    expected.update(0.005);
    expected.update(0.020);
    close(queue.p, expected.p);
    assert!(queue.p > 0.0);
}

#[test]
fn the_ramp_marks_from_0_8_to_1_2_ms() {
    // ecn-and-l4s E5.2.
    for (ms, p) in [(0.8, 0.0), (0.9, 0.25), (1.0, 0.5), (1.15, 0.875), (1.2, 1.0), (5.0, 1.0)] {
        assert!((queue().ramp(ms / 1e3) - p).abs() < 1e-9, "{ms} ms");
    }
    let step = Queue { range_s: 0.0, ..queue() };
    assert_eq!((step.ramp(0.001), step.ramp(0.001_001)), (0.0, 1.0));
}

#[test]
fn marks_are_spread_evenly() {
    // ecn-and-l4s E5.3.
    let mut recur = Recur::default();
    let hits: Vec<u32> = (1..=30).filter(|_| recur.hits(0.15)).collect();
    assert_eq!(hits, [7, 14, 20, 27]);
}

#[test]
fn the_classic_queue_has_a_tenth_of_the_link() {
    // ecn-and-l4s E5.4: 20 L and 5 C packets of 1500 bytes.
    let mut queue = queue();
    let (mut left, mut order) = ([20_u64, 5], String::new());
    close(queue.credit, -120_000.0);
    let views = |left: [u64; 2]| left.map(|packets| LineView { packets, bytes: packets * 1500, head: None });
    while let Some(line) = {
        let views = views(left);
        // Time stands still.
        match (holds(&views, L), holds(&views, C)) {
            (false, false) => None,
            _ => queue.next_line(Time::ZERO, &views),
        }
    } {
        left[line] -= 1;
        queue.sent(line, 1500, &views(left));
        order.push(if line == L { 'L' } else { 'C' });
        match order.len() {
            8 | 18 => close(queue.credit, 0.0),
            9 => close(queue.credit, 15_000.0),
            10 => close(queue.credit, -120_000.0),
            _ => {}
        }
    }
    assert_eq!(order, "LLLLLLLLLCLLLLLLLLLCLLCCC");
    queue.line_of(&QueueView { idle_since: Some(Time::ZERO), ..view(0) }, &[]);
    close(queue.credit, -120_000.0);
}

#[test]
fn an_overload_brings_drops_back() {
    // ecn-and-l4s E5.5: the share of each decision among 100 000 dequeues, for evenly spread and
    // for random marks.
    const LOOKS: u32 = 100_000;
    let part = |p: f64, line: usize, wanted: DequeueDecision| {
        let found = [at_p(p), Queue { is_random: true, ..at_p(p) }].map(|mut queue| {
            let mut random = Stream::new(1, "queue");
            let mut look = || queue.release_line(line, &view(0), Time::ZERO, &mut random);
            (0..LOOKS).filter(|_| look() == wanted).count() as f64 / f64::from(LOOKS)
        });
        // For the random ones: at most four standard deviations.
        let spread = 4.0 * (0.25 / f64::from(LOOKS)).sqrt();
        assert!((found[0] - found[1]).abs() < spread, "{p} {line} {wanted:?}: {found:?}");
        found[0]
    };
    for (p, l_drop, l_mark, c_mark, c_drop) in
        [(0.4, 0.0, 0.8, 0.16, 0.0), (0.5, 0.25, 0.75, 0.0, 0.25), (0.7, 0.49, 0.51, 0.0, 0.49)]
    {
        for (line, decision, expected) in [
            (L, DequeueDecision::Drop, l_drop),
            (L, DequeueDecision::Mark, l_mark),
            (C, DequeueDecision::Mark, c_mark),
            (C, DequeueDecision::Drop, c_drop),
        ] {
            let found = part(p, line, decision);
            assert!((found - expected).abs() < 1e-4, "{p} {line} {decision:?}: {found}");
        }
    }
}

#[test]
fn the_older_head_goes_first_with_a_time_shift() {
    // RFC 9332 §4.1: a classic packet goes first if it is more than 50 ms older.
    let mut queue = Queue { time_shift: Some(Span::from_millis(50)), ..queue() };
    let head = |ms: u64| LineView { packets: 1, bytes: 1500, head: Some(Time::from_nanos(ms * 1_000_000)) };
    let now = Time::from_secs(0.2);
    for (l4s_ms, classic_ms, first) in
        [(199, 100, C), (150, 100, L), (149, 100, L), (151, 100, C), (100, 199, L)]
    {
        assert_eq!(queue.next_line(now, &[head(l4s_ms), head(classic_ms)]), Some(first), "{l4s_ms}");
    }
    assert_eq!(queue.next_line(now, &[LineView::default(), head(199)]), Some(C), "alone");
}

/// The rules that the queue reports, by key.
fn reported(queue: &mut Queue, in_detail: bool) -> Vec<(&'static str, Vec<f64>)> {
    let mut said = Vec::new();
    queue.tell(in_detail, &mut |rule, values| said.push((rule.key, values.to_vec())));
    said
}

#[test]
fn updates_and_overloads_are_said() {
    // The numbers of the event in ecn-and-l4s §5.1.
    let mut queue = Queue { p: 0.029_25, before_s: 0.01, ..queue() };
    queue.update(0.025);
    let values = vec![0.029_25, queue.alpha, 0.025, 0.015, queue.beta, 0.01, 1.0, queue.p];
    close(queue.p, 0.075_75);
    assert_eq!(reported(&mut queue.clone(), true), [("dualpi2.update", values)]);
    assert_eq!(reported(&mut queue, false), [], "a whole run says no updates");
    for (p, key) in
        [(0.5, Some("dualpi2.overload")), (0.7, None), (0.499, Some("dualpi2.relief")), (0.1, None)]
    {
        queue.p = p;
        let said = reported(&mut queue, false);
        assert_eq!(said, key.map(|key| (key, vec![2.0, p])).into_iter().collect::<Vec<_>>());
    }
    let mut patient = Queue { most: 0.5, p: 0.5, ..queue };
    assert_eq!(reported(&mut patient, false), [], "without drop_overload there is none");
}

#[test]
fn the_ecn_field_decides_the_line() {
    // ecn-and-l4s E5.6.
    for (ecn, line) in [(Ecn::NotCapable, C), (Ecn::Capable0, C), (Ecn::Capable1, L), (Ecn::Experienced, L)] {
        assert_eq!(queue().line_of(&QueueView { ecn, ..view(0) }, &[]), Some(line));
        assert_eq!(queue().line_of(&QueueView { ecn, full: true, ..view(0) }, &[]), None);
    }
}
