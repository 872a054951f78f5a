/** The system under test: a name, an address or a path everywhere; in the library also functions. */
import { z } from "zod";
import type { Harness } from "../../kernel/run/index.ts";

type Ask = (request: never) => unknown;

/** `retrieve`, or an object with functions for what it answers: docs/guide/retrieval.md. */
export type TargetFunctions = Ask | { retrieve?: Ask; handlers?: Ask; match?: Ask; always?: Ask };

const isFunctions = (value: unknown): boolean =>
  typeof value === "function" || (typeof value === "object" && value !== null && !Array.isArray(value));

export const targetRef = z
  .union([z.string().min(1), z.custom<TargetFunctions>(isFunctions)])
  .optional()
  .meta({
    description:
      "The system under test: built-in, offline, http://…, a target file (YAML or JSON), a module, or a TREC run.",
    value: "TARGET",
  });

/** The name by which the rest of the source knows a target. */
export function targetNamed(
  _harness: Pick<Harness, "catalog">,
  given: string | TargetFunctions | undefined,
): string | undefined {
  if (given === undefined || typeof given === "string") return given;
  throw new Error("Functions come with the harness.");
}
