import { expect, test } from "vitest";
import { messageWords } from "../language/messages.ts";
import { failureOf } from "./host.ts";

const message = {
  text: "`/x` is not a folder.",
  template: "`{path}` is not a folder.",
  args: { path: "/x" },
};

test("a failure that the engine sent is told as it was sent, with and without advice", () => {
  const hint = { text: "Refresh the list.", template: "Refresh the list." };
  for (const sent of [
    { code: "not_found", message },
    { code: "not_found", message, hint },
  ])
    expect(failureOf(sent)).toEqual(sent);
});

test("anything else that was thrown is told in its own words", () => {
  for (const thrown of [
    new Error("out of memory"),
    "out of memory",
    { code: "failed", message: "a text", hint: "" },
  ]) {
    const { code, message: told } = failureOf(thrown);
    expect([code, String(messageWords(told)).length > 0]).toEqual(["failed", true]);
  }
});
