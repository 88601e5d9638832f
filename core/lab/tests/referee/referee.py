"""The referee: when does a drop-tail queue drop which packet? Written from docs/specs and docs/scenario.md, not from the engine.

python3 referee.py writes predictions.csv; python3 referee.py --check compares with it.
"""

import heapq, json, pathlib, re, sys
from collections import deque

HERE = pathlib.Path(__file__).parent
UNITS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9, "bps": 1, "kbps": 1e3, "Mbps": 1e6, "Gbps": 1e9, "pkt": 1, "bdp": 1}
S = 10**9


def quantity(text):  # times in ns, rates in bit/s
    number, unit = re.fullmatch(r"([\d.]+)([a-zA-Z]+)", text).groups()
    return float(number) * UNITS[unit] if unit == "bdp" else round(float(number) * UNITS[unit])


class Link:  # a transmitter with a queue, then the propagation delay (queues-and-links 1, 2)
    def __init__(self, rate, delay, capacity=10**9):
        self.rate, self.delay, self.capacity = rate, delay, capacity
        self.free, self.carry, self.starts = 0, 0, deque()

    def send(self, now, size):  # the instant of arrival at the other end, or None if the packet is dropped
        while self.starts and self.starts[0] <= now:  # departures come before arrivals (tcp-core 14)
            self.starts.popleft()
        if self.free > now and len(self.starts) >= self.capacity:
            return None
        start = max(now, self.free)
        if start > now:
            self.starts.append(start)
        took, self.carry = divmod(size * 8 * S + self.carry, self.rate)
        self.free = start + took
        return self.free + self.delay


class Flow:
    def __init__(self, sim, index, f, hop, there, back, rtt_of_hop):
        self.sim, self.index, self.name = sim, index, f.get("name", f"flow-{index}")
        rate = quantity(f["access_rate"]) if "access_rate" in f else 10 * max(there.rate, back.rate)
        if "rtt" in f:
            access = (quantity(f["rtt"]) - rtt_of_hop) // 2
            near = round(access * f.get("access_at_sender", 0.5))
            far = access - near
        else:
            near = far = quantity(f.get("access_delay", "0ns"))
        if not f.get("receiver_access", True):
            near, far = (near + far if "rtt" in f else near), None
        ends = lambda: [] if far is None else [Link(rate, far)]
        self.paths = ([Link(rate, near), there, *ends()], [*ends(), back, Link(rate, near)])
        self.size, self.ack_size = f.get("packet_bytes", 1500), f.get("ack_bytes", 40)
        self.newreno, self.wait = f["algorithm"] == "newreno", quantity(f.get("delayed_ack_timeout", "200ms"))
        self.delayed, self.stamps, self.limited = (f.get(k, True) for k in ("delayed_ack", "timestamps", "limited_transmit"))
        self.receive_window, self.total = f.get("receive_window", 10**6), -(-f["bytes"] // self.size) if "bytes" in f else 10**12
        self.lone = f.get("rto", "default") == "default"  # one segment alone waits for a delayed ACK (tcp-core 5)
        self.tick, self.least, self.rto = (0.01, 0.2, 3.0) if self.lone else (0.001, 1.0, 1.0)
        self.srtt = self.rttvar = None
        self.backoff, self.timer, self.armed, self.timed = 1, None, 0, None
        self.cwnd, self.ssthresh = float(f.get("initial_window", 3)), float(f.get("initial_ssthresh", "inf"))
        self.una = self.next = self.max = self.duplicates = self.inflation = 0
        self.recover, self.recovery, self.after_timeout, self.timed_out, self.full = -1, False, False, -1, False
        self.resent = set()
        self.expected, self.unacked, self.last_ack, self.echo, self.buffered, self.ack_timer = 0, 0, 0, 0, set(), None
        start, shake = quantity(f.get("start", "0ns")), f.get("handshake", True)
        sim.at(start, 1, index, (lambda now: self.pass_on(now, 0, 0, self.ack_size, self.syn, start)) if shake else self.pump)

    def pass_on(self, now, way, step, size, deliver, *what):  # along the links of a way, drops are noted
        if step == len(self.paths[way]):
            return deliver(now, *what)
        link = self.paths[way][step]
        arrival = link.send(now, size)
        if arrival is None:
            self.sim.drops.append((now, ("forward", "backward")[way], self.name, what[0]))
        else:
            self.sim.at(arrival, 1, self.index, lambda now: self.pass_on(now, way, step + 1, size, deliver, *what))

    def syn(self, now, sent):
        self.pass_on(now, 1, 0, self.ack_size, lambda now, sent: (self.sample(now - sent), self.pump(now)), sent)

    # The receiver (tcp-core 3)
    def on_segment(self, now, number, sent):
        if number <= self.last_ack:
            self.echo = sent
        if number == self.expected and not self.buffered:
            self.expected += 1
            self.unacked += 1
            if self.delayed and self.unacked < 2:
                self.ack_timer = now + self.wait
                return self.sim.at(self.ack_timer, 2, self.index, self.on_ack_timer)
        elif number >= self.expected:
            self.buffered.add(number)
            while self.expected in self.buffered:
                self.buffered.remove(self.expected)
                self.expected += 1
        self.acknowledge(now)

    def on_ack_timer(self, now):
        if self.ack_timer == now:
            self.acknowledge(now)

    def acknowledge(self, now):
        self.ack_timer, self.unacked, self.last_ack = None, 0, self.expected
        self.pass_on(now, 1, 0, self.ack_size, self.on_ack, self.expected, self.echo)

    # RTT and timer (tcp-core 4, 5)
    def sample(self, rtt):
        r = rtt / S
        if self.srtt is None:
            self.srtt, self.rttvar = r, r / 2
        else:
            self.rttvar = 3 / 4 * self.rttvar + 1 / 4 * abs(self.srtt - r)
            self.srtt = 7 / 8 * self.srtt + 1 / 8 * r
        self.rto, self.backoff = max(self.srtt + max(self.tick, 4 * self.rttvar), self.least), 1

    def start_timer(self, now):
        self.armed, self.timer = now, now + round(min(self.rto * self.backoff, 60) * S)
        self.sim.at(self.timer, 2, self.index, self.on_timer)

    def on_timer(self, now):
        if self.timer != now:
            return
        alone = self.next - self.una == 1 and self.una not in self.resent
        if self.lone and alone and self.srtt is not None and self.delayed:
            longer = self.armed + round((self.srtt + max(self.tick, 4 * self.rttvar)) * S) + self.wait
            if longer > now:
                self.timer = longer
                return self.sim.at(longer, 2, self.index, self.on_timer)
        if self.una != self.timed_out:  # the same segment again: ssthresh stays (tcp-core 6)
            self.halve()
        self.cwnd, self.timed_out, self.after_timeout, self.recovery = 1.0, self.una, True, False
        self.duplicates = self.inflation = 0
        self.next, self.recover, self.backoff, self.timer = self.una, self.max, self.backoff * 2, None
        self.pump(now)

    # Sending (tcp-core 1, 2, 7)
    def pump(self, now):
        extra = self.inflation if self.recovery else min(self.duplicates, 2) if self.limited else 0
        while self.next < self.total:
            flight = self.next - self.una
            if flight and flight + 1 > min(self.cwnd + extra, self.receive_window):
                self.full = flight + 1 > self.cwnd + extra
                return
            self.transmit(now, self.next)
            self.next += 1
            self.max = max(self.max, self.next)
        self.full = False

    def transmit(self, now, number):
        if number < self.max:
            self.resent.add(number)
            self.timed = None
        elif self.timed is None:
            self.timed = (number, now)
        if self.timer is None:
            self.start_timer(now)
        self.pass_on(now, 0, 0, self.size, self.on_segment, number, now)

    def halve(self):
        self.ssthresh = max(min(self.cwnd, self.receive_window) / 2, 2.0)

    # An ACK (tcp-core 6, 7, 11)
    def on_ack(self, now, number, echo):
        if number > self.una:
            self.on_new_data(now, number, echo)
        elif self.next > self.una:
            self.duplicates += 1
            if self.recovery:
                self.inflation += 1
            elif self.duplicates == 3 and (self.una > self.recover or not self.newreno and not self.after_timeout):
                self.halve()
                self.cwnd, self.recover, self.recovery, self.inflation = self.ssthresh, self.max, True, 3
                self.after_timeout, self.first_partial = False, True
                self.start_timer(now)
                self.transmit(now, self.una)
        self.pump(now)

    def on_new_data(self, now, number, echo):
        acked, self.una, self.next = number - self.una, number, max(self.next, number)
        self.duplicates = 0
        if self.stamps:
            self.sample(now - echo)
        elif self.timed and number > self.timed[0]:
            self.sample(now - self.timed[1])
            self.timed = None
        if self.recovery and self.newreno and number < self.recover:  # a partial ACK
            self.inflation += 1 - acked
            if self.first_partial:
                self.start_timer(now)
            self.first_partial = False
            self.transmit(now, self.una)
        else:
            if self.recovery:
                self.recovery, self.inflation, self.cwnd = False, 0, self.ssthresh
            self.start_timer(now)
            if self.full:
                self.cwnd += 1 if self.cwnd < self.ssthresh else 1 / self.cwnd
        if self.una == self.max:
            self.timer = None


class Simulation:
    def __init__(self, scenario):
        self.events, self.drops, self.count = [], [], 0
        (hop,) = scenario["hops"]
        delay, back = quantity(hop["delay"]), hop.get("back", {})
        flows = scenario["flows"]
        rtts = [quantity(f["rtt"]) if "rtt" in f else 2 * delay + quantity(f["access_delay"]) * (4 if f.get("receiver_access", True) else 2) for f in flows]
        longest = max(range(len(flows)), key=lambda i: rtts[i])

        def channel(side):
            rate, capacity = quantity(side["rate"]), side["queue"]["capacity"]
            packets = quantity(capacity)
            if capacity.endswith("bdp"):
                packets = max(1, round(packets * rate * rtts[longest] / S / 8 / flows[longest].get("packet_bytes", 1500)))
            return Link(rate, delay, packets)

        there, again = channel(hop), channel({**hop, **back})
        for index, flow in enumerate(flows):
            Flow(self, index, flow, hop, there, again, 2 * delay)
        end = quantity(scenario["duration"])
        while self.events and self.events[0][0] <= end:
            now, _, _, _, act = heapq.heappop(self.events)
            act(now)

    def at(self, time, kind, owner, act):
        self.count += 1
        heapq.heappush(self.events, (time, kind, owner, self.count, act))


def predictions():
    yield "scenario,time_ns,channel,flow,segment"
    for file in sorted(HERE.glob("*.json")):
        for time, channel, flow, segment in Simulation(json.loads(file.read_text())).drops:
            yield f"{file.stem},{time},{channel},{flow},{segment}"


if __name__ == "__main__":
    text, file = "\n".join(predictions()) + "\n", HERE / "predictions.csv"
    if "--check" in sys.argv:
        sys.exit(0 if file.read_text() == text else "predictions.csv is not what referee.py says: run python3 referee.py")
    file.write_text(text)
