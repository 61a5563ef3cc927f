import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { FailureNote } from "../../facts/FailureNote.tsx";
import { icons } from "../../facts/icons.ts";
import { precedenceWords } from "../../facts/whyUnused.ts";
import { useAct, useAsk } from "../../host/useAsk.ts";
import type { BuiltInRow, BuiltInsView, BuiltInTool, OutrankedBuiltIn } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { Icon } from "../../kit/Icon.tsx";
import { Note } from "../../kit/Note.tsx";
import { Switch } from "../../kit/Switch.tsx";
import { spelled } from "../../kit/seen.ts";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { count } from "../../language/numbers.ts";
import "./builtins.css";
import "../../facts/facts.css";
import { Words } from "../../facts/Words.tsx";
import { messageWords } from "../../language/messages.ts";

/** The skills made of code, as a group below the list: how many are on, and a way to look at them. */
export function BuiltIns() {
  const [open, setOpen] = useState(false);
  const { answer: view } = useAsk("built_ins", {});
  if (view === undefined) return null;
  const on = view.rows.filter((row) => row.switch === "on").length;
  return (
    <section
      className="group-foot row fixed gap-8 type-micro line-above padded-4"
      aria-label={t`Built-in skills`}
    >
      <span className="group-icon text-2 stack centred">
        <Icon of={icons.otherScope} />
      </span>
      <span className="text-2 type-micro-strong">{t`built-in`}</span>
      <span className="cut-end grow text-2">
        {view.without_tools === null ? t`${count(on)} of ${count(view.rows.length)} on` : t`tools disabled`}
      </span>
      <Button size={24} onPress={() => setOpen(true)}>
        {t`View…`}
      </Button>
      {open && <BuiltInsDialog view={view} onClose={() => setOpen(false)} />}
    </section>
  );
}

/** Which are on, what each can do, and the switches. */
export function BuiltInsDialog({ view, onClose }: { view: BuiltInsView; onClose: () => void }) {
  const { act, acting, failure } = useAct("change_permission");
  const turn = (name: string | null, on: boolean) => {
    if (!acting) act({ kind: "built_in", name, switch: on ? "on" : "off" });
  };
  return (
    <Dialog
      title={t`Skills included with Assay`}
      width={720}
      onClose={onClose}
      foot={<Button onPress={onClose}>{t`Close`}</Button>}
    >
      <p>
        <Trans>
          These skills are part of Assay. An agent gets one only if it is on here and requested with{" "}
          <code>assay mcp --builtin NAME</code>
        </Trans>
      </p>
      {view.problem !== null && (
        <Note tone="danger">
          <Verbatim text={messageWords(view.problem)} />
        </Note>
      )}
      {view.problem === null && view.without_tools !== null && (
        <Note tone="warn">
          <Words text={messageWords(view.without_tools)} />
        </Note>
      )}
      <Switch label={t`Offer tools to agents`} on={view.tools === "on"} onSwitch={(on) => turn(null, on)} />
      {failure !== null && <FailureNote failure={failure} />}
      <ul className="builtins-list stack gap-16">
        {view.rows.map((row) => (
          <BuiltIn key={row.name} row={row} onSwitch={(on) => turn(row.name, on)} />
        ))}
      </ul>
      <p className="text-2">
        {t`${plural(view.skill_count, { one: "# skill", other: "# skills" })} in total, built-in and on disk.`}
        {view.kept_in !== null && (
          <>
            {" "}
            <Trans>
              These settings are stored in <Verbatim text={view.kept_in} />.
            </Trans>
          </>
        )}
      </p>
    </Dialog>
  );
}

function BuiltIn({ row, onSwitch }: { row: BuiltInRow; onSwitch: (on: boolean) => void }) {
  return (
    <li className="builtin stack gap-4 line-above">
      <Switch label={row.name} on={row.switch === "on"} onSwitch={onSwitch} />
      <p>{row.description}</p>
      {row.why_off !== null && (
        <p className="text-2">
          <Words text={messageWords(row.why_off)} />
        </p>
      )}
      {row.shadowed !== null && (
        <p className="text-2">
          <Verbatim text={outrankedWords(row.shadowed)} />
        </p>
      )}
      <dl className="builtin-tools stack">
        {row.tools.map((tool) => (
          <Tool key={tool.name} tool={tool} />
        ))}
      </dl>
      {row.prompt !== null && (
        <details>
          <summary>{t`Prompt for the model`}</summary>
          <pre className="builtin-prompt breaks above-4">{row.prompt}</pre>
        </details>
      )}
    </li>
  );
}

function Tool({ tool }: { tool: BuiltInTool }) {
  return (
    <>
      <dt>
        <code>{tool.name}</code> <span className="text-2">{reaches[tool.reach] ?? tool.reach}</span>
      </dt>
      <dd>
        {tool.description}
        {tool.parameters.length > 0 && (
          <ul className="text-2" aria-label={t`Parameters of ${tool.name}`}>
            {tool.parameters.map((one) => (
              <li key={one.name}>
                <code>{one.name}</code> {one.kind}
                {!one.required && `, ${t`optional`}`}: {one.words}
              </li>
            ))}
          </ul>
        )}
      </dd>
    </>
  );
}

function outrankedWords({ by, rule }: OutrankedBuiltIn): string {
  return rule === null
    ? t`${spelled(by)} is used instead.`
    : t`${spelled(by)} is used instead: ${precedenceWords(rule)}.`;
}

/** What a tool does, by the engine's word. */
const reaches: Readonly<Record<string, string>> = {
  reads: t`reads`,
  writes: t`writes files`,
  runs: t`runs commands`,
  network: t`uses the network`,
};
