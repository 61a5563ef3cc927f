import { QueryClientProvider } from "@tanstack/react-query";
import { configure, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { fakeHost } from "../../host/fake.ts";
import { Refusal } from "../../host/host.ts";
import { said } from "../../host/samples/said.ts";
import { HostContext, newCache } from "../../host/useAsk.ts";
import { Toasts } from "../../kit/Toasts.tsx";
import { Changing } from "./Changing.tsx";
import type { Subject } from "./subject.ts";
import { useChanging } from "./useChanging.ts";

// Whether something is hidden is not asked here, and finding it out is slow.
configure({ defaultHidden: true });

function Stage({ subject }: { subject: Subject }) {
  const [left, setLeft] = useState(false);
  return left ? <p>another screen</p> : <Screen subject={subject} onLeave={() => setLeft(true)} />;
}

function Screen({ subject, onLeave }: { subject: Subject; onLeave: () => void }) {
  const { begin, list } = useChanging();
  return (
    <>
      <button type="button" onClick={() => begin(subject)}>
        Begin
      </button>
      <button type="button" onClick={list}>
        List
      </button>
      <button type="button" onClick={onLeave}>
        Leave
      </button>
    </>
  );
}

async function open(subject: Subject) {
  const host = fakeHost();
  render(
    <HostContext value={host}>
      <QueryClientProvider client={newCache()}>
        <Toasts>
          <Changing>
            <Stage subject={subject} />
          </Changing>
        </Toasts>
      </QueryClientProvider>
    </HostContext>,
  );
  const keys = userEvent.setup();
  await keys.click(screen.getByRole("button", { name: "Begin" }));
  const asked = (name: string) => host.asked.filter((each) => each.name === name).map(({ body }) => body);
  return { host, keys, asked };
}

const skill = { id: "repo:release-notes", name: "release-notes", scope: "repo" };
const restore: Subject = { kind: "restore", key: "release", line: 12, name: "release-notes" };
const button = (name: string) => screen.getByRole("button", { name });

test("a restore shows plan, texts and effect, is carried out as shown, and is undone from the toast", async () => {
  const { keys, asked } = await open(restore);
  expect(await screen.findByText("No winner changes in Pixir.")).toBeInTheDocument();
  expect(screen.getByText(/4 bundled files were not/)).toBeInTheDocument();
  const three = await screen.findByRole("region", { name: /^Three versions of / });
  expect(
    within(three)
      .getAllByRole("columnheader")
      .map((head) => head.textContent),
  ).toEqual(["Snapshot", "On disk", "Result"]);
  expect(within(three).getAllByText("List what changed, at most 12 entries.")).toHaveLength(2);
  await keys.click(screen.getByRole("radio", { name: "Changes" }));
  expect(await screen.findByText("List what changed, at most 12 entries.")).toBeInTheDocument();
  expect(asked("carry_out")).toEqual([]);
  await keys.click(screen.getByRole("radio", { name: "Snapshot" }));
  expect(await screen.findByRole("group", { name: /^Snapshot,/ })).toBeInTheDocument();
  await keys.click(button("Restore"));
  expect(asked("carry_out")).toEqual([{ plan: "plan-1" }]);
  const toast = await screen.findByRole("status");
  expect(toast).toHaveTextContent("Restored release-notes to turn 5");
  expect(screen.queryByRole("dialog")).toBeNull();
  await keys.click(within(toast).getByRole("button", { name: "Undo" }));
  await screen.findByRole("dialog", { name: "Undo change" });
  await screen.findByText("No winner changes in Pixir.");
  await keys.click(button("Undo"));
  expect(await screen.findByRole("status")).toHaveTextContent("Undid: restored");
  await keys.click(button("List"));
  expect(await screen.findByText(/by window, undone/)).toBeInTheDocument();
  await keys.click(screen.getByRole("tab", { name: /Trash/ }));
  expect(await screen.findAllByRole("button", { name: "Restore…" })).toHaveLength(2);
  await keys.click(button("Empty trash…"));
  expect(asked("empty_trash")).toEqual([]);
  await keys.click(button("Delete permanently"));
  expect(await screen.findByText("The trash is empty.")).toBeInTheDocument();
});

test("another scope is another plan", async () => {
  const { keys, asked } = await open(restore);
  const places = await screen.findByRole("combobox", { name: "Scope" });
  await keys.selectOptions(places, "user");
  await screen.findByText("No winner changes in Pixir.");
  expect(asked("plan").at(-1)).toMatchObject({ kind: "restore", to: "user", unverified: "refused" });
});

test("what moved on is not written, and its three texts are shown", async () => {
  const { host, keys } = await open(restore);
  await screen.findByText("No winner changes in Pixir.");
  host.move();
  await keys.click(button("Restore"));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "changed since it was shown. Nothing was written.",
  );
  await keys.click(screen.getByRole("radio", { name: "On disk now" }));
  expect(await screen.findByText("someone was faster")).toBeInTheDocument();
  expect(button("Restore")).toHaveAttribute("aria-disabled", "true");
  expect(screen.queryByRole("status")).toBeNull();
});

test("a name is planned when it rests, and a bad one is refused in words", async () => {
  const { keys, asked } = await open({ kind: "rename", skill });
  const name = screen.getByRole("textbox", { name: "Name" });
  expect(button("Rename")).toHaveAttribute("aria-disabled", "true");
  expect(asked("plan")).toEqual([]);
  await keys.clear(name);
  await keys.type(name, "Bad");
  expect(await screen.findByRole("alert")).toHaveTextContent("A name has 1 to 64 lowercase letters");
  await keys.clear(name);
  await keys.type(name, "notes");
  await screen.findByText("No winner changes in Pixir.");
  expect(asked("plan").at(-1)).toEqual({ kind: "rename", skill: skill.id, name: "notes" });
  await keys.click(button("Rename"));
  expect(await screen.findByRole("status")).toBeInTheDocument();
});

test("removing says who wins then", async () => {
  await open({ kind: "remove", skill });
  expect(await screen.findByText(/Pixir will not have/)).toBeInTheDocument();
  expect(screen.getByText("Moves to Assay’s trash")).toBeInTheDocument();
});

test("the agents whose winner a plan turns over stand in it", async () => {
  await open({ kind: "remove", skill });
  await screen.findByText("Affects 4 of 11 agents (1 skill name).");
  const row = screen.getByRole("row", { name: /^release-notes OpenCode order not fixed/ });
  expect(
    within(row).getByText("~/.agents/skills/release-notes/SKILL.md", { selector: "td:last-child *" }),
  ).toBeVisible();
});

test("the journal goes on behind its first hundred, and a part that fails says so", async () => {
  const { host, keys } = await open({ kind: "create" });
  await keys.keyboard("{Escape}");
  const ask = host.ask;
  let broken = true;
  host.ask = async (name, body) => {
    const answer = await ask(name, body);
    if (name !== "journal" || !("from" in body) || typeof body.from !== "number") return answer;
    const { from } = body;
    if (from > 0 && broken) throw new Refusal({ code: "failed", message: said("The disk is gone.") });
    const row = { at: 0, words: said("edited a file"), by: "the window", state: "done", why: null };
    const some = Array.from({ length: Math.min(100, 250 - from) }, (_, at) => ({
      ...row,
      id: `${from + at}`,
    }));
    return { ...answer, total: 250, rows: some };
  };
  await keys.click(button("List"));
  const entries = () => document.querySelectorAll(".changes-list li").length;
  expect(await screen.findByText(/Newest 100 of 250 shown/)).toBeInTheDocument();
  await keys.click(button("Show 100 more"));
  expect(await screen.findByText(/The disk is gone/)).toBeInTheDocument();
  broken = false;
  await keys.click(button("Refresh"));
  expect(await screen.findByText(/Newest 200 of 250 shown/)).toBeInTheDocument();
  await keys.click(button("Show 50 more"));
  await waitFor(() => expect(screen.queryByText(/Newest/)).toBeNull());
  expect(entries()).toBe(250);
});

test("what was done is told on the next screen, and Ctrl Z asks to take it back", async () => {
  const { keys, asked } = await open(restore);
  await keys.click(await screen.findByRole("button", { name: "Restore" }));
  await keys.click(button("Leave"));
  expect(screen.getByText("another screen")).toBeInTheDocument();
  expect(await screen.findByRole("status")).toHaveTextContent("Restored release-notes to turn 5");
  await keys.keyboard("{Control>}z{/Control}");
  await screen.findByRole("dialog", { name: "Undo change" });
  expect(asked("undo")).toEqual([]);
  await screen.findByText("No winner changes in Pixir.");
  await keys.click(button("Undo"));
  expect(await screen.findByRole("status")).toHaveTextContent("Undid: restored");
  // What took a change back is no change to take back.
  await keys.keyboard("{Control>}z{/Control}");
  expect(await screen.findByText("Nothing to undo.")).toBeInTheDocument();
});
