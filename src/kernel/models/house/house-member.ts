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
  /** One sentence, for listings. */
  does: string;
  reply(request: HouseRequest): HouseReply | Promise<HouseReply>;
};
