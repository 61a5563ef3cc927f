//! Lists that wait for no large log: they are printed after two seconds at most, and say what is not read yet.

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use api::wire::UnreadLog;
use api::{App, Failure};

use crate::screen::tell;

/// How long a list waits for large logs.
const PATIENCE: Duration = Duration::from_secs(2);

/// A list, and the thread that still reads what is not in it.
pub struct List<R> {
    pub report: R,
    pub reader: Option<JoinHandle<()>>,
}

/// Asks for a list without its large logs. If there are some, reads them in the background, waits for them as long as
/// [`PATIENCE`] says, and asks again.
pub fn list<R>(
    app: &Arc<App>,
    ask: impl Fn() -> Result<R, Failure>,
    unread: fn(&R) -> &[UnreadLog],
    read: fn(&App),
) -> Result<List<R>, Failure> {
    app.leave_large_logs();
    let report = ask()?;
    if unread(&report).is_empty() {
        return Ok(List { report, reader: None });
    }
    let (sender, ended) = channel::<()>();
    let engine = Arc::clone(app);
    let reader = thread::spawn(move || {
        read(&engine);
        drop(sender);
    });
    // Nothing is sent: the wait ends with the thread.
    let _ = ended.recv_timeout(PATIENCE);
    let report = ask()?;
    let reader = (!unread(&report).is_empty()).then_some(reader);
    Ok(List { report, reader })
}

/// Says what to do about logs that are not read yet.
pub fn tell_unread_logs(unread: &[UnreadLog], then: &str) {
    let logs = match unread.len() {
        0 => return,
        1 => "1 large log is".to_owned(),
        several => format!("{several} large logs are"),
    };
    tell(&format!("note: {logs} not read yet; run `assay session ID` to read one.{then}"));
}
