import { t } from "@lingui/core/macro";
import { Fragment } from "react";
import { type Action, EVERYWHERE, printed, useActionGroups } from "../kit/actions.ts";
import { Dialog } from "../kit/Dialog.tsx";
import { Keys, keyNames } from "../kit/Keys.tsx";
import "./app.css";

/** Every key that does something on the screen of the moment. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const groups = useActionGroups()
    .map(({ head, actions }) => ({ head, actions: actions.filter(hasKeys) }))
    .filter(({ actions }) => actions.length > 0)
    .sort((a, b) => Number(a.head === EVERYWHERE) - Number(b.head === EVERYWHERE));
  return (
    <Dialog title={t`Keyboard shortcuts`} onClose={onClose}>
      <div className="key-sheet">
        {groups.map(({ head, actions }) => (
          <section key={head} aria-label={head}>
            <h3>{head}</h3>
            <dl className="stack gap-6-12 type-small above-6">
              {actions.map(({ id, name, keys }) => (
                <Fragment key={id}>
                  <dt>
                    {keys?.map((one) => (
                      <span key={one}>
                        <Keys keys={printed(one)} />
                        <span className="unseen">{keyNames(one)} </span>
                      </span>
                    ))}
                  </dt>
                  <dd>{name}</dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function hasKeys({ keys = [] }: Action): boolean {
  return keys.length > 0;
}
