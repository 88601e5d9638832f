//! The parts of a lesson's text: front matter, steps with their blocks `lab`, the part for the teacher. The page reads the
//! Markdown between them, too.

use super::yaml::Fault;

const AFTERWARDS: &str = "Afterwards";
const NOTE: &str = "For the teacher";
/// The longest paragraph or item, as in the page (web/app/src/course/foreign/reader.ts).
const LONGEST_TEXT: usize = 5000;

/// A lesson's text in parts.
#[derive(Default)]
pub struct Parts {
    /// The front matter; it begins in line 2.
    pub head: String,
    pub steps: Vec<PartStep>,
    /// The paragraphs and items of its text.
    pub texts: Vec<String>,
    /// Whether it has a part for the teacher.
    pub has_note: bool,
    /// What has no place in it.
    pub faults: Vec<Fault>,
}

/// A step.
pub struct PartStep {
    /// Of its heading.
    pub line: usize,
    pub title: String,
    /// Its block, and the line in which that begins.
    pub lab: Option<(String, usize)>,
}

impl Parts {
    /// # Errors
    /// If it has no front matter.
    pub fn read(text: &str) -> Result<Parts, Fault> {
        let text = text.replace("\r\n", "\n");
        let parts = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n"));
        let (head, body) = parts
            .ok_or_else(|| Fault::new(1, "it does not begin with front matter between two lines of ---"))?;
        let mut parts = Parts { head: head.to_owned(), ..Parts::default() };
        // Two lines of three hyphens.
        let mut lines = (head.lines().count() + 3..).zip(body.lines());
        while let Some((line, text)) = lines.next() {
            if let Some(language) = text.strip_prefix("```") {
                let block: Vec<&str> = lines
                    .by_ref()
                    .map(|(_, text)| text)
                    .take_while(|text| !text.starts_with("```"))
                    .collect();
                parts.block(language.trim(), line, block.join("\n"));
            } else if text.starts_with('#') {
                parts.heading(line, text);
            } else {
                parts.text(line, text);
            }
        }
        Ok(parts)
    }

    fn block(&mut self, language: &str, line: usize, block: String) {
        let mistake = match self.steps.last_mut() {
            _ if language != "lab" => format!("a lesson holds paragraphs and lists, no code: “{language}”"),
            None => "a block `lab` outside a step".to_owned(),
            Some(step) if step.lab.is_some() => format!("two blocks `lab` in the step “{}”", step.title),
            Some(step) => {
                step.lab = Some((block, line + 1));
                return self.texts.push(String::new());
            }
        };
        self.faults.push(Fault::new(line, mistake));
    }

    fn heading(&mut self, line: usize, text: &str) {
        let title = text.trim_start_matches('#').trim();
        match text.len() - text.trim_start_matches('#').len() {
            2 if title == NOTE => self.has_note = true,
            2 => self.steps.push(PartStep { line, title: title.to_owned(), lab: None }),
            3 if title == AFTERWARDS && !self.steps.is_empty() && !self.has_note => {}
            _ => self.faults.push(Fault::new(line, format_args!("no place for the heading “{title}”"))),
        }
        self.texts.push(String::new());
    }

    /// A line of text: of a new paragraph after an empty line, of a new item after its mark.
    fn text(&mut self, line: usize, text: &str) {
        let trimmed = text.trim();
        let kind = match trimmed {
            _ if trimmed.starts_with('>') => "quote",
            _ if trimmed.starts_with('|') => "table",
            _ if trimmed.contains("![") => "picture",
            _ if trimmed.contains("</") || trimmed.starts_with('<') => "HTML",
            _ => "",
        };
        if !kind.is_empty() {
            self.faults
                .push(Fault::new(line, format_args!("a lesson holds paragraphs and lists, no {kind}")));
        }
        let item = trimmed.strip_prefix("- ").or_else(|| trimmed.strip_prefix("* ")).or_else(|| {
            let (number, rest) = trimmed.split_once(". ")?;
            (!number.is_empty() && number.bytes().all(|sign| sign.is_ascii_digit())).then_some(rest)
        });
        match (self.texts.last_mut(), item) {
            (_, Some(item)) => self.texts.push(item.to_owned()),
            (Some(last), None) if !trimmed.is_empty() && !last.is_empty() => *last += &format!(" {trimmed}"),
            (_, None) => self.texts.push(trimmed.to_owned()),
        }
        let length = self.texts.last().map_or(0, String::len);
        if length > LONGEST_TEXT && length - trimmed.len() <= LONGEST_TEXT {
            self.faults
                .push(Fault::new(line, format_args!("a paragraph has more than {LONGEST_TEXT} characters")));
        }
    }

    /// Whether a paragraph says this, without the marks of Markdown.
    pub fn says(&self, quote: &str) -> bool {
        let quote = plain(quote);
        self.texts.iter().any(|text| plain(text).contains(&quote))
    }
}

/// A text without emphasis, marks of code and the addresses of links.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("](") {
        plain += &rest[..at];
        rest = rest[at..].split_once(')').map_or("", |(_, after)| after);
    }
    plain += rest;
    plain.replace(['*', '`', '['], "").replace('\\', "")
}
