//! `shell`: one command line in the workspace, judged by the same rules as any other command, decided on by a
//! person where the mode says so, and contained as well as this machine can (S4-07).

use std::time::Duration;

use execution::{
    Captured, Command, Decision, End, Further, Judgement, Level, Limits, Order, Part, Places, Program,
    Programs, Ran, Writes,
};
use hydration::{Ground, PASSED};
use serde_json::json;

use crate::code_skill::wrong;
use crate::script::{Stream, search};
use crate::{
    CodeSkill, CodeTool, Done, Parameter, ParameterKind, Plan, PlannedCommand, Reach, Refusal, ToolCall,
};

/// The skill `shell`.
#[derive(Debug, Clone, Copy)]
pub struct Shell;

const BASH: &str = "bash";
/// Seconds a command may take when nothing is said, and at the most.
const SECONDS: u64 = 30;
const MOST_SECONDS: u64 = 120;
/// Bytes kept of each stream.
const KEEP: u64 = 16_000;

const TOOLS: &[CodeTool] = &[CodeTool {
    name: "shell",
    description: "Runs a command line with bash in the workspace, sandboxed and without a network. The user may \
     have to approve it first, which can take minutes.",
    reach: Reach::Runs,
    parameters: &[
        Parameter::required("command", ParameterKind::Text, "The command line"),
        Parameter::optional(
            "timeout",
            ParameterKind::Count,
            "Seconds it may take, at most 120 [default: 30]",
        ),
    ],
}];

impl CodeSkill for Shell {
    fn name(&self) -> &str {
        "shell"
    }

    fn description(&self) -> &str {
        "Runs a command line in this workspace, under its permission mode."
    }

    fn tools(&self) -> &[CodeTool] {
        TOOLS
    }

    fn prompt(&self) -> Option<&str> {
        Some(
            "Commands that only read are approved sooner than commands that may write; run one thing at a time. \
             If the user denies a command, do not retry it in other words.",
        )
    }

    fn plan<'a>(&'a self, call: &ToolCall<'_>) -> Result<Plan<'a>, Refusal> {
        let ground = call.ground;
        let text = call.text("command").unwrap_or_default();
        if text.trim().is_empty() || text.contains('\0') {
            return Err(wrong(call.tool, "command", "is not a command line"));
        }
        let seconds = call.arguments["timeout"].as_u64().unwrap_or(SECONDS);
        if !(1..=MOST_SECONDS).contains(&seconds) {
            return Err(wrong(call.tool, "timeout", &format!("must be from 1 to {MOST_SECONDS} seconds")));
        }
        let search = search(ground);
        let program = execution::resolve(BASH, &ground.workspace, &search)
            .map_err(|unresolved| Refusal::NotRun(unresolved.to_string()))?;
        let places = Places::of(&ground.workspace, ground.home.as_deref(), Programs::In(&search));
        let judgement = execution::judge(Command::Shell(text), &places);
        let verdict = decide(ground, &judgement);
        let bound = call
            .bound(self, text)
            .with(Part::Program, program.path.as_os_str().as_encoded_bytes())
            .with_digest(Part::ProgramBytes, program.digest);
        let argv = [BASH, "-c", text].map(str::to_owned).to_vec();
        let environment = environment(ground);
        let (reads_only, mode) = (judgement.reads_only, ground.mode.word());
        let order = Order {
            argv,
            program,
            sealed: Vec::new(),
            kept: if reads_only { Vec::new() } else { hydration::kept(&ground.workspace) },
            workspace: ground.workspace.clone(),
            cwd: ground.workspace.clone(),
            environment,
            further: Further::Usual,
            input: Vec::new(),
            readable: Vec::new(),
            writes: if reads_only { Writes::Nothing } else { Writes::Workspace },
            limits: Limits::for_source(Duration::from_secs(seconds), KEEP),
            // What runs unasked is held to reading.
            least: if verdict.0 == Decision::Allow { Level::Walls } else { Level::None },
            helper: ground.helper.clone(),
        };
        let command = PlannedCommand { shell: Some(text.to_owned()), runs: order.description() };
        let plan = Plan::new(call.tool, text, verdict, bound, move |by, stop| {
            let ran = execution::run(&order, stop).map_err(|not_run| Refusal::NotRun(not_run.to_string()))?;
            Ok(done(&order.argv, &order.program, &ran, (mode, by)))
        });
        Ok(plan.running(command))
    }
}

/// As any command is decided on; and unasked only where the machine holds it to reading.
fn decide(ground: &Ground, judgement: &Judgement) -> (Decision, String) {
    let verdict = execution::decide(ground.mode, judgement);
    let mode = ground.mode.word();
    if verdict.decision == Decision::Allow && execution::best(&ground.helper) == Level::None {
        let words = "there is no sandbox on this machine, so the user decides";
        return (Decision::Ask, format!("Mode {mode}: {words}."));
    }
    (verdict.decision, format!("Mode {mode}: {}.", verdict.words))
}

// A shell may start git, which must run no program that a repository names.
fn environment(ground: &Ground) -> Vec<(String, String)> {
    let passed = ground.environment.iter().filter(|(name, _)| PASSED.contains(&name.as_str())).cloned();
    let of_git = execution::git_environment().into_iter().map(|(name, value)| (name.to_owned(), value));
    passed.chain(of_git).collect()
}

fn done(argv: &[String], program: &Program, ran: &Ran, (mode, by): (&str, &str)) -> Done {
    let code = if let End::Exit(code) = ran.end { Some(code) } else { None };
    let ended = code.map_or_else(|| ran.end.word().to_owned(), |code| code.to_string());
    let (out, errors) = (Stream::of(&ran.stdout), Stream::of(&ran.stderr));
    let told = |captured: &Captured, stream: &Stream| match captured.total {
        0 => String::new(),
        _ => format!("\n<stderr>\n{}\n</stderr>", stream.said()),
    };
    let evidence = json!({
        "argv": argv,
        "program": program.path.display().to_string(),
        "program_sha256": program.digest.to_string(),
        "mode": mode,
        "by": by,
        "level": ran.level.word(),
        "end": ran.end.word(),
        "exit_code": code,
        "duration_ms": u64::try_from(ran.wall.as_millis()).unwrap_or(u64::MAX),
        "stdout": &out,
        "stderr": &errors,
        "limitations": ran.limitations,
    });
    Done {
        text: format!(
            "<script_output tool=\"shell\" exit_code=\"{ended}\">\n{}{}\n</script_output>",
            out.said(),
            told(&ran.stderr, &errors)
        ),
        facts: evidence.clone(),
        evidence: Some(evidence),
    }
}
