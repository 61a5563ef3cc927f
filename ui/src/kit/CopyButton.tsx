import { t } from "@lingui/core/macro";
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { type AnyText, rawText } from "../language/foreign.ts";
import { Button, IconButton } from "./Button.tsx";

/** Puts a text on the clipboard, as it is. */
export function CopyButton({
  label,
  text,
  look = "icon",
}: {
  label: string;
  text: AnyText;
  look?: "icon" | "words";
}) {
  const [said, setSaid] = useState<"copied" | "failed" | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = window.setTimeout(() => setSaid(null), 2000);
    return () => window.clearTimeout(timer);
  }, [said]);
  const icon = said === "copied" ? Check : Copy;
  // A web view may have no clipboard; that too is a copy that failed.
  const write = async () => navigator.clipboard.writeText(rawText(text));
  const copy = () => {
    write().then(
      () => setSaid("copied"),
      () => setSaid("failed"),
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
        {said === "copied" ? t`copied` : said === "failed" ? t`not copied` : null}
      </span>
    </>
  );
}
