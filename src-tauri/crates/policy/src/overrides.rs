//! Levels of rules that a run of a scanner was given in place of the rules' own (`ruleConfigurationOverrides`).

use serde_json::Value;

use crate::scan::{components, is_of_rule, number};

/// Returns the levels that a run gives the rule of a result, each as it is written, and whether they are all that the
/// result can have. They are where the result names its invocation; else a rule may also have kept its own level.
pub(crate) fn overridden<'r>(
    run: &'r Value,
    result: &Value,
    (rule, named): (Option<&Value>, Option<&str>),
) -> (Vec<&'r Value>, bool) {
    let invocations = run["invocations"].as_array().map_or(&[][..], Vec::as_slice);
    let own = number(&result["provenance"]["invocationIndex"]).and_then(|at| invocations.get(at));
    let looked_at = own.map_or(invocations, std::slice::from_ref);
    let mut levels = Vec::new();
    for one in looked_at.iter().flat_map(overrides) {
        if refers(run, &one["descriptor"], rule, named) {
            levels.extend(one["configuration"].get("level"));
        }
    }
    let are_all = own.is_some() && !levels.is_empty();
    (levels, are_all)
}

/// Returns whether a run overrides levels in a form that is not read, so that its levels are not known.
pub(crate) fn are_unread(run: &Value) -> bool {
    let invocations = run["invocations"].as_array().map_or(&[][..], Vec::as_slice);
    let is_read = |one: &Value| {
        let descriptor = &one["descriptor"];
        let names = descriptor["id"].is_string()
            || descriptor["guid"].is_string()
            || number(&descriptor["index"]).is_some();
        names && (one["configuration"].is_object() || one["configuration"].is_null())
    };
    invocations.iter().any(|invocation| {
        let list = &invocation["ruleConfigurationOverrides"];
        !list.is_null() && !list.as_array().is_some_and(|list| list.iter().all(is_read))
    })
}

fn overrides(invocation: &Value) -> &[Value] {
    invocation["ruleConfigurationOverrides"].as_array().map_or(&[], Vec::as_slice)
}

/// Returns whether a reference leads to the rule, by its id, its guid, or its place in the list of its component.
fn refers(run: &Value, descriptor: &Value, rule: Option<&Value>, named: Option<&str>) -> bool {
    let id = named.or_else(|| rule.and_then(|rule| rule["id"].as_str()));
    if let Some(overridden) = descriptor["id"].as_str() {
        return id.is_some_and(|id| is_of_rule(id, overridden));
    }
    if descriptor["guid"].is_string() && rule.is_some_and(|rule| rule["guid"] == descriptor["guid"]) {
        return true;
    }
    let components = components(run, &descriptor["toolComponent"]);
    let mut pointed = number(&descriptor["index"])
        .into_iter()
        .flat_map(|at| components.iter().map(move |component| &component["rules"][at]));
    pointed.any(|pointed| match (pointed["id"].as_str(), id) {
        (Some(pointed), Some(id)) => is_of_rule(id, pointed),
        _ => rule == Some(pointed),
    })
}
