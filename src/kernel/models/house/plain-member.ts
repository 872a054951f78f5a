/**
 * The house member that plays any role without knowledge of it: enough for a first run and for tests of the code around
 * a model.
 */
import type { Dice } from "../../dice/index.ts";
import { HarnessError } from "../../errors/index.ts";
import type { HouseMember, HouseRequest } from "./house-member.ts";

export const plainMember: HouseMember = {
  name: "plain",
  does: "Answers in a few plain sentences on the last message's own words.",
  reply(request) {
    if (request.schema)
      throw new HarnessError({
        code: "house-schema",
        message: "A house model answers in sentences. It cannot fill a JSON schema.",
        remedy: "Name a model of `rehearse models`, or ask without a schema.",
      });
    return { text: answer(request.dice, subject(request)) };
  },
};

/** The subject: the last message, or the instructions if that is empty. */
function subject({ messages, instructions }: HouseRequest): string[] {
  const asked = salientWords(messages.findLast(({ role }) => role === "user")?.text ?? "");
  return asked.length > 0 ? asked : salientWords(instructions);
}

function answer(dice: Dice, words: readonly string[]): string {
  if (words.length === 0) return dice.pick(nothingAsked);
  const [first, second = first, third = second] = threeOf(dice, words);
  return [
    dice.pick(openings)(first!, second!),
    dice.pick(middles)(second!, third!),
    dice.pick(closings)(third!, first!),
  ].join(" ");
}

function threeOf(dice: Dice, words: readonly string[]): string[] {
  const chosen: string[] = [];
  while (chosen.length < Math.min(3, words.length)) {
    chosen.push(dice.weighted(words, (word) => (chosen.includes(word) ? 0 : word.length)));
  }
  return chosen;
}

type Sentence = (a: string, b: string) => string;

const openings: Sentence[] = [
  (a, b) => `You bring up ${a} and ${b}.`,
  (a) => `It comes down to ${a}.`,
  (a, b) => `First ${a}, then ${b}.`,
  (a) => `Let us look at ${a}.`,
  (a, b) => `What matters here is ${a}, more than ${b}.`,
  (a) => `A word on ${a}.`,
];

const middles: Sentence[] = [
  (a, b) => `The question of ${a} depends mostly on ${b}.`,
  (a) => `As for ${a}, the simple way is the better one.`,
  (a, b) => `Where ${a} is clear, ${b} follows.`,
  (a) => `There is more than one view of ${a}, and each has its reasons.`,
  (a, b) => `Take ${a} as it stands and leave ${b} for later.`,
  (a) => `Nothing about ${a} needs to be settled at once.`,
];

const closings: Sentence[] = [
  (a) => `I would start with ${a}.`,
  (a) => `Tell me more about ${a} if this does not fit.`,
  (a, b) => `After that, ${a} and ${b} can be weighed again.`,
  (a) => `The rest will show once ${a} is done.`,
  (a) => `What do you want to do about ${a}?`,
  (a, b) => `Keep ${a} in mind while you go on with ${b}.`,
];

const nothingAsked = [
  "There is nothing here to answer yet. What would you like to know?",
  "Say a little more, and I can answer.",
  "I have no question to go on. Please go ahead.",
  "Nothing was asked so far. Where shall we begin?",
];

/** The words that a text is about, as written, each once, in order of appearance. */
export function salientWords(text: string): string[] {
  const words = new Map<string, string>();
  for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu)) {
    const lower = word.toLowerCase();
    if (isSalient(lower) && !words.has(lower)) words.set(lower, word);
  }
  return [...words.values()];
}

/** Short words are function words in most Latin-script languages; elsewhere two characters are a word. */
const isSalient = (word: string) =>
  word.length <= longest &&
  !functionWords.has(word) &&
  word.length >= (/^[\p{Script=Latin}\p{N}'’-]+$/u.test(word) ? 3 : 2);

/** Longer runs are data, not words. */
const longest = 40;

const functionWords = new Set(
  `about after again all also and any are around because been before being but can could did does doing don't down during each even ever
  few for from had has have having her here hers him his how i'd i'll i'm into isn't it's its just let like may more most much must
  not now off once only other our ours out over own per please same she should since some such than that that's the their them then
  there these they this those through too under until upon very was we're were what when where which while who whom whose why will
  with within without would yes yet you you're your yours`.split(/\s+/),
);
