//! What a thread holds of sessions. A reader that reads the same session again, or that has it changed, waits for
//! itself as soon as somebody else wants to change it; that is seldom, so every test looks for it.

use std::cell::RefCell;
use std::ops::Deref;
use std::panic::Location;
use std::sync::RwLockReadGuard;

use super::session::{Read, Session};

thread_local! {
    static HELD: RefCell<Vec<(usize, &'static Location<'static>)>> = const { RefCell::new(Vec::new()) };
}

/// A session that is read. It does not change meanwhile, so nothing that waits for it may be asked.
pub(crate) struct Held<'a> {
    read: RwLockReadGuard<'a, Read>,
    place: usize,
}

impl<'a> Held<'a> {
    /// `read` must not wait: it is called once nothing of this session is held by this thread.
    #[track_caller]
    pub(super) fn of(session: &Session, read: impl FnOnce() -> RwLockReadGuard<'a, Read>) -> Self {
        let place = std::ptr::from_ref(session).addr();
        let at = Location::caller();
        HELD.with_borrow_mut(|held| {
            let before = held.iter().find(|(held, _)| *held == place);
            debug_assert!(
                before.is_none(),
                "the session that is read since {} is read again, at {at}",
                shown(before)
            );
            held.push((place, at));
        });
        Self { read: read(), place }
    }
}

impl Deref for Held<'_> {
    type Target = Read;

    fn deref(&self) -> &Read {
        &self.read
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        HELD.with_borrow_mut(|held| {
            if let Some(at) = held.iter().rposition(|(place, _)| *place == self.place) {
                held.swap_remove(at);
            }
        });
    }
}

/// Before a session is changed: this thread must hold none.
#[track_caller]
pub(super) fn holds_nothing() {
    let at = Location::caller();
    HELD.with_borrow(|held| {
        let first = shown(held.first());
        debug_assert!(held.is_empty(), "a session is changed at {at} while one is read since {first}");
    });
}

fn shown(held: Option<&(usize, &Location<'_>)>) -> String {
    held.map(|(_, at)| at.to_string()).unwrap_or_default()
}
