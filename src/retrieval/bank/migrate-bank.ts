import type { Mechanism } from "../../contract/index.ts";

/** The version that a bank gets when it is brought up to date. */
const VERSIONS = { semantic: "2.0", state: "1.0", pattern: "1.0", always: "1.0" } as const;
const DESCRIPTIONS = {
  semantic: "Tests for the semantic retrieval pipeline",
  state: "Tests for handlers that come in by a user's state",
  pattern: "Tests for crisis patterns and keywords",
  always: "Tests for what is always loaded",
} as const;

/** A V1 bank is a bare list of tests. Anything else is given back as it is, for the schema to judge. */
export const toV2 = (value: unknown, mechanism: Mechanism): unknown =>
  Array.isArray(value)
    ? {
        bank_type: mechanism.toUpperCase(),
        version: VERSIONS[mechanism],
        description: DESCRIPTIONS[mechanism],
        tests: value,
      }
    : value;

/** Whose tests these are, by what they expect. */
export function mechanismOf(value: unknown): Mechanism | undefined {
  const type = (value as { bank_type?: unknown } | null)?.bank_type;
  const named = (["semantic", "state", "pattern", "always"] as const).find(
    (mechanism) => type === mechanism.toUpperCase(),
  );
  if (named) return named;
  const first = Array.isArray(value) ? (value[0] as Record<string, unknown> | undefined) : undefined;
  if (typeof first !== "object" || first === null) return undefined;
  if ("expected_handlers" in first) return "state";
  if ("expected_matches" in first) return "pattern";
  if ("expected_always" in first) return "always";
  return "expected_primary" in first || "prompt" in first ? "semantic" : undefined;
}
