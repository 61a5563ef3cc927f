import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { askerWords, changedWords, limitsWords, sandboxWords } from "../facts/approvalWords.ts";
import { HashStrip } from "../facts/HashStrip.tsx";
import { icons } from "../facts/icons.ts";
import { shortId } from "../facts/shortId.ts";
import type { RunFacts } from "../host/wire.gen.ts";
import { Button } from "../kit/Button.tsx";
import { Chip } from "../kit/Chip.tsx";
import { Note } from "../kit/Note.tsx";
import { charactersUnseenIn } from "../kit/seen.ts";
import { Verbatim } from "../kit/Verbatim.tsx";
import { rawText } from "../language/foreign.ts";
import { count } from "../language/numbers.ts";
import { SkillChanges } from "./SkillChanges.tsx";
import "./approval.css";
import { messageWords } from "../language/messages.ts";

/** Everything a person decides on, in the order of the questions: what is new, who asks, what runs, where, why. */
export function RunFactsTable({ facts, files }: { facts: RunFacts; files: boolean }) {
  return (
    <dl className="run-facts type-control stack">
      <Since facts={facts} />
      <Fact name={t`Asked by`}>
        <Asker facts={facts} />{" "}
        <Quiet>
          <Verbatim text={messageWords(facts.activation)} />
        </Quiet>
      </Fact>
      {!files && <Resolves facts={facts} />}
      {rawText(facts.cwd) !== "" && (
        <Fact name={t`Runs in`}>
          <Verbatim text={facts.cwd} mono />
        </Fact>
      )}
      {!files && (
        <Fact name={t`Environment`}>
          {facts.environment.length === 0 ? t`none` : <Verbatim text={facts.environment.join(" ")} mono />}{" "}
          <Quiet>
            {[
              facts.environment.length > 0 && t`names only`,
              plural(facts.withheld, { one: "# other withheld", other: "# others withheld" }),
            ]
              .filter(Boolean)
              .join(", ")}
          </Quiet>
        </Fact>
      )}
      <Fact name={t`Rule`}>
        <Verbatim text={messageWords(facts.rule)} />
        {facts.reasons.length > 0 && (
          <div className="above-4">
            <Quiet>{t`Not proven to be read-only, because`}</Quiet>
            <ul className="discs">
              {facts.reasons.map((reason) => (
                <li key={reason.text}>
                  <Verbatim text={messageWords(reason)} />
                </li>
              ))}
            </ul>
          </div>
        )}
      </Fact>
      <Fact name={t`Sandbox`}>
        <Sandbox facts={facts} />
      </Fact>
      <Reason facts={facts} />
    </dl>
  );
}

function Asker({ facts: { asker, turn: at } }: { facts: RunFacts }) {
  if (at === null) return <Verbatim text={askerWords(asker)} />;
  const session = shortId(at.session);
  return at.turn === null ? (
    <Trans>
      <Verbatim text={askerWords(asker)} />, session <code>…{session}</code>
    </Trans>
  ) : (
    <Trans>
      <Verbatim text={askerWords(asker)} />, session <code>…{session}</code>, turn {count(at.turn)}
    </Trans>
  );
}

function Since({ facts }: { facts: RunFacts }) {
  const [open, setOpen] = useState(false);
  if (!facts.allowed_before && facts.changed.length === 0) {
    return (
      <Fact name={t`Before`}>
        <Quiet>{t`not allowed before`}</Quiet>
      </Fact>
    );
  }
  return (
    <>
      <Fact name={t`Since last allowed`}>
        <span className="row wraps gap-0-8">
          {facts.changed.length === 0 && (
            <Chip icon={icons.identical} tone="ok">
              {t`nothing changed`}
            </Chip>
          )}
          {facts.changed.map((change) => (
            <Chip key={changedWords(change)} icon={icons.bodyChanged} tone="warn">
              <Verbatim text={changedWords(change)} />
            </Chip>
          ))}
          {rawText(facts.diff) !== "" && (
            <Button look="link" expanded={open} onPress={() => setOpen(!open)}>
              {open ? t`Hide changes` : t`Show changes`}
            </Button>
          )}
        </span>
      </Fact>
      {open && (
        <dd className="run-diff">
          <SkillChanges diff={facts.diff} />
        </dd>
      )}
    </>
  );
}

function Resolves({ facts: { resolves } }: { facts: RunFacts }) {
  return (
    <Fact name={t`Resolves to`}>
      {resolves === null ? (
        <Chip icon={icons.unknown} tone="unknown">
          {t`no executable found`}
        </Chip>
      ) : (
        <>
          <Verbatim text={resolves.path} mono /> <HashStrip hash={resolves.hash} of={t`the executable`} />{" "}
          <Quiet>
            <Verbatim text={resolves.notes.map(messageWords).join(" ")} />
          </Quiet>
        </>
      )}
    </Fact>
  );
}

function Sandbox({ facts: { sandbox, limits } }: { facts: RunFacts }) {
  if (sandbox.level === "none") {
    return (
      <>
        <Note tone="danger" icon={icons.warning}>
          {t`No sandbox on this machine. The command would run with your rights.`}
        </Note>
        {limitsWords(limits)}
      </>
    );
  }
  return (
    <>
      <Chip icon={icons.locked} tone={sandbox.level === "full" ? "ok" : "warn"}>
        {sandboxWords(sandbox)}
      </Chip>{" "}
      {limitsWords(limits)}
    </>
  );
}

/** The skill's own words stand in quotes and in a box of their own: nothing in them speaks for Assay. */
function Reason({ facts: { reason_given, reason_place } }: { facts: RunFacts }) {
  const unseen = charactersUnseenIn(reason_given);
  if (rawText(reason_given) === "") {
    return (
      <Fact name={t`Reason given`}>
        <Quiet>{t`none`}</Quiet>
      </Fact>
    );
  }
  if (reason_place === "") {
    return (
      <Fact name={t`About this request`}>
        <Verbatim text={reason_given} />
      </Fact>
    );
  }
  return (
    <Fact name={t`Reason given`}>
      <blockquote className="run-quote on-sunken">
        “<Verbatim text={reason_given} />”
      </blockquote>
      <Quiet>
        <Trans>
          Written by the skill’s author, <Verbatim text={reason_place} />.
        </Trans>
        {unseen > 0 && (
          <>
            {" "}
            {t`${plural(unseen, { one: "# invisible character", other: "# invisible characters" })} made visible.`}
          </>
        )}
      </Quiet>
    </Fact>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="narrows breaks">{children}</dd>
    </>
  );
}

function Quiet({ children }: { children: ReactNode }) {
  return <span className="text-3">{children}</span>;
}
