// `assay mcp` over HTTP on this machine alone, for counterparts that speak nothing else. Takes the program and its
// arguments; prints the address it listens on, and serves until its input closes. A session that is opened gets a
// process of its own, all requests without one share another.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { createInterface } from "node:readline";

const [command, ...args] = process.argv.slice(2);
const SESSION = "mcp-session-id";
const open = new Map();

function start() {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  const waiting = new Map();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = JSON.parse(line);
    const asked = waiting.get(message.id);
    if (asked === undefined || message.method !== undefined) return;
    waiting.delete(message.id);
    asked.answer({ ...message, id: asked.id });
  });
  let count = 0;
  const send = (message) => child.stdin.write(`${JSON.stringify(message)}\n`);
  return {
    tell: send,
    // Several clients count from one each; here every request has a number of its own.
    ask: (message) =>
      new Promise((answer) => {
        count += 1;
        waiting.set(count, { id: message.id, answer });
        send({ ...message, id: count });
      }),
    end: () => child.kill(),
  };
}

async function taken(request, response) {
  const named = request.headers[SESSION];
  if (request.method === "DELETE") {
    open.get(named)?.end();
    open.delete(named);
    return response.writeHead(200).end();
  }
  if (request.method !== "POST") return response.writeHead(405).end();
  let text = "";
  for await (const part of request) text += part;
  const message = JSON.parse(text);
  const id = message.method === "initialize" ? randomUUID() : (named ?? "shared");
  if (!open.has(id)) open.set(id, start());
  const headers = message.method === "initialize" ? { [SESSION]: id } : {};
  if (message.id === undefined) {
    open.get(id).tell(message);
    return response.writeHead(202, headers).end();
  }
  const answer = await open.get(id).ask(message);
  return response.writeHead(200, { ...headers, "content-type": "application/json" }).end(JSON.stringify(answer));
}

const server = createServer((request, response) => {
  taken(request, response).catch((error) => response.writeHead(500).end(String(error)));
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/mcp`));
process.stdin.resume().on("end", () => {
  for (const one of open.values()) one.end();
  process.exit(0);
});
