import type { JSONValue } from "@ai-sdk/provider";
import type { Dice } from "../../dice/index.ts";

/** What a house member gets to see: the call's prompt, without the SDK's wrapping. */
export type HouseRequest = {
  /** Who is speaking and which call it is, as the gateway names them in `providerOptions.house`. */
  role?: string;
  call?: string;
  seed: string | number;
  instructions: string;
  messages: Array<{ role: "user" | "assistant"; text: string }>;
  /** What the caller tells an actor beside the prompt: who they are, and what the scene is about. */
  stage?: unknown;
  /** Present when an object is asked for. */
  schema?: object;
  maxOutputTokens?: number;
  /** Thrown for this call alone: the same seed, member and call (or, without a call id, prompt) give the same reply. */
  dice: Dice;
};

/** An object is sent as JSON; text is sent as it is, also where an object was asked for. */
export type HouseReply = ({ text: string } | { object: unknown }) & {
  /** What the member planted on purpose, for those who measure detectors. It is no part of what is said. */
  truth?: JSONValue;
};

export type HouseMember = {
  /** The model id. */
  name: string;
  does: string;
  reply(request: HouseRequest): HouseReply | Promise<HouseReply>;
};

/** The embedded actors by name, as data: who is there can be listed without loading what they can do. */
export const houseRoster = {
  plain:
    "Narrates from the story guide, plays every archetype and speaks for a group; fills any other role plainly.",
  looping: "A narrator who now and then says again what it has said, word for word or lightly edited.",
  forgetful: "A narrator who now and then contradicts a fact that it has told.",
  rushed: "A narrator who runs through the pulses three at a time and skips the choices between them.",
  derailed: "A narrator who follows the first tangent and never returns to the story.",
  stalled: "A narrator who for six turns and more lets nothing come of what the group does.",
  blunt: "A narrator who returns from every tangent with forced words.",
  leaky: "A narrator who tells everybody what one player alone was told.",
  noisy:
    "A narrator who repeats itself in one turn of five, by luck that its prompt is drawn into: for trying out statistics.",
  noisier: "The same in one turn of two.",
} as const;
export type HouseActor = keyof typeof houseRoster;
