import { seen, spelled } from "../seen.ts";

/** Attributes of an element that are shown or read aloud. */
const told = [
  "title",
  "alt",
  "placeholder",
  "label",
  "aria-description",
  "aria-roledescription",
  "aria-valuetext",
];

/** Text of letters, digits and signs alone, which most texts are. */
const plain = /^[\n\t\x20-\x7E]*$/;

function isProps(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/**
 * Returns the props of an element with every character that is not seen, or changes how its neighbours are seen, spelled
 * out: in the strings among its children, and in the attributes that are shown or read aloud. Text of logs and skills is
 * drawn by `Verbatim`, which also keeps what is copied; this is what holds where somebody forgets it, and inside of
 * `<option>` and attributes, where no element can stand.
 */
export function drawnProps(type: unknown, props: unknown): unknown {
  if (!isProps(props)) return props;
  // A component draws its own; only its name is handed on to an element as it is.
  const names = typeof type === "string" ? ["aria-label", ...told] : ["aria-label"];
  let drawn = props;
  const put = (name: string, value: unknown) => {
    if (value !== props[name]) drawn = { ...drawn, [name]: value };
  };
  for (const name of names) {
    const value = props[name];
    if (typeof value === "string" && !plain.test(value)) put(name, spelled(value));
  }
  if (typeof type === "string" && "children" in props) put("children", drawnChildren(props.children));
  return drawn;
}

function drawnChildren(children: unknown): unknown {
  if (typeof children === "string") return drawnText(children);
  if (!Array.isArray(children) || children.every((child) => typeof child !== "string" || plain.test(child))) {
    return children;
  }
  return children.map((child) => (typeof child === "string" ? drawnText(child) : child));
}

function drawnText(text: string): string {
  if (plain.test(text)) return text;
  return seen(text, "text")
    .map((piece) => piece.text)
    .join("");
}
