/** What readers of the scores must know, as the tests' results show it. */
import {
  mechanism,
  type Mechanism,
  type Note,
  type NoteCode,
  type ResultOf,
  type TestResult,
} from "../../contract/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { comparableExpectations, mentionedIn, type Resolved } from "../expectations/index.ts";
import type { Kb } from "../kb.ts";
import type { TargetFacts } from "../mechanisms/index.ts";
import { semanticOnes } from "../target/index.ts";
import type { Components } from "./summarise.ts";

type Known = { facts: TargetFacts; kb: Kb | undefined; expectations: ReadonlyMap<string, Resolved> };
type Semantic = ReadonlyArray<ResultOf<"semantic">>;

const one = (code: NoteCode, text: string): Note => ({ code, text });

/** Parts that the target did not answer, tests without a score, and those that say nothing about the search. */
export function notesOnTests(components: Components, known: Known): Note[] {
  const isForeign = known.facts.kind !== "built-in";
  const semantic = components.semantic?.results ?? [];
  return [
    ...unknownIds(semantic, known),
    ...unsearched(semantic, known),
    ...tooWide(semantic, known.facts),
    ...mechanism.options.flatMap((name) => {
      const bank = components[name];
      if (!bank) return [];
      const answered = isForeign && bank.by_built_in ? [builtInAnswered(name)] : [];
      return [...answered, ...withoutScore(name, bank.results)];
    }),
  ];
}

const builtInAnswered = (name: Mechanism): Note =>
  one("built-in-answered", `the target does not implement ${name} tests: this part was not tested`);

const withoutScore = (name: Mechanism, tests: readonly TestResult[]): Note[] =>
  [...Map.groupBy(tests, ({ missing }) => missing?.message)].flatMap(([why, same]) =>
    why === undefined ? [] : [one("not-scored", `${counted(same.length, `${name} test`)}: ${why}`)],
  );

/** Tests that no answer of this length can pass. */
function tooWide(results: Semantic, { topK }: TargetFacts): Note[] {
  const wide = results.filter(
    ({ is_hard_fail, expectations: { expected_primary: all }, primary_needed: needed = all.length }) =>
      is_hard_fail && Math.min(needed, all.length) > topK,
  );
  if (wide.length === 0) return [];
  const needs = counted(wide.length, "test needs", "tests need");
  return [
    one(
      "few-places",
      `${needs} more documents than topK = ${topK} returns: set primary_needed, or raise retrieval.topK`,
    ),
  ];
}

/** Of the ids on each side. */
const NAMED = 3;

/** Usually the ids are those of chunks, or another field of the index: every test fails, and nothing was retrieved wrongly. */
function unknownIds(results: Semantic, { facts: { textPath }, kb, expectations }: Known): Note[] {
  const returned = [...new Set(results.flatMap(({ haiku_selections }) => haiku_selections))];
  const passages = results.flatMap(({ passages = [] }) => passages);
  const sources = passages.flatMap(({ from = [] }) => from);
  const expected = new Set([
    ...results.flatMap((result) => [...mentionedIn(result.expectations)]),
    ...sources,
  ]);
  const isFound = passages.some(({ entity_id }) => entity_id !== null);
  if (returned.length === 0 || expected.size === 0 || isFound) return [];
  // Also of tests that were not selected.
  const mentioned = new Set([...expectations.values()].flatMap((each) => [...namedIn(each)]));
  if (returned.some((id) => expected.has(id) || mentioned.has(id) || kb?.byId.has(id))) return [];
  const named = (ids: Iterable<string>) =>
    [...ids]
      .slice(0, NAMED)
      .map((id) => JSON.stringify(id))
      .join(", ");
  const place = textPath === undefined ? "" : ` at ${textPath}, the target file's path`;
  const noText = `No text came back${place}, so the ids of passages were compared`;
  return [
    one(
      "unknown-ids",
      [
        `the target returned ${named(returned)}; the tests expect ${named(expected)}`,
        ...(sources.length > 0 ? [noText] : []),
        likelyCause(returned, [...expected]),
      ].join(". "),
    ),
  ];
}

const namedIn = ({ expectations }: Resolved): string[] => [
  ...mentionedIn(expectations),
  ...expectations.expected_primary.flatMap((item) => (typeof item === "string" ? [] : (item.from ?? []))),
];

function likelyCause(returned: readonly string[], expected: readonly string[]): string {
  const both = (test: (one: string, wanted: string) => boolean) =>
    returned.some((one) => expected.some((wanted) => test(one, wanted)));
  if (both((one, wanted) => one.toLowerCase() === wanted.toLowerCase())) return "Only the case differs";
  if (both((one, wanted) => one.includes(wanted) && !one.endsWith(wanted)))
    return "They look like ids of chunks: return the document's id, or its text and let the tests quote passages";
  if (both((one, wanted) => one.endsWith(wanted) || wanted.endsWith(one)))
    return "They differ by a prefix: return the ids without it, or import the bank with it";
  return "Another index, or another field of its documents: check what the target returns as the id";
}

/** Different questions enough to expect different answers. */
const ENOUGH_QUESTIONS = 3;

/** If every test selects all documents that there are, no test can miss one. */
function unsearched(results: Semantic, { facts, kb }: Known): Note[] {
  const answered = results.filter(({ score }) => score !== null);
  const all = new Set(answered.flatMap(({ haiku_selections }) => haiku_selections));
  if (answered.some(({ haiku_selections }) => new Set(haiku_selections).size < all.size)) return [];
  const questions = new Set(
    answered.map(({ expectations }) => comparableExpectations(expectations)[0]!.join("\n")),
  );
  const isEverything =
    facts.kind === "built-in" ? semanticOnes(kb!).length === all.size : questions.size >= ENOUGH_QUESTIONS;
  if (all.size === 0 || !isEverything) return [];
  return [
    one(
      "not-searched",
      `every semantic test selected the same ${counted(all.size, "document")}, so none could be missed ` +
        "(add documents, or lower retrieval.topK)",
    ),
  ];
}
