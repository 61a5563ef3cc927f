import { expect, test } from "vitest";
import { driftSigns } from "./DriftChip.tsx";

test("every state of drift has a word and an icon of its own", () => {
  const words = Object.values(driftSigns).map(({ word }) => word);
  const icons = Object.values(driftSigns).map(({ icon }) => icon);
  expect(new Set(words).size).toBe(words.length);
  expect(new Set(icons).size).toBe(icons.length);
  expect(driftSigns.deleted.word).toBe("deleted");
  expect(driftSigns.renamed.word).toBe("renamed");
  expect(driftSigns.identical.tone).toBe("ok");
  expect(driftSigns.deleted.tone).toBe("danger");
});
