//! Where ns-3 is installed, if it is.

use std::fs;
use std::path::{Path, PathBuf};

/// What g++ is to be printed to find ns-3's headers: nothing where it looks by itself. `None` without
/// ns-3.
pub fn include() -> Option<Vec<String>> {
    let has = |folder: &Path| folder.join("ns3/tcp-congestion-ops.h").exists();
    let standard = ["/usr/include", "/usr/local/include"];
    if standard.iter().any(|folder| has(Path::new(folder))) {
        return Some(Vec::new());
    }
    // A version's own folder.
    let inner = standard.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
    let mut inner: Vec<PathBuf> = inner.filter_map(Result::ok).map(|entry| entry.path()).collect();
    inner.retain(|folder| has(folder));
    inner.sort();
    inner.pop().map(|newest| vec![format!("-I{}", newest.display())])
}
