use super::super::options::ReceiveBufferSetup;
use super::*;

const DELAY: Span = Span::from_millis(200);

fn at(seconds: f64) -> Time {
    Time::from_secs(seconds)
}

fn reported(receiver: &Receiver) -> SackBlocks {
    let mut list = receiver.start_telling();
    receiver.tell_blocks(&mut list);
    list
}

#[test]
fn delayed_acks() {
    // tcp-core C9
    let mut receiver = Receiver::new(Some(DELAY), true);
    assert_eq!(receiver.on_segment(0, at(0.0), at(0.0)), AckPlan::At(at(0.2)));
    assert_eq!(receiver.on_segment(1, at(0.0), at(0.05)), AckPlan::Now);
    assert_eq!(receiver.acknowledge(), 2);
    assert_eq!(receiver.on_segment(2, at(0.0), at(0.1)), AckPlan::At(at(0.3)));
    assert_eq!(receiver.on_segment(4, at(0.0), at(0.12)), AckPlan::Now);
    assert_eq!(receiver.acknowledge(), 3);
    assert_eq!(receiver.deadline(), Time::NEVER, "the ACK cancels the timer");
}

#[test]
fn a_linux_receiver_acknowledges_the_first_sixteen_segments_one_by_one() {
    let setup = LinuxAcks { quick: 16, adapts: true, clock_hz: 1000, buffer: None };
    let mut receiver = Receiver::new(Some(DELAY), true).acknowledge_as_linux(setup);
    let acked: Vec<u64> = (0..25)
        .filter_map(|number| {
            let now = Time::from_nanos(number * 1_200_000);
            let plan = receiver.on_segment(number, now, now);
            (plan == AckPlan::Now).then(|| receiver.acknowledge())
        })
        .collect();
    let expected: Vec<u64> = (1..=16).chain([18, 20, 22, 24]).collect();
    assert_eq!(acked, expected);
}

/// A Linux receiver without quick ACKs that has 0 and misses every second segment from 1 to 5.
fn with_three_blocks() -> Receiver {
    let setup = LinuxAcks { quick: 0, adapts: true, clock_hz: 1000, buffer: None };
    let mut receiver = Receiver::new(Some(DELAY), true).acknowledge_as_linux(setup);
    receiver.on_segment(0, us(0), us(0));
    receiver.acknowledge();
    for number in [2, 4, 6] {
        assert_eq!(receiver.on_segment(number, us(0), us(10)), AckPlan::Now, "three go at once");
        receiver.acknowledge();
    }
    receiver
}

#[test]
fn an_ack_that_waits_goes_out_before_there_is_a_third_block() {
    // tcp_sack_new_ofo_skb: what an ACK with two blocks less one lost reports is never pushed out of the list.
    let mut receiver = with_three_blocks();
    let due = AckPlan::At(us(20) + Span::from_nanos(1_100_000));
    assert_eq!(receiver.on_segment(8, us(0), us(20)), due, "nothing waits yet");
    assert_eq!(receiver.on_segment(9, us(0), us(30)), due, "the newest block grows");
    assert_eq!(receiver.on_segment(11, us(0), us(40)), AckPlan::HeldFirst);
    receiver.acknowledge();
    assert_eq!(reported(&receiver).as_slice(), [(8, 10), (6, 7), (4, 5)], "11 is not in it");
    assert_eq!(receiver.on_segment(11, us(0), us(40)), AckPlan::At(us(40) + Span::from_nanos(1_100_000)));
    // The second block may grow, the third may not.
    assert_eq!(receiver.on_segment(10, us(0), us(50)), AckPlan::At(us(40) + Span::from_nanos(1_100_000)));
    assert_eq!(receiver.on_segment(7, us(0), us(60)), AckPlan::At(us(40) + Span::from_nanos(1_100_000)));
    assert_eq!(receiver.on_segment(5, us(0), us(70)), AckPlan::At(us(40) + Span::from_nanos(1_100_000)));
}

#[test]
fn a_third_block_that_grows_sends_the_ack_that_waits() {
    let mut receiver = with_three_blocks();
    receiver.on_segment(8, us(0), us(20));
    // The list is 8, 6, 4, 2.
    assert_eq!(receiver.on_segment(1, us(0), us(25)), AckPlan::Now);
    receiver.acknowledge();
    receiver.on_segment(10, us(0), us(30));
    receiver.acknowledge();
    for number in [12, 14] {
        receiver.on_segment(number, us(0), us(30));
        receiver.acknowledge();
    }
    assert!(matches!(receiver.on_segment(15, us(0), us(40)), AckPlan::At(_)));
    assert_eq!(receiver.on_segment(9, us(0), us(50)), AckPlan::HeldFirst, "10 is the third of 14, 12, 10, 8");
}

#[test]
fn a_receiver_that_delays_the_last_delays_its_ack_once_more() {
    let mut receiver = Receiver::new(Some(DELAY), true).delay_last_again();
    receiver.on_segment(0, at(0.0), at(0.0));
    receiver.acknowledge();
    assert_eq!(
        receiver.on_segment(0, at(1.0), at(1.0)),
        AckPlan::At(at(1.2)),
        "its ACK was lost, and the receiver waits"
    );
    assert_eq!(receiver.on_segment(1, at(1.1), at(1.1)), AckPlan::Now, "the second segment ends the wait");
    receiver.acknowledge();
    assert_eq!(receiver.on_segment(0, at(2.0), at(2.0)), AckPlan::Now, "an older one is answered at once");
    receiver.acknowledge();
    receiver.on_segment(3, at(2.1), at(2.1));
    assert_eq!(receiver.on_segment(1, at(2.2), at(2.2)), AckPlan::Now, "and so is the last one before a gap");
}

#[test]
fn a_filled_gap_is_acknowledged_at_once() {
    let mut receiver = Receiver::new(Some(DELAY), true);
    receiver.on_segment(1, at(0.0), at(0.0));
    receiver.acknowledge();
    assert_eq!(receiver.on_segment(0, at(0.0), at(0.1)), AckPlan::Now);
    assert_eq!(receiver.acknowledge(), 2);
    assert!(!receiver.has_blocks());
}

#[test]
fn a_destroyed_segment_is_missed_until_it_arrives() {
    let mut receiver = Receiver::new(None, true);
    receiver.on_segment(0, at(0.0), at(0.0));
    receiver.on_segment(3, at(0.0), at(0.1));
    // Copies of segments that have arrived are not missing.
    receiver.on_corrupted(0);
    receiver.on_corrupted(3);
    assert!(!receiver.misses_corrupted());
    receiver.on_corrupted(1);
    assert!(receiver.misses_corrupted());
    receiver.on_segment(1, at(0.0), at(0.2));
    assert!(!receiver.misses_corrupted(), "2 is missing too, but nothing says that a link destroyed it");
}

#[test]
fn the_newest_block_comes_first_and_others_are_repeated() {
    let mut receiver = Receiver::new(None, true);
    for number in [2, 4, 6, 8] {
        receiver.on_segment(number, at(0.0), at(0.0));
    }
    assert_eq!(reported(&receiver).as_slice(), [(8, 9), (6, 7), (4, 5)], "three blocks beside a timestamp");
    receiver.on_segment(3, at(0.0), at(0.0));
    assert_eq!(reported(&receiver).as_slice(), [(2, 5), (8, 9), (6, 7)]);
}

#[test]
fn the_echo_is_that_of_the_earlier_segment_and_not_of_one_out_of_order() {
    let mut receiver = Receiver::new(Some(DELAY), true);
    receiver.on_segment(0, at(1.0), at(1.1));
    receiver.on_segment(1, at(2.0), at(2.1));
    assert_eq!(receiver.echo(), at(1.0));
    receiver.acknowledge();
    receiver.on_segment(5, at(3.0), at(3.1));
    assert_eq!(receiver.echo(), at(1.0));
    receiver.on_segment(2, at(4.0), at(4.1));
    assert_eq!(receiver.echo(), at(4.0));
}

#[test]
fn a_duplicate_segment_changes_nothing() {
    let mut receiver = Receiver::new(None, true);
    receiver.on_segment(0, at(0.0), at(0.0));
    receiver.acknowledge();
    assert_eq!(receiver.on_segment(0, at(0.0), at(0.0)), AckPlan::Now);
    assert_eq!(receiver.acknowledge(), 1);
    assert!(!receiver.has_blocks());
}

#[test]
fn the_first_block_is_that_of_the_segment_which_triggers_the_ack() {
    // RFC 2018 §4, also for a segment that had arrived before.
    let mut receiver = Receiver::new(None, true);
    for number in [0, 2, 4, 6] {
        receiver.on_segment(number, at(0.0), at(0.0));
    }
    assert_eq!(reported(&receiver).as_slice(), [(6, 7), (4, 5), (2, 3)]);
    receiver.on_segment(2, at(0.1), at(0.1));
    assert_eq!(reported(&receiver).as_slice(), [(2, 3), (6, 7), (4, 5)]);
    assert_eq!(receiver.duplicates(), 1);
}

/// A receiver whose network card merges up to four segments within 50 µs.
fn merging() -> Receiver {
    Receiver::new(Some(DELAY), true).merging(Span::from_nanos(50_000), 4)
}

fn us(us: u64) -> Time {
    Time::from_nanos(us * 1000)
}

#[test]
fn segments_in_order_share_an_ack() {
    let mut receiver = merging();
    for (number, now) in [(0, 0), (1, 10), (2, 20)] {
        assert_eq!(receiver.hands_over_before(number, false, us(now)), None);
        assert_eq!(receiver.on_segment(number, us(0), us(now)), AckPlan::At(us(50)));
    }
    assert_eq!(receiver.expire(us(50)), AckPlan::Now);
    assert_eq!(receiver.acknowledge(), 3);
    for number in 3..6 {
        assert_eq!(receiver.on_segment(number, us(0), us(100)), AckPlan::At(us(150)));
    }
    assert_eq!(receiver.on_segment(6, us(0), us(100)), AckPlan::Now, "the large segment is full");
    assert_eq!(receiver.acknowledge(), 7);
}

#[test]
fn a_segment_that_comes_alone_still_waits_for_another() {
    let mut receiver = merging();
    receiver.on_segment(0, us(0), us(0));
    assert_eq!(receiver.expire(us(50)), AckPlan::At(us(50) + DELAY));
    assert_eq!(receiver.on_segment(1, us(0), us(1000)), AckPlan::At(us(1050)));
    assert_eq!(receiver.expire(us(1050)), AckPlan::Now);
    assert_eq!(receiver.acknowledge(), 2);
}

#[test]
fn a_hole_or_another_mark_ends_the_merging() {
    let mut receiver = merging();
    receiver.on_segment(0, us(0), us(0));
    receiver.on_segment(1, us(0), us(10));
    assert_eq!(receiver.hands_over_before(2, true, us(20)), Some(AckPlan::Now), "a mark");
    assert_eq!(receiver.acknowledge(), 2);
    receiver.on_segment(2, us(0), us(20));
    assert_eq!(receiver.hands_over_before(4, true, us(30)), Some(AckPlan::At(us(30) + DELAY)), "a hole");
    assert_eq!(receiver.on_segment(4, us(0), us(30)), AckPlan::Now);
    assert_eq!(receiver.acknowledge(), 3);
}

#[test]
fn a_segment_that_arrives_twice_is_reported_once_in_the_place_of_a_block() {
    // RFC 2883 §4. Beside a timestamp three blocks fit, so two are left for what is beyond the gap.
    let mut receiver = Receiver::new(None, true).telling_duplicates();
    for number in [0, 1, 3, 5, 7] {
        receiver.on_segment(number, at(0.0), at(0.0));
        receiver.acknowledge();
    }
    assert!(!receiver.has_ack_extras());
    for (again, blocks) in [(0, [(7, 8), (5, 6)]), (5, [(5, 6), (7, 8)])] {
        assert_eq!(receiver.on_segment(again, at(0.0), at(0.1)), AckPlan::Now);
        receiver.acknowledge();
        assert!(receiver.has_ack_extras());
        let list = reported(&receiver);
        assert_eq!((list.duplicate(), list.as_slice(), list.blocks()), (Some(again), &blocks[..], 3));
        receiver.forget_duplicate();
        assert!(!receiver.has_ack_extras(), "only one ACK reports it");
    }
    assert_eq!(receiver.duplicates(), 2);
    let mut silent = Receiver::new(None, true);
    for _ in 0..2 {
        silent.on_segment(0, at(0.0), at(0.0));
    }
    assert_eq!((silent.duplicates(), silent.has_ack_extras()), (1, false));
}

#[test]
fn while_the_window_grows_each_segment_is_acknowledged_at_once() {
    // A path of 80 ms, as slow start fills it: rounds of 10, 20, 40, 80 and 121 segments, 0.3 ms apart.
    // The first window is 45 segments, and the buffer holds 55 beside a packet: segments 0 to 5 let it
    // grow by two each, and 16 ACKs more go at once. The first segment of each round lets the buffer grow: to
    // 152,697, 347,520 and 695,040 bytes of payload. So 25 segments of the third round let the window
    // grow, then pairs are acknowledged, and 67 of the fourth.
    let buffer = ReceiveBufferSetup::LINUX;
    let setup = LinuxAcks { quick: 16, adapts: true, clock_hz: 1000, buffer: Some(buffer) };
    let mut receiver = Receiver::new(Some(DELAY), true)
        .acknowledge_as_linux(setup)
        .growing(ReceiveBuffer::new(buffer, 1500, 1448));
    receiver.answer_syn(at(0.0));
    let (mut number, mut paired) = (0, Vec::new());
    for (round, count) in (1..).zip([10, 20, 40, 80, 121]) {
        for place in 0..count {
            let now = Time::from_nanos(80_000_000 * round + 300_000 * place);
            let before = receiver.pending;
            let plan = receiver.on_segment(number, now - Span::from_millis(40), now);
            if plan == AckPlan::Now {
                receiver.acknowledge();
            }
            paired.extend((plan != AckPlan::Now || before > 0).then_some(number));
            number += 1;
        }
    }
    let expected: Vec<u64> = (22..32).chain(56..72).chain(139..151).collect();
    assert_eq!(paired, expected, "233 of 271 are acknowledged alone; a kernel on this path 223");
}

/// A Linux receiver whose quick ACKs are over: the segment expected next is 5, all below are acknowledged, and 150 ms is
/// to be echoed.
fn expecting_five() -> Receiver {
    let setup = LinuxAcks { quick: 16, adapts: true, clock_hz: 1000, buffer: None };
    let receiver = Receiver::new(Some(DELAY), true).acknowledge_as_linux(setup);
    let mut receiver = receiver.telling_duplicates().discarding_stale();
    for number in 0..5 {
        receiver.on_segment(number, at(0.15), at(0.19));
        receiver.acknowledge();
    }
    for _ in 0..16 {
        receiver.acknowledge();
    }
    receiver
}

#[test]
fn r1_segments_with_old_timestamps_are_discarded() {
    // RFC 7323 §5.3 with the window of one tick of tcp_paws_discard.
    for (number, stamp_s, is_kept, echo_s) in
        [(8, 0.148, false, 0.15), (8, 0.149, true, 0.15), (8, 0.151, true, 0.15), (5, 0.149, true, 0.15)]
    {
        let mut receiver = expecting_five();
        assert_eq!(receiver.is_stale(at(stamp_s)), !is_kept);
        assert!(receiver.on_segment(number, at(stamp_s), at(0.2)) == AckPlan::Now || number == 5);
        let arrived = receiver.beyond_gap() + receiver.next() - 5;
        assert_eq!((arrived, receiver.stale()), (u64::from(is_kept), Some(u64::from(!is_kept))));
        assert_eq!((receiver.echo(), receiver.has_blocks()), (at(echo_s), is_kept && number == 8));
    }
    // A duplicate below the last ACK is not in the window (tcp_sequence); one that ends there is.
    for (number, echo_s) in [(3, 0.15), (4, 0.16)] {
        let mut receiver = expecting_five();
        assert_eq!(receiver.on_segment(number, at(0.16), at(0.2)), AckPlan::Now);
        assert_eq!((receiver.echo(), receiver.stale()), (at(echo_s), Some(0)));
        assert_eq!(reported(&receiver).duplicate(), Some(number));
    }
    let mut receiver = expecting_five();
    assert_eq!(receiver.on_segment(3, at(0.14), at(0.2)), AckPlan::Now);
    let told = reported(&receiver);
    assert_eq!((told.duplicate(), told.stale()), (Some(3), Some((3, Span::from_millis(10)))));
    assert!(receiver.has_ack_extras());
    receiver.acknowledge();
    receiver.forget_duplicate();
    let quick = (5..30).take_while(|number| {
        let is_now = receiver.on_segment(*number, at(0.2), at(0.21)) == AckPlan::Now;
        receiver.acknowledge();
        is_now
    });
    assert_eq!(quick.count(), 15, "with the ACK of segment 3 these are 16");
}
