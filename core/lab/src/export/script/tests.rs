use super::*;

fn refused(source: &str, target: ScriptTarget) -> Vec<String> {
    script("mine", source, target).expect("a script without mistakes").cannot
}

fn written(source: &str, target: ScriptTarget) -> String {
    let exported = script("mine", source, target).expect("a script without mistakes");
    exported.program.unwrap_or_else(|| panic!("{:?}", exported.cannot))
}

#[test]
fn what_a_kernel_does_not_have_is_refused_by_name() {
    use ScriptTarget::Bpf;
    assert_eq!(refused("on loss { cwnd = log(cwnd) }", Bpf), ["log()"]);
    assert_eq!(refused("on avoidance { cwnd += cwnd ^ 1.2 }", Bpf), ["^ 1.2"]);
    assert_eq!(refused("state e = 2\non avoidance { cwnd = cwnd ^ e }", Bpf), ["^ with a computed exponent"]);
    assert_eq!(refused("on loss { if oldest_sends > 1 { cwnd = 2 } }", Bpf), ["oldest_sends"]);
    assert_eq!(refused("on ecn { cwnd = cwnd * (1 - ce_fraction) }", Bpf), ["ce_fraction"]);
    assert_eq!(
        refused("pace 100 segments/s", Bpf),
        ["pace: the kernel sets the pacing rate of such a program itself"]
    );
    assert_eq!(refused("state most = 10Gbps", Bpf), ["10000000000: fixed point ends at 2147483648"]);
    let many: String = (0..14).map(|place| format!("state x{place} = 0\n")).collect();
    assert_eq!(refused(&many, Bpf), ["128 bytes of states: the kernel gives a connection 104"]);
    // Every refused function is listed once.
    assert_eq!(refused("on loss { cwnd = log(2) + log(3) + exp(1) }", Bpf), ["log()", "exp()"]);
}

/// A filter is 36 bytes of the kernel's 104.
#[test]
fn filters_are_written_as_far_as_a_connection_has_room() {
    use ScriptTarget::{Bpf, Ns3Class};
    let source = |count: usize| {
        let states: String = (0..count).map(|place| format!("state x{place} = 0 segments\n")).collect();
        let calls: String =
            (0..count).map(|place| format!("  x{place} = windowed_max(flight, {} s)\n", place + 1)).collect();
        format!("{states}on ack {{\n{calls}}}")
    };
    assert_eq!(written(&source(2), Bpf).matches("_best[3];").count(), 2);
    assert_eq!(refused(&source(3), Bpf), ["144 bytes of states: the kernel gives a connection 104"]);
    assert_eq!(written(&source(9), Ns3Class).matches("  Windowed m_filter").count(), 9);
}

#[test]
fn what_ns3_does_not_tell_a_class_is_refused_by_name() {
    use ScriptTarget::Ns3Class;
    assert_eq!(
        refused("on ack { if is_duplicate { } }\non loss { cwnd = lost }", Ns3Class),
        ["is_duplicate", "lost"]
    );
    assert!(refused("on loss { cwnd = log(cwnd) ^ 1.2 }", Ns3Class).is_empty());
}

#[test]
fn a_script_with_mistakes_is_not_exported() {
    let errors = script("mine", "on loss { cwnd = rtt_mn }", ScriptTarget::Bpf).unwrap_err();
    assert_eq!((errors[0].line, errors[0].column), (1, 18));
}

#[test]
fn what_is_written_is_what_was_meant() {
    let source = "param part = 0.5 in 0..1\nstate last = 0 s\n\
        on loss { if now - last > 1s and not in_slow_start { ssthresh = max(2, window * part, flight / 2); last = now } \
        else { standard() }; explain \"a\\\"; cwnd = ssthresh }";
    let bpf = written(source, ScriptTarget::Bpf);
    assert!(bpf.contains("#define p_part (2147483648LL /* 0.5 */)"), "{bpf}");
    assert!(
        bpf.contains(
            "if ((fx_add(fx_us(tp->tcp_mstamp), fx_negative(c->s_last)) > 4294967296LL /* 1 */) && (!(cwnd < ssthresh))) {"
        ) || bpf.contains(
            "if (((fx_add(fx_us(tp->tcp_mstamp), fx_negative(c->s_last)) > 4294967296LL /* 1 */) && (!(cwnd < ssthresh)))) {"
        ),
        "{bpf}"
    );
    assert!(bpf.contains(
        "fx_max(fx_max(8589934592LL /* 2 */, fx_mul(fx_min(cwnd, receive_window(tp)), p_part)), fx_div("
    ));
    assert!(bpf.contains(".name = \"ack_mine\""));
    let class = written(source, ScriptTarget::Ns3Class);
    assert!(class.contains("class TcpMine : public TcpCongestionOps"), "{class}");
    assert!(class.contains("static constexpr double p_part{0.5};") && class.contains("double s_last{0.0};"));
    assert!(class.contains("std::max<double>(std::max<double>(2.0, (cwnd * p_part)), Ratio("), "{class}");
    // Text from a script cannot leave its comment.
    assert!(class.contains("    // a/") && !class.contains("a\\"), "{class}");
}

/// The law of exports for scripts: a number that is changed in the text changes the program.
#[test]
fn each_param_and_each_first_value_is_in_the_program_and_params_are_named() {
    let source = "param gain = 0.9 in 0..1\nstate bwe = 0 segments/s\nstate calm = true\n\
        on round { bwe = smooth(bwe, round_acked / round_time, gain) }\non loss { calm = false; standard() }";
    for target in [ScriptTarget::Ns3Class, ScriptTarget::Bpf] {
        // The head of a program has the source.
        let code = |source: &str| {
            let text = written(source, target);
            text.lines().filter(|line| !line.starts_with("// |")).collect::<Vec<_>>().join("\n")
        };
        let changes =
            [("= 0.9", "= 0.8"), ("= 0 seg", "= 5 seg"), ("= true", "= false"), ("on round", "on recovered")];
        for (old, new) in changes {
            let other = source.replacen(old, new, 1).replace("round_acked / round_time", "bwe");
            let source = source.replace("round_acked / round_time", "bwe");
            assert_ne!(code(&source), code(&other), "{new}");
        }
        let differs = script("mine", source, target).expect("a script").differs;
        assert!(differs.iter().any(|text| text.starts_with("gain as the text says")), "{differs:?}");
    }
}
