import { QueryClientProvider } from "@tanstack/react-query";
import { configure, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { useState } from "react";
import { expect, test } from "vitest";
import { GoingContext } from "../../facts/going.ts";
import { noting } from "../../facts/noting.ts";
import type { Route } from "../../facts/route.ts";
import { type FakeOptions, fakeHost } from "../../host/fake.ts";
import { HostContext, newCache } from "../../host/useAsk.ts";
import { Approvals } from "./Approvals.tsx";

// Whether something is hidden is not asked here, and finding it out is slow.
configure({ defaultHidden: true });

function open(options: FakeOptions = {}) {
  const host = fakeHost(options);
  const gone: Route[] = [];
  function Screen() {
    const [id, setId] = useState<string>();
    const going = noting(gone, (to) => {
      if (to.screen !== "approvals") return false;
      setId(to.id);
      return true;
    });
    return (
      <GoingContext value={going}>
        <Approvals id={id} />
      </GoingContext>
    );
  }
  const page = render(
    <HostContext value={host}>
      <QueryClientProvider client={newCache()}>
        <main>
          <Screen />
        </main>
      </QueryClientProvider>
    </HostContext>,
  );
  const asked = (name: string) => host.asked.filter((each) => each.name === name).map(({ body }) => body);
  return { host, gone, ...page, asked, keys: userEvent.setup() };
}

/** The decisions listed; asked of the document, because finding roles among thousands of elements is slow. */
const rows = () => [...document.querySelectorAll('[role="grid"] [role="rowgroup"] [role="row"]')];
const listed = (count: number) => waitFor(() => expect(rows()).toHaveLength(count));
const list = (name: string) => screen.findByRole("region", { name });

test("what waits is shown in the order it came, and decided elsewhere", async () => {
  const { asked, keys } = open();
  const waiting = await list("Pending");
  const items = within(waiting).getAllByRole("listitem");
  expect(items.map((item) => item.querySelector("code")?.textContent)).toEqual([
    "git diff HEAD",
    "git shortlog -sn v4.1.0..HEAD",
    'psql -c "\\d+ postings"U+202E',
  ]);
  expect(items[2]).toHaveTextContent("1 invisible character made visible");
  await keys.click(within(waiting).getByRole("button", { name: /^Decide… ?, git diff HEAD$/ }));
  expect(asked("show_approval")).toEqual([{ id: "w1" }]);
});

test("only a request of this window is taken back here", async () => {
  const { asked, keys } = open();
  const waiting = await list("Pending");
  const back = within(waiting).getAllByRole("button", { name: /^Withdraw/ });
  expect(back).toHaveLength(1);
  await keys.click(within(waiting).getByRole("button", { name: /^Withdraw ?, git shortlog/ }));
  expect(asked("withdraw")).toEqual([{ id: "w2" }]);
  await waitFor(() => expect(within(waiting).getAllByRole("listitem")).toHaveLength(2));
});

test("decisions are filtered, and what matches nothing says so", async () => {
  const { asked, keys } = open();
  await listed(48);
  const field = screen.getByRole("textbox", { name: "Filter by command or skill" });
  await keys.type(field, "sql-ex");
  await listed(9);
  for (const row of rows()) expect(row.getAttribute("aria-label")).toContain(", sql-explain, ");
  expect(asked("approvals").at(-1)).toMatchObject({ text: "sql-ex" });
  await keys.type(field, "xyz");
  expect(await screen.findByText(/No decisions match/)).toHaveTextContent("“sql-exxyz” (48 total)");
  await keys.click(screen.getByRole("button", { name: "Clear filter" }));
  await listed(48);
});

test("a decision is shown with its chain, its limits and the way to its turn", async () => {
  const { gone, keys } = open();
  const chain = await list("Chain of evidence");
  const steps = within(chain).getAllByRole("listitem");
  expect(steps.map((step) => step.firstElementChild?.textContent)).toEqual([
    "Source",
    "Asked",
    "Run",
    "Read",
    "Sent",
  ]);
  expect(await screen.findByRole("group", { name: "Lines of the sent text" })).toHaveTextContent("U+200B");
  await keys.click(screen.getByRole("button", { name: "Open turn" }));
  await keys.click(screen.getByRole("button", { name: "Open skill" }));
  expect(gone).toEqual([
    { screen: "session", key: "release", row: 10 },
    { screen: "skills", id: "repo:release-notes" },
  ]);
  const denied = rows().find((row) => row.getAttribute("aria-label")?.startsWith("denied"));
  if (denied === undefined) throw new Error("no decision was denied");
  await keys.click(denied);
  expect(await screen.findByText(/Do not read credentials/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Open turn" })).toBeNull();
});

test("a permission is revoked", async () => {
  const { asked, keys } = open();
  const grants = await list("Active grants");
  expect(within(grants).getAllByRole("listitem")).toHaveLength(2);
  await keys.click(within(grants).getByRole("button", { name: /^Revoke ?, git diff --stat HEAD~1$/ }));
  expect(asked("revoke_grant")).toEqual([{ id: "g1" }]);
  await waitFor(() => expect(within(grants).getAllByRole("listitem")).toHaveLength(1));
});

test("nothing yet is said in words, and so is a failure", async () => {
  const empty = open({ state: "empty" });
  expect(await screen.findByRole("heading", { name: "No decisions yet" })).toBeInTheDocument();
  empty.unmount();
  open({ state: "error" });
  expect(await screen.findByRole("alert")).toHaveTextContent("permission denied");
});

test("no serious accessibility finding", async () => {
  const { container, keys } = open();
  await keys.type(await screen.findByRole("textbox"), "sql-ex");
  await listed(9);
  await list("Chain of evidence");
  const { violations } = await axe.run(container, {
    // Colours need a layout; a page in part has no landmarks around it.
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  const bad = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(bad.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`)).toEqual([]);
});

test("evidence goes into Pixir’s logs only after the consequences were accepted", async () => {
  const { asked, keys } = open();
  await keys.click(await screen.findByRole("button", { name: "Evidence storage…" }));
  const dialog = await screen.findByRole("dialog", { name: "Evidence storage" });
  const write = () => within(dialog).findByRole("button", { name: /^Write to Pixir’s logs/ });
  await keys.click(await write());
  await keys.click(within(dialog).getByRole("button", { name: "Check installed Pixir" }));
  expect(await within(dialog).findByRole("alert")).toHaveTextContent("refuses the same log");
  expect(asked("keep_evidence")).toEqual([]);
  await keys.click(within(dialog).getByRole("checkbox"));
  await keys.click(await write());
  await within(dialog).findByRole("button", { name: "Use companion logs again" });
  expect(asked("keep_evidence")).toEqual([{ in_pixirs_logs: true, regardless: true }]);
});
