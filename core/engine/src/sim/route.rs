//! The way of a flow's packets: over access links and through channels.

use crate::setup::{Direction, FlowSetup};

/// The route of a flow's packets: the channel numbers at which data and ACKs enter and leave.
#[derive(Clone, Copy, Debug)]
pub struct Route {
    /// Where they enter.
    pub entry: [u32; 2],
    /// Where they leave.
    pub exit: [u32; 2],
}

impl Route {
    /// The route of the flow that `setup` describes.
    pub fn of(setup: &FlowSetup) -> Route {
        let (left, right) = (2 * setup.from as u32, 2 * (setup.to as u32 - 1));
        match setup.direction {
            Direction::Forward => Route { entry: [left, right + 1], exit: [right, left + 1] },
            Direction::Backward => Route { entry: [right + 1, left], exit: [left + 1, right] },
        }
    }
}

/// An access link of a flow.
#[derive(Clone, Copy, Debug)]
pub enum Access {
    /// From the source to its router.
    SourceOut = 0,
    /// From the last router to the receiver.
    ReceiverIn = 1,
    /// From the receiver to its router.
    ReceiverOut = 2,
    /// From the first router back to the source.
    SourceIn = 3,
}
