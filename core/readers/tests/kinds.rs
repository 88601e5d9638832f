//! Each file of `tests/files` is what a real tool writes of one connection, whose windows are 10, 20, 40, 28 and 29
//! packets at five instants, unless the test says otherwise.

use crate::{curve, file, measured, packets, read, refused};
use ackscope_readers::{Opened, Quantity, Rate};

const TOLD: [f64; 5] = [10.0, 20.0, 40.0, 28.0, 29.0];
/// The columns of what stands beside the window (`BESIDE`).
const RTT: usize = 0;
const FLIGHT_BYTES: usize = 2;
const RETRANSMITTED: usize = 5;

fn steps_s(name: &str) -> Vec<f64> {
    let times = curve(&file(name)).time_s;
    times.iter().map(|time_s| ((time_s - times[0]) * 1e3).round() / 1e3).collect()
}

#[test]
fn files_of_many_tools_have_their_windows_and_times() {
    for (name, kind, every_s, bytes) in [
        ("iperf3-server-output.json", "JSON of iperf3", 1.0, Some(1448.0)),
        ("perfsonar.json", "JSON of iperf3", 1.0, Some(1448.0)),
        ("ndt7.json", "JSON of tcp_info", 0.1, None),
        ("tcp-info.jsonl", "JSON of tcp_info", 1.0, None),
        ("mvfst.qlog", "qlog", 0.01, Some(1252.0)),
        ("draft-01.qlog", "qlog", 0.01, Some(1280.0)),
        ("ss-time.txt", "polls of ss", 0.1, None),
        ("ss-watch.txt", "polls of ss", 1.0, None),
        ("ss-comma.txt", "polls of ss", 1.0, None),
        ("bpftrace.csv", "a table", 0.01, None),
        ("siftr.txt", "a log of SIFTR", 0.01, Some(1448.0)),
    ] {
        let read = measured(&file(name));
        assert_eq!((read.kind.as_str(), read.curves.len()), (kind, 1), "{name}");
        let first = &read.curves[0];
        assert_eq!(
            (packets(first), first.segment.as_ref().map(|size| size.bytes)),
            (TOLD.to_vec(), bytes),
            "{name}"
        );
        let times: Vec<f64> = (0..5).map(|at| (f64::from(at) * every_s * 1e3).round() / 1e3).collect();
        assert_eq!(steps_s(name), times, "{name}");
    }
}

#[test]
fn runs_that_were_appended_to_one_file_are_curves_of_their_own() {
    let read = measured(&file("iperf3-appended.json"));
    let names: Vec<&str> = read.curves.iter().map(|curve| &*curve.name).collect();
    let name = "192.0.2.10:40005 → 198.51.100.20:5201";
    assert_eq!(names, [format!("{name}, run 1"), format!("{name}, run 2")]);
    assert!(read.curves.iter().all(|curve| packets(curve) == TOLD && curve.time_s[0] == 1.0));
    // Text, too: the summary of a run is no sample.
    let line = |from: u32, end: &str| {
        format!("[  5]   {from}.00-{}.00   sec  1.00 MBytes  8.39 Mbits/sec{end}\n", from + 1)
    };
    let run = format!(
        "[ ID] Interval           Transfer     Bitrate         Retr  Cwnd\n{}{}[  5]   0.00-2.00   sec  2.00 MBytes  8.39 Mbits/sec    0             sender\n",
        line(0, "    0   14.1 KBytes"),
        line(1, "    0   28.3 KBytes")
    );
    let curves = measured((run.clone() + &run).as_bytes()).curves;
    assert_eq!(curves.iter().map(|curve| curve.time_s.clone()).collect::<Vec<_>>(), [[1.0, 2.0], [1.0, 2.0]]);
}

#[test]
fn iperf_2_and_nuttcp_tell_rounded_kilobytes() {
    for (name, windows) in
        [("iperf2.txt", vec![14.0, 28.0, 57.0, 40.0, 41.0]), ("nuttcp.txt", vec![14.0, 28.0, 57.0])]
    {
        let read = curve(&file(name));
        assert_eq!(read.values, windows.iter().map(|kb| kb * 1024.0).collect::<Vec<_>>(), "{name}");
        assert_eq!(read.time_s, (1..=windows.len()).map(|at| at as f64).collect::<Vec<_>>(), "{name}");
    }
    let two = curve(&file("iperf2.txt"));
    assert_eq!((two.segment.map(|size| size.bytes), two.beside[RTT][0]), (Some(1448.0), 0.036));
    // Newer ones have the data in flight before the window; the last line is of the whole run.
    let head = "[ ID] Interval Transfer Bandwidth Write/Err  Rtry  InF(pkts)/Cwnd(pkts)/RTT(var)  NetPwr\n";
    let line =
        |span: &str, rest: &str| format!("[  1] {span} sec  1.12 MBytes  9.44 Mbits/sec  9/0  {rest}\n");
    let text = head.to_owned()
        + &line("0.00-1.00", "2  7K(5)/14K(10)/36000(400) us  33")
        + &line("1.00-2.00", "1  7K(5)/28K(20)/36000(400) us  33")
        + &line("0.00-2.00", "3  0K(0)/28K(20)/36000(400) us  33");
    let read = curve(text.as_bytes());
    assert_eq!((read.values, read.beside[RETRANSMITTED].clone()), (vec![14_336.0, 28_672.0], vec![2.0, 3.0]));
}

#[test]
fn a_qlog_of_the_receiving_side_has_no_packet_size_below_that_of_quic() {
    // Its packets are of 524 and 50 bytes; the first window of 12 000 is ten datagrams.
    let read = curve(&file("receiver.qlog"));
    assert_eq!(read.segment.as_ref().map(|size| size.bytes), Some(1200.0));
    assert_eq!(packets(&read), [10.0, 10.437]);
    // A size that is declared comes first.
    let declared = r#"{"qlog_version":"0.3","traces":[{"events":[
        {"time":0,"name":"recovery:parameters_set","data":{"max_datagram_size":1350}},
        {"time":0,"name":"transport:packet_sent","data":{"raw":{"length":1200}}},
        {"time":1,"name":"recovery:metrics_updated","data":{"congestion_window":43200}}]}]}"#;
    assert_eq!(packets(&curve(declared.as_bytes())), [32.0]);
}

#[test]
fn a_clock_goes_on_at_midnight_and_at_the_end_of_a_year() {
    let read = curve(&file("ss-midnight.txt"));
    assert_eq!(read.time_s, [86_398.0, 86_399.0, 86_400.0, 86_401.0]);
    let poll = |time: &str| format!("{time}\nESTAB 0 0 10.0.0.1:1 10.0.0.2:2\n\t cubic cwnd:10 rtt:1/2\n");
    let text = poll("Dec 31 23:59:59") + &poll("Jan 01 00:00:00") + &poll("Jan 01 00:00:01");
    assert_eq!(curve(text.as_bytes()).time_s, [0.0, 1.0, 2.0]);
    assert_eq!(curve(b"time,cwnd\n23:59:59.5,10\n00:00:00.5,11\n").time_s, [86_399.5, 86_400.5]);
    let days = b"time,cwnd\n20:00:00,1\n04:00:00,2\n12:00:00,3\n20:00:00,4\n04:00:00,5\n";
    assert_eq!(curve(days).time_s, [72_000.0, 100_800.0, 129_600.0, 158_400.0, 187_200.0]);
    // A file out of order is no new day.
    assert!(refused((poll("10:00:01") + &poll("10:00:00")).as_bytes()).contains("Times must not decrease"));
}

#[test]
fn times_before_zero_begin_at_zero_and_say_so() {
    let read = measured(b"time_s,cwnd\n-1.5,10\n0.5,11\n");
    assert_eq!(read.curves[0].time_s, [0.0, 2.0]);
    assert_eq!(read.warnings, ["Its times begin at -1.5 s. The first sample is at 0 s."]);
}

#[test]
fn a_table_with_a_rate_is_a_rate_and_one_without_names_may_be() {
    let rate = |text: &[u8]| match read(text) {
        Ok(Opened::Rate(Rate::Steps(steps))) => steps,
        other => panic!("{other:?}"),
    };
    assert_eq!(rate(&file("throughput.csv"))[..2], [(0.0, 12.5e6), (1.0, 13.5e6)]);
    // From its first time on; of one instant the last one.
    assert_eq!(
        rate(b"timestamp_ms,bandwidth (kbit/s)\n500,100\n1000,150\n1000,200\n"),
        [(0.0, 1e5), (0.5, 2e5)]
    );
    assert_eq!(rate(b"t,downlink_mbps\n0,0\n1,2\n"), [(0.0, 0.0), (1.0, 2e6)]);
    let gnet = b"Timestamp,Longitude,Speed,DL_bitrate,UL_bitrate\n2019.12.16_13.40.04,-8,1,5000,9\n2019.12.16_13.40.05,-8,1,7000,9\n";
    assert_eq!(rate(gnet), [(0.0, 5e6), (1.0, 7e6)]);
    assert!(refused(b"time,throughput\n0,1\n1,-2\n").starts_with("Line 3: expected a rate of 0 to"));
    assert!(refused(b"time,throughput\n0,0\n").contains("no rate is above zero"));
    let unnamed = measured(b"0.0 1.2\n0.5 1.3\n");
    assert!(unnamed.may_be_rate);
    assert_eq!(
        unnamed.warnings,
        ["No name tells what the second column is. It is read as a window in packets."]
    );
    assert!(!measured(b"time,cwnd\n0,1\n1,2\n").may_be_rate);
}

#[test]
fn the_memory_log_of_picoquic_is_in_microseconds_and_bytes() {
    let text = "current_time, send_sequence, highest_ack, high_ack_time, latest_time_ack, cwin, one_way_delay, rtt_sample, smoothed_rtt, rtt_min, send_mtu, nb_retrans, cwin_blocked, bytes_in_transit\n\
        1000,1,-1,0,0,14400,0,0,50000,1,1440,0,0,1440,\n2000,2,1,900,900,28800,0,0,51000,1,1440,3,0,2880,\n";
    let read = curve(text.as_bytes());
    assert_eq!((read.time_s.clone(), packets(&read)), (vec![0.001, 0.002], vec![10.0, 20.0]));
    assert_eq!([RTT, FLIGHT_BYTES, RETRANSMITTED].map(|of| read.beside[of][1]), [0.051, 2880.0, 3.0]);
}

#[test]
fn siftr_has_several_forms() {
    let rest = "1,2,3,4,5,6,1448,936";
    let text = format!(
        "i,100.000001,10.0.0.1,22,10.0.0.2,5,99,14480,{rest}\no,100.100001,10.0.0.1,22,10.0.0.2,5,99,28960,{rest}\n"
    );
    let read = curve(text.as_bytes());
    assert_eq!(packets(&read), [10.0, 20.0]);
    // Later versions tell µs.
    assert_eq!(read.beside[RTT][0], 936e-6);
    let flow = "o,100.000001,00ab12cd,14480,99,1,2,3,4,5,50000\n";
    assert_eq!(curve(flow.as_bytes()).beside[RTT][0], 0.05);
}

#[test]
fn a_rate_trace_has_whole_milliseconds_in_order() {
    let Ok(Opened::Rate(Rate::Opportunities(instants))) = read(b"3\n\n3\n 10 \n") else { panic!("no trace") };
    assert_eq!(instants, [3, 3, 10]);
    assert!(matches!(read(b"1"), Ok(Opened::Rate(_))), "one instant that starts again");
    for (text, words) in [
        ("1\nx\n", "Line 2: expected whole milliseconds, found “x”."),
        ("1\n2.5\n", "Line 2: expected whole milliseconds, found “2.5”."),
        ("5\n4\n", "Line 2: expected a time that is not before that of the line above, found “4”."),
        ("0\n0\n", "whose last time is 0 ms"),
    ] {
        assert!(refused(text.as_bytes()).contains(words), "{text}: {}", refused(text.as_bytes()));
    }
}

#[test]
fn what_is_no_measurement_is_refused_with_its_place() {
    for (text, words) in [
        ("time,cwnd\n0,10\n1,ten\n", "Line 3: expected a number in column 2 (cwnd), found “ten”."),
        ("{\"start\":{},\"intervals\":[]}\n{\"a\":", "Line 2: expected a JSON object of iperf3"),
        ("{\"SndCwnd\":10,\"Timestamp\":1}\n{\"SndCwnd\":}\n", "In or after line 2"),
        ("{\"SndCwnd\":10}\n", "expected a header with a column time and a column cwnd"),
        ("o,100.000001,10.0.0.1,22\n", "Line 1: expected a packet of SIFTR"),
        ("{\"a\":[1,2", "damaged or cut off in or after line 1"),
        ("", "The file is empty."),
    ] {
        assert!(refused(text.as_bytes()).contains(words), "{text}: {}", refused(text.as_bytes()));
    }
}

#[test]
fn gzip_in_several_parts_is_read() {
    use std::io::Write;
    let part = |text: &str| {
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(text.as_bytes()).expect("memory");
        packed.finish().expect("memory")
    };
    let both = [part("time,cwnd\n0,10\n"), part("1,11\n")].concat();
    assert_eq!(packets(&curve(&both)), [10.0, 11.0]);
    assert!(refused(&both[..both.len() - 4]).contains("damaged or cut off"));
}

#[test]
fn a_table_without_a_window_may_have_the_data_in_flight() {
    let read = curve(b"time_s,srtt_ms,inflight_packets\n0,100,10\n1,101,11\n");
    assert_eq!(
        (read.quantity, packets(&read), read.beside[RTT][0]),
        (Quantity::Flight, vec![10.0, 11.0], 0.1)
    );
    assert_eq!(read.table().text.lines().next(), Some("time_s,inflight_packets,srtt_ms"));
    let bytes = curve(b"time_s,bytes_in_flight\n0,14480\n1,28960\n");
    assert_eq!(packets(&bytes), [10.0, 20.0]);
}

#[test]
fn a_curve_is_a_table_for_a_fit() {
    let text = curve(&file("ss-time.txt")).table().text;
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "time_s,cwnd_packets,srtt_ms,inflight_packets,total_retrans,acked_packets");
    assert!(lines[1].starts_with("0,10,36.7"), "{}", lines[1]);
    assert_eq!(lines.len(), 6);
}

/// The values of a column of a table for a fit.
fn column(text: &str, name: &str) -> Vec<f64> {
    let header: Vec<&str> = text.lines().next().unwrap_or_default().split(',').collect();
    let at = header.iter().position(|one| *one == name).unwrap_or_else(|| panic!("{name}: {header:?}"));
    let cell = |line: &str| line.split(',').nth(at).and_then(|cell| cell.parse().ok()).unwrap_or(f64::NAN);
    text.lines().skip(1).map(cell).collect()
}

/// Names, units and signs that `ackscope fit` has taken from its beginning: each is the same curve.
#[test]
fn every_name_and_unit_of_a_table_gives_the_same_curve() {
    let table = |header: &str, sign: &str, units: [f64; 4]| {
        let mut text = format!("# polled by hand\n{}\n", header.replace(',', sign));
        for at in 0..30 {
            let values = [2.5 + f64::from(at), f64::from(10 + at), 0.1, 1448.0 * f64::from(at)];
            let cells: Vec<String> = (0..4).map(|of| (values[of] * units[of]).to_string()).collect();
            text += &(cells.join(sign) + "\n");
        }
        curve(text.as_bytes()).table()
    };
    let plain = table("time_s,cwnd_packets,srtt_ms,acked_bytes", ",", [1.0, 1.0, 1e3, 1.0]);
    // The clock is that of the machine: it begins with the first sample.
    assert_eq!((plain.zero_s, plain.samples), (2.5, 30));
    let near = |other: &str, name: &str| {
        let (a, b) = (column(&plain.text, name), column(other, name));
        a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| (a - b).abs() <= 1e-9 * a.abs().max(1.0))
    };
    for (header, sign, units) in [
        ("Time_s,cwnd,srtt_s,bytes_acked", ";", [1.0, 1.0, 1.0, 1.0]),
        ("t,snd_cwnd,rtt_us,acked_mbytes", "\t", [1.0, 1.0, 1e6, 1e-6]),
        ("time_ms,cwnd_segments,rtt_s,acked_packets", ",", [1e3, 1.0, 1.0, 1.0 / 1448.0]),
        ("time,\"cwnd\",srtt_us,acked_bytes", ",", [1.0, 1.0, 1e6, 1.0]),
    ] {
        let other = table(header, sign, units);
        let names = ["time_s", "cwnd_packets", "srtt_ms", "acked_packets"];
        names.iter().for_each(|name| assert!(near(&other.text, name), "{header}: {name}\n{}", other.text));
    }
}

#[test]
fn a_table_for_a_fit_is_bounded_and_leaves_out_the_first_flights_of_a_capture_from_the_midst() {
    let long: String = (0..9000).map(|at| format!("{},{}\n", f64::from(at) / 100.0, at % 50 + 1)).collect();
    let table = curve(format!("time_s,cwnd_packets\n{long}").as_bytes()).table();
    assert_eq!((table.samples, table.zero_s), (3000, 0.0));
    let mut midst = curve(format!("time_s,cwnd_packets\n{long}").as_bytes());
    midst.is_from_start = false;
    let table = midst.table();
    assert_eq!((column(&table.text, "time_s")[0], table.zero_s), (0.0, 1.0));
}
