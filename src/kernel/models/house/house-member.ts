import type { JSONValue } from "@ai-sdk/provider";
import type { Dice } from "../../dice/index.ts";
import { HarnessError } from "../../errors/index.ts";

/** What a house member sees: the call's prompt, without the SDK's wrapping. */
export type HouseRequest = {
  /** The role and the call id, as the gateway passes them in `providerOptions.house`. */
  role?: string;
  call?: string;
  seed: string | number;
  instructions: string;
  messages: Array<{ role: "user" | "assistant"; text: string }>;
  /** The caller's information for an actor besides the prompt: its character and the scene. */
  stage?: unknown;
  /** Present if an object is requested. */
  schema?: object;
  /** Seeded per call: the same seed, member and call (or, without a call id, prompt) give the same reply. */
  dice: Dice;
};

/** An object is sent as JSON; text is sent unchanged, even if an object was requested. */
export type HouseReply = ({ text: string } | { object: unknown }) & {
  /** What the member planted on purpose, for measuring detectors. It is not part of the reply. */
  truth?: JSONValue;
};

export type HouseMember = {
  /** The model id. */
  name: string;
  does: string;
  reply(request: HouseRequest): HouseReply | Promise<HouseReply>;
};

/** The embedded actors by name, as data: they can be listed without loading their code. */
export const houseRoster = {
  plain:
    "Narrates from the story guide, plays every archetype and speaks for a group; fills any other role plainly.",
  blunt: "A narrator who returns from every digression with forced words.",
  looping: "A narrator who sometimes repeats itself, word for word or nearly.",
  leaky: "A narrator who sometimes tells everybody what one player was told alone.",
  forgetful: "A narrator who sometimes contradicts an earlier fact.",
  stalled: "A narrator who does not move on for eight turns or more.",
  rushed: "A narrator who tells three beats at once and skips the choices between them.",
} as const;
export type HouseActor = keyof typeof houseRoster;

/** What another prompt does to a house narrator: a comparison of prompts with it would compare dice. */
export const promptEffect = (narrator: string): string | undefined =>
  /^house(\/|$)/.test(narrator)
    ? `The narrator ${narrator} follows a script and ignores the prompt.`
    : undefined;

/** Plays any role without knowledge of it: enough for a first run and for tests of the code around a model. */
export const plainMember: HouseMember = {
  name: "plain",
  does: "Answers in two plain sentences that reuse words of the last message.",
  reply({ schema, dice, messages, instructions }) {
    if (schema)
      throw new HarnessError({
        code: "wrong-model",
        message: "A house model answers in sentences. It cannot fill a JSON schema.",
        remedy: "Name a model of `rehearse models`, or ask without a schema.",
      });
    const asked = [messages.findLast(({ role }) => role === "user")?.text ?? "", instructions];
    const words = asked.map(wordsIn).find(({ length }) => length > 0);
    if (!words) return { text: "Nothing has been asked yet. Where shall we begin?" };
    const [first, second = first] = dice.shuffle(words) as [string, string?];
    return { text: `${dice.pick(openings)(first, second!)} ${dice.pick(closings)(second!)}` };
  },
};

/** Each word that a text may be about, once. Runs of more letters are data; in scripts other than Latin two are a word. */
function wordsIn(text: string): string[] {
  const word =
    /(?<![\p{L}\p{N}])(?:\p{Script=Latin}{3,40}|[\p{L}--\p{Script=Latin}]{2,40})(?![\p{L}\p{N}])/gv;
  return [...new Set(text.match(word))].filter((each) => !COMMON.test(each));
}

const COMMON =
  /^(?:wh(?:at|en|ere|ich|ose|y)|how|do(?:es)?|did|can|could|will|would|should|ha[ds]|have|are|was|and|for|his|her|our|with|about|th(?:e|is|at|ere|eir|ey|ese|ose)|your?)$/i;

const openings: ReadonlyArray<(first: string, second: string) => string> = [
  (first) => `It comes down to ${first}.`,
  (first) => `Let us look at ${first}.`,
  (first) => `As for ${first}, the simple way is the better one.`,
  (first) => `There is more than one view of ${first}, and each has its reasons.`,
  (first, second) => `The question of ${first} depends mostly on ${second}.`,
  (first, second) => `Take ${first} as it stands, and leave ${second} for later.`,
];

const closings: ReadonlyArray<(word: string) => string> = [
  (word) => `I would start with ${word}.`,
  (word) => `Tell me more about ${word} if this does not fit.`,
  (word) => `The rest will show once ${word} is settled.`,
  (word) => `What do you want to do about ${word}?`,
];
