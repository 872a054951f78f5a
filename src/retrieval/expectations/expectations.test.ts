import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { semanticTest, type Expectations, type HistoryFile } from "../../contract/index.ts";
import { appendHistory, loadHistory, resolveExpectations, sourceCounts, staleEntities } from "./index.ts";

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

test("the latest calibration takes precedence over the bank and older ones, by the version inside, not by file name", async () => {
  const late = entry("2026-03-02T09:00:00Z", { updated: wants("late") });
  const early = entry("2026-03-01T09:00:00Z", { updated: wants("early") });
  expect(await resolved(early, late)).toMatchObject({
    source: "opus_2026-03-02",
    expectations: wants("late"),
  });
  expect(await resolved(late, early)).toMatchObject({
    source: "opus_2026-03-02",
    expectations: wants("late"),
  });
  // Two of one day: the file of the second is named _2, and a restored backup may swap the names.
  const noon = entry("2026-03-02T12:00:00Z", { updated: wants("noon") });
  expect(await resolved(noon, late)).toMatchObject({ expectations: wants("noon") });
  // The same instant in two time zones, and one that is later only as a text.
  const zoned = entry("2026-03-02T13:00:00+02:00", { updated: wants("zoned") });
  expect(await resolved(zoned, noon)).toMatchObject({ expectations: wants("noon") });
});

test("of two files of the same instant the later name counts", async () => {
  const at = "2026-03-02T09:00:00Z";
  expect(
    await resolved(...["a_one", "b_two", "c_three"].map((name) => entry(at, { updated: wants(name) }))),
  ).toMatchObject({ expectations: wants("c_three") });
});

test("a person's override takes precedence over a model, even a later one, and the disagreement is reported", async () => {
  const person = entry("2026-01-05T09:00:00Z", { override: { ...wants("person"), date: "2026-01-05" } });
  const model = (primary: string) => entry("2026-03-02T09:00:00Z", { updated: wants(primary) });
  expect(await resolved(person, model("model"))).toMatchObject({
    source: "human_override_2026-01-05",
    expectations: wants("person"),
    contestedBy: "2026-03-02T09:00:00Z",
  });
  expect(await resolved(person, model("person"))).toMatchObject({
    source: "human_override_2026-01-05",
    contestedBy: undefined,
  });
  expect(await resolved(entry("2026-01-01T09:00:00Z", { updated: wants("model") }), person)).toMatchObject({
    source: "human_override_2026-01-05",
    contestedBy: undefined,
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

test("an expectation made on other texts than today's is stale, and a review without a change refreshes it", async () => {
  const old = entry(
    "2026-03-01T09:00:00Z",
    { updated: wants("loyalty_binds", { not_expected: ["gone"] }) },
    { kb_hashes: { loyalty_binds: "h1", gone: "g", other: "x" } },
  );
  const again = {
    ...entry("2026-03-02T09:00:00Z", {}, { kb_hashes: { loyalty_binds: "h2" } }),
    changes: [],
    unchanged: ["V2-LOY-001"],
  };
  const today = { loyalty_binds: "h2", other: "y" };
  expect(staleEntities(await resolved(old), today)).toEqual(["loyalty_binds", "gone"]);
  expect(staleEntities(await resolved(old, again), today)).toEqual([]);
  expect(staleEntities(await resolved(), today)).toEqual([]);
});

test("sources are counted", async () => {
  expect(
    sourceCounts([
      await resolved(),
      await resolved(entry("2026-03-01T09:00:00Z", { updated: wants("model") })),
      await resolved(entry("2026-03-01T09:00:00Z", { override: { ...wants("model"), date: "2026-03-01" } })),
    ]),
  ).toEqual({ original: 1, opus: 1, human_override: 1 });
});

test.each([
  ["{", /line 1/],
  ['{"version": "yesterday"}', /version/],
])("a history file that cannot be read stops the run: %s", (text, why) => {
  const dir = folder();
  writeFileSync(join(dir, "expectations_2026-03-01.json"), text);
  expect(() => loadHistory(dir)).toThrow(why);
});
