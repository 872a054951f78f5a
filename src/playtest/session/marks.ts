import type { PrivateMoment, TurnRecord } from "../../contract/index.ts";
import { publicPart } from "../agents/index.ts";
import { storyWords } from "../classify/index.ts";

/** By what a private moment is known again. */
export type Marks = {
  /** Its words that the narrator had told nobody else until then. */
  rare: readonly string[];
  /** Names in it, and words that it sets apart. */
  telling: ReadonlySet<string>;
  /** Words with a capital letter: names, where others write them so too. */
  capitals: ReadonlySet<string>;
  /** What it says, word for word. */
  runs: readonly string[];
  names(text: string): boolean;
};

const RUN = 3;

const known = new WeakMap<PrivateMoment, Marks>();
const wordsOf = new WeakMap<TurnRecord, ReadonlySet<string>>();

/** Worked out once for each moment: what was told after it changes nothing. */
export function marksOf(moment: PrivateMoment, records: readonly TurnRecord[]): Marks {
  const marks = known.get(moment) ?? makeMarks(moment, records.slice(0, moment.turn).map(publicWords));
  known.set(moment, marks);
  return marks;
}

function makeMarks({ content, target }: PrivateMoment, heard: ReadonlyArray<ReadonlySet<string>>): Marks {
  const own = storyWords(target);
  const called = new RegExp(String.raw`(?<![\p{L}\p{N}])${RegExp.escape(target)}(?![\p{L}\p{N}])`, "u");
  return {
    rare: [...storyWords(content)].filter(
      (word) => !own.has(word) && !heard.some((words) => words.has(word)),
    ),
    telling: new Set([...namesIn(content), ...setApart(content)]),
    capitals: storyWords((content.match(/\p{Lu}[\p{L}'’-]+/gu) ?? []).join(" ")),
    runs: runsOf(content),
    names: (text) => called.test(text),
  };
}

function publicWords(record: TurnRecord): ReadonlySet<string> {
  const words = wordsOf.get(record) ?? storyWords(publicPart(record.narrator.text, record.classification));
  wordsOf.set(record, words);
  return words;
}

export function runsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(RUN - 1).map((_, index) => words.slice(index, index + RUN).join(" "));
}

/** Written with a capital letter in the middle of a sentence. */
export const namesIn = (text: string): ReadonlySet<string> =>
  storyWords((text.match(/(?<=[\p{Ll},;:]\s["“'‘]?)\p{Lu}[\p{L}'’-]+/gu) ?? []).join(" "));

/** A word or two in quotation marks, or in capitals: a password, an inscription. */
export const setApart = (text: string): ReadonlySet<string> =>
  storyWords(
    [
      ...(text.match(/["“][\p{L}'’-]+(?:\s[\p{L}'’-]+){0,2}[,.!?]?["”]/gu) ?? []),
      ...(text.match(/(?<!\p{L})\p{Lu}{4,}(?!\p{L})/gu) ?? []),
    ].join(" "),
  );
