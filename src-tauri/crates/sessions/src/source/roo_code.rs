//! Roo Code, in an editor of the family of VS Code: a folder for every task. Read in its source only, in releases of
//! 2025 and 2026; not recorded: no rule here was seen to hold with the agent itself.
//!
//! `api_conversation_history.json` is what the model was sent, `ui_messages.json` what the person saw, of which only the
//! tokens are taken, and `history_item.json`, in later releases, says where the task was begun.

mod events;
mod task;

use std::path::PathBuf;

use super::dialect::Dialect;
use super::homes::{FoundTraces, Homes, Trace};
use super::{Laying, Reading, Rules, Tells};

pub(super) const RULES: Rules = Rules {
    name: "roo-code",
    label: "Roo Code",
    // Which folders it looks in is told by no convention here.
    convention: "agent-skills",
    tells: Tells { permissions: false, live: false, requests: false },
    reading: Reading::Laid(
        dialect,
        Laying {
            is_laid: |_| true,
            stamp: task::stamp,
            lines: task::lines,
            stands: task::stands,
            folder: task::folder,
            faults: |_| Vec::new(),
        },
    ),
    find: Some(find),
};

fn dialect() -> Box<dyn Dialect> {
    Box::<events::RooCode>::default()
}

/// Where editors keep what their extensions store, on each system. A place of another system does no harm, so every one
/// is looked at.
fn editors(homes: &Homes) -> Vec<PathBuf> {
    const EDITORS: [&str; 3] = ["Code", "Code - Insiders", "VSCodium"];
    let places = [
        homes.folder("XDG_CONFIG_HOME", ".config"),
        homes.home.as_ref().map(|home| home.join("Library/Application Support")),
        homes.folder("APPDATA", "AppData/Roaming"),
    ];
    let editors = |place: PathBuf| EDITORS.map(|editor| place.join(editor));
    places.into_iter().flatten().flat_map(editors).collect()
}

/// `User/globalStorage/rooveterinaryinc.roo-cline/tasks/<id>/`.
fn find(homes: &Homes) -> FoundTraces {
    let mut found = FoundTraces::default();
    for editor in editors(homes) {
        let tasks = editor.join("User/globalStorage/rooveterinaryinc.roo-cline/tasks");
        for task in found.folders(&tasks) {
            let Some(id) = task.file_name().and_then(|name| name.to_str()).map(str::to_owned) else {
                continue;
            };
            let path = task.join(task::CONVERSATION);
            found.take_there(Trace { parent: task::parent(&path), path, id });
        }
    }
    found
}
