//! Who has a place: connections that are still asking, and questions that are being answered.
//!
//! The two are counted apart, so that whoever is slow to ask takes no place from those who have asked.

use std::collections::{HashMap, VecDeque};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::{COMING_IN, CONNECTIONS, OF_ONE_PROCESS};

/// The places of one socket.
#[derive(Default)]
pub(crate) struct Places {
    coming: Arc<Mutex<Coming>>,
    // How many questions of each process are being answered.
    answered: Mutex<HashMap<i32, usize>>,
}

#[derive(Default)]
struct Coming {
    next: u64,
    // The oldest first.
    streams: VecDeque<(u64, UnixStream)>,
}

/// A place among those that are still asking, given back when it is dropped.
pub(crate) struct ComingIn(Arc<Mutex<Coming>>, u64);

/// A place among those that are answered, given back when it is dropped.
pub(crate) struct Answered(Arc<Places>, i32);

impl Places {
    /// A place for a connection whose question is awaited; where there is none, the one that has asked for longest
    /// loses its own.
    pub(crate) fn coming_in(&self, stream: &UnixStream) -> Option<ComingIn> {
        let stream = stream.try_clone().ok()?;
        let mut coming = locked(&self.coming);
        if coming.streams.len() >= COMING_IN
            && let Some((_, oldest)) = coming.streams.pop_front()
        {
            let _ = oldest.shutdown(Shutdown::Both);
        }
        let number = coming.next;
        coming.next += 1;
        coming.streams.push_back((number, stream));
        Some(ComingIn(Arc::clone(&self.coming), number))
    }

    /// A place for a question of a process, unless all are taken or it has its share.
    pub(crate) fn answered(places: &Arc<Self>, process: i32) -> Option<Answered> {
        let mut answered = locked(&places.answered);
        if answered.values().sum::<usize>() >= CONNECTIONS {
            return None;
        }
        let own = answered.entry(process).or_default();
        if *own >= OF_ONE_PROCESS {
            return None;
        }
        *own += 1;
        Some(Answered(Arc::clone(places), process))
    }
}

impl Drop for ComingIn {
    fn drop(&mut self) {
        locked(&self.0).streams.retain(|(number, _)| *number != self.1);
    }
}

impl Drop for Answered {
    fn drop(&mut self) {
        let mut answered = locked(&self.0.answered);
        if let Some(own) = answered.get_mut(&self.1) {
            *own -= 1;
            if *own == 0 {
                answered.remove(&self.1);
            }
        }
    }
}

fn locked<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}
