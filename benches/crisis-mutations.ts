/**
 * Claim: no crisis phrase, of the shipped bank or of a list of short ones, gets past the shipped rules by Unicode, white space, case, or a typo of
 * the kinds marked + or (+); and none of those marked + makes a crisis of what is none. The other kinds are not
 * promised: their counts are what they are.
 *
 *     node benches/crisis-mutations.ts            (a few seconds; --show lists what was missed and what alarmed)
 */
import { resolve } from "node:path";
import { loadBanks } from "../src/retrieval/bank/index.ts";
import { createPatternMatcher } from "../src/retrieval/mechanisms/index.ts";
import {
  benignTwins,
  crisisPhrases,
  mutationKinds,
  type MutationKind,
} from "../tests/retrieval/mutations.ts";
import { fixed, printHeader, printTable } from "./measure.ts";

const { pattern: tests = [], rules } = loadBanks(resolve(import.meta.dirname, "../test_banks"), {
  which: ["pattern"],
  required: true,
});
const { match } = createPatternMatcher(rules!);
const promptsOf = (type: string) =>
  tests.filter(({ pattern_type }) => pattern_type === type).map(({ prompt }) => prompt);
const isCrisis = (message: string) => match(message).matches.includes("handler_crisis");
const crisis = [...promptsOf("crisis"), ...crisisPhrases];
const benign = [...promptsOf("negative"), ...benignTwins];

printHeader(`${crisis.length} crisis phrases and ${benign.length} that only sound like one, mutated`);
const asWritten: MutationKind = { name: "as written", promise: "both", of: (phrase) => [phrase] };
const counted = [asWritten, ...mutationKinds].map((kind) => {
  const [bad, good] = [crisis.flatMap(kind.of), benign.flatMap(kind.of)];
  return {
    kind,
    bad,
    good,
    missed: bad.filter((mutant) => !isCrisis(mutant)),
    alarmed: good.filter(isCrisis),
  };
});
const marks = { both: " + ", misses: "(+)", nothing: "   " };
const row = (name: string, parts: typeof counted) => {
  const [bad, missed, good, alarmed] = (["bad", "missed", "good", "alarmed"] as const).map((part) =>
    parts.reduce((sum, one) => sum + one[part].length, 0),
  );
  return [
    name,
    String(bad),
    String(missed),
    share(missed!, bad!),
    String(good),
    String(alarmed),
    share(alarmed!, good!),
  ];
};
printTable(
  ["kind", "crisis", "missed", "%", "benign", "alarms", "%"],
  [
    ...counted.map((one) => row(`${marks[one.kind.promise]} ${one.kind.name}`, [one])),
    row(
      "all marked +",
      counted.filter(({ kind }) => kind.promise === "both"),
    ),
    row(
      "all marked (+)",
      counted.filter(({ kind }) => kind.promise === "misses"),
    ),
    row(
      "the rest",
      counted.filter(({ kind }) => kind.promise === "nothing"),
    ),
  ],
);
if (process.argv.includes("--show"))
  for (const { kind, missed, alarmed } of counted)
    for (const [what, list] of Object.entries({ missed, alarmed }))
      for (const mutant of list) console.log(`${kind.name}, ${what}: ${mutant}`);
if (
  counted.some(
    ({ kind, missed, alarmed }) =>
      (kind.promise !== "nothing" && missed.length > 0) || (kind.promise === "both" && alarmed.length > 0),
  )
)
  process.exitCode = 1;

function share(part: number, all: number): string {
  return all === 0 ? "–" : fixed((100 * part) / all, 1);
}
