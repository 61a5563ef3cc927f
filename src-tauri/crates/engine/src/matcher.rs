/// Whether a matcher of a hook, or a word of `allowed-tools`, means this tool. Names are told apart by case.
///
/// `*` and nothing at all mean every tool; `Bash` means `Bash` and `Bash(…)`, which a host calls a variant of it;
/// `Bash(git:*)` means only itself; `Write|Edit` means either (S4-59 to S4-62).
pub fn matches(matcher: &str, tool: &str) -> bool {
    let matcher = matcher.trim();
    matcher.is_empty() || alternatives(matcher).into_iter().any(|one| is_meant(one.trim(), tool))
}

fn is_meant(one: &str, tool: &str) -> bool {
    if one.is_empty() {
        return false;
    }
    one == "*" || tool.strip_prefix(one).is_some_and(|rest| rest.is_empty() || rest.starts_with('('))
}

/// The parts between bars that stand in no parentheses.
fn alternatives(matcher: &str) -> Vec<&str> {
    let (mut found, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    for (at, character) in matcher.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '|' if depth == 0 => {
                found.push(&matcher[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(&matcher[start..]);
    found
}

#[cfg(test)]
mod tests {
    use super::matches;

    fn check(matcher: &str, meant: &[&str], not: &[&str]) {
        meant.iter().for_each(|tool| assert!(matches(matcher, tool), "{matcher:?} means {tool:?}"));
        not.iter().for_each(|tool| assert!(!matches(matcher, tool), "{matcher:?} does not mean {tool:?}"));
    }

    #[test]
    fn s4_59_a_star_matches_every_tool() {
        check("*", &["Bash", "Read", "mcp__x__y", "Bash(git:*)"], &[]);
        check("", &["Bash"], &[]);
    }

    #[test]
    fn s4_60_a_matcher_is_exact() {
        check("Bash", &["Bash"], &["bash", "Read", "BashExtra", "XBash", "Bas", ""]);
    }

    #[test]
    fn s4_61_a_name_means_its_variants_and_a_variant_only_itself() {
        check("Bash", &["Bash(git:*)", "Bash(a|b)"], &["BashExtra", "BashExtra(x)"]);
        check("Bash(git:*)", &["Bash(git:*)"], &["Bash", "Bash(npm:*)"]);
        check("Bash(a|b)", &["Bash(a|b)"], &["b)", "Bash(a"]);
    }

    #[test]
    fn s4_62_bars_are_alternatives() {
        check("Write|Edit", &["Write", "Edit", "Edit(x)"], &["Read", "Write|Edit", "WriteEdit"]);
        check(" Write | Edit ", &["Edit"], &["Read"]);
        check("Write||Edit", &["Edit"], &["Read", ""]);
        check("Write|*", &["Read"], &[]);
    }
}
