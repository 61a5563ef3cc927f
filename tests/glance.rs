//! What pictures are drawn from: every event in one stretch, every time counted once, and the same as the lists say.

use api::sessions::{OverviewAsk, OverviewView, SessionsAsk};
use api::skills::SkillUsageAsk;
use api::wire::{SessionsView, SkillFilter, SkillSort, SkillsAsk};
use tests::room::{Room, every_session};

fn overview(room: &Room, key: &str, stretches: u32) -> OverviewView {
    room.page().overview(&OverviewAsk { key: key.to_owned(), stretches }).unwrap()
}

fn sum(times: &api::times::Times) -> u32 {
    times.counts.iter().sum::<u32>() + times.before + times.undated
}

#[test]
fn every_event_is_in_one_stretch_however_many_there_are() {
    let room = Room::example();
    let rows = room.page().sessions(&every_session()).unwrap().rows;
    assert!(rows.iter().any(|row| row.events > 40));
    for row in rows {
        let fine = overview(&room, &row.key, 400);
        assert_eq!(
            (fine.events, fine.stretches.len() as u32),
            (row.events, row.events.min(400)),
            "{}",
            row.id
        );
        for coarse in [1, 7, 40] {
            let view = overview(&room, &row.key, coarse);
            let edges = view.stretches.iter().map(|one| (one.from, one.to));
            let end = edges.fold(0, |at, (from, to)| {
                assert!(from == at && to > from, "{}: {from}–{to} behind {at}", row.id);
                to
            });
            assert_eq!(end, row.events);
            let all = |of: fn(&api::sessions::OverviewStretch) -> u32| {
                let sum = |view: &OverviewView| view.stretches.iter().map(of).sum::<u32>();
                assert_eq!(sum(&view), sum(&fine), "{} in {coarse}", row.id);
                sum(&view)
            };
            assert_eq!(all(|one| one.activations), row.integrity.activations, "{}", row.id);
            all(|one| one.failures);
            all(|one| one.compactions);
            all(|one| one.hydrations);
            assert!(view.lanes.iter().flat_map(|lane| &lane.spans).all(|span| span.to <= row.events));
        }
    }
}

#[test]
fn every_session_is_counted_once_and_a_span_takes_those_that_ran_in_it() {
    let room = Room::example();
    let list = |ask: &SessionsAsk| -> SessionsView { room.page().sessions(ask).unwrap() };
    let all = list(&every_session());
    assert_eq!(sum(&all.times), all.matching);
    assert!(!all.times.counts.is_empty());
    for (part, span) in all.times.edges.windows(2).enumerate() {
        let ask = SessionsAsk { since: Some(span[0]), until: Some(span[1]), ..every_session() };
        let view = list(&ask);
        assert_eq!(view.times, all.times, "a span does not change what it is chosen from");
        assert!(view.matching >= all.times.counts[part], "{part}");
        let began = view.rows.iter().filter(|row| row.started >= Some(span[0])).count();
        assert_eq!(began as u32, all.times.counts[part], "{part}");
    }
}

#[test]
fn activations_over_time_are_those_that_usage_counts() {
    let room = Room::example();
    let ask = SkillsAsk {
        text: String::new(),
        state: SkillFilter::Any,
        sort: SkillSort::Name,
        from: 0,
        count: 500,
        convention: None,
    };
    let skills = room.page().skills(&ask).unwrap().rows;
    let mut used = 0;
    for skill in skills.into_iter().filter(|row| row.managed && row.states.invalid.is_none()) {
        let ask = SkillUsageAsk { id: skill.id, zone: 60, from: 0, count: 1 };
        let view = room.page().skill_usage(&ask).unwrap();
        let over = view.over_time;
        assert_eq!(sum(&over.times), view.counts.activations, "{}", skill.name);
        for (part, count) in over.times.counts.iter().enumerate() {
            assert_eq!(over.agents.iter().map(|agent| agent.counts[part]).sum::<u32>(), *count);
            assert_eq!(over.latest[part].is_some(), *count > 0);
            used += count;
        }
    }
    assert!(used > 0);
}
