//! A yes is for bytes: what was replaced after it is asked about again, what was replaced while it was asked is not
//! run, in every form in which a script may be called.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use serde_json::{Value, json};

use crate::approvals::{Room, decide, shown};

/// A way to call a script, and the file that another takes the place of.
struct Form {
    id: &'static str,
    declared: &'static str,
    replaced: &'static str,
}

const fn form(id: &'static str, declared: &'static str, replaced: &'static str) -> Form {
    Form { id, declared, replaced }
}

/// `@` stands for the folder of the scripts.
const FORMS: &[Form] = &[
    form("plain", "run: [bash, '@/x.sh']", "x.sh"),
    form("own", "run: ['@/own.sh']", "own.sh"),
    form("e", "run: [bash, -e, '@/x.sh']", "x.sh"),
    form("eu", "run: [bash, -eu, '@/x.sh']", "x.sh"),
    form("pipefail", "run: [bash, -o, pipefail, '@/x.sh']", "x.sh"),
    form("env", "run: [env, python3, '@/s.py']", "s.py"),
    form("version", "run: [python3.11, '@/s.py']", "s.py"),
    form("timeout", "run: [timeout, '5', bash, '@/x.sh']", "x.sh"),
    form("text", "shell: bash @/x.sh", "x.sh"),
    form("module", "run: [python3, '@/s.py']", "helper.py"),
    form("sourced", "shell: . @/x.sh", "x.sh"),
    form("beside", "run: [bash, '@/outer.sh']", "x.sh"),
    form("inner", "run: [bash, -c, 'bash -e @/x.sh']", "x.sh"),
];

const SHELL: &str = "echo approved\n";
const OTHER: &str = "echo other; echo other > src/canary\n";

/// A workspace in which scripts lie in a folder of the skill or of the workspace.
fn room(mode: &str, folder: &str) -> Room {
    let room = Room::new(mode);
    for path in ["bin", "workspace/src"] {
        fs::create_dir_all(room.at(path)).unwrap();
    }
    for name in ["python3", "python3.11"] {
        symlink("/usr/bin/python3", room.at("bin").join(name)).unwrap();
    }
    fs::create_dir_all(room.at("workspace").join(folder)).unwrap();
    lay(&room, folder);
    let sources: String = FORMS
        .iter()
        .map(|form| format!("  - id: {}\n    {}\n", form.id, form.declared.replace('@', folder)))
        .collect();
    let sources = format!("context-sources:\n{sources}");
    room.write("workspace/.agents/skills/notes/context-sources.yaml", &sources);
    room.app.heard(&[api::Tag::Skills]);
    room
}

/// Lays out what is approved.
fn lay(room: &Room, folder: &str) {
    let shell = format!("#!/bin/bash\n{SHELL}");
    for (name, text) in [
        ("x.sh", shell.as_str()),
        ("own.sh", &shell),
        ("outer.sh", "#!/bin/bash\n. \"$(dirname \"$0\")/x.sh\"\n"),
        ("s.py", "import helper\nhelper.say()\n"),
        ("helper.py", "def say(): print('approved')\n"),
    ] {
        put(room, folder, name, text);
    }
}

fn put(room: &Room, folder: &str, name: &str, text: &str) {
    let path = room.at("workspace").join(folder).join(name);
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}

fn replace(room: &Room, folder: &str, name: &str) {
    let python = "print('other'); open('src/canary', 'w')\ndef say(): pass\n";
    let shell = format!("#!/bin/bash\n{OTHER}");
    put(room, folder, name, if name.ends_with("py") { python } else { &shell });
}

const FOLDERS: [&str; 2] = [".agents/skills/notes/scripts", "tools"];

fn deny(room: &Room, face: &Value) {
    decide(&room.app, face, &json!({ "kind": "deny", "note": "" })).unwrap();
}

#[test]
fn a_script_replaced_after_the_yes_is_asked_again() {
    for folder in FOLDERS {
        let room = room("ask", folder);
        for Form { id, replaced, .. } in FORMS {
            let first = room.submit(id);
            room.run_and("bytes", &json!({ "kind": "send" }));
            assert_eq!(first.wait().unwrap().text, "approved\n", "{folder} {id}");
            let second = room.submit(id).wait().unwrap();
            assert_eq!(second.evidence["permission"]["by"], "grant", "{folder} {id}: nothing has changed");
            assert_eq!(second.text, "approved\n", "{folder} {id}");
            assert_ne!(second.evidence["executable"]["sealed"], json!([]), "{folder} {id}");
            replace(&room, folder, replaced);
            let ticket = room.submit(id);
            let face = shown(&room.app, "run");
            let changed = face["request"]["step"]["facts"]["changed"].to_string();
            assert!(changed.contains(replaced), "{folder} {id}: {changed}");
            deny(&room, &face);
            assert!(ticket.wait().is_err());
            lay(&room, folder);
        }
        assert!(!room.at("workspace/src/canary").exists(), "{folder}");
    }
}

#[test]
fn a_script_replaced_while_it_is_asked_is_not_run() {
    for folder in FOLDERS {
        let room = room("ask", folder);
        for Form { id, replaced, .. } in FORMS {
            let ticket = room.submit(id);
            let face = shown(&room.app, "run");
            replace(&room, folder, replaced);
            let run = decide(&room.app, &face, &json!({ "kind": "run", "lifetime": "once" }));
            assert!(run.is_err(), "{folder} {id}");
            let failure = ticket.wait().unwrap_err();
            assert!(failure.message.text.contains(replaced), "{folder} {id}: {failure}");
            lay(&room, folder);
        }
        assert!(!room.at("workspace/src/canary").exists(), "{folder}");
    }
}
