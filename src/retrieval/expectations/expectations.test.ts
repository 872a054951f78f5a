import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { semanticTest, type Expectations, type HistoryFile } from "../../contract/index.ts";
import { appendHistory, loadHistory, resolveExpectations } from "./index.ts";

const folder = () => mkdtempSync(join(tmpdir(), "history-"));
const wants = (primary: string, more: Partial<Expectations> = {}): Expectations => ({
  expected_primary: [primary],
  expected_secondary: [],
  not_expected: [],
  rank_check: [],
  ...more,
});
const bank = [
  semanticTest.parse({
    test_id: "V2-LOY-001",
    prompt: "she cries when she leaves",
    ...wants("loyalty_binds"),
  }),
];

type Word = { updated?: Expectations; override?: Expectations & { date: string } };
const entry = (
  version: string,
  { updated, override }: Word,
  more: Partial<HistoryFile> = {},
): HistoryFile => ({
  version,
  calibration_trigger: "test",
  kb_version: "v2.0",
  changes: [
    {
      test_id: "V2-LOY-001",
      previous: null,
      updated: updated ?? null,
      opus_reasoning: null,
      human_override: override
        ? {
            expected_primary: override.expected_primary,
            expected_secondary: [],
            not_expected: [],
            rank_check: [],
            override_date: override.date,
            reason: "clinical judgement",
            author: "Dr. Ames",
          }
        : null,
    },
  ],
  unchanged: [],
  unchanged_count: 0,
  changed_count: 1,
  ...more,
});

/** Files are written in the given order, regardless of their versions. */
async function resolved(...entries: HistoryFile[]) {
  const dir = folder();
  for (const each of entries) await appendHistory(dir, each);
  return resolveExpectations(bank, loadHistory(dir)).get("V2-LOY-001")!;
}

test("without a history the bank's own expectation counts", async () => {
  expect(await resolved()).toMatchObject({ source: "original", expectations: wants("loyalty_binds") });
  expect(resolveExpectations(bank, loadHistory(join(folder(), "nowhere"))).get("V2-LOY-001")!.source).toBe(
    "original",
  );
});

test("the last calibration takes precedence over the bank and older ones, by file name as in the specification", async () => {
  const late = entry("2026-03-02T09:00:00Z", { updated: wants("late") });
  const early = entry("2026-03-01T09:00:00Z", { updated: wants("early") });
  for (const order of [
    [early, late],
    [late, early],
  ])
    expect(await resolved(...order)).toMatchObject({
      source: "opus_2026-03-02",
      expectations: wants("late"),
    });
  // Of one day: the tenth comes after the second.
  const day = Array.from({ length: 10 }, (_, at) => ({
    ...late,
    changes: entry("", { updated: wants(`${at}`) }).changes,
  }));
  expect(await resolved(...day)).toMatchObject({ source: "opus_2026-03-02_10", expectations: wants("9") });
});

test("a person's override takes precedence over a model, even a later one", async () => {
  const person = entry("2026-01-05T09:00:00Z", { override: { ...wants("person"), date: "2026-01-05" } });
  for (const date of ["2026-01-01", "2026-03-02"])
    expect(await resolved(person, entry(`${date}T09:00:00Z`, { updated: wants("model") }))).toMatchObject({
      source: "human_override_2026-01-05",
      expectations: wants("person"),
    });
});

test("within one change, and among persons, the override and the latest count", async () => {
  const both = entry("2026-02-01T09:00:00Z", {
    updated: wants("model"),
    override: { ...wants("first"), date: "2026-02-01" },
  });
  const later = entry("2026-02-02T09:00:00Z", { override: { ...wants("second"), date: "2026-02-02" } });
  expect(await resolved(both)).toMatchObject({
    source: "human_override_2026-02-01",
    expectations: wants("first"),
  });
  expect(await resolved(both, later)).toMatchObject({
    source: "human_override_2026-02-02",
    expectations: wants("second"),
  });
});

test("history only grows: the same day and minute make new files, and existing ones stay", async () => {
  const dir = folder();
  const first = await appendHistory(dir, entry("2026-03-02T09:00:00Z", { updated: wants("first") }));
  const before = readFileSync(first, "utf8");
  await Promise.all(
    Array.from({ length: 5 }, () =>
      appendHistory(dir, entry("2026-03-02T09:00:00Z", { updated: wants("second") })),
    ),
  );
  expect(readdirSync(dir)).toHaveLength(6);
  expect(readFileSync(first, "utf8")).toBe(before);
});

test("a history written by other tools is read, with one warning", () => {
  const dir = folder();
  const change = {
    test_id: "V2-LOY-001",
    human_override: { expected_primary: ["person"], override_date: null, reasons: 1, overridden_by: "Ann" },
  };
  writeFileSync(join(dir, "expectations_2026-03-01.json"), JSON.stringify({ changes: [change] }));
  const warnings: string[] = [];
  const history = loadHistory(dir, (warning) => warnings.push(warning));
  expect(resolveExpectations(bank, history).get("V2-LOY-001")).toMatchObject({
    source: "human_override_unknown",
    expectations: wants("person"),
  });
  expect(warnings).toEqual([
    expect.stringMatching(
      /2026-03-01\.json: not read: "reasons" \(did you mean reason\?\), "overridden_by" \(did you mean override_date\?\)$/,
    ),
  ]);
});

test.each<[string, Record<string, unknown> & { change?: object }]>([
  [
    "a version as Python writes it, and no counters",
    { version: "2025-12-18T14:30:00", unchanged_count: null },
  ],
  ["an override without expectations", { change: { human_override: {} } }],
  ["a version as a number", { version: 2, kb_version: 2.1 }],
  ["a reason alone", { change: { human_override: { reason: null } } }],
])("read as the specification's code reads it: %s", (_, { change = {}, ...fields }) => {
  const dir = folder();
  const changes = ["model", "of two changes in one file the first"].map((id) => ({
    test_id: "V2-LOY-001",
    updated: { expected_primary: [id] },
    ...change,
  }));
  writeFileSync(join(dir, "expectations_2025-12-18_2.json"), JSON.stringify({ changes, ...fields }));
  writeFileSync(join(dir, "expectations_2025-12-17.json"), "{}");
  expect(resolveExpectations(bank, loadHistory(dir)).get("V2-LOY-001")).toMatchObject({
    source: "opus_2025-12-18_2",
    expectations: wants("model"),
  });
});

test.each([
  ["{", /json:1: not JSON/],
  ['{"changes": [{"test_id": 7}]}', /changes\.0\.test_id/],
])("a history file that cannot be read stops the run: %s", (text, why) => {
  const dir = folder();
  writeFileSync(join(dir, "expectations_2026-03-01.json"), text);
  expect(() => loadHistory(dir)).toThrow(why);
});
