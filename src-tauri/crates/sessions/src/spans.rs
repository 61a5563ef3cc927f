//! Where the long parts of a line end. Whoever checks a line learns it on the way, and nobody walks over a text of a
//! megabyte again to find the member behind it.

/// Lists and objects that stand deeper are walked over again.
const DEPTH: usize = 8;
/// Bytes from which on a text is worth remembering.
const LONG: usize = 32;
/// Parts remembered of one line; a line of nothing but brackets would else cost many times its size.
const MOST: usize = 1024;

/// Parts that most lines have at the most.
const USUAL: usize = 32;

/// The first byte of a part and the byte behind it, in the order in which parts begin.
#[derive(Debug)]
pub(crate) struct Spans {
    parts: Vec<(usize, usize)>,
    /// Which parts are open, by their depth.
    open: [Option<usize>; DEPTH],
}

impl Default for Spans {
    fn default() -> Self {
        Self { parts: Vec::with_capacity(USUAL), open: [None; DEPTH] }
    }
}

impl Spans {
    pub fn opens(&mut self, depth: usize, at: usize) {
        let Some(open) = self.open.get_mut(depth) else { return };
        *open = (self.parts.len() < MOST).then_some(self.parts.len());
        if open.is_some() {
            self.parts.push((at, at));
        }
    }

    pub fn closes(&mut self, depth: usize, end: usize) {
        if let Some(Some(open)) = self.open.get(depth) {
            self.parts[*open].1 = end;
        }
    }

    pub fn text(&mut self, from: usize, to: usize) {
        if to - from >= LONG && self.parts.len() < MOST {
            self.parts.push((from, to));
        }
    }
}

/// The spans of a line, for every text that is a part of it.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// Where the line is in memory, so that a part of it knows its place in the line.
    line: usize,
    spans: Option<Spans>,
}

impl Known {
    pub fn of(line: &str, spans: Spans) -> Self {
        Self { line: line.as_ptr() as usize, spans: Some(spans) }
    }

    /// What is known of a part of the line.
    pub fn within(&self, part: &str) -> Ahead<'_> {
        let Some(spans) = &self.spans else { return Ahead { parts: &[], start: 0 } };
        let start = (part.as_ptr() as usize).wrapping_sub(self.line);
        let from = spans.parts.partition_point(|(at, _)| *at < start);
        Ahead { parts: &spans.parts[from..], start }
    }
}

/// What is known of the rest of a text that is walked over once, from its start on.
pub(crate) struct Ahead<'s> {
    parts: &'s [(usize, usize)],
    start: usize,
}

impl Ahead<'_> {
    /// The end of what begins at a place, where it is known. Places are asked for in their order.
    pub fn end_of(&mut self, at: usize) -> Option<usize> {
        let at = self.start + at;
        while let [(from, to), rest @ ..] = self.parts {
            if *from >= at {
                return (*from == at).then(|| to - self.start);
            }
            self.parts = rest;
        }
        None
    }
}
