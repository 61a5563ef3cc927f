import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { mixed } from "./lookalikes.ts";
import { seen, unseenIn } from "./seen.ts";
import unseenListed from "./unseen.txt?raw";
import { originalOf, Verbatim } from "./Verbatim.tsx";

const u = String.fromCodePoint;

function check(text: string, drawn: string, look: "line" | "text" = "line") {
  const { container, unmount } = render(<Verbatim text={text} look={look} />);
  expect(container.textContent, JSON.stringify(text)).toBe(drawn);
  expect(originalOf(container), "copying gives the original").toBe(text);
  unmount();
}

test("what cannot be seen becomes a token", () => {
  const cases: [text: string, drawn: string][] = [
    ["title is\u200B vague", "title isU+200B vague"],
    ["rm\u202Etxt", "rmU+202Etxt"],
    ["\u001B[31mred\u001B[0m", "ESC[31mredESC[0m"],
    ["\u001B]0;title\u0007", "ESC]0;titleBEL"],
    ["\u0000".repeat(57), "NUL ×57"],
    ["a\rb", "aCRb"],
    ["a\u007Fb", "aDELb"],
    ["a\u0085b", "aU+0085b"],
    ["co\u00ADop", "coU+00ADop"],
    ["a\u2028b\u2029c", "aU+2028bU+2029c"],
    ["\u3164", "U+3164"],
    ["\u2800\u2800", "U+2800 ×2"],
    ["\uD800x", "U+D800x"],
    ["\uFEFFname", "U+FEFFname"],
    [u(0xe0041, 0xe0042), "U+E0041U+E0042"],
    [`z${"\u0300".repeat(12)}`, "zU+0300 ×12"],
    ["a\u200Db", "aU+200Db"],
  ];
  for (const [text, drawn] of cases) check(text, drawn);
});

test("what can be seen is left alone", () => {
  for (const text of [
    "",
    "plain",
    "tab\there",
    "ä é ô",
    "日本語 العربية",
    "👩‍👩‍👧 ❤️ 👍🏽",
    "q\u0301\u0302",
    "a b",
  ]) {
    check(text, text);
  }
});

test("line ends are kept in a text and shown in a line", () => {
  check("one\ntwo", "oneLFtwo", "line");
  check("one\ntwo", "one\ntwo", "text");
  check("one\r\ntwo", "oneCR\ntwo", "text");
});

test("no character of the list that the terminal draws by is ever drawn as it is", () => {
  const listed = unseenListed.split("\n").slice(1, -1);
  expect(listed.length).toBeGreaterThan(20);
  const drawable = new Set([0x09]);
  for (const line of listed) {
    const [from = 0, to = 0] = line.split(" ").map((code) => Number.parseInt(code, 16));
    for (let code = from; code <= to; code++) {
      const pieces = seen(`a${u(code)}b`, "line");
      const token = pieces.find((piece) => piece.original !== undefined);
      expect(token === undefined, `U+${code.toString(16)}`).toBe(drawable.has(code));
      expect(pieces.map((piece) => piece.original ?? piece.text).join("")).toBe(`a${u(code)}b`);
    }
  }
});

test("tokens are counted, and nothing becomes an element", () => {
  expect(unseenIn("a\u200Bb\u202Ec\n")).toBe(2);
  const { container } = render(<Verbatim text={'<img src=x onerror="alert(1)"><script>1</script>'} />);
  expect(container.querySelector("img, script")).toBeNull();
});

test("copying across rows keeps their ends", () => {
  const { container } = render(
    <>
      <div>
        <Verbatim text={"a\u202Eb"} />
      </div>
      <div>
        <Verbatim text="c" />
      </div>
    </>,
  );
  expect(originalOf(container)).toBe("a\u202Eb\nc");
});

test("words of several alphabets are marked, and their letters named", () => {
  const { container } = render(<Verbatim text={"see p\u0430y\u0440al-config"} />);
  const word = container.querySelector(".lookalikes");
  expect(word?.firstChild?.textContent).toBe("p\u0430y\u0440al");
  expect(word).toHaveAttribute(
    "title",
    "Contains letters of several alphabets: \u0430 (Cyrillic), \u0440 (Cyrillic)",
  );
  expect(originalOf(container)).toBe("see p\u0430y\u0440al-config");
});

test("only letters that can be taken for others are marked", () => {
  const oddOf = (text: string) => mixed(text).flatMap(({ letters }) => letters ?? []);
  const lettersOf = (text: string) => oddOf(text).map(({ letter }) => letter);
  expect(lettersOf("\u0441\u043E\u0440\u0443-file")).toEqual(["\u0441", "\u043E", "\u0440", "\u0443"]);
  expect(lettersOf("g\u03BFogle")).toEqual(["\u03BF"]);
  expect(oddOf("H\u043E\u0432\u043E\u0441\u0442\u0438")).toEqual([{ letter: "H", alphabet: "Latin" }]);
  for (const plain of [
    "release-notes",
    "naïve Größe 日本語",
    "читай file.md",
    "pdf-отчёт",
    "оса",
    "k\u03A9 \u0394t \u03BBx \u03BCs \u00B5s",
    "αβγ",
  ]) {
    expect(
      mixed(plain)
        .map(({ text }) => text)
        .join(""),
      plain,
    ).toBe(plain);
    expect(oddOf(plain), plain).toEqual([]);
  }
});
