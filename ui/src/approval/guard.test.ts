import { expect, test } from "vitest";
import { newGuard } from "./guard.ts";

/** A guard with a clock that is moved by hand. */
function started() {
  let time = 0;
  const guard = newGuard(() => time);
  const press = (code: string, repeat = false) => guard.keyDown({ code, key: keyOf(code), repeat });
  return {
    guard,
    press,
    at(ms: number) {
      time = ms;
    },
  };
}

function keyOf(code: string): string {
  return code.startsWith("Key") ? code.slice(3).toLowerCase() : code;
}

test("nothing counts before anything is shown, nor in the pause after", () => {
  const { guard, press, at } = started();
  at(10_000);
  expect(press("Escape")).toBe(false);
  guard.keyUp("Escape");
  guard.show(400);
  at(10_399);
  guard.pointerDown();
  expect([press("Escape"), guard.click("pointer"), guard.click("other")]).toEqual([false, false, false]);
  guard.keyUp("Escape");
  at(10_400);
  guard.pointerDown();
  expect([press("Escape"), guard.click("pointer"), guard.click("other")]).toEqual([true, true, true]);
});

test("the pause is never shorter than what people need", () => {
  const { guard, press, at } = started();
  guard.show(0);
  at(399);
  expect(press("Escape")).toBe(false);
});

test("a key that is held does not count, however often it is told", () => {
  const { guard, press, at } = started();
  guard.show(400);
  at(100);
  press("Enter");
  at(5000);
  expect(press("Enter", true)).toBe(false);
  // Some systems tell the first repetition as a press.
  expect(press("Enter")).toBe(false);
  expect(guard.keyUp("Enter")).toBe(false);
  expect(press("Enter")).toBe(true);
  expect(guard.keyUp("Enter")).toBe(true);
});

test("a press that began on what was shown before does not count for what is shown now", () => {
  const { guard, press, at } = started();
  guard.show(400);
  at(1000);
  guard.pointerDown();
  expect(press("Space")).toBe(true);
  guard.show(400);
  at(3000);
  expect(guard.keyUp("Space")).toBe(false);
  expect(guard.click("pointer")).toBe(false);
});

test("letters typed too early begin the pause again, other keys do not", () => {
  const { guard, press, at } = started();
  guard.show(400);
  at(300);
  press("KeyA");
  guard.keyUp("KeyA");
  at(600);
  expect(press("KeyR")).toBe(false);
  guard.keyUp("KeyR");
  at(1000);
  expect(press("KeyR")).toBe(true);

  guard.show(400);
  at(1300);
  press("Escape");
  guard.keyUp("Escape");
  at(1400);
  expect(press("Escape")).toBe(true);
});

test("the focus pauses keys but not the pointer", () => {
  const { guard, press, at } = started();
  guard.show(400);
  at(5000);
  guard.blur();
  guard.focus();
  guard.pointerDown();
  expect(guard.click("pointer")).toBe(true);
  expect(press("Escape")).toBe(false);
  guard.keyUp("Escape");
  at(5400);
  expect(press("Escape")).toBe(true);
});
