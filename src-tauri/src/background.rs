//! Threads whose work nobody waits for.

/// How far such a thread steps back: it gets a third of what others get when all want to run. Not further, since
/// it holds a session while it reads a slice of it, and whoever wants that session waits.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 5;

/// From here on this thread, and every thread it starts, gives way to what is on screen. Only Linux has a niceness for
/// each thread; elsewhere nothing changes. It is no fault where the system refuses.
pub fn enter() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, NICENESS);
}
