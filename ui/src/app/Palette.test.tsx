import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, configure, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import type { Route } from "../facts/route.ts";
import { fakeHost } from "../host/fake.ts";
import type { Host } from "../host/host.ts";
import { HostContext, newCache } from "../host/useAsk.ts";
import { type Action, EVERYWHERE, useActions } from "../kit/actions.ts";
import { KeptContext, newKept } from "../kit/kept.ts";
import { rawText } from "../language/foreign.ts";
import { Palette } from "./Palette.tsx";
import { typedOf } from "./paletteItems.ts";

// Whether something is hidden is not asked here, and finding it out is slow.
configure({ defaultHidden: true, asyncUtilTimeout: 4000 });

/** What the screen behind the palette offers. */
function Offers({ actions }: { actions: readonly Action[] }) {
  useActions(EVERYWHERE, actions.slice(0, 2));
  useActions("Selected skill", actions.slice(2));
  return null;
}

async function drawn(host: Host = fakeHost(), route: Route = { screen: "skills" }) {
  const acts = { go: vi.fn(), onClose: vi.fn(), drift: vi.fn(), edit: vi.fn() };
  const actions: Action[] = [
    { id: "go.drift", name: "Go to Drift", keys: ["g d"], run: acts.drift },
    { id: "keys", name: "Show all keys", words: "shortcuts help", run: () => {} },
    { id: "edit", name: "Edit SKILL.md", keys: ["e"], run: acts.edit },
    { id: "restore", name: "Restore…", when: false, run: () => {} },
  ];
  render(
    <HostContext value={host}>
      <QueryClientProvider client={newCache()}>
        <KeptContext value={{ store: newKept(false), of: "" }}>
          <Offers actions={actions} />
          <Shown route={route} go={acts.go} onClose={acts.onClose} />
        </KeptContext>
      </QueryClientProvider>
    </HostContext>,
  );
  await screen.findByText("Skills");
  const field = screen.getByRole("combobox");
  const keys = userEvent.setup();
  const type = async (text: string) => {
    await keys.clear(field);
    await keys.type(field, text);
  };
  const current = () =>
    document.getElementById(field.getAttribute("aria-activedescendant") ?? "")?.textContent;
  return { ...acts, field, keys, type, current };
}

/** A palette that can be opened again. */
function Shown({ onClose, ...props }: { route: Route; go: (route: Route) => void; onClose: () => void }) {
  const [times, setTimes] = useState(0);
  const close = () => {
    onClose();
    setTimes(times + 1);
  };
  return <Palette key={times} {...props} onClose={close} />;
}

const options = () => screen.getAllByRole("option").map((option) => option.textContent ?? "");

describe("the palette", () => {
  test("a reference leads to its event", async () => {
    const { go, keys, type, current } = await drawn();
    const sessions = await fakeHost().ask("sessions", {
      text: "",
      agent: "",
      sort: "newest",
      from: 0,
      count: 1,
    });
    const row = sessions.rows[0];
    await type(`${rawText(row?.id)}#12`);
    await waitFor(() => expect(current()).toContain(`${rawText(row?.id)}#12`));
    await keys.keyboard("{Enter}");
    expect(go).toHaveBeenCalledWith({ screen: "session", key: row?.key, line: 13 });
  });

  test("finds skills, sessions and actions together, the best first, and opens the current one", async () => {
    const { go, onClose, keys, type, current } = await drawn();
    await type("relnotes");
    await waitFor(() => expect(current()).toContain("release-notes"));
    expect(options().some((text) => text.includes("Draft 4.2 release notes"))).toBe(true);
    expect(screen.getAllByRole("group").map((group) => group.firstChild?.textContent)).toEqual([
      "Best matches",
    ]);
    await type("draft 4.2");
    await waitFor(() => expect(current()).toContain("Draft 4.2 release notes"));
    await keys.keyboard("{Enter}");
    expect(go).toHaveBeenCalledWith({ screen: "session", key: "release" });
    expect(onClose).toHaveBeenCalledOnce();
  });

  test("says why a row fits whose name does not", async () => {
    const { type, current } = await drawn();
    await type("shortcuts");
    await waitFor(() => expect(current()).toContain("Show all keys"));
    expect(current()).toContain("shortcuts help");
    await type(">show");
    expect(current()).not.toContain("shortcuts help");
  });

  test("offers what the screen can do", async () => {
    const { edit, type, keys } = await drawn();
    await type(">edit");
    expect(options()).toEqual([expect.stringContaining("Edit SKILL.md")]);
    await keys.keyboard("{Enter}");
    expect(edit).toHaveBeenCalledOnce();
  });

  test("offers nothing that cannot be done now", async () => {
    const { type } = await drawn();
    await type(">restore");
    expect(screen.queryByRole("option")).toBeNull();
  });

  test("begins with what was opened last", async () => {
    const { type, keys } = await drawn();
    await type("code-review");
    await waitFor(() => expect(options()[0]).toContain("code-review"));
    await keys.keyboard("{Enter}");
    const recent = await screen.findByRole("group", { name: "Recent" });
    expect(within(recent).getAllByRole("option")[0]).toHaveTextContent("code-review");
    expect(screen.getByRole("group", { name: "On this screen" })).toHaveTextContent("Edit SKILL.md");
  });

  test("asks for no rows while one types, as long as all are known", async () => {
    const host = fakeHost();
    const { type } = await drawn(host);
    await waitFor(() => expect(options().length).toBeGreaterThan(3));
    const before = host.asked.length;
    await type("release notes");
    await waitFor(() => expect(options()[0]).toContain("release-notes"));
    expect(host.asked).toHaveLength(before);
  });

  test("a number after # is a turn of the open session, and nothing elsewhere", async () => {
    const { go, type, keys, current } = await drawn(fakeHost(), {
      screen: "session",
      key: "release",
      row: 3,
    });
    await type("#12");
    await waitFor(() => expect(current()).toContain("Turn 12 of this session"));
    await keys.keyboard("{Enter}");
    expect(go).toHaveBeenCalledWith(expect.objectContaining({ screen: "session", key: "release", turn: 12 }));
    expect(go.mock.lastCall?.[0]).not.toHaveProperty("row");
    cleanup();
    const elsewhere = await drawn();
    await elsewhere.type("#12");
    expect(options().some((text) => text.includes("Turn 12"))).toBe(false);
  });

  test("goes round at both ends", async () => {
    const { keys, type, current } = await drawn();
    await type(">");
    expect(current()).toContain("Edit SKILL.md");
    await keys.keyboard("{ArrowUp}");
    expect(current()).toContain("Show all keys");
    await keys.keyboard("{ArrowDown}");
    expect(current()).toContain("Edit SKILL.md");
  });

  test("leaves only actions after >", async () => {
    const { drift, type, keys } = await drawn();
    await type(">drift");
    expect(options()).toEqual([expect.stringContaining("Go to Drift")]);
    await keys.keyboard("{Enter}");
    expect(drift).toHaveBeenCalledOnce();
  });

  test("leaves only a scope's skills after @", async () => {
    const { type } = await drawn();
    await type("@user release");
    await waitFor(() => expect(options()).toHaveLength(1));
    expect(options()[0]).toContain("user, shadowed by repo");
  });

  test("says when nothing matches", async () => {
    const { type } = await drawn();
    await type("xqzwv");
    expect(await screen.findByText(/No results for “/)).toBeTruthy();
    expect(screen.getByRole("status").textContent).toBe("0 results");
  });
});

test("what was typed is read by its first sign", () => {
  const check = (text: string, kind: string, scope: string, words: string) =>
    expect(typedOf(text)).toEqual({ kind, scope, words });
  check("", "all", "", "");
  check(" rel ", "all", "", "rel");
  check(">theme dark", "actions", "", "theme dark");
  check("@Repo", "scope", "repo", "");
  check("@ repo code rev", "scope", "repo", "code rev");
});
