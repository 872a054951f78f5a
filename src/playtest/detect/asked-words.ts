/** What a group asks for, and how much of it comes back in an answer. By words: who answers in quite other ones seems not to answer. */
import { remember } from "../../kernel/memo/index.ts";
import { narration } from "./narration.ts";
import { contentWords } from "./content-words.ts";
import { sentences } from "./sentences.ts";
import { shingles } from "./shingles.ts";
import { words } from "./words.ts";

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
  wishes: readonly (readonly string[])[];
  /** Words in a row, as the narrator would say them. */
  runs: readonly string[];
  /** Who of them asks a question. */
  askers: readonly string[];
  /** Is anything asked at all? */
  isQuestion: boolean;
};

/** Nothing where a relay asks for too little to tell. */
export function askedIn(relay: string, names: readonly string[]): Asked | undefined {
  const own = new Set(names.flatMap((name) => name.toLowerCase().split(/\s+/)));
  const wishes = wishesIn(relay).map((words) => words.filter((word) => !own.has(word.replace(/'s$/, ""))).map(stem)).filter((words) => words.length > 0);
  const about = [...new Set(wishes.flat())];
  return about.length < FEWEST ? undefined : { words: about, wishes, runs: runsIn(relay), askers: names.filter((name) => questionsIn(relay).includes(name)), isQuestion: relay.includes("?") || ANSWERS.test(relay) };
}

/** How much of it stands in a text: of all that was asked, or, where one of several wishes was granted, of that one. */
export function comesBack({ words: about, wishes }: Asked, text: string): number {
  const said = stemsOf(text);
  const share = (asked: readonly string[]) => asked.filter((word) => said.has(word)).length / asked.length;
  return Math.max(share(about), ...wishes.map(share).filter((each) => each >= ONE_OF_THEM));
}

/** The same, within two sentences: what is taken up is told in one place. All of it where the group's own words come back, or somebody is told that they asked. */
export function comesTogether({ words: about, wishes, runs, askers, isQuestion }: Asked, text: string): number {
  const places = placesIn(text);
  if (isQuestion && places.answers) return 1;
  if (places.grants || runs.some((run) => places.runs.has(run)) || askers.some((name) => places.questions.includes(name))) return 1;
  // Of a wish of one word there is no more to find.
  if (wishes.some(([word, ...more]) => more.length === 0 && places.pairs.some((said) => said.has(word!)))) return 1;
  const share = (asked: readonly string[], said: ReadonlySet<string>) => {
    const found = asked.filter((word) => said.has(word)).length;
    // One word may be the name of whoever is there anyway.
    return found < 2 ? 0 : found / asked.length;
  };
  return Math.max(0, ...places.pairs.flatMap((said) => [share(about, said), ...wishes.map((wish) => share(wish, said))]));
}

/** How many words of it are said again. */
export const repeated = ({ words: about }: Asked, text: string): number => about.filter((word) => stemsOf(text).has(word)).length;

/** Was one of the wishes among the ways that the narrator named? So much of it stands there together. */
export function wasOffered({ wishes }: Asked, text: string): boolean {
  const ways = waysIn(text);
  return wishes.some((wish) => wish.length > 1 && ways.some((way) => wish.filter((word) => way.has(word)).length >= wish.length * OFFERED));
}

const OFFERED = 0.6;

const waysIn = remember((text): ReadonlySet<string>[] => sentences(text).filter(({ text: sentence }) => isOffer(sentence)).map((sentence) => new Set(contentWords(sentence.text).map(stem))), { most: 100 });

/** What a group itself puts off it does not ask for yet: "We take the stairs, but first: who is there?" */
const PUT_OFF = /^[^]*?,? but (?:first|not (?:before|yet)|before that|that can wait|one thing comes)\b[^.;:]{0,20}(?::|(?=[.;]))/i;

export const putsOff = (relay: string): boolean => PUT_OFF.test(relay);

/** Clause by clause. Long quotations are what was told, and not what is asked for. */
const wishesIn = remember(
  (whole) => {
    const relay = whole.replace(PUT_OFF, "");
    const { told, speech } = narration(relay.slice(0, 4_000));
    const quoted = speech.filter((said) => sentences(said).length < 2);
    return [...told.split(/[.;:?!\n]+|,? but /), ...quoted].map((clause) => [...new Set(contentWords(clause).filter((word) => word.length > 2 && !ASKING.has(word)))]).filter((words) => words.length > 0);
  },
  { most: 400 },
);

/** All words of a text, by their first letters. */
const stemsOf: (text: string) => ReadonlySet<string> = remember((text) => new Set(contentWords(text).map(stem)), { most: 400 });

/** An output, two sentences at a time; its runs of words; and those of its sentences that speak of asking. */
export const placesIn = remember(
  (text) => {
    const all = sentences(text).filter(({ text: sentence }) => !isOffer(sentence));
    const stems = all.map((sentence) => new Set(contentWords(sentence.text).map(stem)));
    return {
      pairs: stems.length < 2 ? stems : stems.slice(1).map((each, index) => each.union(stems[index]!)),
      runs: new Set(runsIn(all.map((sentence) => sentence.text).join("\n"))),
      questions: questionsIn(text),
      answers: all.some((sentence) => ANSWERED.test(sentence.text)),
      grants: all.some((sentence) => GRANTS.test(sentence.text)),
    };
  },
  { most: 200 },
);

/** The sentences that speak of asking. */
const questionsIn = (text: string): string => sentences(text).filter((sentence) => ANSWERS.test(sentence.text)).map((sentence) => sentence.text).join("\n");

const ANSWERS = /\b(?:ask\w*|answer\w*|question\w*|wants? to know|wonder\w*|curious)\b/i;
/** What may be done next is no answer to what was wanted. */
const OFFERS = /\?["”']?\s*$|\byou (?:could|might|may)\b|\byou can (?!(?:all |both |almost |nearly |even )?(?:see|hear|feel|smell|tell|make out|just))\p{Ll}/iu;
export const isOffer = (sentence: string): boolean => OFFERS.test(sentence);
/** A question is answered, or said to have no answer. */
const ANSWERED = /\b(?:(?:your|that|this|the) questions?|(?:no|half an|an) (?:\p{L}+ )?answer|answers? (?:that|it|you|to (?:it|that))|(?<!if )you ask(?:ed)?,)(?!\p{L})/iu;
/** Granted without a word about what. */
const GRANTS = /\b(?:it is done|it's done|as you (?:wish|wished|ask|asked|say|said|please|decided|chose)|you do (?:so|just that|exactly that|as (?:you|\p{Lu}))|so you do)\b/u;
const RUN = 4;
/** What the group calls "our" is "your" in the narrator's mouth. */
const OTHERS: Readonly<Record<string, string>> = { we: "you", us: "you", our: "your", ours: "yours", ourselves: "yourselves", i: "you", me: "you", my: "your" };

export const runsIn = (text: string): string[] => shingles(words(text.slice(0, 8_000)).map((word) => OTHERS[word] ?? word), RUN);

export const stem = (word: string) => word.replace(/'s$/, "").slice(0, 5);
