import { t } from "@lingui/core/macro";
import { useId, useState } from "react";
import { Note } from "../../kit/Note.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import type { Choices } from "./subject.ts";
import "./changes.css";

/** Most bytes of a file that is picked: 16 MiB, as the engine takes it. */
const MOST = 16 * 1024 * 1024;

/** A file of the reader's own, whose bytes are taken. */
export function PickFile({
  choices,
  onChoose,
}: {
  choices: Choices;
  onChoose: (next: Partial<Choices>) => void;
}) {
  const id = useId();
  const [trouble, setTrouble] = useState<string | null>(null);
  const pick = async (file: File | undefined) => {
    setTrouble(null);
    if (file === undefined) return onChoose({ file: null });
    if (file.size > MOST) return setTrouble(t`The file is too large. The limit is 16 MiB.`);
    const bytes = base64(new Uint8Array(await file.arrayBuffer()));
    // A path that names no file yet takes the file's own name.
    const name = choices.name.endsWith("/") ? choices.name + file.name : choices.name;
    onChoose({ name, file: { name: file.name, contents: { kind: "base64", bytes } } });
  };
  return (
    <>
      <p className="plan-choice row narrows gap-8 type-control">
        <label htmlFor={id}>{t`File`}</label>
        <input id={id} type="file" onChange={(event) => void pick(event.target.files?.[0])} />
      </p>
      {trouble !== null && (
        <Note tone="warn" alert>
          <Verbatim text={trouble} />
        </Note>
      )}
    </>
  );
}

/** In pieces: a call takes only so many arguments. */
function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
