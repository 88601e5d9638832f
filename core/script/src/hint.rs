//! Hints for what readers of other languages write: their words, their names, their spellings.

use super::error::{nearest, say};
use ackscope_program::TEXTS;
use ackscope_program::unit::{BIT_RATE, RATE, SECONDS, SEGMENTS, Unit};

/// Hints for words of other languages that begin a statement.
const STATEMENTS: &[(&[&str], &str)] = &[
    (
        &["while", "for", "loop", "repeat", "until", "do", "foreach"],
        "there are no loops: a hook runs at each of its events, and a state keeps its value until the next one",
    ),
    (&["break", "continue", "goto"], "there are no loops and no jumps: use if and else"),
    (&["return", "exit", "yield"], "a hook always runs to its end: use if and else"),
    (&["elif", "elsif", "elseif"], "write else if"),
    (&["switch", "case", "match", "default", "unless"], "write if … { … } else if … { … }"),
    (&["then", "begin", "end", "endif", "fi"], BRACES),
    (&["pass", "nop"], "an empty block is { }"),
    (
        &["def", "function", "func", "fn", "void", "proc", "sub", "lambda", "macro"],
        "there are no functions of your own: write on EVENT { … } for an event, and let NAME = … for a value",
    ),
    (
        &[
            "var", "const", "int", "float", "double", "real", "long", "short", "unsigned", "u32", "u64",
            "bool", "static", "global", "local", "auto", "number", "string", "char", "set", "define",
            "declare",
        ],
        "write state NAME = 0 outside of the hooks to keep a value, or let NAME = … inside of a hook",
    ),
    (
        &["print", "printf", "echo", "console", "log_info", "printk", "trace"],
        "nothing is printed: show STATE draws a state as a curve",
    ),
    (
        &["import", "include", "require", "from", "using", "module", "package"],
        "nothing is imported: leave it out",
    ),
    (
        &["class", "struct", "new", "self", "this", "object", "enum", "type"],
        "there are no objects: use states",
    ),
    (&["try", "catch", "except", "throw", "raise", "assert"], "there are no exceptions: use if"),
    (&["when", "event", "every", "upon", "after"], "write on EVENT { … }"),
    (
        &["wait", "sleep", "delay", "timer"],
        "nothing waits: compare now with a state that holds an earlier time",
    ),
    (&["array", "list", "map", "dict", "queue", "vector"], NO_ARRAYS),
];

/// The hint for blocks.
pub const BRACES: &str = "a block stands in braces: if cwnd > 2 { … }";

/// The hint for remainders.
const REMAINDER: &str = "write x - n * floor(x / n)";

/// The hint for arrays.
pub const NO_ARRAYS: &str = "there are no arrays: a state holds one number, smooth(old, new, gain) averages, and \
     windowed_max(x, 10 rounds) is the largest of late";

/// Hints for words of other languages that stand for a value.
const VALUES: &[(&[&str], &str)] = &[
    (
        &["none", "null", "nil", "undefined", "nan"],
        "there is no empty value: use 0, or a state that is true or false",
    ),
    (&["inf", "infinity", "infinite"], "there is no infinity: write 1e9"),
    (&["mss", "smss", "snd_mss", "mss_cache"], "windows are counted in segments: one MSS is 1"),
    (&["pi"], "write 3.14159"),
    (
        &["nacks", "dupacks", "dup_acks", "dupack_count"],
        "count them: state dups = 0, on ack { if is_duplicate { dups += 1 } }",
    ),
];

/// Hints for words that are operators in other languages.
const OPERATORS: &[(&[&str], &str)] = &[
    (&["is", "equals", "eq", "equal"], "== compares"),
    (&["isnt", "ne", "neq"], "!= compares"),
    (&["lt", "gt", "le", "ge"], "<, >, <= and >= compare"),
    (&["mod", "rem"], REMAINDER),
    (&["div"], "/ divides"),
    (&["xor"], "of two conditions a and b, write (a or b) and not (a and b)"),
    (&["then", "do"], BRACES),
];

/// Hints for functions of other languages.
const FUNCTIONS: &[(&[&str], &str)] = &[
    (&["pow", "power"], "write x ^ y"),
    (&["square", "sqr"], "write x ^ 2"),
    (&["mod", "fmod", "rem"], REMAINDER),
    (&["mean", "avg", "average", "ewma", "ema", "filter"], "write smooth(old, new, gain)"),
    (&["len", "sum", "append", "push", "sorted", "range", "map"], NO_ARRAYS),
];

/// Other names of what a script can read, without `_` and in lower case.
const ALIASES: &[(&str, &[&str])] = &[
    ("cwnd", &["sndcwnd", "congestionwindow", "cw", "cwin", "win", "wnd", "w"]),
    ("ssthresh", &["sndssthresh", "threshold", "thresh", "ssth", "slowstartthreshold"]),
    ("rtt_min", &["basertt", "rttbase", "rttprop", "propagationdelay", "minimumrtt", "rtprop", "rttmin"]),
    ("rtt_max", &["maximumrtt"]),
    ("rtt", &["lastrtt", "rttsample", "currentrtt", "newestrtt", "rttus", "delay"]),
    ("srtt", &["smoothrtt", "smoothedrtt", "avgrtt", "meanrtt", "averagertt"]),
    ("now", &["time", "t", "clock", "currenttime", "timestamp", "tcptime", "jiffies"]),
    ("flight", &["inflight", "packetsinflight", "outstanding", "flightsize", "bytesinflight"]),
    ("acked", &["acks", "ackedsegments", "newlyacked", "packetsacked", "ackcount", "numacked"]),
    ("delivery_rate", &["rate", "bandwidth", "bw", "throughput", "deliveredrate", "goodput"]),
    ("segment_size", &["packetsize", "segmentbytes", "pktsize", "segsize"]),
    ("lost", &["losses", "lostpackets", "packetslost", "drops"]),
    ("in_slow_start", &["slowstarting", "isslowstart", "tcpinslowstart"]),
    ("round_mean_rtt", &["meanroundrtt"]),
    ("log", &["ln"]),
    ("random", &["rand", "rnd"]),
    ("floor", &["int", "trunc", "truncate"]),
    ("smooth", &["smoothed"]),
    ("min", &["minimum"]),
    ("max", &["maximum"]),
    ("windowed_max", &["maxfilter", "runningmax", "minmaxrunningmax", "winmax", "slidingmax", "rollingmax"]),
    ("windowed_min", &["minfilter", "runningmin", "minmaxrunningmin", "winmin", "slidingmin", "rollingmin"]),
    (
        "loss",
        &["dupack", "duplicate", "congestion", "packetloss", "drop", "lost", "fastretransmit", "onloss"],
    ),
    ("timeout", &["rto", "ontimeout"]),
    ("start", &["init", "begin", "connect", "onstart", "setup"]),
    ("ack", &["acked", "onack", "newack", "everyack", "pktsacked"]),
    ("round", &["rtt", "onround", "everyrtt", "roundtrip"]),
    ("recovered", &["exitrecovery", "recovery", "recover"]),
    ("ecn", &["ce", "mark", "marked", "ece"]),
    ("avoidance", &["congestionavoidance", "congavoid", "ca"]),
    ("slow_start", &["ss"]),
];

fn found_in(table: &[(&[&str], &'static str)], word: &str) -> Option<&'static str> {
    if !TEXTS {
        return None;
    }
    let lower = word.to_lowercase();
    table.iter().find(|(words, _)| words.contains(&lower.as_str())).map(|(_, hint)| *hint)
}

/// The hint for a word that begins a statement, if another language has such statements.
pub fn of_statement(word: &str) -> Option<&'static str> {
    found_in(STATEMENTS, word)
}

/// The hint for a word that stands for a value.
pub fn of_value(word: &str) -> Option<&'static str> {
    found_in(VALUES, word)
}

/// The hint for a word where an operator or an end is expected.
pub fn of_operator(word: &str) -> Option<&'static str> {
    found_in(OPERATORS, word)
}

/// The hint for a function.
pub fn of_function(word: &str) -> Option<&'static str> {
    found_in(FUNCTIONS, word)
}

/// The known word that `found` most likely means: the same letters in another case, the same parts
/// in another order (`minrtt`), another usual name, or a similar spelling.
pub fn meant<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if !TEXTS {
        return None;
    }
    let known: Vec<&str> = known.into_iter().collect();
    let plain = |word: &str| word.replace('_', "").to_lowercase();
    let wanted = plain(found);
    let turned = format!("{wanted}{wanted}");
    let is_turned = |word: &str| word.len() == wanted.len() && word.len() > 4 && turned.contains(word);
    let first = |fits: &dyn Fn(&str) -> bool| known.iter().copied().find(|word| fits(word));
    first(&|word| word.to_lowercase() == found.to_lowercase())
        .or_else(|| first(&|word| plain(word) == wanted))
        .or_else(|| first(&|word| is_turned(&plain(word))))
        .or_else(|| {
            let alias =
                |word: &str| ALIASES.iter().any(|(of, names)| *of == word && names.contains(&&*wanted));
            first(&alias)
        })
        .or_else(|| nearest(found, known.iter().copied()))
        .or_else(|| nearest(&found.to_lowercase(), known.iter().copied()))
}

/// What a plain number most likely means, where it is read in an unlikely unit.
pub fn of_plain(value: f64, read_in: Unit) -> Option<String> {
    let size = value.abs();
    let unlikely = match read_in {
        SECONDS if size >= 1e5 => say!("{value} s; for microseconds write {value} us"),
        SECONDS if size >= 5.0 => say!("{value} s; for milliseconds write {value} ms"),
        RATE if size >= 1e5 => {
            say!("{value} segments/s; for a bit rate write {} Mbps / segment_size", value / 1e6)
        }
        BIT_RATE if size > 0.0 && size < 1e3 => say!("{value} bit/s; for megabits write {value} Mbps"),
        SEGMENTS if [536.0, 1440.0, 1448.0, 1460.0, 1500.0, 65535.0].contains(&size) => {
            say!("{value} segments; windows are counted in segments, and one packet is 1")
        }
        _ => return None,
    };
    Some(unlikely)
}

/// `; names are written in lower case`, if that is the difference.
pub fn of_case(found: &str, near: Option<&str>) -> &'static str {
    match near {
        Some(near) if near != found && near == found.to_lowercase() => "; it is written in lower case",
        _ => "",
    }
}
