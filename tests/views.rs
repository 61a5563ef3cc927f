//! What the page is shown of a session, on the example: the join of turns, texts in context and the disk.

use std::collections::BTreeMap;

use api::sessions::{
    EventPart, EventRow, EventTextAsk, EventView, EventsAsk, GroupCount, Letter, LogPart, ProvenanceAsk,
    RawAsk, Segment, TimelineRow, ToolOutcome,
};
use api::wire::DriftState;
use tests::room::Room;

const LONG: &str = "20260918T141102-7be41d";

/// All events of a row, window by window.
fn events(room: &Room, key: &str, row: &TimelineRow) -> Vec<EventRow> {
    let mut events = Vec::new();
    loop {
        let from = events.len();
        let ask = EventsAsk {
            key: key.to_owned(),
            row: row.row,
            bookkeeping: false,
            only: None,
            from: from as u32,
            count: 3,
        };
        let answer = room.page().events(&ask).expect("events");
        events.extend(answer.events);
        if events.len() >= answer.total as usize {
            return events;
        }
        assert!(events.len() > from, "a window is never empty before the end");
    }
}

/// What a tool call came to.
fn outcome(event: &EventRow) -> Option<&ToolOutcome> {
    match &event.what {
        EventView::ToolCall { result, .. } => result.as_ref(),
        EventView::ToolResult { result, .. } => Some(result),
        _ => None,
    }
}

fn letters<'a>(cards: impl IntoIterator<Item = &'a Letter>) -> Vec<&'a str> {
    cards.into_iter().map(|letter| letter.letter.as_str()).collect()
}

#[test]
fn events_of_a_group_are_those_of_the_row_that_belong_to_it() {
    let room = Room::example();
    let mut seen = BTreeMap::new();
    for listed in room.sessions() {
        for row in room.timeline(&listed.key) {
            let asked = |only| {
                let ask = EventsAsk {
                    key: listed.key.clone(),
                    row: row.row,
                    bookkeeping: false,
                    only,
                    from: 0,
                    count: 500,
                };
                room.page().events(&ask).expect("events")
            };
            let all = asked(None);
            assert_eq!(all.groups.iter().map(|one| one.count).sum::<u32>(), all.total, "{}", listed.id);
            let mut lines: Vec<(u32, u32)> = Vec::new();
            for GroupCount { group, count } in &all.groups {
                let narrowed = asked(Some(*group));
                assert_eq!((narrowed.total, &narrowed.groups), (*count, &all.groups));
                assert_eq!(narrowed.events.len(), *count as usize);
                lines.extend(narrowed.events.iter().map(|event| (event.line, event.file_line)));
                *seen.entry(*group).or_insert(0) += count;
            }
            lines.sort_unstable();
            let mut whole: Vec<(u32, u32)> =
                all.events.iter().map(|event| (event.line, event.file_line)).collect();
            whole.sort_unstable();
            assert_eq!(lines, whole, "nothing is left out, nothing stands in two groups");
        }
    }
    assert_eq!(seen.len(), 4, "the example has events of every group: {seen:?}");
}

#[test]
fn every_line_of_every_log_is_shown_once() {
    let room = Room::example();
    for listed in room.sessions() {
        let (id, key) = (listed.id, listed.key);
        let mut shown: BTreeMap<u32, u32> = BTreeMap::new();
        for row in room.timeline(&key) {
            // A compaction inside a turn also has a row of its own.
            let repeats = matches!(row.what, Segment::Compaction { .. });
            for event in events(&room, &key, &row) {
                let mut lines = vec![event.line];
                // A result stands with its call, unless it is an event of its own.
                lines.extend(outcome(&event).map(|result| result.line).filter(|line| *line != lines[0]));
                for line in lines {
                    let count = shown.entry(line).or_default();
                    *count += u32::from(!repeats || *count == 0);
                }
            }
        }
        let all: Vec<u32> = (1..=room.session(&key).lines).collect();
        assert_eq!(shown.keys().copied().collect::<Vec<_>>(), all, "{id}: a line is missing");
        let twice: Vec<_> = shown.iter().filter(|(_, count)| **count > 1).collect();
        assert!(twice.is_empty(), "{id}: shown more than once: {twice:?}");
    }
}

#[test]
fn a_turn_says_what_shaped_it() {
    let room = Room::example();
    let key = room.key(LONG);
    let rows = room.timeline(&key);
    let is_eighth = |row: &&TimelineRow| matches!(row.what, Segment::Turn { number: 8, .. });
    let turn = rows.iter().find(is_eighth).expect("the session has a turn 8");
    let found = room.page().provenance(&ProvenanceAsk { key, row: turn.row }).expect("what shaped it");
    assert_eq!(letters(found.activated.iter().map(|card| &card.letter)), ["F"]);
    assert_eq!(letters(found.replayed.iter().map(|card| &card.letter)), ["D", "E", "B"]);
    assert_eq!(letters(found.name_only.iter().map(|card| &card.letter)), ["A", "C"]);
    let note = &found.notes[0];
    assert_eq!(
        note.to_string(),
        "Two versions of release-notes are in context: E from turn 5 and F from turn 8."
    );
    let states: Vec<_> = found.replayed.iter().map(|card| card.drift.state).collect();
    assert_eq!(states, [DriftState::FrontmatterOnly, DriftState::BodyChanged, DriftState::ShadowedNow]);
    assert_eq!((turn.in_full, turn.by_name), (4, 2));
}

#[test]
fn bands_end_where_the_compaction_is() {
    let room = Room::example();
    let key = room.key(LONG);
    let bands = room.session(&key).bands;
    let rows = room.timeline(&key);
    let is_compaction = |row: &&TimelineRow| matches!(row.what, Segment::Compaction { .. });
    let compaction = rows.iter().find(is_compaction).expect("a compaction");
    assert!(matches!(compaction.what, Segment::Compaction { dropped: 3, .. }), "{:?}", compaction.what);
    let dropped = bands.iter().filter(|band| band.dropped_at == Some(compaction.row));
    assert_eq!(letters(dropped.map(|band| &band.letter)), ["A", "B", "C"]);
    let again: Vec<_> = bands.iter().filter(|band| band.letter.letter == "B").collect();
    assert_eq!(again.len(), 2, "what is activated again has a second band");
    assert_eq!(again[0].lane, again[1].lane, "in the same lane");
    assert_eq!(again[1].dropped_at, None);
}

#[test]
fn a_long_text_is_fetched_in_windows_that_join() {
    let room = Room::example();
    let key = room.key(LONG);
    let events: Vec<_> = room.timeline(&key).iter().flat_map(|row| events(&room, &key, row)).collect();
    let outcomes = events.iter().filter_map(outcome);
    let cut = outcomes.into_iter().find(|result| result.output.cut).expect("a long output");
    let whole = |from: u32, count: u32| {
        let (key, log, part) = (key.clone(), LogPart::Log, EventPart::Output);
        let ask = EventTextAsk { key, log, line: cut.line, part, from, count };
        room.page().event_text(&ask).expect("a text").lines
    };
    let lines = cut.output.lines;
    assert_eq!([whole(0, 5), whole(5, lines)].concat(), whole(0, lines));
    assert_eq!(whole(0, lines).len(), lines as usize);
    assert!(whole(0, lines).join("\n").starts_with(&cut.output.text), "a clip is the beginning of its text");
}

#[test]
fn the_damaged_log_shows_the_byte() {
    let room = Room::example();
    let key = room.key("20261012T080211-1d9c3e");
    let damage = room.session(&key).damage.expect("it is damaged");
    assert_eq!((damage.unread.line, damage.missing_seq.as_deref()), (412, Some("411")));
    let marked = damage.text.chars().nth(damage.at as usize);
    assert_eq!(marked, Some('\0'), "the mark stands on the first zero byte");
    let ask = RawAsk { key, log: LogPart::Log, line: 412, from: 0, count: 65_536 };
    let raw = room.page().event_raw(&ask).expect("the line");
    let before = usize::try_from(damage.byte - raw.offset).expect("within the text");
    assert_eq!(raw.text.as_bytes()[before], 0);
}
