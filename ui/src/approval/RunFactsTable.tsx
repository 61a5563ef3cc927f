import { type ReactNode, useState } from "react";
import { count, counted } from "../facts/Count.tsx";
import { HashStrip } from "../facts/HashStrip.tsx";
import { icons } from "../facts/icons.ts";
import type { RunFacts } from "../host/wire.gen.ts";
import { Button } from "../kit/Button.tsx";
import { Chip } from "../kit/Chip.tsx";
import { Note } from "../kit/Note.tsx";
import { charactersUnseenIn } from "../kit/seen.ts";
import { Verbatim } from "../kit/Verbatim.tsx";
import { SkillChanges } from "./SkillChanges.tsx";
import "./approval.css";

/** Everything a person decides on, in the order of the questions: what is new, who asks, what runs, where, why. */
export function RunFactsTable({ facts, files }: { facts: RunFacts; files: boolean }) {
  return (
    <dl className="run-facts type-control stack">
      <Since facts={facts} />
      <Fact name="Asked by">
        <Verbatim text={facts.asker} />
        {facts.turn !== null && (
          <>
            , session <code>…{facts.turn.session.slice(-6)}</code>
            {facts.turn.turn !== null && `, turn ${count(facts.turn.turn)}`}
          </>
        )}{" "}
        {facts.activation !== "" && (
          <Quiet>
            <Verbatim text={facts.activation} />
          </Quiet>
        )}
      </Fact>
      {!files && <Resolves facts={facts} />}
      {facts.cwd !== "" && (
        <Fact name="Runs in">
          <Verbatim text={facts.cwd} mono />
        </Fact>
      )}
      {!files && (
        <Fact name="Environment">
          {facts.environment.length === 0 ? "none " : <Verbatim text={facts.environment.join(" ")} mono />}{" "}
          <Quiet>
            {facts.environment.length > 0 && "names only, "}
            {counted(facts.withheld, "other")} withheld
          </Quiet>
        </Fact>
      )}
      <Fact name="Rule">
        <Verbatim text={facts.rule} />
        {facts.reasons.length > 0 && (
          <div className="above-4">
            <Quiet>Not proven to only read, because</Quiet>
            <ul className="discs">
              {facts.reasons.map((reason) => (
                <li key={reason}>
                  <Verbatim text={reason} />
                </li>
              ))}
            </ul>
          </div>
        )}
      </Fact>
      <Fact name="Sandbox">
        <Sandbox facts={facts} />
      </Fact>
      <Reason facts={facts} />
    </dl>
  );
}

function Since({ facts }: { facts: RunFacts }) {
  const [open, setOpen] = useState(false);
  if (!facts.allowed_before && facts.changed.length === 0) {
    return (
      <Fact name="Before">
        <Quiet>this was never allowed before</Quiet>
      </Fact>
    );
  }
  return (
    <>
      <Fact name="Since last allowed">
        <span className="row wraps gap-0-8">
          {facts.changed.length === 0 && (
            <Chip icon={icons.identical} tone="ok">
              nothing changed
            </Chip>
          )}
          {facts.changed.map((change) => (
            <Chip key={change} icon={icons.bodyChanged} tone="warn">
              <Verbatim text={change} />
            </Chip>
          ))}
          {facts.diff !== "" && (
            <Button look="link" expanded={open} onPress={() => setOpen(!open)}>
              {open ? "Hide changes" : "Show changes"}
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
    <Fact name="Resolves to">
      {resolves === null ? (
        <Chip icon={icons.unknown} tone="unknown">
          no executable was found
        </Chip>
      ) : (
        <>
          <Verbatim text={resolves.path} mono /> <HashStrip hash={resolves.hash} of="the executable" />{" "}
          <Quiet>
            <Verbatim text={resolves.words} />
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
          No sandbox on this machine. The command would run with your rights.
        </Note>
        <Verbatim text={limits} />
      </>
    );
  }
  return (
    <>
      <Chip icon={icons.locked} tone={sandbox.level === "full" ? "ok" : "warn"}>
        <Verbatim text={sandbox.words} />
      </Chip>{" "}
      <Verbatim text={limits} />
    </>
  );
}

/** The skill's own words stand in quotes and in a box of their own: nothing in them speaks for Assay. */
function Reason({ facts: { reason_given, reason_place } }: { facts: RunFacts }) {
  const unseen = charactersUnseenIn(reason_given);
  if (reason_given === "") {
    return (
      <Fact name="Reason given">
        <Quiet>none</Quiet>
      </Fact>
    );
  }
  return (
    <Fact name="Reason given">
      <blockquote className="run-quote on-sunken">
        “<Verbatim text={reason_given} />”
      </blockquote>
      <Quiet>
        The skill’s own words, <Verbatim text={reason_place} />.
        {unseen > 0 && ` ${counted(unseen, "invisible character")} made visible.`}
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
