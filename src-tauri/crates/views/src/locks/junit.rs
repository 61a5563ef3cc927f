//! Locks in the form in which CI servers show tests: one case for each place that is locked.

use ::workspace::Workspace;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use serde::Serialize;

use super::sarif::row_words;
use super::{LockRow, LockState, LocksAsk, locks_report};
use crate::Failure;

/// A document of JUnit.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct JunitReport {
    /// The document, XML.
    pub xml: String,
}

/// A suite for each lock, a case for each place. Changed, differing and missing ones fail; what cannot be checked is
/// skipped with the reason, and a lock that was not read is an error.
///
/// # Errors
///
/// As [`locks_report`].
pub fn lock_junit_report(workspace: &Workspace, ask: &LocksAsk) -> Result<JunitReport, Failure> {
    let locks = locks_report(workspace, ask)?;
    let mut report = Report::new("assay lock verify");
    for lock in &locks.locks {
        let mut suite = TestSuite::new(lock.path.as_str());
        suite.add_test_cases(locks.rows.iter().filter(|row| row.lock == lock.path).map(case));
        report.add_test_suite(suite);
    }
    for error in &locks.errors {
        let mut suite = TestSuite::new(error.path.as_str());
        suite
            .add_test_case(TestCase::new(error.path.as_str(), failed(NonSuccessKind::Error, &error.message)));
        report.add_test_suite(suite);
    }
    let xml = report.to_string().map_err(Failure::broken)?;
    Ok(JunitReport { xml })
}

fn case(row: &LockRow) -> TestCase {
    let status = match row.state {
        LockState::AsLocked => TestCaseStatus::success(),
        LockState::Unchecked => {
            let mut skipped = TestCaseStatus::skipped();
            skipped.set_message(row_words(row));
            skipped
        }
        LockState::Changed | LockState::Differs | LockState::Missing => {
            failed(NonSuccessKind::Failure, &row_words(row))
        }
    };
    let mut case = TestCase::new(row.name.as_str(), status);
    case.set_classname(row.place.as_deref().unwrap_or("not installed"));
    case
}

fn failed(kind: NonSuccessKind, words: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    status.set_message(words);
    status
}
