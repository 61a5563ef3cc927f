import { afterEach, expect, test, vi } from "vitest";

const draft = { seen: "a".repeat(64), base: "before", text: "after" };

afterEach(() => {
  localStorage.clear();
  vi.resetModules();
});

test("a draft is there in the next window, until it is dropped", async () => {
  const first = await import("./kept.ts");
  first.keepDraft("skill", "SKILL.md", draft);
  vi.resetModules();
  const second = await import("./kept.ts");
  expect(second.keptDraft("skill", "SKILL.md")).toEqual(draft);
  second.dropDraft("skill", "SKILL.md");
  vi.resetModules();
  expect((await import("./kept.ts")).keptDraft("skill", "SKILL.md")).toBeUndefined();
});

test("what is no draft is passed over", async () => {
  localStorage.setItem("assay.drafts", JSON.stringify([["skill a", draft], ["skill b", { text: 1 }], 7]));
  const { keptDraft } = await import("./kept.ts");
  expect(keptDraft("skill", "a")).toEqual(draft);
  expect(keptDraft("skill", "b")).toBeUndefined();
  vi.resetModules();
  localStorage.setItem("assay.drafts", "{");
  expect((await import("./kept.ts")).keptDraft("skill", "a")).toBeUndefined();
});
