import { QueryClientProvider } from "@tanstack/react-query";
import { configure, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { fakeHost } from "../host/fake.ts";
import { type Host, Refusal } from "../host/host.ts";
import { HostContext, newCache } from "../host/useAsk.ts";
import { Palette } from "./Palette.tsx";
import { typedOf } from "./paletteItems.ts";

// Whether something is hidden is not asked here, and finding it out is slow.
configure({ defaultHidden: true, asyncUtilTimeout: 4000 });

/** A host that cannot choose a folder, for a reason. */
function withoutFolder(code: "not_here" | "failed"): Host {
  const fake = fakeHost();
  return {
    onChange: fake.onChange,
    async ask(name, body) {
      if (name === "choose_workspace") throw new Refusal({ code, message: "No window is open.", hint: "" });
      return fake.ask(name, body);
    },
  };
}

async function drawn(host: Host = fakeHost()) {
  const acts = {
    go: vi.fn(),
    onClose: vi.fn(),
    visit: vi.fn(),
    onMode: vi.fn(),
    onLookAgain: vi.fn(),
    onKeys: vi.fn(),
    onTexts: vi.fn(),
  };
  render(
    <HostContext value={host}>
      <QueryClientProvider client={newCache()}>
        <Palette {...acts} />
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
    await type(`${row?.id}#12`);
    await waitFor(() => expect(current()).toContain(`${row?.id}#12`));
    await keys.keyboard("{Enter}");
    expect(go).toHaveBeenCalledWith({ screen: "session", key: row?.key, line: 13 });
  });

  test("finds skills and sessions, and opens the current one", async () => {
    const { go, onClose, keys, type, current } = await drawn();
    await type("release");
    await waitFor(() => expect(options()).toHaveLength(5));
    expect(screen.getByRole("status").textContent).toBe("5 results");
    expect(current()).toContain("release-notes");
    await keys.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
    expect(current()).toContain("Draft 4.2 release notes");
    await keys.keyboard("{Enter}");
    expect(go).toHaveBeenCalledWith({ screen: "session", key: "release" });
    expect(onClose).toHaveBeenCalledOnce();
  });

  test("goes round at both ends", async () => {
    const { keys, type, current } = await drawn();
    await type(">go to");
    await keys.keyboard("{ArrowUp}");
    expect(current()).toContain("Go to Settings");
    await keys.keyboard("{ArrowDown}");
    expect(current()).toContain("Go to Skills");
  });

  test("leaves only actions after >", async () => {
    const { visit, type, keys } = await drawn();
    await type(">drift");
    expect(options()).toEqual([expect.stringContaining("Go to Drift")]);
    await keys.keyboard("{Enter}");
    expect(visit).toHaveBeenCalledWith("drift");
  });

  test("leaves only a scope's skills after @", async () => {
    const { type } = await drawn();
    await type("@user release");
    await waitFor(() => expect(options()).toHaveLength(1));
    expect(options()[0]).toContain("user, shadowed by repo");
  });

  test("says when nothing matches", async () => {
    const { type } = await drawn();
    await type("relaese");
    expect(await screen.findByText(/Nothing matches “/)).toBeTruthy();
    expect(screen.getByRole("status").textContent).toBe("0 results");
  });

  test("hides what is not here, and says what failed", async () => {
    const { type, keys, onClose } = await drawn(withoutFolder("not_here"));
    await type(">open folder");
    await keys.keyboard("{Enter}");
    await waitFor(() => expect(screen.queryByRole("option")).toBeNull());
    expect(screen.queryByRole("alert")).toBeNull();
    expect(onClose).not.toHaveBeenCalled();
  });

  test("stays open to say why no folder could be chosen", async () => {
    const { type, keys } = await drawn(withoutFolder("failed"));
    await type(">open folder");
    await keys.keyboard("{Enter}");
    expect((await screen.findByRole("alert")).textContent).toContain("No window is open.");
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
