//! Runs work in a thread of its own, without Python's lock. Until it ends, Ctrl-C stops it and `progress` is called.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// The longest time between two looks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(20);

/// What the work and its caller share.
#[derive(Default)]
pub struct Control {
    stopped: AtomicBool,
    done: AtomicUsize,
    ended: Mutex<bool>,
    end: Condvar,
}

impl Control {
    /// Whether the work goes on.
    pub fn goes_on(&self) -> bool {
        !self.stopped.load(Ordering::Relaxed)
    }

    /// Stops the work.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// One more part is done.
    pub fn tick(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// Waits a moment, or until the work has ended, which it returns.
    fn wait(&self) -> bool {
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        if *ended {
            return true;
        }
        *self.end.wait_timeout(ended, LOOK).unwrap_or_else(PoisonError::into_inner).0
    }
}

/// The threads of this process. A process that multiprocessing forked has none of its parent's threads, and would
/// wait for them for ever.
fn threads() -> Result<Arc<ThreadPool>, ThreadPoolBuildError> {
    static KNOWN: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    if let Some((owner, pool)) = known.as_ref()
        && *owner == process
    {
        return Ok(Arc::clone(pool));
    }
    let made = Arc::new(ThreadPoolBuilder::new().build()?);
    // To end the parent's threads from here would be to wait for them, too.
    std::mem::forget(known.replace((process, Arc::clone(&made))));
    Ok(made)
}

/// Does `work` in a thread of its own. `progress` is called with the number of parts that are done.
///
/// # Errors
/// What a signal raised (`KeyboardInterrupt`), or what `progress` did.
pub fn wait<T: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Control) -> T + Send,
) -> PyResult<T> {
    let control = Control::default();
    let pool = threads().map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    std::thread::scope(|scope| {
        let handle = scope.spawn(|| {
            let found = pool.install(|| work(&control));
            *control.ended.lock().unwrap_or_else(PoisonError::into_inner) = true;
            control.end.notify_all();
            found
        });
        let mut reported = 0;
        let mut looked = Ok(());
        loop {
            let ended = py.detach(|| control.wait()) || handle.is_finished();
            let done = control.done.load(Ordering::Relaxed);
            if looked.is_ok() {
                looked = py.check_signals();
                if let (Ok(()), Some(progress), true) = (&looked, progress, done > reported) {
                    looked = progress.call1((done,)).map(|_| ());
                    reported = done;
                }
                if looked.is_err() {
                    control.stop();
                }
            }
            if ended {
                break;
            }
        }
        let found = py.detach(|| handle.join());
        looked?;
        found.map_err(|_| PyRuntimeError::new_err("the engine failed: this is a mistake of Ackscope"))
    })
}
