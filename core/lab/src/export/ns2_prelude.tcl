set results stdout

set ns [new Simulator]
$ns use-scheduler Splay
Agent/TCP set useHeaders_ false
Agent/TCP set overhead_ 0

# Each hop that loses packets has four generators: the states of its forward channel, the packets of
# both directions, the states of its backward channel. Ackscope draws the same numbers from them if
# the scenario has "ns2_losses": true.
$defaultRNG seed $seed
proc generators {} { return [list [new RNG] [new RNG] [new RNG] [new RNG]] }

proc losing {probability rng} {
    set model [new ErrorModel]
    $model unit pkt
    $model set rate_ $probability
    set uniform [new RandomVariable/Uniform]
    $uniform use-rng $rng
    $model ranvar $uniform
    return $model
}

# The state is looked at only when a packet comes by.
proc losing-by-arrivals {losses lengths switch rng} {
    set good [losing [lindex $losses 0] $rng]
    set bad [losing [lindex $losses 1] $rng]
    set stay [expr {1.0 - $switch}]
    return [new ErrorModel/MultiState [list $good $bad] $lengths \
        [list [list $stay $switch] [list $switch $stay]] pkt time 2 $good]
}

proc losing-listed {packets} {
    set model [new ErrorModel/List]
    $model unit pkt
    $model droplist $packets
    return $model
}

proc lossy {model position from to} {
    global ns
    if {$position eq "before"} {
        $ns lossmodel $model $from $to
    } else {
        $ns link-lossmodel $model $from $to
        # Away from the queue's drop monitor, whose counts it would spoil.
        $model drop-target [new Agent/Null]
    }
}

# One model for each channel, which is given as from, to and generator.
proc models {first position channels} {
    set models {}
    foreach channel $channels {
        lassign $channel from to rng
        set model [losing $first $rng]
        lossy $model $position $from $to
        lappend models $model
    }
    return $models
}

proc losing-with {models probability} {
    foreach model $models { $model set rate_ $probability }
}

# A channel that is good and bad in turn; all its models follow the same states.
proc two-states {law losses lengths switch rng position args} {
    enter 0 $law $losses $lengths $switch [models [lindex $losses 0] $position $args] $rng
}

proc enter {state law losses lengths switch models rng} {
    global ns
    losing-with $models [lindex $losses $state]
    set length [lindex $lengths $state]
    if {$law eq "exponential"} {
        set length [expr {-$length * log(1.0 - [$rng uniform 0.0 1.0])}]
    } elseif {$switch < 1.0} {
        # The number of dwells until the state changes.
        set length [expr {$length * (1.0 + floor(log(1.0 - [$rng uniform 0.0 1.0]) / log(1.0 - $switch)))}]
    }
    $ns at [expr {[$ns now] + $length}] [list enter [expr {!$state}] $law $losses $lengths $switch $models $rng]
}

proc blackouts {good periods position args} {
    global ns
    set models [models $good $position $args]
    foreach period $periods {
        $ns at [lindex $period 0] [list losing-with $models 1.0]
        $ns at [lindex $period 1] [list losing-with $models $good]
    }
}

proc handoffs {good period outage first position args} {
    global ns
    set models [models $good $position $args]
    $ns at $first [list cut $models $good $period $outage]
}

proc cut {models good period outage} {
    global ns
    losing-with $models 1.0
    $ns at [expr {[$ns now] + $outage}] [list losing-with $models $good]
    $ns at [expr {[$ns now] + $period}] [list cut $models $good $period $outage]
}

# A host on a router, whose access links never drop.
proc host {router rate delay} {
    global ns
    set node [$ns node]
    $ns duplex-link $node $router $rate $delay DropTail
    $ns queue-limit $node $router 1000000
    $ns queue-limit $router $node 1000000
    return $node
}

# A flow between hosts of its own; each period is a new connection. Flows are known by their numbers.
set names {}
proc flow {name connection from to rate at_sender at_receiver segments periods} {
    global ns names sinks tcps
    set flow [llength $names]
    lappend names $name
    set sinks($flow) {}
    set tcps($flow) {}
    set sender [host $from $rate $at_sender]
    set receiver [host $to $rate $at_receiver]
    foreach period $periods {
        lassign $period start stop
        lassign [$connection] source sink application threshold
        $ns attach-agent $sender $source
        $ns attach-agent $receiver $sink
        $ns connect $source $sink
        $application attach-agent $source
        if {$segments >= 0} {
            $ns at $start "$application produce $segments"
        } else {
            $ns at $start "$application start"
        }
        if {$stop >= 0} { $ns at $stop "$application stop" }
        # The agents set their threshold when they begin.
        if {$threshold ne ""} { $ns at [expr {$start + 0.0005}] "$source set ssthresh_ $threshold" }
        lappend sinks($flow) $sink
        if {[string match Agent/TCP* [$source info class]]} { lappend tcps($flow) $source }
    }
}
