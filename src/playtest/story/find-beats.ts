import { headingsOf, longestList, plain, sectionOf, type Heading } from "./markdown-parts.ts";

export type Beat = { title: string; summary: string };
export type BeatsFound = {
  beats: Beat[];
  /** Which rule found them, in words; or why there are none. */
  rule: string;
};
/** What an author may ask for in the front matter. */
export type BeatsWish = "none" | "headings" | "list";

const FEWEST_HEADINGS = 2;
const FEWEST_ITEMS = 3;

/** The beats of a guide that is a text, by structure alone: no language is understood here. */
export function findBeats(text: string, wish?: BeatsWish): BeatsFound {
  if (wish === "none") return { beats: [], rule: "the front matter says: beats: none" };
  const headings = headingsOf(text);
  const fromHeadings = () =>
    numbered(text, headings) ??
    underOutline(text, headings) ??
    (wish === "headings" ? mostCommonLevel(text, headings) : undefined);
  return (
    (wish === "list" ? undefined : fromHeadings()) ??
    (wish === "headings" ? undefined : orderedList(text)) ?? {
      beats: [],
      rule: "no numbered headings, no outline with sub-headings and no ordered list of three items or more",
    }
  );
}

/** "3. The Quay", "Beat 3: The Quay", "Scene 2", "1.2 The Quay", "IV. The Quay". */
const NUMBERED =
  /^(?:(?<word>\p{L}{1,20}(?:\s\p{L}{1,20}){0,2})\s*[#№]?\s*)?(?<number>(?:\d{1,3}\.)*\d{1,3}(?!\d)|(?<![\p{L}])[IVXLC]{1,6}(?=[.):\s–—-]|$))(?<unit>\p{L}{0,2})(?:\s*[.):：、–—-]+\s*|\s+|$)(?<title>.*)$/u;

/** Headings of one level that begin with the same word, or none, and count upwards. Counting may start again, as scenes do in every act. */
function numbered(text: string, headings: readonly Heading[]): BeatsFound | undefined {
  const groups = new Map<string, Array<{ at: number; title: string; number: number; word: string }>>();
  for (const [at, heading] of headings.entries()) {
    const { word = "", number = "", title = "" } = NUMBERED.exec(heading.text)?.groups ?? {};
    if (number === "") continue;
    const key = `${heading.level} ${word.toLowerCase()}`;
    const part = { at, word, title: title || heading.text, number: valueOf(number) };
    const group = groups.get(key);
    if (group) group.push(part);
    else groups.set(key, [part]);
  }
  const counting = [...groups.values()].filter(
    (group) =>
      group.length >= FEWEST_HEADINGS &&
      group.every(({ number }, index) => index === 0 || number <= 1 || number > group[index - 1]!.number),
  );
  const [most] = counting.toSorted((a, b) => b.length - a.length);
  return (
    most && {
      rule: `numbered headings${most[0]!.word === "" ? "" : ` ("${headings[most[0]!.at]!.text}" and so on)`}`,
      beats: most.map(({ at, title }) => ({ title, summary: sectionOf(text, headings, at) })),
    }
  );
}

/** The last part of 2.3; Roman numerals by their letters. */
function valueOf(number: string): number {
  if (/\d/.test(number)) return Number(number.split(".").at(-1));
  const values = [...number].map((letter) => ({ I: 1, V: 5, X: 10, L: 50, C: 100 })[letter] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}

/** English, Spanish, German, French. */
const OUTLINES = new Set(
  "beats pulses scenes chapters acts plot outline pulsos escenas capitulos actos trama esquema szenen kapitel akte handlung ablauf chapitres actes intrigue deroulement".split(
    " ",
  ),
);
const BESIDE = new Set(
  "the story main key of and in order el la los las de historia die der das geschichte le les histoire du".split(
    " ",
  ),
);

/** The sub-headings of a heading such as "Beats" or "Escenas". */
function underOutline(text: string, headings: readonly Heading[]): BeatsFound | undefined {
  for (const [at, { level, text: title }] of headings.entries()) {
    const words = bare(title).match(/[a-z]+/g) ?? [];
    if (
      !words.some((word) => OUTLINES.has(word)) ||
      !words.every((word) => OUTLINES.has(word) || BESIDE.has(word))
    )
      continue;
    let end = at + 1;
    while (end < headings.length && headings[end]!.level > level) end += 1;
    const below = headings.slice(at + 1, end);
    const top = below.reduce((least, heading) => Math.min(least, heading.level), 7);
    const beats = below.flatMap((heading, index) =>
      heading.level === top
        ? [{ title: heading.text, summary: sectionOf(text, headings, at + 1 + index) }]
        : [],
    );
    if (beats.length >= FEWEST_HEADINGS) return { beats, rule: `sub-headings of "${title}"` };
  }
  return undefined;
}

const bare = (title: string) => title.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** Where the author says that the headings are the beats: those of the level that has most of them. */
function mostCommonLevel(text: string, headings: readonly Heading[]): BeatsFound | undefined {
  const count = (level: number) => headings.filter((heading) => heading.level === level).length;
  const [level] = [1, 2, 3, 4, 5, 6].toSorted((a, b) => count(b) - count(a));
  if (count(level!) < FEWEST_HEADINGS) return undefined;
  return {
    rule: `headings of level ${level}`,
    beats: headings.flatMap((heading, at) =>
      heading.level === level ? [{ title: heading.text, summary: sectionOf(text, headings, at) }] : [],
    ),
  };
}

function orderedList(text: string): BeatsFound | undefined {
  const items = longestList(text);
  if (items.length < FEWEST_ITEMS) return undefined;
  return {
    rule: `an ordered list of ${items.length} items`,
    beats: items.map((item) => ({ title: titleOf(item), summary: item })),
  };
}

const LONGEST_TITLE = 80;

/** The bold words that an item begins with, its words before a colon or dash, or its first sentence; cut where that is long. */
function titleOf(item: string): string {
  const [line = ""] = item.split("\n");
  const bold = /^(?:\*\*|__)(.+?)(?:\*\*|__)/.exec(line)?.[1];
  const title = plain(bold ?? /^.*?(?=: | [–—-] |[.!?](?: |$)|$)/.exec(line)![0]).replace(/[.:]+$/, "");
  if (title.length <= LONGEST_TITLE) return title || plain(line);
  return `${title.slice(0, LONGEST_TITLE).replace(/\s+\S*$/, "")}…`;
}
