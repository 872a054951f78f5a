/** What a form starts with: the last choice in this browser, the workspace's own content, then the usual one. */
import type { Choices } from "../../../src/contract/index.ts";
import type { Input, OperationSchema } from "../operation/index.ts";
import { lastChoice } from "./last-choice.ts";

export function firstInput(
  operation: string,
  { properties }: OperationSchema,
  { stories, prompts, own, narrators, usual }: Choices,
  seed: string,
): Input {
  const models = narrators.map(({ name }) => name);
  const ready = narrators.flatMap(({ name, ready }) => (ready ? [name] : []));
  const known: Readonly<Record<string, { all: readonly string[]; usual: string | undefined }>> = {
    story: { all: stories, usual: own.stories[0] ?? "innsmouth" },
    stories: { all: stories, usual: own.stories[0] ?? "innsmouth" },
    prompt: { all: prompts, usual: own.prompts[0] ?? "baseline" },
    prompts: { all: prompts, usual: own.prompts[0] ?? "baseline" },
    narrator: { all: properties["narrator"]?.type === "array" ? ready : models, usual: usual.narrator },
  };
  const chosen = Object.entries(known).flatMap(([option, { all, usual }]) => {
    const property = properties[option];
    if (!property) return [];
    const last = lastChoice(operation, option, all);
    const first = last.length > 0 ? last : all.filter((each) => each === usual);
    return [[option, property.type === "array" ? first : first[0]] as const];
  });
  return { ...Object.fromEntries(chosen), ...("seed" in properties && { seed }) };
}
