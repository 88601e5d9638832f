//! Runs work in a thread of its own, without Python's lock. Until it ends, Ctrl-C stops it and `progress` is called.

use crate::wrong;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// The longest time between two looks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(20);
/// As many sets of threads wait for work as threads of Python usually run scenarios.
const MAX_IDLE: usize = 4;

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

thread_local! {
    /// Whether this thread calls a method of a class that is an algorithm.
    static IN_HOOK: Cell<bool> = const { Cell::new(false) };
}

/// Does what calls methods of a class: no other run begins meanwhile.
pub fn in_hook<T>(call: impl FnOnce() -> T) -> T {
    let before = IN_HOOK.replace(true);
    let found = call();
    IN_HOOK.set(before);
    found
}

/// Threads that no work uses now, and the process that they belong to. A process that multiprocessing forked has none of
/// its parent's threads, and would wait for them for ever.
static IDLE: Mutex<(u32, Vec<ThreadPool>)> = Mutex::new((0, Vec::new()));

/// Threads for one piece of work. Two never share them: work that waits for other work, which a hook began in another
/// thread of Python, would hold the threads that this needs.
fn threads() -> Result<ThreadPool, ThreadPoolBuildError> {
    let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    if idle.0 != process {
        // To end the parent's threads from here would be to wait for them, too.
        std::mem::forget(std::mem::replace(&mut *idle, (process, Vec::new())));
    }
    match idle.1.pop() {
        Some(pool) => Ok(pool),
        None => ThreadPoolBuilder::new().build(),
    }
}

/// Keeps threads for the next work.
fn keep(pool: ThreadPool) {
    let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
    if idle.0 == std::process::id() && idle.1.len() < MAX_IDLE {
        idle.1.push(pool);
    }
}

/// Does `work` in a thread of its own. `progress` is called with the number of parts that are done.
///
/// # Errors
/// What a signal raised (`KeyboardInterrupt`), or what `progress` did. Also in a hook: its run would wait for itself.
pub fn wait<T: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Control) -> T + Send,
) -> PyResult<T> {
    if IN_HOOK.get() {
        return Err(wrong(
            py,
            "algorithms",
            "a hook that begins another run",
            "a hook that only reads and sets its flow; run the other scenario before or after",
        ));
    }
    let control = Control::default();
    let pool = threads().map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let found = std::thread::scope(|scope| {
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
    });
    keep(pool);
    found
}
