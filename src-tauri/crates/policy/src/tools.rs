//! Patterns of tools that a skill may grant itself.

use globset::GlobMatcher;

use crate::rules::Listed;

/// Patterns of tools of which one has to match.
#[derive(Debug, Clone)]
pub struct ToolPatterns {
    /// The line of the policy they stand on, counted from 1.
    pub line: u32,
    patterns: Vec<ToolPattern>,
}

#[derive(Debug, Clone)]
struct ToolPattern {
    text: String,
    glob: GlobMatcher,
}

/// The answer of a policy about a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolVerdict {
    /// A pattern matches it.
    Allowed,
    /// None does.
    NotAllowed,
    /// A pattern matches it, or may; the reason for which that proves nothing, in words.
    Unclear(&'static str),
}

impl ToolPatterns {
    /// Takes patterns that were read as globs.
    pub(crate) fn of(listed: Listed, texts: Vec<String>) -> Self {
        let patterns = texts.into_iter().zip(listed.patterns);
        let patterns = patterns.map(|(text, glob)| ToolPattern { text, glob }).collect();
        Self { line: listed.line, patterns }
    }

    /// Judges a tool such as `Read` or `Bash(git log)`. A `*` within brackets stands for one plain command: a text that
    /// runs another command as well is not taken for one.
    pub fn judge(&self, tool: &str) -> ToolVerdict {
        if self.patterns.iter().any(|pattern| pattern.text == tool) {
            return ToolVerdict::Allowed;
        }
        if !is_one_call(tool) {
            return ToolVerdict::Unclear(
                "its brackets do not close at its end, and agents differ in how they read that",
            );
        }
        let matching: Vec<_> = self.patterns.iter().filter(|pattern| pattern.glob.is_match(tool)).collect();
        if matching.is_empty() {
            return ToolVerdict::NotAllowed;
        }
        if matching.iter().all(|pattern| pattern.covers_shell_of(tool)) {
            return ToolVerdict::Unclear(
                "its brackets hold more than one plain command (; & | < > $ ` ( ) or a line end)",
            );
        }
        ToolVerdict::Allowed
    }
}

impl ToolPattern {
    /// Whether a `*` within the pattern's brackets may stand for what makes a shell run another command, or write.
    fn covers_shell_of(&self, tool: &str) -> bool {
        let (Some(own), Some(given)) = (within_brackets(&self.text), within_brackets(tool)) else {
            return false;
        };
        // What the pattern itself spells out is meant; of alternatives it is not known which one matched.
        let spelled = if own.contains(['{', '[', '\\']) { "" } else { own };
        let mut signs: Vec<char> = given.chars().filter(|letter| is_shell(*letter)).collect();
        signs.sort_unstable();
        signs.dedup();
        signs.iter().any(|sign| given.matches(*sign).count() > spelled.matches(*sign).count())
    }
}

fn is_shell(letter: char) -> bool {
    letter.is_control() || ";&|<>$`()\u{2028}\u{2029}".contains(letter)
}

/// A tool's name alone, or with one pair of brackets at its end.
fn is_one_call(tool: &str) -> bool {
    let mut depth = 0_usize;
    for (at, letter) in tool.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' if depth == 0 => return false,
            ')' => {
                depth -= 1;
                if depth == 0 && at + 1 != tool.len() {
                    return false;
                }
            }
            _ => {}
        }
    }
    depth == 0
}

fn within_brackets(tool: &str) -> Option<&str> {
    tool.split_once('(').map(|(_, rest)| rest.strip_suffix(')').unwrap_or(rest))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::path::Path;

    use super::ToolVerdict;
    use crate::Policy;

    fn judge(patterns: &str, tool: &str) -> ToolVerdict {
        let text = format!("version: 1\ntools: {{allow: [{patterns}]}}\n");
        Policy::read(Path::new("p.yaml"), &text).unwrap().tools.unwrap().judge(tool)
    }

    #[test]
    fn tool_is_allowed_by_its_text_or_by_a_pattern() {
        let patterns = "Read, 'Bash(git *)', 'mcp__*', 'Bash(make && make test)', 'Bash(a | b *)'";
        for tool in [
            "Read",
            "Bash(git *)",
            "Bash(git log -1)",
            "mcp__x__y",
            "Bash(make && make test)",
            "Bash(a | b c)",
        ] {
            assert_eq!(judge(patterns, tool), ToolVerdict::Allowed, "{tool}");
        }
        for tool in ["Write", "Bash", "Bash(rm x)", "Bash(*)", "read", "Bash(gitk)", ""] {
            assert_eq!(judge(patterns, tool), ToolVerdict::NotAllowed, "{tool}");
        }
        assert_eq!(judge("'*'", "Bash(a; b)"), ToolVerdict::Allowed);
    }

    #[test]
    fn tool_that_runs_more_than_one_plain_command_is_unclear() {
        for tool in [
            "Bash(git x; rm -rf ~)",
            "Bash(git x && rm x)",
            "Bash(git x & rm x)",
            "Bash(git x | sh)",
            "Bash(git $(rm x))",
            "Bash(git `rm x`)",
            "Bash(git x\nrm x)",
            "Bash(git x\u{85}rm x)",
            "Bash(git x > ~/.bashrc)",
            "Bash(git <(rm x))",
            "Bash(git ${IFS})",
            "Bash(git x Bash(rm *)",
            "Bash(git x) Bash(rm *)",
            "Bash(git x)Bash(rm x)",
            "Bash(git x",
            "Bash)git (",
        ] {
            let told = judge("'Bash(git *)', '{Bash,X}(git *)'", tool);
            assert!(matches!(told, ToolVerdict::Unclear(_)), "{tool:?}: {told:?}");
        }
        assert!(matches!(judge("'Bash(a | *)'", "Bash(a | b | c)"), ToolVerdict::Unclear(_)));
        assert!(matches!(judge("'Bash([a|b] *)'", "Bash(a x | y)"), ToolVerdict::Unclear(_)));
    }
}
