import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { sentence, Words } from "./Words.tsx";

test("words of the engine are sentences", () => {
  const check = (said: string, shown: string) => expect(sentence(said)).toBe(shown);
  check("this skill does not exist anymore", "This skill does not exist anymore.");
  check("renamed `a` to `c`", "Renamed `a` to `c`.");
  check("`assay check` lists them", "`assay check` lists them.");
  check("/home/me/x is a link", "/home/me/x is a link.");
  check("release-notes is there already", "release-notes is there already.");
  check("Is it there?", "Is it there?");
  check("say “Use when …”.", "Say “Use when …”.");
  check(" ", "");
});

test("no backtick is shown", () => {
  const { container } = render(<Words text="took back: restored `a` to turn 5" />);
  expect(container.textContent).toBe("Took back: restored a to turn 5.");
  expect(container.querySelector("code")?.textContent).toBe("a");
  const alone = render(<Words text="A line with ` in it." />);
  expect(alone.container.textContent).toBe("A line with ` in it.");
});
