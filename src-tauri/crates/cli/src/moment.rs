//! What a model had at a point of a session, in words.

use api::sessions::{
    AfterDrop, CatalogFound, CatalogThen, Clip, ItemReport, ListedThen, MomentReport, MomentView, SkillTexts,
    Step, TextCard, TextState,
};
use api::wire::Known;

use crate::screen::visible_text;
use crate::text::{counted, lines, say, short, word};

/// The answer of `assay at`.
pub fn moment(report: &MomentReport) -> String {
    let moment = &report.moment;
    let number = if moment.numbered { "seq" } else { "record" };
    let mut text = String::new();
    say(&mut text, &head(&report.session, moment));
    let model = moment.model.as_deref().map_or("not recorded".to_owned(), visible_text);
    say(&mut text, &format!("model: {model}, {}", word(&moment.known)));
    moment.notes.iter().for_each(|note| say(&mut text, &visible_text(note)));
    say(&mut text, "\nskill texts (reconstructed)");
    for card in &moment.texts {
        let [letter, seq, name] = [&card.letter.letter, &card.seq, &card.letter.name].map(visible_text);
        let hash = short(&card.letter.hash, "no hash");
        say(&mut text, &format!("  {letter}  {number} {seq}  {name}  {hash}  {}", state(card, number)));
    }
    match &moment.inherits {
        Some(thread) => say(&mut text, &format!("  unknown: skill texts of thread {}", visible_text(thread))),
        None => none(&mut text, &moment.texts),
    }
    for one in &moment.named {
        let (name, line) = (visible_text(&one.name), one.file_line);
        say(&mut text, &format!("the agent attributes answers to {name}, first on line {line}"));
    }
    if let Some(summary) = &moment.summary {
        let (seq, range) = (visible_text(&summary.seq), visible_text(&summary.range));
        say(&mut text, &format!("\ncompaction summary (recorded, {number} {seq} for {range})"));
        clip(&mut text, &summary.text, "");
    }
    say(&mut text, "\nhydrated context of this turn (recorded)");
    for card in &moment.hydrated {
        let fact = &card.fact;
        let [skill, source, command] = [&fact.skill, &fact.source, &fact.command].map(visible_text);
        say(&mut text, &format!("  {skill} {source}: {command}"));
    }
    none(&mut text, &moment.hydrated);
    match &moment.listed {
        Some(listed) => list(&mut text, listed),
        None => catalog(&mut text, &moment.catalog),
    }
    let permission = &moment.permission;
    let mode = permission.mode.as_deref().map_or("not recorded".to_owned(), visible_text);
    say(
        &mut text,
        &format!(
            "\npermission ({}): mode {mode}; in this turn so far {} allowed, {} denied",
            word(&permission.known),
            permission.allowed,
            permission.denied
        ),
    );
    say(&mut text, &input(report.skill_texts, moment));
    report.items.iter().for_each(|one| item(&mut text, one));
    text
}

/// Items that were not sent are never taken for those that were.
fn input(skill_texts: SkillTexts, moment: &MomentView) -> String {
    let texts = match skill_texts {
        SkillTexts::Protect => "kept after it",
        SkillTexts::Reference => "named after it",
        SkillTexts::AsRecorded => {
            return match moment.items {
                Some(items) => format!("provider input (reconstructed): {}", counted(items, "item")),
                None => "provider input: not recorded".to_owned(),
            };
        }
    };
    format!(
        "provider input of another host (not sent by Pixir): {}; skill texts covered by a compaction are \
         {texts}",
        counted(moment.items_outliving.unwrap_or_default(), "item")
    )
}

fn head(session: &str, moment: &MomentView) -> String {
    let step = match &moment.what {
        Step::Call { number, of } => format!("before call {number} of {of}"),
        Step::Failed => "before the failed call".to_owned(),
        Step::End => "at the end".to_owned(),
    };
    let turn = moment.turn.map(|turn| format!("turn {turn}, ")).unwrap_or_default();
    let number = if moment.numbered { "seq" } else { "record" };
    format!("{}  {turn}{step}, after {number} {}", visible_text(session), visible_text(&moment.after_seq))
}

fn state(card: &TextCard, number: &str) -> String {
    if card.known == Known::Unknown {
        return "unknown if already in context".to_owned();
    }
    match &card.state {
        TextState::Full => "in full".to_owned(),
        TextState::Repeated => "in full, and sent again later".to_owned(),
        TextState::Superseded { by } => format!("in full, superseded by {}", visible_text(&by.letter)),
        TextState::Dropped { at, named, after } => {
            let behind = match (named, after) {
                (true, _) => "name kept",
                (false, AfterDrop::GivenAgain) => "sent again",
                (false, AfterDrop::NotGivenAgain) => "not sent again",
                (false, AfterDrop::Unknown) => "not recorded if sent again",
            };
            format!("dropped at {number} {}, {behind}", visible_text(at))
        }
    }
}

fn list(text: &mut String, listed: &ListedThen) {
    let added = if listed.added == 0 { String::new() } else { format!(", {} added later", listed.added) };
    let count = counted(listed.total, "skill");
    say(text, &format!("\nskill catalog (recorded): {count}, on line {}{added}", listed.file_line));
    let names: Vec<String> = listed.names.iter().map(visible_text).collect();
    say(text, &format!("  {}", names.join(", ")));
    if !listed.bare.is_empty() {
        let bare: Vec<String> = listed.bare.iter().map(visible_text).collect();
        say(text, &format!("  without a description: {}", bare.join(", ")));
    }
}

fn catalog(text: &mut String, catalog: &CatalogThen) {
    let words = match catalog.found {
        CatalogFound::NotRecorded => "not recorded at this point".to_owned(),
        CatalogFound::Today => "same hash as today's catalog".to_owned(),
        CatalogFound::Snapshots => "rebuilt from recorded snapshots and today's skills".to_owned(),
        CatalogFound::Nowhere => format!("not rebuilt, tried {}", counted(catalog.tried, "catalog")),
    };
    let hash = catalog.hash.as_deref().map_or("no hash".to_owned(), visible_text);
    say(text, &format!("\nskill catalog ({}): {hash}, {words}", word(&catalog.known)));
    catalog.differs.iter().for_each(|differs| say(text, &format!("  {}", visible_text(differs))));
}

fn none<T>(text: &mut String, of: &[T]) {
    if of.is_empty() {
        say(text, "  none");
    }
}

fn item(text: &mut String, item: &ItemReport) {
    let about = &item.about;
    let words: Vec<String> = [&about.what, &about.name, &about.role]
        .into_iter()
        .filter(|word| !word.is_empty())
        .map(visible_text)
        .collect();
    let (seq, known) = (visible_text(&about.seq), word(&about.known));
    say(text, &format!("\n[{}] {}, seq {seq}, {known}", about.number, words.join(", ")));
    clip(text, &about.text, "; use --json for all");
}

/// A text as far as it is told, and how long it is.
fn clip(text: &mut String, clip: &Clip, rest: &str) {
    say(text, &lines(&clip.text));
    if clip.cut {
        say(text, &format!("[{} in total{rest}]", counted(clip.bytes, "byte")));
    }
}
