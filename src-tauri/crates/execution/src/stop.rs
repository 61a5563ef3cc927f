use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A wish to end a command early; all clones are one wish.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Ends what runs, or waits to run, under this wish; for good.
    pub fn now(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Whether the end is wished.
    pub fn is_wished(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}
