/** A/B tests and bisections over a real port: as their files say, also while they run, and safely in public. */
import { existsSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { serveMade } from "../../support/server/served-playtests.ts";
import { expect, test } from "vitest";
import {
  abView,
  asSeenBy,
  bisectView,
  experimentPage,
  type AbView,
  type BisectView,
} from "../../../src/contract/index.ts";
import { dataIn, exportFrom } from "../../support/server/exported-page.ts";
import { makeExperiments } from "../../support/server/experiment-workspace.ts";

const { workspace, served } = serveMade(makeExperiments);

const at = (...parts: string[]) => join(workspace.dir, ...parts);
const json = async (path: string) => (await served.ask(path)).json as unknown;
const ab = async (id: string): Promise<AbView> => abView.parse(await json(`/api/ab/${id}`));
const bisect = async (id: string): Promise<BisectView> => bisectView.parse(await json(`/api/bisects/${id}`));

test("all kinds are in one list, each with its verdict; a kind can be asked for", async () => {
  const { experiments, total } = experimentPage.parse(await json("/api/experiments"));
  expect(total).toBe(5);
  expect(experiments.map(({ kind, id }) => `${kind} ${id}`).sort()).toEqual([
    "ab few",
    "ab loops",
    "bisect lost",
    "matrix after",
    "matrix before",
  ]);
  expect(experiments.map(({ at }) => at!)).toEqual(
    experiments
      .map(({ at }) => at!)
      .toSorted()
      .toReversed(),
  );
  for (const { verdict, progress, house } of experiments) {
    expect(house).toBe(true);
    expect(verdict.headline).toMatch(/\S\.$/);
    expect(progress.done).toBe(progress.planned);
  }
  expect(
    experimentPage
      .parse(await json("/api/experiments?kind=ab"))
      .experiments.map(({ id }) => id)
      .sort(),
  ).toEqual(["few", "loops"]);
  expect((await served.ask("/api/experiments?kind=guess")).status).toBe(422);
});

test("links are refused", async () => {
  symlinkSync("/etc/hostname", at("ab/few/report-link"));
  expect((await served.ask("/api/ab/few")).status).toBe(400);
  expect(
    experimentPage.parse(await json("/api/experiments?kind=ab")).experiments.find(({ id }) => id === "few"),
  ).toMatchObject({
    unreadable: expect.stringContaining("is a link") as string,
  });
  rmSync(at("ab/few/report-link"));
  expect(existsSync("/etc/hostname")).toBe(true);
});

test("a public file has the numbers, and no prompt, reason or quote", async () => {
  const write = async (path: string, isPublic: boolean) =>
    (await exportFrom(workspace, { path: at(path), isPublic })).html;
  const [whole, open] = [await write("ab/few", false), await write("ab/few", true)];
  const line = (await ab("few")).differs.texts[0]!.changes.find(({ sign }) => sign === "+");
  const quoted = JSON.stringify(line!.line).slice(1, 30);
  expect([whole.includes(quoted), open.includes(quoted)]).toEqual([true, false]);
  const shown = abView.parse(dataIn(open).answers["/api/ab/few"]);
  const { decision, verdict } = await ab("few");
  expect(shown.decision).toEqual(decision);
  expect(shown.verdict).toMatchObject({ outcome: verdict.outcome, because: [], findings: [], next: [] });
  // The decision is a count.
  expect(shown.verdict.headline).toMatch(/^Not decided: better in 0 and worse in 0 of 2 pairs\. This file/);
  const found = bisectView.parse(dataIn(await write("bisects/lost", true)).answers["/api/bisects/lost"]);
  expect(found).toMatchObject({ endedBy: null, verdict: { because: [], findings: [], next: [] } });
});

/** Texts that are names or fixed words. */
const names = new Set(
  [
    "id abId at outcome value unit label metric better sessionId session unit is won crashed",
    "winner tested verdict kind shape changed a b betterMean",
  ].flatMap((line) => line.split(" ")),
);

/** The same with a canary in every other text, and an extra field beside every field. */
function planted(value: unknown, canary: string, key = ""): unknown {
  if (typeof value === "string") return names.has(key) ? value : `${value} ${canary}`;
  if (Array.isArray(value)) return value.map((one) => planted(one, canary, key));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries([
    ...Object.entries(value).map(([name, inner]) => [name, planted(inner, canary, name)] as const),
    [`hidden ${key}`, canary],
  ]);
}

test("new fields and stored sentences do not appear in the public view", async () => {
  const [test, search] = [await ab("few"), await bisect("lost")];
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{12}$/), (canary) => {
      const shown = [
        // A title is made of names.
        asSeenBy(abView, { ...(planted(test, canary) as AbView), title: test.title }, "public"),
        asSeenBy(bisectView, { ...(planted(search, canary) as BisectView), title: search.title }, "public"),
      ];
      return !JSON.stringify(shown).includes(canary);
    }),
    { numRuns: 20 },
  );
});
