import { remember } from "../../kernel/memo/index.ts";
import { plain } from "./plain.ts";
import { wordScanner } from "./scan-words.ts";

/** Words that say nothing about what a text is about. */
const empty = new Set(
  `about above across after again against all also although always among and any anyone anything are aren't around away back because been before behind being below beneath
  between both but came can can't cannot come comes could did didn't does doesn't doing don't down during each either else even ever every everyone everything few first
  for from further get gets give gives goes going gone had has have haven't having her here hers herself him himself his how i'd i'll i'm i've into isn't it's its itself
  just keep keeps know knows last let let's like look looks made make makes many may maybe might more most much must near never next not nothing now off okay once one ones
  only onto other others our ours out over own past perhaps please put puts quite rather really said same say says see seem seems seen sees she should since some someone
  something still stop such sure take takes tell tells than that that's the their them themselves then there there's these they thing things think this those though three
  through till too took toward towards turn turns two under until unto upon use very want wants was way we're we've well were what what's when where which while who whom
  whose why will with within without won't would yes yet you you'd you'll you're you've your yours yourself yourselves`.split(
    /\s+/,
  ),
);

/** Longer runs are data, not words. */
const LONGEST = 40;

/** The words that a text is about, each once: lower case, without accents, without the commonest endings. */
export const storyWords: (text: string) => ReadonlySet<string> = remember(wordsOf, { most: 1_000 });

function wordsOf(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  const take = (word: string) => {
    if (word !== "") found.add(word);
  };
  if (!scan(text, take))
    for (const [word] of plain(text)
      .toLowerCase()
      .matchAll(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu))
      take(contentOf(word));
  return found;
}

/** What a word says of a text; nothing where it is in any. */
const contentOf = (word: string): string =>
  word.length > 2 && word.length <= LONGEST && !empty.has(word) ? stem(word) : "";
const scan = wordScanner(contentOf);

function stem(word: string): string {
  const bare = word.replace(/'s$/, "");
  return bare.length > 5 ? bare.replace(/(?:ing|ed|es|s|ly)$/, "") : bare.replace(/(?<=\w{3})s$/, "");
}

/** The share of `part` that is found in `whole`: 0 where there is nothing to find. */
export function share(part: ReadonlySet<string>, whole: Words): number {
  let found = 0;
  for (const word of part) if (whole.has(word)) found++;
  return part.size === 0 ? 0 : found / part.size;
}

/** What words can be looked for in. */
export type Words = Pick<ReadonlySet<string>, "has">;

/** The words of several texts. Text by text, since most of them were read a turn ago. */
export function wordsOfAll(texts: readonly string[]): Words {
  const each = texts.map(storyWords);
  return { has: (word) => each.some((words) => words.has(word)) };
}
