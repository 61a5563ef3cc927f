import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CircleStop } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { span } from "../facts/Time.tsx";
import type { Choice, RequestView } from "../host/wire.gen.ts";
import { Button } from "../kit/Button.tsx";
import { Command } from "./Command.tsx";
import { Foot, useCarefulFocus } from "./Foot.tsx";
import { type Arming, useStepKeys } from "./useArming.ts";
import "./approval.css";

/** How often the time is told. */
const TICK = 200;

/** It runs; what it prints is shown when it has ended. */
export function RunningStep({
  request,
  since,
  limit,
  arming,
  onDecide,
}: {
  request: RequestView;
  /** Milliseconds of the clock. */
  since: number;
  /** Milliseconds it may take. */
  limit: number;
  arming: Arming;
  onDecide: (choice: Choice) => void;
}) {
  const careful = useRef<HTMLButtonElement>(null);
  useCarefulFocus(careful, request.id);
  const stop = () => onDecide({ kind: "deny", note: "" });
  useStepKeys(arming, { Escape: stop });
  const passed = useSince(since);
  return (
    <>
      <div className="approval-body fill" data-pane="request">
        <Command command={request.command} />
        <p className="text-2 type-control">
          <Trans>
            <span className="text tabular">
              Running for {span(Math.min(passed, limit))} of at most {span(limit)}.
            </span>{" "}
            Nothing has been sent. You see the output before the model does.
          </Trans>
        </p>
        <div className="running-track clips above-8" aria-hidden="true">
          <i className="block high" style={{ width: `${Math.min(100, (passed / limit) * 100)}%` }} />
        </div>
      </div>
      <Foot on={arming.on}>
        <Button ref={careful} icon={CircleStop} keys={["Esc"]} onPress={stop}>
          {t`Stop`}
        </Button>
      </Foot>
    </>
  );
}

function useSince(since: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), TICK);
    return () => window.clearInterval(timer);
  }, []);
  return Math.max(0, now - since);
}
