//! An import from a server over MCP: what would be started is shown first, and so is what it served.

use std::path::Path;

use api::import::{OriginSource, ServedFileRow, server_told};
use api::{App, Code, Failure};
use message::message;

use super::{Import, here};
use crate::change::{Yes, agreed};
use crate::screen::{say, visible_text};

/// What is imported from, once a person said that it may be started; nothing when they did not.
pub fn agreed_server(app: &App, wanted: &Import, as_json: bool) -> Result<Option<OriginSource>, Failure> {
    let (command, path) = (wanted.server.clone(), here()?);
    let told = server_told(app, &command, &path)?;
    if !as_json {
        say(&format!("This will start `{}`:", visible_text(command.join(" "))));
        for file in &told.files {
            say(&format!("  sha256:{}  {}", file.digest, shown(&file.path)));
        }
        for words in &told.not_sealed {
            say(&format!("  not sealed: {}", visible_text(words)));
        }
        say(&format!("  in {}", shown(&path)));
        say(&format!("  {}", visible_text(&told.contained)));
    }
    let may = match wanted.consent.of() {
        Yes::Given => true,
        Yes::Never => {
            return Err(Failure::new(
                Code::Refused,
                message!("a preview of --mcp would have to start the server."),
            )
            .hint(message!("Run it without --dry-run; Assay asks before anything is written.")));
        }
        Yes::Asked => agreed("Start the server?", as_json)?,
    };
    let named = (!wanted.all).then(|| wanted.skills.clone());
    Ok(may.then_some(OriginSource::Served { command, files: told.files, path, wanted: named }))
}

/// Each file by the address and the digest that a yes to the plan is bound to.
pub fn tell_served(files: &[ServedFileRow]) {
    for file in files {
        say(&format!("    sha256:{}  {}  {}", file.sha256, visible_text(&file.uri), file.size));
    }
}

fn shown(path: &Path) -> String {
    visible_text(path.display().to_string())
}
