"""The referee: which packet does a queue drop, at which nanosecond? Drop-tail and CoDel; Reno, New Reno and SACK.
Written from docs/specs, docs/scenario.md and RFC 8289, not from the engine. No lost SYN, no random loss.
`python3 referee.py` writes predictions.csv; with --check it compares."""

import heapq, itertools, json, math, pathlib, re, sys

S, ACK, HERE = 10**9, 40, pathlib.Path(__file__).parent
UNITS = {"ns": 1, "us": 10**3, "ms": 10**6, "s": S, "kbps": 10**3, "Mbps": 10**6, "Gbps": S, "pkt": 1, "bdp": 1}


def quantity(text):  # ns, bit/s, packets or BDP
    number, unit = re.fullmatch(r"(\d+)(\w+)", text).groups()
    return int(number) * UNITS[unit]


class Link:  # a queue (CoDel with the names of RFC 8289 5; drop-tail has no target), a transmitter, the propagation delay
    first_above = drop_next = count = last_count = dropping = max_packet = free = carry = 0  # carry: fraction of a ns

    def __init__(self, run, rate, delay, capacity=math.inf, target=math.inf, interval=0):
        self.run, self.rate, self.delay, self.capacity, self.queue = run, rate, delay, capacity, []
        self.target, self.interval = target, interval

    def send(self, now, *packet):  # queues-and-links 1
        if self.free > now and len(self.queue) >= self.capacity:
            return packet[-1](now)
        self.queue.append((now, *packet))
        self.max_packet = max(self.max_packet, packet[0])
        if self.free <= now:
            self.depart(now)

    def head(self, now):  # the next packet, and whether the delay has been too long for an interval
        packet = self.queue.pop(0) if self.queue else None
        if packet is None or now - packet[0] < self.target or sum(p[1] for p in self.queue) <= self.max_packet:
            self.first_above = 0
            return packet, False
        self.first_above = self.first_above or now + self.interval
        return packet, now >= self.first_above

    def depart(self, now):  # queues-and-links 6
        packet, too_long = self.head(now)
        law = lambda start: start + round(self.interval / math.sqrt(self.count))
        was_dropping, self.dropping = self.dropping, too_long
        if too_long and not was_dropping:
            packet[-1](now)
            packet, _ = self.head(now)
            drops, recent = self.count - self.last_count, now - self.drop_next < 16 * self.interval
            self.count = self.last_count = drops if drops > 1 and recent else 1
            self.drop_next = law(now)
        while was_dropping and self.dropping and now >= self.drop_next:
            packet[-1](now)
            self.count += 1
            packet, self.dropping = self.head(now)
            self.drop_next = law(self.drop_next) if self.dropping else self.drop_next
        if packet:
            took, self.carry = divmod(packet[1] * 8 * S + self.carry, self.rate)
            self.free = now + took
            self.run.at(self.free, (0, 0), self.depart)
            self.run.at(self.free + self.delay, *packet[2:4])


class Flow:  # window and timer of the sender, its receiver, and the links of both ways
    def __init__(self, run, index, f, channels):
        self.run, self.index, self.name = run, index, f["name"]
        self.newreno, self.sack = f["algorithm"] == "newreno", f["algorithm"] == "sack"
        self.size, self.rwnd = f.get("packet_bytes", 1500), f.get("receive_window", 10**6)
        self.total = math.ceil(f["bytes"] / self.size) if "bytes" in f else math.inf
        self.stamps, self.limited = f.get("timestamps", True), f.get("limited_transmit", True)
        self.delayed, self.wait = f.get("delayed_ack", True) and self.rwnd > 2, quantity(f.get("delayed_ack_timeout", "200ms"))
        self.data, self.acks = ("forward", "backward")[:: -1 if f.get("direction") == "backward" else 1]
        there, back, at_receiver = channels[self.data], channels[self.acks], f.get("receiver_access", True)
        rate = quantity(f["access_rate"]) if "access_rate" in f else 10 * max(there.rate, back.rate)
        access = (quantity(f["rtt"]) - there.delay - back.delay) // 2 if "rtt" in f else 2 * quantity(f.get("access_delay", "0ns"))
        near = round(access * f.get("access_at_sender", 0.5)) if at_receiver else access
        far = [[Link(run, rate, access - near)] * at_receiver for _ in "><"]
        self.ways = {self.data: [Link(run, rate, near), there, *far[0]], self.acks: [*far[1], back, Link(run, rate, near)]}
        self.cwnd, self.ssthresh = f.get("initial_window", 3), f.get("initial_ssthresh", math.inf)
        self.una = self.next = self.max = self.duplicates = self.inflation = self.edge = 0
        self.recover, self.timed_out, self.recovery, self.after_timeout, self.full = -1, -1, False, False, False
        self.sacked, self.resent, self.recent = set(), set(), []  # the scoreboard; what the receiver reported lately
        self.lone = self.delayed and "rto" not in f  # a segment alone waits for the delayed ACK (tcp-core 5)
        self.tick, self.least, self.rto = (0.001, 1, 1) if "rto" in f else (0.01, 0.2, 3)
        self.backoff, self.srtt, self.timer, self.timed, self.ack_timer = 1, None, None, None, None
        self.expected, self.unacked, self.last_ack, self.echo, self.buffered = 0, 0, 0, 0, set()
        run.at(quantity(f.get("start", "0ns")), (1, index), self.open if f.get("handshake", True) else self.pump)

    def carry(self, now, way, size, deliver, *what, step=0):  # over the links of a way
        if step == len(self.ways[way]):
            return deliver(now, *what)
        onward = lambda then: self.carry(then, way, size, deliver, *what, step=step + 1)
        lost = lambda then: self.run.drops.append((then, way, self.name, what[0]))
        order = 1 if way == self.data else 3 if step + 1 == len(self.ways[way]) else 2  # at one instant (tcp-core 14)
        self.ways[way][step].send(now, size, (order, self.index), onward, lost)

    def open(self, now):  # SYN and its answer have the size of an ACK, and give an RTT sample
        answered = lambda then: (self.sample(then - now), self.pump(then))
        self.carry(now, self.data, ACK, lambda then: self.carry(then, self.acks, ACK, answered))

    def on_segment(self, now, number, sent):  # the receiver (tcp-core 3)
        self.echo = sent if number <= self.last_ack else self.echo
        if number == self.expected and not self.buffered:
            self.expected, self.unacked = self.expected + 1, self.unacked + 1
            if self.delayed and self.unacked < 2:
                self.ack_timer = due = now + self.wait
                return self.run.at(due, (4, self.index), lambda then: self.ack_timer == then and self.acknowledge(then))
        elif number >= self.expected:
            self.buffered.add(number)
            self.expected = self.beyond(self.expected, 1)
            self.buffered = {s for s in self.buffered if s > self.expected}
        self.acknowledge(now, number)

    def beyond(self, number, step):
        return next(s for s in itertools.count(number, step) if s not in self.buffered)

    def acknowledge(self, now, number=-1):  # with the blocks that changed last; what has filled a hole is in none
        self.ack_timer, self.unacked, self.last_ack = None, 0, self.expected
        blocks = []
        for of in [number, *self.recent]:
            if of in self.buffered and not any(of in block for block in blocks):
                blocks.append(range(self.beyond(of, -1) + 1, self.beyond(of, 1)))
        self.recent = [block[0] for block in blocks[:4]]
        self.carry(now, self.acks, ACK, self.on_ack, self.expected, self.echo, blocks[: 3 if self.stamps else 4])

    def sample(self, rtt):  # RTT and timer (tcp-core 4, 5)
        r, s = rtt / S, self.srtt
        self.rttvar = r / 2 if s is None else 3 / 4 * self.rttvar + 1 / 4 * abs(s - r)
        self.srtt = r if s is None else 7 / 8 * s + 1 / 8 * r
        self.rto, self.backoff = max(self.srtt + max(self.tick, 4 * self.rttvar), self.least), 1

    def start_timer(self, now, least_s=0):
        self.armed, self.timer = now, now + round(min(max(self.rto * self.backoff, least_s), 60) * S)
        self.run.at(self.timer, (4, self.index), lambda then: self.timer == then and self.on_timer(then))

    def on_timer(self, now):
        if self.una != self.timed_out:  # if the same segment times out again, ssthresh stays (tcp-core 6)
            self.ssthresh = max(min(self.cwnd, self.rwnd) / 2, 2)
        self.cwnd, self.timed_out, self.after_timeout, self.recovery = 1, self.una, True, False  # tcp-core 8
        self.duplicates, self.inflation, self.resent = 0, 0, set()
        self.next, self.recover, self.backoff, self.timer = self.una, self.max, self.backoff * 2, None
        self.pump(now)

    def fits(self, extra):  # into the window of cwnd
        flight = self.next - self.una
        if self.sack and self.una < self.recover and not self.recovery:  # after a timeout
            flight -= len([s for s in self.sacked if s < self.next])
        elif self.sack and (self.limited or self.recovery):  # the pipe: above the edge three are SACKed
            flight = (self.max - self.edge - 3 if self.edge else flight - len(self.sacked)) + len(self.resent)
        return self.next == self.una or flight + 1 <= self.cwnd + extra

    def choice(self):  # what goes next, if anything
        while self.next in self.sacked:
            self.next += 1
        new = [self.next] if self.next < self.total and self.next - self.una + 1 <= self.rwnd else []
        if not (self.sack and self.recovery):
            return new
        holes = [s for s in range(self.una, self.max) if s not in self.sacked]
        below = [s for s in holes if s not in self.resent and s < max(self.sacked, default=0)]
        found = [s for s in below if s < self.edge] or new or below
        self.resent |= {s for s in found[:1] if s < self.max}
        if not found and self.una > self.began + 1:  # the rescue, once; it does not count as retransmitted
            found, self.began = holes[-1:], math.inf
        return found

    def pump(self, now):  # what the windows let go (tcp-core 1, 2, 7)
        extra = 0 if self.sack else self.inflation if self.recovery else min(self.duplicates, 2 * self.limited)
        while self.fits(extra) and (numbers := self.choice()):
            self.transmit(now, numbers[0])
        self.full = self.next < self.total and not self.fits(extra)  # cwnd stopped it, so it may grow
        if self.lone and self.srtt and self.timer and self.armed == now and self.max == self.una + 1:
            self.start_timer(now, self.srtt + max(self.tick, 4 * self.rttvar) + self.wait / S)

    def transmit(self, now, number):
        self.timed = None if number < self.max else self.timed or (number, now)
        if number == self.next:
            self.next, self.max = number + 1, max(self.max, number + 1)
        if self.timer is None:
            self.start_timer(now)
        self.carry(now, self.data, self.size, self.on_segment, number, now)

    def on_ack(self, now, number, echo, blocks):  # tcp-core 6, 7, 11
        reported = {s for block in blocks for s in block if self.sack and s >= number} - self.sacked
        acked, outstanding = number - self.una, self.next > self.una
        self.una, self.next = max(number, self.una), max(number, self.next)
        self.sacked, self.resent = ({s for s in b if s >= self.una} for b in (self.sacked | reported, self.resent - reported))
        self.edge = sorted(self.sacked)[-3] if len(self.sacked) > 2 else 0  # three are SACKed above a hole below: it is lost
        if acked > 0:
            self.on_new_data(now, number, echo, acked)
        elif outstanding and (reported or not self.sack):
            self.duplicates, self.inflation = self.duplicates + 1, self.inflation + self.recovery
        free = self.una >= self.recover if self.sack else self.una > self.recover or not (self.newreno or self.after_timeout)
        if (self.duplicates == 3 or self.duplicates and self.una < self.edge) and free and not self.recovery:
            self.ssthresh = max(min(self.cwnd, self.rwnd) / 2, 2)
            self.cwnd, self.recover, self.recovery, self.inflation = self.ssthresh, self.max, True, 3
            self.after_timeout, self.first_partial, self.began, self.resent = False, True, self.una, {self.una}
            self.start_timer(now)
            self.transmit(now, self.una)
        self.pump(now)

    def on_new_data(self, now, number, echo, acked):
        self.duplicates, partial = 0, self.recovery and (self.newreno or self.sack) and number < self.recover
        if self.stamps or self.timed and number > self.timed[0]:
            self.sample(now - (echo if self.stamps else self.timed[1]))
            self.timed = None
        if not partial or self.first_partial or self.sack:
            self.start_timer(now)
        if partial and self.newreno:
            self.inflation, self.first_partial = self.inflation + 1 - acked, False
            self.transmit(now, number)
        elif not partial:
            grows = self.full and not (self.sack and self.recovery)
            if self.recovery:
                self.recovery, self.inflation, self.cwnd, self.resent = False, 0, self.ssthresh, set()
            if grows:
                self.cwnd += 1 if self.cwnd < self.ssthresh else 1 / self.cwnd
        if self.una == self.max:
            self.timer = None


class Run:
    def __init__(self, scenario):
        self.events, self.drops, self.count = [], [], 0
        hop, flows, end = scenario["hops"][0], scenario["flows"], quantity(scenario["duration"])

        def channel(side):
            queue, rate, capacity = side["queue"], quantity(side["rate"]), quantity(side["queue"]["capacity"])
            if "bdp" in queue["capacity"]:  # of the flow with the longest RTT
                longest = max(flows, key=lambda f: quantity(f["rtt"]))
                bits = rate * quantity(longest["rtt"]) / S
                capacity = max(1, round(capacity * bits / 8 / longest.get("packet_bytes", 1500)))
            times = [quantity(queue.get(key, usual)) for key, usual in (("target", "5ms"), ("interval", "100ms"))]
            return Link(self, rate, quantity(hop["delay"]), capacity, *times * (queue["kind"] == "codel"))

        channels = {"forward": channel(hop), "backward": channel({**hop, **hop.get("back", {})})}
        for index, flow in enumerate(flows):
            Flow(self, index, flow, channels)
        while self.events and self.events[0][0] <= end:
            now, _, _, act = heapq.heappop(self.events)
            act(now)

    def at(self, time, order, act):
        self.count += 1
        heapq.heappush(self.events, (time, order, self.count, act))


file, names = HERE / "predictions.csv", sorted(HERE.glob("*.json"))
rows = [(path.stem, *drop) for path in names for drop in Run(json.loads(path.read_text())).drops]
text = "".join(",".join(map(str, row)) + "\n" for row in [("scenario", "time_ns", "channel", "flow", "segment"), *rows])
if "--check" in sys.argv:
    sys.exit("predictions.csv is not what referee.py says: run python3 referee.py" if file.read_text() != text else 0)
file.write_text(text)
