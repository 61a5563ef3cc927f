import { QueryClientProvider } from "@tanstack/react-query";
import { configure, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useCallback, useRef, useState } from "react";
import { expect, test } from "vitest";
import { fakeHost } from "../../host/fake.ts";
import { HostContext, newCache, useAsk } from "../../host/useAsk.ts";
import Editor, { type Saving } from "./Editor.tsx";
import { dropDraft } from "./kept.ts";

// Whether something is hidden is not asked here, and finding it out is slow.
configure({ defaultHidden: true });

const skill = "repo:release-notes";

function Stage({ rel, onSave }: { rel: string; onSave: (saving: Saving) => void }) {
  const { answer } = useAsk("draft", { skill, rel });
  const ask = useRef<((leave: () => void) => void) | null>(null);
  const hold = useCallback((next: ((leave: () => void) => void) | null) => {
    ask.current = next;
  }, []);
  const [left, setLeft] = useState(false);
  if (left) return <p>Left</p>;
  return (
    <>
      <button
        type="button"
        onClick={() => (ask.current === null ? setLeft(true) : ask.current(() => setLeft(true)))}
      >
        Leave
      </button>
      {answer !== undefined && (
        <Editor
          skill={skill}
          name="release-notes"
          folder="release-notes"
          rel={rel}
          disk={answer}
          saved={0}
          onSave={onSave}
          onLeave={() => undefined}
          onHold={hold}
        />
      )}
    </>
  );
}

async function open(rel = "SKILL.md") {
  const host = fakeHost();
  const saved: Saving[] = [];
  const cache = newCache();
  const drawn = () => (
    <HostContext value={host}>
      <QueryClientProvider client={cache}>
        <Stage rel={rel} onSave={(saving) => saved.push(saving)} />
      </QueryClientProvider>
    </HostContext>
  );
  const { unmount } = render(drawn());
  if (rel === "SKILL.md") await screen.findByRole("textbox", { name: "description" });
  return { host, saved, keys: userEvent.setup(), unmount, again: () => render(drawn()) };
}

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const field = (name: string) => screen.getByRole("textbox", { name });

/** The editor keeps its elements to itself. */
const typed = () => document.querySelector(".text-editor")?.shadowRoot?.querySelector(".cm-content");

test("a field that is typed stands in the text, and saving hands on what was seen", async () => {
  const { keys, saved } = await open();
  expect(button(/Review and save/)).toHaveAttribute("aria-disabled", "true");
  await keys.clear(field("license"));
  // However long the reader thinks, the field keeps its line.
  await new Promise((done) => setTimeout(done, 400));
  await keys.type(field("license"), "MIT");
  await waitFor(() => expect(typed()).toHaveTextContent("license: MIT"));
  expect(await screen.findByText("unsaved, +1 −1")).toBeInTheDocument();
  await keys.keyboard("{Control>}s{/Control}");
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toMatchObject({ kind: "write", skill, rel: "SKILL.md" });
  expect(saved[0]?.text).toBe(saved[0]?.base.replace("license: Apache-2.0", "license: MIT"));
  await keys.click(button("Discard changes"));
  await waitFor(() => expect(field("license")).toHaveValue("Apache-2.0"));
  dropDraft(skill, "SKILL.md");
});

test("a value that the two readings part on is refused in words, and stays as it was typed", async () => {
  const { keys } = await open();
  await keys.clear(field("description"));
  await keys.type(field("description"), 'Use when: "x"');
  expect(
    await screen.findByText("YAML would read other fields than `description` differently."),
  ).toBeInTheDocument();
  expect(field("description")).toHaveValue('Use when: "x"');
  dropDraft(skill, "SKILL.md");
});

test("fields the form does not know are edited as YAML and can be taken out", async () => {
  const { keys } = await open();
  await keys.click(button(/Other fields in YAML/));
  const yaml = field("metadata");
  expect(yaml).toHaveValue("metadata:\n  version: 4\n");
  await keys.clear(yaml);
  await keys.type(yaml, "metadata:\n  version: 5");
  await keys.click(button("Add to frontmatter"));
  await waitFor(() => expect(typed()).toHaveTextContent("version: 5"));
  await keys.click(button("Remove"));
  await waitFor(() => expect(typed()).not.toHaveTextContent("metadata"));
  dropDraft(skill, "SKILL.md");
});

test("leaving asks, and a kept draft is there again", async () => {
  const { keys, again, unmount } = await open();
  await keys.clear(field("license"));
  await keys.type(field("license"), "MIT");
  await screen.findByText("unsaved, +1 −1");
  await keys.click(button("Leave"));
  const asked = screen.getByRole("dialog", { name: "Leave release-notes" });
  await keys.click(within(asked).getByRole("button", { name: "Keep editing" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  await keys.click(button("Leave"));
  await keys.click(button("Save draft and leave"));
  expect(screen.getByText("Left")).toBeInTheDocument();
  unmount();
  again();
  expect(await screen.findByText(/^unsaved/)).toBeInTheDocument();
  await waitFor(() => expect(typed()).toHaveTextContent("license: MIT"));
  await waitFor(() => expect(field("license")).toHaveValue("MIT"));
  await keys.click(button("Leave"));
  await keys.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Discard changes" }));
  expect(screen.getByText("Left")).toBeInTheDocument();
});

test("a file that moved on disk says so before it is saved", async () => {
  const { host } = await open();
  host.move();
  host.push({ stale: ["skills"], sessions: null });
  expect(await screen.findByRole("alert")).toHaveTextContent("changed on disk while you were editing");
});

test("a text that is no skill has neither form nor checks", async () => {
  await open("references/breaking.md");
  await waitFor(() => expect(typed()).toHaveTextContent("Read this first."));
  expect(screen.queryByRole("textbox", { name: "description" })).toBeNull();
  expect(screen.queryByRole("complementary", { name: "Checks and changes" })).toBeNull();
});
