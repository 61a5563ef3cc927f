import { counted } from "./Count.tsx";

/** A size, exact: `5,212 bytes`. */
export function Bytes({ n }: { n: number }) {
  return <span className="tabular">{counted(n, "byte")}</span>;
}
