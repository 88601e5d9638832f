"""What a type checker accepts; it also runs."""

import ackscope

scenario: ackscope.keys.Scenario = {
    "version": 1,
    "duration": "2s",
    "hops": [
        {"rate": "2Mbps", "delay": "10ms", "queue": {"kind": "codel", "target": "5ms"}},
        {"rate": [(0, "2Mbps"), (1, 1e6)], "delay": 0.01, "back": {"loss": "shared"}},
    ],
    "flows": [{"algorithm": "newreno", "rtt": {"from": "50ms", "to": "80ms"}, "from": 0, "count": 2, "compared": True}],
    "compare": ["newreno", {"algorithm": "cubic", "label": "CUBIC"}],
    "measure": [[0, 1], ("1s", 2)],
}
run = ackscope.run(scenario)
built = (
    ackscope.Scenario("2s", seed=3)
    .hop("2Mbps", "10ms", queue={"kind": "fq-codel", "ecn": True}, jitter={"kind": "uniform", "max": "1ms"})
    .hop("3Mbps", "1ms", capacity="10pkt")
    .flow("cubic-rfc9438", rtt="50ms", ecn="classic", initial_ssthresh="infinite", from_=1)
    .flow("my-own", rtt=["50ms", 0.1], count=2, compared=True)
    .compare("bbr3", {"set": {"hops.0.rate": "1Mbps"}})
    .measure((0, "1s"))
)
label: str = next(iter(run.lanes))
highest: float = ackscope.run(scenario, trace=True).lanes[label].cwnd.value.max()
