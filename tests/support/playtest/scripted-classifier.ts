/** A model classifier that answers as a test says, and what it was asked. */
import type { z } from "zod";
import { manualClock } from "../manual-clock.ts";
import {
  createCatalog,
  InterruptedError,
  type Gateway,
  type ObjectAsk,
} from "../../../src/kernel/models/index.ts";
import type { ClassifierReply } from "../../../src/playtest/classify/classifier-prompt.ts";
import { classify } from "../../../src/playtest/classify/classify.ts";
import type { ClassifyInput } from "../../../src/playtest/classify/index.ts";
import { exampleInput } from "./example-input.ts";

export const catalog = createCatalog();

export const model = catalog.resolve("gpt-4o-mini");

export const text =
  "The gate opens. Sam, you alone see the key. It is brass.\n\nThe hinges sing your name. A dog barks.";

export const says = (given: Partial<ClassifierReply> = {}): ClassifierReply => ({
  types: ["pulse"],
  confidence: 0.9,
  evidence: "The gate opens",
  title: "The Gate",
  private: [],
  concluded: false,
  ...given,
});

export const secret = (sentences: number[], ...players: string[]) => ({
  sentences,
  players,
  confidence: 0.8,
  evidence: "sing your name",
});

/** A gateway that answers as told, in order where there are several answers, and keeps what it was asked. */
export function scripted(answer: unknown) {
  const asked: ObjectAsk<z.ZodType>[] = [];
  const object = async (ask: ObjectAsk<z.ZodType>) => {
    asked.push(ask);
    const now: unknown = Array.isArray(answer) ? answer[asked.length - 1] : answer;
    if (now instanceof Error) throw now;
    return {
      object: ask.schema.parse(now),
      finish: "stop",
      model: "gpt-4o-mini-2024-07-18",
      source: "model",
    };
  };
  return { gateway: { object } as unknown as Pick<Gateway, "object">, asked };
}

export function run(
  answer: unknown,
  given: Partial<ClassifyInput> = {},
  options: { withinMs?: number; signal?: AbortSignal } = {},
) {
  const { gateway, asked } = scripted(answer);
  const input = exampleInput({ text, ...given });
  return {
    asked,
    input,
    verdict: classify({
      gateway,
      model,
      call: "turn/5/classifier",
      turn: 5,
      input,
      clock: manualClock(),
      withinMs: 20_000,
      ...options,
    }),
  };
}

/** A gateway that never answers and ends only when aborted. */
export const tireless = {
  object: ({ signal }: { signal: AbortSignal }) =>
    new Promise((_, reject) => signal.addEventListener("abort", () => reject(new InterruptedError()))),
} as unknown as Pick<Gateway, "object">;
