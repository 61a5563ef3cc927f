import { QueryClientProvider } from "@tanstack/react-query";
import { configure, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fakeHost } from "../../host/fake.ts";
import { HostContext, newCache } from "../../host/useAsk.ts";
import { Toasts } from "../../kit/Toasts.tsx";
import { Changing } from "./Changing.tsx";
import type { Importing } from "./ImportDialog.tsx";
import { useChanging } from "./useChanging.ts";

// Whether something is hidden is not asked here, and finding it out is slow.
configure({ defaultHidden: true });

function Stage({ importing }: { importing: Importing }) {
  const { bringIn, save } = useChanging();
  return (
    <>
      <button type="button" onClick={() => bringIn(importing)}>
        Begin
      </button>
      <button type="button" onClick={() => save(["repo:release-notes"])}>
        Save
      </button>
    </>
  );
}

function open(importing: Importing) {
  const host = fakeHost();
  render(
    <HostContext value={host}>
      <QueryClientProvider client={newCache()}>
        <Toasts>
          <Changing>
            <Stage importing={importing} />
          </Changing>
        </Toasts>
      </QueryClientProvider>
    </HostContext>,
  );
  const keys = userEvent.setup();
  const asked = (name: string) => host.asked.filter((each) => each.name === name).map(({ body }) => body);
  return { keys, asked };
}

const button = (name: string) => screen.getByRole("button", { name });

test("a source is named, its findings are shown, and what is chosen lands as a plan", async () => {
  const { keys, asked } = open({ kind: "source" });
  await keys.click(button("Begin"));
  await keys.click(screen.getByRole("radio", { name: /Git URL/ }));
  expect(button("Fetch")).toHaveAttribute("aria-disabled", "true");
  await keys.type(screen.getByRole("textbox", { name: "URL" }), "https://git.example/team/skills");
  await keys.click(button("Fetch"));
  expect(asked("begin_import")).toEqual([
    { from: { kind: "git", address: "https://git.example/team/skills", reference: null } },
  ]);
  expect(await screen.findByText(/finding that can’t be overridden/)).toBeInTheDocument();
  expect(screen.getByText(/curl -fsSL/)).toBeInTheDocument();
  expect(screen.queryByRole("checkbox", { name: "Import secrets" })).toBeNull();
  expect(button("Preview…")).toHaveAttribute("aria-disabled", "true");
  await keys.click(screen.getByRole("checkbox", { name: "Import release-notes" }));
  await keys.click(button("Preview…"));
  await screen.findByRole("dialog", { name: "Import release-notes" });
  await screen.findByText(/will win in Pixir/);
  expect(asked("end_import")).toEqual([]);
  await keys.click(screen.getByRole("checkbox", { name: /Replace existing skills/ }));
  await keys.selectOptions(screen.getByRole("combobox", { name: "Scope" }), "user");
  await screen.findByText(/will win in Pixir/);
  expect(asked("plan").at(-1)).toEqual({
    kind: "import",
    convention: "pixir",
    import: "import-1",
    scope: "user",
    picks: [{ skill: 1, folder: null, occupied: "refused" }],
  });
  await keys.click(button("Import"));
  expect(await screen.findByRole("status")).toHaveTextContent("Imported 1 skills into user");
  expect(asked("end_import")).toEqual([{ import: "import-1" }]);
});

test("an import that is given up leaves nothing in quarantine", async () => {
  const { keys, asked } = open({ kind: "source" });
  await keys.click(button("Begin"));
  await keys.click(button("Choose…"));
  await screen.findByText(/finding that can’t be overridden/);
  await keys.click(button("Cancel"));
  expect(asked("end_import")).toEqual([{ import: "import-1" }]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("an update says who changed what, and a conflict is chosen file by file", async () => {
  const { keys, asked } = open({ kind: "update", skill: "repo:release-notes", name: "release-notes" });
  await keys.click(button("Begin"));
  const changes = await screen.findByRole("region", { name: "Changes since the import" });
  expect(within(changes).getByText("Changed here and at the source.")).toBeInTheDocument();
  expect(asked("begin_update")).toEqual([{ id: "repo:release-notes" }]);
  await keys.click(button("Preview…"));
  await screen.findByText(/the version here is kept\.$/);
  await keys.click(screen.getByRole("checkbox", { name: /SKILL\.md/ }));
  await screen.findByText("No winner changes in Pixir.");
  expect(asked("plan").at(-1)).toEqual({ kind: "update", import: "import-2", theirs: ["SKILL.md"] });
});

test("skills are saved as one zip", async () => {
  const { keys, asked } = open({ kind: "source" });
  await keys.click(button("Save"));
  const boxes = await screen.findAllByRole("checkbox");
  expect(boxes.length).toBeGreaterThan(1);
  await keys.click(button("Save zip…"));
  expect(await screen.findByRole("alert")).toHaveTextContent("Saved /home/mara/skills.zip");
  expect(asked("export_skills")).toEqual([{ skills: ["repo:release-notes"] }]);
});
