//! How many commands run at once, and how many wait: as many as in Pixir 0.1.12.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::{NotRun, Stop};

/// Commands that run at once.
const RUNNING: usize = 4;
/// Commands that wait for one of these to end.
const WAITING: usize = 16;
/// How long one waits.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often one that waits looks whether it shall stop.
const TICK: Duration = Duration::from_millis(20);

pub(crate) static ALL: Queue = Queue::new(RUNNING, WAITING, PATIENCE);

/// A queue of one process; whoever waits longest is next.
pub(crate) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
    running: usize,
    waiting: usize,
    patience: Duration,
}

struct State {
    running: usize,
    waiting: VecDeque<u64>,
    next: u64,
}

/// The right to run one command, until it is dropped.
pub(crate) struct Turn<'a>(&'a Queue);

impl Queue {
    const fn new(running: usize, waiting: usize, patience: Duration) -> Self {
        let state = State { running: 0, waiting: VecDeque::new(), next: 0 };
        Self { state: Mutex::new(state), changed: Condvar::new(), running, waiting, patience }
    }

    /// Waits for a turn.
    pub(crate) fn enter(&self, stop: &Stop) -> Result<Turn<'_>, NotRun> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.running >= self.running && state.waiting.len() >= self.waiting {
            return Err(NotRun::Busy { waited: Duration::ZERO });
        }
        let (ticket, begun) = (state.next, Instant::now());
        state.next += 1;
        state.waiting.push_back(ticket);
        loop {
            if state.running < self.running && state.waiting.front() == Some(&ticket) {
                state.waiting.pop_front();
                state.running += 1;
                // Two turns may have come free at once.
                self.changed.notify_all();
                return Ok(Turn(self));
            }
            let waited = begun.elapsed();
            let refused = if stop.is_wished() {
                Some(NotRun::Stopped)
            } else {
                (waited >= self.patience).then_some(NotRun::Busy { waited })
            };
            if let Some(refused) = refused {
                state.waiting.retain(|other| *other != ticket);
                self.changed.notify_all();
                return Err(refused);
            }
            let woken = self.changed.wait_timeout(state, TICK);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner).running -= 1;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    use super::Queue;
    use crate::{NotRun, Stop};

    #[test]
    fn so_many_run_so_many_wait_and_the_rest_is_sent_away() {
        let queue = Queue::new(2, 1, Duration::from_millis(300));
        let stop = Stop::default();
        let (one, two) = (queue.enter(&stop), queue.enter(&stop));
        assert!(one.is_ok() && two.is_ok());
        thread::scope(|scope| {
            let waiting = scope.spawn(|| queue.enter(&stop).map(drop));
            while queue.state.lock().unwrap().waiting.is_empty() {
                thread::yield_now();
            }
            assert!(matches!(queue.enter(&stop), Err(NotRun::Busy { waited: Duration::ZERO })));
            drop(one);
            assert!(waiting.join().unwrap().is_ok());
        });
        let three = queue.enter(&stop);
        assert!(three.is_ok());
        let Err(NotRun::Busy { waited }) = queue.enter(&stop) else { panic!("there was a turn") };
        assert!(waited >= Duration::from_millis(300));
        stop.now();
        assert!(matches!(queue.enter(&stop), Err(NotRun::Stopped)));
        drop(two);
        assert!(queue.enter(&Stop::default()).is_ok());
    }

    #[test]
    fn whoever_waits_longest_is_next() {
        let queue = Queue::new(1, 8, Duration::from_secs(60));
        let (stop, (sender, order)) = (Stop::default(), mpsc::channel());
        let running = queue.enter(&stop);
        thread::scope(|scope| {
            for number in 0..8 {
                let (queue, stop, sender) = (&queue, &stop, sender.clone());
                scope.spawn(move || {
                    let turn = queue.enter(stop);
                    sender.send(number).unwrap();
                    drop(turn);
                });
                while queue.state.lock().unwrap().waiting.len() <= number {
                    thread::yield_now();
                }
            }
            drop(running);
        });
        assert_eq!(order.try_iter().collect::<Vec<_>>(), (0..8).collect::<Vec<_>>());
    }
}
