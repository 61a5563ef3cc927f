import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, IconButton } from "../kit/Button.tsx";
import { Tooltip } from "../kit/Tooltip.tsx";
import "./facts.css";

const barWidth = 2;
const pitch = 3;
const height = 12;

/** The first eight digits of a SHA-256, drawn as bars so that two versions look different before they are read. */
export function HashStrip({ hash, of }: { hash: string; of?: string }) {
  if (hash === "") return <span className="hash-none">no hash</span>;
  const digits = hash.replace(/^sha256:/, "").slice(0, 8);
  return (
    <Tooltip
      text={
        <>
          <span className="mono">{hash}</span>
          {`\nsha256${of === undefined ? "" : ` of ${of}`}`}
        </>
      }
    >
      <span className="hash" data-original={hash}>
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
export function CopiedHash({ hash, of }: { hash: string; of?: string }) {
  return (
    <span className="hash-copied">
      <HashStrip hash={hash} of={of} />
      {hash !== "" && <CopyButton label="Copy hash" text={hash} />}
    </span>
  );
}

/** Puts a text on the clipboard, as it is. */
export function CopyButton({
  label,
  text,
  look = "icon",
}: {
  label: string;
  text: string;
  look?: "icon" | "words";
}) {
  const [said, setSaid] = useState<"copied" | "not copied" | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = window.setTimeout(() => setSaid(null), 2000);
    return () => window.clearTimeout(timer);
  }, [said]);
  const icon = said === "copied" ? Check : Copy;
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setSaid("copied"),
      () => setSaid("not copied"),
    );
  };
  return (
    <>
      {look === "icon" ? (
        <IconButton icon={icon} label={label} onPress={copy} />
      ) : (
        <Button icon={icon} size={24} onPress={copy}>
          {label}
        </Button>
      )}
      <span className="unseen" role="status">
        {said}
      </span>
    </>
  );
}

function Bar({ at, digit }: { at: number; digit: string }) {
  const value = Number.parseInt(digit, 16);
  const tall = 2 + Math.round(((Number.isNaN(value) ? 0 : value) / 15) * (height - 2));
  return <rect x={at * pitch} y={height - tall} width={barWidth} height={tall} fill="currentColor" />;
}
