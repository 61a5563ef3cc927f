import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { useState } from "react";
import { FailureNote } from "../../facts/FailureNote.tsx";
import { icons } from "../../facts/icons.ts";
import { Term } from "../../facts/Term.tsx";
import { useAct, useAsk } from "../../host/useAsk.ts";
import type { TrustView } from "../../host/wire.gen.ts";
import { Button } from "../../kit/Button.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { Icon } from "../../kit/Icon.tsx";
import { Verbatim } from "../../kit/Verbatim.tsx";
import "../../facts/facts.css";

/** How the project stands, and the way to trust it or to take that back. */
export function ProjectTrust() {
  const { answer: view } = useAsk("trust", {});
  if (view === undefined) return null;
  const trusted = view.trust === "trusted";
  return (
    <span className="inline-row fixed gap-8 text-2 type-micro">
      <Icon of={icons.noHash} />
      {trusted ? t`Project trusted` : t`Project not trusted`}
      <TrustButton view={view} />
    </span>
  );
}

/** Skills of the project that Assay holds back until a person trusts it; nothing when there are none. */
export function HeldBack() {
  const { answer: view } = useAsk("trust", {});
  if (view === undefined) return null;
  const waiting = most(view);
  const trusted = view.trust === "trusted";
  if (waiting === undefined && !trusted) return null;
  return (
    <section
      className="group-foot row fixed gap-8 type-micro line-above padded-4"
      aria-label={t`Project trust`}
    >
      <span className="group-icon text-2 stack centred">
        <Icon of={icons.noHash} />
      </span>
      <span className="cut-end grow text-2">
        {trusted || waiting === undefined ? (
          t`Project trusted`
        ) : (
          <Trans>
            <Plural value={waiting.skills} one="# skill" other="# skills" />{" "}
            <Term of="heldBack">hidden until you trust this project</Term>
          </Trans>
        )}
      </span>
      <TrustButton view={view} />
    </section>
  );
}

function most(view: TrustView) {
  return view.held_back.filter((row) => row.skills > 0).sort((a, b) => b.skills - a.skills)[0];
}

/**
 * Trusts the project, or takes that back. Trusting is asked about in the window that decides; taking it back is done at
 * once, after what follows was said here.
 */
function TrustButton({ view }: { view: TrustView }) {
  const [open, setOpen] = useState(false);
  const { act, acting, failure } = useAct("change_permission");
  const wait = acting ? t`Waiting for your decision…` : null;
  if (view.trust === "untrusted") {
    return (
      <>
        <Button size={24} offBecause={wait} onPress={() => act({ kind: "trust", trust: "trusted" })}>
          {t`Trust…`}
        </Button>
        {failure !== null && <FailureNote failure={failure} />}
      </>
    );
  }
  const close = () => setOpen(false);
  return (
    <>
      <Button size={24} onPress={() => setOpen(true)}>
        {t`Revoke…`}
      </Button>
      {open && (
        <Dialog
          title={t`Revoke trust`}
          width={520}
          onClose={close}
          foot={
            <>
              <Button onPress={close}>{t`Cancel`}</Button>
              <Button
                look="primary"
                offBecause={wait}
                onPress={() => act({ kind: "trust", trust: "untrusted" }, { onSuccess: close })}
              >
                {t`Revoke`}
              </Button>
            </>
          }
        >
          <p>
            <Verbatim text={view.project} />
          </p>
          <p>
            <Trans>
              Agents connected through Assay that require trust will stop seeing the skills of this project,
              and their hooks stop working. Trust settings of other programs are not changed.
            </Trans>
          </p>
          {failure !== null && <FailureNote failure={failure} />}
        </Dialog>
      )}
    </>
  );
}
