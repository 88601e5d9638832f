# draft-irtf-iccrg-ledbat-plus-plus-01; what it does not say is RFC 6817. Section numbers are the draft's.
algorithm "LEDBAT++"

param target = 60 ms in 1..1000 "queueing delay at which it stops growing"
param constant = 1 in 0..10 "strength of the decrease beyond the target"

state base = 0 s                 # shortest RTT of ten minutes
state waits = 0 s                # queueing delay: shortest of four samples, minus base
state gain = 1
state last1 = 1e9 s
state last2 = 1e9 s
state last3 = 1e9 s
state ramping = true             # slow start, up to ssthresh
state starting = true            # the initial one
state slowed = false             # in a slowdown, until the window is back
state frozen = 0                 # rounds for which it stays at two packets
state began = 0 s                # the slowdown
state next = 1e9 s               # when the next one may begin

on start {
  cwnd = min(cwnd, 2 segments)                       # 4.1
}

on ack {
  # 4.5: round trips, and the shortest of the four latest
  if segment_rtt > 0 {
    base = windowed_min(segment_rtt, 600 s)
    waits = min(segment_rtt, last1, last2, last3) - base
    last3 = last2
    last2 = last1
    last1 = segment_rtt
    gain = 1 / min(16, ceil(2 * target / base))      # 4.2
  }
}

on increase {
  if frozen > 0 {
    cwnd = 2
  } else if starting and waits > 0.75 * target {     # 4.1: only the initial slow start ends by delay
    starting = false
    ramping = false
    ssthresh = cwnd
    next = now + 2 * srtt
  } else if ramping and cwnd < ssthresh {
    cwnd = min(cwnd + gain * acked, ssthresh)
  } else if ramping {
    # 4.4: two round trips after the initial slow start, then for a tenth of the time
    next = starting ? now + 2 * srtt : now + 9 * (now - began)
    starting = false
    ramping = false
    slowed = false
  } else if waits < target {
    cwnd += gain * acked / cwnd
  } else {
    # 4.3
    let change = max(gain - constant * cwnd * (waits / target - 1), -cwnd / 2)
    cwnd = max(2, cwnd + change * acked / cwnd)
  }
}

on round {
  if frozen > 0 {
    frozen -= 1
  } else if now >= next and not slowed {
    slowed = true
    ramping = true
    began = now
    frozen = 2
    explain "Slowdown: the queue drains, so that all see the base delay."
    ssthresh = cwnd
    cwnd = 2
  }
}

on loss {
  if slowed {
    ssthresh = max(2, ssthresh / 2)
  } else {
    standard()
    if starting { next = now + 2 * srtt }
    ramping = false
  }
  starting = false
}

on timeout {
  standard()
  if starting { next = now + 2 * srtt }
  if not slowed { began = now }
  starting = false
  ramping = true
  frozen = 0
}

show waits
show base as RTT
