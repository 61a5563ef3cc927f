import { Fragment } from "react";
import { Dialog } from "../kit/Dialog.tsx";
import { Keys } from "../kit/Keys.tsx";

const sheet: readonly { head: string; keys: readonly (readonly [keys: string, does: string])[] }[] = [
  {
    head: "Everywhere",
    keys: [
      ["Ctrl K", "Open the palette"],
      ["g s", "Go to Skills"],
      ["g e", "Go to Sessions"],
      ["g d", "Go to Drift"],
      ["g a", "Go to Approvals"],
      ["g ,", "Go to Settings"],
      ["Ctrl + −", "Larger, smaller text"],
      ["Ctrl 0", "Text as large as at first"],
      ["Alt ← →", "Go back, go forward"],
      ["/", "Filter this list"],
      ["Ctrl F", "Find in what is read"],
      ["F3", "Next match; with Shift the previous"],
      ["F6", "Go to the next pane"],
      ["Shift F6", "Go to the previous pane"],
      ["Ctrl R", "Look again"],
      ["?", "Show all keys"],
      ["Esc", "Close, clear the filter"],
    ],
  },
  {
    head: "In lists",
    keys: [
      ["j ↓", "Next"],
      ["k ↑", "Previous"],
      ["gg", "First"],
      ["G", "Last"],
      ["Enter", "Open"],
      ["Space", "Choose this row, or no longer"],
      ["Shift ↑ ↓", "Choose up to the next row"],
      ["Ctrl A", "Choose all rows"],
      ["i", "Show or hide the inspector"],
    ],
  },
  {
    head: "In a session",
    keys: [
      ["[ ]", "Previous, next turn"],
      ["Shift J K", "Next, previous user prompt"],
      ["r", "Show the raw JSON of this event"],
      ["d", "Diff this activation to disk"],
      ["m", "Model’s view or what shaped it"],
      [", .", "Previous, next provider call in the model’s view"],
      ["Ctrl G", "Go to a turn or line"],
    ],
  },
  {
    head: "In a diff",
    keys: [
      ["n N", "Next, previous change"],
      ["l", "Where a line was in force"],
      ["Alt ↓ ↑", "Next, previous change"],
      ["u", "Unified or side by side"],
      ["w", "Ignore whitespace"],
      ["f", "Show the whole file"],
    ],
  },
  {
    head: "In the editor",
    keys: [
      ["Ctrl S", "Review and save"],
      ["Ctrl F", "Find and replace"],
      ["Ctrl Z", "Undo typing"],
      ["Ctrl Shift Z", "Type again what was undone"],
      ["F8", "Next finding"],
      ["Ctrl M", "Let Tab indent, or leave the editor"],
    ],
  },
  {
    head: "In an approval",
    keys: [
      ["R", "Run and preview, redact and send"],
      ["S", "Send to model"],
      ["Esc", "Deny, discard"],
      ["1 2 3", "How long the permission holds"],
      ["n", "Write a note"],
      ["n N", "Next, previous mark"],
    ],
  },
];

/** Every key there is. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="All keys" onClose={onClose}>
      <div className="key-sheet">
        {sheet.map((part) => (
          <section key={part.head} aria-label={part.head}>
            <h3>{part.head}</h3>
            <dl>
              {part.keys.map(([keys, does]) => (
                <Fragment key={keys}>
                  <dt>
                    <Keys keys={keys.split(" ")} />
                    <span className="unseen">{keys}</span>
                  </dt>
                  <dd>{does}</dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
