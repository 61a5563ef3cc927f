use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Most threads that share one look: what waits for a disk gains nothing by more.
const THREADS: usize = 4;

/// What comes of each of some things, with its number, in their order. Up to four threads take from them in turn, so
/// that one that takes long keeps no other waiting; up to `few` are done here, sooner than a thread has begun.
///
/// # Panics
/// Where the task does, once all threads have ended.
pub fn in_threads<T: Sync, R: Send>(
    things: &[T],
    few: usize,
    task: impl Fn(usize, &T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let work = || {
        let take = || {
            let number = next.fetch_add(1, Ordering::Relaxed);
            things.get(number).map(|thing| (number, task(number, thing)))
        };
        std::iter::from_fn(take).collect::<Vec<_>>()
    };
    let threads = match things.len() {
        count if count <= few => 1,
        count => thread::available_parallelism().map_or(1, usize::from).min(THREADS).min(count),
    };
    let mut done = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut done = work();
        for other in others {
            done.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        done
    });
    done.sort_unstable_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::in_threads;

    #[test]
    fn each_has_its_answer_in_its_place() {
        for count in [0, 1, 5, 1_000] {
            let things: Vec<usize> = (0..count).collect();
            let doubled = in_threads(&things, 3, |number, thing| number + thing);
            assert_eq!(doubled, things.iter().map(|thing| thing * 2).collect::<Vec<_>>());
        }
    }

    #[test]
    #[should_panic(expected = "the seventh")]
    fn a_panic_in_one_is_a_panic_of_all() {
        in_threads(&[0; 100], 0, |number, _| assert!(number != 7, "the seventh"));
    }
}
