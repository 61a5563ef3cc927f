//! What scripts are told of one point of a session.

use ::sessions::{Point, Resource, Stored};
use ::workspace::Workspace;
use base64::prelude::{BASE64_STANDARD, Engine};
use serde::{Deserialize, Serialize};

use crate::Failure;
use crate::sessions::{ItemRow, MomentView, SkillTexts, by_id, composed, moment_at_end, moment_of_turn};
use crate::wire::Json;

/// Items in one report.
const ITEMS: u32 = 2_000;
/// Bytes of an image that are written out.
const IMAGE: u64 = 32 << 20;

/// A point of a session: a call of a turn, or after an event.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MomentReportAsk {
    /// The session's id.
    pub id: String,
    /// The turn, from 1; without it and without `seq`, the last.
    #[serde(default)]
    pub turn: Option<u32>,
    /// The call of the turn, from 1; without it, the last.
    #[serde(default)]
    pub call: Option<u32>,
    /// After the event with this number.
    #[serde(default)]
    pub seq: Option<u64>,
    /// Which items of the provider input; without it, none.
    #[serde(default)]
    pub items: Option<MomentItems>,
}

/// A window of items.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MomentItems {
    /// First item wanted, counted from 0.
    pub from: u32,
    /// How many, at most 2,000.
    pub count: u32,
    /// What becomes of the texts of skills at a compaction.
    #[serde(default)]
    pub skill_texts: SkillTexts,
}

/// What the model had at a point.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MomentReport {
    /// The session's id.
    pub session: String,
    /// As the page sees it.
    pub moment: MomentView,
    /// What becomes of the texts of skills in it; only `as_recorded` is what was sent.
    pub skill_texts: SkillTexts,
    /// The provider input, where it was asked for.
    pub items: Vec<ItemReport>,
}

/// One item of the provider input.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ItemReport {
    /// What it is and where it comes from.
    pub about: ItemRow,
    /// The item as it is sent; null where its line cannot be read any more.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub item: Json,
}

/// Answers for a point of a session.
///
/// # Errors
///
/// [`Code::NotFound`](crate::Code::NotFound) when no session has this id, and as the disk has it when its log
/// cannot be read; also when it has no such turn.
pub fn moment_report(workspace: &Workspace, ask: &MomentReportAsk) -> Result<MomentReport, Failure> {
    let session = by_id(workspace, &ask.id)?;
    let (moment, point) = match ask.seq {
        Some(seq) => moment_at_end(workspace, &session, seq)?,
        None => moment_of_turn(workspace, &session, ask.turn, ask.call)?,
    };
    let items = ask.items.map_or(Ok(Vec::new()), |window| items(&session, &point, window))?;
    let skill_texts = ask.items.map(|window| window.skill_texts).unwrap_or_default();
    Ok(MomentReport { session: session.id.clone(), moment, skill_texts, items })
}

fn items(
    session: &::workspace::Session,
    point: &Point,
    window: MomentItems,
) -> Result<Vec<ItemReport>, Failure> {
    let read = session.read();
    let reading = session.reading(read);
    let all = composed(read, point, window.skill_texts)?;
    let wanted = all.iter().enumerate().skip(window.from as usize).take(window.count.min(ITEMS) as usize);
    let report = |(number, item): (usize, &::sessions::Item)| {
        let written = ::sessions::write(&reading, item);
        let json = written.map(|written| written.json(&address).to_string());
        ItemReport {
            about: crate::sessions::item_row(read, &reading, number as u32, item),
            item: Json::from(json.and_then(raw).unwrap_or_default()),
        }
    };
    Ok(wanted.map(report).collect())
}

fn raw(json: String) -> Option<Json> {
    serde_json::value::RawValue::from_string(json).ok()
}

/// An image the way Pixir sends it.
fn address(resource: &Resource) -> Option<String> {
    let Stored::Here { path, .. } = &resource.stored else { return None };
    let bytes = disk::read(path, IMAGE).ok()?.bytes;
    let kind = resource.mark.mime_type.as_deref().unwrap_or_default();
    Some(format!("data:{kind};base64,{}", BASE64_STANDARD.encode(bytes)))
}
