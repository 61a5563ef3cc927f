import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { DraftCheckView, DraftField, DraftValue } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Switch } from "../../kit/Switch.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { type AnyText, rawText } from "../../language/foreign.ts";
import { count } from "../../language/numbers.ts";
import "./editing.css";
import { adviceWords } from "../../facts/findingWords.ts";

/** Sets a field in the text; says why not. */
export type SetField = (key: string, value: DraftValue) => Promise<string | null>;

/** Milliseconds without a key until a field is put into the text. */
const REST = 300;

/** The frontmatter as a form. The text is the truth: a field that is set there shows here, and the other way round. */
export function FieldForm({
  check,
  folder,
  onSet,
}: {
  check: DraftCheckView;
  folder: string;
  onSet: SetField;
}) {
  const field = (key: string): ShownField =>
    check.fields.find((one) => rawText(one.key) === key) ?? { key, line: null, value: null, yaml: null };
  const name = field("name");
  const hidden = /^(true|yes|1)$/i.test(field("disable-model-invocation").value ?? "");
  const shown = [
    "name",
    "description",
    "license",
    "compatibility",
    "allowed-tools",
    "disable-model-invocation",
  ];
  const others = check.fields.filter((one) => !shown.includes(rawText(one.key)));
  return (
    <div className="field-form shrinks shortens scrolls-both stack gap-8 line-below">
      <OneField field={name} onSet={onSet} width="short">
        {name.value === folder ? t`same as folder name` : <NameWords name={name.value} folder={folder} />}
      </OneField>
      <OneField field={field("description")} onSet={onSet} width="long">
        <span className="flex spread gap-12">
          <span>
            {t`${count(check.description_characters)} of ${count(check.description_limit)} characters, ${plural(check.listed, { one: "# token", other: "# tokens" })} in catalog`}
          </span>
          <span>{t`The model uses this to decide when to activate the skill.`}</span>
        </span>
        {check.advice.map((advice) => (
          <span key={advice.rule} className="text-2">
            {adviceWords(advice)}
          </span>
        ))}
      </OneField>
      <OneField field={field("allowed-tools")} onSet={onSet} width="line" />
      <div className="field-row flex wraps at-top">
        <OneField field={field("license")} onSet={onSet} width="short" />
        <OneField field={field("compatibility")} onSet={onSet} width="short" />
        <Switch
          label={t`Model can activate it`}
          on={!hidden}
          onSwitch={(on) =>
            void onSet("disable-model-invocation", on ? { kind: "nothing" } : { kind: "text", text: "true" })
          }
        />
      </div>
      <Others others={others} onSet={onSet} />
    </div>
  );
}

function NameWords({ name, folder }: { name: string | null; folder: string }) {
  return (
    <span>
      {name === null ? (
        <Trans>
          missing; the folder name is used,{" "}
          <code>
            <Verbatim text={folder} />
          </code>
        </Trans>
      ) : (
        <Trans>
          folder is{" "}
          <code>
            <Verbatim text={folder} />
          </code>
          ; use Rename to change both
        </Trans>
      )}
    </span>
  );
}

/** A field of the file, or one that it does not have yet. */
type ShownField = Omit<DraftField, "key"> & { key: AnyText };

/** A text of one line. A list or a mapping in its place is edited as YAML. */
function OneField({
  field,
  width,
  onSet,
  children,
}: {
  field: ShownField;
  width: "short" | "line" | "long";
  onSet: SetField;
  children?: ReactNode;
}) {
  const id = useId();
  const is = field.value ?? "";
  const typing = useTyping(is, (text) =>
    onSet(rawText(field.key), text.trim() === "" ? { kind: "nothing" } : { kind: "text", text }),
  );
  if (field.value === null && field.yaml !== null && field.yaml.trim() !== `${rawText(field.key)}:`)
    return <YamlField field={field} onSet={onSet} />;
  const words = {
    id,
    "aria-describedby": `${id}words`,
    "aria-invalid": typing.refused !== null,
    value: typing.text,
    onBlur: typing.leave,
  };
  return (
    <div className={`field-one stack on-baseline gap-2-8 field-${width}`}>
      <label htmlFor={id} className="mono breaks text-2 size-small">
        <Verbatim text={field.key} />
      </label>
      {width === "long" ? (
        // A value stands on one line; a line break is a blank.
        <textarea
          {...words}
          className="wide"
          rows={2}
          onChange={(event) => typing.type(event.target.value.replace(/\s*\n\s*/g, " "))}
        />
      ) : (
        <input
          {...words}
          className="mono wide"
          type="text"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => typing.type(event.target.value)}
        />
      )}
      <div id={`${id}words`} className="field-words stack text-3 type-micro">
        {children}
        {typing.refused !== null && (
          <span className="text-danger" role="alert">
            <Verbatim text={typing.refused} />
          </span>
        )}
      </div>
    </div>
  );
}

/** Fields the form does not know, kept as they are and edited as YAML. */
function Others({ others, onSet }: { others: readonly DraftField[]; onSet: SetField }) {
  const [open, setOpen] = useState(false);
  const [adding, setAdding] = useState(false);
  return (
    <div className="stack from-start gap-6">
      <Button size={24} look="link" expanded={open} onPress={() => setOpen(!open)}>
        {t`Other fields in YAML (${count(others.length)})`}
      </Button>
      {open && (
        <>
          {others.map((field) => (
            <YamlField key={rawText(field.key)} field={field} onSet={onSet} />
          ))}
          {adding ? (
            <YamlField
              field={{ key: "", line: null, value: null, yaml: "metadata:\n  version: 1\n" }}
              fresh
              onSet={async (key, value) => {
                const refused = await onSet(key, value);
                if (refused === null) setAdding(false);
                return refused;
              }}
            />
          ) : (
            <Button size={24} onPress={() => setAdding(true)}>
              {t`Add field…`}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

function YamlField({ field, fresh = false, onSet }: { field: ShownField; fresh?: boolean; onSet: SetField }) {
  const id = useId();
  const is = field.yaml ?? "";
  const [text, setText] = useState(is);
  const [refused, setRefused] = useState<string | null>(null);
  const [known, setKnown] = useState(is);
  if (known !== is) {
    setKnown(is);
    setText(is);
  }
  const set = async () => {
    const key = /^["']?([\w.-]+)["']?\s*:/.exec(text)?.[1] ?? rawText(field.key);
    setRefused(
      await onSet(rawText(field.key) === "" ? key : rawText(field.key), { kind: "yaml", lines: text }),
    );
  };
  return (
    <div className="field-one wide stack on-baseline gap-2-8">
      <label htmlFor={id} className="mono breaks text-2 size-small">
        {rawText(field.key) === "" ? t`new` : <Verbatim text={field.key} />}
      </label>
      <textarea
        id={id}
        className="mono wide"
        rows={Math.min(Math.max(text.split("\n").length, 2), 8)}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="field-words stack text-3 type-micro">
        <span className="flex gap-6">
          {(fresh || text !== is) && (
            <Button size={24} onPress={() => void set()}>
              {t`Add to frontmatter`}
            </Button>
          )}
          {!fresh && (
            <Button
              size={24}
              onPress={() => void onSet(rawText(field.key), { kind: "nothing" }).then(setRefused)}
            >
              {t`Remove`}
            </Button>
          )}
        </span>
        {refused !== null && (
          <span className="text-danger" role="alert">
            <Verbatim text={refused} />
          </span>
        )}
      </div>
    </div>
  );
}

/** What is typed stands until the text has it, and says it differently from then on. */
function useTyping(is: string, onSet: (text: string) => Promise<string | null>) {
  const [typed, setTyped] = useState<string | null>(null);
  const [put, setPut] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [known, setKnown] = useState(is);
  if (known !== is) {
    setKnown(is);
    if (typed === put) setTyped(null);
  }
  const send = (text: string) =>
    onSet(text).then((why) => {
      setRefused(why);
      setPut(text);
    });
  const latest = useRef(send);
  latest.current = send;
  useEffect(() => {
    // A field that is cleared to be typed anew keeps its line; it goes once the reader is elsewhere.
    if (typed === null || typed.trim() === "") return;
    const timer = setTimeout(() => void latest.current(typed), REST);
    return () => clearTimeout(timer);
  }, [typed]);
  return {
    text: typed ?? is,
    refused,
    type: setTyped,
    leave: () => typed !== null && typed !== put && void send(typed),
  };
}
