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
import { mentionedIn, type Resolved } from "../expectations/index.ts";
import type { Kb } from "../kb.ts";
import type { TargetFacts } from "../mechanisms/index.ts";
import type { Components } from "./summarise.ts";

type Known = {
  facts: TargetFacts;
  kb: Kb | undefined;
  expectations: ReadonlyMap<string, Resolved>;
  notTested: readonly Mechanism[];
};
type Semantic = ReadonlyArray<ResultOf<"semantic">>;

const one = (code: NoteCode, text: string): Note => ({ code, text });

/** Parts that the target did not answer, tests without a score, and those that say nothing about the search. */
export function notesOnTests(components: Components, known: Known): Note[] {
  const { notTested } = known;
  const semantic = components.semantic?.results ?? [];
  return [
    ...unknownIds(semantic, known),
    ...tooMany(semantic, known.facts),
    ...(notTested.length > 0
      ? [one("not-tested", `${notTested.join(", ")}: the target does not implement this`)]
      : []),
    ...mechanism.options.flatMap((name) => withoutScore(name, components[name]?.results ?? [])),
  ];
}

const withoutScore = (name: Mechanism, tests: readonly TestResult[]): Note[] =>
  [...Map.groupBy(tests, ({ missing }) => missing?.message)].flatMap(([why, same]) =>
    why === undefined ? [] : [one("not-scored", `${counted(same.length, `${name} test`)}: ${why}`)],
  );

/** The specification counts every selection. */
function tooMany(results: Semantic, { topK }: TargetFacts): Note[] {
  const most = Math.max(0, ...results.map(({ haiku_selections }) => haiku_selections.length));
  if (most <= topK) return [];
  return [one("read-leniently", `${most} documents came back for top_k ${topK}; all of them count`)];
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
  if (both(isChunkOf))
    return "They look like ids of chunks: return the document's id, or its text and let the tests quote passages";
  if (both((one, wanted) => isPrefixed(one, wanted) || isPrefixed(wanted, one)))
    return "They differ by a prefix: return the ids without it";
  return "Another index, or another field of its documents: check what the target returns as the id";
}

/** `kb/1` is `1` with a prefix, `v2/11` is not. */
const isPrefixed = (one: string, other: string): boolean =>
  one.endsWith(other) && !/[\p{L}\p{N}]$/u.test(one.slice(0, -other.length));

/** `guide.md#3` of `guide`; `v2/12` is not a chunk of `1`. */
function isChunkOf(one: string, wanted: string): boolean {
  const at = one.indexOf(wanted);
  return wanted.length >= 4 && at >= 0 && /^[^\p{L}\p{N}]/u.test(one.slice(at + wanted.length));
}
