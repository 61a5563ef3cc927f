import { act, configure, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type FakeApprovalOptions, fakeApproval } from "../host/fakeApproval.ts";
import { type ApprovalHost, Refusal } from "../host/host.ts";
import { said } from "../host/samples/said.ts";
import type { Loosening } from "../host/wire.gen.ts";
import { ApprovalWindow } from "./ApprovalWindow.tsx";
import { looseningWords } from "./looseningWords.ts";

// Whether something is hidden is not asked here, and finding it out is slow.
configure({ defaultHidden: true });

beforeEach(() => {
  vi.useFakeTimers();
  // Rows without a height would all be in sight at once.
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(19);
  // The testing library waits for a timer after each key, and asks this to let it pass.
  vi.stubGlobal("jest", { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Lets time pass, and everything that was on its way arrive. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function open(
  options: FakeApprovalOptions = {},
  around: (host: ApprovalHost) => ApprovalHost = (h) => h,
) {
  const fake = fakeApproval(options);
  const page = render(<ApprovalWindow host={around(fake)} />);
  await pass(0);
  const keys = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms), delay: null });
  const choices = () => fake.decided.map(({ choice }) => choice);
  return { ...page, fake, keys, choices };
}

/** The same, once keys and clicks are on. */
async function armed(...given: Parameters<typeof open>) {
  const opened = await open(...given);
  await pass(400);
  return opened;
}

const button = (name: RegExp) => screen.getByRole("button", { name });

describe("what is asked for", () => {
  test.each([
    ["activation", "Load skill", /wants to load this skill; nothing runs/],
    ["script", "Run script", /has a script that an agent wants to run/],
    ["hook", "Allow hook", /wants to run a command before or after tool calls/],
    ["tool", "Use tool", /has a tool that an agent wants to use/],
    ["usual", "Run and preview", /asks for the output of one command/],
  ] as const)("%s is said by the button and the heading", async (name, yes, words) => {
    await open({ name });
    expect(button(new RegExp(`^${yes}`))).toBeInTheDocument();
    expect(screen.getByText(words)).toBeInTheDocument();
    const steps = screen.getByRole("list", { name: "Steps" });
    expect(within(steps).queryByText("2 Send") === null).toBe(name !== "usual");
  });
});

describe("what does not count", () => {
  test("keys and clicks in the first 400 ms", async () => {
    const { keys, choices } = await open();
    await pass(300);
    expect(screen.getByText("Shortcuts are disabled for the first 0.4 s")).toBeInTheDocument();
    expect(button(/^Deny/)).toHaveFocus();
    await keys.keyboard("{Enter}{Escape}");
    await keys.click(button(/^Run and preview/));
    expect(choices()).toEqual([]);
    await pass(100);
    expect(screen.queryByText("Shortcuts are disabled for the first 0.4 s")).toBeNull();
    await keys.keyboard("{Escape}");
    expect(choices()).toEqual([{ kind: "deny", note: "" }]);
  });

  test("letters typed into the window begin the pause again", async () => {
    const { keys, choices } = await open();
    await pass(300);
    await keys.keyboard("for");
    await pass(300);
    await keys.keyboard("r");
    expect(choices()).toEqual([]);
    await pass(400);
    await keys.keyboard("r");
    expect(choices()).toEqual([{ kind: "run", lifetime: "once" }]);
  });

  test("a key held from before", async () => {
    const { choices } = await open();
    const r = { key: "r", code: "KeyR" };
    fireEvent.keyDown(document.body, r);
    await pass(1000);
    fireEvent.keyDown(document.body, { ...r, repeat: true });
    fireEvent.keyDown(document.body, r);
    expect(choices()).toEqual([]);
    fireEvent.keyUp(document.body, r);
    fireEvent.keyDown(document.body, r);
    expect(choices()).toHaveLength(1);
  });

  test("Enter and Space held from before, on the button that has the focus", async () => {
    await open();
    const deny = button(/^Deny/);
    // What is not stopped would press the button.
    for (const held of [
      { key: "Enter", code: "Enter" },
      { key: " ", code: "Space" },
    ]) {
      fireEvent.focus(window);
      fireEvent.keyDown(deny, held);
      await pass(1000);
      expect(fireEvent.keyDown(deny, { ...held, repeat: true })).toBe(false);
      expect(fireEvent.keyUp(deny, held)).toBe(held.key !== " ");
      expect(fireEvent.keyDown(deny, held)).toBe(true);
      expect(fireEvent.keyUp(deny, held)).toBe(true);
    }
  });

  test("a click that began before", async () => {
    const { keys, choices } = await open();
    await pass(100);
    await keys.pointer({ keys: "[MouseLeft>]", target: button(/^Run and preview/) });
    await pass(1000);
    await keys.pointer({ keys: "[/MouseLeft]", target: button(/^Run and preview/) });
    expect(choices()).toEqual([]);
    await keys.click(button(/^Run and preview/));
    expect(choices()).toHaveLength(1);
  });

  test("keys that come with the focus", async () => {
    const { keys, choices } = await armed();
    fireEvent.focus(window);
    await pass(200);
    await keys.keyboard("{Escape}");
    expect(choices()).toEqual([]);
    await pass(200);
    await keys.keyboard("{Escape}");
    expect(choices()).toHaveLength(1);
  });

  test("a second decision while the first is on its way", async () => {
    const { keys, choices } = await armed();
    await keys.keyboard("{Escape}{Escape}r");
    expect(choices()).toHaveLength(1);
  });
});

describe("step 1", () => {
  test("the window has the name of its request and shows all facts in order", async () => {
    await open();
    const dialog = screen.getByRole("alertdialog", {
      name: "release-notes asks for the output of git diff HEAD",
    });
    const names = [...dialog.querySelectorAll("dt")].map((name) => name.textContent);
    expect(names).toEqual([
      "Since last allowed",
      "Asked by",
      "Resolves to",
      "Runs in",
      "Environment",
      "Rule",
      "Sandbox",
      "Reason given",
    ]);
    const argv = within(screen.getByRole("list", { name: "Arguments" })).getAllByRole("listitem");
    expect(argv.map((argument) => argument.textContent)).toEqual(["0git", "1diff", "2HEAD"]);
    expect(dialog).toHaveTextContent("1 invisible character made visible");
    expect(dialog).toHaveTextContent("1 of 3");
  });

  test("Enter presses Deny, because the focus rests there", async () => {
    const { keys, choices } = await armed();
    await keys.keyboard("{Enter}");
    expect(choices()).toEqual([{ kind: "deny", note: "" }]);
  });

  test("F6 comes to the careful choice, never to the other", async () => {
    // F6 goes to what is drawn, and without layout nothing is.
    const drawn = Object.assign([new DOMRect(0, 0, 10, 10)], { item: () => null });
    vi.spyOn(Element.prototype, "getClientRects").mockReturnValue(drawn);
    const { keys } = await armed();
    await keys.keyboard("{F6}");
    expect(button(/^Deny/)).not.toHaveFocus();
    await keys.keyboard("{F6}");
    expect(button(/^Deny/)).toHaveFocus();
  });

  test("1 to 4 choose how long it holds", async () => {
    const { keys, choices } = await armed();
    const picked = () => screen.getAllByRole("radio", { checked: true }).map((one) => one.closest("label"));
    for (const [key, words] of [
      ["2", /^this session/],
      ["3", /^until the skill or command changes/],
      ["1", /^once/],
      ["4", /^this exact version and output/],
      ["3", /^until the skill or command/],
    ] as const) {
      await keys.keyboard(key);
      expect(picked()).toHaveLength(1);
      expect(picked()[0]).toHaveTextContent(words);
    }
    await keys.keyboard("r");
    expect(choices()).toEqual([{ kind: "run", lifetime: "bytes" }]);
  });

  test("what lasts says that it does not cover the output", async () => {
    await open();
    const cards = screen.getAllByRole("radio").map((one) => one.closest("label"));
    expect(cards[0]).not.toHaveTextContent("output");
    for (const card of cards.slice(1, 3))
      expect(card).toHaveTextContent(/Not the output: a later one is sent/);
    expect(cards[3]).toHaveTextContent(/Any other output is shown to you/);
  });

  test("a session that cannot hold it is not offered", async () => {
    const { keys, choices } = await armed({ name: "clean" });
    expect(screen.getAllByRole("radio")).toHaveLength(3);
    await keys.keyboard("2r");
    expect(choices()).toEqual([{ kind: "run", lifetime: "once" }]);
  });

  test("n goes to the note, letters are letters there, and Esc denies with it", async () => {
    const { keys, choices } = await armed();
    await keys.keyboard("n");
    await keys.keyboard("run 3 others first");
    expect(screen.getByRole("textbox")).toHaveValue("run 3 others first");
    expect(choices()).toEqual([]);
    await keys.keyboard("{Escape}");
    expect(choices()).toEqual([{ kind: "deny", note: "run 3 others first" }]);
  });

  test("a note that is being written keeps the focus when the queue grows", async () => {
    const { fake, keys } = await armed();
    await keys.keyboard("n");
    await keys.keyboard("do not ");
    fake.grow();
    await pass(0);
    expect(screen.getByText("1 of 4")).toBeInTheDocument();
    expect(screen.getByRole("textbox")).toHaveFocus();
    await keys.keyboard("run");
    expect(screen.getByRole("textbox")).toHaveValue("do not run");
  });

  test("arguments that Assay adds are told apart", async () => {
    await open({ name: "clean" });
    const added = within(screen.getByRole("list", { name: "Arguments added by Assay" })).getAllByRole(
      "listitem",
    );
    expect(added.map((argument) => argument.textContent)).toEqual([
      "--no-optional-locks",
      "-c",
      "core.fsmonitor=false",
    ]);
  });

  test("a machine without a sandbox says so, and reasons are listed", async () => {
    await open({ name: "long" });
    expect(screen.getByText(/No sandbox on this machine/)).toHaveTextContent("with your rights");
    expect(screen.getByText("curl reaches the network")).toBeInTheDocument();
  });

  test("changes since the grant unfold", async () => {
    const { keys } = await armed();
    await keys.click(button(/^Show changes/));
    const lines = screen.getByRole("group", { name: "Changed lines of SKILL.md" });
    expect(lines.textContent).toContain("removed 3. Sort the changes.");
    expect(lines.textContent).toContain("added 2. Read the commit list");
  });

  test("a command longer than its box is run only once its end has been in sight", async () => {
    vi.spyOn(Element.prototype, "scrollHeight", "get").mockReturnValue(2000);
    const { keys, choices } = await armed({ name: "long" });
    expect(button(/^Run and preview/)).toHaveAttribute("aria-disabled", "true");
    expect(screen.getByText(/Scroll to its end to enable/)).toBeInTheDocument();
    await keys.keyboard("r");
    await keys.click(button(/^Run and preview/));
    expect(choices()).toEqual([]);
    const box = screen.getByRole("region", { name: "Exact command" });
    box.scrollTop = 1199;
    fireEvent.scroll(box);
    expect(button(/^Run and preview/)).not.toHaveAttribute("aria-disabled");
    await keys.keyboard("r");
    expect(choices()).toEqual([{ kind: "run", lifetime: "once" }]);
  });
});

describe("the queue", () => {
  test("moves on, and everything is off again", async () => {
    const { keys, choices } = await armed();
    await keys.keyboard("n");
    await keys.keyboard("{Escape}");
    await pass(100);
    screen.getByRole("alertdialog", { name: /git shortlog -sn v4.1.0..HEAD$/ });
    expect(button(/^Deny/)).toHaveFocus();
    await keys.keyboard("{Escape}");
    expect(choices()).toHaveLength(1);
    await pass(400);
    await keys.keyboard("{Escape}");
    expect(choices()).toHaveLength(2);
  });

  test("a request that leaves says why, and an empty queue too", async () => {
    const { fake } = await armed({ name: "clean" });
    fake.withdraw();
    await pass(0);
    expect(screen.getByRole("heading", { name: "No pending requests" })).toBeInTheDocument();
    expect(screen.getByRole("status")).toHaveTextContent("The asker took the last request back.");
  });

  test("a decision on what is no longer shown is refused, said, and asked again", async () => {
    // The news that something changed is late.
    const { fake, keys } = await armed({}, (host) => ({ ...host, onChange: () => () => {} }));
    fake.grow();
    await keys.keyboard("r");
    await pass(0);
    expect(screen.getByRole("alert")).toHaveTextContent("Nothing was decided.");
    expect(screen.getByText("1 of 4")).toBeInTheDocument();
    await pass(400);
    await keys.keyboard("r");
    await pass(0);
    expect(fake.decided.map(({ showing }) => showing)).toEqual([1, 2]);
    expect(screen.queryByRole("alert")).toBeNull();
    expect(button(/^Stop/)).toBeInTheDocument();
  });

  test("a refusal that changes nothing leaves the decision open", async () => {
    let refusals = 1;
    const { keys, choices } = await armed({}, (host) => ({
      ...host,
      async ask(name, body) {
        if (name === "decide" && refusals-- > 0) {
          throw new Refusal({ code: "refused", message: said("That was too early.") });
        }
        return host.ask(name, body);
      },
    }));
    await keys.keyboard("{Escape}");
    await pass(0);
    expect(screen.getByRole("alert")).toHaveTextContent("That was too early.");
    expect(choices()).toEqual([]);
    await keys.keyboard("{Escape}");
    expect(choices()).toHaveLength(1);
  });

  test("what runs can be stopped, and what has run is shown", async () => {
    const { fake, keys, choices } = await armed({ stage: "running" });
    expect(screen.getByText(/^Running for 400 ms of at most 10.0 s/)).toBeInTheDocument();
    fake.finish();
    await pass(0);
    expect(button(/^Discard/)).toHaveFocus();
    expect(choices()).toEqual([]);
    await pass(400);
    await keys.keyboard("{Escape}");
    expect(choices()).toEqual([{ kind: "discard" }]);
  });

  test("Esc stops what runs", async () => {
    const { keys, choices } = await armed({ stage: "running" });
    await keys.keyboard("{Escape}");
    expect(choices()).toEqual([{ kind: "deny", note: "" }]);
  });
});

describe("step 2", () => {
  test("R redacts every mark, and its button comes before Send", async () => {
    const { keys, choices } = await armed({ stage: "send" });
    const foot = screen.getAllByRole("button").slice(-3);
    expect(foot.map((each) => each.textContent)).toEqual([
      "Redact 2 and sendR",
      "Send to modelS",
      "DiscardEsc",
    ]);
    await keys.keyboard("r");
    expect(choices()).toEqual([{ kind: "redact_and_send", marks: [1, 2] }]);
  });

  test("only the ticked marks are redacted, and none is not redacting", async () => {
    const { keys, choices } = await armed({ stage: "send" });
    const [first, second] = screen.getAllByRole("checkbox");
    if (first === undefined || second === undefined) throw new Error("two marks were expected");
    await keys.click(first);
    await keys.click(second);
    expect(button(/^Redact and send/)).toHaveAttribute("aria-disabled", "true");
    await keys.keyboard("r");
    expect(choices()).toEqual([]);
    await keys.click(second);
    await keys.click(button(/^Redact 1 and send/));
    expect(choices()).toEqual([{ kind: "redact_and_send", marks: [2] }]);
  });

  test("S sends as it is", async () => {
    const { keys, choices } = await armed({ stage: "send" });
    await keys.keyboard("s");
    expect(choices()).toEqual([{ kind: "send" }]);
  });

  test("output longer than its box is sent only once its end has been in sight", async () => {
    vi.spyOn(Element.prototype, "scrollHeight", "get").mockReturnValue(2000);
    const { keys, choices } = await armed({ stage: "send" });
    for (const name of [/^Send to model/, /^Redact 2 and send/]) {
      expect(button(name)).toHaveAttribute("aria-disabled", "true");
    }
    const box = screen.getByRole("region", { name: "Output to be sent" });
    await keys.keyboard("sr");
    await keys.click(button(/^Send to model/));
    expect(choices()).toEqual([]);
    expect(box.scrollTop).toBe(2000);
    expect(screen.getByText(/^Scroll to the end to enable Send/)).toBeInTheDocument();
    fireEvent.scroll(box);
    await pass(0);
    await keys.keyboard("s");
    expect(choices()).toEqual([{ kind: "send" }]);
  });

  test("the raw form does not stand for what is sent", async () => {
    vi.spyOn(Element.prototype, "scrollHeight", "get").mockReturnValue(2000);
    const { keys, choices } = await armed({ stage: "send" });
    await keys.click(screen.getByRole("radio", { name: "Raw" }));
    await pass(0);
    const box = screen.getByRole("region", { name: "Output as read" });
    box.scrollTop = 2000;
    fireEvent.scroll(box);
    await pass(0);
    await keys.keyboard("s");
    expect(choices()).toEqual([]);
  });

  test("without a likely secret nothing is redacted", async () => {
    const { keys, choices } = await armed({ name: "clean", stage: "send" });
    expect(screen.queryByRole("button", { name: /^Redact/ })).toBeNull();
    expect(screen.getByText("None found by pattern. Some may still be there.")).toBeInTheDocument();
    await keys.keyboard("r");
    expect(choices()).toEqual([]);
  });

  test("n and N go from mark to mark", async () => {
    const { keys } = await armed({ stage: "send" });
    const steps: [key: string, words: string][] = [
      ["n", "Mark 1 of 2, line 863"],
      ["n", "Mark 2 of 2, line 869"],
      ["n", "Mark 1 of 2, line 863"],
      ["N", "Mark 2 of 2, line 869"],
    ];
    for (const [key, words] of steps) {
      await keys.keyboard(key);
      expect(screen.getByText(words)).toBeInTheDocument();
    }
  });

  test("raw shows all that was read, without marks", async () => {
    const { keys } = await armed({ stage: "send" });
    await keys.click(screen.getByRole("radio", { name: "Raw" }));
    await pass(0);
    expect(screen.getByRole("heading", { name: "Complete output" })).toBeInTheDocument();
    expect(screen.getByText(/of 1,084; marks are shown in As sent$/)).toBeInTheDocument();
  });
});

const shown: FakeApprovalOptions[] = [
  { stage: "run" },
  { stage: "running" },
  { stage: "send" },
  { name: "long" },
  { name: "bare" },
];

test.each(shown)("no accessibility finding in %o", async (options) => {
  const { container } = await armed(options);
  vi.useRealTimers();
  // Colours need a layout.
  const { violations } = await axe.run(container, { rules: { "color-contrast": { enabled: false } } });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`)).toEqual([]);
});

describe("a change that loosens something", () => {
  const question: Loosening = { code: "mode", args: { from: "ask", to: "auto", is_set: true } };
  const words = looseningWords(question);

  test("is asked about before anything else, and the answer at hand is no", async () => {
    const { fake, keys, container } = await open();
    act(() => fake.loosen(question));
    await pass(0);
    expect(screen.getByRole("alertdialog", { name: words.title })).toHaveTextContent("~/code/payments");
    for (const sentence of words.follows) expect(screen.getByText(sentence)).toBeInTheDocument();
    expect(button(/^Keep ask/)).toHaveFocus();
    await keys.keyboard("a{Enter}");
    expect(fake.loosened).toEqual([]);
    await pass(400);
    await keys.keyboard("{Enter}");
    await pass(0);
    expect(fake.loosened).toMatchObject([{ yes: false }]);
    expect(screen.getByRole("alertdialog", { name: /release-notes/ })).toBeInTheDocument();
    vi.useRealTimers();
    const found = await axe.run(container, { rules: { "color-contrast": { enabled: false } } });
    expect(found.violations.filter(({ impact }) => impact === "serious" || impact === "critical")).toEqual(
      [],
    );
  });

  test.each([
    ["a", true],
    ["{Escape}", false],
  ])("is answered by %s once it has been on screen long enough", async (key, yes) => {
    const { fake, keys } = await open();
    act(() => fake.loosen(question));
    await pass(0);
    await pass(400);
    await keys.keyboard(key);
    await pass(0);
    expect(fake.loosened).toMatchObject([{ yes }]);
    expect(fake.decided).toEqual([]);
  });

  test("is not answered twice, and says why an answer was not taken", async () => {
    let refuse = true;
    const { fake, keys } = await open({}, (host) => ({
      ...host,
      ask: async (name, body) => {
        if (name === "decide_loosening" && refuse) {
          throw new Refusal({ code: "refused", message: said("It has changed; nothing was decided.") });
        }
        return host.ask(name, body);
      },
    }));
    act(() => fake.loosen(question));
    await pass(0);
    await pass(400);
    await keys.click(button(/^Set mode to auto/));
    await pass(0);
    expect(screen.getByRole("alert")).toHaveTextContent("It has changed; nothing was decided.");
    refuse = false;
    await keys.dblClick(button(/^Set mode to auto/));
    await pass(0);
    expect(fake.loosened).toHaveLength(1);
  });
});
