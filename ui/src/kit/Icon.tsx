import type { LucideIcon } from "lucide-react";

export type Glyph = LucideIcon;

/** One meaning, one icon. It is decoration: the word stands beside it. 12 in chips, 14 in text, 18 in the rail. */
export function Icon({ of: Drawn, size = 14 }: { of: Glyph; size?: 12 | 14 | 16 | 18 | 22 }) {
  return (
    <Drawn
      className="icon fixed block"
      size={size}
      strokeWidth={size === 12 ? 2.2 : 1.8}
      aria-hidden
      focusable={false}
    />
  );
}
