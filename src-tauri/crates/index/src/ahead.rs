//! Logs that are read ahead of the one that is written: reading keeps several processors busy, the file only one.

use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use sessions::LogPlace;

use crate::Trouble;
use crate::take_in::{Read, read_anew};

/// Threads that read, at the most.
const THREADS: usize = 4;
/// Logs that each may have ready; what is ready is rows without text.
const READY: usize = 2;

/// What was read of a log; nothing where its rows may go on from those that are kept.
type Ready = Option<Result<Read, Trouble>>;

/// What was read of each log, in their order.
pub(crate) struct Ahead {
    readers: Vec<Receiver<Ready>>,
    next: usize,
}

impl Ahead {
    /// What was read of the next log; nothing where nobody has read it.
    pub fn next(&mut self) -> Ready {
        let reader = self.readers.get(self.next)?;
        self.next = (self.next + 1) % self.readers.len();
        reader.recv().ok()?
    }
}

/// Does some work while logs are read ahead of it.
pub(crate) fn while_read<T>(places: &[LogPlace], work: impl FnOnce(Ahead) -> T) -> T {
    let processors = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = if places.len() < 2 { 0 } else { processors.min(THREADS) };
    thread::scope(|scope| {
        let readers = (0..threads).map(|first| {
            let (ready, receiver) = sync_channel(READY);
            scope.spawn(move || {
                for place in places.iter().skip(first).step_by(threads) {
                    // Whoever works on them has ended where nobody takes them any more.
                    if ready.send(read(place)).is_err() {
                        break;
                    }
                }
            });
            receiver
        });
        let readers = readers.collect();
        work(Ahead { readers, next: 0 })
    })
}

/// A dialect has to see every line; logs in the envelope are left to those who know their rows.
fn read(place: &LogPlace) -> Ready {
    (!place.source.is_envelope()).then(|| read_anew(place))
}
