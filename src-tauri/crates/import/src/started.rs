//! What a command that starts a server consists of: shown to a person before, compared when it starts, and run from
//! copies of the bytes that were compared.

use std::path::{Path, PathBuf};

use disk::{Imprint, Kind, Matter, Part};
use execution::{Program, Seal, Unresolved, is_kept_by_system, is_of_system, resolve};
use hydration::{Reached, candidates, reach, unsealed_starts};
use message::Message;
use skills::manage::StartedFile;

/// The program of a command and the files that its words name.
#[derive(Debug, Clone)]
pub struct StartedCommand {
    /// The program.
    pub program: Program,
    /// The program and every named file, in the order of the words, links resolved.
    pub files: Vec<StartedFile>,
    /// The same files and the links on the way to them, with the bytes that `files` has the digests of. Files that only
    /// the system's administrator can change are left out.
    pub sealed: Vec<Seal>,
    /// Programs and files that may run besides, from no copy and compared with nothing, each in a sentence: a module
    /// (`python3 -m NAME`) and files beside a script.
    pub not_sealed: Vec<Message>,
}

/// Resolves the program of a command and every file that a further word names, also behind an option. What those read
/// in turn is not included, nor are folders; what is known to run besides is named.
///
/// # Errors
///
/// When the command names no program, or a file that it names cannot be read or has more than 1 GiB.
pub fn started_files(
    command: &[String],
    folder: &Path,
    search: &[PathBuf],
) -> Result<StartedCommand, Unresolved> {
    let name = command.first().map(String::as_str).unwrap_or_default();
    let program = resolve(name, folder, search)?;
    let files = vec![StartedFile { path: program.path.clone(), digest: program.digest.to_string() }];
    let not_sealed = unsealed_starts(command, folder, search);
    let mut started = StartedCommand { program, files, sealed: Vec::new(), not_sealed };
    for word in command.iter().skip(1) {
        for candidate in candidates(word) {
            if let Some(reached) = reach(&folder.join(candidate)).filter(|reached| reached.kind == Kind::File)
            {
                started.add(&reached)?;
            }
        }
    }
    Ok(started)
}

impl StartedCommand {
    fn add(&mut self, reached: &Reached) -> Result<(), Unresolved> {
        for (link, target) in reached.links.iter().filter(|(link, _)| !is_kept_by_system(link)) {
            let part = Part { rel: PathBuf::new(), matter: Matter::Link(target.clone()), mode: 0 };
            self.seal(link, &Imprint { parts: vec![part] });
        }
        let path = &reached.real;
        if self.files.iter().skip(1).any(|known| known.path == *path) {
            return Ok(());
        }
        // The digest that is shown and the seal are of one reading.
        let imprint = Imprint::of(path).map_err(Unresolved::Unreadable)?;
        let Some(Part { matter: Matter::File { digest, .. }, .. }) = imprint.parts.first() else {
            return Ok(());
        };
        self.files.push(StartedFile { path: path.clone(), digest: digest.to_string() });
        if !is_of_system(path) {
            self.seal(path, &imprint);
        }
        Ok(())
    }

    fn seal(&mut self, path: &Path, imprint: &Imprint) {
        if self.sealed.iter().all(|seal| seal.path != path) {
            self.sealed.push(Seal::of_imprint(path, imprint));
        }
    }
}
