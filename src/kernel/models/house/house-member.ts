import type { JSONValue } from "@ai-sdk/provider";
import type { Dice } from "../../dice/index.ts";
import { callText, HarnessError } from "../../errors/index.ts";

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
  does: "Answers in two plain sentences with a word of the last message.",
  reply({ schema, dice, messages }) {
    if (schema)
      throw new HarnessError({
        code: "wrong-model",
        message: "A house model answers in sentences. It cannot fill a JSON schema.",
        remedy: `Name a model of ${callText("models")}, or ask without a schema.`,
      });
    const asked = messages.findLast(({ role }) => role === "user")?.text ?? "";
    const words = asked.match(/\p{L}{4,40}/gu) ?? ["the beginning"];
    return { text: `It comes down to ${dice.pick(words)}. Tell me more if this does not fit.` };
  },
};
