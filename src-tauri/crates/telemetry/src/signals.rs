//! OTLP in JSON: numbers of 64 bits are text there, ids hexadecimal digits.

use ::workspace::Session;
use disk::Digest;
use serde_json::{Map, Value, json};

/// The schema of the attributes' names.
const SCHEMA: &str = "https://opentelemetry.io/schemas/gen-ai/0.1.0";

/// The attributes of one signal.
#[derive(Debug, Default)]
pub struct Attributes(Vec<Value>);

impl Attributes {
    pub fn text(mut self, key: &str, value: &str) -> Self {
        if !value.is_empty() {
            self.0.push(json!({ "key": key, "value": { "stringValue": value } }));
        }
        self
    }

    pub fn some(self, key: &str, value: Option<&str>) -> Self {
        self.text(key, value.unwrap_or_default())
    }

    pub fn count(mut self, key: &str, value: u64) -> Self {
        self.0.push(json!({ "key": key, "value": { "intValue": value.to_string() } }));
        self
    }

    pub fn flag(mut self, key: &str, value: bool) -> Self {
        self.0.push(json!({ "key": key, "value": { "boolValue": value } }));
        self
    }
}

/// The trace of a turn: 32 hexadecimal digits.
pub fn trace_id(session: &Session, turn: u32) -> String {
    let agent = session.place.source.rules().name;
    digits(&format!("trace\n{agent}\n{}\n{turn}", session.id), 32)
}

/// A span of a trace: 16 hexadecimal digits, by what it is of and where that stands.
pub fn span_id(trace: &str, of: &str, record: u32) -> String {
    digits(&format!("span\n{trace}\n{of}\n{record}"), 16)
}

fn digits(of: &str, count: usize) -> String {
    let digest = Digest::of(of.as_bytes()).to_string();
    digest.trim_start_matches("sha256:").chars().take(count).collect()
}

/// A time in milliseconds as nanoseconds.
pub fn nanos(millis: i64) -> String {
    i128::from(millis.max(0)).saturating_mul(1_000_000).to_string()
}

/// How a span ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// Nothing is said.
    Unset,
    /// It worked.
    Well,
    /// It failed.
    Badly,
}

/// One span.
pub struct Span<'s> {
    pub trace: &'s str,
    pub id: String,
    pub parent: Option<&'s str>,
    pub name: String,
    pub began: i64,
    pub ended: i64,
    pub end: Ended,
    pub attributes: Attributes,
}

impl Span<'_> {
    pub fn json(self) -> Value {
        let mut span = Map::new();
        span.insert("traceId".to_owned(), self.trace.into());
        span.insert("spanId".to_owned(), self.id.into());
        if let Some(parent) = self.parent {
            span.insert("parentSpanId".to_owned(), parent.into());
        }
        span.insert("name".to_owned(), self.name.into());
        // Within one process.
        span.insert("kind".to_owned(), 1.into());
        span.insert("startTimeUnixNano".to_owned(), nanos(self.began).into());
        span.insert("endTimeUnixNano".to_owned(), nanos(self.ended.max(self.began)).into());
        span.insert("attributes".to_owned(), self.attributes.0.into());
        let code = match self.end {
            Ended::Unset => 0,
            Ended::Well => 1,
            Ended::Badly => 2,
        };
        span.insert("status".to_owned(), json!({ "code": code }));
        span.into()
    }
}

/// One log record of a span.
pub fn record(name: &str, at: i64, (trace, span): (&str, &str), attributes: &Attributes) -> Value {
    json!({
        "timeUnixNano": nanos(at),
        "observedTimeUnixNano": nanos(at),
        // INFO
        "severityNumber": 9,
        "eventName": name,
        "body": { "stringValue": name },
        "attributes": attributes.0,
        "traceId": trace,
        "spanId": span,
    })
}

/// A request with the spans of a session.
pub fn spans(session: &Session, spans: &[Value]) -> Value {
    json!({ "resourceSpans": [{ "resource": resource(session), "scopeSpans": [{
        "scope": scope(), "spans": spans, "schemaUrl": SCHEMA }] }] })
}

/// A request with log records of a session.
pub fn records(session: &Session, records: &[Value]) -> Value {
    json!({ "resourceLogs": [{ "resource": resource(session), "scopeLogs": [{
        "scope": scope(), "logRecords": records, "schemaUrl": SCHEMA }] }] })
}

/// Who produced the signals: the agent.
fn resource(session: &Session) -> Value {
    let release = session.read().log.about().and_then(|about| about.release.as_deref());
    let attributes = Attributes::default()
        .text("service.name", session.place.source.rules().name)
        .some("service.version", release);
    json!({ "attributes": attributes.0 })
}

fn scope() -> Value {
    json!({ "name": "assay", "version": env!("CARGO_PKG_VERSION") })
}
