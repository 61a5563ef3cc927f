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
