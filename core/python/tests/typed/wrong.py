"""What a type checker refuses: each line that ends with "# wrong"."""

import ackscope

ackscope.Scenario("2s", sede=3)  # wrong
ackscope.Scenario("2s").hop("2Mbps", "10ms", que={"kind": "red"})  # wrong
ackscope.Scenario("2s").hop("2Mbps", "10ms", queue={"kind": "redd"})  # wrong
ackscope.Scenario("2s").flow("newreno", rtt="50ms", ecn="clasic")  # wrong
ackscope.Scenario("2s").flow("newreno", rtt="50ms", delayed_ack="yes")  # wrong
flow: ackscope.keys.Flow = {"algorithm": "newreno", "rrt": "50ms"}  # wrong
hop: ackscope.keys.Hop = {"rate": "2Mbps"}  # wrong
ackscope.run({}, sed=3)  # wrong
