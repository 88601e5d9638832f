//! The number of waiting packets of each flow, and a state that a discipline keeps for each flow.

/// State by flow number. A flow that was never seen has the default state.
#[derive(Clone, Debug, Default)]
pub struct FlowTable<T> {
    flows: Vec<(u32, T)>,
    active: usize,
}

impl<T: Default> FlowTable<T> {
    /// Number of flows that have packets waiting.
    pub fn active(&self) -> usize {
        self.active
    }

    /// Number of waiting packets of `flow`.
    pub fn waiting(&self, flow: u32) -> u32 {
        self.flows.get(flow as usize).map_or(0, |entry| entry.0)
    }

    /// The state of `flow`.
    pub fn state(&mut self, flow: u32) -> &mut T {
        &mut self.entry(flow).1
    }

    /// A packet of `flow` joins the queue.
    pub fn join(&mut self, flow: u32) {
        let entry = self.entry(flow);
        entry.0 += 1;
        if entry.0 == 1 {
            self.active += 1;
        }
    }

    /// A packet of `flow` leaves the queue. If it was the flow's last one and `forget` is true, the
    /// flow's state returns to the default.
    pub fn leave(&mut self, flow: u32, forget: bool) {
        let entry = self.entry(flow);
        debug_assert!(entry.0 > 0, "a packet that leaves has waited");
        entry.0 -= 1;
        if entry.0 == 0 {
            if forget {
                entry.1 = T::default();
            }
            self.active -= 1;
        }
    }

    fn entry(&mut self, flow: u32) -> &mut (u32, T) {
        let place = flow as usize;
        if place >= self.flows.len() {
            self.flows.resize_with(place + 1, Default::default);
        }
        &mut self.flows[place]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_flows_that_have_a_packet_waiting() {
        let mut table = FlowTable::<u32>::default();
        [3, 3, 0].into_iter().for_each(|flow| table.join(flow));
        *table.state(3) = 7;
        assert_eq!((table.active(), table.waiting(3), table.waiting(9)), (2, 2, 0));
        table.leave(3, true);
        assert_eq!((table.active(), *table.state(3)), (2, 7));
        table.leave(3, true);
        assert_eq!((table.active(), *table.state(3)), (1, 0), "forgotten with the last packet");
    }
}
