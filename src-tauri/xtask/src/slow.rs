//! Which tests took longest, out of the report that nextest leaves behind.

use std::fs;
use std::time::Duration;

use xtask::checkout;

use crate::step::seconds;

/// How many are told.
const TOLD: usize = 10;

/// The slowest tests of the last run of nextest, a line each; none where it left no report.
pub fn slowest() -> Vec<String> {
    let report = fs::read_to_string(checkout::target().join("nextest/default/junit.xml")).unwrap_or_default();
    let mut found = tests(&report);
    found.sort_by_key(|(time, _)| std::cmp::Reverse(*time));
    found.into_iter().take(TOLD).map(|(time, name)| format!("{:>8}  {name}", seconds(time))).collect()
}

/// Every test of a report in JUnit's form, with how long it took.
fn tests(report: &str) -> Vec<(Duration, &str)> {
    let elements = report.split("<testcase ").skip(1).filter_map(|rest| rest.split('>').next());
    let test = |element| {
        let time = attribute(element, "time")?.parse().ok()?;
        Some((Duration::try_from_secs_f64(time).ok()?, attribute(element, "name")?))
    };
    elements.filter_map(test).collect()
}

/// What an attribute says; the names of tests hold nothing that would have to be escaped.
fn attribute<'a>(element: &'a str, name: &str) -> Option<&'a str> {
    let begun = element.find(&format!("{name}=\""))? + name.len() + 2;
    element[begun..].split('"').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_times_are_read() {
        let report = r#"<testsuites name="nextest-run"><testsuite name="tests::all" tests="2">
            <testcase name="tidy::words" classname="tests::all" timestamp="2026-05-01T10:00:00Z" time="0.250"></testcase>
            <testcase name="faults::full" classname="tests::all" time="61.5"><failure type="x">time="9"</failure></testcase>
            <testcase name="no_time" classname="tests::all"/></testsuite></testsuites>"#;
        let expected =
            [(Duration::from_millis(250), "tidy::words"), (Duration::from_millis(61_500), "faults::full")];
        assert_eq!(tests(report), expected);
        assert_eq!(tests(""), []);
    }
}
