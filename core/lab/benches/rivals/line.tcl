# A line of routers with TCP flows over it, for ns-2.35: the workloads of `ackscope bench`.
#
#   ns line.tcl seconds RATE_BPS delay_s QUEUE_LIMIT hops loss seed headers FLOW...
#
# A flow is agent:from:to:access_delay_s:start_s:stop_s, the access delay being the one-way delay of both of its access
# links together. Prints the packets that all sinks received in order.
#
# ns-2 counts the packet in transmission as queued, so QUEUE_LIMIT is one more than the packets that may wait. Packets are
# 1500 bytes on the wire and ACKs 40, ACKs are delayed by at most 200 ms, windows begin with 3 segments: as in Ackscope.

lassign $argv seconds rate delay limit hops loss seed headers
set flows [lrange $argv 8 end]

if {$headers eq "few"} {
    # ns-2 clears the headers of every protocol it knows for every packet; with those of TCP alone it needs half the time.
    remove-all-packet-headers
    add-packet-header IP TCP Flags
}
set ns [new Simulator]
if {$headers eq "few"} { $ns use-scheduler Splay }
ns-random $seed

Agent/TCP set useHeaders_ false
Agent/TCP set packetSize_ 1500
Agent/TCP set window_ 1000000
Agent/TCP set windowInit_ 3
Agent/TCP set timestamps_ true
Agent/TCP set overhead_ 0
Agent/TCPSink set packetSize_ 40
Agent/TCPSink set ts_echo_rfc1323_ true
Agent/TCPSink/DelAck set interval_ 0.2
Agent/TCPSink/Sack1/DelAck set interval_ 0.2

for {set i 0} {$i <= $hops} {incr i} { set router($i) [$ns node] }
for {set i 0} {$i < $hops} {incr i} {
    $ns duplex-link $router($i) $router([expr {$i + 1}]) $rate $delay DropTail
    $ns queue-limit $router($i) $router([expr {$i + 1}]) $limit
    $ns queue-limit $router([expr {$i + 1}]) $router($i) $limit
    if {$loss > 0} {
        set model [new ErrorModel]
        $model unit pkt
        $model set rate_ $loss
        $model ranvar [new RandomVariable/Uniform]
        $model drop-target [new Agent/Null]
        $ns link-lossmodel $model $router($i) $router([expr {$i + 1}])
    }
}

proc host {at delay} {
    global ns router rate
    set node [$ns node]
    $ns duplex-link $node $router($at) [expr {10 * $rate}] $delay DropTail
    $ns queue-limit $node $router($at) 1000000
    $ns queue-limit $router($at) $node 1000000
    return $node
}

set sinks {}
foreach flow $flows {
    lassign [split $flow :] agent from to access start stop
    set source [host $from [expr {$access / 2.0}]]
    set target [host $to [expr {$access / 2.0}]]
    switch -glob $agent {
        newreno { set tcp [new Agent/TCP/Newreno]; set sink [new Agent/TCPSink/DelAck] }
        sack { set tcp [new Agent/TCP/Sack1]; set sink [new Agent/TCPSink/Sack1/DelAck] }
        default { set tcp [new Agent/TCP/Linux]; set sink [new Agent/TCPSink/Sack1/DelAck] }
    }
    $ns attach-agent $source $tcp
    $ns attach-agent $target $sink
    $ns connect $tcp $sink
    set ftp [new Application/FTP]
    $ftp attach-agent $tcp
    if {$agent ni {newreno sack}} { $ns at 0 "$tcp select_ca $agent" }
    $ns at $start "$ftp start"
    $ns at $stop "$ftp stop"
    lappend sinks $sink
}

# The sinks' byte counters are C integers: read them before they wrap around.
set total 0
foreach sink $sinks { set seen($sink) 0 }
proc count {} {
    global ns sinks seen total
    foreach sink $sinks {
        set bytes [$sink set bytes_]
        set total [expr {$total + (($bytes - $seen($sink)) & 0xffffffff)}]
        set seen($sink) $bytes
    }
    $ns at [expr {[$ns now] + 5}] count
}
$ns at 5 count
$ns at $seconds {
    count
    puts [expr {$total / 1500}]
    exit 0
}
$ns run
