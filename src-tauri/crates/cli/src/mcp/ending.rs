//! The end of a conversation: its task and the copies of skills go, whether the agent closes its end, this program is
//! told to stop, or it panics. A kill that no program hears of is made good by the next one that serves an agent.

use std::sync::PoisonError;

use super::door::Door;

/// Ends the conversation of a door when it is dropped.
pub struct Ending(pub Door);

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl Door {
    fn end(&self) {
        let begun = self.conversation.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(conversation) = begun.as_ref() {
            conversation.end();
        }
    }
}

/// Lets the signals that ask a program to stop do so only after the end.
#[cfg(unix)]
pub fn on_signals(door: Door) -> Result<(), String> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM]).map_err(|error| error.to_string())?;
    std::thread::spawn(move || {
        let Some(signal) = signals.forever().next() else { return };
        door.end();
        // Whoever waits for this program learns what ended it.
        let _ = emulate_default_handler(signal);
    });
    Ok(())
}

/// Elsewhere a program that is stopped leaves its copies to the next start.
#[cfg(not(unix))]
pub fn on_signals(_: Door) -> Result<(), String> {
    Ok(())
}
