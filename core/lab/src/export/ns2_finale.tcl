
# The sinks' byte counters are C integers: they are read before they wrap around.
array set received {}
array set read {}
proc count {} {
    global names sinks received read
    for {set flow 0} {$flow < [llength $names]} {incr flow} {
        if {![info exists received($flow)]} { set received($flow) 0 }
        foreach sink $sinks($flow) {
            set bytes [$sink set bytes_]
            if {![info exists read($sink)]} { set read($sink) 0 }
            set received($flow) [expr {$received($flow) + (($bytes - $read($sink)) & 0xffffffff)}]
            set read($sink) $bytes
        }
    }
}
proc keep-counting {} {
    global ns
    count
    $ns at [expr {[$ns now] + 1}] keep-counting
}
keep-counting

array set marked {}
array set put {}
proc mark {time} {
    global names received marked tcps put
    count
    for {set flow 0} {$flow < [llength $names]} {incr flow} {
        set marked($flow,$time) $received($flow)
        set put($flow,$time) 0
        foreach tcp $tcps($flow) {
            incr put($flow,$time) [expr {[$tcp set ndatapack_] * [$tcp set packetSize_]}]
        }
    }
}

# With a file's name: cwnd and ssthresh every 50 ms, as the page reads them back.
if {[llength $argv] > 0} {
    set trace [open [lindex $argv 0] w]
    puts $trace "time_s,flow,cwnd_packets,ssthresh_packets"
    proc sample {} {
        global ns trace names tcps
        for {set flow 0} {$flow < [llength $names]} {incr flow} {
            set name [lindex $names $flow]
            foreach tcp $tcps($flow) {
                puts $trace "[format %.3f [$ns now]],$name,[$tcp set cwnd_],[$tcp set ssthresh_]"
            }
        }
        $ns at [expr {[$ns now] + 0.05}] sample
    }
    $ns at 0 sample
}

proc finish {} {
    global names windows marked put tcps results
    puts $results "flow,from_s,to_s,goodput_bps,throughput_bps"
    for {set flow 0} {$flow < [llength $names]} {incr flow} {
        foreach window $windows {
            lassign $window from to
            set row "[lindex $names $flow],$from,$to"
            set bytes [expr {$marked($flow,$to) - $marked($flow,$from)}]
            append row ",[expr {$bytes * 8.0 / ($to - $from)}],"
            # UDP agents don't count.
            if {[llength $tcps($flow)] > 0} {
                set bytes [expr {$put($flow,$to) - $put($flow,$from)}]
                append row [expr {$bytes * 8.0 / ($to - $from)}]
            }
            puts $results $row
        }
    }
    if {$results ne "stdout"} { close $results }
    exit 0
}
# After the marks of the same instant.
$ns at [expr {$duration + 1e-6}] finish
$ns run
