/** Expectations that quote a passage, on documents that were renamed and chunked anew. */
import { expect, test } from "vitest";
import { smallCheck } from "../../../tests/support/retrieval/small-check.ts";
import { type SemanticResult, semanticTest } from "../../contract/index.ts";
import { compareWithBaseline, checkCi, judgeCheck } from "../report/index.ts";
import { checkBanks } from "../banks.ts";
import type { Target } from "./index.ts";

const guide =
  "A cold boiler should read between one and one and a half bar. Top it up with the filling loop. " +
  "Turn the heating off before bleeding a radiator; close the valve as soon as water comes. " +
  "Chains go on the driven wheels, and are tightened again after a hundred metres.";
const quotes = [
  "“Top it up with  the *filling loop*. Turn the heating off”",
  "close the valve as soon as water comes.",
  "chains go on the driven wheels",
];
const cut = (pattern: RegExp) => guide.match(pattern)!;
type Documents = ReadonlyArray<{ entity_id: string; text?: string }>;
const named = (prefix: string, texts: readonly string[]): Documents =>
  texts.map((text, index) => ({ entity_id: `${prefix}${index}`, text }));

const banksWith = (more: object) => ({
  dir: "test_banks",
  semantic: [semanticTest.parse({ test_id: "V2-1", prompt: "how do I top up the boiler?", ...more })],
});
const quoting = banksWith({ expected_primary: quotes.map((quote) => ({ quote, from: "guide" })) });

const checked = (found: Documents, banks = quoting, candidates?: Documents) => {
  const target: Target = {
    facts: {
      name: "t",
      kind: "http",
      topK: 20,
      candidates: 20,
      notes: [],
      deterministic: ["semantic"],
      textPath: "hits.body",
    },
    semantic: async () => ({ selections: [...found], candidates: candidates && [...candidates] }),
  };
  return smallCheck(target, { banks });
};
const resultOf = async (...given: Parameters<typeof checked>): Promise<SemanticResult> =>
  (await checked(...given)).semantic!.results[0]!;

test.each([
  ["sentences", named("s", cut(/[^.]+\. ?/g))],
  ["sentences without their full stops", named("s", guide.split(". "))],
  ["quoted sentences", named("q", `“${guide.replaceAll(". ", ".”|“")}”`.split("|"))],
  ["80 characters", named("c", cut(/.{1,80}/g))],
  ["words that overlap, each chunk under a title", named("w", cut(/.{1,60}(?= )/g)).map(titled)],
  ["12 words, 4 of them again, without stops", named("o", overlapping(guide.replaceAll(".", ""), 12, 8))],
  ["several chunks of one id", cut(/.{1,50}/g).map((text) => ({ entity_id: "new", text }))],
])("renamed, and chunked anew into %s: no regression", async (_, chunks) => {
  const before = await checked([{ entity_id: "guide", text: guide }]);
  const now = await checked(chunks);
  expect(now.semantic!.results[0]).toMatchObject({ score: 100, lost: [], metrics: { final: { recall: 1 } } });
  expect(compareWithBaseline(now, { file: "before.json", results: before })).toMatchObject({
    tests: { same: 1 },
    lost: [],
  });
});

test.each([
  [
    "Boilers last five years from that day.",
    ["Taps last five years from that day.", "Boilers last two years."],
  ],
  [
    "House boilers last five years from that day.",
    ["Taps last five years from that day.", "House boilers last two years.", "Ships' boilers last"],
  ],
  ["Yearly plans end in 30 days, always.", ["Yearly plans end in 14 days.\nOthers end\nin 30 days, always."]],
  ["Yearly plans end in 30 days, always.", ["Yearly plans end in\n14 days. Others end in\n30 days, always."]],
  [
    "Refunds for yearly plans are possible within 30 days of purchase.",
    [
      "Refunds for yearly plans are possible\nwithin 14 days of purchase.",
      "Returns of shoes are possible within 30 days of purchase.",
    ],
  ],
  [
    "Refunds for yearly plans are possible within 30 days of purchase.",
    ["Refunds for yearly plans are possible", "Returns of shoes are possible\nwithin 30 days of purchase."],
  ],
  [
    "How long do refunds take? Five days after the parcel came.",
    ["How long do refunds take?\nSome weeks.", "What of repairs?\nFive days after the parcel came."],
  ],
])("words of different sentences make no passage: %s", async (quote, texts) => {
  const banks = banksWith({ expected_primary: [{ quote }] });
  expect(await resultOf(named("x", texts), banks)).toMatchObject({ passages: [{ entity_id: null }] });
});

test("a chunk that is only a candidate was not selected with another one of its document", async () => {
  const [selected, candidate] = [
    [{ entity_id: "guide", text: "Another chunk." }],
    [{ entity_id: "guide", text: guide }],
  ];
  expect(await resultOf(selected, quoting, candidate)).toMatchObject({
    score: 0,
    lost: [{ rank: 1 }, {}, {}],
    metrics: { candidates: { recall: 1 }, final: { recall: 0 } },
  });
});

function overlapping(text: string, size: number, step: number): string[] {
  const words = text.split(" ");
  return words.flatMap((_, at) => (at % step === 0 ? [words.slice(at, at + size).join(" ")] : []));
}

function titled({ entity_id, text }: Documents[number], index: number, all: Documents) {
  return { entity_id, text: `Heating\n\n${all[index - 1]?.text?.slice(-15) ?? ""}${text}` };
}

test("a passage that is not there is lost, although its document's id is", async () => {
  const [first, ...rest] = named("s", cut(/[^.]+\. ?/g));
  expect(
    await resultOf([first!, { entity_id: "guide", text: "Nothing about it." }, ...rest.slice(1)]),
  ).toMatchObject({
    is_hard_fail: true,
    primary_missing: ["“Top it up with the *filling loop*. Turn the heating off”"],
    passages: [{ entity_id: null }, { entity_id: "s2" }, { entity_id: "s3" }],
  });
});

test("without a text the id is compared; without either nothing is judged", async () => {
  expect(await resultOf([{ entity_id: "guide" }])).toMatchObject({ score: 100 });
  expect(await resultOf([{ entity_id: "other" }])).toMatchObject({ score: 0, is_hard_fail: true });
  const nameless = banksWith({ expected_primary: [{ quote: quotes[1] }] });
  expect(await resultOf([{ entity_id: "guide" }], nameless)).toMatchObject({
    score: null,
    is_hard_fail: false,
    missing: { code: "no-text", message: expect.stringContaining("without its text") as string },
    metrics: { final: { recall: null } },
  });
  expect(await resultOf([], nameless)).toMatchObject({ score: 0 });
  const { notes } = await checked([{ entity_id: "manual/guide.md#0" }]);
  expect(notes[0]!.text).toBe(
    'the target returned "manual/guide.md#0"; the tests expect "guide". No text came back at ' +
      "hits.body, the target file's path, so the ids of passages were compared. They look like ids of chunks: " +
      "return the document's id, or its text and let the tests quote passages",
  );
});

test("a forbidden passage is a false positive wherever it is, and a test with only an answer has no score", async () => {
  const found = named("x", ["Some text.", guide]);
  const forbidding = banksWith({ expected_primary: ["x0"], not_expected: [{ quote: quotes[2] }] });
  expect(await resultOf(found, forbidding)).toMatchObject({
    score: 80,
    false_positives: ["“chains go on the driven wheels”"],
  });
  expect(await resultOf(found, banksWith({ gold_answer: "With the loop." }))).toMatchObject({
    score: null,
    missing: { code: "nothing-expected" },
  });
  const results = await checked(found, banksWith({ gold_answer: "With the loop." }));
  expect(results.summary.health_reasons).toEqual(["no test expects a document"]);
  expect(judgeCheck(results).outcome.verdict).toMatchObject({
    headline: "Health is not known: no test expects a document.",
    cautions: [
      "Not scored: 1 semantic test: expects no document, so only its answer can be scored (--answers)",
    ],
  });
  expect(checkCi(judgeCheck(results)).suites[0]!.cases[0]!.outcome?.kind).toBe("skipped");
});

test("a document with several passages takes one place in the ranking for each", async () => {
  const { metrics } = await resultOf(named("x", ["Some text.", guide]));
  expect(metrics.final).toMatchObject({ recall: 1, mrr: 1 / 2 });
});

test.each([
  ["needs 3 of 1 primary", { expected_primary: ["a"], primary_needed: 3 }],
  ["too short", { expected_primary: [{ quote: "the sea" }] }],
  [
    "is expected and forbidden",
    { expected_primary: [{ quote: quotes[1] }], not_expected: [{ quote: quotes[1] }] },
  ],
])("a bank is refused: %s", (problem, more) => {
  expect(() => checkBanks(banksWith(more), { kb: undefined })).toThrow(problem);
});
