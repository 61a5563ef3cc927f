// What the protocol's own client library makes of `assay mcp`, without a window: tools and their schemas, answers
// that are checked against them, errors, resources, progress, and a call that is taken back. Takes the program and
// its arguments; prints what it saw, one JSON document.
import { createRequire } from "node:module";

const require = createRequire(new URL("../../ui/package.json", import.meta.url));
const { Client } = require("@modelcontextprotocol/sdk/client/index.js");
const { StdioClientTransport } = require("@modelcontextprotocol/sdk/client/stdio.js");

const [command, ...args] = process.argv.slice(2);
const client = new Client({ name: "reference-client", version: "1" });
await client.connect(new StdioClientTransport({ command, args, env: process.env, stderr: "inherit" }));
const { tools } = await client.listTools();
const call = (name, given, options) => client.callTool({ name, arguments: given }, undefined, options);
const taken = await call("activate_skill", { name: "tools", arguments: "'a b'" });
const read = await call("read_skill_resource", { name: "tools", path: "references/more.md" });
const unknown = await call("activate_skill", { name: "nobody" });
const { resources } = await client.listResources();
const resource = await client.readResource({ uri: "skill://tools" });
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
await client.close();
const names = tools.map((tool) => tool.name);
process.stdout.write(
  JSON.stringify({ names, taken, read, unknown, resources, resource, missing, slow, beats, after }),
);
