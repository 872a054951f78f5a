/** The house member that plays any role without knowledge of it: enough for a first run and for tests of the code around a model. */
import { HarnessError } from "../../errors/index.ts";
import type { HouseMember } from "./house-member.ts";

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
