import { t } from "@lingui/core/macro";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./Button.tsx";
import "./Toast.css";

/** One sentence about what has just been done, with at most one act. It stays until it is closed. */
export function Toast({
  action,
  onClose,
  children,
}: {
  action?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <div className="toast row gap-8 on-raised edged round-card" role="status">
      <span className="narrows breaks type-control">{children}</span>
      {action}
      <IconButton icon={X} label={t`Dismiss`} onPress={onClose} />
    </div>
  );
}
