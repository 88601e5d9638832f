# Arun, Balakrishnan: Copa: Practical Delay-Based Congestion Control for the Internet, NSDI 2018.
# Section numbers are the paper's. The window of a fast recovery is the recovery's, not Copa's.
algorithm "Copa"

param delta = 0.5 in 0.01..2 "1 / delta packets of this flow wait in the queue"
param competes = true "take a fair share beside flows that fill the queue"

state least = 0 s            # shortest RTT of ten seconds
state standing = 0 s         # shortest RTT of half a smoothed RTT: the standing queue, without bursts
state inverse = 2 segments   # 1 / delta in use
state velocity = 1
state starting = true        # slow start
state rising = true          # direction of the window in the last rounds
state same = 0               # rounds in that direction
state before = 0 segments    # cwnd when the round began
state emptied = 0 s          # when the queue was nearly empty
state repairing = false      # until what was sent before a timeout is acknowledged

on start {
  inverse = 1 / delta
  before = cwnd
  emptied = now
}

on ack {
  # not of an ACK that fills a hole: what it acknowledges came long before
  if segment_rtt > 0 and acked <= 2 and not in_recovery and not repairing {
    least = windowed_min(segment_rtt, 10 s)
    standing = windowed_min(segment_rtt, srtt / 2)
    # 2.2: nearly empty is below a tenth of the largest queueing delay of four RTTs. A tenth of few
    # packets is no packet: where that is less, up to one packet of this flow may wait.
    let highest = windowed_max(segment_rtt, 4 * srtt) - least
    let one = min(1 segments / cwnd * standing, 0.25 * highest)
    if starting or standing - least <= max(0.1 * highest, one) { emptied = max(emptied, now) }
  }
}

# 2.1: the target rate is 1 / (delta * queueing delay): so many of its packets wait there
on increase {
  let waiting = standing > 0 ? cwnd * (standing - least) / standing : 0
  let up = waiting <= inverse
  if starting and up {
    cwnd += acked
  } else {
    # the queue of slow start drains first
    if starting { emptied = now + 5 * srtt }
    starting = false
    if up and not rising or rising and not up { velocity = 1 }
    let step = velocity * acked * inverse / cwnd
    cwnd = max(2, up ? cwnd + step : cwnd - step)
  }
}

on round {
  # the velocity doubles once the direction is the same for three rounds
  let grew = cwnd > before
  if grew and rising or not grew and not rising {
    same += 1
    if same >= 3 { velocity = min(2 * velocity, max(1, cwnd / inverse)) }
  } else {
    rising = grew
    same = 0
    velocity = 1
  }
  before = cwnd
  # 2.2: five RTTs without an empty queue, so another flow fills it: 1 / delta as New Reno's window
  if competes and now - emptied > 5 * srtt { inverse += 1 } else { inverse = 1 / delta }
}

on loss {
  inverse = max(1 / delta, inverse / 2)
  starting = false
  velocity = 1
  explain "Copa keeps its window: delay sets it, not a loss."
  ssthresh = cwnd
}

on recovered { repairing = false }

on timeout {
  repairing = true
  standard()
  inverse = max(1 / delta, inverse / 2)
  starting = true
  velocity = 1
}

pace standing > 0 ? 2 * cwnd / standing : 0

show standing as RTT
show least as RTT
show velocity
