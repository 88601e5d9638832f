//! `lesson check`: what the page finds, too (web/app/test/lessonCheck.test.ts).

use crate::common::{Scratch, ackscope, json_of, success, text};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a file")
}

fn path(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

#[test]
fn the_template_and_the_gallery_hold() {
    let folder = root().join("web/app/public/lessons");
    let files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("it is there").map(|file| file.unwrap().path()).collect();
    assert_eq!(files.len(), 4);
    for file in &files {
        let said = success(&["lesson", "check", path(file)], "");
        assert!(said.contains("comparisons") && said.trim_end().ends_with(": all hold"), "{said}");
    }
}

#[test]
fn each_kind_of_mistake_is_found_with_its_line_as_in_the_page() {
    let folder = root().join("core/cli/tests/lesson");
    let file = folder.join("faulty.md");
    let output = ackscope(&["lesson", "check", path(&file)], "");
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stdout).replace(&format!("{}:", path(&file)), "");
    let wanted = read(&folder.join("faulty.txt"));
    assert_eq!(said, wanted);
    assert_eq!(text(&output.stderr), format!("ackscope: {} mistakes\n", wanted.lines().count()));
    let json = &json_of(
        &["lesson", "check", path(&root().join("web/app/public/lessons/template.md")), "--json"],
        "",
    )[0];
    assert_eq!((&json["ok"], &json["steps"], &json["runs"]), (&true.into(), &2.into(), &2.into()));
}

/// What is said of the template with one text in place of another one.
fn changed(name: &str, from: &str, to: &str) -> String {
    let template = read(&root().join("web/app/public/lessons/template.md"));
    assert!(template.contains(from), "{from}");
    let file = Scratch::new(&format!("{name}.md"));
    std::fs::write(&file.0, template.replacen(from, to, 1)).expect("written");
    let output = ackscope(&["lesson", "check", file.path()], "");
    assert_eq!(output.status.code(), Some(2), "{name}");
    text(&output.stdout).replace(&format!("{}:", file.path()), "")
}

#[test]
fn a_mistake_of_form_has_the_line_of_the_file() {
    for (name, from, to, says) in [
        ("key", "unit: ratio", "unti: ratio", "18: step 1: unknown field `unti`"),
        ("anchor", "low: 0", "low: &a 0", "19: step 1: YAML: anchors are not allowed"),
        ("depth", "low: 0", "low: [[[[[[[[0]]]]]]]]", "19: step 1: YAML: at most 8 levels"),
        ("heading", "### Afterwards", "### Later", "26: no place for the heading “Later”"),
        (
            "html",
            "The link is full. Say",
            "</b>The link is full. Say",
            "28: a lesson holds paragraphs and lists, no HTML",
        ),
        ("link", "v1/sawtooth", "v1/sawteeth", "14: step 1: run: there is no scenario named \"sawteeth\""),
        // The program knows it, the page has no such scenario.
        (
            "page",
            "v1/sawtooth",
            "v1/sender-policer",
            "14: step 1: run: there is no scenario named \"sender-policer\"",
        ),
        (
            "long",
            "duration=60s",
            "duration=9000s&hops.0.rate=100Gbps",
            "14: step 1: its run is too long for a lesson",
        ),
        ("note", "## For the teacher", "## For nobody", "it has no section “For the teacher”"),
        ("block", "```lab", "```lap", "13: a lesson holds paragraphs and lists, no code: “lap”"),
        ("title", "title: The", "titel: The", "2: front matter: title: a text is needed"),
        (
            "unit",
            "unit: ratio",
            "unit: apples",
            "18: step 1: predict.unit: found “apples”, allowed are packets",
        ),
        ("word", "utilisation(newreno, 20..60)\n", "utilization(newreno)\n", "17: step 1:"),
        ("claims", "expect:\n", "expext:\n", "22: step 1: unknown key `expext`"),
    ] {
        let said = changed(name, from, to);
        assert!(said.contains(says), "{name}: {said}");
    }
    // A list that is not closed ends where YAML sees it.
    let said = changed("yaml", "low: 0", "low: [0");
    let line: usize = said.split(':').next().unwrap().parse().unwrap();
    assert!((19..=24).contains(&line) && said.contains("YAML"), "{said}");
    assert_eq!(
        changed("empty", "---\ntitle", "title").lines().next(),
        Some("1: it does not begin with front matter between two lines of ---")
    );
}
