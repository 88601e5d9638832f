//! Mistakes of students who know other languages, and the message for each.

use ackscope_script::{compile, doubts};

/// A statement in a hook, where it is wrong, and the words of the hint.
const STATEMENTS: &[(&str, u32, &[&str])] = &[
    // Loops, functions and declarations of other languages.
    ("while cwnd > 2 { cwnd -= 1 }", 1, &["while", "no loops"]),
    ("for (i = 0; i < 3; i++) { cwnd += 1 }", 1, &["for", "no loops"]),
    ("return", 1, &["return", "runs to its end"]),
    ("break", 1, &["no loops and no jumps"]),
    ("int x = 3;", 1, &["int", "let NAME"]),
    ("var x = 3", 1, &["var", "let NAME"]),
    ("print(cwnd)", 1, &["print", "show STATE"]),
    ("printf(\"%d\", cwnd)", 1, &["printf", "show STATE"]),
    ("def f(x):", 1, &["def", "no functions of your own"]),
    ("pass", 1, &["pass", "{ }"]),
    ("switch (cwnd) { }", 1, &["switch", "else if"]),
    ("import math", 1, &["import", "nothing is imported"]),
    ("update(cwnd)", 1, &["update(", "no statement"]),
    // Conditions.
    ("if cwnd > 2 { x = 1 } elif cwnd > 1 { x = 2 }", 23, &["elif", "else if"]),
    ("if (cwnd > 2) x = 1", 15, &["{", "braces"]),
    ("if cwnd > 2: x = 1", 12, &["{", "braces"]),
    ("if cwnd > 2 then x = 1", 13, &["{", "braces"]),
    ("if cwnd = 2 { x = 1 }", 9, &["== compares"]),
    ("if (cwnd = 2) { x = 1 }", 10, &["== compares"]),
    ("if cwnd > 2 && x > 1 { x = 1 }", 13, &["&&", "write and"]),
    ("if cwnd > 2 || x > 1 { x = 1 }", 13, &["||", "write or"]),
    ("if !in_recovery { x = 1 }", 4, &["!", "write not"]),
    ("if cwnd === 2 { x = 1 }", 9, &["===", "write =="]),
    ("if cwnd <> 2 { x = 1 }", 9, &["<>", "write !="]),
    ("if cwnd => 2 { x = 1 }", 9, &["=>", "write >="]),
    ("If cwnd > 2 { x = 1 }", 1, &["If", "lower case: if"]),
    ("x = 1 if cwnd > 2 else 3", 7, &["CONDITION ? a : b"]),
    ("if cwnd is 3 { x = 1 }", 9, &["is", "== compares"]),
    ("if cwnd equals 3 { x = 1 }", 9, &["== compares"]),
    ("x = cwnd mod 3", 10, &["mod", "x - n * floor(x / n)"]),
    ("x = 3 mod 2", 7, &["mod", "x - n * floor(x / n)"]),
    ("if 3 is cwnd { x = 1 }", 6, &["is", "== compares"]),
    ("x = time()", 5, &["time", "now is a value"]),
    ("x = rtt()", 5, &["rtt", "not a function"]),
    ("x = 0x10", 5, &["0x10", "write 16"]),
    ("x =\u{a0}4", 4, &["U+00A0", "plain space"]),
    ("x = math.sqrt(4)", 9, &[".", "no parts"]),
    ("x = 'a b'", 5, &["double quotes"]),
    ("x = 70%", 7, &["0.5 for 50 %"]),
    // Assignments.
    ("x <- 2", 3, &["<-", "write x ="]),
    ("cwnd++", 5, &["++", "cwnd += 1"]),
    ("cwnd--", 5, &["--", "cwnd -= 1"]),
    ("++cwnd", 1, &["++", "+= 1"]),
    ("cwnd := 2", 6, &[":=", "write ="]),
    ("cwnd =+ 1", 7, &["+", "+= adds"]),
    ("x == 1", 3, &["== compares"]),
    ("CWND = 2", 1, &["CWND", "lower case", "did you mean cwnd?"]),
    ("Cwnd += 1", 1, &["Cwnd", "lower case", "did you mean cwnd?"]),
    ("SSThresh = 2", 1, &["lower case", "did you mean ssthresh?"]),
    ("snd_cwnd = 2", 1, &["did you mean cwnd?"]),
    ("acked = 2", 1, &["only be read"]),
    ("y = 2", 1, &["declare it", "state y = 0"]),
    ("quux = 2", 1, &["declare it", "state quux = 0"]),
    // Comments, arrays, texts.
    ("// halve", 1, &["//", "begins with #"]),
    ("x = 1 // halve", 7, &["//", "begins with #"]),
    ("/* halve */", 1, &["/*", "begins with #"]),
    ("x = [1, 2]", 5, &["[", "no arrays"]),
    ("x = rtts[0]", 9, &["[", "no arrays"]),
    ("x = 'a'", 5, &["'", "double quotes"]),
    ("x = \"a\"", 5, &["a text is no value"]),
    // Names.
    ("t = minrtt", 5, &["minrtt", "did you mean rtt_min?"]),
    ("t = min_rtt", 5, &["did you mean rtt_min?"]),
    ("t = minRTT", 5, &["did you mean rtt_min?"]),
    ("t = RTT", 5, &["behind show", "did you mean rtt?"]),
    ("t = base_rtt", 5, &["did you mean rtt_min?"]),
    ("t = maxrtt", 5, &["did you mean rtt_max?"]),
    ("t = rtt_mn", 5, &["did you mean rtt_min?"]),
    ("t = time", 5, &["did you mean now?"]),
    ("x = inflight", 5, &["did you mean flight?"]),
    ("x = inFlight", 5, &["did you mean flight?"]),
    ("x = MSS", 5, &["MSS", "one MSS is 1"]),
    ("x = packet_size", 5, &["did you mean segment_size?"]),
    ("ssthresh = infinity", 12, &["1e9"]),
    ("ssthresh = INF", 12, &["1e9"]),
    ("x = null", 5, &["no empty value"]),
    ("flag = True", 8, &["True", "did you mean true?"]),
    ("x = zzzz", 5, &["zzzz", "param zzzz = 1", "state zzzz = 0"]),
    ("x = self.cwnd", 9, &["no parts"]),
    // Functions and numbers.
    ("x = Max(1, 2)", 5, &["lower case", "did you mean max?"]),
    ("x = pow(2, 3)", 5, &["x ^ y"]),
    ("x = ln(2)", 5, &["did you mean log?"]),
    ("x = rand()", 5, &["did you mean random?"]),
    ("x = average(1, 2)", 5, &["smooth(old, new, gain)"]),
    ("x = len(2)", 5, &["no arrays"]),
    ("x = max_filter(2, 1 s)", 5, &["did you mean windowed_max?"]),
    ("x = minmax_running_min(2, 1 s)", 5, &["did you mean windowed_min?"]),
    ("x = windowed_max(2)", 5, &["windowed_max takes 2 values, not 1"]),
    ("x = windowed_max(x, 10)", 21, &["a time or a number of rounds", "write 10 s or 10 rounds"]),
    ("x = windowed_max(x, cwnd)", 21, &["a time or a number of rounds", "this is in segments"]),
    ("x = windowed_max(x, win)", 21, &["\"win\" has no unit", "10 s or 10 rounds"]),
    ("x = windowed_max(x, 2 * win)", 21, &["this has no unit", "10 s or 10 rounds"]),
    ("x = windowed_max(x, 10 round)", 24, &["round", "write rounds"]),
    ("x = windowed_max(x, 0 s)", 21, &["longer than 0"]),
    ("x = windowed_max(x, -1 s)", 21, &["longer than 0"]),
    ("x = windowed_max(rtt, 1 s) + cwnd", 28, &["cannot be added"]),
    ("x = windowed_max(rtt > 1 s, 1 s)", 18, &["a number is needed here"]),
    ("x = 10 rounds + rtt", 15, &["rounds and s cannot be added"]),
    ("x = half(2)", 5, &["no functions of your own"]),
    ("x = cwnd(1 - x)", 5, &["not a function", "* is written between factors"]),
    ("x = 2 ** 3", 7, &["**", "write ^"]),
    ("x = 7 % 3", 7, &["%", "0.5 for 50 %"]),
    ("x = 0,5", 6, &["0.5"]),
    ("x = .5", 5, &["0.5"]),
    ("x = 2 cwnd", 7, &["* is written between factors"]),
    // Units.
    ("if rtt > 300 Ms { x = 1 }", 14, &["Ms", "did you mean ms?"]),
    ("if rtt > 300 msec { x = 1 }", 14, &["msec", "write ms"]),
    ("t = 2 S", 7, &["did you mean s?"]),
    ("t = 20 µs", 8, &["write us"]),
    ("x = 1 mbps / segment_size", 7, &["did you mean Mbps?"]),
    ("x = 1 Mbit/s / segment_size", 7, &["write Mbps"]),
    ("cwnd = 2 packets", 10, &["write segments"]),
    ("cwnd = cwnd + rtt", 13, &["cannot be added"]),
];

/// A whole text, where it is wrong, and the words of the hint.
const TEXTS: &[(&str, (u32, u32), &[&str])] = &[
    ("on_loss { cwnd = 1 }", (1, 1), &["on_loss", "did you mean on loss"]),
    ("onAck { }", (1, 1), &["onAck", "did you mean on ack"]),
    ("on dupack { cwnd = 1 }", (1, 4), &["dupack", "did you mean loss?"]),
    ("on rto { cwnd = 1 }", (1, 4), &["rto", "did you mean timeout?"]),
    ("on Loss { cwnd = 1 }", (1, 4), &["did you mean loss?"]),
    ("on congestion_avoidance { cwnd += 1 }", (1, 4), &["did you mean avoidance?"]),
    ("state x = 0\non round {\n  x = max(3, 4\n}", (4, 1), &[")", "not closed"]),
    ("on loss:\n  cwnd = 1", (1, 8), &["{", "braces"]),
    ("State x = 0", (1, 1), &["did you mean state?"]),
    ("var x = 0", (1, 1), &["state NAME = 0"]),
    ("state x", (1, 8), &["a first value", "state x = 0"]),
    ("state x = rtt", (1, 11), &["on start"]),
    ("state on_off = True", (1, 16), &["did you mean true?"]),
    ("class Mine { }", (1, 1), &["no objects"]),
    ("function f(x) { }", (1, 1), &["no functions of your own"]),
    ("// a comment\non loss { cwnd = 1 }", (1, 1), &["begins with #"]),
    ("#define X 1\nwhile true { }", (2, 1), &["no loops"]),
    ("pace windowed_max(1 segments/s, 1 s)", (1, 6), &["keeps samples", "a state behind pace"]),
];

#[test]
fn mistakes_of_other_languages_have_a_hint_of_their_own() {
    let statements = STATEMENTS.iter().map(|(statement, column, words)| {
        let source = format!(
            "state x = 0; state t = 0 s; state flag = false; param win = 10\non round {{\n{statement}\n}}"
        );
        (source, (3, *column), *words)
    });
    let texts = TEXTS.iter().map(|(source, at, words)| ((*source).to_owned(), *at, *words));
    let wrong: Vec<String> =
        statements.chain(texts).filter_map(|(source, at, words)| untold(&source, at, words)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// What is missing in the first message.
fn untold(source: &str, at: (u32, u32), words: &[&str]) -> Option<String> {
    let Err(errors) = compile(source) else { return Some(format!("{source}\nno mistake")) };
    let first = &errors[0];
    let told = (first.line, first.column) == at && words.iter().all(|word| first.message.contains(word));
    (!told).then(|| format!("{source}\n{first}\nexpected at {at:?}: {words:?}"))
}

/// Each mistake has one message; what follows from it has none.
#[test]
fn one_mistake_is_one_message() {
    for statement in [
        "cwnd++",
        "// halve",
        "x = 1 // halve",
        "x = [1, 2, 3]",
        "x = rtts[0] + 1",
        "while cwnd > 2 { x = 1 }",
        "x = MSS",
        "return",
        "x = math.sqrt(4)",
        "x = 'a b'",
        "x = 70%",
        "x = cwnd mod 3",
        "x = 3 mod 2",
        "x = 0x10",
    ] {
        let source = format!("state x = 0; state rtts = 0\non round {{\n{statement}\n}}");
        let errors = compile(&source).expect_err(&source);
        assert_eq!(errors.len(), 1, "{statement}: {errors:?}");
    }
}

#[test]
fn a_number_in_an_unlikely_unit_is_doubted_but_runs() {
    let told = |statement: &str| {
        let source = format!(
            "param limit = 300 in 1..1000; state bwe = 0 segments/s; state rate = 0 bps\non round {{ {statement} }}"
        );
        assert!(compile(&source).is_ok(), "{statement}: {:?}", compile(&source));
        doubts(&source)
    };
    for (statement, words) in [
        ("if rtt > 300 { cwnd = 2 }", &["300 s", "write 300 ms"][..]),
        ("if 300 < rtt { cwnd = 2 }", &["300 s", "write 300 ms"]),
        ("if rtt - rtt_min > 20 { cwnd = 2 }", &["20 s", "write 20 ms"]),
        ("if srtt > 100000 { cwnd = 2 }", &["write 100000 us"]),
        ("if max(rtt, 50) > rtt_min { cwnd = 2 }", &["write 50 ms"]),
        ("if rtt > limit { cwnd = 2 }", &["\"limit\" has no unit", "write 300 ms"]),
        ("if bwe > 2000000 { cwnd = 2 }", &["2 Mbps / segment_size"]),
        ("rate = 10", &["10 bit/s", "10 Mbps"]),
        ("cwnd += 1460", &["one packet is 1"]),
    ] {
        let found = told(statement);
        assert_eq!(found.len(), 1, "{statement}: {found:?}");
        assert_eq!(found[0].line, 2);
        for word in words {
            assert!(found[0].message.contains(word), "{statement}: {}", found[0]);
        }
    }
    for statement in [
        "if rtt > 300 ms { cwnd = 2 }",
        "if rtt > 2 { cwnd = 2 }",
        "if rtt > 2 * rtt_min { cwnd = 2 }",
        "ssthresh = 65535",
        "cwnd += 10",
        "if cwnd > 1000 { cwnd = 2 }",
    ] {
        assert_eq!(told(statement), [], "{statement}");
    }
}
