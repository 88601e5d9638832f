//! What a class hands in: answer codes as a table.

use crate::common::ackscope;

#[test]
fn codes_become_a_table_with_a_reason_for_what_is_not_read() {
    let list = "00GH-HHHH-HHHH-HHHJ\n\n2a38 02go xk4t k6yd\n10G0-0001-BRZZ-W00M\n00G2-47AC-FHMP-SWY5\n";
    let found = ackscope(&["codes", "-"], list);
    assert!(found.status.success(), "{found:?}");
    let table = String::from_utf8(found.stdout).expect("UTF-8");
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
    assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{table}");
    let cell = |row: usize, head: &str| rows[row][rows[0].iter().position(|one| *one == head).expect(head)];
    // 166 of 300 packets is level 17 of 32: the middle is 17.5/32 of the axis.
    assert_eq!((cell(1, "kind"), cell(1, "lesson"), cell(1, "v12")), ("curve", "2", "0.546875"));
    assert_eq!((cell(2, "line"), cell(2, "code")), ("3", "2A38-02G0-XK4T-K6YD"));
    assert_eq!((cell(2, "variant"), cell(2, "conditions"), cell(2, "trace")), ("7", "4", "664d4cde"));
    assert_eq!(["v1", "v2", "v3", "v4", "v5"].map(|head| cell(2, head)), ["1", "0", "1", "0", ""]);
    // 85 % of 50 to 100 % is step 2800 of 4000, and no answer is 0.
    assert_eq!(["v1", "v3", "v4"].map(|head| cell(3, head)), ["0", "2801", "4095"]);
    assert_eq!(cell(4, "problem"), "the check character does not fit");
    assert!(cell(4, "may_be").contains("00G2-47AC-FHMP-SWYS"));

    let other = ackscope(&["codes", "-", "--lesson", "2", "--step", "2"], list);
    let text = String::from_utf8(other.stdout).expect("UTF-8");
    assert!(text.contains("\"this is lesson 2, step 1\"") && text.contains("this is lesson 40"), "{text}");
    let alone = ackscope(&["codes", "-", "--step", "2"], list);
    assert!(String::from_utf8_lossy(&alone.stderr).contains("--lesson"), "{alone:?}");
}
