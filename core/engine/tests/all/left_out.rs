//! A crate's integration tests are modules of one program: a file that the program does not name
//! would never run.

use std::fs;
use std::path::Path;

const PROGRAMS: [&str; 4] =
    ["engine/tests/all/main.rs", "lab/tests/all.rs", "cli/tests/all.rs", "script/tests/all.rs"];

#[test]
fn every_file_of_tests_is_in_its_program() {
    let core = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for program in PROGRAMS.map(|path| core.join(path)) {
        let text = fs::read_to_string(&program).expect("text");
        let named: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("mod ")).collect();
        assert!(named.len() > 4, "{}: the test reads nothing", program.display());
        for entry in fs::read_dir(program.parent().expect("a folder")).expect("readable") {
            let path = entry.expect("readable").path();
            let is_test = path.extension().is_some_and(|extension| extension == "rs") && path != program;
            let name = format!("{};", path.file_stem().and_then(|stem| stem.to_str()).expect("a name"));
            assert!(!is_test || named.contains(&name.as_str()), "{} never runs", path.display());
        }
    }
}
