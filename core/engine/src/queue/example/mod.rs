//! The discipline of `docs/adding-a-queue.md`, added as the guide describes and registered by the
//! same macro. If a step of the guide no longer works, this module does not compile. If the guide
//! shows another file, a test below fails. It is compiled only for tests.

use super::testing::{drops_of, facts, view};
use super::*;

disciplines! { random_drop }

/// The discipline as a scenario makes it, on a channel with room for 100 packets.
fn queue() -> Queue {
    let spec = REGISTRY.iter().find(|spec| spec.id == "random-drop").expect("it is registered");
    let setup = QueueSetup {
        kind: spec.id,
        capacity: Capacity::Packets(100),
        params: Params::defaults(spec.parameters),
        own: None,
    };
    Queue::new(&setup, &facts(100.0))
}

#[test]
fn one_file_and_one_word_make_a_discipline() {
    let mut queue = queue();
    assert!(Queue::contradiction("random-drop", &Params::defaults(random_drop::SPEC.parameters)).is_none());
    assert_eq!(Queue::features_of("random-drop"), Features::NONE);
    assert_eq!(drops_of(&mut queue, &view(0), 10_000), 0);
    // 0.1·50/100 = 0.05: 500 of 10 000 arrivals are dropped, with a standard deviation of 22.
    let drops = drops_of(&mut queue, &view(50), 10_000) as f64;
    assert!((drops - 500.0).abs() < 5.0 * 22.0, "{drops}");
    assert_eq!(queue.probability(), Some(0.05));
    let full = QueueView { full: true, ..view(100) };
    assert_eq!(queue.arrive(&full, &mut Stream::new(1, "queue")), ArrivalDecision::Overflow);
}

#[test]
fn the_guide_shows_this_very_file() {
    let guide = include_str!("../../../../../docs/adding-a-queue.md");
    let file = include_str!("random_drop.rs");
    assert!(guide.contains(file), "docs/adding-a-queue.md does not show queue/example/random_drop.rs");
}
