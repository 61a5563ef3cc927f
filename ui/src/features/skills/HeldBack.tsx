import { useState } from "react";
import { counted } from "../../facts/Count.tsx";
import { FailureNote } from "../../facts/FailureNote.tsx";
import { icons } from "../../facts/icons.ts";
import { Term } from "../../facts/Term.tsx";
import { useAct, useAsk } from "../../host/useAsk.ts";
import type { TrustView, TrustWord } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { Icon } from "../../kit/Icon.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";

/** How the project stands, and the way to trust it or to take that back. */
export function ProjectTrust() {
  const [open, setOpen] = useState(false);
  const { answer: view } = useAsk("trust", {});
  if (view === undefined) return null;
  const trusted = view.trust === "trusted";
  return (
    <span className="banner-trust">
      <Icon of={icons.noHash} />
      {trusted ? "This project is trusted" : "This project is not trusted"}
      <Button size={24} onPress={() => setOpen(true)}>
        {trusted ? "Revoke…" : "Trust…"}
      </Button>
      {open && <TrustDialog view={view} onClose={() => setOpen(false)} />}
    </span>
  );
}

/** Skills of the project that Assay holds back until a person trusts it; nothing when there are none. */
export function HeldBack() {
  const [open, setOpen] = useState(false);
  const { answer: view } = useAsk("trust", {});
  if (view === undefined) return null;
  const waiting = most(view);
  const trusted = view.trust === "trusted";
  if (waiting === undefined && !trusted) return null;
  return (
    <section className="builtins" aria-label="Trust in this project">
      <span className="group-icon">
        <Icon of={icons.noHash} />
      </span>
      <span className="builtins-state cut-end">
        {trusted || waiting === undefined ? (
          "This project is trusted"
        ) : (
          <>
            Assay <Term of="heldBack">holds back</Term> {counted(waiting.skills, "skill")} of this project
          </>
        )}
      </span>
      <Button size={24} onPress={() => setOpen(true)}>
        {trusted ? "Revoke…" : "Trust…"}
      </Button>
      {open && <TrustDialog view={view} onClose={() => setOpen(false)} />}
    </section>
  );
}

function most(view: TrustView) {
  return view.held_back.filter((row) => row.skills > 0).sort((a, b) => b.skills - a.skills)[0];
}

function TrustDialog({ view, onClose }: { view: TrustView; onClose: () => void }) {
  const { act, acting, failure } = useAct("set_trust");
  const trusted = view.trust === "trusted";
  const wanted: TrustWord = trusted ? "untrusted" : "trusted";
  return (
    <Dialog
      title={trusted ? "Revoke trust in this project" : "Trust this project"}
      width={520}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            look={trusted ? "primary" : "plain"}
            offBecause={acting ? "It is being kept." : null}
            onPress={() => act({ trust: wanted }, { onSuccess: onClose })}
          >
            {trusted ? "Revoke" : "Trust"}
          </Button>
        </>
      }
    >
      <p>
        <Verbatim text={view.project} />
      </p>
      <p>
        {trusted
          ? "Agents that Assay serves and that ask for trust no longer see the skills of this project, and hooks of these skills do nothing."
          : "Agents that Assay serves and that ask for trust see the skills of this project from now on, and may take them in. Nothing runs by that; scripts and hooks are still asked about."}{" "}
        What another program trusts, Assay can neither see nor change.
      </p>
      <ul>
        {view.held_back.map((row) => (
          <li key={row.convention}>
            {row.label}: {counted(row.skills, "skill is", "skills are")} held back
          </li>
        ))}
      </ul>
      {failure !== null && <FailureNote failure={failure} />}
    </Dialog>
  );
}
