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

/// Returns the names of the tests that failed, each once, as `cargo test`, `cargo nextest` and `vitest` print them.
pub fn failed_tests(output: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut in_list = false;
    for line in output.lines() {
        // `cargo test` ends with a list of names, each on a line of its own.
        in_list = line == "failures:" || (in_list && line.starts_with("    "));
        let name = match line.trim().strip_prefix("FAIL ") {
            Some(rest) => Some(rest.rsplit_once(") ").map_or(rest, |(_, name)| name).trim()),
            None => (in_list && line != "failures:").then(|| line.trim()),
        };
        if let Some(name) = name.filter(|name| !names.iter().any(|known| known == name)) {
            names.push(name.to_owned());
        }
    }
    names
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

    #[test]
    fn failed_tests_of_each_runner_are_named_once() {
        let nextest = "        FAIL [   0.012s] (  7/1770) views everywhere::a\n   PASS [ 1 s] views b\n\
                       FAIL [   0.012s] (  7/1770) views everywhere::a\n";
        assert_eq!(failed_tests(nextest), ["views everywhere::a"]);
        let cargo = "failures:\n\n---- looks::a stdout ----\nx\n\nfailures:\n    looks::a\n    looks::b\n\n\
                     test result: FAILED. 1 passed; 2 failed;\n    not a name";
        assert_eq!(failed_tests(cargo), ["looks::a", "looks::b"]);
        let vitest = " FAIL  src/kit/List.test.tsx > List > moves\n ✓ src/a.test.ts";
        assert_eq!(failed_tests(vitest), ["src/kit/List.test.tsx > List > moves"]);
        assert_eq!(failed_tests("test result: ok. 1 passed; 0 failed;"), [""; 0]);
    }
}
