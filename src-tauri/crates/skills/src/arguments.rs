//! Values as Pixir writes them into a text: what Elixir and its JSON encoder print.

use serde_json::{Map, Number, Value};

/// A string as it is, anything else as compact JSON.
pub(crate) fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => {
            let mut out = String::new();
            encode(other, &mut out);
            out
        }
    }
}

fn encode(value: &Value, out: &mut String) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(yes) => out.push_str(if *yes { "true" } else { "false" }),
        Value::Number(number) => out.push_str(&number_text(number)),
        Value::String(text) => encode_text(text, out),
        Value::Array(values) => {
            out.push('[');
            for (index, value) in values.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { "," });
                encode(value, out);
            }
            out.push(']');
        }
        Value::Object(map) => {
            out.push('{');
            for (index, (key, value)) in sorted(map).into_iter().enumerate() {
                out.push_str(if index == 0 { "" } else { "," });
                encode_text(key, out);
                out.push(':');
                encode(value, out);
            }
            out.push('}');
        }
    }
}

/// The members by key: Pixir keeps small maps in that order (pixir-contract §2.1).
pub(crate) fn sorted(map: &Map<String, Value>) -> Vec<(&String, &Value)> {
    let mut members: Vec<_> = map.iter().collect();
    members.sort_unstable_by_key(|(key, _)| *key);
    members
}

/// JSON text with the escapes of pixir-contract §2.2.
fn encode_text(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            control if control < ' ' => out.push_str(&format!("\\u{:04X}", u32::from(control))),
            other => out.push(other),
        }
    }
    out.push('"');
}

fn number_text(number: &Number) -> String {
    match number.as_f64() {
        Some(float) if number.is_f64() => float_text(float),
        _ => number.to_string(),
    }
}

/// The shortest form that reads back, plain or with an exponent, whichever is shorter, and always with
/// an exponent from 2^53 on: how Erlang prints floats (pixir-contract §2.2).
fn float_text(float: f64) -> String {
    let scientific = format!("{:e}", float.abs());
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let digits = digits.replace('.', "");
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if float.is_sign_negative() { "-" } else { "" };
    let fraction = if digits.len() == 1 { "0" } else { &digits[1..] };
    let with_exponent = format!("{}.{fraction}e{exponent}", &digits[..1]);
    let plain = plain_text(&digits, exponent);
    let is_large = float.abs() >= 9_007_199_254_740_992.0;
    if is_large || plain.len() > with_exponent.len() {
        format!("{sign}{with_exponent}")
    } else {
        format!("{sign}{plain}")
    }
}

fn plain_text(digits: &str, exponent: i32) -> String {
    let length = i32::try_from(digits.len()).unwrap_or(i32::MAX);
    let zeros = |count: i32| "0".repeat(usize::try_from(count).unwrap_or(0));
    if exponent < 0 {
        format!("0.{}{digits}", zeros(-exponent - 1))
    } else if exponent + 1 >= length {
        format!("{digits}{}.0", zeros(exponent + 1 - length))
    } else {
        let (whole, fraction) = digits.split_at(usize::try_from(exponent + 1).unwrap_or(0));
        format!("{whole}.{fraction}")
    }
}

#[cfg(test)]
mod tests {
    use super::{float_text, text_of};

    #[test]
    fn floats_are_printed_the_short_way() {
        for (float, text) in [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (1.5, "1.5"),
            (100.0, "100.0"),
            (1000.0, "1.0e3"),
            (1234.0, "1234.0"),
            (0.1, "0.1"),
            (0.001, "0.001"),
            (0.0001, "0.0001"),
            (0.00001, "1.0e-5"),
            (3.67e-5, "3.67e-5"),
            (1e22, "1.0e22"),
            (-2.5e-3, "-0.0025"),
            (9_007_199_254_740_993.0, "9.007199254740992e15"),
        ] {
            assert_eq!(float_text(float), text);
        }
    }

    #[test]
    fn control_characters_are_written_in_capitals() {
        let value = serde_json::json!(["a\u{1f}\"/\u{7f}é", {"k\n": []}]);
        assert_eq!(text_of(&value), "[\"a\\u001F\\\"/\u{7f}é\",{\"k\\n\":[]}]");
    }
}
