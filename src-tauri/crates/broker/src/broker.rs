//! How an agent's process reaches the window that approves: a socket that only its owner can open.
//!
//! One connection carries one question and one answer, each a JSON object on one line. While the answer is
//! awaited the asker may hang up, and the answerer is told. This crate must not know what is asked; it reads
//! no environment, and the socket's path comes in.
//!
//! Start with [`listen`] for the window's side and [`ask`] for the other.

#[cfg(unix)]
mod ask;
#[cfg(not(unix))]
mod elsewhere;
#[cfg(unix)]
mod line;
#[cfg(unix)]
mod listen;
#[cfg(unix)]
mod places;
mod trouble;

#[cfg(unix)]
pub use ask::{Asking, HangUp, ask, begin};
#[cfg(not(unix))]
pub use elsewhere::{Asking, HangUp, Listening, ask, begin, listen};
#[cfg(unix)]
pub use listen::{Listening, listen};
pub use trouble::Trouble;

pub use serde_json::Value;

/// The longest question or answer, in bytes (4 MiB): an answer carries a released text and its evidence.
pub const LINE_LIMIT: usize = 4 << 20;
/// Questions that are answered at once; a further one is told that Assay is busy.
pub const CONNECTIONS: usize = 32;
/// Of them, those that one process may have; others always find a place beside it.
pub const OF_ONE_PROCESS: usize = 16;
/// Connections whose question has not come in whole. Where one more comes, the oldest of them is let go.
pub const COMING_IN: usize = 32;

/// A question on its way to an answer.
pub trait Answer: Send + Sync + 'static {
    /// Answers one question. It may take as long as a person needs; `gone` tells that nobody waits any more.
    fn answer(&self, question: &Value, gone: &Gone) -> Value;
}

/// Whether the asker has hung up.
#[derive(Debug, Clone, Default)]
pub struct Gone(std::sync::Arc<Waiting>);

#[derive(Default)]
struct Waiting {
    state: std::sync::Mutex<State>,
}

#[derive(Default)]
struct State {
    gone: bool,
    then: Option<Box<dyn FnOnce() + Send>>,
}

impl std::fmt::Debug for Waiting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Waiting").field("gone", &self.locked().gone).finish()
    }
}

impl Waiting {
    fn locked(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Gone {
    /// Does `then` when the asker hangs up; at once if it has already.
    pub fn then(&self, then: impl FnOnce() + Send + 'static) {
        let mut state = self.0.locked();
        if state.gone {
            drop(state);
            then();
        } else {
            state.then = Some(Box::new(then));
        }
    }

    /// Whether it has.
    pub fn is_so(&self) -> bool {
        self.0.locked().gone
    }

    #[cfg(unix)]
    pub(crate) fn tell(&self) {
        let then = {
            let mut state = self.0.locked();
            state.gone = true;
            state.then.take()
        };
        if let Some(then) = then {
            then();
        }
    }
}
