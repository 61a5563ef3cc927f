//! Which scalars count as text. A bare `true`, `5` or `2026-01-02` is no text to readers that give values types, and
//! they differ in what they take for a number.

use crate::{Style, Value};

/// Whose rules decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Schema {
    /// The core schema of YAML 1.2.
    Core,
    /// The same, but a number has no needless zero in front.
    Strict,
    /// The rules of js-yaml 3: numbers may have underscores, and dates are no text.
    JsYaml,
}

/// A scalar with its type.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Scalar<'a> {
    Nothing,
    Bool(bool),
    Number(&'a str),
    Date,
    Text(&'a str),
}

/// What a scalar is; nothing for lists and mappings.
pub(crate) fn scalar(value: &Value, schema: Schema) -> Option<Scalar<'_>> {
    let Value::Text { text, style, .. } = value else { return None };
    Some(match text.as_str() {
        _ if *style != Style::Plain => Scalar::Text(text),
        "" | "~" | "null" | "Null" | "NULL" => Scalar::Nothing,
        "true" | "True" | "TRUE" => Scalar::Bool(true),
        "false" | "False" | "FALSE" => Scalar::Bool(false),
        bare if is_number(bare, schema) => Scalar::Number(text),
        bare if schema == Schema::JsYaml && is_date(bare) => Scalar::Date,
        _ => Scalar::Text(text),
    })
}

/// The text of a scalar that is text.
pub(super) fn text(value: &Value, schema: Schema) -> Option<&str> {
    match scalar(value, schema)? {
        Scalar::Text(text) => Some(text),
        _ => None,
    }
}

fn is_number(text: &str, schema: Schema) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if matches!(unsigned, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN") {
        return true;
    }
    let plain = match schema {
        Schema::JsYaml if !unsigned.starts_with('_') && !unsigned.ends_with('_') => unsigned.replace('_', ""),
        _ => unsigned.to_owned(),
    };
    let of_base = |prefix: &str, base: u32| {
        let digits = plain.strip_prefix(prefix).unwrap_or_default();
        !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(base))
    };
    if of_base("0x", 16) || of_base("0o", 8) || schema != Schema::Core && of_base("0b", 2) {
        return true;
    }
    let is_padded =
        plain.len() > 1 && plain.starts_with('0') && plain.bytes().all(|byte| byte.is_ascii_digit());
    if is_padded && schema == Schema::Strict {
        return false;
    }
    is_decimal(&plain)
}

/// Digits, with a point or an exponent or both.
fn is_decimal(text: &str) -> bool {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let is_exponent = exponent.is_none_or(|exponent| {
        let unsigned = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        !unsigned.is_empty() && digits(unsigned)
    });
    digits(whole) && digits(part) && !(whole.is_empty() && part.is_empty()) && is_exponent
}

/// `2026-01-02`, with a time behind it or without.
fn is_date(text: &str) -> bool {
    let day = text.split(['T', 't', ' ', '\t']).next().unwrap_or_default();
    let mut parts = day.split('-');
    let is_of = |part: Option<&str>, least: usize, most: usize| {
        part.is_some_and(|part| {
            (least..=most).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
        })
    };
    let (least, has_time) = if day.len() == text.len() { (2, false) } else { (1, true) };
    let is_day = is_of(parts.next(), 4, 4) && is_of(parts.next(), least, 2) && is_of(parts.next(), least, 2);
    is_day && parts.next().is_none() && (!has_time || text[day.len() + 1..].contains(':'))
}
