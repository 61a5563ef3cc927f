import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import { useEffect, useState } from "react";
import { expect, test } from "vitest";
import { rawText } from "../language/foreign.ts";
import { type FakeHost, fakeHost } from "./fake.ts";
import { Refusal } from "./host.ts";
import { said } from "./samples/said.ts";
import { HostContext, newCache, useAsk, useChanges, useRows } from "./useAsk.ts";
import type { Tag } from "./wire.gen.ts";

function around(host: FakeHost, children: React.ReactNode) {
  return render(
    <HostContext value={host}>
      <QueryClientProvider client={newCache()}>{children}</QueryClientProvider>
    </HostContext>,
  );
}

function times(host: FakeHost, name: string): number {
  return host.asked.filter((ask) => ask.name === name).length;
}

function Three() {
  useChanges();
  const catalog = useAsk("catalog", {});
  const timeline = useAsk("timeline", { key: "none", from: 0, count: 10 });
  const workspace = useAsk("workspace", {});
  const waiting = catalog.waiting || timeline.waiting || workspace.waiting;
  return <p>{waiting ? "waiting" : `${rawText(workspace.answer?.name)}, ${timeline.failure?.code}`}</p>;
}

test("a change asks again only what it made stale", async () => {
  const cases: [stale: Tag[], catalog: number, timeline: number, workspace: number][] = [
    [["skills"], 2, 1, 2],
    [["sessions"], 2, 2, 2],
    [["workspace"], 1, 1, 2],
    [["skills", "sessions"], 2, 2, 2],
  ];
  for (const [stale, ...expected] of cases) {
    const host = fakeHost();
    const page = around(host, <Three />);
    await screen.findByText("acme/payments, not_found");
    act(() => host.push({ stale, sessions: null }));
    await waitFor(() => {
      const asked = [times(host, "catalog"), times(host, "timeline"), times(host, "workspace")];
      expect(asked, stale.join()).toEqual(expected);
    });
    page.unmount();
  }
});

function Filtered() {
  const [sort, setSort] = useState<"newest" | "oldest">("newest");
  const sessions = useAsk("sessions", { text: "", agent: "", sort, from: 0, count: 10 });
  return (
    <button type="button" onClick={() => setSort("oldest")}>
      {sessions.answer === undefined ? "nothing" : `${sort} ${sessions.earlier ? "earlier" : "fresh"}`}
    </button>
  );
}

test("the answer before stays while another is on its way", async () => {
  around(fakeHost({ delay: 20 }), <Filtered />);
  (await screen.findByText("newest fresh")).click();
  await screen.findByText("oldest earlier");
  await screen.findByText("oldest fresh");
});

function Windows({ from, to }: { from: number; to: number }) {
  const rows = useRows(
    "skills",
    (start, count) => ({ text: "", state: "any", sort: "name", from: start, count }),
    (view) => view.rows,
    5,
  );
  const { see } = rows;
  useEffect(() => see(from, to), [see, from, to]);
  const { failure, again } = rows.first;
  return (
    <button type="button" onClick={again}>
      {[0, from].map((index) => rawText(rows.at(index)?.name) ?? "-").join(", ")} {failure?.code}
    </button>
  );
}

test("rows are asked for by the window, and only those in sight", async () => {
  const host = fakeHost();
  around(host, <Windows from={11} to={14} />);
  await waitFor(() => expect(screen.getByText(/api-changelog, [a-z]/)).toBeInTheDocument());
  const asked = host.asked.map(({ body }) => JSON.stringify(body)).filter((body) => body.includes('"from"'));
  expect(asked.map((body) => /"from":(\d+)/.exec(body)?.[1])).toEqual(["0", "10"]);
});

test("a later window that fails says so, and is asked for again", async () => {
  const host = fakeHost();
  const ask = host.ask;
  let broken = true;
  host.ask = async (name, body) => {
    if (broken && JSON.stringify(body).includes('"from":10')) throw new Refusal(gone);
    return ask(name, body);
  };
  around(host, <Windows from={11} to={14} />);
  const button = await screen.findByText(/^api-changelog, - failed$/);
  broken = false;
  act(() => button.click());
  await waitFor(() => expect(screen.getByText(/^api-changelog, [a-z][a-z-]+$/)).toBeInTheDocument());
  expect(times(host, "skills")).toBe(2);
});

const gone = { code: "failed", message: said("The disk is gone.") } as const;
