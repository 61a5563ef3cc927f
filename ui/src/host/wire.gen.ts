// Written from the list of requests; `UPDATE=1 cargo test -p api` writes it again.

/**
 * Text that was taken from a log, a skill or a file name. At run time it is a string, for the type checker it is not:
 * `Verbatim` draws it, `language/foreign.ts` and `spelled` turn it into other text.
 */
export type Foreign = symbol & { readonly foreign: true };

export type Acceptance = { "code": "accepts", "args": { 
/**
 * The program that was asked.
 */
program: Quote, } } | { "code": "refuses", "args": { 
/**
 * The program that was asked.
 */
program: Quote, } } | { "code": "refuses_any", "args": { 
/**
 * The program that was asked.
 */
program: Quote, } } | { "code": "not_ended", "args": { 
/**
 * The program that was asked.
 */
program: Quote, } } | { "code": "not_asked", "args": { 
/**
 * The message of the system.
 */
message: Quote, } };

export type ActivationChip = { 
/**
 * Its letter.
 */
letter: Letter, 
/**
 * `user` or `model`.
 */
by: Foreign, 
/**
 * Its log line.
 */
line: number, };

export type ActivationFact = { 
/**
 * How much of the skill's file the log has.
 */
kept: TextKept, 
/**
 * What the skill was called with.
 */
arguments: Foreign | null, 
/**
 * What was taken off the text in the log, step by step, to get the skill's own.
 */
read_steps: Array<ReadStep>, 
/**
 * Why it is taken for an activation where the log does not call it one.
 */
inferred_by: InferredBy | null, 
/**
 * The agent gave a text again that it had given before, without anybody asking.
 */
given_again: boolean, 
/**
 * What in the log proves that the text was older than the skill's file; absent where nothing does, which does not
 * say that it was not.
 */
stale: StaleFact | null, };

export type ActivationPlace = { 
/**
 * The key of a session row.
 */
key: string, 
/**
 * The log line, counted from 1.
 */
line: number, };

export type AfterDrop = "given_again" | "not_given_again" | "unknown";

export type AgainstLast = { "code": "first" } | { "code": "same" } | { "code": "differs", "args": { 
/**
 * Bytes of the last run.
 */
before: number, 
/**
 * Bytes of this run.
 */
now: number, } };

export type AgentTimes = { 
/**
 * The agent.
 */
source: SourceFact, 
/**
 * How many in each part.
 */
counts: Array<number>, };

export type Align = "left" | "center" | "right";

export type AllSessionRow = { 
/**
 * The session. Its key is good once its workspace is open.
 */
row: SessionRow, 
/**
 * Its workspace.
 */
workspace: WorkspaceMark, 
/**
 * How its last turn ended; absent without turns.
 */
outcome: Outcome | null, 
/**
 * Hydrations that were released in it.
 */
hydrations: number, 
/**
 * States of its snapshots, each once.
 */
states: Array<DriftState>, };

export type AllSessionsAsk = { 
/**
 * Which.
 */
filter: SessionFilter, 
/**
 * Minutes that the clock on the wall is before UTC, for where days begin.
 */
zone?: number, 
/**
 * The order.
 */
sort: SessionSort, 
/**
 * First row wanted, counted from 0.
 */
first: number, 
/**
 * How many rows, at most 500.
 */
count: number, };

export type AllSessionsView = { 
/**
 * Sessions of all known workspaces.
 */
total: number, 
/**
 * Rows that match the ask.
 */
matching: number, 
/**
 * When those began that the filter takes whenever they were.
 */
times: Times, 
/**
 * The first row's number.
 */
first: number, 
/**
 * The rows of the window.
 */
rows: Array<AllSessionRow>, 
/**
 * Names of all skills that any session activated, sorted, at most 1,000.
 */
skills: Array<Foreign>, 
/**
 * Agents that wrote any of them.
 */
agents: Array<SourceFact>, 
/**
 * The known workspaces.
 */
workspaces: Array<WorkspaceMark>, 
/**
 * How far the index follows the logs.
 */
indexing: IndexingView, };

export type AllowedFlaw = { "code": "other_name", "args": { 
/**
 * The name.
 */
field: Quote, } } | { "code": "empty_part" } | { "code": "not_text" } | { "code": "no_text" } | { "code": "mapping" } | { "code": "parentheses", "args": { 
/**
 * The rule.
 */
rule: Quote, } };

export type AllowedRow = { 
/**
 * As it is written.
 */
written: Foreign, 
/**
 * Its line in the file, counted from 1.
 */
line: number, 
/**
 * The tool it names.
 */
tool: Foreign, 
/**
 * What stands in its parentheses; agents that have such a tool read it, Assay does not.
 */
pattern: Foreign | null, 
/**
 * Tools that Assay lets through by it. None means that it is shown to the model and enforced by nobody here.
 */
enforces: Array<string>, };

export type AllowedView = { 
/**
 * Its rules; when there are none it restricts nothing.
 */
rules: Array<AllowedRow>, 
/**
 * The tools that Assay itself keeps to the list, and which it lets through.
 */
enforced: Array<EnforcedRow>, 
/**
 * Parts that count for nothing, or for something else than their author may think.
 */
unread: Array<PlacedAllowedFlaw>, };

export type Ancestry = "fork" | "subagent" | "root";

export type ApprovalAct = "hydration" | "activation" | "script" | "hook" | "tool";

export type ApprovalView = { 
/**
 * The number of this showing; it changes whenever what is shown changes.
 */
showing: number, 
/**
 * Milliseconds from now in which keys and clicks are off.
 */
armed_after_ms: number, 
/**
 * This request's place in the queue, from 1.
 */
position: number, 
/**
 * Requests in the queue.
 */
waiting: number, 
/**
 * The request on screen; nothing when none waits.
 */
request: RequestView | null, 
/**
 * Why the last request left the screen without a decision, in a sentence.
 */
left: Message | null, };

export type ApprovalsAsk = { 
/**
 * Only commands and skills that contain this, without regard to case; empty takes all.
 */
text: string, 
/**
 * First decision wanted, counted from 0, newest first.
 */
from: number, 
/**
 * How many, at most 500.
 */
count: number, };

export type ApprovalsView = { 
/**
 * Waiting, in the order they came.
 */
waiting: Array<WaitingRow>, 
/**
 * All decisions of this workspace.
 */
total: number, 
/**
 * Decisions that match the ask.
 */
matching: number, 
/**
 * The first row's number.
 */
from: number, 
/**
 * Decisions, newest first.
 */
decided: Array<DecidedRow>, 
/**
 * Permissions in force.
 */
grants: Array<GrantRow>, 
/**
 * Sentences on what is not shown or not known.
 */
notes: Array<Message>, };

export type ArrivedView = { 
/**
 * An address, as it was written, by whomever; absent when nobody came with one since this was last asked.
 */
address: string | null, 
/**
 * Something was dropped onto the window, or opened with it, and waits to be opened.
 */
dropped: boolean, };

export type AskerText = { "code": "window" } | { "code": "terminal" } | { "code": "mcp", "args": { 
/**
 * Its name and version.
 */
name: Foreign, } };

export type Band = { 
/**
 * The lane from the left, from 0.
 */
lane: number, 
/**
 * Its letter.
 */
letter: Letter, 
/**
 * Timeline rows in which it was activated.
 */
tiles: Array<number>, 
/**
 * First timeline row.
 */
from: number, 
/**
 * Last timeline row with its full text.
 */
full_to: number, 
/**
 * The timeline row of the compaction that dropped it.
 */
dropped_at: number | null, 
/**
 * What became of it behind that compaction; absent where no compaction dropped it.
 */
after: AfterDrop | null, 
/**
 * Last timeline row in which its name is still known; absent when it was not dropped, and where the agent's
 * compactions name no texts.
 */
name_to: number | null, };

export type Banner = { 
/**
 * All rows.
 */
total: number, 
/**
 * Winners that the listing names, in full or not.
 */
listed: number, 
/**
 * Of them, those whose entry is not whole.
 */
shortened: number, 
/**
 * Winners that the listing has no room for.
 */
cut: number, 
/**
 * Winners that are so only where the agent trusts the project, which Assay cannot see.
 */
if_trusted: number, 
/**
 * Losers of a collision.
 */
shadowed: number, 
/**
 * Files that cannot be read as a skill.
 */
invalid: number, 
/**
 * Winners hidden from the model.
 */
hidden: number, 
/**
 * Skills that wait until the project is trusted.
 */
held_back: number, 
/**
 * Skills that are switched off, denied or not allowed in this project.
 */
barred: number, 
/**
 * Skills of which the disk has another text than the last one recorded.
 */
drifted: number, 
/**
 * Skills no recorded session has activated.
 */
never_used: number, };

export type BeginImportAsk = { 
/**
 * From what.
 */
from: ImportFrom, };

export type BegunImport = { 
/**
 * Names it to [`super::ImportAsk`]; nothing when the person chose nothing.
 */
import: string | null, };

export type Block = { "kind": "heading", 
/**
 * 1 to 6.
 */
level: number, 
/**
 * Its text.
 */
spans: Array<Span>, } | { "kind": "paragraph", 
/**
 * Its text.
 */
spans: Array<Span>, } | { "kind": "list", 
/**
 * Numbered.
 */
ordered: boolean, 
/**
 * The first number.
 */
start: number, 
/**
 * Its items.
 */
items: Array<Item>, } | { "kind": "quote", 
/**
 * What is quoted.
 */
blocks: Array<Block>, } | { "kind": "code", 
/**
 * The text.
 */
text: Foreign, 
/**
 * The word after the fence.
 */
info: Foreign, } | { "kind": "command", 
/**
 * The text between the fences.
 */
text: Foreign, } | { "kind": "table", 
/**
 * How each column is set.
 */
align: Array<Align>, 
/**
 * The head's cells.
 */
head: Array<Array<Span>>, 
/**
 * The rows' cells.
 */
rows: Array<Array<Array<Span>>>, } | { "kind": "rule" } | { "kind": "html", 
/**
 * As written.
 */
text: Foreign, };

export type BodyView = { 
/**
 * The body below the frontmatter.
 */
markdown: Markdown, 
/**
 * The body's first line in the file, counted from 1.
 */
first_line: number, 
/**
 * Lines of the body.
 */
lines: number, };

export type BoundPart = { "code": "skill" } | { "code": "source" } | { "code": "command" } | { "code": "program" } | { "code": "program_bytes" } | { "code": "script" } | { "code": "place" } | { "code": "mode" } | { "code": "folder", "args": { 
/**
 * Its path.
 */
path: Foreign, } } | { "code": "file", "args": { 
/**
 * Its path.
 */
path: Foreign, } };

export type BranchMark = { 
/**
 * The timeline row of that event.
 */
row: number, 
/**
 * Its line.
 */
line: number, 
/**
 * `fork` or `subagent`.
 */
relation: string, 
/**
 * The key of the other session when its log is there.
 */
key: string | null, 
/**
 * Its id; empty for a subagent that never started.
 */
id: Foreign, 
/**
 * What is recorded of it, to be listed.
 */
facts: Array<RelativeFact>, };

export type BuiltInParameter = { 
/**
 * Its name.
 */
name: string, 
/**
 * What it is, as JSON Schema has it: `string`, `number` or `integer`.
 */
kind: string, 
/**
 * It must be there.
 */
required: boolean, 
/**
 * What it means.
 */
words: string, };

export type BuiltInRow = { 
/**
 * Its name.
 */
name: string, 
/**
 * What it is for.
 */
description: string, 
/**
 * `built-in`.
 */
scope: string, 
/**
 * Whether it is on.
 */
switch: SwitchWord, 
/**
 * Why it is off, in a sentence; nothing when it is on.
 */
why_off: Message | null, 
/**
 * The skill of the same name that takes precedence; absent when it wins.
 */
shadowed: OutrankedBuiltIn | null, 
/**
 * SHA-256 of what it says of itself.
 */
content_hash: string, 
/**
 * What it adds to the prompt; nothing when it adds nothing.
 */
prompt: string | null, 
/**
 * Its tools.
 */
tools: Array<BuiltInTool>, };

export type BuiltInTool = { 
/**
 * Its name.
 */
name: string, 
/**
 * What it does.
 */
description: string, 
/**
 * What it may do to the world: `reads`, `writes`, `runs` or `network`.
 */
reach: string, 
/**
 * What it takes.
 */
parameters: Array<BuiltInParameter>, };

export type BuiltInsView = { 
/**
 * Whether agents are offered any tools at all.
 */
tools: SwitchWord, 
/**
 * What that means, when they are not; a sentence.
 */
without_tools: Message | null, 
/**
 * Every one, by name.
 */
rows: Array<BuiltInRow>, 
/**
 * How many skills of both kinds Assay's own convention has.
 */
skill_count: number, 
/**
 * Where the switches are kept; nothing without a home folder.
 */
kept_in: string | null, 
/**
 * Why the switches cannot be read; everything is off then.
 */
problem: Message | null, };

export type BundleReport = { 
/**
 * The session it is about.
 */
session: Foreign, 
/**
 * The program that made it.
 */
made_by: Foreign, 
/**
 * Its parts.
 */
parts: number, 
/**
 * Something was taken out of it.
 */
redacted: boolean, 
/**
 * What was taken out, by part and rule.
 */
removed: Array<RemovedRow>, 
/**
 * What is not as it should be, in sentences; nothing when all is.
 */
findings: Array<Foreign>, 
/**
 * What was compared, in sentences.
 */
proved: Array<string>, 
/**
 * What a bundle does not prove, in sentences.
 */
limits: Array<string>, 
/**
 * SHA-256 of the public key that it is signed with; nothing where it is not signed.
 */
signed_by: string | null, 
/**
 * Whose key that is, as far as it is known here.
 */
signer: SignerKind | null, };

export type BundledFact = { 
/**
 * When Assay first saw them; nothing is known of the time before.
 */
since: Millis, 
/**
 * Since when they had been what they are compared with.
 */
from: Millis, 
/**
 * Assay first saw them after the snapshot's last activation.
 */
after_use: boolean, 
/**
 * Files that differ, in all.
 */
count: number, 
/**
 * Files with other bytes, the first 20.
 */
changed: Array<Foreign>, 
/**
 * Files that were not there, the first 20.
 */
added: Array<Foreign>, 
/**
 * Files that are gone, the first 20.
 */
removed: Array<Foreign>, 
/**
 * Files that were not hashed: links, or beyond 500 files or 16 MiB.
 */
unhashed: number, };

export type CallerWord = "model" | "user";

export type CarriedOutView = { 
/**
 * Its entry in the journal; absent when it was refused.
 */
entry: JournalRow | null, 
/**
 * The row of the skill that now stands where something was written.
 */
skill: string | null, 
/**
 * Why nothing was written.
 */
refused: RefusedView | null, };

export type CarryOutAsk = { 
/**
 * The id of a [`super::PlanView`].
 */
plan: string, };

export type CatalogAsk = { 
/**
 * The agent whose model is shown it; Pixir when absent.
 */
convention?: string, };

export type CatalogDifference = { "code": "as_recorded", "args": { 
/**
 * The skill.
 */
name: Quote, 
/**
 * The id of the session.
 */
session: Quote, 
/**
 * The turn, if it was recorded in one.
 */
turn: number | null, } } | { "code": "missing", "args": { 
/**
 * The skill.
 */
name: Quote, } };

export type CatalogFound = "not_recorded" | "today" | "snapshots" | "nowhere";

export type CatalogPiece = { 
/**
 * Its text.
 */
text: Foreign, 
/**
 * The skill it is the entry of.
 */
skill: string | null, 
/**
 * The entry is cut by the budget inside this piece.
 */
cut: boolean, };

export type CatalogThen = { 
/**
 * What Pixir recorded of it; absent where no call of the turn is recorded.
 */
hash: string | null, 
/**
 * How well its text is known: recorded it never is.
 */
known: Known, 
/**
 * Where a text with that hash was found.
 */
found: CatalogFound, 
/**
 * Skills in it, once a text was found.
 */
skills: number | null, 
/**
 * Skills the budget cut off or left out.
 */
left_out: Array<Foreign>, 
/**
 * How it differs from today's.
 */
differences: Array<CatalogDifference>, 
/**
 * Catalogs that were tried.
 */
tried: number, };

export type CatalogView = { 
/**
 * The text in pieces; joined they are the text, byte for byte.
 */
pieces: Array<CatalogPiece>, 
/**
 * Bytes of the whole text.
 */
bytes: number, 
/**
 * The size of its entries.
 */
listing: ListingFact, 
/**
 * What is taken of the agent's limit before any skill, in the limit's unit; bytes where there is no limit.
 */
own: number, 
/**
 * What each skill takes of it, in the catalog's order; of a catalog of thousands the first 500.
 */
shares: Array<ListingShare>, 
/**
 * What all skills take of it together.
 */
shares_total: number, 
/**
 * The sentence that goes with it for other agents: what the model does when a skill fits.
 */
instruction: string | null, 
/**
 * What is known of the difference to what the agent itself shows; nothing where there is none.
 */
reconstructed: Reconstructed | null, 
/**
 * The hash Pixir would record for this text; other agents record none.
 */
index_hash: string | null, 
/**
 * When the disk was read.
 */
read_at: Millis, };

export type ChainStep = { 
/**
 * `Source`, `Asked`, `Run`, `Read`, `Sent`, `Denied`, …
 */
step: Message, 
/**
 * What it is about: `release-notes`, `/usr/bin/git`, `2,114 bytes`.
 */
subject: Message, 
/**
 * SHA-256 of the bytes it is about.
 */
hash: string | null, 
/**
 * More, in words.
 */
words: Message, };

export type Change = { 
/**
 * What may be stale.
 */
stale: Array<Tag>, 
/**
 * The keys of the sessions whose logs changed, where it is known that nothing else of sessions did.
 */
sessions: Array<string> | null, };

export type ChangedPart = { 
/**
 * The part.
 */
part: BoundPart, 
/**
 * Lines added and removed, where they are known.
 */
lines: [number, number] | null, };

export type ChangesAsk = { 
/**
 * First row wanted, counted from 0.
 */
from: number, 
/**
 * How many rows, at most 500.
 */
count: number, };

export type CheckGroup = { 
/**
 * The rule, the skill's short path, or the path of a file that should be a skill.
 */
label: Foreign, 
/**
 * What the rule found of what the filter takes, where rules are put together.
 */
rule: RuleCount | null, 
/**
 * The id of the skill's row, where skills are put together.
 */
skill: string | null, 
/**
 * Some of them may have a quick fix.
 */
has_fix: boolean, 
/**
 * Findings in it.
 */
count: number, 
/**
 * The number of its first row.
 */
from: number, };

export type CheckGrouping = "rule" | "skill";

export type CheckRow = { 
/**
 * What is so.
 */
finding: FindingRow, 
/**
 * The id of the skill's row, or of the file's that should be one; absent where no row stands for it.
 */
skill: string | null, 
/**
 * The skill's name; empty for what is none.
 */
name: Foreign, 
/**
 * Whose it is.
 */
scope: string, };

export type ChecksAsk = { 
/**
 * The agent whose skills are checked; Pixir when absent.
 */
convention?: string, 
/**
 * Only those whose rule, words or path contain this, without regard to case; empty takes all.
 */
text: string, 
/**
 * Only these severities; all when empty.
 */
severities: Array<Severity>, 
/**
 * Only these rules; all when empty.
 */
rules: Array<string>, 
/**
 * What is put together.
 */
group: CheckGrouping, 
/**
 * First row wanted, counted from 0.
 */
from: number, 
/**
 * How many rows, at most 500.
 */
count: number, };

export type ChecksView = { 
/**
 * All findings.
 */
total: number, 
/**
 * Files that were checked.
 */
checked: number, 
/**
 * Skills, or files that should be one, with a finding.
 */
skills: number, 
/**
 * How many of each severity, the worst first.
 */
severities: Array<SeverityCount>, 
/**
 * The rules that found something, the worst first.
 */
rules: Array<RuleCount>, 
/**
 * Findings that the filter takes.
 */
matching: number, 
/**
 * Groups of these.
 */
groups_total: number, 
/**
 * The groups, at most 2,000.
 */
groups: Array<CheckGroup>, 
/**
 * Number of the first row here.
 */
from: number, 
/**
 * The rows.
 */
rows: Array<CheckRow>, 
/**
 * What is odd about changes that were made.
 */
problems: Array<ProblemRow>, 
/**
 * When the disk was read.
 */
read_at: Millis, };

export type Choice = { "kind": "run", 
/**
 * How long the permission holds.
 */
lifetime: LifetimeKind, } | { "kind": "deny", 
/**
 * Words for the agent; may be empty. At most 500 characters.
 */
note: string, } | { "kind": "send" } | { "kind": "redact_and_send", 
/**
 * Numbers of the marks, from 1.
 */
marks: Array<number>, } | { "kind": "discard" };

export type Clip = { 
/**
 * At most 12 lines and 4 KiB.
 */
text: Foreign, 
/**
 * Lines of the whole text.
 */
lines: number, 
/**
 * Bytes of the whole text.
 */
bytes: number, 
/**
 * Something is left out.
 */
cut: boolean, };

export type Code = "wrong_use" | "refused" | "denied" | "not_found" | "damaged" | "failed" | "not_here" | "no_workspace";

export type CommandKind = { "code": "no_shell", "args": { 
/**
 * Its arguments, with the program.
 */
arguments: number, } } | { "code": "shell" } | { "code": "files" } | { "code": "resource" } | { "code": "by_assay" };

export type CommandRisk = "runs_download" | "runs_hidden" | "removes" | "connects" | "touches_keys" | "starts" | "sends" | "root" | "overrules";

export type CommandView = { 
/**
 * As one would type it; for a shell source the text itself.
 */
text: Foreign, 
/**
 * Every argument as it is, the program first; empty for files.
 */
argv: Array<Foreign>, 
/**
 * What it is.
 */
kind: CommandKind, 
/**
 * What Assay adds to the command for safety, each argument; empty when nothing is.
 */
added: Array<Foreign>, };

export type CompanionFact = { 
/**
 * The file, absolute.
 */
path: Foreign, 
/**
 * Its events.
 */
events: number, 
/**
 * Lines that cannot be read.
 */
unread: number, 
/**
 * The first line that does not name the one before it: that one, or this, is not what was written.
 */
broken_at: number | null, };

export type Context = "folded" | "whole";

export type ContextNote = { "code": "versions", "args": { 
/**
 * The skill.
 */
name: Quote, 
/**
 * Its versions.
 */
versions: Array<VersionInContext>, } } | { "code": "mismatch", "args": { 
/**
 * The skill.
 */
name: Quote, 
/**
 * The line of the activation.
 */
line: number, } } | { "code": "sent_again", "args": { 
/**
 * The skill.
 */
name: Quote, 
/**
 * The letter of the text.
 */
letter: string, 
/**
 * How often.
 */
times: number, } } | { "code": "in_context_again", "args": { 
/**
 * The skill.
 */
name: Quote, 
/**
 * The letter of the text.
 */
letter: string, 
/**
 * How often.
 */
times: number, } } | { "code": "no_hash", "args": { 
/**
 * How many.
 */
count: number, } } | { "code": "open_order" } | { "code": "other_history", "args": { 
/**
 * The thread.
 */
thread: Quote, 
/**
 * The ordinal at which it ends.
 */
end: number | null, } } | { "code": "recorded_by_assay" } | { "code": "no_requests", "args": { 
/**
 * The agent.
 */
agent: string, } };

export type ConventionRow = { 
/**
 * Names it to programs.
 */
name: ConventionName, 
/**
 * Names it to people.
 */
label: string, 
/**
 * How well that is known.
 */
confidence: Known, 
/**
 * Rows that the skill list by its rules has here.
 */
skills: number, };

export type ConventionView = { 
/**
 * Names it to programs.
 */
name: ConventionName, 
/**
 * Names it to people.
 */
label: string, 
/**
 * How well that is known.
 */
confidence: Known, 
/**
 * Where it is known from.
 */
source: Message, 
/**
 * Where it looks, the place that wins first.
 */
roots: Array<WinsRoot>, };

export type ConventionsView = { 
/**
 * In the order of the matrix.
 */
rows: Array<ConventionRow>, };

export type CopiedFact = { 
/**
 * The session they were copied from, by this log's own word.
 */
from: Foreign, 
/**
 * The key of that session's row, when its log is here.
 */
key: string | null, 
/**
 * How many events were copied, by this log's own word.
 */
events: number, 
/**
 * Turns among them.
 */
turns: number, };

export type CoversText = { "code": "hook_text" } | { "code": "this_request" } | { "code": "until_session", "args": { 
/**
 * The end of the session's id.
 */
session: Foreign, } } | { "code": "until_connection" } | { "code": "parts", "args": { 
/**
 * The parts.
 */
parts: Array<BoundPart>, } } | { "code": "parts_and_output", "args": { 
/**
 * The parts.
 */
parts: Array<BoundPart>, } };

export type CutText = { 
/**
 * Bytes that are kept.
 */
kept: number, 
/**
 * Bytes in all.
 */
total: number, 
/**
 * Lines that are left out.
 */
lines: number, };

export type DamageView = { 
/**
 * The line.
 */
unread: UnreadRow, 
/**
 * The line before, shortened.
 */
before: Foreign | null, 
/**
 * The line itself around the fault, at most 400 characters.
 */
text: Foreign, 
/**
 * Where in `text` the fault stands, in characters.
 */
at: number, 
/**
 * The line after, shortened.
 */
after: Foreign | null, 
/**
 * Bytes around the fault.
 */
hex: Array<HexRow>, 
/**
 * The byte in the file at which reading stopped.
 */
byte: number, 
/**
 * The timeline row it falls into.
 */
row: number, 
/**
 * Sequence numbers missing at the break.
 */
missing_seq: string | null, 
/**
 * Events after it that could be read.
 */
readable_after: number, 
/**
 * Activations of the whole log, with what each is worth.
 */
activations: Array<DamagedActivation>, };

export type DamagedActivation = { 
/**
 * The skill's name.
 */
name: Foreign, 
/**
 * Its turn, when it belongs to one.
 */
turn: number | null, 
/**
 * Its line.
 */
line: number, 
/**
 * The recorded hash.
 */
hash: string, 
/**
 * What recomputing the hash says.
 */
integrity: Integrity, 
/**
 * It stands after the break, so that its turn is reconstructed.
 */
after_break: boolean, };

export type DeadLink = { 
/**
 * The line it stands on, counted from 1.
 */
line: number, 
/**
 * Where it points, as written.
 */
target: Foreign, 
/**
 * The message of the system; absent if the file does not exist.
 */
fault: Foreign | null, };

export type DecideAsk = { 
/**
 * The request that was on screen.
 */
request: string, 
/**
 * The number of the showing it was decided on; an older one, or one shown for less than 400 ms, is refused.
 */
showing: number, 
/**
 * The decision.
 */
choice: Choice, };

export type DecideLooseningAsk = { 
/**
 * The showing it answers.
 */
showing: number, 
/**
 * Whether the change is made.
 */
yes: boolean, };

export type DecidedRow = { 
/**
 * Its id: the hydration's.
 */
id: string, 
/**
 * When.
 */
at: Millis, 
/**
 * What was decided.
 */
decision: DecisionWord, 
/**
 * The command, path or pattern as it was.
 */
command: Foreign, 
/**
 * The skill.
 */
skill: SkillMark, 
/**
 * What was released.
 */
released: ReleasedText, 
/**
 * The session and turn.
 */
turn: TurnMark | null, };

export type DecisionAsk = { 
/**
 * The id of a [`crate::hydration::DecidedRow`].
 */
id: string, };

export type DecisionFact = { 
/**
 * The session's recorded mode.
 */
mode: Foreign | null, 
/**
 * Allowed, those of hydrations included.
 */
allowed: number, 
/**
 * Denied.
 */
denied: number, };

export type DecisionView = { 
/**
 * The row.
 */
row: DecidedRow, 
/**
 * From source to release, in order.
 */
chain: Array<ChainStep>, 
/**
 * The permission, in a sentence.
 */
permission: Message, 
/**
 * Whether the same request would be asked about again now, in a sentence.
 */
again: Message, 
/**
 * What is known not to be complete, each in words.
 */
limitations: Array<Foreign>, 
/**
 * The note that was given with a no.
 */
note: Foreign | null, 
/**
 * The released text: at most its first 200 lines.
 */
output: Foreign | null, 
/**
 * Where the event stands: the companion log's path, shortened, and its line.
 */
recorded: string, 
/**
 * The event as indented JSON, for copying.
 */
json: string, };

export type DecisionWord = "sent" | "sent_redacted" | "sent_under_grant" | "sent_by_rule" | "discarded" | "denied" | "refused" | "withdrawn" | "failed";

export type DefectCode = "too_large" | "not_utf8" | "no_frontmatter" | "unclosed" | "unreadable" | "no_description" | "no_name" | "empty_id" | "long_name" | "odd_name" | "long_description";

export type DeleteTextsAsk = { 
/**
 * Which ones; all where none is named.
 */
ids: Array<string>, };

export type DescriptionAdvice = { 
/**
 * The rule's name.
 */
rule: LintRuleId, 
/**
 * The remark.
 */
text: FindingText, };

export type DiffAsk = { 
/**
 * The key of a session row.
 */
key: string, 
/**
 * The log line of an activation, counted from 1.
 */
line: number, 
/**
 * Another activation to compare it with; the file on disk when there is none.
 */
against?: ActivationPlace, 
/**
 * What counts as equal.
 */
whitespace: Whitespace, 
/**
 * Which unchanged lines are shown.
 */
context: Context, 
/**
 * First row wanted, counted from 0.
 */
from: number, 
/**
 * How many rows, at most 2,000.
 */
count: number, };

export type DiffLine = { 
/**
 * Its number in the file, counted from 1.
 */
number: number, 
/**
 * Its text in pieces; a line over 16 KiB is cut and says so in its last piece.
 */
pieces: Array<Piece>, };

export type DiffNote = { "code": "line_ends", "args": { 
/**
 * Lines of the left side that end in CRLF, and all that have an end.
 */
left: [number, number], 
/**
 * The same of the right side.
 */
right: [number, number], } } | { "code": "no_final_newline", "args": { 
/**
 * The side.
 */
side: DiffNoteSide, } } | { "code": "byte_order_mark", "args": { 
/**
 * The side.
 */
side: DiffNoteSide, } } | { "code": "replaced", "args": { 
/**
 * The side.
 */
side: DiffNoteSide, 
/**
 * How many.
 */
bytes: number, } } | { "code": "too_large", "args": { 
/**
 * The most bytes per side.
 */
bytes: number, 
/**
 * The most lines per side.
 */
lines: number, } } | { "code": "took_too_long", "args": { 
/**
 * After so many milliseconds.
 */
ms: number, } };

export type DiffNoteSide = "left" | "right";

export type DiffPlace = { "code": "session", "args": { 
/**
 * The turn; absent outside of turns.
 */
turn: number | null, 
/**
 * `user` or `model`.
 */
by: Foreign, } } | { "code": "disk", "args": { 
/**
 * Its path, shortened.
 */
path: Foreign, } };

export type DiffRow = { "kind": "same", 
/**
 * Recorded.
 */
left: DiffLine, 
/**
 * On disk.
 */
right: DiffLine, } | { "kind": "changed", 
/**
 * The change it belongs to, from 0.
 */
change: number, 
/**
 * Recorded.
 */
left: DiffLine | null, 
/**
 * On disk.
 */
right: DiffLine | null, } | { "kind": "fold", 
/**
 * How many.
 */
lines: number, 
/**
 * First recorded line.
 */
left_from: number, 
/**
 * First line on disk.
 */
right_from: number, };

export type DiffSide = { 
/**
 * SHA-256 of its bytes.
 */
hash: string, 
/**
 * Its place.
 */
place: DiffPlace, 
/**
 * Recorded or modified at.
 */
at: Millis | null, 
/**
 * Lines.
 */
lines: number, 
/**
 * Bytes.
 */
bytes: number, };

export type DiffView = { 
/**
 * The skill's recorded name.
 */
name: Foreign, 
/**
 * The recorded side.
 */
recorded: DiffSide, 
/**
 * The side on disk; absent when there is no file to compare with.
 */
disk: DiffSide | null, 
/**
 * The other snapshot, when two are compared; then the state still is that of the first against the disk.
 */
other: DiffSide | null, 
/**
 * The state.
 */
drift: DriftFact, 
/**
 * What recomputing the hash says.
 */
integrity: Integrity, 
/**
 * When the disk was read.
 */
read_at: Millis, 
/**
 * Frontmatter fields, changed first.
 */
fields: Array<FieldChange>, 
/**
 * Changes in the body.
 */
changes: number, 
/**
 * Body lines added.
 */
added: number, 
/**
 * Body lines removed.
 */
removed: number, 
/**
 * Lines hidden because only white space differs.
 */
whitespace_hidden: number, 
/**
 * Facts on line ends, a missing last line end, replaced bytes, or a coarse answer.
 */
notes: Array<DiffNote>, 
/**
 * All rows.
 */
total: number, 
/**
 * The row each change starts at.
 */
change_rows: Array<number>, 
/**
 * Where changes stand in the whole, for the marks beside the scrollbar.
 */
marks: Array<ScrollMark>, 
/**
 * The first row's number.
 */
from: number, 
/**
 * The rows of the window.
 */
rows: Array<DiffRow>, };

export type DivergenceRow = { 
/**
 * Its path from the skill's folder.
 */
rel: Foreign, 
/**
 * Who changed it.
 */
by: DivergenceWho, 
/**
 * It is here.
 */
is_here: boolean, 
/**
 * It is at the source.
 */
is_there: boolean, };

export type DivergenceWho = "here" | "there" | "both" | "alike";

export type DoorRow = { 
/**
 * The path, shortened.
 */
path: Foreign, 
/**
 * `the folder itself`, `symlink`, `symlinked root`.
 */
how: string, };

export type DoubtRow = { 
/**
 * Whether a person may go on.
 */
weight: DoubtWeight, 
/**
 * The rule, one word for programs.
 */
rule: string, 
/**
 * The thing, by its path; empty for the whole.
 */
at: Foreign, 
/**
 * The line, counted from 1.
 */
line: number | null, 
/**
 * One sentence.
 */
message: Message, };

export type DoubtWeight = "refuses" | "warns";

export type DoubtfulRow = { 
/**
 * The skill.
 */
name: Foreign, 
/**
 * Its line.
 */
line: number, 
/**
 * The recorded hash; empty when none was.
 */
hash: string, 
/**
 * What recomputing it says.
 */
integrity: Integrity, };

export type DraftAsk = { 
/**
 * The id of a skill row.
 */
skill: string, 
/**
 * The file, by its path from the skill's folder; `SKILL.md` is one too.
 */
rel: string, };

export type DraftCheckAsk = { 
/**
 * The id of a skill row.
 */
skill: string, 
/**
 * SHA-256 of the bytes that the editing began with.
 */
seen: string, 
/**
 * The text, at most 1 MiB.
 */
text: string, };

export type DraftCheckView = { 
/**
 * Whether the file on disk is still the one that was opened.
 */
disk: DraftDisk, 
/**
 * SHA-256 of the edited text.
 */
hash: string, 
/**
 * Bytes of the edited text.
 */
bytes: number, 
/**
 * Bytes of the file on disk.
 */
bytes_on_disk: number, 
/**
 * The frontmatter as a form: six known fields, present or not, then all others.
 */
fields: Array<DraftField>, 
/**
 * Findings, worst first.
 */
findings: Array<FindingRow>, 
/**
 * Tokens in the listing, estimated as bytes / 4.
 */
listed: number, 
/**
 * Tokens when activated, likewise.
 */
activated: number, 
/**
 * The same against the file on disk.
 */
activated_change: number, 
/**
 * Characters of the description.
 */
description_characters: number, 
/**
 * Most that the specification allows.
 */
description_limit: number, 
/**
 * Advice on the description.
 */
advice: Array<DescriptionAdvice>, 
/**
 * The agent by whose rules it would win.
 */
agent: string, 
/**
 * What changes about who wins, one sentence each.
 */
effects: Array<Message>, 
/**
 * What else saving would touch.
 */
notes: Array<Message>, 
/**
 * The difference to the file on disk, its first 400 rows.
 */
change: PlanDiffView, 
/**
 * When the disk was read.
 */
read_at: Millis, };

export type DraftDisk = "as_seen" | "changed" | "gone";

export type DraftField = { 
/**
 * Its key.
 */
key: Foreign, 
/**
 * Where it stands, counted from 1.
 */
line: number | null, 
/**
 * Its text; nothing when it is missing, a list or a mapping.
 */
value: string | null, 
/**
 * Its lines as written; nothing when it is missing.
 */
yaml: string | null, };

export type DraftFieldAsk = { 
/**
 * The whole file, at most 1 MiB.
 */
text: string, 
/**
 * The top-level key.
 */
key: string, 
/**
 * What becomes of it.
 */
value: DraftValue, };

export type DraftFieldView = { 
/**
 * The whole text.
 */
text: string | null, 
/**
 * Why it was not set, in one sentence.
 */
refused: Message | null, };

export type DraftTextAsk = { 
/**
 * The whole file, at most 1 MiB.
 */
text: string, };

export type DraftValue = { "kind": "text", 
/**
 * The text.
 */
text: string, } | { "kind": "yaml", 
/**
 * The lines, key included.
 */
lines: string, } | { "kind": "nothing" };

export type DraftView = { 
/**
 * The skill's name.
 */
name: Foreign, 
/**
 * Its scope.
 */
scope: string, 
/**
 * The name of its folder.
 */
folder: Foreign, 
/**
 * The file, shortened.
 */
path: Foreign, 
/**
 * SHA-256 of its bytes.
 */
hash: string, 
/**
 * Its bytes.
 */
bytes: number, 
/**
 * All of it.
 */
text: string, 
/**
 * When it was read.
 */
read_at: Millis, };

export type DriftAsk = { 
/**
 * Only skill names that contain this, without regard to case; empty takes all.
 */
text: string, 
/**
 * Only snapshots in one of these states; empty takes all.
 */
states: Array<DriftState>, 
/**
 * Only those of skills that are drifted, the last one recorded of each.
 */
drifted?: boolean, 
/**
 * The order.
 */
sort: DriftSort, 
/**
 * What rows stand together by.
 */
group?: DriftGrouping, 
/**
 * First row wanted, counted from 0.
 */
from: number, 
/**
 * How many rows, at most 500.
 */
count: number, };

export type DriftBasis = "digest" | "whole_text" | "body" | "trimmed_body" | "part" | "template" | "nothing";

export type DriftEverywhereView = { 
/**
 * The open workspace, and those in which a session recorded a skill, by name.
 */
rows: Array<WorkspaceDriftRow>, };

export type DriftFact = { 
/**
 * The state.
 */
state: DriftState, 
/**
 * Body lines added on disk.
 */
added: number, 
/**
 * Body lines removed.
 */
removed: number, 
/**
 * What else is so: the fields that changed, the new place, the winner, the reason.
 */
detail: DriftNote | null, 
/**
 * The skill is drifted: this is the last text that was recorded of it, and the disk has another.
 */
drifted: boolean, 
/**
 * What the comparison rests on.
 */
basis: DriftBasis, 
/**
 * What was done to both texts before it.
 */
steps: StepsFact, 
/**
 * What the agent filled in, the first 20.
 */
holes: Array<HoleFact>, 
/**
 * The file that would be taken now under the name, where that is another one.
 */
taken: TakenFact | null, 
/**
 * Other files of the name that hold the same text, shortened, the first 3; they are looked for where neither the
 * file it came from nor the one that would be taken now does.
 */
same_at: Array<Foreign>, };

export type DriftGroup = { 
/**
 * The number of its first row.
 */
from: number, 
/**
 * Its rows.
 */
count: number, 
/**
 * Of these, drifted: the last text recorded of their skill, and the disk has another.
 */
drifted: number, 
/**
 * The skill's name, or the session's title.
 */
label: Foreign, 
/**
 * The key of the session, when rows are grouped by session.
 */
key: string | null, 
/**
 * The session's id; empty when rows are grouped by skill.
 */
session: Foreign, };

export type DriftGrouping = "none" | "skill" | "session";

export type DriftNote = { "code": "not_compared" } | { "code": "unchanged", "args": { 
/**
 * The part.
 */
part: RecordedPart, } } | { "code": "only", "args": { 
/**
 * The note.
 */
note: DriftNote, 
/**
 * The part.
 */
part: RecordedPart, } } | { "code": "part_recorded" } | { "code": "no_frontmatter" } | { "code": "frontmatter_too", "args": { 
/**
 * The change.
 */
change: FrontmatterChange, } } | { "code": "frontmatter", "args": { 
/**
 * The change.
 */
change: FrontmatterChange, } } | { "code": "whitespace", "args": { 
/**
 * The kinds.
 */
kinds: Array<WhitespaceKind>, } } | { "code": "now_at", "args": { 
/**
 * The path.
 */
path: Quote, } } | { "code": "now_named", "args": { 
/**
 * The name.
 */
name: Quote, } } | { "code": "moved", "args": { 
/**
 * The scope it was in.
 */
from: Quote, 
/**
 * The scope it is in.
 */
to: Quote, } } | { "code": "shadowed", "args": { 
/**
 * That scope.
 */
scope: Quote, } } | { "code": "last_copy", "args": { 
/**
 * The part that was recorded; absent for the whole file.
 */
part: RecordedPart | null, } } | { "code": "filled", "args": { 
/**
 * The first of them.
 */
names: Array<Quote>, 
/**
 * How many more there are.
 */
more: number, } } | { "code": "removed", "args": { 
/**
 * The first of them.
 */
names: Array<Quote>, 
/**
 * How many more there are.
 */
more: number, } } | { "code": "no_text" } | { "code": "mismatch" } | { "code": "unreadable", "args": { 
/**
 * The message of the system.
 */
fault: Quote, } } | { "code": "other_machine" } | { "code": "no_place" } | { "code": "part_unknown" } | { "code": "too_many_places" } | { "code": "bundled_changed", "args": { 
/**
 * How many.
 */
count: number, } };

export type DriftRow = { 
/**
 * Names this snapshot to [`super::SnapshotAsk`].
 */
id: string, 
/**
 * The skill's recorded name.
 */
name: Foreign, 
/**
 * Its recorded scope.
 */
scope: Foreign, 
/**
 * Its recorded hash; empty when none was recorded.
 */
hash: string, 
/**
 * Its recorded path.
 */
recorded_path: Foreign, 
/**
 * How it differs from the disk.
 */
drift: DriftFact, 
/**
 * What recomputing the hash says.
 */
integrity: Integrity, 
/**
 * Turns it shaped.
 */
turns: number, 
/**
 * Sessions it shaped.
 */
sessions: number, 
/**
 * Activations that gave it when it was older than the skill's file, as their logs prove.
 */
stale: number, 
/**
 * Where it was last activated.
 */
latest: SnapshotRef, };

export type DriftSort = "state" | "name" | "turns" | "last_used";

export type DriftState = "identical" | "whitespace_only" | "frontmatter_only" | "body_changed" | "renamed" | "moved_scope" | "shadowed_now" | "in_another_version" | "deleted" | "filled" | "changed_by_agent" | "unverifiable" | "resources_changed";

export type DriftStep = { "code": "read", "args": { 
/**
 * The step.
 */
step: ReadStep, } } | { "code": "mark" } | { "code": "frontmatter" } | { "code": "line_ends" } | { "code": "beginning" } | { "code": "end" } | { "code": "lines", "args": { 
/**
 * The first line, counted from 1.
 */
from: number, 
/**
 * The last line.
 */
to: number, } } | { "code": "called" } | { "code": "filled", "args": { 
/**
 * How many.
 */
places: number, } } | { "code": "crlf_kept" } | { "code": "nothing" };

export type DriftView = { 
/**
 * Distinct recorded snapshots.
 */
total: number, 
/**
 * Distinct skill names among them.
 */
skills: number, 
/**
 * Snapshots in each state that occurs.
 */
counts: Array<StateCount>, 
/**
 * Skills that are drifted: the disk has another text than the last one recorded.
 */
drifted: number, 
/**
 * Rows that match the ask. Grouped by session, a snapshot has a row in each session that recorded it.
 */
matching: number, 
/**
 * What the rows are grouped by, in their order, at most 1,000; empty when they are not.
 */
groups: Array<DriftGroup>, 
/**
 * Groups in all.
 */
groups_total: number, 
/**
 * The first row's number.
 */
from: number, 
/**
 * The rows of the window.
 */
rows: Array<DriftRow>, 
/**
 * Sessions without any activation.
 */
sessions_without: number, 
/**
 * Where logs were looked for.
 */
places: Array<PlaceRow>, 
/**
 * When the disk was read.
 */
read_at: Millis, };

export type DroppedCard = { 
/**
 * Its letter.
 */
letter: Letter, 
/**
 * The turn it was activated in.
 */
turn: number | null, 
/**
 * The compaction's sequence number.
 */
dropped_at: string, 
/**
 * The line of the file the compaction stands in.
 */
dropped_on: number, 
/**
 * What became of it behind the compaction.
 */
after: AfterDrop, 
/**
 * Its log line.
 */
line: number, };

export type DroppedText = { 
/**
 * Its letter.
 */
letter: Letter, 
/**
 * What became of it.
 */
after: AfterDrop, };

export type DroppedView = { "was": "nothing" } | { "was": "workspace" } | { "was": "import", 
/**
 * Names the import in what is asked of it next.
 */
import: string, } | { "was": "bundle", 
/**
 * The name of its file.
 */
file: Foreign, 
/**
 * What it was found to be.
 */
report: BundleReport, } | { "was": "session", 
/**
 * The key of its row, good in the workspace that is open now.
 */
key: string, };

export type EmptyTrashAsk = { 
/**
 * The ids of [`super::TrashRow`]s; everything when absent.
 */
items: Array<string> | null, };

export type EndingFact = { "is": "whole" } | { "is": "no_line_feed" } | { "is": "cut", 
/**
 * Bytes of the cut line.
 */
bytes: number, };

export type EnforcedRow = { 
/**
 * The tool.
 */
tool: string, 
/**
 * Whether the list lets it be used.
 */
permitted: boolean, };

export type EntryFlaw = { "code": "not_a_mapping" } | { "code": "unknown_key", "args": { 
/**
 * The key.
 */
key: Quote, } } | { "code": "key_twice", "args": { 
/**
 * The key.
 */
key: Quote, } } | { "code": "no_id" } | { "code": "bad_id", "args": { 
/**
 * The id.
 */
id: Quote, } } | { "code": "reserved_id", "args": { 
/**
 * The id.
 */
id: Quote, } } | { "code": "no_surface" } | { "code": "two_surfaces", "args": { 
/**
 * The first key.
 */
one: Quote, 
/**
 * The second key.
 */
other: Quote, } } | { "code": "not_text", "args": { 
/**
 * The key.
 */
key: Quote, } } | { "code": "run_not_a_list" } | { "code": "argument_not_text" } | { "code": "empty_argument" } | { "code": "no_program" } | { "code": "nul" } | { "code": "long_command" } | { "code": "forbidden" } | { "code": "pattern", "args": { 
/**
 * The message of the parser of patterns.
 */
reason: Quote, } } | { "code": "resource_not_a_file" } | { "code": "resource_missing", "args": { 
/**
 * The path.
 */
path: Quote, } } | { "code": "resource_outside" } | { "code": "resource_unreadable", "args": { 
/**
 * The message of the system.
 */
fault: Quote, } } | { "code": "empty_path", "args": { 
/**
 * The key.
 */
key: Quote, } } | { "code": "bad_path", "args": { 
/**
 * The key.
 */
key: Quote, 
/**
 * The reason.
 */
why: PathFlaw, } } | { "code": "long_title" } | { "code": "flag", "args": { 
/**
 * The key.
 */
key: Quote, } } | { "code": "out_of_range", "args": { 
/**
 * The key.
 */
key: Quote, 
/**
 * The least value.
 */
least: number, 
/**
 * The greatest value.
 */
most: number, } } | { "code": "auto_shell" } | { "code": "auto_writes" };

export type EventGroup = "messages" | "tools" | "skills" | "other";

export type EventKinds = { 
/**
 * Types as the log names them, each once.
 */
types: Array<Foreign>, 
/**
 * Bookkeeping lines among them.
 */
bookkeeping: number, };

export type EventPart = "text" | "args" | "output";

export type EventRow = { 
/**
 * Which log it stands in.
 */
log: LogPart, 
/**
 * Its record, counted from 1: its line where a line of the log is one event.
 */
line: number, 
/**
 * The line of the file in which the record stands.
 */
file_line: number, 
/**
 * Its sequence number as written; empty when it has none.
 */
seq: string, 
/**
 * Its time.
 */
at: Millis | null, 
/**
 * Milliseconds since the row's first event; absent when the clock moved back.
 */
offset_ms: number | null, 
/**
 * What happened.
 */
what: EventView, };

export type EventSpan = { 
/**
 * The first one, counted from 0.
 */
from: number, 
/**
 * Behind the last one.
 */
to: number, };

export type EventTextAsk = { 
/**
 * The key of a [`crate::sessions::SessionRow`].
 */
key: string, 
/**
 * Which log; without it, the session's own.
 */
log: LogPart, 
/**
 * The log line, counted from 1.
 */
line: number, 
/**
 * Which text of it.
 */
part: EventPart, 
/**
 * First line wanted of the text, counted from 0.
 */
from: number, 
/**
 * How many lines, at most 2,000.
 */
count: number, };

export type EventView = { "kind": "user_message", 
/**
 * The message.
 */
text: Clip, 
/**
 * Names of attached resources with their type and size, in words.
 */
resources: Array<Foreign>, 
/**
 * Pixir's runtime wrote it, no person.
 */
by_runtime: boolean, } | { "kind": "assistant_message", 
/**
 * The answer, drawn.
 */
markdown: Markdown, 
/**
 * The answer, as written.
 */
text: Clip, 
/**
 * The skill that the agent itself names for it.
 */
attributed: Foreign | null, 
/**
 * Why it is only a part, in words.
 */
partial: Foreign | null, } | { "kind": "reasoning", 
/**
 * Its readable summary; empty when there is none.
 */
summary: Clip, 
/**
 * Bytes of encrypted content.
 */
encrypted_bytes: number, } | { "kind": "skill_activation", 
/**
 * Its letter.
 */
letter: Letter, 
/**
 * `user` or `model`.
 */
by: Foreign, 
/**
 * Its recorded scope.
 */
scope: Foreign, 
/**
 * Its recorded short path.
 */
short_path: Foreign, 
/**
 * Its recorded path.
 */
path: Foreign, 
/**
 * What recomputing the hash says.
 */
integrity: Integrity, 
/**
 * How it differs from the disk.
 */
drift: DriftFact, 
/**
 * Lines of the snapshot.
 */
lines: number, 
/**
 * Bytes of the snapshot.
 */
bytes: number, 
/**
 * What else the log tells of it.
 */
told: ActivationFact, } | { "kind": "subagent", 
/**
 * `queued`, `started`, `finished`, …
 */
phase: Foreign, 
/**
 * The agent role.
 */
agent: Foreign, 
/**
 * Its task.
 */
task: Clip, 
/**
 * Its result; empty before the end.
 */
summary: Clip, 
/**
 * Its key when its log is there.
 */
key: string | null, 
/**
 * Its session id.
 */
child: Foreign | null, 
/**
 * Its permission mode.
 */
mode: Foreign | null, } | { "kind": "posture", 
/**
 * `auto`, `ask` or `read_only`.
 */
mode: Foreign, 
/**
 * `root` or `child`.
 */
lineage: Foreign, 
/**
 * Where it comes from, as recorded.
 */
source: Foreign, } | { "kind": "workflow", 
/**
 * `workflow_started`, `step_scheduled`, …
 */
phase: Foreign, 
/**
 * The workflow's name.
 */
name: Foreign, 
/**
 * The step, when it concerns one.
 */
step: Foreign | null, 
/**
 * The state, when one is recorded.
 */
status: Foreign | null, 
/**
 * `skill/template` when a skill's template was run.
 */
template: Foreign | null, } | { "kind": "fork", 
/**
 * The parent's id.
 */
parent: Foreign, 
/**
 * The parent's last copied sequence number.
 */
to_seq: string | null, 
/**
 * Events copied.
 */
copied: number, } | { "kind": "branch_summary", 
/**
 * The summary.
 */
text: Clip, } | { "kind": "compaction", 
/**
 * Its trigger.
 */
trigger: Foreign, 
/**
 * `0–97`.
 */
range: Foreign, 
/**
 * Events it covers, where the log counts them.
 */
events: number | null, 
/**
 * Texts it dropped, the first 20.
 */
dropped: Array<DroppedText>, 
/**
 * The summary that replaces them.
 */
summary: Clip, } | { "kind": "usage", 
/**
 * The model.
 */
model: Foreign | null, 
/**
 * Tokens in.
 */
input: number | null, 
/**
 * Of these, read from the provider's cache.
 */
cached: number | null, 
/**
 * Tokens out.
 */
output: number | null, 
/**
 * The hash of the catalog the model was shown.
 */
index_hash: string | null, 
/**
 * The recorded pressure on the context window.
 */
pressure: Foreign | null, } | { "kind": "failed", 
/**
 * `provider_error`, `tool_error`, `configuration_error`.
 */
status: Foreign, 
/**
 * The error's kind.
 */
code: Foreign, 
/**
 * The error's words.
 */
message: Clip, } | { "kind": "tool_call", 
/**
 * The tool.
 */
name: Foreign, 
/**
 * What it was called with, on one line: the command, the path, or JSON.
 */
head: Foreign, 
/**
 * All arguments, as indented JSON.
 */
args: Clip, 
/**
 * The id that ties result and decision to it.
 */
call_id: Foreign, 
/**
 * The skill that the agent itself names for it.
 */
attributed: Foreign | null, 
/**
 * Its result.
 */
result: ToolOutcome | null, } | { "kind": "tool_result", 
/**
 * The id of its call.
 */
call_id: Foreign, 
/**
 * The result.
 */
result: ToolOutcome, } | { "kind": "permission", 
/**
 * `allow` or `deny`.
 */
decision: Foreign, 
/**
 * The gate that decided, when one is recorded.
 */
gate: Foreign | null, 
/**
 * The recorded reason, in words.
 */
reason: Foreign | null, 
/**
 * The id of its call.
 */
call_id: Foreign, 
/**
 * What was not run, where a hydration was refused.
 */
refused: RefusedFact | null, } | { "kind": "hydration", 
/**
 * The evidence.
 */
fact: HydratedFact, 
/**
 * The text; as much of it as there is, where the rest is lost.
 */
output: Clip, 
/**
 * Why the rest is lost.
 */
lost: Message | null, } | { "kind": "skill_listing", 
/**
 * Their names, in the order of the list.
 */
names: Array<Foreign>, 
/**
 * The list as the model read it; empty where the log has only the names.
 */
text: Clip, 
/**
 * It adds to an earlier list.
 */
adds: boolean, } | { "kind": "bookkeeping", 
/**
 * Lines.
 */
lines: number, 
/**
 * The types of the first 300, each once, as written.
 */
types: Array<Foreign>, 
/**
 * They follow, one by one.
 */
open: boolean, } | { "kind": "other", 
/**
 * The type as written.
 */
name: Foreign, 
/**
 * The line.
 */
raw: Clip, } | { "kind": "unknown", 
/**
 * The type as written.
 */
name: Foreign, 
/**
 * The line.
 */
raw: Clip, } | { "kind": "unread", 
/**
 * The reason.
 */
reason: UnreadReason, 
/**
 * The line.
 */
raw: Clip, };

export type EventsAsk = { 
/**
 * The key of a [`crate::sessions::SessionRow`].
 */
key: string, 
/**
 * The row's number in the timeline.
 */
row: number, 
/**
 * Bookkeeping follows one by one behind the one event that stands for all of it.
 */
bookkeeping?: boolean, 
/**
 * Only events of this group; all when absent.
 */
only?: EventGroup, 
/**
 * First event wanted, counted from 0.
 */
from: number, 
/**
 * How many events, at most 500.
 */
count: number, };

export type EventsView = { 
/**
 * The row.
 */
row: TimelineRow, 
/**
 * All events of the row, or of the group asked for; a result that stands with its call is not counted again.
 */
total: number, 
/**
 * How many events of the row are of which group, of those that occur.
 */
groups: Array<GroupCount>, 
/**
 * The first event's number.
 */
from: number, 
/**
 * The events of the window.
 */
events: Array<EventRow>, 
/**
 * The model of its provider calls.
 */
model: Foreign | null, };

export type ExecutableView = { 
/**
 * Its path, links resolved.
 */
path: Foreign, 
/**
 * SHA-256 of its bytes.
 */
hash: string, 
/**
 * Sentences on files that run from a sealed copy or are not bound; may be empty.
 */
notes: Array<Message>, };

export type ExportForm = "markdown" | "json" | "bundle";

export type ExportSkillsAsk = { 
/**
 * The ids of skill rows, at least one and at most 500.
 */
skills: Array<string>, };

export type FaceView = { 
/**
 * The outcome.
 */
verdict: WinsVerdict, 
/**
 * The files that win, stay, or may win.
 */
files: Array<PlacedFile>, };

export type Failure = { 
/**
 * For whoever acts on it.
 */
code: Code, 
/**
 * What is wrong, naming the thing; it ends with a point.
 */
message: Message, 
/**
 * What to do about it; absent when nothing can be done.
 */
hint?: Message, };

export type FieldChange = { 
/**
 * The key.
 */
key: Foreign, 
/**
 * What happened to it.
 */
change: FieldState, 
/**
 * Its lines in the recorded text, first line number counted from 1.
 */
left: FieldSide | null, 
/**
 * Its lines on disk.
 */
right: FieldSide | null, };

export type FieldRow = { 
/**
 * The key; nested keys joined by dots.
 */
key: Foreign, 
/**
 * The value as text.
 */
value: Foreign, };

export type FieldSide = { 
/**
 * The number of its first line.
 */
line: number, 
/**
 * Its text with words that changed marked.
 */
pieces: Array<Piece>, };

export type FieldState = "equal" | "changed" | "added" | "removed";

export type FileContents = { "kind": "text", 
/**
 * The text.
 */
text: string, } | { "kind": "base64", 
/**
 * The bytes, in the usual alphabet with padding.
 */
bytes: string, };

export type FindingRow = { 
/**
 * The file, shortened.
 */
path: Foreign, 
/**
 * The same by its path from the skill's folder; absent where it lies in none.
 */
rel: Foreign | null, 
/**
 * The rule's name.
 */
rule: string, 
/**
 * Its severity.
 */
severity: Severity, 
/**
 * The line it stands on, counted from 1.
 */
line: number | null, 
/**
 * The text. The page has the remedy by the rule.
 */
text: FindingText, 
/**
 * The effect of the quick fix; absent where there is none, or where none is offered.
 */
mend: Array<Message> | null, };

export type FindingText = { "code": "not_utf8", "args": { 
/**
 * The line.
 */
line: number, } } | { "code": "not_yaml", "args": { 
/**
 * The message of the parser.
 */
reason: Quote, 
/**
 * The line.
 */
line: number, } } | { "code": "duplicate_key", "args": { 
/**
 * The key.
 */
key: Quote, 
/**
 * Its first line.
 */
first: number, 
/**
 * Its second line.
 */
again: number, } } | { "code": "byte_order_mark" } | { "code": "line_ends" } | { "code": "repaired", "args": { 
/**
 * The fallback.
 */
stage: string, } } | { "code": "tab_indent" } | { "code": "no_fields", "args": { 
/**
 * The reason.
 */
cause: NoFieldsCause, 
/**
 * The name that is used instead.
 */
name: Quote, 
/**
 * The description that is used instead.
 */
description: Quote, } } | { "code": "unclosed_frontmatter" } | { "code": "closing_fence", "args": { 
/**
 * Its line.
 */
line: number, 
/**
 * The frontmatter is read to the end of the file; otherwise to the next exact fence.
 */
to_end: boolean, } } | { "code": "nested_value", "args": { 
/**
 * The path of the value.
 */
path: Quote, 
/**
 * The value.
 */
value: Quote, 
/**
 * The field.
 */
key: Quote, 
/**
 * The value read line by line; absent where there is none.
 */
plain: Quote | null, } } | { "code": "misread", "args": { 
/**
 * The field.
 */
key: Quote, 
/**
 * The value of YAML.
 */
yaml: Quote, 
/**
 * The value read line by line; absent where there is none.
 */
plain: Quote | null, 
/**
 * The line that value is from, if it is another.
 */
from: number | null, } } | { "code": "only_plain", "args": { 
/**
 * The field.
 */
key: Quote, 
/**
 * The value.
 */
value: Quote, 
/**
 * Its line.
 */
from: number, } } | { "code": "name_missing", "args": { 
/**
 * The folder.
 */
folder: Quote, } } | { "code": "name_length", "args": { 
/**
 * Its characters.
 */
characters: number, 
/**
 * The limit.
 */
most: number, } } | { "code": "name_characters", "args": { 
/**
 * The name.
 */
name: Quote, 
/**
 * The characters, each once; one that a screen does not show as U+ and its number.
 */
letters: Array<Quote>, 
/**
 * Users can call it.
 */
is_called: boolean, } } | { "code": "name_hyphens", "args": { 
/**
 * The name.
 */
name: Quote, 
/**
 * Users can call it.
 */
is_called: boolean, } } | { "code": "name_uncalled", "args": { 
/**
 * The name.
 */
name: Quote, } } | { "code": "name_folder", "args": { 
/**
 * The name.
 */
name: Quote, 
/**
 * The folder.
 */
folder: Quote, } } | { "code": "description_missing", "args": { 
/**
 * The text that is shown instead.
 */
shown: Quote, } } | { "code": "description_empty" } | { "code": "description_length", "args": { 
/**
 * Its characters.
 */
characters: number, 
/**
 * The limit.
 */
most: number, } } | { "code": "description_short", "args": { 
/**
 * Its characters.
 */
characters: number, } } | { "code": "description_when" } | { "code": "description_person", "args": { 
/**
 * Its first word.
 */
word: Quote, } } | { "code": "description_long", "args": { 
/**
 * Its bytes.
 */
bytes: number, 
/**
 * The number of such descriptions that fill the list.
 */
fill: number, } } | { "code": "description_overlap", "args": { 
/**
 * The other skill.
 */
name: Quote, 
/**
 * Its path, shortened.
 */
path: Quote, } } | { "code": "unknown_field", "args": { 
/**
 * The field.
 */
key: Quote, 
/**
 * Claude Code reads it.
 */
is_claude_codes: boolean, } } | { "code": "field_type", "args": { 
/**
 * The field.
 */
key: Quote, 
/**
 * The type it should have.
 */
wanted: WantedType, } } | { "code": "compatibility_length", "args": { 
/**
 * Its characters.
 */
characters: number, 
/**
 * The limit.
 */
most: number, } } | { "code": "flow_value" } | { "code": "body_tokens", "args": { 
/**
 * Its tokens, estimated.
 */
tokens: number, 
/**
 * Its characters.
 */
characters: number, 
/**
 * The tokens that are advised at most.
 */
most: number, } } | { "code": "body_lines", "args": { 
/**
 * Its lines.
 */
lines: number, 
/**
 * The lines that are advised at most.
 */
most: number, } } | { "code": "body_empty" } | { "code": "closing_tag", "args": { 
/**
 * The line.
 */
line: number, } } | { "code": "invisible_characters", "args": { 
/**
 * Their kind.
 */
kind: InvisibleKind, 
/**
 * Their number; at least 1.
 */
count: number, 
/**
 * The first of them, as U+ and its number.
 */
character: string, 
/**
 * Its line.
 */
line: number, } } | { "code": "path_pattern", "args": { 
/**
 * The pattern.
 */
pattern: Quote, } } | { "code": "broken_link", "args": { 
/**
 * Its target.
 */
target: Quote, } } | { "code": "unreadable_link", "args": { 
/**
 * Its target.
 */
target: Quote, 
/**
 * The message of the system.
 */
fault: Quote, } } | { "code": "link_out", "args": { 
/**
 * Its target.
 */
target: Quote, } } | { "code": "link" } | { "code": "unreferenced" } | { "code": "folder_size", "args": { 
/**
 * Its files.
 */
files: number, 
/**
 * Their bytes.
 */
bytes: number, } } | { "code": "executable" } | { "code": "hooks_field" } | { "code": "hook_file" } | { "code": "context_sources" } | { "code": "not_read", "args": { 
/**
 * Its bytes.
 */
bytes: number, 
/**
 * The limit.
 */
most: number, } } | { "code": "program" } | { "code": "secret", "args": { 
/**
 * The kind of secret, and how it was found.
 */
kind: string, } } | { "code": "risky_command", "args": { 
/**
 * The risk.
 */
risk: CommandRisk, 
/**
 * The line, at most 120 characters of it.
 */
text: Quote, 
/**
 * Further lines of the file with the same risk.
 */
more: number, } } | { "code": "unreadable", "args": { 
/**
 * The message of the system.
 */
fault: Quote, } } | { "code": "more", "args": { 
/**
 * Their number.
 */
count: number, } } | { "code": "hook", "args": { 
/**
 * Its kind.
 */
flaw: HookFlaw, } } | { "code": "source", "args": { 
/**
 * Its kind.
 */
flaw: SourceFlaw, } } | { "code": "signature", "args": { 
/**
 * The sentence.
 */
words: Quote, } } | { "code": "of_place", "args": { 
/**
 * The sentence.
 */
message: Message, } };

export type FixAsk = { 
/**
 * The ids of skill rows; every skill of the agent when empty.
 */
skills: Array<string>, 
/**
 * The agent; Pixir when absent.
 */
convention?: string, 
/**
 * Only findings of these rules; of any when empty.
 */
rules: Array<string>, 
/**
 * Only findings in this file, by its path from the skill's folder.
 */
rel: string | null, 
/**
 * Only the one finding in this line, counted from 1.
 */
line: number | null, };

export type Flaw = { 
/**
 * Bytes before it, from the start of the line.
 */
at: number, 
/**
 * What was met there.
 */
met: Met, };

export type FlipRow = { 
/**
 * The name.
 */
name: Foreign, 
/**
 * The agents, as people write them.
 */
agents: Array<string>, 
/**
 * The outcome now.
 */
before: FaceView, 
/**
 * The outcome once the change is made.
 */
after: FaceView, };

export type FoldersReport = { 
/**
 * The project's folder, links resolved: what the settings are for.
 */
project: string, 
/**
 * Whether `.claude/skills` of the project and of the user are looked at.
 */
claude_folders: SwitchWord, 
/**
 * The folders a person named, in the order in which they win.
 */
named: Array<NamedFolder>, 
/**
 * The conventions that heed it.
 */
conventions: Array<string>, 
/**
 * Why what was kept about it cannot be read; only the usual folders are looked at then.
 */
problem: Message | null, };

export type ForkNote = "parent_unknown" | "copies_dropped" | "starts_empty";

export type ForkSkill = { 
/**
 * Its name.
 */
name: Foreign, 
/**
 * How the two compare.
 */
state: ForkSkillState, 
/**
 * The texts the parent had in context, in the order they were sent.
 */
in_parent: Array<ForkText>, 
/**
 * The same of this session.
 */
in_child: Array<ForkText>, };

export type ForkSkillState = "same" | "only_in_parent" | "only_in_child" | "other_version";

export type ForkSkillsView = { 
/**
 * `fork` or `subagent`.
 */
relation: string, 
/**
 * The parent's key.
 */
parent: string, 
/**
 * Its id.
 */
parent_id: Foreign, 
/**
 * The last number the parent is taken at, as written.
 */
parent_seq: string, 
/**
 * The last number this session is taken at, as written.
 */
own_seq: string, 
/**
 * One row for each skill either had, by name.
 */
skills: Array<ForkSkill>, 
/**
 * What is to be known of the comparison.
 */
note: ForkNote, };

export type ForkText = { 
/**
 * The recorded hash.
 */
hash: string, 
/**
 * The turn it was activated in.
 */
turn: number | null, 
/**
 * Its line in its session's log, which a diff can be asked for.
 */
line: number, };

export type FrontmatterChange = { 
/**
 * The keys that were changed, added or removed, in the order they stand; empty for lines before the first key.
 */
fields: Array<Foreign>, 
/**
 * Whether the fields that both sides have stand in another order.
 */
reordered: boolean, };

export type GapRow = { 
/**
 * The first missing number.
 */
from: number, 
/**
 * The last missing number.
 */
to: number, 
/**
 * The line of the event behind them.
 */
line: number, };

export type GivenPart = "file" | "body";

export type GivenView = { 
/**
 * Exactly the text the model is given.
 */
text: Foreign, 
/**
 * Its bytes.
 */
bytes: number, 
/**
 * Its tokens, estimated as bytes / 4.
 */
tokens: number, 
/**
 * The facts beside it, as JSON.
 */
facts: Foreign, 
/**
 * A person is asked first, in the mode in force.
 */
asks: boolean, 
/**
 * The short path of the file that answers, when it is another than the one looked at.
 */
other: Foreign | null, 
/**
 * The files that are named, not read.
 */
resources: Array<Foreign>, 
/**
 * Files that are not named.
 */
omitted: number, 
/**
 * What of the skill no task would get, in sentences.
 */
left_out: Array<Message>, 
/**
 * What its folder is called.
 */
mount_path: Foreign, 
/**
 * Where its text has variables, or seems to.
 */
variables: Array<VariableRow>, 
/**
 * Further such places.
 */
further: number, };

export type GoingRow = { 
/**
 * What was done.
 */
done: number, 
/**
 * What there is to do.
 */
of: number, };

export type GoingView = { 
/**
 * Nothing while nothing is carried out.
 */
going: GoingRow | null, };

export type GrantAsk = { 
/**
 * The id of a [`crate::hydration::GrantRow`].
 */
id: string, };

export type GrantRow = { 
/**
 * Its id.
 */
id: string, 
/**
 * How long it holds.
 */
lifetime: LifetimeKind, 
/**
 * What it covers.
 */
covers: HeldText, 
/**
 * The command as it is.
 */
command: Foreign, 
/**
 * The skill.
 */
skill: SkillMark, 
/**
 * The session it ends with.
 */
session: string | null, 
/**
 * When it was given.
 */
given: Millis, 
/**
 * How often it let something run.
 */
used: number, 
/**
 * When it was last used.
 */
last_used: Millis | null, };

export type GroupCount = { 
/**
 * The group.
 */
group: EventGroup, 
/**
 * Events of it in the row.
 */
count: number, };

export type GuardWord = "visible" | "readable" | "paths" | "arguments" | "copied";

export type GuardedView = { 
/**
 * The guard.
 */
guard: GuardWord, 
/**
 * Why, as the agent is told.
 */
words: Foreign, 
/**
 * Exactly what the agent is answered as text, as much of it as fits.
 */
text: Foreign, 
/**
 * Exactly the facts beside it, as JSON, as much of it as fits.
 */
payload: Foreign, 
/**
 * Bytes of the whole JSON.
 */
payload_bytes: number, };

export type HandedView = { 
/**
 * The file, absolute.
 */
path: string, 
/**
 * Why it was shown in its folder although it was to be opened.
 */
instead: string | null, };

export type HeldBackRow = { 
/**
 * The convention's name, as doors take it.
 */
convention: string, 
/**
 * Its name as people write it.
 */
label: string, 
/**
 * How many skills of the project wait.
 */
skills: number, };

export type HeldRow = { 
/**
 * Which version it is, as in [`VersionRow`].
 */
number: number, 
/**
 * Its recorded hash; empty when none was.
 */
hash: string, 
/**
 * The lines of it with these bytes, from 1, the first 20.
 */
lines: Array<number>, 
/**
 * How often it holds the line.
 */
times: number, 
/**
 * Distinct turns in which it was in front of the model.
 */
in_force: number, 
/**
 * Its latest activation.
 */
latest: SnapshotRef, };

export type HeldText = { 
/**
 * The parts.
 */
parts: Array<BoundPart>, 
/**
 * The beginning of the hash of the output it covers; absent if it covers none.
 */
output: string | null, };

export type HexRow = { 
/**
 * Offset of the first byte, in hexadecimal.
 */
offset: string, 
/**
 * The bytes, two digits each.
 */
bytes: string, 
/**
 * The same bytes, a dot for what does not print.
 */
text: string, };

export type HoleFact = { 
/**
 * Its line in the file, counted from 1.
 */
line: number, 
/**
 * What stands there in the file.
 */
placeholder: Foreign, 
/**
 * What stands there in the recorded text, at most 400 letters of it.
 */
filling: Foreign, 
/**
 * Nothing was given for it, and the agent took it away.
 */
blanked: boolean, };

export type HookDoes = { "kind": "command", 
/**
 * The text, as it is written.
 */
command: Foreign, 
/**
 * How long it may take, in milliseconds.
 */
timeout_ms: number, } | { "kind": "prompt", 
/**
 * The text.
 */
text: Foreign, } | { "kind": "permission", 
/**
 * `allow`, `ask` or `deny`.
 */
decision: string, 
/**
 * Why, in the skill's own words; may be empty.
 */
reason: Foreign, } | { "kind": "nothing", 
/**
 * What it calls itself.
 */
called: Foreign, };

export type HookFlaw = { "code": "no_events" } | { "code": "event", "args": { 
/**
 * The event.
 */
event: Quote, } } | { "code": "not_a_list", "args": { 
/**
 * The event.
 */
event: Quote, } } | { "code": "not_a_mapping" } | { "code": "matcher" } | { "code": "no_hooks" } | { "code": "too_many", "args": { 
/**
 * The limit.
 */
most: number, } } | { "code": "inert", "args": { 
/**
 * The reason.
 */
why: InertHook, } } | { "code": "too_long", "args": { 
/**
 * The limit in seconds.
 */
most: number, } } | { "code": "bad_timeout" };

export type HookObstacle = { "code": "never", "args": { 
/**
 * The reason.
 */
why: InertHook, } } | { "code": "from_server" } | { "code": "unknown_origin" } | { "code": "not_trusted" } | { "code": "only_active" } | { "code": "needs_approval" };

export type HookRow = { 
/**
 * When: `PreToolUse`, `PostToolUse`, or an event that never comes here.
 */
event: Foreign, 
/**
 * For which tools, as it is written.
 */
matcher: Foreign, 
/**
 * Those of [`HooksView::tools`] that it means.
 */
meets: Array<string>, 
/**
 * The line of its rule in the file, counted from 1.
 */
line: number, 
/**
 * What it does.
 */
does: HookDoes, 
/**
 * What stands in its way as things are; what can never run says so first.
 */
inert: Array<HookObstacle>, 
/**
 * It is none that is understood, so nothing can make it do anything.
 */
never: boolean, };

export type HooksView = { 
/**
 * Every hook, in the order of the file.
 */
hooks: Array<HookRow>, 
/**
 * What is wrong with how they are declared.
 */
findings: Array<PlacedHookFlaw>, 
/**
 * How the project stands, where the hooks of this skill wait for that; absent where they do not.
 */
trust: Trust | null, 
/**
 * The tools that agents of this convention are offered here.
 */
tools: Array<string>, 
/**
 * What it says of tools.
 */
allowed: AllowedView, };

export type HydrateAsk = { 
/**
 * The id of a [`crate::skills::SkillRow`].
 */
skill: string, 
/**
 * The id of a [`crate::hydration::SourceRow`] of that skill.
 */
source: string, 
/**
 * By whose rules the skill is looked at; Pixir's when absent.
 */
convention?: string, 
/**
 * The key of a session that the facts are for.
 */
session: string | null, 
/**
 * The turn of that session, from 1; its last turn when nothing is said.
 */
turn: number | null, };

export type HydratedCard = { 
/**
 * Which log it stands in.
 */
log: LogPart, 
/**
 * Its line there.
 */
line: number, 
/**
 * Its sequence number there, as written.
 */
seq: string, 
/**
 * The evidence.
 */
fact: HydratedFact, };

export type HydratedFact = { 
/**
 * `hyd_…`.
 */
id: string, 
/**
 * The skill's name.
 */
skill: Foreign, 
/**
 * The skill's scope then.
 */
scope: Foreign, 
/**
 * The skill's recorded hash; empty where none is.
 */
hash: string, 
/**
 * The source's id in the skill.
 */
source: Foreign, 
/**
 * What it is for, in the skill's words.
 */
title: Foreign, 
/**
 * The command, the pattern or the path, verbatim on one line.
 */
command: Foreign, 
/**
 * `command`, `files`, `resource` or `presenter`; empty where it is not recorded.
 */
surface: Foreign, 
/**
 * The shell that read the command.
 */
shell: Foreign | null, 
/**
 * The folder it ran in.
 */
cwd: Foreign | null, 
/**
 * The program that ran.
 */
executable: Foreign | null, 
/**
 * `explicit` or `auto`.
 */
execution: string, 
/**
 * The permission mode then.
 */
mode: Foreign | null, 
/**
 * `user`, `grant` or `rule`; empty where it is not recorded.
 */
by: Foreign, 
/**
 * The rule, in words.
 */
rule: Foreign | null, 
/**
 * `once`, `session` or `bytes`.
 */
lifetime: Foreign | null, 
/**
 * The exit status.
 */
exit_code: number | null, 
/**
 * How else the run ended: a signal's name, `timeout`, …
 */
ended: Foreign | null, 
/**
 * How long it ran, in milliseconds.
 */
duration_ms: number | null, 
/**
 * What it was kept from, in words.
 */
sandbox: Foreign | null, 
/**
 * Bytes that were read; absent where that is not recorded.
 */
bytes_total: number | null, 
/**
 * Of them, bytes that were kept; where that is not recorded, the bytes that are there.
 */
bytes_kept: number, 
/**
 * Bytes were left out; absent where that is not recorded.
 */
truncated: boolean | null, 
/**
 * Marks in place of what a person took out.
 */
redactions: number, 
/**
 * Bytes that were no UTF-8.
 */
replaced: number, 
/**
 * What else keeps the text from being all there was.
 */
limitations: Array<Foreign>, 
/**
 * SHA-256 of the text released.
 */
sha256: string, 
/**
 * Who asked, in words.
 */
requester: Foreign | null, 
/**
 * What happened when.
 */
steps: Array<HydrationStep>, 
/**
 * To whom the text was given; absent where that is not recorded.
 */
released: ReleaseFact | null, };

export type HydrationStep = { 
/**
 * `asked`, `run`, `shown` or `sent`.
 */
step: string, 
/**
 * When.
 */
at: Millis | null, 
/**
 * By whom.
 */
by: Foreign, 
/**
 * In words.
 */
words: Foreign, };

export type ImportAsk = { 
/**
 * Its id, from [`super::BegunImport`].
 */
import: string, };

export type ImportFrom = { "kind": "folder" } | { "kind": "archive" } | { "kind": "repository", 
/**
 * The branch, tag or commit; its own head when absent.
 */
reference: string | null, } | { "kind": "git", 
/**
 * Its address, https alone.
 */
address: string, 
/**
 * The branch or tag; its own head when absent.
 */
reference: string | null, };

export type ImportPick = { 
/**
 * The number of its [`crate::import::ImportSkillRow`].
 */
skill: number, 
/**
 * The name of its folder; the one it has when absent.
 */
folder: string | null, 
/**
 * What happens when a skill stands there: `refused` or `replaced`.
 */
occupied: Occupied, };

export type ImportSkillRow = { 
/**
 * Its number, counted from 0.
 */
skill: number, 
/**
 * The name it would be called by.
 */
name: Foreign, 
/**
 * What it is for.
 */
description: Foreign, 
/**
 * Its folder in the source; empty when the source itself is the skill.
 */
rel: Foreign, 
/**
 * The folder it would get.
 */
folder: Foreign, 
/**
 * Files and links in it.
 */
files: number, 
/**
 * Bytes of them.
 */
bytes: number, 
/**
 * What is odd about it.
 */
doubts: Array<DoubtRow>, 
/**
 * What its signature comes to; nothing where it has none.
 */
signature: SignatureFact | null, 
/**
 * Each of its files as its server told of it; none where it comes from no server.
 */
served: Array<ServedFileRow>, 
/**
 * It cannot land.
 */
refused: boolean, 
/**
 * Short paths of skills here that have its name.
 */
holders: Array<Foreign>, 
/**
 * Scopes in which its folder is taken.
 */
taken: Array<SkillScope>, };

export type ImportStage = "fetching" | "laying" | "looking" | "ready" | "refused" | "stopped" | "failed";

export type ImportView = { 
/**
 * The source, in words.
 */
source: Message, 
/**
 * How far it is.
 */
stage: ImportStage, 
/**
 * The reason that it ended without skills; absent otherwise.
 */
why: Message | null, 
/**
 * Files laid into quarantine so far.
 */
files: number, 
/**
 * Bytes of them.
 */
bytes: number, 
/**
 * The commit it was taken from.
 */
commit: string | null, 
/**
 * SHA-256 of the archive it was taken from.
 */
archive: string | null, 
/**
 * What is odd about the source as a whole; when one refuses, nothing of it lands.
 */
doubts: Array<DoubtRow>, 
/**
 * Its skills, at most 500.
 */
skills: Array<ImportSkillRow>, 
/**
 * Skills beyond those.
 */
omitted: number, 
/**
 * What an update would do; absent for a first import.
 */
update: UpdateView | null, };

export type IndexNote = { "code": "rebuilt", "args": { 
/**
 * The file.
 */
file: Foreign, 
/**
 * The message of the database.
 */
reason: Foreign, } } | { "code": "in_memory", "args": { 
/**
 * The file.
 */
file: Foreign, 
/**
 * The message of the database.
 */
reason: Foreign, } } | { "code": "earlier", "args": { 
/**
 * The message of the system.
 */
fault: Message, } } | { "code": "trouble", "args": { 
/**
 * The message of the database.
 */
message: Message, } };

export type IndexingAct = "hold" | "go_on" | "rebuild";

export type IndexingStage = "not_started" | "sessions" | "words" | "complete" | "held";

export type IndexingView = { 
/**
 * What it does.
 */
stage: IndexingStage, 
/**
 * Sessions taken in, in this stage.
 */
done: number, 
/**
 * Sessions there are to take in, in this stage.
 */
total: number, 
/**
 * Bytes read in this stage.
 */
bytes: number, 
/**
 * Bytes of its file; 0 where it lives in memory.
 */
size: number, 
/**
 * Its file; absent where it lives in memory and ranked search does not work.
 */
file: string | null, 
/**
 * Folders looked at by a search for workspaces that goes on.
 */
looked_for: number | null, 
/**
 * What had to be made anew or done without since Assay was started, at most 20.
 */
notes: Array<IndexNote>, };

export type InertHook = { "code": "event", "args": { 
/**
 * The event.
 */
event: Quote, } } | { "code": "not_a_rule" } | { "code": "not_a_mapping" } | { "code": "no_command" } | { "code": "command" } | { "code": "no_prompt" } | { "code": "decision" } | { "code": "no_type" } | { "code": "kind", "args": { 
/**
 * The type.
 */
kind: Quote, } };

export type InferredBy = "labelled" | "listed" | "unlisted";

export type Integrity = "verified" | "mismatch" | "no_hash" | "computed" | "damaged" | "none";

export type IntegrityFact = { 
/**
 * The verdict.
 */
verdict: Integrity, 
/**
 * The first line that cannot be read.
 */
damaged_line: number | null, 
/**
 * Activations whose text and hash agree.
 */
verified: number, 
/**
 * Activations.
 */
activations: number, };

export type IntegrityView = { 
/**
 * Its events have numbers of their own.
 */
numbers: boolean, 
/**
 * The log, absolute.
 */
path: Foreign, 
/**
 * Its bytes.
 */
bytes: number, 
/**
 * What these bytes are; absent where they are those of the file.
 */
bytes_are: LogBytes | null, 
/**
 * Its whole lines.
 */
lines: number, 
/**
 * What recomputing the hashes of skill texts says.
 */
hashes: IntegrityFact, 
/**
 * Activations whose text is not proven by a hash, the first 100.
 */
doubtful: Array<DoubtfulRow>, 
/**
 * How the log ends.
 */
ending: EndingFact, 
/**
 * Sequence numbers that are missing, in all.
 */
missing: number, 
/**
 * Places where numbers are missing, the first 100.
 */
gaps: Array<GapRow>, 
/**
 * Events that carry a number an earlier one has.
 */
repeated: number, 
/**
 * These numbers with the lines they stand on, the first 100.
 */
repeats: Array<RepeatRow>, 
/**
 * Events without a whole number.
 */
unnumbered: number, 
/**
 * The first line that stands behind a line with a larger number; absent when file order and the order of
 * the numbers agree.
 */
out_of_order: number | null, 
/**
 * What a fork copied into this log.
 */
copied: CopiedFact | null, 
/**
 * Lines that cannot be read.
 */
unread: number, 
/**
 * The first 100 of them.
 */
unread_rows: Array<UnreadRow>, 
/**
 * What Assay saw of the log before.
 */
witness: WitnessFact, 
/**
 * What all this does not prove.
 */
not_proven: Array<NotProven>, 
/**
 * When the log was read.
 */
read_at: Millis, };

export type InvisibleKind = "direction" | "zero_width" | "tag" | "control";

export type Item = { 
/**
 * Whether its box is ticked, when it has one.
 */
done: boolean | null, 
/**
 * What it holds.
 */
blocks: Array<Block>, };

export type ItemKind = "workspace_and_posture" | "workspace" | "latest_message" | "message" | "answer" | "reasoning" | "call" | "output" | "resource" | "orphan" | "activation" | "reference" | "child" | "checkpoint" | "branch_summary" | "fact";

export type ItemRow = { 
/**
 * Its number, from 0.
 */
number: number, 
/**
 * What it is.
 */
kind: ItemKind, 
/**
 * In whose name it is sent: `user`, `assistant`, `developer`; empty for calls, answers and reasoning.
 */
role: Foreign, 
/**
 * The skill or tool it is about.
 */
name: Foreign, 
/**
 * The number of the event it is made from.
 */
seq: string, 
/**
 * Its line.
 */
line: number, 
/**
 * How well the item is known.
 */
known: Known, 
/**
 * Its text; images are named in it.
 */
text: Clip, };

export type ItemTextAsk = { 
/**
 * The key of a [`crate::sessions::SessionRow`].
 */
key: string, 
/**
 * The row's number in the timeline.
 */
row: number, 
/**
 * The step, as in [`MomentAsk`].
 */
step: number | null, 
/**
 * The item, counted from 0.
 */
item: number, 
/**
 * First line wanted of the text, counted from 0.
 */
from: number, 
/**
 * How many lines, at most 2,000.
 */
count: number, 
/**
 * What becomes of the texts of skills at a compaction, as in [`ItemsAsk`].
 */
skill_texts: SkillTexts, };

export type ItemsAsk = { 
/**
 * The key of a [`crate::sessions::SessionRow`].
 */
key: string, 
/**
 * The row's number in the timeline.
 */
row: number, 
/**
 * The step, as in [`MomentAsk`].
 */
step: number | null, 
/**
 * First item wanted, counted from 0.
 */
from: number, 
/**
 * How many items, at most 500.
 */
count: number, 
/**
 * What becomes of the texts of skills at a compaction.
 */
skill_texts: SkillTexts, };

export type ItemsView = { 
/**
 * All items.
 */
total: number, 
/**
 * The first item's number.
 */
from: number, 
/**
 * The items of the window.
 */
rows: Array<ItemRow>, };

export type JournalRow = { 
/**
 * Names it to [`super::UndoAsk`].
 */
id: string, 
/**
 * When.
 */
at: Millis, 
/**
 * Which door asked: `window`, `terminal`.
 */
by: string, 
/**
 * What was done: `restore`, `hide`, `rename`, …
 */
act: string, 
/**
 * The same with the skill's name.
 */
words: Message, 
/**
 * How it ended.
 */
state: JournalState, 
/**
 * The reason that it was taken back or left; absent if it was done.
 */
why: Message | null, 
/**
 * The touched places, shortened.
 */
places: Array<Foreign>, 
/**
 * It took back another.
 */
undoes: string | null, };

export type JournalState = "done" | "undone" | "taken_back" | "left" | "open";

export type JournalView = { 
/**
 * All entries.
 */
total: number, 
/**
 * The first row's number.
 */
from: number, 
/**
 * The rows of the window.
 */
rows: Array<JournalRow>, 
/**
 * Where it lies.
 */
path: string, 
/**
 * Lines that cannot be read.
 */
problems: Array<ProblemRow>, };

export type KeepAsk = { 
/**
 * To Pixir's logs.
 */
in_pixirs_logs: boolean, 
/**
 * The consequences were read and are accepted, whatever the installed Pixir says.
 */
regardless: boolean, };

export type KeepingConsequence = "refused" | "not_removed" | "lease" | "companion";

export type KeepingReason = { "code": "not_chosen" } | { "code": "accepted", "args": { 
/**
 * The program.
 */
program: Quote, 
/**
 * When it was chosen, as written.
 */
at: Quote, } } | { "code": "forced", "args": { 
/**
 * When it was chosen, as written.
 */
at: Quote, } };

export type KeepingView = { 
/**
 * It goes to Pixir's logs where their lease can be had.
 */
in_pixirs_logs: boolean, 
/**
 * Why.
 */
reason: KeepingReason, 
/**
 * The folder of the companion logs.
 */
companions: Foreign | null, 
/**
 * What writing to Pixir's logs would mean.
 */
means: Array<KeepingConsequence>, };

export type Known = "recorded" | "reconstructed" | "inferred" | "unknown";

export type KnownRow = { 
/**
 * The workspace.
 */
workspace: WorkspaceMark, 
/**
 * The folder is still there.
 */
exists: boolean, 
/**
 * Sessions of it in the index.
 */
sessions: number, 
/**
 * Its latest event.
 */
last: Millis | null, };

export type KnownView = { 
/**
 * By name.
 */
rows: Array<KnownRow>, 
/**
 * What the last search for workspaces came to.
 */
found: WorkspacesFound | null, };

export type LastDecision = { 
/**
 * The decision's id.
 */
id: string, 
/**
 * What was decided.
 */
decision: DecisionWord, 
/**
 * When.
 */
at: Millis, };

export type Letter = { 
/**
 * `A` to `Z`, then `AA`, …
 */
letter: string, 
/**
 * 1 to 6.
 */
colour: number, 
/**
 * The skill's name.
 */
name: Foreign, 
/**
 * The snapshot's recorded hash.
 */
hash: string, 
/**
 * Which snapshot of that name in this session, from 1.
 */
version: number, 
/**
 * Snapshots of that name in this session.
 */
versions: number, };

export type LetterCase = "exact" | "any";

export type Level = "none" | "walls" | "full";

export type LifetimeChoice = { 
/**
 * The choice.
 */
lifetime: LifetimeKind, 
/**
 * What it covers.
 */
covers: CoversText, 
/**
 * What it does not cover; absent where nothing is left.
 */
not_covered: NotCovered | null, };

export type LifetimeKind = "once" | "session" | "bytes" | "output";

export type LimitsFact = { 
/**
 * Milliseconds a source may take that does not say.
 */
time_ms: number, 
/**
 * The most milliseconds one may ask for.
 */
time_most_ms: number, 
/**
 * Bytes kept of a source that does not say.
 */
bytes: number, 
/**
 * The most bytes one may ask to keep.
 */
bytes_most: number, 
/**
 * The most requests that wait at once.
 */
waiting_most: number, };

export type LimitsText = { "code": "exactly" } | { "code": "read_only", "args": { 
/**
 * Bytes that are kept.
 */
keep: number, } } | { "code": "open", "args": { 
/**
 * Milliseconds it may take.
 */
ms: number, 
/**
 * Bytes that are kept.
 */
keep: number, } } | { "code": "workspace_read_only", "args": { 
/**
 * Milliseconds it may take.
 */
ms: number, 
/**
 * Bytes that are kept.
 */
keep: number, } } | { "code": "workspace_writable", "args": { 
/**
 * Milliseconds it may take.
 */
ms: number, 
/**
 * Bytes that are kept.
 */
keep: number, } };

export type LineAsk = { 
/**
 * In which text it stands.
 */
text: LinedText, 
/**
 * Its number there, counted from 1.
 */
number: number, 
/**
 * First turn wanted, counted from 0, the latest first.
 */
from: number, 
/**
 * How many turns, at most 500.
 */
count: number, };

export type LineView = { 
/**
 * The skill's name.
 */
name: Foreign, 
/**
 * The line's number in the text it was asked for in, from 1.
 */
number: number, 
/**
 * The line, without its end. A line over 16 KiB is cut and ends in a count of what is left out.
 */
text: Foreign, 
/**
 * The line is blank: it says nothing, and stands in almost every text.
 */
blank: boolean, 
/**
 * The texts that hold a line of the same bytes, the latest used first, at most 200.
 */
held: Array<HeldRow>, 
/**
 * Texts that hold it.
 */
held_total: number, 
/**
 * Distinct recorded texts that were looked at.
 */
versions: number, 
/**
 * Texts that were not looked at: beyond 500 texts or 32 MiB.
 */
left_out: number, 
/**
 * The SKILL.md on disk holds it.
 */
on_disk: boolean, 
/**
 * Distinct turns in which a text that holds it was in front of the model.
 */
turns: number, 
/**
 * Sessions of those turns.
 */
sessions: number, 
/**
 * Time of the first of these turns.
 */
first: Millis | null, 
/**
 * Time of the last.
 */
last: Millis | null, 
/**
 * The first row's number.
 */
from: number, 
/**
 * The turns of the window, the latest first.
 */
rows: Array<TurnRef>, };

export type LinedText = { "is": "recorded", 
/**
 * The key of a session row.
 */
key: string, 
/**
 * The log line of the activation, counted from 1.
 */
line: number, } | { "is": "disk", 
/**
 * The id of a [`SkillRow`](crate::skills::SkillRow).
 */
id: string, };

export type LinkAsk = { 
/**
 * An http, https or mailto address; anything else is refused.
 */
to: string, };

export type ListedThen = { 
/**
 * The first 500 names in the order of the list, then those that were added to it.
 */
names: Array<Foreign>, 
/**
 * Names in all.
 */
total: number, 
/**
 * Of them, added by later lists.
 */
added: number, 
/**
 * Of those in the list's own text, names that stand there without a description, the first 500.
 */
bare: Array<Foreign>, 
/**
 * The record of the list.
 */
line: number, 
/**
 * The line of the file it stands on.
 */
file_line: number, };

export type ListingBudget = { 
/**
 * How much.
 */
amount: number, 
/**
 * Of what: `bytes`, `characters`, `columns` or `tokens`.
 */
unit: string, 
/**
 * What the agent does when it is not enough, in words that go on from its name.
 */
over: Over, };

export type ListingEvidence = { 
/**
 * Hashes recorded by the row's provider calls, in order, each once.
 */
hashes: Array<string>, 
/**
 * The last of them is the hash of today's catalog; absent when none was recorded.
 */
same_as_now: boolean | null, 
/**
 * The list itself, where the log holds it.
 */
listed: ListedThen | null, };

export type ListingFact = { 
/**
 * What the skills take in the list before the cut, in the unit of the budget; in bytes where there is none.
 */
size: number, 
/**
 * What those take that the agent brings along, of the same budget.
 */
brought: number, 
/**
 * The most that fits; absent where all of it always does.
 */
budget: ListingBudget | null, 
/**
 * Where that is known from.
 */
source: Message, 
/**
 * Bytes of the text the model is shown: the list after the cut, and the words around it.
 */
shown: number, 
/**
 * Skills that are in it, in whole, in part or by name alone.
 */
listed: number, 
/**
 * Of them, the names of those that are not wholly in it.
 */
shortened: Array<Foreign>, 
/**
 * Names that are not in it.
 */
left_out: Array<Foreign>, 
/**
 * The last list that a session of the agent recorded in this folder; absent where none of the 8 newest logs holds
 * one.
 */
recorded: RecordedListing | null, };

export type ListingShare = { 
/**
 * The skill's id.
 */
skill: string, 
/**
 * What it is called by there.
 */
name: Foreign, 
/**
 * What it takes uncut.
 */
cost: number, 
/**
 * How much of it is listed.
 */
listing: SkillListing, };

export type LockRow = { 
/**
 * The lock file, shortened.
 */
path: Foreign, 
/**
 * Where the skill came from, as it stands there.
 */
source: Foreign, 
/**
 * The hash it was installed with, as it stands there; empty when there is none.
 */
hash: string, };

export type LogBytes = { "code": "unpacked", "args": { 
/**
 * It was compressed without a checksum.
 */
unchecked: boolean, } } | { "code": "derived", "args": { 
/**
 * The agent.
 */
agent: string, } };

export type LogPart = "log" | "companion" | "inherited";

export type LogVerdict = { "code": "accepted" } | { "code": "history_refused", "args": { 
/**
 * The first event that stands in the way.
 */
line: number, 
/**
 * What is odd about it.
 */
oddity: Oddity, } } | { "code": "log_refused", "args": { 
/**
 * That line.
 */
line: number, 
/**
 * What is wrong with it.
 */
refusal: Refusal, } } | { "code": "not_known", "args": { 
/**
 * That line.
 */
line: number, } };

export type Loosening = { "code": "mode", "args": { 
/**
 * The mode in effect.
 */
from: Mode, 
/**
 * The mode afterwards.
 */
to: Mode, 
/**
 * The mode is set for this workspace; otherwise its configuration is followed again.
 */
is_set: boolean, } } | { "code": "trust", "args": { 
/**
 * The agents whose skills wait for that.
 */
waiting: Array<WaitingSkills>, } } | { "code": "tools" } | { "code": "built_in", "args": { 
/**
 * Its name.
 */
name: string, 
/**
 * The effects its tools may have, each once; never empty.
 */
reaches: Array<ToolReach>, } } | { "code": "visibility", "args": { 
/**
 * The ways in which they may see or do more; never empty.
 */
more: Array<MoreVisible>, } };

export type LooseningView = { 
/**
 * The number of this showing; an answer names it.
 */
showing: number, 
/**
 * Milliseconds in which no answer is taken yet.
 */
armed_after_ms: number, 
/**
 * The folder it would hold for.
 */
place: string, 
/**
 * The question; nothing when none waits.
 */
question: Loosening | null, };

export type MadeVisible = { 
/**
 * Their kind.
 */
kind: UnseenKind, 
/**
 * How many there are.
 */
count: number, 
/**
 * The first line with one, counted from 1.
 */
line: number, };

export type ManualPage = { 
/**
 * What it is asked for by, such as `start`.
 */
topic: string, 
/**
 * Where it lies, from the top of the repository: links between pages are written from there.
 */
path: string, 
/**
 * What it is called.
 */
title: string, 
/**
 * Its parts; the first stands below the title and has its head.
 */
sections: Array<ManualSection>, };

export type ManualSection = { 
/**
 * The last part of its address, such as `a-session`.
 */
id: string, 
/**
 * 1 for the page's own, 2 or more below it.
 */
level: number, 
/**
 * Its heading.
 */
head: string, 
/**
 * Its words, as they are searched.
 */
words: string, 
/**
 * What stands below the heading, without pictures.
 */
markdown: Markdown, };

export type ManualView = { 
/**
 * Its pages, in the order in which one reads them.
 */
pages: Array<ManualPage>, };

export type ManyAct = { "kind": "remove" } | { "kind": "hide" } | { "kind": "show" } | { "kind": "copy", 
/**
 * The other scope.
 */
scope: SkillScope, } | { "kind": "move", 
/**
 * The other scope.
 */
scope: SkillScope, };

export type Markdown = { 
/**
 * The blocks, in order.
 */
blocks: Array<Block>, 
/**
 * Blocks left out because the tree is full.
 */
omitted_blocks: number, 
/**
 * Bytes of source left out because the text is too long.
 */
omitted_bytes: number, };

export type Message = { 
/**
 * The sentence in English.
 */
text: string, 
/**
 * The sentence with places such as `{path}`; it names the translation.
 */
template: string, 
/**
 * The values of the places.
 */
args?: { [key in string]: MessageArgument }, };

export type MessageArgument = Message | Foreign;

export type Met = { "code": "end" } | { "code": "byte", "args": number } | { "code": "not_utf8" } | { "code": "number_too_large" };

export type Millis = number;

export type Mode = "auto" | "ask" | "read_only";

export type ModeSource = { "code": "workspace" } | { "code": "unreadable", "args": { 
/**
 * Their file.
 */
file: Foreign, } } | { "code": "configuration", "args": { 
/**
 * Its path.
 */
path: Foreign, } } | { "code": "default" };

export type ModeView = { 
/**
 * In force.
 */
mode: Mode, 
/**
 * Where it comes from.
 */
from: ModeSource, 
/**
 * It is set in Assay for this workspace.
 */
set_here: boolean, 
/**
 * What Pixir's configuration says.
 */
pixir: Mode, 
/**
 * What is odd about that configuration, in a sentence.
 */
problem: Message | null, 
/**
 * What contains a command on this machine.
 */
sandbox: SandboxView, 
/**
 * Requests that wait for a decision.
 */
waiting: number, };

export type MomentAsk = { 
/**
 * The key of a [`crate::sessions::SessionRow`].
 */
key: string, 
/**
 * The row's number in the timeline.
 */
row: number, 
/**
 * The step, from 0: its provider calls in order, then the end of the row. Without it, the last call.
 */
step: number | null, };

export type MomentView = { 
/**
 * The row.
 */
row: number, 
/**
 * The step, from 0.
 */
step: number, 
/**
 * Steps of the row; the last is its end.
 */
steps: number, 
/**
 * What the step is.
 */
what: Step, 
/**
 * The turn, if the row is one.
 */
turn: number | null, 
/**
 * Number of the last event the model had, as written; empty before the first.
 */
after_seq: string, 
/**
 * Its line; 0 before the first.
 */
after_line: number, 
/**
 * When the call was recorded, or that last event.
 */
at: Millis | null, 
/**
 * The model that was asked.
 */
model: Foreign | null, 
/**
 * `build` or `plan`.
 */
mode: Foreign | null, 
/**
 * How well model and mode are known.
 */
known: Known, 
/**
 * Texts of skills: those sent, in the order they are sent, then those a compaction dropped.
 */
texts: Array<TextCard>, 
/**
 * The thread whose history the session goes on from: texts of skills in that are not known here.
 */
inherits?: Foreign | null, 
/**
 * Fresh facts of this turn so far.
 */
hydrated: Array<HydratedCard>, 
/**
 * The catalog of skills.
 */
catalog: CatalogThen, 
/**
 * What was permitted.
 */
permission: PermissionThen, 
/**
 * The summary in place of older events.
 */
summary: SummaryThen | null, 
/**
 * Skills that the agent itself names behind its answers in this row, which is not what was in context.
 */
named: Array<NamedFact>, 
/**
 * Its events have numbers of their own; else the numbers told are of records.
 */
numbered: boolean, 
/**
 * The list of skills the model was last given, where the log holds it.
 */
listed: ListedThen | null, 
/**
 * Items of the provider input; absent where what its agent sends is not known.
 */
items: number | null, 
/**
 * Items of it where a host keeps or names each text that a compaction dropped; the same number where none was.
 */
items_outliving: number | null, 
/**
 * Oddities.
 */
oddities: Array<ContextNote>, };

export type MoreVisible = { "code": "enabled", "args": { 
/**
 * Its name.
 */
name: Foreign, } } | { "code": "permitted", "args": { 
/**
 * Its name.
 */
name: Foreign, } } | { "code": "allowed", "args": { 
/**
 * Its name.
 */
name: Foreign, } } | { "code": "all" } | { "code": "file_reads" };

export type MovedRow = { 
/**
 * Its number.
 */
step: number, 
/**
 * The place, shortened.
 */
path: Foreign, 
/**
 * The texts there are.
 */
texts: Array<PlanText>, };

export type MovedView = { 
/**
 * Names the texts to [`super::PlanTextAsk`].
 */
id: string, 
/**
 * The places, with the texts there are.
 */
steps: Array<MovedRow>, };

export type NameCheckAsk = { 
/**
 * The agent in whose folder it would go; Pixir when absent.
 */
convention?: string, 
/**
 * The root it would go into.
 */
scope: SkillScope, 
/**
 * The name.
 */
name: string, 
/**
 * The description.
 */
description: string, };

export type NameCheckView = { 
/**
 * Why it cannot have that name, in one sentence.
 */
refused: Message | null, 
/**
 * Its `SKILL.md`, shortened, when it can.
 */
path: Foreign | null, 
/**
 * Skills that have that name already, by rank.
 */
holders: Array<NameHolder>, 
/**
 * Who would win, one sentence each.
 */
effects: Array<Message>, 
/**
 * Characters of the description.
 */
description_characters: number, 
/**
 * Most that the specification allows.
 */
description_limit: number, 
/**
 * Advice on the description.
 */
advice: Array<DescriptionAdvice>, };

export type NameHolder = { 
/**
 * The id of its row.
 */
skill: string, 
/**
 * Its short path.
 */
short_path: Foreign, 
/**
 * Whether it wins now.
 */
wins: boolean, };

export type NamedFact = { 
/**
 * The skill, as the log names it.
 */
name: Foreign, 
/**
 * Messages it is named for.
 */
messages: number, 
/**
 * Tool calls it is named for.
 */
calls: number, 
/**
 * Pieces of reasoning it is named for.
 */
thoughts: number, 
/**
 * The record of the first of them.
 */
line: number, 
/**
 * The line of the file it stands in.
 */
file_line: number, };

export type NamedFolder = { 
/**
 * The folder, absolute.
 */
path: Foreign, 
/**
 * It is there.
 */
found: boolean, };

export type NoFieldsCause = "byte_order_mark" | "crlf" | "opening_fence" | "no_frontmatter";

export type NoPreview = { "code": "folder" } | { "code": "large_image", "args": { 
/**
 * Its bytes.
 */
bytes: number, 
/**
 * The limit.
 */
most: number, } } | { "code": "unreadable", "args": { 
/**
 * The message of the system.
 */
fault: Message, } };

export type NotCovered = "agent_output" | "other_output" | "later_output";

export type NotProven = "author" | "every_event" | "nothing_earlier" | "before_first_seen" | "own_record";

export type Nothing = Record<symbol, never>;

export type Notice = { 
/**
 * What it is.
 */
kind: NoticeKind, 
/**
 * The snapshots, in the order they came.
 */
letters: Array<Letter>, 
/**
 * First timeline row.
 */
from: number, 
/**
 * Last timeline row.
 */
to: number, 
/**
 * The first and the last turn; absent if there is none.
 */
turns: [number, number] | null, };

export type NoticeKind = "versions" | "repeated";

export type Occupied = "refused" | "replaced" | "beside";

export type Oddity = "id" | "session_id" | "time" | "seq" | "body";

export type Only = "hydrated" | "damaged";

export type OriginFact = { 
/**
 * `fork` or `subagent`.
 */
relation: string, 
/**
 * The parent's id.
 */
parent_id: Foreign, 
/**
 * Its key when its log is there.
 */
parent: string | null, 
/**
 * The line there of the event this session hangs on.
 */
parent_line: number | null, 
/**
 * The line in this log that says so.
 */
line: number, 
/**
 * Events copied from the parent; 0 for a subagent.
 */
copied: number, 
/**
 * What is recorded of it.
 */
text: OriginText, };

export type OriginFileRow = { 
/**
 * Its path from the skill's folder.
 */
rel: Foreign, 
/**
 * `changed`, `added` or `removed`.
 */
change: string, };

export type OriginState = "neither" | "here" | "there" | "both";

export type OriginText = { "code": "forked", "args": { 
/**
 * The number of the event of its parent, as written; absent if it is not recorded.
 */
seq: string | null, 
/**
 * The number of copied events, if it is recorded.
 */
events: number | null, } } | { "code": "subagent", "args": { 
/**
 * The log of its parent is there and does not name it.
 */
unnamed: boolean, } };

export type OriginView = { 
/**
 * Assay imported it: from where, in words.
 */
source: Message | null, 
/**
 * The skill's folder in the source; empty when the source itself is the skill.
 */
rel: Foreign, 
/**
 * The commit it was taken from.
 */
commit: string | null, 
/**
 * SHA-256 of the archive it was taken from.
 */
archive: string | null, 
/**
 * When.
 */
at: Millis | null, 
/**
 * Files that are not as they were imported, at most 100.
 */
changed: Array<OriginFileRow>, 
/**
 * Files beyond those.
 */
omitted: number, 
/**
 * What other tools' lock files say of it; Assay reads them and never writes them.
 */
locks: Array<LockRow>, };

export type Outcome = "answered" | "failed" | "interrupted" | "open";

export type Outline = "short" | "steps" | "rules";

export type OutputAsk = { 
/**
 * The request that is on screen.
 */
request: string, 
/**
 * As the model would get it, or as the command printed it.
 */
form: OutputForm, 
/**
 * First line wanted, counted from 0.
 */
from: number, 
/**
 * How many lines, at most 2,000.
 */
count: number, };

export type OutputForm = "as_sent" | "raw";

export type OutrankedBuiltIn = { 
/**
 * Its short path.
 */
by: Foreign, 
/**
 * The rule that decided; absent where both are one file by two paths.
 */
rule: Precedence | null, };

export type OutsideAsk = { 
/**
 * A file that the window shows.
 */
file: ShownFile, };

export type Over = "cuts" | "leaves_out" | "names_only" | "shortens";

export type OverviewAsk = { 
/**
 * The key of a [`crate::sessions::SessionRow`].
 */
key: string, 
/**
 * How many stretches at most, up to 400.
 */
stretches: number, };

export type OverviewLane = { 
/**
 * Its letter.
 */
letter: Letter, 
/**
 * The stretches of events.
 */
spans: Array<EventSpan>, };

export type OverviewStretch = { 
/**
 * Its first event, counted from 0.
 */
from: number, 
/**
 * Behind its last event.
 */
to: number, 
/**
 * The timeline's row to go to: that of the first of what weighs most in it, or of its first event.
 */
row: number, 
/**
 * The log line to go to, likewise.
 */
line: number, 
/**
 * The turn its first event belongs to.
 */
turn: number | null, 
/**
 * Most tokens that a call in it sent; of many calls eight are looked at. Absent where no call says how many.
 */
tokens: number | null, 
/**
 * Turns that failed.
 */
failures: number, 
/**
 * Compactions.
 */
compactions: number, 
/**
 * Activations of skills.
 */
activations: number, 
/**
 * Hydrations, those of companion logs included.
 */
hydrations: number, };

export type OverviewView = { 
/**
 * All its events.
 */
events: number, 
/**
 * The stretches in order.
 */
stretches: Array<OverviewStretch>, 
/**
 * Where texts of skills are in context, at most eight, in the order of their letters.
 */
lanes: Array<OverviewLane>, 
/**
 * Texts without a lane, which are in context for a shorter time.
 */
lanes_left_out: number, };

export type PassedFact = { 
/**
 * Its name; the value is never shown.
 */
name: string, 
/**
 * It is set.
 */
set: boolean, };

export type PathFlaw = "control" | "backslash" | "absolute" | "home" | "upwards";

export type PermissionChange = { "kind": "mode", 
/**
 * The mode; nothing to follow Pixir's configuration again.
 */
mode: Mode | null, } | { "kind": "trust", 
/**
 * How it shall stand.
 */
trust: Trust, } | { "kind": "built_in", 
/**
 * The skill; nothing for all tools that agents are offered.
 */
name: string | null, 
/**
 * How it shall stand.
 */
switch: SwitchWord, } | { "kind": "visibility", 
/**
 * One after the other; all of them or none.
 */
changes: Array<VisibilityChange>, };

export type PermissionEffect = { "code": "begins", "args": { 
/**
 * How long it holds.
 */
lifetime: LifetimeKind, } } | { "code": "ended", "args": { 
/**
 * How long it held.
 */
lifetime: LifetimeKind, } } | { "code": "ran_under", "args": { 
/**
 * How long it holds.
 */
lifetime: LifetimeKind, } } | { "code": "replaces" } | { "code": "not_covered", "args": { 
/**
 * That.
 */
what: NotCovered, } };

export type PermissionOutcome = "done" | "asked";

export type PermissionThen = { 
/**
 * `auto`, `ask` or `read_only`, as the session recorded it of itself.
 */
mode: Foreign | null, 
/**
 * The line it stands on.
 */
line: number | null, 
/**
 * How well it is known.
 */
known: Known, 
/**
 * Allowed in this turn so far.
 */
allowed: number, 
/**
 * Denied in this turn so far.
 */
denied: number, };

export type PermissionView = { 
/**
 * What became of it.
 */
outcome: PermissionOutcome, };

export type Piece = { 
/**
 * Its text.
 */
text: Foreign, 
/**
 * It differs from the other side.
 */
changed: boolean, };

export type PixirSaysView = { 
/**
 * It opens a log that holds a hydration; absent if it could not be asked.
 */
accepts: boolean | null, 
/**
 * Its answer.
 */
says: Acceptance, };

export type PixirVerdict = { 
/**
 * It opens the log.
 */
accepts: boolean, 
/**
 * The line it stops at.
 */
line: number | null, 
/**
 * Its error kind, such as `corrupt_log_line`.
 */
code: Foreign | null, 
/**
 * Its verdict.
 */
verdict: LogVerdict, };

export type Place = { "line": number } | { "file_line": number } | { "turn": number };

export type PlaceAsk = { 
/**
 * The key of a [`crate::sessions::SessionRow`].
 */
key: string, 
/**
 * What is looked for.
 */
place: Place, };

export type PlaceFound = { "code": "empty" } | { "code": "logs", "args": { 
/**
 * How many.
 */
count: number, } } | { "code": "workspaces", "args": { 
/**
 * How many.
 */
count: number, } } | { "code": "skills", "args": { 
/**
 * How many.
 */
count: number, } } | { "code": "missing" } | { "code": "no_home" } | { "code": "unreadable", "args": { 
/**
 * The message of the system.
 */
message: Message, } };

export type PlaceKind = { "code": "sessions", "args": { 
/**
 * The agent.
 */
agent: string, } } | { "code": "subagents", "args": { 
/**
 * The agent.
 */
agent: string, } } | { "code": "skills", "args": { 
/**
 * The scope.
 */
scope: string, } };

export type PlaceRow = { 
/**
 * The path, absolute.
 */
path: Foreign, 
/**
 * Its kind.
 */
kind: PlaceKind, 
/**
 * What was found.
 */
outcome: PlaceFound, 
/**
 * Nothing stood in the way of looking.
 */
readable: boolean, 
/**
 * The folder exists.
 */
exists: boolean, };

export type PlaceView = { 
/**
 * The number of its row; nothing when there is no such place.
 */
row: number | null, 
/**
 * Its record, where a line of the file was looked for.
 */
line: number | null, };

export type PlacedAllowedFlaw = { 
/**
 * The line in the file, counted from 1.
 */
line: number, 
/**
 * The flaw.
 */
flaw: AllowedFlaw, };

export type PlacedFile = { 
/**
 * Whose it is.
 */
scope: string, 
/**
 * The file, shortened.
 */
path: Foreign, };

export type PlacedHookFlaw = { 
/**
 * The line in the file, counted from 1.
 */
line: number, 
/**
 * The flaw.
 */
flaw: HookFlaw, };

export type PlanAnswer = { 
/**
 * The plan; nothing was written.
 */
plan: PlanView | null, 
/**
 * Why there is none.
 */
refused: RefusedView | null, 
/**
 * For a restore: where the text may go.
 */
places: Array<RestorePlace>, };

export type PlanAsk = { "kind": "restore", 
/**
 * The key of a session row.
 */
key: string, 
/**
 * The log line of an activation, counted from 1.
 */
line: number, 
/**
 * The scope to put it into; where it was recorded when none is named.
 */
to: SkillScope | null, 
/**
 * What happens when the text is not proven to be the recorded one.
 */
unverified: Unverified, } | { "kind": "hide", 
/**
 * The id of a skill row.
 */
skill: string, 
/**
 * The agent whose catalog is meant; that in whose folder the skill lies when absent.
 */
convention?: string, } | { "kind": "show", 
/**
 * The id of a skill row.
 */
skill: string, 
/**
 * The agent whose catalog is meant; that in whose folder the skill lies when absent.
 */
convention?: string, } | { "kind": "remove", 
/**
 * The id of a skill row.
 */
skill: string, } | { "kind": "rename", 
/**
 * The id of a skill row.
 */
skill: string, 
/**
 * The new name.
 */
name: string, } | { "kind": "duplicate", 
/**
 * The id of a skill row.
 */
skill: string, 
/**
 * The name of the second one.
 */
name: string, } | { "kind": "copy", 
/**
 * The id of a skill row.
 */
skill: string, 
/**
 * The other scope.
 */
scope: SkillScope, } | { "kind": "move", 
/**
 * The id of a skill row.
 */
skill: string, 
/**
 * The other scope.
 */
scope: SkillScope, } | { "kind": "many", 
/**
 * The ids of skill rows, at most 1,000.
 */
skills: Array<string>, 
/**
 * The agent by whose rules they are changed; that in whose folders the skills lie when absent.
 */
convention?: string, 
/**
 * What is done to each.
 */
act: ManyAct, } | { "kind": "put_back", 
/**
 * The id of a [`super::TrashRow`].
 */
item: string, 
/**
 * What happens to what stands there now.
 */
occupied: Occupied, 
/**
 * With [`Occupied::Beside`], the folder's name.
 */
name: string | null, } | { "kind": "undo", 
/**
 * The id of a [`super::JournalRow`]; the latest that can be taken back here when none is named.
 */
entry: string | null, } | { "kind": "create", 
/**
 * The agent in whose folder it is made; Pixir when absent.
 */
convention?: string, 
/**
 * The root it goes into.
 */
scope: SkillScope, 
/**
 * Its name and its folder's.
 */
name: string, 
/**
 * What it is for and when to use it.
 */
description: string, 
/**
 * What stands below the frontmatter at first.
 */
outline: Outline, 
/**
 * Folders beside the file: `assets`, `references`, `scripts`.
 */
folders: Array<string>, } | { "kind": "write", 
/**
 * The id of a skill row.
 */
skill: string, 
/**
 * The file, by its path from the skill's folder; `SKILL.md` is one too.
 */
rel: string, 
/**
 * SHA-256 of the bytes that were seen; refused when others stand there by now.
 */
seen: string, 
/**
 * The text that was seen, to be shown beside the others when it moved on.
 */
base: string | null, 
/**
 * The new bytes.
 */
contents: FileContents, } | { "kind": "add_file", 
/**
 * The id of a skill row.
 */
skill: string, 
/**
 * Where, by its path from the skill's folder.
 */
rel: string, 
/**
 * Its bytes.
 */
contents: FileContents, } | { "kind": "rename_file", 
/**
 * The id of a skill row.
 */
skill: string, 
/**
 * The file, by its path from the skill's folder.
 */
rel: string, 
/**
 * The new path from the skill's folder.
 */
to: string, } | { "kind": "remove_file", 
/**
 * The id of a skill row.
 */
skill: string, 
/**
 * The file, by its path from the skill's folder.
 */
rel: string, } | { "kind": "import", 
/**
 * The id of an import.
 */
import: string, 
/**
 * The agent in whose folder they land; Pixir when absent.
 */
convention?: string, 
/**
 * The root they go into.
 */
scope: SkillScope, 
/**
 * Which of them.
 */
picks: Array<ImportPick>, } | { "kind": "fix" } & FixAsk | { "kind": "update", 
/**
 * The id of the import that looked at the source.
 */
import: string, 
/**
 * Files that follow the source although they were changed here, by their path from the skill's folder.
 */
theirs: Array<string>, };

export type PlanDiffAsk = { 
/**
 * The id of a plan or of what moved.
 */
plan: string, 
/**
 * The number of the place.
 */
step: number, 
/**
 * The text at the left.
 */
left: PlanSide, 
/**
 * The text at the right.
 */
right: PlanSide, 
/**
 * First row wanted, counted from 0.
 */
from: number, 
/**
 * How many rows, at most 2,000.
 */
count: number, };

export type PlanDiffView = { 
/**
 * All rows.
 */
total: number, 
/**
 * Lines added.
 */
added: number, 
/**
 * Lines removed.
 */
removed: number, 
/**
 * The first row's number.
 */
from: number, 
/**
 * The rows of the window.
 */
rows: Array<DiffRow>, };

export type PlanSide = "seen" | "disk" | "result";

export type PlanText = { 
/**
 * Which.
 */
side: PlanSide, 
/**
 * SHA-256 of its bytes.
 */
hash: string, 
/**
 * Lines.
 */
lines: number, 
/**
 * Bytes.
 */
bytes: number, };

export type PlanTextAsk = { 
/**
 * The id of a plan or of what moved.
 */
plan: string, 
/**
 * The number of the place.
 */
step: number, 
/**
 * Which text.
 */
side: PlanSide, 
/**
 * First line wanted, counted from 0.
 */
from: number, 
/**
 * How many lines, at most 2,000.
 */
count: number, };

export type PlanThreeAsk = { 
/**
 * The id of a plan or of what moved.
 */
plan: string, 
/**
 * The number of the place.
 */
step: number, 
/**
 * First row wanted, counted from 0.
 */
from: number, 
/**
 * How many rows, at most 2,000.
 */
count: number, };

export type PlanThreeRow = { "kind": "lines", 
/**
 * Of what was seen: the snapshot, where one is restored.
 */
seen: ThreeLine | null, 
/**
 * Of what is on disk; it differs where the result does.
 */
disk: ThreeLine | null, 
/**
 * Of what would be there afterwards.
 */
result: ThreeLine | null, } | { "kind": "fold", 
/**
 * How many.
 */
lines: number, };

export type PlanThreeView = { 
/**
 * All rows.
 */
total: number, 
/**
 * The first row's number.
 */
from: number, 
/**
 * The rows of the window.
 */
rows: Array<PlanThreeRow>, };

export type PlanView = { 
/**
 * Names it to [`super::CarryOutAsk`].
 */
id: string, 
/**
 * What is done: `restore`, `hide`, `rename`, …
 */
act: string, 
/**
 * The same with the skill's name, as a proposal.
 */
words: Message, 
/**
 * Every touched place, in order.
 */
steps: Array<StepRow>, 
/**
 * What else one should know.
 */
notes: Array<Message>, 
/**
 * The agent by whose rules the change was planned.
 */
agent: string, 
/**
 * What changes about who wins, one sentence each; empty when nothing does.
 */
effects: Array<Message>, 
/**
 * What the checks say of the files as they will be.
 */
findings: Array<FindingRow>, 
/**
 * The cells of the matrix of who wins that it turns over, in any agent.
 */
flips: Array<FlipRow>, 
/**
 * Agents whose rules are known.
 */
agents: number, 
/**
 * When the disk was read.
 */
read_at: Millis, };

export type PostureFact = { 
/**
 * `auto`, `ask` or `read_only`.
 */
mode: Foreign, 
/**
 * `root` or `child`.
 */
lineage: Foreign, 
/**
 * The line it stands on.
 */
line: number, };

export type Precedence = { "code": "scope", "args": { 
/**
 * The scope of the file that wins.
 */
winner: string, 
/**
 * The scope of the file that loses.
 */
loser: string, } } | { "code": "root", "args": { 
/**
 * The root of the file that wins.
 */
winner: string, 
/**
 * The root of the file that loses.
 */
loser: string, } } | { "code": "nearer_root", "args": { 
/**
 * The name of both.
 */
root: string, } } | { "code": "path_order", "args": { 
/**
 * The root.
 */
root: string, 
/**
 * The last path wins, not the first.
 */
is_last: boolean, } };

export type Preview = { "kind": "text", 
/**
 * The lines asked for.
 */
window: TextWindow, } | { "kind": "markdown", 
/**
 * The tree.
 */
markdown: Markdown, 
/**
 * The lines asked for.
 */
window: TextWindow, } | { "kind": "image", 
/**
 * As a `data:` address.
 */
address: string, } | { "kind": "hex", 
/**
 * Rows of 16 bytes.
 */
rows: Array<HexRow>, 
/**
 * All bytes of the file.
 */
bytes: number, } | { "kind": "beginning", 
/**
 * Its lines; the last may be cut.
 */
window: TextWindow, 
/**
 * All bytes of the file.
 */
bytes: number, } | { "kind": "none", 
/**
 * The reason.
 */
why: NoPreview, };

export type PreviewAsk = { 
/**
 * The id of a [`crate::skills::SkillRow`] of the same agent's list.
 */
id: string, 
/**
 * The agent whose rules decide; Pixir when absent.
 */
convention?: string, 
/**
 * Who calls it.
 */
by: CallerWord, 
/**
 * What fills its variables, as one text; absent when the call has none.
 */
arguments: string | null, 
/**
 * What stands for the id of the session.
 */
session: string, 
/**
 * The file at hand; absent when the call names none.
 */
context_path: string | null, 
/**
 * Whether the whole file is asked for, where the tool can be asked so.
 */
whole_file: boolean, };

export type PreviewOutcome = { "kind": "given" } & GivenView | { "kind": "refused" } & GuardedView;

export type PreviewView = { 
/**
 * The call as it would be made: the tool and its arguments, or the user's text.
 */
call: Foreign, 
/**
 * Such a call takes arguments.
 */
takes_arguments: boolean, 
/**
 * Such a call takes the file at hand, and whether the whole file is wanted.
 */
takes_path: boolean, 
/**
 * What comes of it.
 */
outcome: PreviewOutcome, };

export type ProblemRow = { 
/**
 * The path, absolute.
 */
path: Foreign, 
/**
 * A word for it.
 */
code: string, 
/**
 * A sentence that names the thing and says what to do.
 */
message: Message, };

export type ProvenanceAsk = { 
/**
 * The key of a [`crate::sessions::SessionRow`].
 */
key: string, 
/**
 * The row's number in the timeline.
 */
row: number, };

export type ProvenanceCard = { 
/**
 * Its letter.
 */
letter: Letter, 
/**
 * `user` or `model`.
 */
by: Foreign, 
/**
 * The turn it was activated in.
 */
turn: number | null, 
/**
 * Its sequence number as written.
 */
seq: string, 
/**
 * Its record.
 */
line: number, 
/**
 * Where it stands in the files of its agent.
 */
stands: StandsFact, 
/**
 * What recomputing the hash says.
 */
integrity: Integrity, 
/**
 * How it differs from the disk.
 */
drift: DriftFact, 
/**
 * What proves that its text was older than the skill's file.
 */
stale: StaleFact | null, };

export type ProvenanceView = { 
/**
 * The row.
 */
row: TimelineRow, 
/**
 * Oddities, such as two versions of one skill in context.
 */
notes: Array<ContextNote>, 
/**
 * Skills that the agent itself named behind its answers in this row.
 */
named: Array<NamedFact>, 
/**
 * Activated in this row.
 */
activated: Array<ProvenanceCard>, 
/**
 * Activated earlier and still sent in full.
 */
replayed: Array<ProvenanceCard>, 
/**
 * Dropped by a compaction; only the name is left.
 */
name_only: Array<DroppedCard>, 
/**
 * Workflow templates of skills that ran in it.
 */
templates: Array<Foreign>, 
/**
 * Files of skills the model viewed in it, as `skill: path`.
 */
opened: Array<Foreign>, 
/**
 * Reads of a SKILL.md in it that are no activation.
 */
weak_traces: Array<WeakTrace>, 
/**
 * Fresh facts hydrated in it.
 */
hydrated: Array<HydratedCard>, 
/**
 * The catalog the model was shown.
 */
listing: ListingEvidence, 
/**
 * Decisions in it.
 */
decisions: DecisionFact, };

export type Quote = Foreign;

export type RawAsk = { 
/**
 * The key of a [`crate::sessions::SessionRow`].
 */
key: string, 
/**
 * Which log; without it, the session's own.
 */
log: LogPart, 
/**
 * The line, counted from 1.
 */
line: number, 
/**
 * First byte wanted, counted from 0.
 */
from: number, 
/**
 * How many bytes, at most 65,536.
 */
count: number, };

export type RawView = { 
/**
 * The line of the file.
 */
line: number, 
/**
 * The bytes asked for as text; bytes that are not UTF-8 show as U+FFFD.
 */
text: Foreign, 
/**
 * The first byte's place in the line.
 */
from: number, 
/**
 * Bytes of the whole line.
 */
bytes: number, 
/**
 * The line's first byte in the file.
 */
offset: number, 
/**
 * The line stands in no file: Assay laid it out of what its agent keeps otherwise.
 */
made: boolean, 
/**
 * `session#seq`, which leads back to the event; nothing when it has no number of its own.
 */
reference: string | null, };

export type ReadStep = "arguments" | "base_directory" | "base_directory_and_files" | "base_directory_line" | "base_directory_lines" | "command_tags" | "description_lines" | "files" | "split_at_frontmatter" | "name_heading" | "name_heading_and_base_directory" | "name_tag" | "indentation" | "more_lines" | "output" | "output_header" | "outer_whitespace" | "related_files" | "tag" | "tags" | "title" | "trailing_line_break" | "truncation_note" | "typed" | "unknown_wrapper";

export type ReadingRow = { 
/**
 * The log, shortened.
 */
path: Foreign, 
/**
 * The agent that wrote it.
 */
source: SourceFact, 
/**
 * Its size in bytes.
 */
bytes: number, };

export type RecentRow = { 
/**
 * Names it to [`SwitchAsk`].
 */
id: string, 
/**
 * Its folder's name.
 */
name: Foreign, 
/**
 * Its path, absolute.
 */
path: Foreign, 
/**
 * It is the open one.
 */
current: boolean, 
/**
 * The folder is still there.
 */
exists: boolean, };

export type Reconstructed = { 
/**
 * Where they are known from, with the release.
 */
source: Message, 
/**
 * In what the agent is known to differ from what is told.
 */
differs: Array<Message>, };

export type RecordedListing = { 
/**
 * The session's key.
 */
key: string, 
/**
 * The session, as its agent calls it.
 */
session: Foreign, 
/**
 * When it was recorded.
 */
at: Millis | null, 
/**
 * The record that holds it.
 */
line: number, 
/**
 * Skills in it, those that come with the agent and its plugins included.
 */
total: number, 
/**
 * Of them, skills that it lists by name alone; absent where the log holds names alone.
 */
names_only: number | null, 
/**
 * Size of its entries in `unit`; absent where the log holds names alone.
 */
size: number | null, 
/**
 * `bytes`, `characters`, `columns` or `tokens`.
 */
unit: string, 
/**
 * It is larger than the limit that is known for the agent, which is therefore not given as a budget.
 */
over_known_limit: boolean, };

export type RecordedPart = "part" | "body";

export type ReferenceAsk = { 
/**
 * `20260918T141102-7be41d#12`, or a session's id alone.
 */
text: string, };

export type ReferenceView = { 
/**
 * The session's id.
 */
session: Foreign, 
/**
 * Its key.
 */
key: string, 
/**
 * Its title.
 */
title: Foreign, 
/**
 * The event's number; nothing when the reference names a session.
 */
seq: number | null, 
/**
 * Its line in the log.
 */
line: number | null, 
/**
 * Its turn.
 */
turn: number | null, 
/**
 * The event as recorded, at most 64 KiB of it.
 */
event: Foreign | null, };

export type Refusal = { "code": "unread", "args": UnreadReason } | { "code": "unknown_type", "args": Quote } | { "code": "unfinished" };

export type RefusedFact = { 
/**
 * The skill's name.
 */
skill: Foreign, 
/**
 * The source's id in the skill.
 */
source: Foreign, 
/**
 * The command, verbatim; empty where none is recorded.
 */
command: Foreign, 
/**
 * `user` or `rule`.
 */
by: Foreign, 
/**
 * What the person said.
 */
note: Foreign | null, };

export type RefusedView = { 
/**
 * The reason.
 */
why: Message, 
/**
 * What would make it possible.
 */
way: Way | null, 
/**
 * What is not as it was, with all texts.
 */
moved: MovedView | null, };

export type RelativeFact = { "code": "fork_of", "args": { 
/**
 * The id of that session.
 */
parent: Quote, } } | { "code": "subagent_of", "args": { 
/**
 * The id of that session.
 */
parent: Quote, } } | { "code": "forked" } | { "code": "forked_at", "args": { 
/**
 * The number of the event.
 */
seq: number, 
/**
 * The number of copied events, if it is recorded.
 */
events: number | null, } } | { "code": "logged", "args": { 
/**
 * The word.
 */
word: Quote, } } | { "code": "own_workspace" } | { "code": "running" } | { "code": "detached" } | { "code": "no_end" } | { "code": "never_started" } | { "code": "by_copied_events" } | { "code": "retried" } | { "code": "log_missing" } | { "code": "own_ancestor" } | { "code": "more_below" };

export type ReleaseFact = { 
/**
 * In words.
 */
to: string, 
/**
 * When.
 */
at: Millis | null, };

export type ReleasedText = { "code": "sent", "args": { 
/**
 * Its bytes, if they are recorded.
 */
bytes: number | null, } } | { "code": "redacted", "args": { 
/**
 * Its bytes, if they are recorded.
 */
bytes: number | null, 
/**
 * How many marks stand in it.
 */
marks: number, } } | { "code": "nothing_sent" } | { "code": "nothing_run" };

export type RemovedRow = { 
/**
 * The part.
 */
part: string, 
/**
 * The rule: `home`, `e-mail`, or a rule for secrets.
 */
rule: string, 
/**
 * How often.
 */
count: number, };

export type RepeatRow = { 
/**
 * The number.
 */
seq: number, 
/**
 * The line it stands on again.
 */
line: number, };

export type RequestView = { 
/**
 * Its id.
 */
id: string, 
/**
 * The skill.
 */
skill: SkillMark, 
/**
 * What a yes is wanted for.
 */
act: ApprovalAct, 
/**
 * The exact command, and what it is.
 */
command: CommandView, 
/**
 * Where it stands.
 */
step: StepView, };

export type RequestedView = { 
/**
 * Its id.
 */
id: string, 
/**
 * What became of it at once, in a sentence; nothing when it waits.
 */
ended: Message | null, };

export type ResourceAsk = { 
/**
 * The id of a [`crate::skills::SkillRow`].
 */
id: string, 
/**
 * A path that [`super::ResourcesView`] lists for this skill; anything else is refused.
 */
rel: string, 
/**
 * First line wanted of a text, counted from 0.
 */
from: number, 
/**
 * How many lines, at most 2,000.
 */
count: number, };

export type ResourceKind = "main" | "folder" | "reference" | "script" | "asset" | "template" | "workflow" | "link" | "other";

export type ResourceRow = { 
/**
 * Its path from the skill's folder, `/` between names.
 */
rel: Foreign, 
/**
 * Its own name.
 */
name: Foreign, 
/**
 * Levels below the skill's folder, from 0.
 */
depth: number, 
/**
 * What it is for.
 */
kind: ResourceKind, 
/**
 * Size in bytes, 0 for a folder.
 */
bytes: number, 
/**
 * Tokens when opened, estimated as bytes / 4.
 */
tokens: number, 
/**
 * It carries the executable bit.
 */
executable: boolean, 
/**
 * For a folder: names directly in it.
 */
children: number, 
/**
 * Turns in which a recorded session viewed it.
 */
opened: Array<TurnRef>, 
/**
 * Turns in which a tool call named its path: it may have been read then, which is inferred.
 */
named: Array<TurnRef>, };

export type ResourceView = { 
/**
 * Its row.
 */
row: ResourceRow, 
/**
 * SHA-256 of its bytes, when it could be read.
 */
hash: string | null, 
/**
 * Last modified.
 */
modified: Millis | null, 
/**
 * `UTF-8, LF`, `UTF-8, CRLF`, `binary`, …
 */
encoding: string, 
/**
 * Unix permission bits in octal, such as `755`; empty where there are none.
 */
mode: string, 
/**
 * Lines of SKILL.md that name it.
 */
named_in: Array<number>, 
/**
 * What can be shown of it.
 */
preview: Preview, };

export type ResourcesView = { 
/**
 * Folders and files, depth first; SKILL.md comes first.
 */
rows: Array<ResourceRow>, 
/**
 * Names beyond the limit of 500.
 */
omitted: number, 
/**
 * Files that some recorded session opened.
 */
opened: number, 
/**
 * Files beside SKILL.md.
 */
files: number, 
/**
 * Files that no session opened, but some tool call named.
 */
named: number, 
/**
 * Links in SKILL.md that lead nowhere, the first 100.
 */
dead_links: Array<DeadLink>, 
/**
 * When Assay first saw the files; what they were before is unknown. Absent while it has not looked.
 */
known_since: Millis | null, 
/**
 * Activations of this skill in recorded sessions.
 */
activations: number, };

export type RestorePlace = { 
/**
 * The scope.
 */
scope: SkillScope, 
/**
 * The file, shortened.
 */
path: Foreign, 
/**
 * It goes there when nothing else is chosen.
 */
chosen: boolean, };

export type RuleCount = { 
/**
 * The rule's name.
 */
rule: string, 
/**
 * How bad it is here.
 */
severity: Severity, 
/**
 * Its findings.
 */
count: number, 
/**
 * Skills with one.
 */
skills: number, 
/**
 * Some of its findings may have a quick fix.
 */
has_fix: boolean, };

export type RuleDecision = "run" | "ask" | "refuse" | "granted";

export type RuleView = { 
/**
 * What would happen.
 */
decision: RuleDecision, 
/**
 * The rule, in one or two sentences.
 */
words: Message, 
/**
 * Why it does not provably only read, each in words; empty when it does.
 */
reasons: Array<Message>, };

export type RunEnd = { "code": "files_read", "args": { 
/**
 * How many.
 */
count: number, } } | { "code": "exit", "args": { 
/**
 * The exit code.
 */
code: number, } } | { "code": "signal", "args": { 
/**
 * Its number.
 */
signal: number, } } | { "code": "timed_out", "args": { 
/**
 * The limit in seconds.
 */
seconds: number, } } | { "code": "flooded" } | { "code": "stopped" } | { "code": "too_many_processes" } | { "code": "too_much_memory" } | { "code": "unknown" };

export type RunFacts = { 
/**
 * What is different since it was last allowed.
 */
changed: Array<ChangedPart>, 
/**
 * The changed lines of SKILL.md as a unified diff; empty when unknown.
 */
diff: Foreign, 
/**
 * It was allowed before, once or for longer.
 */
allowed_before: boolean, 
/**
 * Who asks.
 */
asker: AskerText, 
/**
 * The session and turn.
 */
turn: TurnMark | null, 
/**
 * How the skill came into that turn: `activated by user in turn 8`, `not activated in this session`.
 */
activation: Message, 
/**
 * The executable, its hash and what is known of it.
 */
resolves: ExecutableView | null, 
/**
 * The folder it runs in, whole.
 */
cwd: Foreign, 
/**
 * Names of the environment variables it gets.
 */
environment: Array<Foreign>, 
/**
 * Variables it does not get.
 */
withheld: number, 
/**
 * The mode and the rule that matched, in words.
 */
rule: Message, 
/**
 * Why it does not provably only read, each in words.
 */
reasons: Array<Message>, 
/**
 * What contains it.
 */
sandbox: SandboxView, 
/**
 * Its limits.
 */
limits: LimitsText, 
/**
 * The reason: the skill's own words where `reason_place` says where they stand, else Assay's. May be empty.
 */
reason_given: Foreign, 
/**
 * The place of the skill's words: `SKILL.md line 17`; empty where the words are Assay's own.
 */
reason_place: string, 
/**
 * How long the permission may hold, the shortest first. Nothing else is taken.
 */
lifetimes: Array<LifetimeChoice>, };

export type SandboxView = { 
/**
 * How strong it is.
 */
level: Level, };

export type SaveAsk = { 
/**
 * The key of a [`views::sessions::SessionRow`].
 */
key: string, 
/**
 * Only these turns; all when nothing is said.
 */
turns: TurnRange | null, 
/**
 * In which form.
 */
form: ExportForm, 
/**
 * Without likely secrets, home folders and e-mail addresses.
 */
redact: boolean, };

export type SaveTablesAsk = { 
/**
 * Every known workspace; else the one that is open.
 */
everywhere: boolean, 
/**
 * Prompts, titles and texts of skills as well, without likely secrets.
 */
texts: boolean, };

export type SaveTextsAsk = { 
/**
 * Which.
 */
saving: Saving, };

export type SaveWinsAsk = { 
/**
 * Only names that contain this, without regard to case; empty takes all.
 */
text: string, 
/**
 * Only rows of which all of these hold.
 */
only: Array<WinsOnly>, 
/**
 * In which form.
 */
form: WinsTableForm, };

export type SavedTablesView = { 
/**
 * Nothing when the person chose no folder.
 */
written: TablesView | null, };

export type SavedTextAsk = { 
/**
 * Which.
 */
id: string, 
/**
 * The first line, counted from 0.
 */
from: number, 
/**
 * How many lines.
 */
count: number, };

export type SavedTextRow = { 
/**
 * Its name in the archive.
 */
id: string, 
/**
 * The skill's recorded name.
 */
name: Foreign, 
/**
 * Whose session recorded it.
 */
source: SourceFact, 
/**
 * The release that wrote it, where the log said so.
 */
release: Foreign | null, 
/**
 * The path it was recorded to come from.
 */
path: Foreign, 
/**
 * The workspace of the session that recorded it.
 */
workspace: Foreign, 
/**
 * That session.
 */
session: Foreign, 
/**
 * The hash of the text.
 */
hash: string, 
/**
 * How much of the file it is.
 */
kept: TextKept, 
/**
 * Its bytes.
 */
bytes: number, 
/**
 * When it was given last.
 */
last: Millis | null, 
/**
 * When it was saved; nothing where it is not.
 */
saved: Millis | null, 
/**
 * A log holds it still.
 */
has_log: boolean, 
/**
 * How it stands against the disk.
 */
drift: DriftFact, };

export type SavedTextsView = { 
/**
 * What a person said.
 */
saving: Saving, 
/**
 * Where they are saved, one file each.
 */
folder: string, 
/**
 * Bytes of the texts that are saved.
 */
saved_bytes: number, 
/**
 * Bytes of those that logs hold and that are not saved.
 */
unsaved_bytes: number, 
/**
 * Every text, by the skill's name and the last given first.
 */
texts: Array<SavedTextRow>, 
/**
 * Files of the archive that are no texts.
 */
problems: Array<ProblemRow>, };

export type SavedView = { 
/**
 * The file; nothing when the person chose none.
 */
path: string | null, 
/**
 * Its bytes.
 */
bytes: number, 
/**
 * Its SHA-256.
 */
sha256: string, 
/**
 * How many places something was taken out of.
 */
removed: number, };

export type Saving = "on" | "off";

export type SavingTables = { 
/**
 * Workspaces that are written.
 */
done: number, 
/**
 * Of so many.
 */
of: number, 
/**
 * Steps that were taken, mostly a session each.
 */
steps: number, 
/**
 * Somebody stopped it.
 */
stopped: boolean, };

export type SavingTablesView = { 
/**
 * How far it is; nothing when no tables are written now.
 */
going: SavingTables | null, };

export type ScopeAsk = { 
/**
 * Those of every known workspace, not of the open one alone.
 */
everywhere: boolean, };

export type ScrollMark = { 
/**
 * Where it starts.
 */
from: number, 
/**
 * Where it ends.
 */
to: number, 
/**
 * Something was removed.
 */
removed: boolean, 
/**
 * Something was added.
 */
added: boolean, };

export type SearchAsk = { 
/**
 * What to look for, at most 4,096 bytes.
 */
words: string, 
/**
 * How.
 */
way: SearchWay, 
/**
 * Whether capital letters count; a ranked search disregards them.
 */
letters: LetterCase, 
/**
 * In which sessions.
 */
filter: SessionFilter, 
/**
 * Minutes that the clock on the wall is before UTC, for where days begin.
 */
zone?: number, 
/**
 * First hit wanted, counted from 0.
 */
first: number, 
/**
 * How many hits, at most 200.
 */
count: number, };

export type SearchHit = { 
/**
 * The session's key, good once its workspace is open.
 */
key: string, 
/**
 * The session id.
 */
session: Foreign, 
/**
 * The session's title.
 */
title: Foreign, 
/**
 * The agent that wrote it.
 */
source: SourceFact, 
/**
 * Its workspace.
 */
workspace: WorkspaceMark, 
/**
 * Its record, counted from 1: its line where a line of the log is one event.
 */
line: number, 
/**
 * Where that stands in the files of its agent; nothing where a ranked search found what another agent than Pixir
 * wrote, which keeps records alone.
 */
stands: StandsFact | null, 
/**
 * The event's number as written; empty for a line that is no event.
 */
seq: string, 
/**
 * The event's type, or `message`, `call`, `result` in a ranked search; empty for a line that is no event.
 */
kind: Foreign, 
/**
 * Which text of the event, such as `data.args.command`; empty where that is not told.
 */
field: Foreign, 
/**
 * First byte of what was found in the decoded text, and the byte behind it, where that can be told.
 */
span: [number, number] | null, 
/**
 * When the event was written, as recorded.
 */
ts: string | null, 
/**
 * The text around it.
 */
snippet: Array<SnippetPart>, 
/**
 * Bytes of the text before the snippet.
 */
before: number, 
/**
 * Bytes of the text after the snippet.
 */
after: number, };

export type SearchView = { 
/**
 * Whether the search has ended; else the same ask tells more a moment later.
 */
done: boolean, 
/**
 * Hits so far, at most 2,000.
 */
matching: number, 
/**
 * Sessions with a hit so far.
 */
sessions: number, 
/**
 * When these began.
 */
times: Times, 
/**
 * There are more hits than are told.
 */
cut: boolean, 
/**
 * Logs searched to their end.
 */
logs_done: number, 
/**
 * Logs to search.
 */
logs: number, 
/**
 * Bytes searched.
 */
bytes: number, 
/**
 * Lines over 64 MiB, which were not searched.
 */
too_long: number, 
/**
 * Hits of the index that are not in the log as it is now, and are not shown.
 */
dropped: number, 
/**
 * The first hit's number.
 */
first: number, 
/**
 * The hits of the window: newest session first, or the best first.
 */
hits: Array<SearchHit>, 
/**
 * Logs that could not be read.
 */
problems: Array<ProblemRow>, };

export type SearchWay = "exact" | "pattern" | "ranked";

export type SecretView = { 
/**
 * Its number, from 1.
 */
number: number, 
/**
 * `webhook signing key`.
 */
words: string, 
/**
 * `by prefix whsec_`.
 */
by: string, 
/**
 * The line it begins in, counted from 0.
 */
line: number, 
/**
 * First character in that line, in UTF-16 units.
 */
from: number, 
/**
 * The character after its last one in that line, in UTF-16 units.
 */
to: number, 
/**
 * The line it ends in, counted from 0.
 */
to_line: number, };

export type Segment = { "kind": "turn", 
/**
 * Its number, from 1.
 */
number: number, 
/**
 * The first 200 characters of the prompt.
 */
prompt: Foreign, 
/**
 * How it ended.
 */
outcome: Outcome, 
/**
 * Why it failed, in words.
 */
failure: Foreign | null, 
/**
 * Activations in it.
 */
activations: Array<ActivationChip>, 
/**
 * Skills that the agent named behind its answers.
 */
named: Array<NamedFact>, 
/**
 * Workflow templates of skills run in it.
 */
templates: Array<Foreign>, 
/**
 * Tool calls.
 */
tools: number, 
/**
 * Input and output tokens of its provider calls; absent when none was recorded.
 */
tokens: number | null, 
/**
 * From first to last event in milliseconds; absent when the clock moved back.
 */
duration_ms: number | null, 
/**
 * It was copied from the parent of a fork.
 */
copied: boolean, } | { "kind": "opening", 
/**
 * What they are.
 */
events: EventKinds, } | { "kind": "compaction", 
/**
 * The compaction's sequence number.
 */
seq: string, 
/**
 * Full texts it dropped.
 */
dropped: number, 
/**
 * The first 20 of them, each text once, with what became of it.
 */
texts: Array<DroppedText>, 
/**
 * Its trigger.
 */
trigger: Foreign, } | { "kind": "subagent", 
/**
 * The agent role.
 */
agent: Foreign, 
/**
 * Its state.
 */
status: Foreign, 
/**
 * Its key when its log is there.
 */
key: string | null, } | { "kind": "between", 
/**
 * What they are.
 */
events: EventKinds, } | { "kind": "break", 
/**
 * The line.
 */
line: number, 
/**
 * Lines that cannot be read here.
 */
lines: number, 
/**
 * The reason.
 */
reason: UnreadReason, };

export type SendFacts = { 
/**
 * How it ended.
 */
end: RunEnd, 
/**
 * It ended with exit code 0.
 */
ok: boolean, 
/**
 * Milliseconds it took.
 */
duration_ms: number, 
/**
 * Bytes read from standard output.
 */
stdout_bytes: number, 
/**
 * Bytes read from standard error.
 */
stderr_bytes: number, 
/**
 * SHA-256 of all bytes read.
 */
hash: string, 
/**
 * Lines of the text that would be sent.
 */
lines: number, 
/**
 * Its bytes.
 */
kept_bytes: number, 
/**
 * Its tokens, estimated as bytes / 4.
 */
tokens: number, 
/**
 * What was left out; absent where nothing was.
 */
cut: CutText | null, 
/**
 * Likely secrets, in order.
 */
secrets: Array<SecretView>, 
/**
 * Characters made visible.
 */
made_visible: Array<MadeVisible>, 
/**
 * Against the last run of the same command.
 */
against_last: AgainstLast, 
/**
 * What is known not to be complete, each in words.
 */
limitations: Array<Message>, 
/**
 * What sending and discarding do to a permission that lasts; empty when none is meant.
 */
permission: Array<PermissionEffect>, };

export type ServedFileRow = { 
/**
 * Its address there.
 */
uri: string, 
/**
 * SHA-256 of its bytes.
 */
sha256: string, 
/**
 * Bytes of it.
 */
size: number, };

export type SessionAsk = { 
/**
 * The key of a [`crate::sessions::SessionRow`].
 */
key: string, };

export type SessionDrift = { 
/**
 * Distinct texts of skills that the session recorded.
 */
texts: number, 
/**
 * Of them, those whose file has another text now.
 */
changed: number, 
/**
 * Of them, those whose file is gone.
 */
deleted: number, 
/**
 * Of them, those that cannot be compared.
 */
unknown: number, };

export type SessionFilter = { 
/**
 * Ids of known workspaces, or their absolute paths.
 */
workspaces: Array<string>, 
/**
 * Only titles, ids and skill names that contain this, without regard to case.
 */
text: string, 
/**
 * Only sessions of the agent of this name, such as `copilot-cli`.
 */
agent: string, 
/**
 * Only sessions that activated the skill of this name.
 */
skill: string, 
/**
 * Only sessions with a snapshot in one of these states.
 */
drift: Array<DriftState>, 
/**
 * Only sessions whose last turn ended so.
 */
outcomes: Array<Outcome>, 
/**
 * Only sessions with an event at this time or later.
 */
from: Millis | null, 
/**
 * Only sessions that began before this time.
 */
to: Millis | null, 
/**
 * Only sessions of which all of this is so.
 */
only: Array<Only>, };

export type SessionRow = { 
/**
 * Names this log to every other request; two logs of one session id have two keys.
 */
key: string, 
/**
 * The session id.
 */
id: Foreign, 
/**
 * The first words of the first user message; the id when there is none.
 */
title: Foreign, 
/**
 * The agent that wrote it.
 */
source: SourceFact, 
/**
 * Time of the first event.
 */
started: Millis | null, 
/**
 * Time of the last event.
 */
last: Millis | null, 
/**
 * Lines that are events.
 */
events: number, 
/**
 * Turns.
 */
turns: number, 
/**
 * Distinct skill names activated, in order of first activation.
 */
skills: Array<Foreign>, 
/**
 * How the skill texts it recorded stand against the disk.
 */
drift: SessionDrift, 
/**
 * What the hashes say.
 */
integrity: IntegrityFact, 
/**
 * A writer holds its lease.
 */
live: boolean, 
/**
 * The real Pixir could open it; absent for what another agent wrote.
 */
readable_by_pixir: boolean | null, 
/**
 * What it is in its family.
 */
lineage: Ancestry, };

export type SessionSort = "newest" | "oldest" | "turns" | "drift";

export type SessionView = { 
/**
 * Its row.
 */
row: SessionRow, 
/**
 * What the logs of its agent can tell.
 */
tells: TellsFact, 
/**
 * The release of the agent that wrote it last, where the log says it.
 */
release: Foreign | null, 
/**
 * The log, absolute.
 */
path: Foreign, 
/**
 * Bytes of the log.
 */
bytes: number, 
/**
 * Lines of the log.
 */
lines: number, 
/**
 * Lines that cannot be read, the first 100.
 */
unread: Array<UnreadRow>, 
/**
 * Lines that cannot be read.
 */
unread_total: number, 
/**
 * The last line, as long as no line feed ends it and it is no event.
 */
unfinished: UnfinishedReport | null, 
/**
 * What the real Pixir would do with the log; none for what another agent or Assay wrote.
 */
pixir: PixirVerdict | null, 
/**
 * The recorded permission mode and where it stands.
 */
posture: PostureFact | null, 
/**
 * Models named by its usage events.
 */
models: Array<Foreign>, 
/**
 * Rows of its timeline.
 */
timeline_rows: number, 
/**
 * Snapshots by letter, in order of first activation.
 */
letters: Array<Letter>, 
/**
 * How long each snapshot stays in context, in timeline rows.
 */
bands: Array<Band>, 
/**
 * Bands not drawn because there are more than 8 lanes at once.
 */
folded_lanes: number, 
/**
 * Parents, forks and subagents, this session included.
 */
tree: Array<TreeRow>, 
/**
 * Where it comes from; absent for a session of its own.
 */
origin: OriginFact | null, 
/**
 * Sessions that begin at events of this one, the first 200.
 */
branches: Array<BranchMark>, 
/**
 * Versions side by side and texts sent twice, the first 100.
 */
notices: Array<Notice>, 
/**
 * Missing sequence numbers.
 */
seq_gaps: number, 
/**
 * Sequence numbers that occur more than once.
 */
seq_duplicates: number, 
/**
 * What stands around the first line that cannot be read.
 */
damage: DamageView | null, 
/**
 * Assay's companion log, once there is one.
 */
companion: CompanionFact | null, 
/**
 * What comparing the log with what Assay saw before said last; absent before the first comparison.
 */
witness: WitnessState | null, };

export type SessionsAsk = { 
/**
 * Only titles, ids and skill names that contain this, without regard to case; empty takes all.
 */
text: string, 
/**
 * Only sessions of the agent of this name; empty takes all.
 */
agent: string, 
/**
 * Only sessions with an event at this time or later.
 */
since?: Millis, 
/**
 * Only sessions that began before this time.
 */
until?: Millis, 
/**
 * Minutes that the clock on the wall is before UTC, for where days begin.
 */
zone?: number, 
/**
 * The order.
 */
sort: SessionSort, 
/**
 * First row wanted, counted from 0.
 */
from: number, 
/**
 * How many rows, at most 500.
 */
count: number, };

export type SessionsView = { 
/**
 * Sessions of this workspace.
 */
total: number, 
/**
 * Events in all of them.
 */
events: number, 
/**
 * Logs with lines that cannot be read.
 */
damaged: number, 
/**
 * Rows that match the ask.
 */
matching: number, 
/**
 * When those began that are taken whenever they were.
 */
times: Times, 
/**
 * The first row's number.
 */
from: number, 
/**
 * The rows of the window.
 */
rows: Array<SessionRow>, 
/**
 * Agents that wrote sessions of this workspace.
 */
agents: Array<SourceFact>, 
/**
 * Where logs were looked for.
 */
places: Array<PlaceRow>, 
/**
 * Everything that was odd there.
 */
problems: Array<ProblemRow>, 
/**
 * Large logs that are still being read, the newest last; their sessions are not among the rows yet.
 */
reading: Array<ReadingRow>, 
/**
 * When the logs were looked at.
 */
read_at: Millis, };

export type SetIndexingAsk = { 
/**
 * What to do.
 */
act: IndexingAct, };

export type SettingsView = { 
/**
 * The version of this program.
 */
version: string, 
/**
 * The commit it was built from; nothing while it is developed, and outside a checkout.
 */
commit: string | null, 
/**
 * The page that lists releases, an https address; nothing where the system brings what is newer, and while it is
 * developed. Assay itself never asks it.
 */
releases: string | null, 
/**
 * Whose rules decide, and of which release they are.
 */
rules: string, 
/**
 * The home folder, when one is known.
 */
home: string | null, 
/**
 * Where Assay keeps what is its own.
 */
kept: string | null, 
/**
 * The skill roots, in the order in which they win.
 */
roots: Array<PlaceRow>, 
/**
 * Where skills are looked for as well, because a person said so.
 */
folders: FoldersReport, 
/**
 * Where logs of Pixir are looked for.
 */
places: Array<PlaceRow>, 
/**
 * Every agent whose sessions are read.
 */
sources: Array<SourceFact>, 
/**
 * What a source of fresh facts may take and keep.
 */
limits: LimitsFact, 
/**
 * The variables of the environment that a declared command gets, and whether each is set here.
 */
passed: Array<PassedFact>, };

export type Severity = "error" | "warning" | "note";

export type SeverityCount = { 
/**
 * Which.
 */
severity: Severity, 
/**
 * How many.
 */
count: number, };

export type ShadowingRow = { 
/**
 * The contested name.
 */
name: Foreign, 
/**
 * Short path of the winner.
 */
selected: Foreign, 
/**
 * Short paths of the losers.
 */
shadowed: Array<Foreign>, };

export type ShownFile = { "of": "skill", 
/**
 * The id of its row.
 */
id: string, 
/**
 * Below the skill's folder, as the tree of its files lists it.
 */
rel: string, } | { "of": "session", 
/**
 * The key of its row.
 */
key: string, };

export type SignatureFact = { 
/**
 * The verdict.
 */
verdict: SignatureVerdict, 
/**
 * Whose signature it says it is; believed only where the verdict is `unchanged` or `changed`.
 */
signer: Foreign | null, 
/**
 * What is proved of the signer, as the policy of a gate names signers; absent where nobody who is trusted says so.
 */
identity: SignerIdentityFact | null, 
/**
 * The verdict in a sentence or two, with the reason.
 */
words: string, 
/**
 * Files that are not as they were signed, at most 100. Told of signers who are not trusted, too.
 */
changes: Array<SignedChange>, 
/**
 * Files beyond those.
 */
omitted: number, 
/**
 * Paths that the signature does not cover and at which something lies.
 */
uncovered: Array<Foreign>, 
/**
 * The last day of the signer's certificate, such as `2028-04-22`, if it is over.
 */
expired: string | null, };

export type SignatureVerdict = "unchanged" | "changed" | "not_trusted" | "unverifiable";

export type SignedChange = { 
/**
 * Its path, from the skill's folder.
 */
path: Foreign, 
/**
 * `changed`, `added`, `removed`, `link`, `no_file`, or `forged` of the signature itself.
 */
change: string, };

export type SignerIdentityFact = { 
/**
 * `sha256:` and the SHA-256 of the key that signed.
 */
spki: string, 
/**
 * The whole subject of its certificate; absent of a bare key.
 */
subject: Foreign | null, 
/**
 * `sha256:` and the SHA-256 of the key that signed that certificate; absent of a bare key, and of a certificate that is
 * trusted itself.
 */
issuer: string | null, };

export type SignerKind = "own" | "trusted" | "unknown";

export type Size = { 
/**
 * Files and links.
 */
files: number, 
/**
 * Bytes of the files.
 */
bytes: number, };

export type SkillAsk = { 
/**
 * The id of a [`crate::skills::SkillRow`].
 */
id: string, };

export type SkillFilter = "any" | "listed" | "shortened" | "cut" | "if_trusted" | "shadowed" | "invalid" | "hidden" | "held_back" | "barred" | "drifted" | "never_used" | "duplicate";

export type SkillGroup = { 
/**
 * The scope's name.
 */
scope: string, 
/**
 * The root, shortened to the workspace or home.
 */
root: Foreign, 
/**
 * Matching rows in it.
 */
count: number, 
/**
 * The number of its first row.
 */
from: number, };

export type SkillListing = "whole" | "part" | "cut" | "not";

export type SkillMark = { 
/**
 * The name.
 */
name: Foreign, 
/**
 * `repo`, `user` or `pixir-global`.
 */
scope: string, 
/**
 * SHA-256 of its SKILL.md, 64 digits.
 */
hash: string, 
/**
 * The id of its row, when the skill is still there.
 */
id: string | null, };

export type SkillOf = { "by": "row", 
/**
 * The id of a [`SkillRow`](crate::skills::SkillRow).
 */
id: string, } | { "by": "name", 
/**
 * The name.
 */
name: Foreign, };

export type SkillRow = { 
/**
 * Names this row to every other request; made of its path.
 */
id: string, 
/**
 * What the agent calls it by, or the folder's name when the file cannot be read.
 */
name: Foreign, 
/**
 * Whose it is: `repo`, `user`, `pixir-global`, …
 */
scope: string, 
/**
 * As Pixir writes it in its index; for other agents with the root's name in it.
 */
short_path: Foreign, 
/**
 * The description the agent reads.
 */
description: Foreign, 
/**
 * Tokens of what the listing says of it, estimated as bytes / 4; 0 when it says nothing.
 */
listed_tokens: number, 
/**
 * Tokens when activated, by as much of the file as the agent gives its model; estimated as bytes / 4.
 */
activated_tokens: number, 
/**
 * Its states.
 */
states: SkillStates, 
/**
 * Turns that activated it, by any snapshot.
 */
turns: number, 
/**
 * Sessions that activated it.
 */
sessions: number, 
/**
 * The latest activation.
 */
last_used: Millis | null, 
/**
 * Assay can change it: it belongs neither to the agent itself nor to an administrator.
 */
managed: boolean, };

export type SkillScope = "repo" | "user" | "pixir-global";

export type SkillSort = "name" | "last_used" | "tokens" | "drift";

export type SkillStanding = "wins" | "kept" | "unsettled" | "shadowed" | "same_file" | "held_back" | "disabled" | "denied" | "not_allowed" | "off" | "invalid";

export type SkillStates = { 
/**
 * The agent may use it: it wins its name, stays beside others of it, or may be the one.
 */
wins: boolean, 
/**
 * How it stands, in one word. What a person keeps from agents stands here although Pixir, which reads the
 * disk by itself, uses it.
 */
standing: SkillStanding, 
/**
 * Why the agent does not use it.
 */
why: WhyUnused | null, 
/**
 * Others of its name it shadows.
 */
shadows: number, 
/**
 * The short path of the winner when it loses.
 */
shadowed_by: Foreign | null, 
/**
 * `disable-model-invocation`, or a setting of the agent, hides it from the model.
 */
hidden: boolean, 
/**
 * The setting of the agent that keeps it from the skill, wholly or in part.
 */
switched: SwitchFact | null, 
/**
 * That it wins, or that another does, holds only where the agent trusts the project, which Assay cannot see.
 */
if_trusted: boolean, 
/**
 * How much of it the listing says.
 */
listing: SkillListing, 
/**
 * Why it cannot be read, in a sentence.
 */
invalid: Message | null, 
/**
 * The disk has another text than the last one recorded.
 */
drifted: boolean, 
/**
 * Distinct recorded snapshots.
 */
snapshots: number, 
/**
 * What sessions say of its use.
 */
used: SkillUse, 
/**
 * Paths that lead to this same file, itself included.
 */
doors: number, 
/**
 * Other files of this list with exactly its bytes.
 */
twins: number, };

export type SkillTexts = "as_recorded" | "protect" | "reference";

export type SkillUnderAsk = { 
/**
 * The id of a [`crate::skills::SkillRow`] of the same agent's list.
 */
id: string, 
/**
 * The agent whose rules decide; Pixir when absent.
 */
convention?: string, };

export type SkillUsage = { 
/**
 * Turns that activated it.
 */
turns: number, 
/**
 * Sessions that activated it.
 */
sessions: number, 
/**
 * Activations.
 */
activations: number, 
/**
 * Of these, by the user.
 */
by_user: number, 
/**
 * Of these, by the model.
 */
by_model: number, 
/**
 * Its distinct recorded snapshots, latest used first.
 */
snapshots: Array<SnapshotRow>, 
/**
 * The latest activation.
 */
last: SnapshotRef | null, };

export type SkillUsageAsk = { 
/**
 * The id of a [`SkillRow`](super::SkillRow).
 */
id: string, 
/**
 * Minutes that the clock on the wall is before UTC, for where days begin.
 */
zone?: number, 
/**
 * First session wanted, counted from 0, the latest first.
 */
from: number, 
/**
 * How many sessions, at most 500.
 */
count: number, };

export type SkillUsageView = { 
/**
 * The counts.
 */
counts: UsageCounts, 
/**
 * Distinct turns in which its text was in front of the model.
 */
in_force: number, 
/**
 * The first row's number.
 */
from: number, 
/**
 * The sessions of the window, the latest first.
 */
rows: Array<UsedRow>, 
/**
 * When it was activated.
 */
over_time: UsedTimes, 
/**
 * Sessions that were looked through in all.
 */
sessions_read: number, };

export type SkillUse = "recorded" | "never" | "unknown";

export type SkillView = { 
/**
 * Its row.
 */
row: SkillRow, 
/**
 * The file, absolute, links not resolved.
 */
path: Foreign, 
/**
 * The file, shortened to the workspace or home.
 */
shown_path: Foreign, 
/**
 * The root it was found in.
 */
root: Foreign, 
/**
 * SHA-256 of the file's bytes; absent when it cannot be read.
 */
hash: string | null, 
/**
 * Size in bytes; absent when it is no file.
 */
bytes: number | null, 
/**
 * Lines of the file; absent when it cannot be read.
 */
lines: number | null, 
/**
 * Last modified.
 */
modified: Millis | null, 
/**
 * When the disk was read.
 */
read_at: Millis, 
/**
 * Every path that leads to the same file.
 */
doors: Array<DoorRow>, 
/**
 * The collision it is part of.
 */
shadowing: ShadowingRow | null, 
/**
 * The rule that decided the collision.
 */
rule: Precedence | null, 
/**
 * Exactly the bytes of it that the listing has after the cut; absent when it has none.
 */
catalog_entry: Foreign | null, 
/**
 * What disclosure costs.
 */
tiers: Tiers, 
/**
 * Frontmatter as Pixir reads it, line by line.
 */
pixir_fields: Array<FieldRow>, 
/**
 * Frontmatter as YAML.
 */
yaml_fields: Array<FieldRow>, 
/**
 * How far the YAML reading got, in words: `read as YAML`, `read after quoting values`, …
 */
yaml_reading: string, 
/**
 * What its signature comes to; nothing where it has none.
 */
signature: SignatureFact | null, 
/**
 * Findings, worst first.
 */
checks: Array<FindingRow>, 
/**
 * What recorded sessions say of it.
 */
usage: SkillUsage, };

export type SkillsAsk = { 
/**
 * Only names and descriptions that contain this, without regard to case; empty takes all.
 */
text: string, 
/**
 * Only rows in this state.
 */
state: SkillFilter, 
/**
 * The order inside each scope.
 */
sort: SkillSort, 
/**
 * The agent whose rules decide; Pixir when absent.
 */
convention?: string, 
/**
 * First row wanted, counted from 0.
 */
from: number, 
/**
 * How many rows, at most 500.
 */
count: number, };

export type SkillsSavedView = { 
/**
 * The file; nothing when the person chose none.
 */
path: string | null, 
/**
 * Skills in it.
 */
skills: number, 
/**
 * Files and links in it.
 */
files: number, 
/**
 * Its bytes.
 */
bytes: number, 
/**
 * Its SHA-256. The same skills give the same bytes, whenever and wherever.
 */
sha256: string, };

export type SkillsView = { 
/**
 * The convention that decided, such as `pixir`.
 */
convention: string, 
/**
 * Its name as people write it.
 */
label: string, 
/**
 * The counts of the banner, over all rows.
 */
banner: Banner, 
/**
 * Rows that match the ask.
 */
matching: number, 
/**
 * Scopes with matching rows, in precedence order.
 */
groups: Array<SkillGroup>, 
/**
 * The first row's number.
 */
from: number, 
/**
 * The rows of the window.
 */
rows: Array<SkillRow>, 
/**
 * Every collision, as the convention reports it.
 */
warnings: Array<ShadowingRow>, 
/**
 * Everything that was odd in the roots.
 */
problems: Array<ProblemRow>, 
/**
 * The roots that were looked at.
 */
places: Array<PlaceRow>, 
/**
 * The catalog's size.
 */
listing: ListingFact, 
/**
 * When the disk was read.
 */
read_at: Millis, };

export type SnapshotAsk = { 
/**
 * The id of a [`super::DriftRow`].
 */
id: string, };

export type SnapshotChanges = { 
/**
 * Fields of the frontmatter that changed.
 */
fields: Array<Foreign>, 
/**
 * Body lines added.
 */
added: number, 
/**
 * Body lines removed.
 */
removed: number, 
/**
 * Places of the body that changed.
 */
places: number, 
/**
 * What else is to be known of the two texts.
 */
notes: Array<DiffNote>, };

export type SnapshotRef = { 
/**
 * The key of the session's row.
 */
key: string, 
/**
 * The session id.
 */
session: Foreign, 
/**
 * The agent that wrote it.
 */
source: SourceFact, 
/**
 * Its record, counted from 1.
 */
line: number, 
/**
 * Where that stands in the files of its agent.
 */
stands: StandsFact, 
/**
 * The sequence number as written.
 */
seq: string, 
/**
 * The turn, when it belongs to one.
 */
turn: number | null, 
/**
 * Its time.
 */
at: Millis | null, };

export type SnapshotRow = { 
/**
 * Its recorded hash.
 */
hash: string, 
/**
 * How it differs from the disk.
 */
drift: DriftFact, 
/**
 * Turns it shaped.
 */
turns: number, 
/**
 * Sessions it shaped.
 */
sessions: number, 
/**
 * Where it was last activated.
 */
latest: SnapshotRef, };

export type SnapshotView = { 
/**
 * Its row.
 */
row: DriftRow, 
/**
 * The hash on disk now, of the file it is compared with.
 */
disk_hash: string | null, 
/**
 * That file, shortened.
 */
disk_path: Foreign | null, 
/**
 * The id of that file's skill row.
 */
skill: string | null, 
/**
 * What changed.
 */
changes: SnapshotChanges, 
/**
 * Sessions it shaped, latest first, at most 50.
 */
uses: Array<UseRow>, 
/**
 * Files beside SKILL.md on disk, of which nothing was recorded.
 */
bundled_files: number, 
/**
 * What Assay itself saw of them; absent while it has not looked.
 */
bundled: BundledFact | null, };

export type SnippetPart = { 
/**
 * The piece, as it stands in the log.
 */
text: Foreign, 
/**
 * It is what was looked for.
 */
hit: boolean, };

export type SourceAsk = { 
/**
 * The id of a [`crate::skills::SkillRow`].
 */
id: string, 
/**
 * First line wanted, counted from 0.
 */
from: number, 
/**
 * How many lines, at most 2,000.
 */
count: number, };

export type SourceFact = { 
/**
 * What scripts and filters call it, such as `copilot-cli`.
 */
name: string, 
/**
 * What people call it.
 */
label: string, };

export type SourceFlaw = { "code": "folder", "args": { 
/**
 * The message of the system.
 */
fault: Quote, } } | { "code": "file", "args": { 
/**
 * The message of the parser or the system.
 */
reason: Quote, } } | { "code": "file_not_utf8" } | { "code": "file_outside" } | { "code": "file_too_large", "args": { 
/**
 * Its bytes.
 */
bytes: number, 
/**
 * The limit.
 */
most: number, } } | { "code": "other_name" } | { "code": "twice" } | { "code": "not_yaml" } | { "code": "shell_name" } | { "code": "taken_field", "args": { 
/**
 * The field.
 */
field: Quote, 
/**
 * The value that is read.
 */
value: Quote, } } | { "code": "taken_visibility", "args": { 
/**
 * The skill is hidden from the model.
 */
is_hidden: boolean, } } | { "code": "taken_keys", "args": { 
/**
 * The keys, at most six.
 */
keys: Array<Quote>, } } | { "code": "no_key" } | { "code": "key_twice", "args": { 
/**
 * The line of the first.
 */
first: number, } } | { "code": "not_a_list" } | { "code": "id_twice", "args": { 
/**
 * The id.
 */
id: Quote, 
/**
 * The line of the first.
 */
first: number, 
/**
 * The line of the second.
 */
again: number, } } | { "code": "too_many", "args": { 
/**
 * Their number.
 */
count: number, 
/**
 * The limit.
 */
most: number, } } | { "code": "unknown_key", "args": { 
/**
 * The key.
 */
key: Quote, 
/**
 * Its line.
 */
line: number, } } | { "code": "unclosed", "args": { 
/**
 * Its line.
 */
line: number, } } | { "code": "too_many_commands", "args": { 
/**
 * Their number.
 */
count: number, 
/**
 * The limit.
 */
most: number, } } | { "code": "long_body" } | { "code": "arguments", "args": { 
/**
 * The command.
 */
id: Quote, 
/**
 * The placeholder.
 */
hole: Quote, } } | { "code": "unseen_in_command", "args": { 
/**
 * The command.
 */
id: Quote, 
/**
 * The character, as U+ and its number.
 */
character: string, } } | { "code": "unseen_in_source", "args": { 
/**
 * The source.
 */
name: SourceName, 
/**
 * The character, as U+ and its number.
 */
character: string, } } | { "code": "entry", "args": { 
/**
 * The source.
 */
name: SourceName, 
/**
 * The line.
 */
line: number, 
/**
 * The flaw.
 */
flaw: EntryFlaw, } };

export type SourceName = { "by": "id", "is": Quote } | { "by": "ordinal", "is": number };

export type SourceRow = { 
/**
 * Its id, unique in its skill.
 */
id: string, 
/**
 * What it is for, in the skill's own words; may be empty.
 */
title: Foreign, 
/**
 * What produces the facts.
 */
surface: SurfaceView, 
/**
 * The author says that it changes nothing.
 */
read_only: boolean, 
/**
 * The author wishes it to run with the activation.
 */
auto: boolean, 
/**
 * Milliseconds it may take.
 */
timeout_ms: number, 
/**
 * Bytes that are kept.
 */
max_bytes: number, 
/**
 * Where it is declared: `context-sources.yaml line 3`, `SKILL.md line 17`.
 */
declared: Foreign, 
/**
 * What would happen under the current mode.
 */
rule: RuleView, 
/**
 * Why it can never run; nothing when it can.
 */
blocked: Message | null, 
/**
 * The latest decision on it in this workspace.
 */
last: LastDecision | null, };

export type SourcesView = { 
/**
 * In the order of the file, inline commands after declared ones.
 */
sources: Array<SourceRow>, 
/**
 * Mistakes in the declarations.
 */
findings: Array<FindingRow>, 
/**
 * The file that declares them, shortened; nothing when none does.
 */
file: Foreign | null, 
/**
 * The mode that the rules below are told for.
 */
mode: Mode, };

export type Span = { "kind": "text", 
/**
 * The text.
 */
text: Foreign, } | { "kind": "strong", 
/**
 * What is strong.
 */
spans: Array<Span>, } | { "kind": "emphasis", 
/**
 * What is emphasised.
 */
spans: Array<Span>, } | { "kind": "strike", 
/**
 * What is struck through.
 */
spans: Array<Span>, } | { "kind": "code", 
/**
 * The text.
 */
text: Foreign, } | { "kind": "command", 
/**
 * The command.
 */
text: Foreign, } | { "kind": "link", 
/**
 * Its address as written.
 */
to: Foreign, 
/**
 * The address may be handed to the system: http, https or mailto.
 */
opens: boolean, 
/**
 * Its text.
 */
spans: Array<Span>, } | { "kind": "image", 
/**
 * Its text.
 */
alt: Foreign, 
/**
 * Its address as written.
 */
source: Foreign, } | { "kind": "break" } | { "kind": "html", 
/**
 * As written.
 */
text: Foreign, };

export type StaleFact = { 
/**
 * What proves it.
 */
by: StaleProof, 
/**
 * The record that does.
 */
record: number, 
/**
 * The line of the log it stands in.
 */
line: number, };

export type StaleProof = "written" | "listed" | "replaced";

export type StandsFact = { 
/**
 * The file; of a session in a database that database.
 */
file: Foreign, 
/**
 * Its line there, from 1; nothing where that is no file of lines.
 */
line: number | null, 
/**
 * The table of the database.
 */
table: string | null, 
/**
 * What names its row there.
 */
row: Foreign | null, 
/**
 * Which message it is, from 1, of a file that is one list of them.
 */
message: number | null, 
/**
 * Which it is, from 1, where several were read there.
 */
part: number | null, 
/**
 * How many were.
 */
parts: number | null, 
/**
 * It follows from several rows or files.
 */
derived: boolean, };

export type StateCount = { 
/**
 * The state.
 */
state: DriftState, 
/**
 * Snapshots in it.
 */
count: number, };

export type Staying = { 
/**
 * It stays as long as agents are connected, and a status icon leads back to the window.
 */
stays: boolean, };

export type StayingView = { 
/**
 * It stays as long as agents are connected, and a status icon leads back to the window.
 */
stays: boolean, 
/**
 * Why it ends all the same, in a sentence.
 */
problem: Message | null, };

export type StaysText = "in_command" | "not_given" | "unknown" | "no_braces";

export type Step = { "kind": "call", 
/**
 * Its number in the row, from 1.
 */
number: number, 
/**
 * Calls of the row.
 */
of: number, } | { "kind": "failed" } | { "kind": "end" };

export type StepDoes = "makes" | "replaces" | "trashes";

export type StepRow = { 
/**
 * Its number, counted from 0.
 */
step: number, 
/**
 * The place, shortened.
 */
path: Foreign, 
/**
 * What happens to it.
 */
does: StepDoes, 
/**
 * The size before the change.
 */
before: Size, 
/**
 * The size after it.
 */
after: Size, 
/**
 * The texts there are: those of the file, or of the `SKILL.md` in the folder.
 */
texts: Array<PlanText>, };

export type StepView = { "kind": "run", 
/**
 * What a person decides on.
 */
facts: RunFacts, } | { "kind": "running", 
/**
 * Since when.
 */
since: Millis, 
/**
 * Milliseconds it may take.
 */
limit_ms: number, } | { "kind": "send", 
/**
 * What a person decides on.
 */
facts: SendFacts, };

export type StepsFact = { 
/**
 * To the text that the log holds.
 */
recorded_steps: Array<DriftStep>, 
/**
 * To the file on disk; empty where it was not compared.
 */
disk_steps: Array<DriftStep>, };

export type SummaryThen = { 
/**
 * The compaction's sequence number.
 */
seq: string, 
/**
 * Its line.
 */
line: number, 
/**
 * What caused it.
 */
trigger: Foreign, 
/**
 * The numbers it stands for, as `0–41`.
 */
range: Foreign, 
/**
 * The text as recorded.
 */
text: Clip, };

export type SurfaceView = { "kind": "run", 
/**
 * Every argument as it is, the program first.
 */
argv: Array<Foreign>, 
/**
 * The folder below the workspace; empty for the workspace.
 */
cwd: Foreign, } | { "kind": "shell", 
/**
 * The text as it is.
 */
text: Foreign, 
/**
 * The folder below the workspace; empty for the workspace.
 */
cwd: Foreign, } | { "kind": "read", 
/**
 * A path or a glob.
 */
pattern: Foreign, } | { "kind": "resource", 
/**
 * Its path in the skill.
 */
path: Foreign, };

export type SwitchAsk = { 
/**
 * The id of its row among those that were opened before.
 */
id: string, };

export type SwitchEffect = "on" | "name_only" | "model_refused" | "user_only" | "off" | "ignored";

export type SwitchFact = { 
/**
 * What it does.
 */
effect: SwitchEffect, 
/**
 * The settings file, shortened.
 */
file: Foreign, 
/**
 * The line of the setting, counted from 1.
 */
line: number, };

export type SwitchWord = "on" | "off";

export type TableRow = { 
/**
 * The table.
 */
name: string, 
/**
 * Its rows.
 */
rows: number, };

export type TablesView = { 
/**
 * The folder.
 */
folder: string, 
/**
 * The first day that was written; empty when it was every day.
 */
since: string, 
/**
 * Workspaces that were looked at.
 */
workspaces: number, 
/**
 * Rows by table.
 */
tables: Array<TableRow>, 
/**
 * Files that were written.
 */
files: number, 
/**
 * Files that were there already, byte for byte.
 */
kept: number, 
/**
 * Bytes of the files that were written.
 */
bytes: number, };

export type Tag = "workspace" | "skills" | "sessions" | "approvals" | "journal" | "index";

export type TakenFact = { 
/**
 * That file, shortened.
 */
path: Foreign, 
/**
 * How the recorded text differs from it.
 */
state: DriftState, 
/**
 * Body lines added there.
 */
added: number, 
/**
 * Body lines removed.
 */
removed: number, 
/**
 * Whose agent it is.
 */
agent: string, 
/**
 * How the file that the snapshot came from compares.
 */
own: TextMatch, 
/**
 * How the file that would be taken now compares.
 */
now: TextMatch, };

export type TellsFact = { 
/**
 * Who approved a tool call.
 */
permissions: boolean, 
/**
 * Whether a process holds the log now.
 */
live: boolean, 
/**
 * What the model was sent, so that it can be composed again.
 */
requests: boolean, 
/**
 * Its events have numbers of their own; else their records are counted.
 */
numbers: boolean, 
/**
 * Which skill the agent itself names behind an answer.
 */
names: boolean, };

export type TextCard = { 
/**
 * Its letter.
 */
letter: Letter, 
/**
 * `user` or `model`.
 */
by: Foreign, 
/**
 * The turn it was activated in.
 */
turn: number | null, 
/**
 * Its sequence number as written.
 */
seq: string, 
/**
 * Its log line.
 */
line: number, 
/**
 * What became of it.
 */
state: TextState, 
/**
 * How well that is known.
 */
known: Known, };

export type TextKept = "whole" | "body" | "trimmed_body" | "part" | "mixed" | "nothing";

export type TextMatch = { "code": "same" } | { "code": "filled" } | { "code": "removed" } | { "code": "whitespace" } | { "code": "frontmatter" } | { "code": "differs", "args": { 
/**
 * Body lines added.
 */
added: number, 
/**
 * Body lines removed.
 */
removed: number, } } | { "code": "moved" } | { "code": "in_another_version" } | { "code": "gone" } | { "code": "other_machine" } | { "code": "not_recorded" } | { "code": "undecided" };

export type TextSize = { 
/**
 * In percent, 80 to 200.
 */
percent: number, };

export type TextState = { "kind": "full" } | { "kind": "repeated" } | { "kind": "superseded", 
/**
 * The later version's letter.
 */
by: Letter, } | { "kind": "dropped", 
/**
 * The compaction's sequence number.
 */
at: string, 
/**
 * The summary still gives its name, path and hash.
 */
named: boolean, 
/**
 * What became of it behind the compaction.
 */
after: AfterDrop, };

export type TextWindow = { 
/**
 * The first line's number, counted from 0.
 */
from: number, 
/**
 * The lines, without their ends. A line over 16 KiB is cut and ends in a count of what is left out.
 */
lines: Array<Foreign>, 
/**
 * Lines of the whole text.
 */
total: number, 
/**
 * Bytes of the whole text.
 */
bytes: number, };

export type ThreeLine = { 
/**
 * Counted from 1.
 */
number: number, 
/**
 * The line without its end.
 */
text: Foreign, 
/**
 * It is not what stands beside it on disk.
 */
differs: boolean, };

export type Tiers = { 
/**
 * Tier 1, in every turn: what the listing says of it after the cut.
 */
listed: number, 
/**
 * Tier 2, when activated.
 */
activated: number, 
/**
 * What the model is given then.
 */
given: GivenPart, 
/**
 * Tier 3, when opened: all text resources.
 */
resources: number, 
/**
 * Files beside SKILL.md.
 */
resource_count: number, };

export type TimelineAsk = { 
/**
 * The key of a [`crate::sessions::SessionRow`].
 */
key: string, 
/**
 * First row wanted, counted from 0.
 */
from: number, 
/**
 * How many rows, at most 500.
 */
count: number, };

export type TimelineRow = { 
/**
 * Its number in the timeline, counted from 0.
 */
row: number, 
/**
 * What it is.
 */
what: Segment, 
/**
 * Time of its first event.
 */
at: Millis | null, 
/**
 * First log line.
 */
from_line: number, 
/**
 * Last log line.
 */
to_line: number, 
/**
 * `130–141`, or empty without numbers.
 */
seqs: string, 
/**
 * It stands after a line that cannot be read.
 */
after_break: boolean, 
/**
 * Snapshots in context in full at its end.
 */
in_full: number, 
/**
 * Snapshots of which only the name is left at its end.
 */
by_name: number, 
/**
 * Hydrations in it, those of companion logs included.
 */
hydrations: number, };

export type TimelineView = { 
/**
 * All rows.
 */
total: number, 
/**
 * The first row's number.
 */
from: number, 
/**
 * The rows of the window.
 */
rows: Array<TimelineRow>, };

export type Times = { 
/**
 * Where each part begins, and behind them where the last one ends; nothing where no time is known.
 */
edges: Array<Millis>, 
/**
 * How long a part is: `hour`, `day`, `week`, `4 weeks`, `13 weeks` or `52 weeks`.
 */
unit: string, 
/**
 * How many lie in each part.
 */
counts: Array<number>, 
/**
 * How many lie before the first part.
 */
before: number, 
/**
 * How many have no time, or one that is still to come.
 */
undated: number, };

export type ToolOutcome = { 
/**
 * Its log line.
 */
line: number, 
/**
 * Its sequence number as written.
 */
seq: string, 
/**
 * Whether it worked; nothing where the log does not say.
 */
ok: boolean | null, 
/**
 * The exit code of a command.
 */
exit_code: number | null, 
/**
 * The error's kind and words.
 */
error: Clip | null, 
/**
 * The output.
 */
output: Clip, };

export type ToolReach = "changes_files" | "runs_commands" | "uses_network";

export type TrashRow = { 
/**
 * Names it to [`super::PlanAsk`].
 */
id: string, 
/**
 * Where it stood, shortened.
 */
origin: Foreign, 
/**
 * When it was put there.
 */
at: Millis, 
/**
 * The change that put it there.
 */
reason: Message, 
/**
 * `file`, `folder` or `link`.
 */
kind: string, 
/**
 * SHA-256: of a file's bytes, else over everything in it.
 */
hash: string, 
/**
 * Files and links in it.
 */
files: number, 
/**
 * Bytes.
 */
bytes: number, 
/**
 * Something stands where it stood.
 */
occupied: boolean, };

export type TrashView = { 
/**
 * All items.
 */
total: number, 
/**
 * Bytes of all items.
 */
bytes: number, 
/**
 * Where it lies.
 */
path: string, 
/**
 * The first row's number.
 */
from: number, 
/**
 * The rows of the window.
 */
rows: Array<TrashRow>, 
/**
 * Folders in it that cannot be read.
 */
problems: Array<ProblemRow>, };

export type TreeRow = { 
/**
 * Levels below the eldest.
 */
depth: number, 
/**
 * Its key when its log is there.
 */
key: string | null, 
/**
 * Its session id; empty for a subagent that never started.
 */
id: Foreign, 
/**
 * `root`, `fork`, `subagent`.
 */
relation: string, 
/**
 * What is recorded of it, to be listed: role and state of an agent, the event of a fork, …
 */
facts: Array<RelativeFact>, 
/**
 * It is the session shown.
 */
current: boolean, 
/**
 * Events it copied from its parent; 0 for what is no fork.
 */
copied: number, 
/**
 * The workspace recorded for it, where it is not its parent's.
 */
place: Foreign | null, 
/**
 * The key of the session it hangs on, when its log is there.
 */
parent: string | null, 
/**
 * The line there of the event it hangs on.
 */
parent_line: number | null, 
/**
 * When it began: the first event of its own, or what its parent's log says of it first.
 */
started: Millis | null, 
/**
 * Time of its last event; absent for what only its parent's log tells of.
 */
ended: Millis | null, };

export type Trust = "trusted" | "untrusted";

export type TrustView = { 
/**
 * The project's folder, links resolved: what the trust is for.
 */
project: Foreign, 
/**
 * How it stands.
 */
trust: Trust, 
/**
 * Since when it is trusted.
 */
since: Millis | null, 
/**
 * The conventions whose agents Assay serves and that ask for trust, and how many skills each holds back now.
 */
held_back: Array<HeldBackRow>, 
/**
 * Why what was kept about it cannot be read; no project is trusted then.
 */
problem: Message | null, };

export type TryHooksAsk = { 
/**
 * The id of a [`crate::skills::SkillRow`] of the same agent's list.
 */
id: string, 
/**
 * The agent whose rules decide; Pixir when absent.
 */
convention?: string, 
/**
 * The tool's name; `Name(args)` means a variant of it.
 */
tool: string, 
/**
 * The arguments as JSON; empty means `{}`.
 */
arguments: string, };

export type TryHooksView = { 
/**
 * Numbers of the rows of [`HooksView::hooks`] that would be met before the tool, in their order.
 */
before: Array<number>, 
/**
 * The same after the tool.
 */
after: Array<number>, 
/**
 * What a command would read on its standard input before the tool; absent when no command is met.
 */
told: Foreign | null, 
/**
 * Whether `allowed-tools` has the tool.
 */
permitted: boolean, 
/**
 * Assay enforces that; otherwise it is only told to the model.
 */
enforced: boolean, };

export type TurnMark = { 
/**
 * The session's id.
 */
session: Foreign, 
/**
 * The key of its row, when its log is there.
 */
key: string | null, 
/**
 * The turn, from 1.
 */
turn: number | null, 
/**
 * The row of that turn in the session's timeline.
 */
row: number | null, };

export type TurnRange = { 
/**
 * The first.
 */
from: number, 
/**
 * The last.
 */
to: number, };

export type TurnRef = { 
/**
 * The key of the session's row.
 */
key: string, 
/**
 * The session id.
 */
session: Foreign, 
/**
 * The agent that wrote it.
 */
source: SourceFact, 
/**
 * The turn's number.
 */
turn: number, 
/**
 * Its time.
 */
at: Millis | null, };

export type UndoAsk = { 
/**
 * The id of a [`super::JournalRow`]; the latest that can be taken back here when none is named.
 */
entry: string | null, };

export type UnfinishedReport = { 
/**
 * The line, counted from 1.
 */
line: number, 
/**
 * Its bytes so far.
 */
bytes: number, };

export type UnreadReason = { "code": "not_json", "args": Flaw } | { "code": "not_an_object" } | { "code": "no_type" } | { "code": "too_long" } | { "code": "too_many" } | { "code": "over_budget" };

export type UnreadRow = { 
/**
 * The line, counted from 1.
 */
line: number, 
/**
 * Its first byte in the file.
 */
offset: number, 
/**
 * Its bytes.
 */
bytes: number, 
/**
 * The reason.
 */
reason: UnreadReason, };

export type UnseenKind = "control" | "direction" | "escape" | "invisible";

export type Unverified = "refused" | "accepted";

export type UpdateView = { 
/**
 * The row of the skill that is updated.
 */
skill: string, 
/**
 * Its name.
 */
name: Foreign, 
/**
 * Who changed it since it was imported.
 */
state: OriginState, 
/**
 * Every file that is not everywhere the same, at most 500.
 */
files: Array<DivergenceRow>, 
/**
 * Files beyond those.
 */
omitted: number, };

export type UsageCounts = { 
/**
 * Distinct turns that activated it.
 */
turns: number, 
/**
 * Of these, turns in which the user did.
 */
by_user: number, 
/**
 * Of these, turns in which the model did. A turn in which both did counts in both.
 */
by_model: number, 
/**
 * Activations.
 */
activations: number, 
/**
 * Sessions that activated it.
 */
sessions: number, 
/**
 * Its first activation.
 */
first: SnapshotRef | null, 
/**
 * Its latest activation.
 */
last: SnapshotRef | null, };

export type UseRow = { 
/**
 * The key of the session's row.
 */
key: string, 
/**
 * The session id.
 */
session: Foreign, 
/**
 * The session's title.
 */
title: Foreign, 
/**
 * The agent that wrote it.
 */
source: SourceFact, 
/**
 * The time of the latest activation.
 */
at: Millis | null, 
/**
 * The record of the latest activation.
 */
line: number, 
/**
 * Where that stands in the files of its agent.
 */
stands: StandsFact, 
/**
 * The turns.
 */
turns: Array<number>, 
/**
 * What proves of the latest such activation that the text was older than the skill's file.
 */
stale: StaleFact | null, };

export type UsedAt = { 
/**
 * The key of the session's row.
 */
key: string, 
/**
 * Its log line.
 */
line: number, };

export type UsedElsewhere = { 
/**
 * Sessions that recorded a text of it.
 */
sessions: number, 
/**
 * The workspaces they ran in.
 */
workspaces: number, 
/**
 * When one recorded it last.
 */
last: Millis | null, };

export type UsedRow = { 
/**
 * The key of the session's row.
 */
key: string, 
/**
 * The session id.
 */
session: Foreign, 
/**
 * The session's title.
 */
title: Foreign, 
/**
 * The agent that wrote it.
 */
source: SourceFact, 
/**
 * Turns of it in which the user activated the skill.
 */
by_user: Array<number>, 
/**
 * Turns of it in which the model did.
 */
by_model: Array<number>, 
/**
 * Time of the latest activation.
 */
at: Millis | null, 
/**
 * The log line of the latest activation.
 */
line: number, };

export type UsedTimes = { 
/**
 * Of all agents together.
 */
times: Times, 
/**
 * Of each agent.
 */
agents: Array<AgentTimes>, 
/**
 * The latest activation in each part.
 */
latest: Array<UsedAt | null>, };

export type VariableRow = { 
/**
 * Its line in the file, counted from 1.
 */
line: number, 
/**
 * As it is written.
 */
written: Foreign, 
/**
 * What takes its place; absent when it stays as it is.
 */
value: Foreign | null, 
/**
 * Why it stays as it is; absent when it does not.
 */
stays: StaysText | null, };

export type VersionInContext = { 
/**
 * Its letter.
 */
letter: string, 
/**
 * The turn it was activated in.
 */
turn: number | null, };

export type VersionRow = { 
/**
 * Which it is in the order of first activations, from 1.
 */
number: number, 
/**
 * Its recorded hash; empty when none was.
 */
hash: string, 
/**
 * The paths it was recorded under.
 */
paths: Array<Foreign>, 
/**
 * How it differs from the disk.
 */
drift: DriftFact, 
/**
 * What recomputing the hash says.
 */
integrity: Integrity, 
/**
 * Bytes of the text.
 */
bytes: number, 
/**
 * Its lines.
 */
lines: number, 
/**
 * Activations.
 */
activations: number, 
/**
 * Distinct turns that activated it.
 */
turns: number, 
/**
 * Distinct turns in which it was in front of the model, these and later ones.
 */
in_force: number, 
/**
 * Sessions that activated it.
 */
sessions: number, 
/**
 * Its first activation.
 */
first: SnapshotRef, 
/**
 * Its latest activation.
 */
latest: SnapshotRef, 
/**
 * It is the text on disk now.
 */
on_disk: boolean, };

export type VersionsAsk = { 
/**
 * Which skill.
 */
of: SkillOf, 
/**
 * First row wanted, counted from 0.
 */
from: number, 
/**
 * How many rows, at most 500.
 */
count: number, };

export type VersionsView = { 
/**
 * The skill's name.
 */
name: Foreign, 
/**
 * The hash of its SKILL.md on disk; absent when it is gone.
 */
disk_hash: string | null, 
/**
 * Distinct recorded texts.
 */
total: number, 
/**
 * Distinct turns in which one of them was in front of the model. Turns that a fork copied count once.
 */
in_force: number, 
/**
 * Sessions that activated one.
 */
sessions: number, 
/**
 * The first row's number.
 */
from: number, 
/**
 * The rows of the window, the latest used first.
 */
rows: Array<VersionRow>, 
/**
 * When the disk was read.
 */
read_at: Millis, };

export type VisibilityChange = { "kind": "disable", 
/**
 * The name.
 */
name: string, } | { "kind": "enable", 
/**
 * The name.
 */
name: string, } | { "kind": "deny", 
/**
 * The name.
 */
name: string, } | { "kind": "permit", 
/**
 * The name.
 */
name: string, } | { "kind": "allow_all" } | { "kind": "allow_only", 
/**
 * The names.
 */
names: Array<string>, } | { "kind": "list", 
/**
 * The name.
 */
name: string, } | { "kind": "unlist", 
/**
 * The name.
 */
name: string, } | { "kind": "file_reads", 
/**
 * How it shall stand.
 */
switch: SwitchWord, } | { "kind": "forget" };

export type VisibilityView = { 
/**
 * The project's folder, links resolved: what the settings are for.
 */
project: Foreign, 
/**
 * The names that are allowed; absent when every name is. With `*` among them every name is, too.
 */
allowed: Array<VisibleName> | null, 
/**
 * Whether the list, where there is one, keeps any name out.
 */
allows_all: boolean, 
/**
 * Names a person switched off.
 */
disabled: Array<VisibleName>, 
/**
 * Names a person denies.
 */
denied: Array<VisibleName>, 
/**
 * Whether a plain read of a visible skill's file takes the skill in (S3-27).
 */
file_reads: SwitchWord, 
/**
 * Why what was kept about it cannot be read; agents see no skill then.
 */
problem: Message | null, };

export type VisibleName = { 
/**
 * As it was written.
 */
name: Foreign, 
/**
 * Some agent here calls a skill by it.
 */
found: boolean, };

export type WaitingAsk = { 
/**
 * The id of a [`crate::hydration::WaitingRow`].
 */
id: string, };

export type WaitingRow = { 
/**
 * Its id.
 */
id: string, 
/**
 * The command, path or pattern as it is.
 */
command: Foreign, 
/**
 * The skill.
 */
skill: SkillMark, 
/**
 * The session and turn it is for.
 */
turn: TurnMark | null, 
/**
 * When it was asked.
 */
asked: Millis, 
/**
 * This page asked for it, so it may be taken back here.
 */
own: boolean, 
/**
 * Who asks.
 */
asker: AskerText, 
/**
 * Its state.
 */
state: WaitingState, 
/**
 * What is different since it was last allowed; empty when it never was or nothing is.
 */
changed: Array<ChangedPart>, 
/**
 * Characters of the command that cannot be seen.
 */
invisible: number, };

export type WaitingSkills = { 
/**
 * The agent's name on screen.
 */
agent: string, 
/**
 * Number of skills; at least 1.
 */
skills: number, };

export type WaitingState = "waits" | "runs" | "captured";

export type WantedType = "mapping" | "text" | "tools";

export type Way = "accept" | "scope";

export type WeakTrace = { 
/**
 * The file, as the call names it.
 */
path: Foreign, 
/**
 * Where the call stands in the files of its agent.
 */
stands: StandsFact, };

export type Whitespace = "exact" | "ignored";

export type WhitespaceKind = "crlf_to_lf" | "lf_to_crlf" | "final_newline" | "trailing" | "indentation" | "inside" | "blank_lines" | "line_breaks";

export type WhoWinsAsk = { 
/**
 * Only names that contain this, without regard to case; empty takes all.
 */
text: string, 
/**
 * Only rows of which all of these hold.
 */
only: Array<WinsOnly>, 
/**
 * First row wanted, counted from 0.
 */
from: number, 
/**
 * How many rows, at most 500.
 */
count: number, };

export type WhoWinsView = { 
/**
 * The agents, in the order of each row's cells.
 */
conventions: Array<ConventionView>, 
/**
 * Names that some agent knows.
 */
names: number, 
/**
 * Paths that lead to a skill of some agent, and skills that come with Assay.
 */
entries: number, 
/**
 * Names that the filter takes.
 */
matching: number, 
/**
 * Of these, names that several paths claim. They stand first.
 */
contested: number, 
/**
 * Number of the first row here.
 */
from: number, 
/**
 * The rows.
 */
rows: Array<WinsRow>, 
/**
 * When the disk was read.
 */
read_at: Millis, };

export type WhyUnused = { "code": "outranked", "args": { 
/**
 * The rule that decided.
 */
rule: Precedence, } } | { "code": "same_file", "args": { 
/**
 * That path, shortened.
 */
path: Foreign, } } | { "code": "needs_trust" } | { "code": "disabled" } | { "code": "denied" } | { "code": "not_allowed" } | { "code": "off", "args": SwitchFact } | { "code": "invalid", "args": { 
/**
 * What is wrong with it.
 */
defect: DefectCode, } };

export type WinsCell = { 
/**
 * The outcome.
 */
verdict: WinsVerdict, 
/**
 * How well it is known.
 */
confidence: Known, 
/**
 * It holds once the agent trusts the project; whether it does, Assay cannot see.
 */
if_trusted: boolean, 
/**
 * What the agent found under the name, the winner first.
 */
files: Array<WinsFile>, };

export type WinsFile = { 
/**
 * The file, shortened.
 */
path: Foreign, 
/**
 * Whose it is.
 */
scope: string, 
/**
 * How it stands.
 */
state: WinsState, 
/**
 * Why the agent does not use it.
 */
why: WhyUnused | null, 
/**
 * The setting of the agent that keeps it from the skill, wholly or in part.
 */
switched: SwitchFact | null, 
/**
 * SHA-256 of its bytes.
 */
hash: string, 
/**
 * Where the links on its path lead, shortened; absent when there are none.
 */
real: Foreign | null, 
/**
 * The model is not shown it.
 */
hidden: boolean, 
/**
 * The id of its row in the skill list, when Pixir reads it as well.
 */
skill: string | null, };

export type WinsOnly = "differing" | "here";

export type WinsRoot = { 
/**
 * Whose skills lie there.
 */
scope: string, 
/**
 * The folder, shortened.
 */
path: Foreign, 
/**
 * What was found.
 */
found: PlaceFound, };

export type WinsRow = { 
/**
 * What at least one agent calls a skill by.
 */
name: Foreign, 
/**
 * Distinct files behind it.
 */
files: number, 
/**
 * Paths that lead to them.
 */
doors: number, 
/**
 * Agents that know the name do not all use one and the same file.
 */
differs: boolean, 
/**
 * One for each agent.
 */
cells: Array<WinsCell>, };

export type WinsState = "wins" | "kept" | "unsettled" | "shadowed" | "same_file" | "held_back" | "barred" | "off" | "invalid";

export type WinsTableForm = "csv" | "markdown";

export type WinsVerdict = "not_looked" | "wins" | "all_kept" | "not_fixed" | "held_back" | "barred" | "off" | "invalid";

export type WitnessFact = { 
/**
 * What comparing said.
 */
state: WitnessState, 
/**
 * The same with its facts.
 */
text: WitnessText, 
/**
 * When Assay first saw the log.
 */
since: Millis | null, 
/**
 * When it last took something down.
 */
until: Millis | null, 
/**
 * Bytes that were seen.
 */
bytes: number, 
/**
 * Whole lines that were seen.
 */
lines: number, 
/**
 * The running digest at the end of what was seen.
 */
digest: string | null, 
/**
 * The first line that is not what was seen, when it is known.
 */
line: number | null, 
/**
 * The lines among which the difference stands.
 */
among: [number, number] | null, 
/**
 * When the lines that differ were seen.
 */
seen: Millis | null, 
/**
 * The log is another file than the one seen last, whatever it holds.
 */
another_file: boolean, };

export type WitnessState = "not_kept" | "unseen" | "same" | "shorter" | "rewritten";

export type WitnessText = { "code": "rewrites", "args": { 
/**
 * The agent.
 */
agent: string, } } | { "code": "no_data_directory" } | { "code": "unreadable", "args": { 
/**
 * The message of the system.
 */
fault: Quote, } } | { "code": "first_seen" } | { "code": "same", "args": { 
/**
 * Lines that were seen.
 */
lines: number, } } | { "code": "shorter", "args": { 
/**
 * Lines that were seen.
 */
lines: number, 
/**
 * The line in or before which it ends.
 */
line: number, 
/**
 * The bytes it has.
 */
bytes: number, } } | { "code": "line_changed", "args": { 
/**
 * The line.
 */
line: number, } } | { "code": "lines_changed", "args": { 
/**
 * The first of these lines.
 */
from: number, 
/**
 * The last of them.
 */
to: number, } };

export type WorkspaceDriftRow = { 
/**
 * Which one.
 */
workspace: WorkspaceMark, 
/**
 * Its folder is gone.
 */
gone: boolean, 
/**
 * Snapshots that were recorded in it, in every state.
 */
total: number, 
/**
 * Skills of it that are drifted.
 */
drifted: number, };

export type WorkspaceMark = { 
/**
 * Names it to `switch_workspace`.
 */
id: string, 
/**
 * Its folder's name, with the folder above it.
 */
name: Foreign, 
/**
 * Its path, absolute.
 */
path: Foreign, 
/**
 * It is the open one.
 */
current: boolean, };

export type WorkspaceView = { 
/**
 * Its folder's name, with the folder above it.
 */
name: Foreign, 
/**
 * Its path, absolute.
 */
path: Foreign, 
/**
 * Whether one is open; otherwise a person has to choose, and nothing else is said here but what was opened before.
 */
open: boolean, 
/**
 * Why it cannot be read, in a sentence; nothing is counted then.
 */
problem: Message | null, 
/**
 * Settings files of Assay's own that cannot be read; each counts as its strictest value until it is fixed.
 */
settings_problems: Array<ProblemRow>, 
/**
 * Its folder is gone, and sessions of other agents that were started in it are still here.
 */
gone: boolean, 
/**
 * The sessions of every known workspace are shown together, not those of the open one alone.
 */
everywhere: boolean, 
/**
 * Sessions.
 */
sessions: number, 
/**
 * Events in all sessions.
 */
events: number, 
/**
 * Skills that are drifted: the disk has another text than the last one recorded.
 */
drifted: number, 
/**
 * Sessions with a live writer.
 */
live: number, 
/**
 * Logs with lines that cannot be read.
 */
damaged: number, 
/**
 * Whose rules decide, such as `Pixir 0.1.12`.
 */
rules: string, 
/**
 * The agent whose rules lists follow until the user selects another; absent if no workspace is open.
 */
agent: string | null, 
/**
 * Everywhere that is looked at.
 */
places: Array<PlaceRow>, 
/**
 * Workspaces opened before, latest first, this one included.
 */
recents: Array<RecentRow>, 
/**
 * When everything was last looked at.
 */
read_at: Millis, };

export type WorkspacesFound = { 
/**
 * The folder that was searched.
 */
below: Foreign, 
/**
 * Workspaces below it.
 */
total: number, 
/**
 * Of them, workspaces that were not known.
 */
new: number, 
/**
 * Folders that were searched.
 */
folders: number, 
/**
 * Deeper or further folders, or those after it was stopped, were not searched.
 */
cut: boolean, };

export interface Requests {
  workspace: { ask: Nothing; answer: WorkspaceView };
  switch_workspace: { ask: SwitchAsk; answer: WorkspaceView };
  choose_workspace: { ask: Nothing; answer: WorkspaceView };
  open_window: { ask: SwitchAsk; answer: Nothing };
  choose_window: { ask: Nothing; answer: Nothing };
  open_example: { ask: Nothing; answer: Nothing };
  arrived: { ask: Nothing; answer: ArrivedView };
  open_dropped: { ask: Nothing; answer: DroppedView };
  set_scope: { ask: ScopeAsk; answer: WorkspaceView };
  look_again: { ask: Nothing; answer: WorkspaceView };
  manual: { ask: Nothing; answer: ManualView };
  open_link: { ask: LinkAsk; answer: Nothing };
  show_in_folder: { ask: OutsideAsk; answer: HandedView };
  open_file: { ask: OutsideAsk; answer: HandedView };
  settings: { ask: Nothing; answer: SettingsView };
  text_size: { ask: Nothing; answer: TextSize };
  staying: { ask: Nothing; answer: StayingView };
  set_staying: { ask: Staying; answer: StayingView };
  set_text_size: { ask: TextSize; answer: TextSize };
  mode: { ask: Nothing; answer: ModeView };
  change_permission: { ask: PermissionChange; answer: PermissionView };
  evidence_keeping: { ask: Nothing; answer: KeepingView };
  ask_pixir: { ask: Nothing; answer: PixirSaysView };
  keep_evidence: { ask: KeepAsk; answer: KeepingView };
  trust: { ask: Nothing; answer: TrustView };
  built_ins: { ask: Nothing; answer: BuiltInsView };
  visibility: { ask: Nothing; answer: VisibilityView };
  context_sources: { ask: SkillUnderAsk; answer: SourcesView };
  hydrate: { ask: HydrateAsk; answer: RequestedView };
  approvals: { ask: ApprovalsAsk; answer: ApprovalsView };
  decision: { ask: DecisionAsk; answer: DecisionView };
  revoke_grant: { ask: GrantAsk; answer: Nothing };
  withdraw: { ask: WaitingAsk; answer: Nothing };
  show_approval: { ask: WaitingAsk; answer: Nothing };
  skills: { ask: SkillsAsk; answer: SkillsView };
  skill: { ask: SkillUnderAsk; answer: SkillView };
  skill_body: { ask: SkillAsk; answer: BodyView };
  skill_usage: { ask: SkillUsageAsk; answer: SkillUsageView };
  skill_source: { ask: SourceAsk; answer: TextWindow };
  resources: { ask: SkillAsk; answer: ResourcesView };
  resource: { ask: ResourceAsk; answer: ResourceView };
  catalog: { ask: CatalogAsk; answer: CatalogView };
  checks: { ask: ChecksAsk; answer: ChecksView };
  conventions: { ask: Nothing; answer: ConventionsView };
  activation_preview: { ask: PreviewAsk; answer: PreviewView };
  skill_hooks: { ask: SkillUnderAsk; answer: HooksView };
  try_hooks: { ask: TryHooksAsk; answer: TryHooksView };
  who_wins: { ask: WhoWinsAsk; answer: WhoWinsView };
  save_wins: { ask: SaveWinsAsk; answer: SavedView };
  sessions: { ask: SessionsAsk; answer: SessionsView };
  session: { ask: SessionAsk; answer: SessionView };
  overview: { ask: OverviewAsk; answer: OverviewView };
  timeline: { ask: TimelineAsk; answer: TimelineView };
  place: { ask: PlaceAsk; answer: PlaceView };
  events: { ask: EventsAsk; answer: EventsView };
  provenance: { ask: ProvenanceAsk; answer: ProvenanceView };
  moment: { ask: MomentAsk; answer: MomentView };
  moment_items: { ask: ItemsAsk; answer: ItemsView };
  item_text: { ask: ItemTextAsk; answer: TextWindow };
  fork_skills: { ask: SessionAsk; answer: ForkSkillsView };
  event_raw: { ask: RawAsk; answer: RawView };
  event_text: { ask: EventTextAsk; answer: TextWindow };
  integrity: { ask: SessionAsk; answer: IntegrityView };
  all_sessions: { ask: AllSessionsAsk; answer: AllSessionsView };
  used_elsewhere: { ask: SkillAsk; answer: UsedElsewhere };
  search: { ask: SearchAsk; answer: SearchView };
  stop_search: { ask: Nothing; answer: Nothing };
  known_workspaces: { ask: Nothing; answer: KnownView };
  add_workspace: { ask: Nothing; answer: KnownView };
  find_workspaces: { ask: Nothing; answer: KnownView };
  stop_finding: { ask: Nothing; answer: Nothing };
  forget_workspace: { ask: SwitchAsk; answer: KnownView };
  indexing: { ask: Nothing; answer: IndexingView };
  set_indexing: { ask: SetIndexingAsk; answer: IndexingView };
  saved_texts: { ask: Nothing; answer: SavedTextsView };
  save_texts: { ask: SaveTextsAsk; answer: SavedTextsView };
  delete_texts: { ask: DeleteTextsAsk; answer: SavedTextsView };
  saved_text: { ask: SavedTextAsk; answer: TextWindow };
  drift_everywhere: { ask: Nothing; answer: DriftEverywhereView };
  drift: { ask: DriftAsk; answer: DriftView };
  snapshot: { ask: SnapshotAsk; answer: SnapshotView };
  diff: { ask: DiffAsk; answer: DiffView };
  versions: { ask: VersionsAsk; answer: VersionsView };
  line_history: { ask: LineAsk; answer: LineView };
  draft: { ask: DraftAsk; answer: DraftView };
  draft_check: { ask: DraftCheckAsk; answer: DraftCheckView };
  draft_field: { ask: DraftFieldAsk; answer: DraftFieldView };
  draft_preview: { ask: DraftTextAsk; answer: BodyView };
  name_check: { ask: NameCheckAsk; answer: NameCheckView };
  begin_import: { ask: BeginImportAsk; answer: BegunImport };
  begin_update: { ask: SkillAsk; answer: BegunImport };
  end_import: { ask: ImportAsk; answer: Nothing };
  import: { ask: ImportAsk; answer: ImportView };
  origin: { ask: SkillAsk; answer: OriginView };
  plan: { ask: PlanAsk; answer: PlanAnswer };
  plan_text: { ask: PlanTextAsk; answer: TextWindow };
  plan_diff: { ask: PlanDiffAsk; answer: PlanDiffView };
  plan_three: { ask: PlanThreeAsk; answer: PlanThreeView };
  carrying_out: { ask: Nothing; answer: GoingView };
  stop_carrying_out: { ask: Nothing; answer: Nothing };
  carry_out: { ask: CarryOutAsk; answer: CarriedOutView };
  undo: { ask: UndoAsk; answer: CarriedOutView };
  journal: { ask: ChangesAsk; answer: JournalView };
  trash: { ask: ChangesAsk; answer: TrashView };
  empty_trash: { ask: EmptyTrashAsk; answer: TrashView };
  reference: { ask: ReferenceAsk; answer: ReferenceView };
  save_export: { ask: SaveAsk; answer: SavedView };
  save_tables: { ask: SaveTablesAsk; answer: SavedTablesView };
  saving_tables: { ask: Nothing; answer: SavingTablesView };
  stop_saving_tables: { ask: Nothing; answer: Nothing };
  export_skills: { ask: ExportSkillsAsk; answer: SkillsSavedView };
}

/** What only the approval window asks. */
export interface ApprovalRequests {
  approval: { ask: Nothing; answer: ApprovalView };
  approval_output: { ask: OutputAsk; answer: TextWindow };
  decide: { ask: DecideAsk; answer: ApprovalView };
  loosening: { ask: Nothing; answer: LooseningView };
  decide_loosening: { ask: DecideLooseningAsk; answer: LooseningView };
}

/** Every rule of the checks. */
export type LintRuleId = "not-utf8" | "bom" | "crlf" | "opening-fence" | "closing-fence" | "unclosed-frontmatter" | "no-frontmatter" | "block-scalar" | "continued-line" | "comment" | "quotes" | "quoted-key" | "nested-key" | "nested-value" | "reading" | "name-mention" | "closing-tag" | "not-yaml" | "duplicate-key" | "tab-indent" | "flow-value" | "name-missing" | "name-folder" | "name-length" | "name-characters" | "name-hyphens" | "description-missing" | "description-length" | "compatibility-length" | "unknown-field" | "field-type" | "body-length" | "body-lines" | "body-empty" | "path-pattern" | "hook-inert" | "description-when" | "description-person" | "description-short" | "description-long" | "description-overlap" | "broken-link" | "unreferenced" | "folder-size" | "not-read" | "link-out" | "link" | "context-sources" | "invisible-characters" | "risky-command" | "secret" | "executable" | "signature-changed" | "signature-not-trusted" | "signature-unverifiable" | "hooks" | "program" | "root-unreadable" | "unreadable" | "denied" | "not-a-file" | "too-large" | "dangling-link" | "link-loop" | "file-name-case" | "nested-skill" | "skill-in-root" | "name-not-utf8" | "no-home" | "source-file" | "source-form" | "source-id" | "source-surface" | "source-run" | "source-shell" | "source-read" | "source-resource" | "source-cwd" | "source-key" | "source-flag" | "source-number" | "source-title" | "source-auto" | "source-count" | "source-block" | "source-arguments" | "source-twice" | "source-frontmatter" | "source-unseen";

/** Every agent whose rules are known. */
export type ConventionName = "pixir" | "claude-code" | "codex" | "gemini-cli" | "opencode" | "pi" | "copilot" | "agent-skills" | "pipeline" | "echo" | "merged";

export const requestTags = {
  workspace: ["workspace", "skills", "sessions"],
  switch_workspace: ["workspace", "skills", "sessions"],
  choose_workspace: ["workspace", "skills", "sessions"],
  open_window: ["workspace"],
  choose_window: ["workspace"],
  open_example: [],
  arrived: [],
  open_dropped: ["workspace", "skills", "sessions"],
  set_scope: ["workspace"],
  look_again: ["workspace", "skills", "sessions"],
  manual: [],
  open_link: [],
  show_in_folder: [],
  open_file: [],
  settings: ["workspace", "skills", "sessions"],
  text_size: [],
  staying: ["workspace"],
  set_staying: ["workspace"],
  set_text_size: [],
  mode: ["workspace", "approvals"],
  change_permission: ["skills", "approvals"],
  evidence_keeping: ["workspace", "approvals"],
  ask_pixir: [],
  keep_evidence: ["approvals"],
  trust: ["workspace", "skills"],
  built_ins: ["workspace", "skills"],
  visibility: ["workspace", "skills"],
  context_sources: ["skills", "approvals"],
  hydrate: ["approvals"],
  approvals: ["approvals", "skills", "sessions"],
  decision: ["approvals", "skills", "sessions"],
  revoke_grant: ["approvals"],
  withdraw: ["approvals"],
  show_approval: [],
  skills: ["skills", "sessions"],
  skill: ["skills", "sessions"],
  skill_body: ["skills"],
  skill_usage: ["skills", "sessions"],
  skill_source: ["skills"],
  resources: ["skills", "sessions"],
  resource: ["skills", "sessions"],
  catalog: ["skills", "sessions"],
  checks: ["skills"],
  conventions: ["workspace", "skills"],
  activation_preview: ["skills", "approvals"],
  skill_hooks: ["skills"],
  try_hooks: ["skills"],
  who_wins: ["skills"],
  save_wins: [],
  sessions: ["sessions", "skills"],
  session: ["sessions", "skills"],
  overview: ["sessions"],
  timeline: ["sessions"],
  place: ["sessions"],
  events: ["sessions", "skills"],
  provenance: ["sessions", "skills"],
  moment: ["sessions", "skills"],
  moment_items: ["sessions"],
  item_text: ["sessions"],
  fork_skills: ["sessions", "skills"],
  event_raw: ["sessions"],
  event_text: ["sessions"],
  integrity: ["sessions"],
  all_sessions: ["sessions", "skills", "index"],
  used_elsewhere: ["sessions", "skills", "index"],
  search: ["sessions", "index"],
  stop_search: [],
  known_workspaces: ["workspace", "index"],
  add_workspace: ["workspace", "index"],
  find_workspaces: ["workspace", "index"],
  stop_finding: [],
  forget_workspace: ["workspace", "index"],
  indexing: ["index"],
  set_indexing: ["index"],
  saved_texts: ["sessions", "skills", "index"],
  save_texts: ["index"],
  delete_texts: ["index"],
  saved_text: ["index"],
  drift_everywhere: ["sessions", "skills", "workspace"],
  drift: ["sessions", "skills"],
  snapshot: ["sessions", "skills"],
  diff: ["sessions", "skills"],
  versions: ["sessions", "skills"],
  line_history: ["sessions", "skills"],
  draft: ["skills"],
  draft_check: ["skills"],
  draft_field: [],
  draft_preview: [],
  name_check: ["skills"],
  begin_import: [],
  begin_update: [],
  end_import: [],
  import: ["skills"],
  origin: ["skills", "journal"],
  plan: ["skills", "sessions"],
  plan_text: [],
  plan_diff: [],
  plan_three: [],
  carrying_out: [],
  stop_carrying_out: [],
  carry_out: ["skills", "journal"],
  undo: ["skills", "journal"],
  journal: ["journal"],
  trash: ["journal", "skills"],
  empty_trash: ["journal"],
  reference: ["sessions"],
  save_export: [],
  save_tables: [],
  saving_tables: [],
  stop_saving_tables: [],
  export_skills: [],
} as const satisfies Record<keyof Requests, readonly Tag[]>;

/** Requests that do more than look. */
export type Acts = "switch_workspace" | "choose_workspace" | "open_window" | "choose_window" | "open_example" | "open_dropped" | "set_scope" | "look_again" | "open_link" | "show_in_folder" | "open_file" | "set_staying" | "set_text_size" | "change_permission" | "ask_pixir" | "keep_evidence" | "hydrate" | "revoke_grant" | "withdraw" | "show_approval" | "save_wins" | "stop_search" | "add_workspace" | "find_workspaces" | "stop_finding" | "forget_workspace" | "set_indexing" | "save_texts" | "delete_texts" | "begin_import" | "begin_update" | "end_import" | "stop_carrying_out" | "carry_out" | "undo" | "empty_trash" | "save_export" | "save_tables" | "stop_saving_tables" | "export_skills";
