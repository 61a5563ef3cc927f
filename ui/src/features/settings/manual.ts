import type { ManualPage, ManualSection } from "../../host/wire.gen.ts";

/** A part of a page in which something was found. */
interface Found {
  page: ManualPage;
  section: ManualSection;
}

/** The parts in which every word stands, those first that have one in their heading. */
export function foundIn(pages: readonly ManualPage[], text: string): Found[] {
  const words = text.toLowerCase().split(/\s+/u).filter(Boolean);
  const holds = (place: string) => words.every((word) => place.toLowerCase().includes(word));
  const all = pages.flatMap((page) => page.sections.map((section) => ({ page, section })));
  const heads = all.filter(({ page, section }) => holds(`${page.title} ${section.head}`));
  const others = all.filter(({ page, section }) => holds(`${page.title} ${section.head} ${section.words}`));
  return [...heads, ...others.filter((one) => !heads.includes(one))];
}

/** The part of the manual that an address in a page leads to; nothing where it leads elsewhere. */
export function placeOf(
  pages: readonly ManualPage[],
  from: ManualPage,
  to: string,
): { topic: string; section: string | undefined } | undefined {
  // Only the path is of interest: pages name each other as files beside them.
  const base = `file:///${from.path}`;
  if (!URL.canParse(to, base)) return undefined;
  const { protocol, pathname, hash } = new URL(to, base);
  const page = protocol === "file:" ? pages.find(({ path }) => `/${path}` === pathname) : undefined;
  return page && { topic: page.topic, section: hash === "" ? undefined : hash.slice(1) };
}
