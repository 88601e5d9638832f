//! Finds an installed ns-3.

use std::fs;
use std::path::{Path, PathBuf};

/// The options with which g++ finds ns-3's headers: none if it finds them by itself. `None` without
/// ns-3.
pub fn include() -> Option<Vec<String>> {
    let has = |folder: &Path| folder.join("ns3/tcp-congestion-ops.h").exists();
    let standard = ["/usr/include", "/usr/local/include"];
    if standard.iter().any(|folder| has(Path::new(folder))) {
        return Some(Vec::new());
    }
    // The folder of a version.
    let inner = standard.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
    let mut inner: Vec<PathBuf> = inner.filter_map(Result::ok).map(|entry| entry.path()).collect();
    inner.retain(|folder| has(folder));
    inner.sort();
    inner.pop().map(|newest| vec![format!("-I{}", newest.display())])
}
