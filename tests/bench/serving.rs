//! What serving an agent costs: the catalog of very many skills, taking a large one in, and one round trip over MCP
//! against the barest server that answers.

use std::hint::black_box;
use std::path::Path;
use std::process::{Command, Stdio};

use engine::{Call, Consent, Offered, PathsKey, Platform, Task, TaskId, Via};
use execution::Mode;
use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RunningService};
use rmcp::{ErrorData, RoleClient, RoleServer, ServiceExt};
use serde_json::{Map, Value, json};
use skills::{Convention, Trust, Visibility};
use tests::generated::workspace;
use tokio::process::Child;
use tokio::runtime::Runtime;

use crate::cost::{Runner, has, race};
use crate::table::{By, Figure};
use crate::{ROUNDS, Size, command, made, print};

/// Serves the bare tool instead of measuring.
pub const ECHO: &str = "--echo";
/// Bytes of the large skill.
const LARGE: usize = 300 << 10;

pub fn figures(folder: &Path, size: &Size) -> std::io::Result<()> {
    catalog(folder, size)?;
    activation(folder)?;
    round_trip(folder)
}

fn catalog(folder: &Path, size: &Size) -> std::io::Result<()> {
    let place = folder.join("many");
    std::fs::create_dir(&place)?;
    let made = made("skills", || workspace::lay_out(&place, size.skills))?;
    let render = |convention: Convention| {
        let survey = skills::survey(&made.places);
        let ruling = skills::rule(convention, &survey, &Visibility::whole(Trust::Trusted));
        let rules = convention.rules();
        drop(black_box(skills::render(rules.renderer, &skills::listed(&ruling), usize::MAX)));
    };
    let mut runners = vec![Runner::ours("catalog", || render(Convention::AgentSkills))];
    if has("find") {
        let roots = made.roots.clone();
        let tests = ["-name", "SKILL.md", "-exec", "cat", "{}", "+"];
        runners.push(Runner::program("find and cat", move || command("find", &roots, &tests)));
    }
    let costs = race(ROUNDS, runners);
    let names = ("catalog", "find and cat");
    print(Figure::ratio(0, "catalog of every skill, from the disk", &costs, names, By::Wall, None));
    Ok(())
}

fn activation(folder: &Path) -> std::io::Result<()> {
    let dir = folder.join("skills/large");
    std::fs::create_dir_all(dir.join("scripts"))?;
    let body = "Do it with ${SKILL_DIR}, then do it again.\n".repeat(LARGE / 43);
    std::fs::write(dir.join("SKILL.md"), format!("---\nname: large\ndescription: d\n---\n{body}"))?;
    std::fs::write(dir.join("scripts/x.sh"), "echo\n")?;
    let visible = [Offered {
        id: "large".into(),
        name: "large".into(),
        description: "d".into(),
        scope: "repo".into(),
        root: folder.join("skills"),
        path: dir.join("SKILL.md"),
        dir: dir.clone(),
        short_path: "repo:large".into(),
        paths: PathsKey::Guards,
    }];
    let tasks = folder.join("tasks");
    std::fs::create_dir(&tasks)?;
    let mut number = 0;
    let activate = || {
        number += 1;
        let id = TaskId::parse(&format!("task-{number}")).expect("a name");
        let mut task = Task::begin(id, "s", &tasks, Platform::here()).expect("a place");
        let call = Call::of("large", Via::ActivateSkill);
        let taken = task.activate(&visible, &call, Mode::Auto, Consent::NotAsked);
        drop(black_box(taken.expect("it was made a moment ago")));
    };
    let copies = folder.join("copies");
    let runners = vec![
        Runner::ours("activate", activate),
        Runner::program("cp", move || {
            let mut copy = Command::new("cp");
            copy.arg("-r").arg(&dir).arg(&copies);
            copy
        }),
    ];
    let costs = race(ROUNDS, runners);
    let what = "activation of a skill of 300 KB, with its copy";
    print(Figure::ratio(0, what, &costs, ("activate", "cp"), By::Wall, None));
    Ok(())
}

fn round_trip(folder: &Path) -> std::io::Result<()> {
    let own = std::env::current_exe()?;
    let assay = own.ancestors().nth(2).map(|target| target.join("assay")).filter(|program| program.is_file());
    let Some(assay) = assay else {
        println!("      skipped: `assay` was not built beside this; `cargo build --release -p cli` does");
        return Ok(());
    };
    let workspace = folder.join("served");
    let skill = workspace.join(".agents/skills/one");
    std::fs::create_dir_all(skill.join("references"))?;
    std::fs::write(skill.join("SKILL.md"), "---\nname: one\ndescription: d\n---\nDo it.\n")?;
    std::fs::write(skill.join("references/more.md"), "More.\n")?;
    let home = folder.join("home");
    std::fs::create_dir(&home)?;
    let mut ours = Command::new(assay);
    ours.args(["mcp", "--workspace"])
        .arg(&workspace)
        .env("HOME", &home)
        .env("XDG_DATA_HOME", home.join("data"));
    let mut bare = Command::new(own);
    bare.arg(ECHO);
    let (ours, bare) = (Agent::of(ours), Agent::of(bare));
    let file = json!({ "name": "one", "path": "references/more.md" });
    let dry = json!({ "name": "one", "dry_run": true });
    let runners = vec![
        Runner::ours("file", || ours.call("skill_view", &file)),
        Runner::ours("dry", || ours.call("skill_view", &dry)),
        Runner::ours("rmcp echo", || bare.call("echo", &json!({ "text": "More.\n" }))),
    ];
    let costs = race(ROUNDS, runners);
    let ratio = |what, ours| Figure::ratio(0, what, &costs, (ours, "rmcp echo"), By::Wall, None);
    print(ratio("MCP: a dry run, nothing recorded", "dry"));
    print(ratio("MCP: a file of a skill, recorded and synced", "file"));
    Ok(())
}

struct Agent {
    runtime: Runtime,
    client: RunningService<RoleClient, ()>,
    _process: Child,
}

impl Agent {
    fn of(mut command: Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let runtime = Runtime::new().expect("a runtime");
        let (client, process) = runtime.block_on(async {
            let mut process =
                tokio::process::Command::from(command).kill_on_drop(true).spawn().expect("it starts");
            let ends = (process.stdout.take().expect("its output"), process.stdin.take().expect("its input"));
            (().serve(ends).await.expect("a greeting"), process)
        });
        Self { runtime, client, _process: process }
    }

    fn call(&self, tool: &'static str, arguments: &Value) {
        let arguments = arguments.as_object().cloned().unwrap_or_default();
        let call = CallToolRequestParams::new(tool).with_arguments(arguments);
        let answer = self.runtime.block_on(self.client.call_tool(call)).expect("an answer");
        assert_ne!(answer.is_error, Some(true), "{answer:?}");
    }
}

/// A server with one tool that gives back what it was given.
struct Echo;

impl ServerHandler for Echo {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut schema = Map::new();
        schema.insert("type".to_owned(), json!("object"));
        Ok(ListToolsResult::with_all_items(vec![Tool::new("echo", "Gives it back.", schema)]))
    }

    async fn call_tool(
        &self,
        call: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let text = Value::Object(call.arguments.unwrap_or_default()).to_string();
        Ok(CallToolResult::success(vec![ContentBlock::text(text)]).into())
    }
}

pub fn echo() -> std::io::Result<()> {
    Runtime::new()?.block_on(async {
        let serving = Echo.serve(rmcp::transport::stdio()).await.map_err(std::io::Error::other)?;
        serving.waiting().await.map(drop).map_err(std::io::Error::other)
    })
}
