
# The sinks' byte counters are C integers: they are read before they wrap around.
array set received {}
array set read {}
proc count {} {
    global names sinks received read
    foreach name $names {
        foreach sink $sinks($name) {
            set bytes [$sink set bytes_]
            if {![info exists read($sink)]} { set read($sink) 0 }
            if {![info exists received($name)]} { set received($name) 0 }
            set received($name) [expr {$received($name) + (($bytes - $read($sink)) & 0xffffffff)}]
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
proc mark {time} {
    global names received marked
    count
    foreach name $names { set marked($name,$time) $received($name) }
}

# With a file's name: cwnd and ssthresh every 50 ms, as the page reads them back.
if {[llength $argv] > 0} {
    set trace [open [lindex $argv 0] w]
    puts $trace "time_s,flow,cwnd_packets,ssthresh_packets"
    proc sample {} {
        global ns trace names tcps
        foreach name $names {
            foreach tcp $tcps($name) {
                puts $trace "[format %.3f [$ns now]],$name,[$tcp set cwnd_],[$tcp set ssthresh_]"
            }
        }
        $ns at [expr {[$ns now] + 0.05}] sample
    }
    $ns at 0 sample
}

proc finish {} {
    global names windows marked
    # Linux agents write through C: the line before may have no end.
    puts "\nflow,from_s,to_s,goodput_bps"
    foreach name $names {
        foreach window $windows {
            lassign $window from to
            set bytes [expr {$marked($name,$to) - $marked($name,$from)}]
            puts "$name,$from,$to,[expr {$bytes * 8.0 / ($to - $from)}]"
        }
    }
    exit 0
}
# After the marks of the same instant.
$ns at [expr {$duration + 1e-6}] finish
$ns run
