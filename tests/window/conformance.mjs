// What the protocol's own client library makes of `assay mcp`, without a window: tools and their schemas, answers
// that are checked against them, errors, resources, prompts, progress, a call that is taken back, and word of a change
// of the skills, which it makes itself. Takes the program and its arguments; prints what it saw, one JSON document.
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(new URL("../../ui/package.json", import.meta.url));
const { Client } = require("@modelcontextprotocol/sdk/client/index.js");
const { StdioClientTransport } = require("@modelcontextprotocol/sdk/client/stdio.js");
const {
  PromptListChangedNotificationSchema,
  ResourceListChangedNotificationSchema,
  ToolListChangedNotificationSchema,
} = require("@modelcontextprotocol/sdk/types.js");

const [command, ...args] = process.argv.slice(2);
const client = new Client({ name: "reference-client", version: "1" });
await client.connect(new StdioClientTransport({ command, args, env: process.env, stderr: "inherit" }));
const told = (schema) => new Promise((resolve) => client.setNotificationHandler(schema, () => resolve("told")));
const changes = [
  ToolListChangedNotificationSchema,
  ResourceListChangedNotificationSchema,
  PromptListChangedNotificationSchema,
].map(told);
const { tools } = await client.listTools();
const call = (name, given, options) => client.callTool({ name, arguments: given }, undefined, options);
const taken = await call("activate_skill", { name: "tools", arguments: "'a b'" });
const read = await call("read_skill_resource", { name: "tools", path: "references/more.md" });
const unknown = await call("activate_skill", { name: "nobody" });
const { resources } = await client.listResources();
const resource = await client.readResource({ uri: "skill://tools/SKILL.md" });
const { prompts } = await client.listPrompts();
const prompt = await client.getPrompt({ name: "tools", arguments: { arguments: "'a b'" } });
const { completion } = await client.complete({
  ref: { type: "ref/resource", uri: "skill://{name}/{+path}" },
  argument: { name: "name", value: "to" },
});
const missing = await client.callTool({ name: "nothing", arguments: {} }).then(
  () => "answered",
  (error) => error.code,
);
// It would run for half a minute; it is taken back once it has said that it still waits.
const giveUp = new AbortController();
let beats = 0;
const slow = await call("run_skill_script", { name: "tools", script: "scripts/slow.sh" }, {
  signal: giveUp.signal,
  onprogress: () => {
    beats += 1;
    giveUp.abort();
  },
}).then(
  () => "answered",
  () => "taken back",
);
const after = await call("sessions_list", {});
const folder = join(args[args.indexOf("--workspace") + 1], ".agents/skills/new");
mkdirSync(folder);
writeFileSync(join(folder, "SKILL.md"), "---\nname: new\ndescription: New.\n---\nx\n");
const late = new Promise((resolve) => setTimeout(() => resolve("nothing was told"), 15_000).unref());
const changed = await Promise.all(changes.map((change) => Promise.race([change, late])));
await client.close();
const names = tools.map((tool) => tool.name);
process.stdout.write(
  JSON.stringify({
    names,
    taken,
    read,
    unknown,
    resources,
    resource,
    prompts,
    prompt,
    completion,
    missing,
    slow,
    beats,
    after,
    changed,
  }),
);
