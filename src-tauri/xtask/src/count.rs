//! Reads the counts out of what the test runners print.

use std::ops::AddAssign;

/// Tests that passed and failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Count {
    /// Passed.
    pub passed: u32,
    /// Failed.
    pub failed: u32,
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

/// Adds up the summary lines of `cargo test`, `cargo nextest` and `vitest`.
pub fn count(output: &str) -> Count {
    let mut sum = Count::default();
    for line in output.lines().map(str::trim) {
        let is_summary = line.starts_with("test result:")
            || (line.starts_with("Summary [") && line.contains(" run:"))
            || line.starts_with("Tests ");
        if is_summary {
            sum += Count { passed: before(line, "passed"), failed: before(line, "failed") };
        }
    }
    sum
}

/// The number directly before a word.
fn before(line: &str, word: &str) -> u32 {
    let words: Vec<&str> =
        line.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).collect();
    words.windows(2).find(|pair| pair[1] == word).and_then(|pair| pair[0].parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(output: &str, passed: u32, failed: u32) {
        assert_eq!(count(output), Count { passed, failed }, "{output}");
    }

    #[test]
    fn each_runner_is_understood() {
        check("test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out", 12, 0);
        check("test result: FAILED. 3 passed; 2 failed;\n\ntest result: ok. 4 passed; 0 failed;", 7, 2);
        check("     Summary [   1.234s] 412 tests run: 410 passed, 2 failed, 3 skipped", 410, 2);
        check("     Summary [   1.234s] 9 tests run: 9 passed (1 slow), 0 skipped", 9, 0);
        check(" Test Files  2 passed (2)\n      Tests  11 passed (11)", 11, 0);
        check("      Tests  1 failed | 11 passed (12)", 11, 1);
        check("nothing of the kind: 7 passed", 0, 0);
    }
}
