import { Menu as Base } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { type Doable, printed } from "./actions.ts";
import { type Glyph, Icon } from "./Icon.tsx";
import { Keys } from "./Keys.tsx";
import { layerOf } from "./layerOf.ts";
import "./Menu.css";

export interface MenuItem {
  id: string;
  label: ReactNode;
  /** A second line. */
  note?: ReactNode;
  icon?: Glyph;
  /** The first keys that do the same. */
  keys?: string;
  /** It is one of a set, and this one holds. */
  checked?: boolean;
  /** With Control (or Command) held, where that makes a difference. */
  onPick: (apart: boolean) => void;
}

/** An action as a line of a menu. */
export function itemOf({ id, name, icon, keys, run }: Doable): MenuItem {
  return { id, label: name, icon, keys: keys?.[0], onPick: () => run() };
}

/** A button that opens a short list of acts. */
export function Menu({
  label,
  face,
  className = "",
  items,
  side = "left",
  heading,
}: {
  label: string;
  /** What the button shows. */
  face: ReactNode;
  className?: string;
  items: readonly MenuItem[];
  /** The edge of the button it lines up with. */
  side?: "left" | "right";
  heading?: string;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const [layer, setLayer] = useState<HTMLElement>();
  return (
    <Base.Root modal={false} onOpenChange={() => setLayer(layerOf(button.current))}>
      <Base.Trigger ref={button} className={className} aria-label={label}>
        {face}
      </Base.Trigger>
      <Base.Portal container={layer}>
        <Base.Positioner
          className="menu-place"
          positionMethod="fixed"
          align={side === "left" ? "start" : "end"}
          sideOffset={5}
          collisionPadding={6}
        >
          <Base.Popup className="menu scrolls-both on-raised edged round-card" aria-label={heading ?? label}>
            {heading !== undefined && <div className="menu-heading text-3 type-micro">{heading}</div>}
            <MenuLines items={items} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** The lines of a menu. Those of a set are told as such. */
export function MenuLines({ items }: { items: readonly MenuItem[] }) {
  const chosen = items.find(({ checked }) => checked === true)?.id ?? null;
  return (
    <Base.RadioGroup value={chosen} role="presentation">
      {items.map((item) =>
        item.checked === undefined ? (
          <Base.Item
            key={item.id}
            className="menu-item row gap-8 type-control ring-inside"
            onClick={({ ctrlKey, metaKey }) => item.onPick(ctrlKey || metaKey)}
          >
            <Line {...item} />
          </Base.Item>
        ) : (
          <Base.RadioItem
            key={item.id}
            className="menu-item row gap-8 type-control ring-inside"
            value={item.id}
            closeOnClick
            onClick={({ ctrlKey, metaKey }) => item.onPick(ctrlKey || metaKey)}
          >
            <Line {...item} />
          </Base.RadioItem>
        ),
      )}
    </Base.RadioGroup>
  );
}

function Line({ icon, label, note, keys, checked }: MenuItem) {
  return (
    <>
      {icon !== undefined && <Icon of={icon} />}
      <span className="menu-words grow breaks">
        <span>{label}</span>
        {note !== undefined && <span className="menu-note">{note}</span>}
      </span>
      {checked === true && <Icon of={Check} />}
      {keys !== undefined && <Keys keys={printed(keys)} />}
    </>
  );
}
