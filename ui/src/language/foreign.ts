/**
 * Text that was taken from a log, a skill or a file name: at run time a string, for the type checker nothing that React
 * draws or a message takes. The wire declares the same type; neither layer imports the other, and the shapes are
 * compared. It is a symbol, because then `${text}` in a template does not compile either.
 */
export type Foreign = symbol & { readonly foreign: true };

/** Text of this program or of somebody else, for places that draw both safely. */
export type AnyText = string | Foreign;

/**
 * Returns the text as it was recorded: to compare it, to search in it, to name a row by it, to send or to copy it. What
 * is shown goes through `Verbatim`, and through `spelled` where no element can stand.
 */
export function rawText<T extends AnyText | null | undefined>(text: T): string | Extract<T, null | undefined>;
export function rawText(text: AnyText | null | undefined): string | null | undefined {
  return text === null || text === undefined ? text : String(text);
}

/** Returns text that may hold text of somebody else as such. */
export function asForeign(text: string): Foreign;
export function asForeign(text: unknown): unknown {
  return text;
}

/** Nothing but a list that holds foreign text. */
type Holding<T> = [Extract<T, Foreign>] extends [never] ? never : unknown;

declare global {
  // What foreign texts are joined to is foreign, too. The library's own `join` makes a string of anything.
  interface Array<T> {
    join(this: Holding<T>, separator?: string): Foreign;
  }
  interface ReadonlyArray<T> {
    join(this: Holding<T>, separator?: string): Foreign;
  }
}
