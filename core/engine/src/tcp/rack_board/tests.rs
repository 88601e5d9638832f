//! The board, ACK by ACK: segments 1.2 ms apart from 0 on, a path of 102.4 ms.

use super::*;

const RTT: Span = Span::from_nanos(102_400_000);

fn us(us: u64) -> Time {
    Time::from_nanos(us * 1000)
}

/// Segments `0..n` sent `gap_us` apart.
fn sent(n: u64, gap_us: u64) -> RackBoard {
    let mut board = RackBoard::naming(false);
    for number in 0..n {
        board.sent(number, us(number * gap_us));
    }
    board
}

/// An ACK at `now_us` with one SACK block; nothing is acknowledged before it.
fn sack(board: &mut RackBoard, now_us: u64, block: (u64, u64)) {
    let ack = Acked { una: 0, blocks: &[block], echo: Time::ZERO, now: us(now_us), recover: 0 };
    board.update(&ack, &mut News::default());
}

/// The path's RTT is known, one segment is SACKed.
fn measured(rtt_ms: u64) -> RackBoard {
    let mut board = sent(10, 0);
    board.sample(Span::from_millis(rtt_ms), Time::ZERO);
    sack(&mut board, rtt_ms * 1000, (1, 2));
    board
}

#[test]
fn the_reordering_window_ends_with_three_sacked_segments_or_a_recovery() {
    // M3.1: a quarter of 100 ms, and zero after three SACKs if no reordering was seen.
    let window = |board: &RackBoard, state| board.reordering_window(state, Span::from_millis(120));
    let mut board = measured(100);
    assert_eq!(window(&board, State::Open), Span::from_millis(25));
    assert_eq!(window(&board, State::Recovery), Span::ZERO);
    sack(&mut board, 100_100, (1, 4));
    assert_eq!(window(&board, State::Disorder), Span::ZERO);
    // Segment 0 arrives after segment 3 and was never retransmitted: the path reorders.
    let ack = Acked { una: 1, blocks: &[], echo: Time::ZERO, now: us(100_200), recover: 0 };
    board.update(&ack, &mut News::default());
    assert_eq!(window(&board, State::Disorder), Span::from_millis(25));
    assert_eq!(
        board.reordering_window(State::Open, Span::from_millis(20)),
        Span::from_millis(20),
        "SRTT bounds it"
    );
}

#[test]
fn an_overtaken_segment_waits_and_the_third_sack_ends_the_wait() {
    // M3.2: 0 + 102.4 + 25.6 − 103.6 = 24.4 ms.
    let mut board = sent(10, 1200);
    board.sample(RTT, Time::ZERO);
    let at = |board: &mut RackBoard, now_us: u64, end: u64| {
        sack(board, now_us, (1, end));
        let window = board.reordering_window(State::Disorder, Span::from_millis(120));
        board.detect(us(now_us), window)
    };
    let found = at(&mut board, 103_600, 2);
    assert_eq!((found.lost, found.wait), (0, Some(Span::from_nanos(24_400_000))));
    assert_eq!(at(&mut board, 104_800, 3).lost, 0);
    // M3.3: 0 + 102.4 − 106 = −3.6 ms.
    let found = at(&mut board, 106_000, 4);
    assert_eq!((found.lost, found.first.map(|lost| lost.number), found.wait), (1, Some(0), None));
    // M3.4: retransmitted at 106.0 and lost. The segment sent at 107.2 is SACKed at 209.6: 106 +
    // 102.4 − 209.6 = −1.2 ms.
    board.sent(0, us(106_000));
    board.sent(10, us(107_200));
    let found = at(&mut board, 208_000, 10);
    assert_eq!((found.lost, found.retransmission), (0, None), "what was sent before it says nothing of it");
    let found = at(&mut board, 209_600, 11);
    let again = found.retransmission.map(|lost| (lost.number, lost.sent));
    assert_eq!((found.lost, again), (1, Some((0, us(106_000)))));
    assert_eq!(board.next_lost(), Some(0));
}

#[test]
fn a_retransmission_that_comes_back_too_soon_is_the_original() {
    // M3.5: retransmitted at 200 ms on a path of 100 ms.
    for (after_ms, advances) in [(60, false), (100, true)] {
        let mut board = sent(3, 0);
        board.sample(Span::from_millis(100), Time::ZERO);
        board.sent(1, us(200_000));
        board.take_advance();
        sack(&mut board, 200_000 + 1000 * after_ms, (1, 2));
        assert_eq!(board.take_advance(), advances, "{after_ms} ms");
    }
}

#[test]
fn a_timeout_leaves_what_was_sent_within_an_rtt() {
    // M3.6: sent at 0, 200 and 260 ms; at 350 ms −247.6, −47.6 and 12.4 ms remain.
    let mut board = RackBoard::naming(false);
    board.sent(0, us(0));
    let ack = Acked { una: 1, blocks: &[], echo: us(0), now: us(102_400), recover: 0 };
    board.update(&ack, &mut News::default());
    assert_eq!(board.rtt(), RTT);
    for (number, at_us) in [(1, 0), (2, 200_000), (3, 260_000)] {
        board.sent(number, us(at_us));
    }
    assert_eq!(board.give_up(us(350_000)), 2);
    assert_eq!((board.next_lost(), board.pipe()), (Some(1), 1));
}

#[test]
fn reports_of_duplicates_widen_the_reordering_window_once_per_round() {
    // M3.1: with six steps min(6 · 100/4, 120) = 120 ms.
    let srtt = Span::from_millis(120);
    let mut board = measured(100);
    assert!(!board.note_duplicate(0, 10, false), "no reordering was seen");
    sack(&mut board, 100_100, (1, 4));
    let ack = Acked { una: 1, blocks: &[], echo: Time::ZERO, now: us(100_200), recover: 0 };
    board.update(&ack, &mut News::default());
    assert!(!board.note_duplicate(0, 10, true), "a probe tells nothing");
    assert!(board.note_duplicate(0, 10, false));
    assert_eq!(board.widest_window(srtt), (2, Span::from_millis(50)));
    assert!(!board.note_duplicate(0, 10, false), "the same round: 10 is not acknowledged");
    let mut una = 10;
    for steps in 3..=6 {
        let ack = Acked { una, blocks: &[], echo: Time::ZERO, now: us(200_000), recover: 0 };
        board.update(&ack, &mut News::default());
        una += 1;
        board.sent(una - 1, us(200_000));
        assert!(board.note_duplicate(0, una, false));
        assert_eq!(board.widest_window(srtt).0, steps);
    }
    assert_eq!(board.widest_window(srtt), (6, srtt));
    // Sixteen recoveries without a report later it is one step again.
    (0..15).for_each(|_| board.end_recovery());
    assert_eq!(board.widest_window(srtt).0, 6);
    board.end_recovery();
    assert_eq!(board.widest_window(srtt), (1, Span::from_millis(25)));
}
