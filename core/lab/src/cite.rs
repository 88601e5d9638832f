//! How to cite this program. The file `CITATION.cff` is the source.

use crate::provenance::EngineId;
use serde::Serialize;

/// Citation File Format, of which each value stands on a line of its own.
const FILE: &str = include_str!("../../../CITATION.cff");

/// Title, authors, version and address, and the engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Citation {
    pub title: String,
    /// The names of the authors.
    pub authors: Vec<String>,
    /// Where the source is.
    pub url: String,
    /// Version and fingerprint.
    #[serde(flatten)]
    pub engine: EngineId,
}

/// The values of a key, in the order of the lines.
fn values<'a>(key: &'a str) -> impl Iterator<Item = String> + 'a {
    FILE.lines().filter_map(move |line| {
        let value = line.trim_start_matches([' ', '-']).strip_prefix(key)?.strip_prefix(':')?.trim();
        Some(value.trim_matches(['\'', '"']).to_owned())
    })
}

/// The citation of this program.
pub fn citation() -> Citation {
    let one = |key| values(key).next().unwrap_or_default();
    Citation {
        title: one("title"),
        authors: values("name").collect(),
        url: one("repository-code"),
        engine: EngineId::own(),
    }
}

impl Citation {
    /// As an entry of BibTeX.
    pub fn bibtex(&self) -> String {
        let Citation { title, authors, url, engine } = self;
        let authors: Vec<String> = authors.iter().map(|name| format!("{{{name}}}")).collect();
        format!(
            "@software{{ackscope,\n  title = {{{title}}},\n  author = {{{}}},\n  version = {{{}}},\n  \
             note = {{engine {}}},\n  url = {{{url}}}\n}}",
            authors.join(" and "),
            engine.version,
            engine.engine_fingerprint
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_citation_is_that_of_the_file_with_this_version_and_engine() {
        let cited = citation();
        assert!(FILE.contains(&format!("title: '{}'", cited.title)), "{}", cited.title);
        assert!(FILE.contains(&format!("version: {}\n", cited.engine.version)));
        assert_eq!(cited.authors, ["The Ackscope developers"]);
        let text = cited.bibtex();
        for part in [&cited.title, &cited.url, &cited.engine.version, &cited.engine.engine_fingerprint] {
            assert!(!part.is_empty() && text.contains(&format!("{part}}}")), "{part} in {text}");
        }
        assert_eq!(text.matches('{').count(), text.matches('}').count());
    }
}
