/** A letter that was taken for one of another alphabet, and its own. */
export interface Lookalike {
  letter: string;
  alphabet: Alphabet;
}

/** A piece of text; with `letters` it is a word of several alphabets whose letters look alike. */
export interface Mixed {
  text: string;
  letters?: Lookalike[];
}

export type Alphabet = "Latin" | "Cyrillic" | "Greek" | "Armenian" | "Cherokee";

const alphabets: readonly [alphabet: Alphabet, letters: RegExp][] = [
  ["Latin", /\p{Script=Latin}/u],
  ["Cyrillic", /\p{Script=Cyrillic}/u],
  // Greek stands beside Latin in formulas and units (kΩ, Δt, λx): only letters that look Latin count.
  ["Greek", /[ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγικνορτυχ]/u],
  ["Armenian", /\p{Script=Armenian}/u],
  ["Cherokee", /\p{Script=Cherokee}/u],
];

/** Letters of Cyrillic and Greek that Unicode's table of confusables maps to one Latin letter. */
const looksLatin = /^[АВЕЅІЈКМНОРСТУХЬӀԌԚԜаеорсухѕіјһӏԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγινορυ]+$/u;

const other = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;
const names = /[\p{L}\p{M}\p{N}_-]+/gu;
const words = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * Splits text into words whose letters come from several alphabets and what is between them. A word is one that mixes
 * them itself, or that is made of look-alikes alone in a name whose other words are Latin (`сору-file`).
 */
export function mixed(text: string): Mixed[] {
  if (!other.test(text)) return [{ text }];
  const pieces: Mixed[] = [];
  let from = 0;
  for (const name of text.matchAll(names)) {
    const isLatin = /\p{Script=Latin}/u.test(name[0]);
    if (!isLatin) continue;
    for (const word of name[0].matchAll(words)) {
      const letters = oddIn(word[0]);
      if (letters.length === 0) continue;
      const at = name.index + word.index;
      if (at > from) pieces.push({ text: text.slice(from, at) });
      pieces.push({ text: word[0], letters });
      from = at + word[0].length;
    }
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}

/** Letters of a word that are not of its alphabet; of look-alikes alone they all are. */
function oddIn(word: string): Lookalike[] {
  const letters = [...word].flatMap((letter) => {
    const alphabet = alphabets.find(([, own]) => own.test(letter))?.[0];
    return alphabet === undefined ? [] : [{ letter, alphabet }];
  });
  const counts = new Map<Alphabet, number>();
  for (const { alphabet } of letters) counts.set(alphabet, (counts.get(alphabet) ?? 0) + 1);
  if (counts.size < 2 && !looksLatin.test(word)) return [];
  // Latin first: of as many letters of two alphabets the other ones are named.
  const most = [...counts].reduce<[Alphabet, number]>(
    (first, next) => (next[1] > first[1] ? next : first),
    ["Latin", counts.get("Latin") ?? 0],
  )[0];
  const odd = counts.size < 2 ? letters : letters.filter(({ alphabet }) => alphabet !== most);
  return [...new Map(odd.map((one) => [one.letter, one])).values()];
}
