import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { smallCheck } from "../../../tests/support/retrieval/small-check.ts";
import type { CheckResults } from "../../contract/index.ts";
import { readResults, saveResults } from "./index.ts";

const folder = () => mkdtempSync(join(tmpdir(), "results-"));
let results: CheckResults;
beforeAll(async () => void (results = { ...(await smallCheck()), timestamp: "2026-11-15T09:30:59.999Z" }));

test("both files carry the minute in UTC, and saved results are read back unchanged", async () => {
  const dir = join(folder(), "new", "results");
  const { resultsFile, reportFile, stem } = await saveResults(dir, results, "# Report ü\n");
  expect([basename(resultsFile), basename(reportFile), stem]).toEqual([
    "results_2026-11-15-0930.json",
    "report_2026-11-15-0930.md",
    "2026-11-15-0930",
  ]);
  expect(readdirSync(dir).toSorted()).toEqual([basename(reportFile), basename(resultsFile)]);
  expect(readFileSync(reportFile, "utf8")).toBe("# Report ü\n");
  expect(readFileSync(resultsFile, "utf8")).toBe(`${JSON.stringify(results)}\n`);
  expect(readResults(resultsFile)).toEqual(results);
});

test("a bank that did not run is not in the file", async () => {
  const { state: _state, ...others } = results;
  const { resultsFile } = await saveResults(folder(), { ...others, state: undefined }, "");
  expect(readResults(resultsFile)).toEqual(others);
});

test("runs of the same minute, even concurrent ones, get pairs of names, and nothing is overwritten", async () => {
  const dir = folder();
  const saved = await Promise.all(
    Array.from({ length: 4 }, (_, index) =>
      saveResults(dir, { ...results, duration_ms: index }, `report ${index}`),
    ),
  );
  expect(readdirSync(dir).toSorted()).toEqual(
    ["", "_2", "_3", "_4"]
      .flatMap((suffix) => [`report_2026-11-15-0930${suffix}.md`, `results_2026-11-15-0930${suffix}.json`])
      .toSorted(),
  );
  for (const [index, { resultsFile, reportFile, stem }] of saved.entries()) {
    expect(basename(resultsFile)).toBe(`results_${stem}.json`);
    expect(basename(reportFile)).toBe(`report_${stem}.md`);
    expect(readResults(resultsFile).duration_ms).toBe(index);
    expect(readFileSync(reportFile, "utf8")).toBe(`report ${index}`);
  }
});

test.each([
  ['{\n  "version": 1,\n  oops\n}', "bad-file", /^[^\n]+ line 3, [^\n]+$/],
  ["{}", "bad-file", /version/],
  ["[]", "bad-file", /cannot be used/],
  ["null", "bad-file", /cannot be used/],
  [
    '{"version": 1, "whatever": true}',
    "other-format",
    /has format 1; this version of rehearse reads format 2/,
  ],
])("anything but a results file is refused, with the position: %j", (text, code, why) => {
  const path = join(folder(), "results_x.md");
  writeFileSync(path, text);
  expect(() => readResults(path)).toThrow(
    expect.objectContaining({ code, exit: 2, message: expect.stringMatching(why) }),
  );
  expect(() => readResults(path)).toThrow(/results_x\.md/);
});
