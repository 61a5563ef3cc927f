//! `calculator`: four operations, exact on whole numbers (S4-05).

use serde_json::{Number, Value, json};

use crate::code_skill::wrong;
use crate::{CodeSkill, CodeTool, Done, Parameter, ParameterKind, Plan, Reach, Refusal, ToolCall};

/// The skill `calculator`.
#[derive(Debug, Clone, Copy)]
pub struct Calculator;

const TWO: &[Parameter] = &[
    Parameter::required("a", ParameterKind::Number, "The first number"),
    Parameter::required("b", ParameterKind::Number, "The second number"),
];

const TOOLS: &[CodeTool] = &[
    CodeTool { name: "add", description: "Gives a + b.", reach: Reach::Reads, parameters: TWO },
    CodeTool { name: "subtract", description: "Gives a - b.", reach: Reach::Reads, parameters: TWO },
    CodeTool { name: "multiply", description: "Gives a * b.", reach: Reach::Reads, parameters: TWO },
    CodeTool {
        name: "divide",
        description: "Gives a / b; an error when b is 0.",
        reach: Reach::Reads,
        parameters: TWO,
    },
];

impl CodeSkill for Calculator {
    fn name(&self) -> &str {
        "calculator"
    }

    fn description(&self) -> &str {
        "Adds, subtracts, multiplies and divides two numbers. Use it instead of calculating yourself."
    }

    fn tools(&self) -> &[CodeTool] {
        TOOLS
    }

    fn prompt(&self) -> Option<&str> {
        Some(
            "Calculate with the tools add, subtract, multiply and divide. Whole numbers are exact if the answer \
             says so.",
        )
    }

    fn plan<'a>(&'a self, call: &ToolCall<'_>) -> Result<Plan<'a>, Refusal> {
        let (Value::Number(a), Value::Number(b)) = (&call.arguments["a"], &call.arguments["b"]) else {
            return Err(wrong(call.tool, "a", "must be a number"));
        };
        let sign = match call.tool {
            "add" => '+',
            "subtract" => '-',
            "multiply" => '*',
            _ => '/',
        };
        let text = format!("{a} {sign} {b}");
        let (result, exact) = reckoned(call.tool, sign, a, b)?;
        Ok(Plan::free(call.tool, text, move |_| {
            Ok(Done::of(result.to_string(), json!({ "result": result, "exact": exact })))
        }))
    }
}

/// The result, and whether it is exact.
fn reckoned(tool: &str, sign: char, a: &Number, b: &Number) -> Result<(Number, bool), Refusal> {
    if let (Some(a), Some(b)) = (a.as_i128(), b.as_i128()) {
        let whole = match sign {
            '+' => a.checked_add(b),
            '-' => a.checked_sub(b),
            '*' => a.checked_mul(b),
            _ if b == 0 => return Err(wrong(tool, "b", "is 0, and nothing can be divided by 0")),
            _ => (a % b == 0).then(|| a / b),
        };
        if let Some(number) = whole.and_then(Number::from_i128) {
            return Ok((number, true));
        }
    }
    let (Some(a), Some(b)) = (a.as_f64(), b.as_f64()) else {
        return Err(wrong(tool, "a", "is too large"));
    };
    let value = match sign {
        '+' => a + b,
        '-' => a - b,
        '*' => a * b,
        _ if b == 0.0 => return Err(wrong(tool, "b", "is 0, and nothing can be divided by 0")),
        _ => a / b,
    };
    let number = Number::from_f64(value);
    number.map(|number| (number, false)).ok_or_else(|| wrong(tool, "a", "gives a result that is too large"))
}
