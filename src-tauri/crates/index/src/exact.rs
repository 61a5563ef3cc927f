//! Search in the logs themselves: newest session first, two threads, hits as they are found.
//!
//! No index is needed, so an answer is always of the logs as they are. A line is decoded before a hit counts.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use disk::{Cause, Fault, LogFile};
use message::message;
use sessions::{FOREIGN_LOG_LIMIT, Source, Stands};

use crate::sync::Go;
use crate::texts::{each_text, each_text_of_value};
use crate::{Query, Snippet};

/// Bytes of a log that one thread searches before it takes the next stretch.
const STRETCH: u64 = 16 << 20;
/// Bytes read at once; fits a second-level cache, where every way to find the words looks at them.
const BLOCK: usize = 256 << 10;
/// Longest line that is searched, in bytes; longer ones are counted.
const LINE_LIMIT: usize = 64 << 20;
/// Places of a hit that are told of one line.
const SPANS: usize = 32;
/// Threads that read.
const THREADS: usize = 2;

/// What to search.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// The logs, the newest first, and whose they are.
    pub logs: &'a [(PathBuf, Source)],
    /// What to look for.
    pub query: &'a Query,
    /// Most hits that are told.
    pub limit: usize,
}

/// Where a hit stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Which of the logs, from 0.
    pub log: usize,
    /// The line, from 1.
    pub line: u32,
    /// First byte of the line.
    pub offset: u64,
}

/// A line in which something was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    /// Where.
    pub place: Place,
    /// Where that stands in the files of its agent; nothing while the place is told by its line alone.
    pub stands: Option<Stands>,
    /// The event's number as written; empty where the line is no event.
    pub seq: String,
    /// The event's type; empty where the line is no event.
    pub kind: String,
    /// When it was written, as recorded.
    pub ts: Option<String>,
    /// Which text of the line, such as `data.args.command`; empty for a line searched as it stands.
    pub field: String,
    /// Where in that text, in bytes of the decoded text, the first 32. Empty where the line is no UTF-8.
    pub spans: Vec<Range<usize>>,
    /// The text around the first.
    pub snippet: Snippet,
}

/// Something to tell while a search goes on.
#[derive(Debug)]
pub enum Told {
    /// The next hit.
    Hit(Box<Hit>),
    /// All before this log are searched.
    Log(usize),
}

/// How a search ended.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Searched {
    /// Hits told.
    pub hits: usize,
    /// Logs searched to their end.
    pub logs: usize,
    /// Bytes searched.
    pub bytes: u64,
    /// Lines that were too long to be searched.
    pub too_long: u32,
    /// The limit was reached and there may be more.
    pub cut: bool,
    /// It was told to stop.
    pub stopped: bool,
    /// Logs that could not be read.
    pub faults: Vec<Fault>,
}

/// One stretch of one log.
struct Stretch {
    log: usize,
    from: u64,
    to: u64,
}

/// What a thread tells of a stretch: hits as they are found, and at its end what it came to.
struct News {
    stretch: usize,
    hits: Vec<Hit>,
    end: Option<End>,
}

/// What a stretch came to.
#[derive(Default)]
struct End {
    bytes: u64,
    too_long: u32,
    fault: Option<Fault>,
}

/// Searches logs. `told` is called on the calling thread, in the order of the logs and of their lines.
pub fn search_logs(asked: &Asked<'_>, told: &mut dyn FnMut(Told) -> Go) -> Searched {
    let mut searched = Searched::default();
    let stretches = stretches(asked.logs, &mut searched.faults);
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    thread::scope(|scope| {
        let (sender, news) = sync_channel::<News>(64);
        for _ in 0..THREADS.min(stretches.len()) {
            let sender = sender.clone();
            let (stretches, next, stop) = (&stretches, &next, &stop);
            scope.spawn(move || work(asked, stretches, next, stop, &sender));
        }
        drop(sender);
        let mut order = Order::new(asked, &stretches);
        for one in news {
            if let Some(end) = &one.end {
                searched.bytes += end.bytes;
                searched.too_long += end.too_long;
                searched.faults.extend(end.fault.clone());
            }
            if stop.load(Ordering::Relaxed) {
                continue;
            }
            if order.take(one, &mut searched, told) == Go::Stop {
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
    searched
}

fn stretches(logs: &[(PathBuf, Source)], faults: &mut Vec<Fault>) -> Vec<Stretch> {
    let mut stretches = Vec::new();
    for (log, (path, source)) in logs.iter().enumerate() {
        match source.look(path) {
            // How long the lines of rows of a database are is known only when they are made.
            Ok(_) if source.is_made(path) => stretches.push(Stretch { log, from: 0, to: u64::MAX }),
            Ok(stamp) => {
                let mut from = 0;
                let limit = if source.is_envelope() { u64::MAX } else { FOREIGN_LOG_LIMIT };
                if stamp.size > limit {
                    let why = message!("only its first {limit} bytes are searched", limit);
                    faults.push(Fault { path: path.clone(), cause: Cause::Other(why) });
                }
                let size = stamp.size.min(limit);
                while from < size {
                    let to = (from + STRETCH).min(size);
                    stretches.push(Stretch { log, from, to });
                    from = to;
                }
            }
            Err(fault) => faults.push(fault),
        }
    }
    stretches
}

fn work(
    asked: &Asked<'_>,
    stretches: &[Stretch],
    next: &AtomicUsize,
    stop: &AtomicBool,
    sender: &SyncSender<News>,
) {
    let mut buffer = Vec::new();
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let Some(stretch) = stretches.get(number) else { return };
        // One more than is told, so that it is known whether there are more.
        let mut left = asked.limit + 1;
        let mut end = End::default();
        let mut tell = |hits: Vec<Hit>, bytes: u64, too_long: u32| {
            left = left.saturating_sub(hits.len());
            (end.bytes, end.too_long) = (end.bytes + bytes, end.too_long + too_long);
            // To wake whoever listens costs as much as to search a block, so nobody is told that one holds nothing.
            // Nobody listens any more when the search has ended.
            let is_heard = hits.is_empty() || sender.send(News { stretch: number, hits, end: None }).is_ok();
            is_heard && left > 0 && !stop.load(Ordering::Relaxed)
        };
        end.fault = search_stretch(asked, stretch, &mut buffer, &mut tell).err();
        let news = News { stretch: number, hits: Vec::new(), end: Some(end) };
        if sender.send(news).is_err() || stop.load(Ordering::Relaxed) {
            return;
        }
    }
}

/// Searches the lines that begin in a stretch.
fn search_stretch(
    asked: &Asked<'_>,
    stretch: &Stretch,
    buffer: &mut Vec<u8>,
    tell: &mut dyn FnMut(Vec<Hit>, u64, u32) -> bool,
) -> Result<(), Fault> {
    let (path, source) = &asked.logs[stretch.log];
    let file = source.file(path)?;
    // A line begins where another ended: one byte before the stretch tells whether one does at its first.
    let mut at = stretch.from.saturating_sub(1);
    let mut inside = stretch.from > 0;
    let mut room = BLOCK;
    let mut too_long = 0;
    while at < stretch.to {
        if buffer.len() < room {
            buffer.resize(room, 0);
        }
        let read = file.read_at(&mut buffer[..room], at)?;
        if read == 0 {
            break;
        }
        let block = &buffer[..read];
        if inside {
            match memchr::memchr(b'\n', block) {
                Some(end) => {
                    at += end as u64 + 1;
                    inside = false;
                }
                None => at += read as u64,
            }
            continue;
        }
        // Whole lines only, and the file's last one without a line feed.
        let is_end = read < room;
        let own = usize::try_from(stretch.to - at).unwrap_or(usize::MAX);
        let end = if own < read {
            memchr::memchr(b'\n', &block[own - 1..]).map(|end| own + end)
        } else {
            memchr::memrchr(b'\n', block).map(|end| end + 1)
        };
        let whole = match end {
            Some(end) => end,
            None if is_end => read,
            None if room < LINE_LIMIT => {
                // What is whole is searched; the line that reaches beyond the block is read in one piece.
                match memchr::memrchr(b'\n', block) {
                    Some(end) => end + 1,
                    None => {
                        room *= 8;
                        continue;
                    }
                }
            }
            None => {
                too_long += 1;
                inside = true;
                at += read as u64;
                continue;
            }
        };
        let hits = search_block(asked, stretch.log, &block[..whole], at);
        let more = tell(hits, whole as u64, std::mem::take(&mut too_long));
        at += whole as u64;
        room = BLOCK;
        if !more || (is_end && whole == read) {
            break;
        }
    }
    if too_long > 0 {
        tell(Vec::new(), 0, too_long);
    }
    Ok(())
}

fn search_block(asked: &Asked<'_>, log: usize, block: &[u8], offset: u64) -> Vec<Hit> {
    let mut hits = Vec::new();
    let source = asked.logs[log].1;
    asked.query.lines(block, &mut |start, line| {
        hits.extend(hit_in(asked.query, source, line).map(|mut hit| {
            hit.place = Place { log, line: 0, offset: offset + start as u64 };
            hit
        }));
        hits.len() <= asked.limit
    });
    hits
}

/// The first text of a line that holds what is looked for.
pub(crate) fn hit_in(query: &Query, source: Source, line: &[u8]) -> Option<Hit> {
    let mut found: Option<(String, Vec<Range<usize>>, Snippet)> = None;
    let has_texts = std::cell::Cell::new(false);
    let mut look = |field: &str, text: &str| {
        has_texts.set(true);
        if found.is_none() {
            let spans = query.find(text, SPANS);
            if !spans.is_empty() {
                let snippet = Snippet::of(text, &spans);
                found = Some((field.to_owned(), spans, snippet));
            }
        }
    };
    let mut walked = each_text(line, &mut look);
    // Not every agent writes what happened into one member.
    if walked && !source.is_envelope() && !has_texts.get() {
        walked = each_text_of_value(line, &mut look);
    }
    if !walked {
        let text = String::from_utf8_lossy(line);
        let spans = query.find(&text, SPANS);
        let snippet = Snippet::of(&text, &spans);
        let exact = matches!(text, std::borrow::Cow::Borrowed(_));
        found = (!spans.is_empty()).then(|| (String::new(), if exact { spans } else { Vec::new() }, snippet));
    }
    let (field, spans, snippet) = found?;
    let event = sessions::read_line(line, 0, 0).ok();
    let (seq, ts) = event.map_or_else(Default::default, |event| (event.seq.to_string(), event.ts));
    let kind = serde_json::from_slice::<Named>(line).map(|named| named.kind).unwrap_or_default();
    let place = Place { log: 0, line: 0, offset: 0 };
    Some(Hit { place, stands: None, seq, kind, ts, field, spans, snippet })
}

/// The one member of a line that names what happened.
#[derive(Default, serde::Deserialize)]
struct Named {
    #[serde(rename = "type", default)]
    kind: String,
}

/// Puts what the threads tell into the order of the logs.
struct Order<'a> {
    asked: &'a Asked<'a>,
    stretches: &'a [Stretch],
    next: usize,
    waiting: BTreeMap<usize, (Vec<Hit>, bool)>,
    counted: Option<Counted>,
}

/// How many lines of a log lie before an offset.
struct Counted {
    log: usize,
    file: LogFile,
    offset: u64,
    lines: u32,
}

impl<'a> Order<'a> {
    fn new(asked: &'a Asked<'a>, stretches: &'a [Stretch]) -> Self {
        Self { asked, stretches, next: 0, waiting: BTreeMap::new(), counted: None }
    }

    fn take(&mut self, news: News, searched: &mut Searched, told: &mut dyn FnMut(Told) -> Go) -> Go {
        let waiting = self.waiting.entry(news.stretch).or_default();
        waiting.0.extend(news.hits);
        waiting.1 |= news.end.is_some();
        while let Some((hits, done)) = self.waiting.get_mut(&self.next) {
            let (hits, done) = (std::mem::take(hits), *done);
            for mut hit in hits {
                if searched.hits == self.asked.limit {
                    searched.cut = true;
                    return Go::Stop;
                }
                hit.place.line = self.line_of(&hit.place);
                searched.hits += 1;
                if told(Told::Hit(Box::new(hit))) == Go::Stop {
                    searched.stopped = true;
                    return Go::Stop;
                }
            }
            if !done {
                break;
            }
            self.waiting.remove(&self.next);
            let log = self.stretches[self.next].log;
            self.next += 1;
            if self.stretches.get(self.next).is_none_or(|next| next.log != log) {
                searched.logs += 1;
                if told(Told::Log(log + 1)) == Go::Stop {
                    searched.stopped = true;
                    return Go::Stop;
                }
            }
        }
        Go::On
    }

    /// Counts on from the last hit of the same log; a log without hits is never counted.
    fn line_of(&mut self, place: &Place) -> u32 {
        if self
            .counted
            .as_ref()
            .is_none_or(|counted| counted.log != place.log || counted.offset > place.offset)
        {
            let (path, source) = &self.asked.logs[place.log];
            let Ok(file) = source.file(path) else { return 0 };
            self.counted = Some(Counted { log: place.log, file, offset: 0, lines: 0 });
        }
        let Some(counted) = &mut self.counted else { return 0 };
        let mut block = vec![0; 256 << 10];
        while counted.offset < place.offset {
            let wanted = usize::try_from(place.offset - counted.offset)
                .map_or(block.len(), |left| left.min(block.len()));
            match counted.file.read_at(&mut block[..wanted], counted.offset) {
                Ok(read @ 1..) => {
                    counted.lines += memchr::memchr_iter(b'\n', &block[..read]).count() as u32;
                    counted.offset += read as u64;
                }
                _ => return 0,
            }
        }
        counted.lines + 1
    }
}
