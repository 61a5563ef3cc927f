//! What is in force here and where it comes from, and the size of everything in the windows.

use serde_json::{Value, json};
use tests::room::Room;

fn ask(room: &Room, name: &str, body: &Value) -> Value {
    let answer = api::answer(&room.app, api::Audience::Page, name, &body.to_string()).expect(name);
    serde_json::from_str(&answer).expect("an answer is JSON")
}

#[test]
fn settings_say_what_is_in_force_and_what_this_program_is() {
    let room = Room::example();
    let view = ask(&room, "settings", &json!({}));
    assert_eq!(view["version"], json!(env!("CARGO_PKG_VERSION")));
    assert_eq!(view["limits"]["time_ms"], json!(10_000));
    assert_eq!(view["limits"]["bytes"], json!(32 << 10));
    let passed: Vec<&str> =
        view["passed"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(passed, ::hydration::PASSED);
    assert_eq!(view["folders"]["claude_folders"], json!("off"));
    assert_eq!(view["sources"].as_array().unwrap().len(), ::sessions::Source::ALL.len());
    let roots = view["roots"].as_array().unwrap();
    assert!(roots.iter().any(|root| root["found"] == "12 skills"), "{roots:?}");
}

#[test]
fn the_size_is_kept_within_its_bounds_and_what_is_no_size_counts_as_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let kept = folder.path().join("kept");
    let app = || {
        let surroundings =
            api::Surroundings { kept: Some(kept.clone()), ..tests::room::surroundings(folder.path()) };
        api::App::new(surroundings, Box::new(api::NoHost))
    };
    let set = |percent: u16| {
        let answer = api::answer(
            &app(),
            api::Audience::Page,
            "set_text_size",
            &json!({ "percent": percent }).to_string(),
        );
        serde_json::from_str::<Value>(&answer.expect("it is set")).expect("JSON")["percent"].clone()
    };
    assert_eq!(app().text_size().percent, 100);
    assert_eq!((set(150), app().text_size().percent), (json!(150), 150));
    assert_eq!((set(9), app().text_size().percent), (json!(80), 80));
    assert_eq!((set(900), app().text_size().percent), (json!(200), 200));
    for broken in ["{\"percent\":900}", "{}", "no JSON"] {
        std::fs::write(kept.join("text-size.json"), broken).expect("written");
        assert_eq!(app().text_size().percent, 100, "{broken}");
    }
}

/// Every settings file of Assay's own: its name, what the page or a script asks to change it, and the strictest value as
/// a request tells it. Those without a request are written by Assay itself.
fn settings_files() -> Vec<(&'static str, Option<(&'static str, Value)>)> {
    let ask = |name, body| Some((name, body));
    vec![
        ("modes.json", ask("change_permission", json!({ "kind": "mode", "mode": "read_only" }))),
        ("trust.json", ask("set_trust", json!({ "trust": "trusted" }))),
        (
            "visibility.json",
            ask("set_visibility", json!({ "changes": [{ "kind": "disable", "name": "notes" }] })),
        ),
        ("built-ins.json", ask("set_built_in", json!({ "name": null, "switch": "off" }))),
        ("evidence.json", ask("keep_evidence", json!({ "in_pixirs_logs": false, "regardless": true }))),
        ("saved-texts.json", ask("save_texts", json!({ "saving": "on" }))),
        ("text-size.json", ask("set_text_size", json!({ "percent": 120 }))),
        ("staying.json", ask("set_staying", json!({ "stays": false }))),
        ("all-workspaces.json", None),
        ("folders.json", None),
        ("workspaces.json", None),
        ("grants.json", None),
        ("trusted-signers.pem", None),
    ]
}

fn asked(room: &crate::approvals::Room, name: &str, body: &Value) -> Result<Value, api::Failure> {
    let answer = tests::answer(&room.app, name, &body.to_string())?;
    Ok(serde_json::from_str(&answer).expect("an answer is JSON"))
}

#[test]
fn unreadable_settings_file_counts_as_its_strictest_value_is_named_and_is_not_overwritten() {
    for (file, change) in settings_files() {
        for damage in ["{ broken", "", "[1, 2", "\0\0\0", "5", "{\"a\": 5, \"skills\": 1}"] {
            let room = crate::approvals::Room::new("auto");
            std::fs::create_dir_all(room.at("data/assay")).expect("made");
            let path = room.at("data/assay").join(file);
            std::fs::write(&path, damage).expect("written");
            let view = asked(&room, "workspace", &json!({})).expect("a view");
            let problems = view["settings_problems"].to_string();
            let is_whole = (file, damage) == ("saved-texts.json", "{\"a\": 5, \"skills\": 1}");
            if is_whole || (file, damage) == ("trusted-signers.pem", "") {
                continue;
            }
            assert!(problems.contains(file), "{file} {damage:?}: {problems}");
            let doctor = asked(&room, "doctor_report", &json!({})).expect("a report");
            assert!(doctor["problems"].to_string().contains(file), "{file} {damage:?}: {doctor:#}");
            let strict = match file {
                "modes.json" => asked(&room, "mode", &json!({})).expect("a mode")["mode"] == "read_only",
                "trust.json" => {
                    asked(&room, "trust", &json!({})).map_or(true, |view| view["trust"] == "untrusted")
                }
                "built-ins.json" => {
                    asked(&room, "built_ins", &json!({})).expect("built-ins")["tools"] == "off"
                }
                "grants.json" => {
                    asked(&room, "approvals", &json!({ "text": "", "from": 0, "count": 10 })).expect("a view")
                        ["grants"]
                        == json!([])
                }
                _ => true,
            };
            assert!(strict, "{file} {damage:?} is not strict");
            if let Some((name, body)) = &change {
                assert!(asked(&room, name, body).is_err(), "{name} writes over {file} {damage:?}");
            }
            assert_eq!(std::fs::read(&path).expect("there"), damage.as_bytes(), "{file} was overwritten");
        }
    }
}

#[test]
fn list_of_settings_files_is_whole() {
    let room = crate::approvals::Room::new("auto");
    let known = settings_files();
    for (file, change) in &known {
        let Some((name, body)) = change else { continue };
        // A host without a window cannot stay; its file has the same reader as the size.
        let done = asked(&room, name, body);
        assert!(done.is_ok() || *file == "staying.json", "{name}: {:?}", done.err());
    }
    for entry in std::fs::read_dir(room.at("data/assay")).expect("listed").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_setting = name.ends_with(".json") || name.ends_with(".pem");
        assert!(!is_setting || known.iter().any(|(file, _)| *file == name), "{name} is on no list");
    }
}

#[test]
fn mode_of_a_damaged_entry_or_configuration_is_read_only() {
    let room = crate::approvals::Room::new("auto");
    std::fs::create_dir_all(room.at("data/assay")).expect("made");
    let mode = || asked(&room, "mode", &json!({})).expect("a mode");
    assert_eq!(mode()["mode"], "auto");
    let folder = std::fs::canonicalize(room.at("workspace")).expect("a name");
    for entry in [json!("autoo"), json!(5), json!(null)] {
        let all = json!({ folder.to_str().expect("text"): entry, "/elsewhere": "auto" });
        std::fs::write(room.at("data/assay/modes.json"), all.to_string()).expect("written");
        let found = mode();
        assert_eq!(found["mode"], "read_only", "{entry}");
        assert!(found["problem"].to_string().contains("modes.json"), "{found:#}");
        assert!(
            asked(&room, "workspace", &json!({})).expect("a view")["settings_problems"]
                .to_string()
                .contains("modes.json")
        );
    }
    std::fs::remove_file(room.at("data/assay/modes.json")).expect("removed");
    for config in ["{ broken", r#"{"permission_default": "yolo"}"#, r#"{"permission_default": 5}"#] {
        room.write("home/.pixir/config.json", config);
        assert_eq!(mode()["mode"], "read_only", "{config}");
        assert!(mode()["problem"].is_object(), "{config}");
    }
}

/// A setting of a project counts however the path of the project is spelled, and what is ambiguous or of another form
/// than Assay writes counts as its strictest value.
#[test]
fn setting_of_a_project_holds_for_every_spelling_of_its_path() {
    let room = crate::approvals::Room::new("auto");
    let folder = room.at("workspace");
    let link = room.at("link");
    std::os::unix::fs::symlink(&folder, &link).expect("linked");
    std::fs::create_dir_all(room.at("data/assay")).expect("made");
    let modes = |text: &str| {
        std::fs::write(room.at("data/assay/modes.json"), text).expect("written");
        asked(&room, "mode", &json!({})).expect("a mode")["mode"].clone()
    };
    let path = folder.to_str().expect("text");
    for spelled in [path.to_owned(), format!("{path}/"), format!("{path}/."), link.display().to_string()] {
        assert_eq!(modes(&json!({ spelled.clone(): "ask" }).to_string()), "ask", "{spelled}");
    }
    let twice = format!("{{\"{path}\": \"auto\", \"{path}/\": \"ask\"}}");
    assert_eq!(modes(&twice), "read_only");
    assert_eq!(modes(&format!("{{\"{path}\": \"ask\", \"{path}\": \"auto\"}}")), "read_only");
}

#[test]
fn entry_of_another_form_is_named() {
    let odd = [
        r#"{"disabled":[],"denied":["notes"],"denied":[]}"#,
        r#"{"disabled":[],"deny":["notes"]}"#,
        r#"{"disabled":[]}"#,
        r#"{"disabled":[],"denied":[],"more":1}"#,
    ];
    for entry in odd {
        let room = crate::approvals::Room::new("auto");
        std::fs::create_dir_all(room.at("data/assay")).expect("made");
        let path = room.at("workspace").display().to_string();
        let text = format!("{{\"{path}\": {entry}}}");
        std::fs::write(room.at("data/assay/visibility.json"), text).expect("written");
        let problems =
            asked(&room, "workspace", &json!({})).expect("a view")["settings_problems"].to_string();
        assert!(problems.contains("visibility.json"), "{entry}: {problems}");
    }
}

#[test]
fn link_that_leads_nowhere_in_the_place_of_a_settings_file_is_named() {
    for (file, _) in settings_files() {
        let room = crate::approvals::Room::new("auto");
        std::fs::create_dir_all(room.at("data/assay")).expect("made");
        std::os::unix::fs::symlink("/nowhere/at/all", room.at("data/assay").join(file)).expect("linked");
        let problems =
            asked(&room, "workspace", &json!({})).expect("a view")["settings_problems"].to_string();
        assert!(problems.contains(file), "{file}: {problems}");
    }
}

#[test]
fn link_that_leads_nowhere_in_the_place_of_pixirs_configuration_means_read_only() {
    let room = crate::approvals::Room::new("auto");
    let file = room.at("home/.pixir/config.json");
    let _ = std::fs::remove_file(&file);
    std::os::unix::fs::symlink("/nowhere/at/all", &file).expect("linked");
    assert_eq!(asked(&room, "mode", &json!({})).expect("a mode")["mode"], "read_only");
}
