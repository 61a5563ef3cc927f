//! How far the change is that is carried out now, and its end before the end.

use ::skills::manage::Progress;
use ::workspace::locked;

use super::going::{GoingRow, GoingView, Wish};
use crate::{App, Failure};
use views::wire::Nothing;

/// How far the change is that is carried out now.
pub(crate) fn carrying_out(app: &App, _: &Nothing) -> Result<GoingView, Failure> {
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let row =
        |(progress, _): (Progress, Wish)| GoingRow { done: count(progress.done), of: count(progress.of) };
    Ok(GoingView { going: locked(&app.going.0).map(row) })
}

/// Ends the change that is carried out now; what was begun is taken back. Once all of it stands it stays.
pub(crate) fn stop_carrying_out(app: &App, _: &Nothing) -> Result<Nothing, Failure> {
    if let Some((_, wish)) = &mut *locked(&app.going.0) {
        *wish = Wish::Stopped;
    }
    Ok(Nothing {})
}
