"""The referee: which packet does a drop-tail queue drop, at which nanosecond? Written from docs/specs and
docs/scenario.md, not from the engine. No lost SYN, no SACK, no random loss. `python3 referee.py` writes
predictions.csv; with --check it compares."""

import heapq, json, math, pathlib, re, sys

S, HERE = 10**9, pathlib.Path(__file__).parent
UNITS = {"ns": 1, "us": 10**3, "ms": 10**6, "s": S, "kbps": 10**3, "Mbps": 10**6, "Gbps": S, "pkt": 1, "bdp": 1}


def quantity(text):  # ns, bit/s, packets or BDP
    number, unit = re.fullmatch(r"(\d+)(\w+)", text).groups()
    return int(number) * UNITS[unit]


class Link:  # a queue, a transmitter, then the propagation delay (queues-and-links 1, 2)
    def __init__(self, rate, delay, capacity=math.inf):
        self.rate, self.delay, self.capacity = rate, delay, capacity
        self.free, self.carry, self.starts = 0, 0, []  # idle again at; fraction of a ns carried over; of who waits

    def send(self, now, size):  # the instant of arrival at the other end, or None if the packet is dropped
        while self.starts and self.starts[0] <= now:  # departures come before arrivals (tcp-core 14)
            self.starts.pop(0)
        if self.free > now and len(self.starts) >= self.capacity:
            return None
        self.starts.append(max(now, self.free))
        took, self.carry = divmod(size * 8 * S + self.carry, self.rate)
        self.free = self.starts[-1] + took
        return self.free + self.delay


class Flow:  # window and timer of the sender, its receiver, and the links of both ways
    def __init__(self, run, index, f, there, back):
        self.run, self.index, self.name, self.newreno = run, index, f["name"], f["algorithm"] == "newreno"
        self.size, self.ack_size, self.rwnd = f.get("packet_bytes", 1500), 40, f.get("receive_window", 10**6)
        self.delayed, self.stamps, self.limited = (f.get(key, True) for key in ("delayed_ack", "timestamps", "limited_transmit"))
        self.delayed = self.delayed and self.rwnd > 2
        self.wait = quantity(f.get("delayed_ack_timeout", "200ms"))
        self.total = math.ceil(f.get("bytes", math.inf) / self.size) if "bytes" in f else math.inf
        rate = quantity(f["access_rate"]) if "access_rate" in f else 10 * max(there.rate, back.rate)
        at_receiver = f.get("receiver_access", True)
        near = far = quantity(f.get("access_delay", "0ns"))
        if "rtt" in f:
            access = (quantity(f["rtt"]) - there.delay - back.delay) // 2
            near = round(access * f.get("access_at_sender", 0.5)) if at_receiver else access
            far = access - near
        receiver = [lambda: Link(rate, far)] if at_receiver else []
        self.ways = {"forward": [Link(rate, near), there] + [link() for link in receiver]}
        self.ways["backward"] = [link() for link in receiver] + [back, Link(rate, near)]
        self.cwnd, self.ssthresh = f.get("initial_window", 3), f.get("initial_ssthresh", math.inf)
        self.una = self.next = self.max = self.duplicates = self.inflation = 0
        self.recover = self.timed_out = -1
        self.recovery = self.after_timeout = self.full = False
        self.lone = self.delayed and "rto" not in f  # a segment alone waits for the delayed ACK (tcp-core 5)
        self.tick, self.least, self.rto = (0.001, 1, 1) if "rto" in f else (0.01, 0.2, 3)
        self.srtt, self.backoff, self.timer, self.timed = None, 1, None, None
        self.expected = self.unacked = self.last_ack = self.echo = 0
        self.buffered, self.ack_timer = set(), None
        start = quantity(f.get("start", "0ns"))
        run.at(start, 1, index, self.open if f.get("handshake", True) else self.pump)

    def carry(self, now, way, size, deliver, *what, step=0):  # over the links of a way
        if step == len(self.ways[way]):
            return deliver(now, *what)
        arrival = self.ways[way][step].send(now, size)
        if arrival is None:
            return self.run.drops.append((now, way, self.name, what[0]))
        self.run.at(arrival, 1, self.index, lambda then: self.carry(then, way, size, deliver, *what, step=step + 1))

    def open(self, now):  # SYN and its answer have the size of an ACK, and give an RTT sample
        answered = lambda then: (self.sample(then - now), self.pump(then))
        self.carry(now, "forward", self.ack_size, lambda then: self.carry(then, "backward", self.ack_size, answered))

    def on_segment(self, now, number, sent):  # the receiver (tcp-core 3)
        self.echo = sent if number <= self.last_ack else self.echo
        if number == self.expected and not self.buffered:
            self.expected, self.unacked = self.expected + 1, self.unacked + 1
            if self.delayed and self.unacked < 2:
                self.ack_timer = now + self.wait
                return self.run.at(self.ack_timer, 2, self.index, lambda then: self.ack_timer == then and self.acknowledge(then))
        elif number >= self.expected:
            self.buffered.add(number)
            while self.expected in self.buffered:
                self.buffered.remove(self.expected)
                self.expected += 1
        self.acknowledge(now)

    def acknowledge(self, now):
        self.ack_timer, self.unacked, self.last_ack = None, 0, self.expected
        self.carry(now, "backward", self.ack_size, self.on_ack, self.expected, self.echo)

    def sample(self, rtt):  # RTT and timer (tcp-core 4, 5)
        r = rtt / S
        first = self.srtt is None
        self.rttvar = r / 2 if first else 3 / 4 * self.rttvar + 1 / 4 * abs(self.srtt - r)
        self.srtt = r if first else 7 / 8 * self.srtt + 1 / 8 * r
        self.rto, self.backoff = max(self.srtt + max(self.tick, 4 * self.rttvar), self.least), 1

    def start_timer(self, now, least=0):
        self.armed, self.timer = now, now + max(least, round(min(self.rto * self.backoff, 60) * S))
        self.run.at(self.timer, 2, self.index, lambda then: self.timer == then and self.on_timer(then))

    def on_timer(self, now):
        if self.una != self.timed_out:  # if the same segment times out again, ssthresh stays (tcp-core 6)
            self.halve()
        self.cwnd, self.timed_out, self.after_timeout, self.recovery = 1, self.una, True, False  # tcp-core 8
        self.duplicates = self.inflation = 0
        self.next, self.recover, self.backoff, self.timer = self.una, self.max, self.backoff * 2, None
        self.pump(now)

    def halve(self):
        self.ssthresh = max(min(self.cwnd, self.rwnd) / 2, 2)

    def pump(self, now):  # what the windows let go (tcp-core 1, 2, 7)
        extra = self.inflation if self.recovery else min(self.duplicates, 2) if self.limited else 0
        room = lambda window: self.next == self.una or self.next - self.una + 1 <= window
        while self.next < self.total and room(min(self.cwnd + extra, self.rwnd)):
            self.transmit(now, self.next)
            self.next += 1
            self.max = max(self.max, self.next)
        self.full = self.next < self.total and not room(self.cwnd + extra)  # cwnd stopped it, so it may grow
        if self.lone and self.srtt and self.timer and self.armed == now and self.max == self.una + 1:
            self.start_timer(now, round(min(self.srtt + max(self.tick, 4 * self.rttvar) + self.wait / S, 60) * S))

    def transmit(self, now, number):
        self.timed = None if number < self.max else self.timed or (number, now)
        if self.timer is None:
            self.start_timer(now)
        self.carry(now, "forward", self.size, self.on_segment, number, now)

    def on_ack(self, now, number, echo):  # tcp-core 6, 7, 11
        if number > self.una:
            self.on_new_data(now, number, echo)
        elif self.next > self.una:
            self.duplicates += 1
            self.inflation += 1 if self.recovery else 0
            gate = self.una > self.recover or not (self.newreno or self.after_timeout)
            if self.duplicates == 3 and gate and not self.recovery:
                self.halve()
                self.cwnd, self.recover, self.recovery, self.inflation = self.ssthresh, self.max, True, 3
                self.after_timeout, self.first_partial = False, True
                self.start_timer(now)
                self.transmit(now, self.una)
        self.pump(now)

    def on_new_data(self, now, number, echo):
        acked, self.una, self.next, self.duplicates = number - self.una, number, max(self.next, number), 0
        if self.stamps or self.timed and number > self.timed[0]:
            self.sample(now - (echo if self.stamps else self.timed[1]))
            self.timed = None
        partial = self.recovery and self.newreno and number < self.recover
        if not partial or self.first_partial:
            self.start_timer(now)
        if partial:
            self.inflation, self.first_partial = self.inflation + 1 - acked, False
            self.transmit(now, number)
        else:
            if self.recovery:
                self.recovery, self.inflation, self.cwnd = False, 0, self.ssthresh
            if self.full:
                self.cwnd += 1 if self.cwnd < self.ssthresh else 1 / self.cwnd
        if self.una == self.max:
            self.timer = None


class Run:
    def __init__(self, scenario):
        self.events, self.drops, self.count, hop, flows = [], [], 0, scenario["hops"][0], scenario["flows"]
        delay = quantity(hop["delay"])

        def channel(side):
            capacity = quantity(side["queue"]["capacity"])
            if "bdp" in side["queue"]["capacity"]:  # of the flow with the longest RTT
                longest = max(flows, key=lambda f: quantity(f["rtt"]))
                bits = quantity(side["rate"]) * quantity(longest["rtt"]) / S
                capacity = max(1, round(capacity * bits / 8 / longest.get("packet_bytes", 1500)))
            return Link(quantity(side["rate"]), delay, capacity)

        there, back = channel(hop), channel({**hop, **hop.get("back", {})})
        for index, flow in enumerate(flows):
            Flow(self, index, flow, there, back)
        while self.events and self.events[0][0] <= quantity(scenario["duration"]):
            now, _, _, _, act = heapq.heappop(self.events)
            act(now)

    def at(self, time, kind, owner, act):  # of one instant arrivals are first, then timers (tcp-core 14)
        self.count += 1
        heapq.heappush(self.events, (time, kind, owner, self.count, act))


text, file = "scenario,time_ns,channel,flow,segment\n", HERE / "predictions.csv"
for path in sorted(HERE.glob("*.json")):
    for drop in Run(json.loads(path.read_text())).drops:
        text += ",".join(map(str, (path.stem, *drop))) + "\n"
if "--check" in sys.argv:
    sys.exit("predictions.csv is not what referee.py says: run python3 referee.py" if file.read_text() != text else 0)
file.write_text(text)
