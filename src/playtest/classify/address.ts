import type { Mention } from "./name-book.ts";
import type { Span } from "../text/index.ts";

/** Players spoken to by name: "Sam, …", "Sam and Alex: …", "…, Sam." */
export type Address = Span & { seats: number[] };

/** Names that stand together as one: "Sam", "Sam and Alex", "Sam, Alex and Jo". */
export type NameGroup = Address & { mentions: Mention[]; joinedByAnd: boolean };

/** No group of players is larger; a longer list is no address. */
const MOST = 8;

const joiner = /^[\s*_]{0,4}(?:,|&|,?[\s*_]{0,4}\b(?:and|or)\b)[\s*_]{0,4}$/i;

export function nameGroups(mentions: readonly Mention[], flat: string): NameGroup[] {
  const groups: NameGroup[] = [];
  for (const mention of mentions) {
    const last = groups.at(-1);
    const between = last && mention.start - last.end <= 16 ? flat.slice(last.end, mention.start) : "";
    if (!last || last.mentions.length === MOST || !joiner.test(between))
      groups.push({ ...mention, mentions: [mention], joinedByAnd: false });
    else
      groups.splice(
        -1,
        1,
        grouped([...last.mentions, mention], last.joinedByAnd || /and|or|&/i.test(between)),
      );
  }
  return groups;
}

const grouped = (mentions: Mention[], joinedByAnd: boolean): NameGroup => ({
  start: mentions[0]!.start,
  end: mentions.at(-1)!.end,
  seats: [...new Set(mentions.flatMap(({ seats }) => seats))].sort((a, b) => a - b),
  mentions,
  joinedByAnd,
});

/** The players whom a sentence speaks to by name, in order. */
export function addressesIn(sentence: string, mentions: readonly Mention[]): Address[] {
  return nameGroups(mentions, sentence).flatMap((group) => {
    if (isAddress(sentence, group)) return [group];
    // "Sam, Alex is bleeding": the list was none.
    const first = group.mentions[0]!;
    return group.mentions.length > 1 && !group.joinedByAnd && isAddress(sentence, first) ? [first] : [];
  });
}

const opens =
  /(?:^|[,;:—….!?)]|\b(?:and|but|then|now|meanwhile|so|yet|while|as for|turning to|you|hey|oh|ah|dear))$/i;
const markup = /[\s*_"'([>#-]{0,12}$/;

function isAddress(sentence: string, { start, end }: Span): boolean {
  const before = sentence.slice(Math.max(0, start - 40), start).replace(markup, "");
  const after = sentence.slice(end, end + 40).replace(/^[*_"')\]]{1,6}/, "");
  const begins = start <= 40 && before === "";
  if (!begins && !opens.test(before)) return false;
  const afterComma = /[,;—…]$/.test(before) || /\byou$/i.test(before);
  if (/^\s*(?:$|[.!?](?!\.))/.test(after)) return begins || afterComma;
  // "the priest, Sam, and the dog": a list, nobody is spoken to.
  if (afterComma && /^,?\s{1,3}(?:and|or)\s(?:the|an?|his|her|their|[A-Z])\b/.test(after)) return false;
  return /^\s{0,2}(?:[,:;—…]|\.\.|-\s|-$)/.test(after) || /^[\s*_]{1,4}you(?:r|rs|rself)?\b/i.test(after);
}

export const saysYou = (sentence: string): boolean =>
  /(?<![\p{L}])you(?:r|rs|rself)?(?!\p{L})/iu.test(sentence);
