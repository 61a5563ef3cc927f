//! How looks are shared, and for how long.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

/// A look is repeated when it is older than this, even if nobody said that something changed: correctness never rests
/// on a watcher. One screen's requests share one look.
pub(crate) const FRESH: Duration = Duration::from_secs(1);

/// Whether what was seen at a time still stands for what is there now.
pub fn is_fresh(at: SystemTime, now: SystemTime) -> bool {
    now.duration_since(at).is_ok_and(|age| age < FRESH)
}

/// A lock that a panicking answer left behind is still good: looks are replaced whole.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
