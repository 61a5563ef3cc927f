import { Trans } from "@lingui/react/macro";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Select } from "../Select.tsx";
import { Verbatim } from "../Verbatim.tsx";

const hostile = "a\u202Eb\u200B\u001B[31mc\u0007";
const spelled = "aU+202EbU+200BESC[31mcBEL";

test("text of a log is drawn as tokens wherever an element shows it", () => {
  const { container } = render(
    <>
      <p title={hostile}>{hostile}</p>
      <p>
        before {hostile} <b>{hostile}</b>
      </p>
      <img alt={hostile} />
      <input aria-label={hostile} placeholder={hostile} />
      <Named aria-label={hostile} />
      <Select label={hostile} value="x" options={[{ value: "x", label: hostile }]} onPick={() => {}} />
    </>,
  );
  for (const raw of ["\u202E", "\u200B", "\u001B", "\u0007"]) expect(container.innerHTML).not.toContain(raw);
  expect(container.innerHTML.split(spelled).length - 1).toBe(11);
  expect(screen.getByRole("option").textContent).toBe(spelled);
});

test("text inside a sentence with elements is drawn too", () => {
  const child = hostile;
  const { container } = render(
    <Trans>
      session <code>{child}</code>
    </Trans>,
  );
  expect(container.textContent).toBe(`session ${spelled}`);
});

test("the value of an option and of a field stays what it is", () => {
  const { container } = render(
    <select value={hostile} onChange={() => {}}>
      <option value={hostile}>x</option>
    </select>,
  );
  expect(container.querySelector("option")?.value).toBe(hostile);
});

test("line ends, letters of all languages and pictures stay", () => {
  const text = "ä 漢字 👩‍💻 ✈️\n\tnext";
  const { container } = render(<pre>{text}</pre>);
  expect(container.textContent).toBe(text);
});

test("what is copied of a text that is drawn by Verbatim is still the original", () => {
  const { container } = render(<Verbatim text={hostile} />);
  const originals = [...container.querySelectorAll("[data-original]")].map((token) =>
    token.getAttribute("data-original"),
  );
  expect(originals).toEqual(["\u202E", "\u200B", "\u001B[31m", "\u0007"]);
});

/** Ways around JSX, on which nothing is drawn. */
const around = /\b(createElement|cloneElement|dangerouslySetInnerHTML|innerHTML|insertAdjacentHTML)\b/;

/** Adds no text: the element is one that was drawn. */
const addsNoText = ["/src/kit/Tooltip.tsx"];

test("nothing of the page is made past the one place that draws it", () => {
  const sources = import.meta.glob<string>(
    ["/src/**/*.{ts,tsx}", "!/src/**/*.test.{ts,tsx}", "!/src/testing.ts"],
    {
      query: "?raw",
      import: "default",
      eager: true,
    },
  );
  expect(Object.keys(sources).length).toBeGreaterThan(300);
  const found = Object.entries(sources).filter(([, source]) => around.test(source));
  expect(found.map(([path]) => path)).toEqual(addsNoText);
});

function Named(props: { "aria-label": string }) {
  return <i {...props} />;
}
