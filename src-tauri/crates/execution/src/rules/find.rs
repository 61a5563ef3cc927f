//! `find`: an expression of its own, read word by word.

use message::{Template, message, template};

use super::program::names;
use crate::inquiry::Inquiry;

/// Tests and actions that stand alone.
const ALONE: &str = "-H -P -O0 -O1 -O2 -O3 -daystart -depth -d -empty -executable -false -ignore_readdir_race \
                     -ls -mount -nogroup -noignore_readdir_race -noleaf -nouser -nowarn -print -print0 -prune -quit \
                     -readable -true -warn -writable -xdev -a -and -o -or -not -help --help -version --version";
/// Those that take one text.
const TEXT: &str = "-amin -atime -cmin -context -ctime -fstype -gid -group -ilname -iname -inum -ipath -iregex \
                    -iwholename -links -lname -maxdepth -mindepth -mmin -mtime -name -path -perm -printf -regex \
                    -regextype -size -type -uid -used -user -wholename -xtype";
/// Those that take a file whose times or number are compared.
const FILE: &str = "-anewer -cnewer -newer -samefile";
/// Those that are not harmless.
const NEVER: &[(&str, Template)] = &[
    ("-delete", template!("deletes files")),
    ("-exec -execdir", template!("runs a program on what is found")),
    ("-ok -okdir", template!("runs a program on what is found")),
    ("-fprint -fprint0 -fprintf -fls", template!("writes a file")),
    ("-L -follow", template!("follows links, which may lead outside the workspace")),
    ("-files0-from", template!("reads the names of files from a file, so what is read is not known")),
    ("-D", template!("prints how `find` works, and is not a search")),
];

pub(super) fn read(args: &[&str], inquiry: &mut Inquiry<'_>) {
    let mut words = args.iter().copied();
    let mut in_expression = false;
    while let Some(word) = words.next() {
        // Anything from the first test on belongs to the expression; before it stand the places to start at.
        let is_option = names("-H -P -L -D", word) || word.starts_with("-O") || word == "--";
        let is_test = word.len() > 1 && word.starts_with('-');
        in_expression |= (is_test && !is_option) || names("( ) ! ,", word);
        if let Some((_, why)) = NEVER.iter().find(|(list, _)| names(list, word)) {
            inquiry.note("option", message!("`find {word}` {why}", word, why => why.message()));
        } else if names(FILE, word) {
            inquiry.path(words.next().unwrap_or_default());
        } else if names(TEXT, word) {
            words.next();
        } else if is_newer(word) {
            inquiry.path(words.next().unwrap_or_default());
        } else if names(ALONE, word) || names("( ) ! ,", word) || (word == "--" && !in_expression) {
        } else if is_test {
            inquiry.note("option", message!("`find {word}` is not a test known to be harmless", word));
        } else if in_expression {
            inquiry.note("operand", message!("`{word}` is in a place where `find` expects a test", word));
        } else {
            inquiry.path(word);
        }
    }
}

/// `-newerXY`: one time against another.
fn is_newer(word: &str) -> bool {
    let Some(times) = word.strip_prefix("-newer") else { return false };
    times.len() == 2 && times.bytes().all(|time| matches!(time, b'a' | b'B' | b'c' | b'm' | b't'))
}
