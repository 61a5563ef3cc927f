import { expect, test, vi } from "vitest";
import { keyName, newChord, stepOf } from "./keys.ts";

test("a pressed key has one name", () => {
  const held = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  const cases: [event: Parameters<typeof keyName>[0], name: string | null][] = [
    [{ ...held, key: "j" }, "j"],
    [{ ...held, key: "G", shiftKey: true }, "G"],
    [{ ...held, key: "?", shiftKey: true }, "?"],
    [{ ...held, key: "k", ctrlKey: true }, "Ctrl K"],
    [{ ...held, key: "k", metaKey: true }, "Ctrl K"],
    [{ ...held, key: "F6", shiftKey: true }, "Shift F6"],
    [{ ...held, key: "ArrowDown", altKey: true }, "Alt ArrowDown"],
    [{ ...held, key: "Control", ctrlKey: true }, null],
  ];
  for (const [event, name] of cases) expect(keyName(event)).toBe(name);
});

test("a chord is completed in time and never by auto-repeat", () => {
  const now = vi.spyOn(performance, "now");
  const press = (chord: ReturnType<typeof newChord>, at: number, key: string, repeat = false) => {
    now.mockReturnValue(at);
    return chord(key, repeat);
  };
  const chord = newChord();
  expect(press(chord, 0, "g")).toBe("g");
  expect(press(chord, 400, "s")).toBe("g s");
  expect(press(chord, 2000, "g")).toBe("g");
  expect(press(chord, 3100, "s")).toBe("s");
  expect(press(chord, 5000, "g")).toBe("g");
  expect(press(chord, 5010, "g", true)).toBe("g");
  expect(press(chord, 5020, "g")).toBe("g");
  now.mockRestore();
});

test("an empty list leads nowhere", () => {
  expect(stepOf("j", null, 0)).toBeNull();
  expect(stepOf("k", null, 3)).toBe(0);
  expect(stepOf("x", 1, 3)).toBeNull();
});
