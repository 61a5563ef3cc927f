import { plural } from "@lingui/core/macro";

/** A size, exact: `5,212 bytes`. */
export function Bytes({ n }: { n: number }) {
  return <span className="tabular">{plural(n, { one: "# byte", other: "# bytes" })}</span>;
}
