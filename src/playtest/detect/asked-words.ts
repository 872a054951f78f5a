/** What a group asks for, and how much of it comes back in an answer. By words: who answers in quite other ones seems not to answer. */
import { clausesOf } from "./clauses.ts";
import { runNumbers } from "./fingerprint.ts";
import { narrationOf } from "./narration.ts";
import { sentencesOf, type Span } from "./sentences.ts";
import { facet, read, type Text } from "./text.ts";
import { MARK } from "./word-marks.ts";
import { isAmong, stemsOf, type Stems } from "./word.ts";

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
  stems: Stems;
  wishes: readonly (readonly string[])[];
  /** Words in a row, as the narrator would say them: see `runsIn`. */
  runs: Uint32Array;
  /** Who of them asks a question. */
  askers: readonly string[];
  /** Is anything asked at all? */
  isQuestion: boolean;
};

/** Nothing where a relay asks for too little to tell. */
export function askedIn(relay: string, names: readonly string[]): Asked | undefined {
  const text = read(relay);
  const lately = lastAsked(text);
  const key = names.join("\t");
  if (lately.names !== key) {
    lately.names = key;
    lately.asked = askedBy(text, names);
  }
  return lately.asked;
}

const lastAsked = facet((): { names?: string; asked?: Asked } => ({}));

function askedBy(relay: Text, names: readonly string[]): Asked | undefined {
  const own = new Set(names.flatMap((name) => name.toLowerCase().split(/\s+/)));
  const wishes = wishesIn(relay, own);
  const stems = stemsOf(wishes.flat());
  if (stems.set.size < FEWEST) return undefined;
  const questions = questionsIn(relay);
  return {
    words: [...stems.set],
    stems,
    wishes,
    runs: runsIn(relay),
    askers: names.filter((name) => questions.includes(name)),
    isQuestion: questions !== "" || relay.text.includes("?"),
  };
}

/** How much of it stands in a text: of all that was asked, or, where one of several wishes was granted, of that one. */
export function comesBack({ words: about, stems, wishes }: Asked, text: Text): number {
  const said = among(stems, text);
  if (said.size === 0) return 0;
  let most = countIn(about, said) / about.length;
  for (const wish of wishes) {
    const share = countIn(wish, said) / wish.length;
    if (share >= ONE_OF_THEM && share > most) most = share;
  }
  return most;
}

/** The same, within two sentences: what is taken up is told in one place. All of it where the group's own words come back, or somebody is told that they asked. */
export function comesTogether(
  { words: about, stems, wishes, runs, askers, isQuestion }: Asked,
  text: Text,
): number {
  const places = placesIn(text);
  if (isQuestion && places.answers) return 1;
  if (places.grants || hasRun(places, runs) || askers.some((name) => places.questions.includes(name)))
    return 1;
  const pairs = pairsWith(stems, places).filter((said) => said.size > 0);
  // Of a wish of one word there is no more to find.
  if (wishes.some((wish) => wish.length === 1 && pairs.some((said) => said.has(wish[0]!)))) return 1;
  let most = 0;
  for (const said of pairs) {
    // One word may be the name of whoever is there anyway.
    const share = (asked: readonly string[]) => {
      const found = countIn(asked, said);
      return found >= 2 ? found / asked.length : 0;
    };
    most = Math.max(most, share(about));
    for (const wish of wishes) most = Math.max(most, share(wish));
  }
  return most;
}

function countIn(words: readonly string[], said: ReadonlySet<string>): number {
  let found = 0;
  for (const word of words) if (said.has(word)) found += 1;
  return found;
}

/** How many words of it are said again. */
export const repeated = ({ stems }: Asked, text: string): number => among(stems, read(text)).size;

/** Was one of the wishes among the ways that the narrator named? So much of it stands there together. */
export function wasOffered({ wishes, stems }: Asked, text: string): boolean {
  const output = read(text);
  const ways = sentencesOf(output)
    .filter(isOffer)
    .map((way) => among(stems, output, way));
  return wishes.some(
    (wish) => wish.length > 1 && ways.some((way) => countIn(wish, way) >= wish.length * OFFERED),
  );
}

const OFFERED = 0.6;

/** What a group itself puts off it does not ask for yet: "We take the stairs, but first: who is there?" */
const PUT_OFF =
  /^[^]*?,? but (?:first|not (?:before|yet)|before that|that can wait|one thing comes)\b[^.;:]{0,20}(?::|(?=[.;]))/i;

export const putsOff = (relay: string): boolean => hasBut(relay) && PUT_OFF.test(relay);
const hasBut = (relay: string): boolean => / but /i.test(relay);

/** Clause by clause, by the first letters of its words. Long quotations are what was told, and not what is asked for. */
function wishesIn(whole: Text, names: ReadonlySet<string>): string[][] {
  const relay = hasBut(whole.text) ? read(whole.text.replace(PUT_OFF, "")) : whole;
  const { read: told, speech } = narrationOf(
    relay.text.length > LONGEST ? read(relay.text.slice(0, LONGEST)) : relay,
  );
  const wishes: string[][] = [];
  const add = ({ words }: Text, from: number, to: number) => {
    // Each word once; two words may begin alike.
    const seen = new Set<string>();
    const wish: string[] = [];
    for (let at = from; at < to; at += 1) {
      const { text, isContent, stem } = words[at]!;
      if (!isContent || text.length <= 2 || ASKING.has(text) || seen.has(text)) continue;
      seen.add(text);
      if (!names.has(text.endsWith("'s") ? text.slice(0, -2) : text)) wish.push(stem);
    }
    if (wish.length > 0) wishes.push(wish);
  };
  for (const { from, to } of clausesOf(told, { but: true })) add(told, from, to);
  for (const said of speech.map(read)) if (sentencesOf(said).length < 2) add(said, 0, said.words.length);
  return wishes;
}

const LONGEST = 4_000;
const NONE: ReadonlySet<string> = new Set();

/** Those of some words that a text has, or a part of it, by their first letters. */
function among(
  wanted: Stems,
  { words }: Text,
  { from, to }: { from: number; to: number } = { from: 0, to: words.length },
): ReadonlySet<string> {
  let found: Set<string> | undefined;
  for (let at = from; at < to; at += 1) {
    const word = words[at]!;
    if (word.isContent && isAmong(wanted, word)) (found ??= new Set()).add(word.stem);
  }
  return found ?? NONE;
}

export type Places = {
  text: Text;
  /** What is no offer. */ told: readonly Span[];
  runs: Uint32Array;
  questions: string;
  answers: boolean;
  grants: boolean;
};

/** An output, sentence by sentence; its runs of words; and those of its sentences that speak of asking. */
export const placesIn: (text: Text) => Places = facet((text) => {
  const all = sentencesOf(text);
  const told = all.filter((sentence) => !isOffer(sentence));
  return {
    text,
    told,
    runs: runsIn(text, told.length === all.length ? undefined : told),
    questions: questionsIn(text),
    answers: told.some((sentence) => sentence.marks & MARK.asks && ANSWERED.test(sentence.text)),
    grants: told.some((sentence) => sentence.marks & MARK.done && GRANTS.test(sentence.text)),
  };
});

/** Of some words those that stand there, two sentences at a time. */
export function pairsWith(wanted: Stems, { text, told }: Places): ReadonlySet<string>[] {
  const said = told.map((sentence) => among(wanted, text, sentence));
  return said.length < 2
    ? said
    : said
        .slice(1)
        .map((each, index) =>
          each.size === 0 ? said[index]! : said[index]!.size === 0 ? each : each.union(said[index]!),
        );
}

/** Is one of some runs of words there? They are few: hardly any has to be compared with all of them. */
export function hasRun({ runs }: Pick<Places, "runs">, wanted: Uint32Array): boolean {
  for (let at = 0; at < wanted.length; at += 1) marked[wanted[at]! & LAST] = 1;
  let found = false;
  for (let at = 0; at < runs.length && !found; at += 1)
    found = marked[runs[at]! & LAST] === 1 && wanted.includes(runs[at]!);
  for (let at = 0; at < wanted.length; at += 1) marked[wanted[at]! & LAST] = 0;
  return found;
}

const LAST = (1 << 12) - 1;
const marked = new Uint8Array(LAST + 1);

/** The sentences that speak of asking. */
const questionsIn = (text: Text): string =>
  text.marks & MARK.asks
    ? sentencesOf(text)
        .filter((sentence) => sentence.marks & MARK.asks && ANSWERS.test(sentence.text))
        .map((sentence) => sentence.text)
        .join("\n")
    : "";

const ANSWERS = /\b(?:ask\w*|answer\w*|question\w*|wants? to know|wonder\w*|curious)\b/i;
/** What may be done next is no answer to what was wanted. */
const OFFERS =
  /\byou (?:could|might|may)\b|\byou can (?!(?:all |both |almost |nearly |even )?(?:see|hear|feel|smell|tell|make out|just))\p{Ll}/iu;
export const isOffer = ({ text, marks }: Span): boolean =>
  text.endsWith("?") || ((marks & MARK.may) !== 0 && OFFERS.test(text));
/** A question is answered, or said to have no answer. */
const ANSWERED =
  /\b(?:(?:your|that|this|the) questions?|(?:no|half an|an) (?:\p{L}+ )?answer|answers? (?:that|it|you|to (?:it|that))|(?<!if )you ask(?:ed)?,)(?!\p{L})/iu;
/** Granted without a word about what. */
const GRANTS =
  /\b(?:it is done|it's done|as you (?:wish|wished|ask|asked|say|said|please|decided|chose)|you do (?:so|just that|exactly that|as (?:you|\p{Lu}))|so you do)\b/u;
const RUN = 4;
const MOST_WORDS = 1_600;
/** Words in a row, as numbers and as the narrator would say them. That two others have the same one happens in one of a million turns. */
export const runsIn = (
  { words }: Pick<Text, "words">,
  parts: ReadonlyArray<{ from: number; to: number }> = [{ from: 0, to: words.length }],
): Uint32Array => runNumbers(words, RUN, { parts: upTo(MOST_WORDS, parts), told: true });

function upTo(
  most: number,
  parts: ReadonlyArray<{ from: number; to: number }>,
): ReadonlyArray<{ from: number; to: number }> {
  let left = most;
  for (const { from, to } of parts) left -= to - from;
  if (left >= 0) return parts;
  left = most;
  return parts.map(({ from, to }) => {
    const size = Math.min(left, to - from);
    left -= size;
    return { from, to: from + size };
  });
}
