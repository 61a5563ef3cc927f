//! Which program runs a script: a table, and what is on this machine.

use std::path::{Path, PathBuf};

/// Whose rules of programs hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Platform {
    /// Linux, macOS and their kin.
    Unix,
    /// Windows.
    Windows,
}

impl Platform {
    /// The platform this was built for.
    pub fn here() -> Self {
        if cfg!(windows) { Self::Windows } else { Self::Unix }
    }
}

/// A program that was found for a script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chosen<T> {
    /// What was found, as whoever looked for it says.
    pub program: T,
    /// The words before the script, the program's name first.
    pub words: &'static [&'static str],
    /// Whether it may fetch something from the network first (S4-74).
    pub network: bool,
}

/// One kind of script: its endings, and by platform the commands that run it, the first one there is wins.
struct Row {
    endings: &'static [&'static str],
    unix: &'static [&'static [&'static str]],
    windows: &'static [&'static [&'static str]],
}

const JS: &[&[&str]] = &[&["node"]];
const TS: &[&[&str]] = &[&["bun"], &["deno", "run"], &["npx", "tsx"]];
const RB: &[&[&str]] = &[&["ruby"]];

/// S4-72 to S4-77.
const TABLE: &[Row] = &[
    Row { endings: &["py"], unix: &[&["python3"]], windows: &[&["python"], &["py", "-3"]] },
    Row { endings: &["js", "mjs", "cjs"], unix: JS, windows: JS },
    Row { endings: &["ts", "mts", "tsx"], unix: TS, windows: TS },
    Row {
        endings: &["sh", "bash"],
        unix: &[&["bash"]],
        // PowerShell refuses every file of this ending.
        windows: &[&["bash"]],
    },
    Row {
        endings: &["ps1"],
        unix: &[&["pwsh", "-NoProfile", "-NonInteractive", "-File"]],
        windows: &[&["powershell", "-NoProfile", "-NonInteractive", "-File"]],
    },
    Row { endings: &["rb"], unix: RB, windows: RB },
];

/// The program for a script, found with `find`; or the names that were looked for, none when the ending is not in
/// the table.
///
/// # Errors
///
/// The names of the programs that were looked for and not found; none when the ending of the script is not in
/// the table.
pub fn interpreter<T>(
    script: &Path,
    platform: Platform,
    find: impl Fn(&str) -> Option<T>,
) -> Result<Chosen<T>, Vec<&'static str>> {
    let ending =
        script.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
    let row = TABLE.iter().find(|row| row.endings.contains(&ending.as_str())).ok_or_else(Vec::new)?;
    let choices = match platform {
        Platform::Unix => row.unix,
        Platform::Windows => row.windows,
    };
    let chosen = choices
        .iter()
        .find_map(|words| Some(Chosen { program: find(words[0])?, words, network: words[0] == "npx" }));
    chosen.ok_or_else(|| choices.iter().map(|words| words[0]).collect())
}

/// Returns the folders in which `bash` is looked for on Windows: Git's own before those of `PATH`, and none of the
/// system, whose `bash.exe` starts another Linux (S4-75).
pub(crate) fn bash_folders(search: &[PathBuf], program_files: Option<&str>) -> Vec<PathBuf> {
    let git = program_files.map(|folder| Path::new(folder).join("Git").join("bin"));
    let is_of_system = |folder: &&PathBuf| {
        let name = folder.file_name().map(|name| name.to_string_lossy().to_ascii_lowercase());
        name.is_some_and(|name| name == "system32" || name == "windowsapps")
    };
    git.into_iter().chain(search.iter().filter(|folder| !is_of_system(folder)).cloned()).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Platform, bash_folders, interpreter};

    fn words(script: &str, platform: Platform, there: &[&str]) -> Result<String, String> {
        let find = |name: &str| there.contains(&name).then_some(());
        interpreter(Path::new(script), platform, find)
            .map(|chosen| {
                format!("{}{}", chosen.words.join(" "), if chosen.network { " (network)" } else { "" })
            })
            .map_err(|tried| tried.join(" "))
    }

    #[test]
    fn s4_75_bash_on_windows_is_gits() {
        let search = ["C:/Windows/System32", "C:/tools", "C:/Users/a/WindowsApps"].map(Into::into);
        let found = bash_folders(&search, Some("C:/Program Files"));
        assert_eq!(found, ["C:/Program Files/Git/bin", "C:/tools"].map(std::path::PathBuf::from));
    }

    #[test]
    fn s4_72_s4_73_s4_74_s4_75_s4_76_s4_77_the_table_of_interpreters() {
        use Platform::{Unix, Windows};
        let all =
            &["python3", "python", "py", "node", "bun", "deno", "npx", "bash", "pwsh", "powershell", "ruby"];
        let check = |script: &str, platform, there: &[&str], expected: Result<&str, &str>| {
            let expected = expected.map(str::to_owned).map_err(str::to_owned);
            assert_eq!(words(script, platform, there), expected, "{script} {platform:?} {there:?}");
        };
        check("a.py", Unix, all, Ok("python3"));
        check("a.py", Unix, &["python"], Err("python3"));
        check("a.py", Windows, all, Ok("python"));
        check("a.py", Windows, &["py"], Ok("py -3"));
        for js in ["a.js", "a.mjs", "a.CJS"] {
            check(js, Unix, all, Ok("node"));
            check(js, Windows, all, Ok("node"));
        }
        check("a.ts", Unix, all, Ok("bun"));
        check("a.ts", Unix, &["npx", "deno"], Ok("deno run"));
        check("a.ts", Windows, &["npx"], Ok("npx tsx (network)"));
        check("a.ts", Unix, &[], Err("bun deno npx"));
        check("scripts/a.sh", Unix, all, Ok("bash"));
        check("a.sh", Windows, all, Ok("bash"));
        check("a.sh", Windows, &["powershell"], Err("bash"));
        check("a.ps1", Unix, all, Ok("pwsh -NoProfile -NonInteractive -File"));
        check("a.ps1", Unix, &["sh", "bash"], Err("pwsh"));
        check("a.ps1", Windows, all, Ok("powershell -NoProfile -NonInteractive -File"));
        check("a.rb", Unix, all, Ok("ruby"));
        for unknown in ["a.exe", "a", ".py", "a.py.txt"] {
            check(unknown, Unix, all, Err(""));
        }
    }
}
