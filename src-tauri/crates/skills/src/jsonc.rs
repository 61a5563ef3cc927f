//! Settings of agents in JSON, with comments where an agent takes them.

use jsonc_parser::ast::{Object, ObjectProp, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

/// The object that a text is; `None` where it is empty or another value. The error is the line in which it cannot be
/// read. Comments and trailing commas are passed over.
pub(crate) fn object(text: &str) -> Result<Option<Object<'_>>, u32> {
    object_with(text, true)
}

/// The same where neither comments nor trailing commas may be.
pub(crate) fn strict_object(text: &str) -> Result<Option<Object<'_>>, u32> {
    object_with(text, false)
}

fn object_with(text: &str, is_lenient: bool) -> Result<Option<Object<'_>>, u32> {
    let options = ParseOptions {
        allow_comments: is_lenient,
        allow_trailing_commas: is_lenient,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    match parse_to_ast(text, &CollectOptions::default(), &options) {
        Ok(parsed) => Ok(match parsed.value {
            Some(Value::Object(object)) => Some(object),
            _ => None,
        }),
        Err(error) => Err(u32::try_from(error.line_display()).unwrap_or(u32::MAX)),
    }
}

/// A member of an object; of two of one name the last, as JavaScript has it.
pub(crate) fn member<'o, 'a>(object: &'o Object<'a>, name: &str) -> Option<&'o ObjectProp<'a>> {
    object.properties.iter().rev().find(|member| member.name.as_str() == name)
}

/// The member of an object that is an object itself.
pub(crate) fn object_in<'o, 'a>(object: &'o Object<'a>, name: &str) -> Option<&'o Object<'a>> {
    member(object, name)?.value.as_object()
}

/// The texts in a member that is a list, each with the byte it begins at.
pub(crate) fn texts_in<'o>(object: &'o Object<'_>, name: &str) -> Vec<(&'o str, usize)> {
    let list = member(object, name).and_then(|member| member.value.as_array());
    let elements = list.map(|list| list.elements.as_slice()).unwrap_or_default();
    elements.iter().filter_map(|value| Some((value.as_string_lit()?.value.as_ref(), value.start()))).collect()
}

/// A member that is true or false, with the byte it begins at.
pub(crate) fn flag(object: &Object<'_>, name: &str) -> Option<(bool, usize)> {
    let member = member(object, name)?;
    Some((member.value.as_boolean_lit()?.value, member.start()))
}
