import type { HouseGuide, HousePulse } from "../house-guide.ts";
import { isAction, joinOr, lowerFirst, unstopped } from "../words/index.ts";

/** An option's label as it stands inside a sentence: without its capital, unless it begins with a name. */
export function wayOf({ npcs, locations }: HouseGuide, label: string): string {
  // Semicolons are wanted for the list.
  const way = unstopped(label).replaceAll(";", ",");
  const first = /^[\p{L}]+/u.exec(way)?.[0] ?? "";
  const isName =
    /^(?:Miss|Mister|Mr|Mrs|Ms|Dr|Lady|Lord|Captain|Doctor|Constable|Father|Sister|Reverend)$/.test(first) ||
    [...npcs, ...locations].some(
      ({ name }) => name.split(/[\s,]+/).includes(first) && !/^(?:The|A|An)$/.test(first),
    );
  return isName ? way : lowerFirst(way);
}

/** All ways of a choice, and whether they are things to do: "ring, or wait". Guides also ask "Whom do you trust?". */
export function waysOf(
  guide: HouseGuide,
  { options }: HousePulse["choice"],
): { list: string; areActions: boolean } {
  const ways = options.map(({ label }) => wayOf(guide, label));
  return { list: joinOr(ways), areActions: ways.every(isAction) };
}
