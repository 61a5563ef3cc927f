import { t } from "@lingui/core/macro";
import { useContextMenu } from "../kit/ContextMenu.tsx";
import { CopyButton } from "../kit/CopyButton.tsx";
import { spelled } from "../kit/seen.ts";
import { Tooltip } from "../kit/Tooltip.tsx";
import type { AnyText } from "../language/foreign.ts";
import { useCopy } from "./useCopy.ts";
import "./facts.css";

const barWidth = 2;
const pitch = 3;
const height = 12;

/** The first eight digits of a SHA-256, drawn as bars so that two versions look different before they are read. */
export function HashStrip({ hash, of }: { hash: string; of?: AnyText }) {
  const open = useContextMenu();
  const copy = useCopy();
  if (hash === "") return <span className="text-3 type-small">{t`no hash`}</span>;
  const digits = hash.replace(/^sha256:/, "").slice(0, 8);
  return (
    <Tooltip
      text={
        <>
          <span className="mono">{hash}</span>
          {`\n${of === undefined ? "sha256" : t`sha256 of ${spelled(of)}`}`}
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its menu repeats what the button beside it does */}
      <span
        className="hash inline-row gap-6 fixed type-code text-2 one-line"
        data-original={hash}
        onContextMenu={(event) =>
          open(event, () => [[copy("hash", hash), copy("first eight digits", digits)]])
        }
      >
        <svg width={23} height={height} viewBox={`0 0 23 ${height}`} aria-hidden="true">
          {[...digits].map((digit, at) => (
            <Bar key={at} at={at} digit={digit} />
          ))}
        </svg>
        <code>{digits}</code>
      </span>
    </Tooltip>
  );
}

/** The strip with a button that copies all 64 digits. */
export function CopiedHash({ hash, of }: { hash: string; of?: AnyText }) {
  return (
    <span className="hash-copied inline-row gap-4">
      <HashStrip hash={hash} of={of} />
      {hash !== "" && <CopyButton label={t`Copy hash`} text={hash} />}
    </span>
  );
}

function Bar({ at, digit }: { at: number; digit: string }) {
  const value = Number.parseInt(digit, 16);
  const tall = 2 + Math.round(((Number.isNaN(value) ? 0 : value) / 15) * (height - 2));
  return <rect x={at * pitch} y={height - tall} width={barWidth} height={tall} fill="currentColor" />;
}
