// An agent as agents are: the protocol's own client library, talking to `assay mcp` over standard input and
// output. Takes the program and its arguments; prints what each call came to, one JSON document.
import { createRequire } from "node:module";

const require = createRequire(new URL("../../ui/package.json", import.meta.url));
const { Client } = require("@modelcontextprotocol/sdk/client/index.js");
const { StdioClientTransport } = require("@modelcontextprotocol/sdk/client/stdio.js");

const [command, ...args] = process.argv.slice(2);
const client = new Client({ name: "reference-client", version: "1" });
await client.connect(new StdioClientTransport({ command, args, env: process.env, stderr: "inherit" }));
const { tools } = await client.listTools();
const viewed = await client.callTool({ name: "skill_view", arguments: { name: "release-notes" } });
const wanted = { name: "hydrate_skill_context", arguments: { skill: "release-notes", source: "newest" } };
const hydrated = await client.callTool(wanted);
await client.close();
process.stdout.write(JSON.stringify({ tools: tools.map((tool) => tool.name), viewed, hydrated }));
