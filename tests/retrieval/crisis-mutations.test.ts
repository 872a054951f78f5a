import { resolve } from "node:path";
import { expect, test } from "vitest";
import { loadBanks } from "../../src/retrieval/banks.ts";
import { createPatternMatcher } from "../../src/retrieval/mechanisms/index.ts";
import { benignTwins, crisisPhrases } from "./crisis-phrases.ts";
import { mutationKinds } from "./mutations.ts";

const { pattern: tests, rules } = loadBanks(resolve(import.meta.dirname, "../../test_banks"), {
  which: ["pattern"],
  required: true,
});
const { match } = createPatternMatcher(rules!);
const isCrisis = (message: string) => match(message).matches.includes("handler_crisis");
const promptsOf = (type: string) =>
  tests!.filter(({ pattern_type }) => pattern_type === type).map(({ prompt }) => prompt);
const crisis = [...promptsOf("crisis"), ...crisisPhrases];
const benign = [...promptsOf("negative"), ...benignTwins];

test("as written, crisis phrases are found and benign ones are not", () => {
  expect(crisis.filter((phrase) => !isCrisis(phrase))).toEqual([]);
  expect(benign.filter(isCrisis)).toEqual([]);
});

/** Each kind is tried on every twelfth phrase, another twelfth than the kind before. */
const EVERY = process.env["REHEARSE_FULL"] === "1" ? 1 : 12;
/** Of a kind with a mutant for each place, every fifth will do. */
const some = (phrases: readonly string[], { of, at }: { of: (phrase: string) => string[]; at: number }) =>
  phrases
    .filter((_, index) => (index + at) % EVERY === 0)
    .flatMap((phrase) => of(phrase).filter((_, index) => index % 5 === 0));
const kinds = mutationKinds.map((kind, at) => ({ ...kind, at }));

test.each(kinds.filter(({ promise }) => promise !== "nothing"))("$name: hides no crisis phrase", (kind) => {
  expect(some(crisis, kind).filter((mutant) => !isCrisis(mutant))).toEqual([]);
});

test.each(kinds.filter(({ promise }) => promise === "both"))(
  "$name: turns no benign phrase into a crisis",
  (kind) => {
    expect(some(benign, kind).filter(isCrisis)).toEqual([]);
  },
);

test("every mutation changes something", () => {
  expect(
    mutationKinds
      .filter(({ of }) => crisis.every((phrase) => of(phrase).length === 0))
      .map(({ name }) => name),
  ).toEqual([]);
});
