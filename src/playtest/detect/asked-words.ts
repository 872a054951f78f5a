/** What a group asks for, and how much of it comes back in an answer. By words: who answers in quite other ones seems not to answer. */
import { remember } from "../../kernel/memo/index.ts";
import { clausesOf } from "./clauses.ts";
import { runNumbers } from "./fingerprint.ts";
import { narration } from "./narration.ts";
import { read, sentencesOf, type Span, type Text } from "./text.ts";
import { MARK } from "./word-marks.ts";
import { stem, wordOf, type Word } from "./word.ts";

/** How something is asked for, whatever it is: none of it has to come back in an answer. */
const ASKING = new Set(
  `ask asks asked asking answer question questions wonder wonders wondering know knows think thinks guess maybe suppose probably idea ideas like likes liked wish wishes hope hopes vote votes pick
  choice choose decide decides decided plan plans suggest suggests propose proposes prefer prefers try tries trying group everybody everyone together somebody anybody somewhat sort kind
  happy mind okay ok right sure yeah um uh er erm hm first before after thing things way ways little bit said told tell tells telling asking wanted wanting love consider rest short recap
  anyway please also still really actually two three thank thanks sorry see look looks going gonna make makes made take takes took put give gives find new last part whether exactly less more
  because finally agree agrees agreed against speak speaks all`.split(/\s+/),
);

export const aboutAsking = (word: string): boolean => ASKING.has(word);

/** A wish of fewer words can be granted without using any of them. */
const FEWEST = 3;
/** So much of one wish among several is enough. */
const ONE_OF_THEM = 0.5;

export type Asked = {
  /** What it is about, by the first letters: who climbs is climbing. Names of players say who asks, not what for. */
  words: readonly string[];
  stems: ReadonlySet<string>;
  wishes: readonly (readonly string[])[];
  /** Words in a row, as the narrator would say them: see `runsIn`. */
  runs: ReadonlySet<number>;
  /** Who of them asks a question. */
  askers: readonly string[];
  /** Is anything asked at all? */
  isQuestion: boolean;
};

/** Nothing where a relay asks for too little to tell. */
export const askedIn = (relay: string, names: readonly string[]): Asked | undefined => askedBy(`${names.join("\t")}\n${relay}`).asked;

const askedBy = remember((key): { asked?: Asked } => {
  const end = key.indexOf("\n");
  const [names, relay] = [key.slice(0, end).split("\t"), key.slice(end + 1)];
  const own = new Set(names.flatMap((name) => name.toLowerCase().split(/\s+/)));
  const wishes = wishesIn(relay).map((words) => words.filter((word) => !own.has(word.replace(/'s$/, ""))).map(stem)).filter((words) => words.length > 0);
  const stems = new Set(wishes.flat());
  if (stems.size < FEWEST) return {};
  const questions = questionsIn(read(relay));
  return { asked: { words: [...stems], stems, wishes, runs: new Set(runsIn(read(relay).words)), askers: names.filter((name) => questions.includes(name)), isQuestion: questions !== "" || relay.includes("?") } };
}, { most: 100 });

/** How much of it stands in a text: of all that was asked, or, where one of several wishes was granted, of that one. */
export function comesBack({ words: about, stems, wishes }: Asked, text: string): number {
  const said = among(stems, read(text));
  const share = (asked: readonly string[]) => asked.filter((word) => said.has(word)).length / asked.length;
  return Math.max(share(about), ...wishes.map(share).filter((each) => each >= ONE_OF_THEM));
}

/** The same, within two sentences: what is taken up is told in one place. All of it where the group's own words come back, or somebody is told that they asked. */
export function comesTogether({ words: about, stems, wishes, runs, askers, isQuestion }: Asked, text: string): number {
  const places = placesIn(text);
  if (isQuestion && places.answers) return 1;
  if (places.grants || hasRun(places, runs) || askers.some((name) => places.questions.includes(name))) return 1;
  const pairs = pairsWith(stems, places);
  // Of a wish of one word there is no more to find.
  if (wishes.some(([word, ...more]) => more.length === 0 && pairs.some((said) => said.has(word!)))) return 1;
  let most = 0;
  for (const said of pairs) {
    if (said.size === 0) continue;
    for (const asked of [about, ...wishes]) {
      const found = asked.filter((word) => said.has(word)).length;
      // One word may be the name of whoever is there anyway.
      if (found >= 2) most = Math.max(most, found / asked.length);
    }
  }
  return most;
}

/** How many words of it are said again. */
export const repeated = ({ stems }: Asked, text: string): number => among(stems, read(text)).size;

/** Was one of the wishes among the ways that the narrator named? So much of it stands there together. */
export function wasOffered({ wishes, stems }: Asked, text: string): boolean {
  const output = read(text);
  const ways = sentencesOf(output).filter(isOffer).map((way) => among(stems, output, way));
  return wishes.some((wish) => wish.length > 1 && ways.some((way) => wish.filter((word) => way.has(word)).length >= wish.length * OFFERED));
}

const OFFERED = 0.6;

/** What a group itself puts off it does not ask for yet: "We take the stairs, but first: who is there?" */
const PUT_OFF = /^[^]*?,? but (?:first|not (?:before|yet)|before that|that can wait|one thing comes)\b[^.;:]{0,20}(?::|(?=[.;]))/i;

export const putsOff = (relay: string): boolean => PUT_OFF.test(relay);

/** Clause by clause. Long quotations are what was told, and not what is asked for. */
function wishesIn(whole: string): string[][] {
  const relay = whole.replace(PUT_OFF, "");
  const { told, speech } = narration(relay.slice(0, 4_000));
  const quoted = speech.map(read).filter((said) => sentencesOf(said).length < 2);
  const of = (words: readonly Word[]) => [...new Set(words.filter(({ isContent, text }) => isContent && text.length > 2 && !ASKING.has(text)).map(({ text }) => text))];
  return [...clausesOf(read(told), { but: true }).map(({ from, to }) => read(told).words.slice(from, to)), ...quoted.map(({ words }) => words)].map(of).filter((words) => words.length > 0);
}

const NONE: ReadonlySet<string> = new Set();

/** Those of some words that a text has, or a part of it, by their first letters. */
function among(wanted: ReadonlySet<string>, { words }: Text, { from, to }: { from: number; to: number } = { from: 0, to: words.length }): ReadonlySet<string> {
  let found: Set<string> | undefined;
  for (let at = from; at < to; at += 1) {
    const { isContent, stem } = words[at]!;
    if (isContent && wanted.has(stem)) (found ??= new Set()).add(stem);
  }
  return found ?? NONE;
}

export type Places = { text: Text; /** What is no offer. */ told: readonly Span[]; runs: Uint32Array; questions: string; answers: boolean; grants: boolean };

/** An output, sentence by sentence; its runs of words; and those of its sentences that speak of asking. */
export const placesIn: (text: string) => Places = remember(
  (whole): Places => {
    const text = read(whole);
    const all = sentencesOf(text);
    const told = all.filter((sentence) => !isOffer(sentence));
    return {
      text,
      told,
      runs: runsIn(told.length === all.length ? text.words : told.flatMap(({ from, to }) => text.words.slice(from, to))),
      questions: questionsIn(text),
      answers: told.some((sentence) => sentence.marks & MARK.asks && ANSWERED.test(sentence.text)),
      grants: told.some((sentence) => sentence.marks & MARK.done && GRANTS.test(sentence.text)),
    };
  },
  { most: 200 },
);

/** Of some words those that stand there, two sentences at a time. */
export function pairsWith(wanted: ReadonlySet<string>, { text, told }: Places): ReadonlySet<string>[] {
  const said = told.map((sentence) => among(wanted, text, sentence));
  return said.length < 2 ? said : said.slice(1).map((each, index) => (each.size === 0 ? said[index]! : said[index]!.size === 0 ? each : each.union(said[index]!)));
}

/** Is one of some runs of words there? */
export function hasRun({ runs }: Pick<Places, "runs">, wanted: ReadonlySet<number>): boolean {
  if (wanted.size > 0) for (let at = 0; at < runs.length; at += 1) if (wanted.has(runs[at]!)) return true;
  return false;
}

/** The sentences that speak of asking. */
const questionsIn = (text: Text): string => (text.marks & MARK.asks ? sentencesOf(text).filter((sentence) => sentence.marks & MARK.asks && ANSWERS.test(sentence.text)).map((sentence) => sentence.text).join("\n") : "");

const ANSWERS = /\b(?:ask\w*|answer\w*|question\w*|wants? to know|wonder\w*|curious)\b/i;
/** What may be done next is no answer to what was wanted. */
const OFFERS = /\byou (?:could|might|may)\b|\byou can (?!(?:all |both |almost |nearly |even )?(?:see|hear|feel|smell|tell|make out|just))\p{Ll}/iu;
export const isOffer = ({ text, marks }: Span): boolean => text.endsWith("?") || ((marks & MARK.may) !== 0 && OFFERS.test(text));
/** A question is answered, or said to have no answer. */
const ANSWERED = /\b(?:(?:your|that|this|the) questions?|(?:no|half an|an) (?:\p{L}+ )?answer|answers? (?:that|it|you|to (?:it|that))|(?<!if )you ask(?:ed)?,)(?!\p{L})/iu;
/** Granted without a word about what. */
const GRANTS = /\b(?:it is done|it's done|as you (?:wish|wished|ask|asked|say|said|please|decided|chose)|you do (?:so|just that|exactly that|as (?:you|\p{Lu}))|so you do)\b/u;
const RUN = 4;
const MOST_WORDS = 1_600;
/** What the group calls "our" is "your" in the narrator's mouth. */
const OTHERS = new Map(Object.entries({ we: "you", us: "you", our: "your", ours: "yours", ourselves: "yourselves", i: "you", me: "you", my: "your" }));
const asTold = (word: Word): Word => (word.marks & MARK.ours ? wordOf(OTHERS.get(word.text) ?? word.text) : word);

/** Words in a row, as numbers. That two others have the same one happens in one of a million turns. */
export const runsIn = (words: readonly Word[]): Uint32Array => runNumbers(words.slice(0, MOST_WORDS).map(asTold), RUN);
