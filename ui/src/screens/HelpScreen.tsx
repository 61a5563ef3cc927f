import { t } from "@lingui/core/macro";
import { AskedNote } from "../facts/FailureNote.tsx";
import { useGoing } from "../facts/going.ts";
import type { RouteOf } from "../facts/route.ts";
import { ManualPages } from "../features/settings/ManualPages.tsx";
import { useAct, useAsk } from "../host/useAsk.ts";
import { ActionButton } from "../kit/ActionButton.tsx";
import { Skeleton } from "../kit/Skeleton.tsx";

/** The manual, at the page and section that were asked for. */
export function HelpScreen({ route }: { route: RouteOf<"help"> }) {
  const asked = useAsk("manual", {});
  const link = useAct("open_link");
  const { go } = useGoing();
  if (asked.answer === undefined) {
    return asked.failure === null ? <Skeleton label={t`Manual`} rows={8} /> : <AskedNote asked={asked} />;
  }
  return (
    <ManualPages
      pages={asked.answer.pages}
      topic={route.topic}
      section={route.section}
      onPick={(topic, section) => go({ screen: "help", topic, section })}
      onOpen={(to) => link.act({ to })}
      beside={
        <>
          <ActionButton of="tour" />
          <ActionButton of="example" />
        </>
      }
    />
  );
}
