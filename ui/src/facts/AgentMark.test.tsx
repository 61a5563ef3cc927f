import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { AgentMark } from "./AgentMark.tsx";

const labels = {
  pixir: "Pixir",
  assay: "Assay, over MCP",
  "copilot-cli": "Copilot CLI",
  codex: "Codex",
  pi: "Pi",
  "claude-code": "Claude Code",
  opencode: "OpenCode",
  "gemini-cli": "Gemini CLI",
  kilo: "Kilo Code",
  "qwen-code": "Qwen Code",
  goose: "Goose",
  "roo-code": "Roo Code",
};

test("every agent has letters of its own, so that its mark needs no colour", () => {
  const letters = Object.entries(labels).map(([name, label]) => {
    const { container } = render(<AgentMark source={{ name, label }} />);
    expect(container.textContent).toContain(label);
    return container.querySelector(".agent-letters")?.textContent;
  });
  expect(new Set(letters).size).toBe(letters.length);
});
