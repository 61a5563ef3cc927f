//! What comes out of a command, while it comes.

use std::io::{self, Read};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use disk::{Digest, Hashing};

/// One stream of a command: what was kept of it, and what it was in all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Captured {
    /// Its first bytes, as they came.
    pub kept: Vec<u8>,
    /// Bytes read; a command that was ended early may have had more to say.
    pub total: u64,
    /// The digest of all bytes read.
    pub digest: Digest,
}

/// What is heard of a command while it runs.
pub(crate) enum News<R> {
    /// One of its streams ended.
    Closed,
    /// One of its streams went beyond its limit.
    Flood,
    /// Its last word, or nothing if none came.
    End(Option<R>),
}

/// A stream that a thread reads; what was read so far can be taken at any time.
#[derive(Clone)]
pub(crate) struct Reading(Arc<Mutex<Growing>>);

#[derive(Clone, Default)]
struct Growing {
    kept: Vec<u8>,
    total: u64,
    hashing: Hashing,
    has_ended: bool,
}

impl Reading {
    /// Reads `stream` to its end, or to `read` bytes and one more; keeps the first `keep` of them.
    pub(crate) fn start<R: Send + 'static>(
        stream: impl Read + Send + 'static,
        (keep, read): (u64, u64),
        news: Sender<News<R>>,
    ) -> io::Result<Self> {
        let shared = Arc::new(Mutex::new(Growing::default()));
        let growing = Arc::clone(&shared);
        thread::Builder::new().name("output of a command".into()).spawn(move || {
            let told = follow(stream, &growing, (keep, read));
            growing.lock().unwrap_or_else(PoisonError::into_inner).has_ended = true;
            // Nobody listens any more when the command was given up.
            let _ = news.send(told);
        })?;
        Ok(Self(shared))
    }

    /// What is kept behind the first `from` bytes, and whether no more will come.
    pub(crate) fn behind(&self, from: usize) -> (Vec<u8>, bool) {
        let growing = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (growing.kept.get(from..).unwrap_or_default().to_vec(), growing.has_ended)
    }

    /// Whether no more will come.
    pub(crate) fn has_ended(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).has_ended
    }

    pub(crate) fn captured(&self) -> Captured {
        let growing = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Captured { kept: growing.kept, total: growing.total, digest: growing.hashing.digest() }
    }
}

fn follow<R>(mut stream: impl Read, growing: &Mutex<Growing>, (keep, read): (u64, u64)) -> News<R> {
    let (mut piece, mut total) = (vec![0; PIECE], 0);
    loop {
        // One byte beyond the limit proves that there was more.
        let most = usize::try_from(read - total + 1).map_or(PIECE, |left| left.min(PIECE));
        let count = match stream.read(&mut piece[..most]) {
            Ok(0) => return News::Closed,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return News::Closed,
        };
        let is_flood = total + count as u64 > read;
        let taken = if is_flood { count - 1 } else { count };
        total += taken as u64;
        let mut growing = growing.lock().unwrap_or_else(PoisonError::into_inner);
        let room = keep.saturating_sub(growing.kept.len() as u64);
        let kept = usize::try_from(room).map_or(taken, |room| room.min(taken));
        growing.kept.extend_from_slice(&piece[..kept]);
        growing.total = total;
        growing.hashing.add(&piece[..taken]);
        if is_flood {
            return News::Flood;
        }
    }
}

/// Bytes read at once: what a pipe holds.
const PIECE: usize = 64 << 10;

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use disk::Digest;

    use super::{Growing, News, Reading, follow};

    #[test]
    fn a_stream_is_kept_to_its_limit_and_counted_to_its_end() {
        let check = |keep, read, text: &[u8], kept: &[u8], total: usize, is_flood: bool| {
            let growing = Mutex::new(Growing::default());
            let news = follow::<()>(text, &growing, (keep, read));
            assert_eq!(matches!(news, News::Flood), is_flood);
            let captured = Reading(growing.into_inner().unwrap().into_shared()).captured();
            assert_eq!((captured.kept.as_slice(), captured.total), (kept, total as u64));
            assert_eq!(captured.digest, Digest::of(&text[..total]));
        };
        check(9, 9, b"", b"", 0, false);
        check(9, 9, b"a\xff\0b", b"a\xff\0b", 4, false);
        check(2, 9, b"abcd", b"ab", 4, false);
        check(0, 4, b"abcd", b"", 4, false);
        check(4, 4, b"abcd", b"abcd", 4, false);
        check(4, 4, b"abcde", b"abcd", 4, true);
        check(1, 200_000, &[7; 200_001], &[7], 200_000, true);
    }

    impl Growing {
        fn into_shared(self) -> std::sync::Arc<Mutex<Self>> {
            std::sync::Arc::new(Mutex::new(self))
        }
    }
}
