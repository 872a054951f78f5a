/** The SDK's call as a house member reads it. */
import { createHash } from "node:crypto";
import type { LanguageModelV4CallOptions, LanguageModelV4Message } from "@ai-sdk/provider";
import { z } from "zod";
import { dice } from "../../dice/index.ts";
import { HarnessError } from "../../errors/index.ts";
import type { HouseRequest } from "./house-member.ts";

export function houseRequest(memberName: string, options: LanguageModelV4CallOptions): HouseRequest {
  const { role, call, stage, seed = options.seed ?? 0 } = houseOptions(options.providerOptions?.house);
  const instructions = options.prompt
    .flatMap((message) => (message.role === "system" ? message.content : []))
    .join("\n\n");
  const messages = options.prompt.flatMap(spoken);
  const { responseFormat: format, maxOutputTokens } = options;

  return {
    ...(role !== undefined && { role }),
    ...(call !== undefined && { call }),
    ...(stage !== undefined && { stage }),
    seed,
    instructions,
    messages,
    // JSON without a schema: any value will do.
    ...(format?.type === "json" && { schema: format.schema ?? {} }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    dice: dice(seed, memberName, call ?? hashOf([instructions, messages])),
  };
}

const optionsSchema = z.object({
  role: z.string().optional(),
  call: z.string().optional(),
  stage: z.unknown().optional(),
  seed: z.union([z.string(), z.number()]).optional(),
});

function houseOptions(given: unknown = {}): z.infer<typeof optionsSchema> {
  const read = optionsSchema.safeParse(given);
  if (read.success) return read.data;
  throw new HarnessError({
    code: "house-options",
    message: `providerOptions.house is ${JSON.stringify(given)}: ${z.prettifyError(read.error).replaceAll(/\s*\n\s*/g, " ")}`,
    remedy: "Pass { role?: string, call?: string, seed?: string or finite number }.",
    cause: read.error,
  });
}

/** Words only: a house member sees no files and runs no tools. */
function spoken(message: LanguageModelV4Message): HouseRequest["messages"] {
  if (message.role !== "user" && message.role !== "assistant") return [];
  const texts = message.content.flatMap((part) => (part.type === "text" ? part.text : []));
  return [{ role: message.role, text: texts.join("\n") }];
}

const hashOf = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex");
