/** The system under test: a name, an address or a path everywhere; in the library also functions. */
import { z } from "zod";
import type { RetrieveFunction, TargetFunctions } from "../../contract/index.ts";
import type { Harness } from "../../kernel/run/index.ts";

const isFunctions = (value: unknown): boolean =>
  typeof value === "function" || (typeof value === "object" && value !== null && !Array.isArray(value));

export const targetRef = z
  .union([z.string().min(1), z.custom<RetrieveFunction | TargetFunctions>(isFunctions)])
  .optional()
  .meta({
    description:
      "The system under test: built-in, offline, http://…, a target file (YAML or JSON), a module, or a TREC run.",
    value: "TARGET",
    also: "`RetrieveFunction`, `TargetFunctions`",
  });

/** The name by which the rest of the source knows a target. */
export const targetNamed = (
  { functions }: Pick<Harness, "functions">,
  given: string | RetrieveFunction | TargetFunctions | undefined,
): string | undefined =>
  given === undefined || typeof given === "string" ? given : functions.add(given, "target");
